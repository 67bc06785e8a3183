// A value that is worked out off the window's thread when it is asked for, and what it is of.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "ui/session/job_runner.h"

namespace plumbline {

/// Key and Value are values; a Key is compared. What is in hand stays until what was asked for last is there.
template <class Key, class Value>
class LazyResult {
public:
    /// `older` says what becomes of a value that is still worked out when another is asked for.
    explicit LazyResult(const char* doing, JobRunner::Older older = JobRunner::Older::stop)
        : m_older(older), m_job(doing) {
        m_job.onFailure([this] { m_pending = false; });
    }
    /// Called when a value that was asked for has come.
    void onArrival(std::function<void()> arrived) { m_arrived = std::move(arrived); }

    /// Has it worked out, unless it was the last to be asked for. work(const Key&, std::stop_token) gives a Value, or
    /// nothing where it was stopped.
    template <class Work>
    void ask(Key key, Work work) {
        if (m_asked == key) return;
        m_asked = key;
        m_pending = true;
        m_job.start(
            [key, work = std::move(work)](std::stop_token stop) -> std::optional<Value> { return work(key, stop); },
            [this, key](std::optional<Value> value) {
                if (!value) return;
                take(key, std::move(*value));
                m_pending = m_asked != key;
                if (m_arrived) m_arrived();
            },
            m_older);
    }
    /// A value that needs no work.
    void put(Key key, Value value) {
        m_job.cancel();
        m_asked = key;
        m_pending = false;
        take(std::move(key), std::move(value));
    }
    void clear() {
        m_job.cancel();
        m_asked.reset();
        m_of.reset();
        m_value.reset();
        m_pending = false;
    }

    bool wasAsked(const Key& key) const { return m_asked == key; }
    const Value* value() const { return m_value ? &*m_value : nullptr; }  ///< in hand
    const Key* of() const { return m_of ? &*m_of : nullptr; }             ///< what that is of
    /// What was asked for last is not in hand yet.
    bool isPending() const { return m_pending; }
    bool settled() const { return !m_pending && !m_job.busy(); }

private:
    void take(Key key, Value value) {
        m_of = std::move(key);
        m_value = std::move(value);
    }

    JobRunner::Older m_older;
    std::function<void()> m_arrived;
    std::optional<Key> m_asked, m_of;
    std::optional<Value> m_value;
    bool m_pending = false;
    JobRunner m_job;
};

}  // namespace plumbline
