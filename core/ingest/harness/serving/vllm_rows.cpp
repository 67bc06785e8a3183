#include "core/ingest/harness/serving/vllm_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace plumbline {
namespace {

class VllmRowMaker {
public:
    VllmRowMaker(const VllmObject& object, const VllmEra& era, const Load& load, Diagnostics& diagnostics)
        : m_columns(object.columns), m_era(era), m_diagnostics(diagnostics) {
        m_row.byte = object.byte;
        m_row.load = load;
        m_blank = m_row;
    }

    /// The row of one request; valid until the next.
    const Row& make(std::size_t i, std::uint64_t record) {
        reset(record);
        m_row.start = start(i);
        m_row.error = m_columns.error(i);
        if (!m_row.error.empty()) m_row.status = Status::error;
        tokens(i);
        m_row.firstToken = measured(m_columns.time(VllmColumn::ttfts, i));
        if (isKnown(m_row.firstToken)) m_row.firstTokenKind = m_era.first;
        m_row.gapsKnown = m_columns.gaps(i, m_row.gaps);
        if (m_row.gapsKnown) m_row.gapBasis = GapBasis::chunk;
        dropFirstTokenGap();
        m_row.chunks = chunks();
        m_row.end = end(i);
        queues(i);
        return m_row;
    }

private:
    /// Keeps the memory of the gaps.
    void reset(std::uint64_t record) {
        std::vector<Nanoseconds> gaps = std::move(m_row.gaps);
        m_row = m_blank;
        m_row.gaps = std::move(gaps);
        m_row.record = record;
    }
    /// A monotonic clock never stands at 0 during a run; the Rust client's, which begins with the benchmark, does.
    Nanoseconds start(std::size_t i) const {
        const Nanoseconds time = m_columns.time(VllmColumn::startTimes, i);
        return m_era.relative || time != Nanoseconds::zero() ? time : unknownTime;
    }
    void tokens(std::size_t i) {
        m_row.promptTokens = m_columns.count(VllmColumn::inputLens, i);
        m_row.outputTokens = m_columns.count(VllmColumn::outputLens, i);
        // The harness writes 0 for every failed request, though some got tokens before they failed.
        if (m_row.status == Status::error && m_row.outputTokens == 0) m_row.outputTokens = unknownCount;
        if (isKnown(m_row.outputTokens)) m_row.tokenSource = m_era.tokens;
    }
    /// Clients of mid 2024 put TTFT before the gaps (vllm issue 7242): as many gaps as tokens, and the first one is it.
    void dropFirstTokenGap() {
        const bool trap = m_row.gapsKnown && !m_row.gaps.empty() && isKnown(m_row.firstToken) &&
                          m_row.gaps[0] == m_row.firstToken &&
                          m_row.gaps.size() == static_cast<std::size_t>(std::max<Count>(m_row.outputTokens, 0));
        if (!trap) return;
        m_row.gaps.erase(m_row.gaps.begin());
        m_diagnostics.note("ttft-among-gaps", 0, [&] {
            return fmt::format(
                "'itls' of record {} begins with its TTFT, as clients of mid 2024 wrote it: that entry is left out.",
                m_row.record);
        });
    }
    /// A chat row of today's client with as many gaps as tokens opened with the role chunk, which carries no text; its
    /// gap is kept in the list (METRICS §2).
    Count chunks() const {
        if (!m_row.gapsKnown) return unknownCount;
        const auto gaps = static_cast<Count>(m_row.gaps.size());
        if (!isKnown(m_row.firstToken)) return gaps == 0 && m_row.outputTokens == 0 ? 0 : unknownCount;
        const bool roleChunk =
            m_era.chat && m_era.first == FirstTokenKind::anyEvent && gaps > 0 && gaps == m_row.outputTokens;
        return roleChunk ? gaps : gaps + 1;
    }
    /// As measured, else the time of the last chunk (FORMATS/shared.md §5).
    Nanoseconds end(std::size_t i) {
        const Nanoseconds latency = measured(m_columns.time(VllmColumn::latencies, i));
        if (isKnown(latency) || !isKnown(m_row.firstToken) || !m_row.gapsKnown) return latency;
        m_diagnostics.note("end-reconstructed", 0, [&] {
            const bool early = m_era.tokens == TokenSource::tokenizer;
            return std::string(
                       "The end of a request is not stored: it is TTFT plus the gaps, the time of the last chunk, ") +
                   (early ? "up to one decode step before the harness's own." : "within 0.02 ms of the harness's own.");
        });
        return std::accumulate(m_row.gaps.begin(), m_row.gaps.end(), m_row.firstToken);
    }
    void queues(std::size_t i) {
        const Nanoseconds gate = m_columns.time(VllmColumn::queueTimes, i);
        // The wait at the client's own gate is no wait at the server: it tells when the request was meant to go out.
        if (isKnown(gate) && isKnown(m_row.start)) m_row.scheduled = m_row.start - gate;
        m_row.queue = m_columns.time(VllmColumn::serverQueueTimes, i);
    }

    const VllmColumns& m_columns;
    const VllmEra& m_era;
    Diagnostics& m_diagnostics;
    Row m_row, m_blank;
};

// Without any of these a row would say something else than the file meant: where one is shorter, its rows are rejected.
constexpr std::array essential{VllmColumn::ttfts, VllmColumn::outputLens, VllmColumn::itls, VllmColumn::errors};
constexpr std::array optionalColumns{VllmColumn::inputLens,   VllmColumn::startTimes,       VllmColumn::latencies,
                                     VllmColumn::queueTimes,  VllmColumn::serverQueueTimes, VllmColumn::e2els,
                                     VllmColumn::cachedTokens};

/// The essential column that ends before row i, if any.
const VllmColumn* missingAt(const VllmColumns& columns, std::size_t i) {
    const auto* found = std::find_if(essential.begin(), essential.end(), [&](VllmColumn column) {
        return columns.has(column) && columns.size(column) <= i;
    });
    return found == essential.end() ? nullptr : found;
}

Rejection rejectionOf(const VllmObject& object, std::size_t i, std::uint64_t record) {
    Rejection out{record, 0, object.byte, {}, {}};
    if (const auto* broken = object.columns.broken(i)) {
        out.reason = broken->reason;
        out.excerpt = broken->excerpt;
        return out;
    }
    const VllmColumn* missing = missingAt(object.columns, i);
    const std::size_t length = missing ? object.columns.size(*missing) : 0;
    out.reason = fmt::format("'{}' has {} entries where another array has {}{}", missing ? name(*missing) : "", length,
                             object.columns.longest(), object.brokenBy.empty() ? "." : ": " + object.brokenBy);
    return out;
}

void noteLengths(const VllmObject& object, Diagnostics& diagnostics) {
    for (const VllmColumn column : optionalColumns) {
        const std::size_t length = object.columns.size(column), longest = object.columns.longest();
        if (!object.columns.has(column) || length == longest) continue;
        diagnostics.note("unequal-lengths", 0, [&] {
            return fmt::format("'{}' has {} entries where another array has {}: the rest is unknown.", name(column),
                               length, longest);
        });
    }
}

void noteCounts(const VllmObject& object, std::uint64_t successes, std::uint64_t rejected, Diagnostics& diagnostics) {
    const auto completed = object.scalars.number("completed");
    if (!completed || rejected > 0 || static_cast<double>(successes) == *completed) return;
    diagnostics.note("counts-disagree", 0, [&] {
        return fmt::format(
            "{} rows are without an error, but the file says that {:g} completed: a failed request can leave an empty "
            "error.",
            successes, *completed);
    });
}

}  // namespace

Nanoseconds measured(Nanoseconds time) {
    const bool placeholder = time == Nanoseconds::zero() || time == Nanoseconds(-1'000'000'000);
    return placeholder ? unknownTime : time;
}

bool emitRows(const VllmObject& object, const VllmTarget& target, const MakeRow& make) {
    constexpr std::size_t rowsBetweenAsking = 256;
    std::uint64_t successes = 0, rejected = 0;
    for (std::size_t i = 0; i < object.columns.longest(); ++i) {
        if (i % rowsBetweenAsking == 0 && target.stop.stop_requested()) return false;
        const std::uint64_t record = target.outcome.records++;
        if (object.columns.broken(i) || missingAt(object.columns, i)) {
            target.sink.reject(rejectionOf(object, i, record));
            ++rejected;
            continue;
        }
        const Row& row = make(i, record);
        if (row.status == Status::ok) ++successes;
        target.sink.row(target.source, target.run, row);
        ++target.outcome.rows;
    }
    target.outcome.rejected += rejected;
    noteLengths(object, target.diagnostics);
    noteCounts(object, successes, rejected, target.diagnostics);
    return true;
}

bool emitVllmRows(const VllmObject& object, const VllmEra& era, const Load& load, const VllmTarget& target) {
    VllmRowMaker maker(object, era, load, target.diagnostics);
    return emitRows(object, target,
                    [&](std::size_t i, std::uint64_t record) -> const Row& { return maker.make(i, record); });
}

}  // namespace plumbline
