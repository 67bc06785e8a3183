// Frees large values on a thread of its own: the last holder of a data set of millions of rows is often the window.
#pragma once

#include <memory>
#include <thread>
#include <utility>

#include "ui/session/mailbox.h"

namespace plumbline {

class Disposer {
public:
    Disposer();
    ~Disposer();  ///< frees what waits, then ends
    Disposer(const Disposer&) = delete;
    Disposer& operator=(const Disposer&) = delete;

    /// The same value; once nobody holds it any more it is freed on the disposer's thread.
    template <class T>
    static std::shared_ptr<const T> freedBy(std::shared_ptr<Disposer> disposer, std::shared_ptr<const T> value) {
        const T* shown = value.get();
        if (!shown) return nullptr;
        return {shown, [disposer = std::move(disposer), value = std::move(value)](const T*) mutable {
                    disposer->take(std::move(value));
                }};
    }
    void take(std::shared_ptr<const void> value);

private:
    Mailbox<std::shared_ptr<const void>> m_waiting;
    std::jthread m_thread;  ///< last: it ends before what it uses
};

}  // namespace plumbline
