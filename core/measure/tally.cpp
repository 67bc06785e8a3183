#include "core/measure/tally.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

#include "core/measure/guard.h"
#include "core/measure/places.h"
#include "core/trace/parallel.h"

namespace plumbline {

namespace {

constexpr std::size_t pieceRows = 1U << 15;

struct Piece {
    std::size_t run = 0, first = 0, last = 0;  ///< rows [first, last)
};

/// How the time of decoding is summed: for a bound alone, which few configurations state.
struct DecodeRule {
    bool isNeeded = false, lastText = false;
};

bool boundIsStated(const Dataset& data, const Settings& settings) {
    return std::any_of(data.sources.begin(), data.sources.end(),
                       [](const Source& source) { return source.context.contains("bound"); }) ||
           std::any_of(settings.edits.begin(), settings.edits.end(),
                       [](const auto& edit) { return edit.second.contains("bound"); });
}

constexpr std::array<std::uint8_t, verdictCount> masks{masksOf(Verdict::error),        masksOf(Verdict::cancelled),
                                                       masksOf(Verdict::incomplete),   masksOf(Verdict::empty),
                                                       masksOf(Verdict::unobservable), masksOf(Verdict::shortOutput),
                                                       masksOf(Verdict::buffered),     masksOf(Verdict::streamed)};

/// One piece of one run at a time: small loops over few columns each.
class PieceTally {
public:
    PieceTally(const Dataset& data, const PreparedRows& prepared, const Guard& guard, Tally& out, const Piece& piece,
               const DecodeRule& decode)
        : m_rows(data.rows), m_prepared(prepared), m_guard(guard), m_out(out), m_piece(piece), m_decode(decode) {
        m_sums.window = out.runs[piece.run].window;
    }

    RunTally run() {
        judge();
        count();
        sumTokens();
        sumBases();
        sumEnded();
        m_sums.window.basis == WindowBasis::duration ? sumLatencies() : sumOpen();
        if (m_decode.isNeeded) sumDecoding();
        return m_sums;
    }

private:
    void judge();
    void count();
    void sumTokens();
    void sumBases();
    void sumEnded();
    void sumOpen();
    void sumLatencies();
    void sumDecoding();
    Nanoseconds decodeEnd(std::size_t row) const;

    const Columns& m_rows;
    const PreparedRows& m_prepared;
    const Guard& m_guard;
    Tally& m_out;
    Piece m_piece;
    DecodeRule m_decode;
    RunTally m_sums;
};

void PieceTally::judge() {
    for (std::size_t row = m_piece.first; row < m_piece.last; ++row) {
        const Verdict verdict = judged(m_guard, m_prepared.settled[row], m_prepared.tokens[row], m_prepared.chunks[row],
                                       m_prepared.interval[row]);
        const Place before = m_out.places[row];
        const Place place = isExcluded(before) ? before : placeOf(m_rows.phase[row], m_rows.start[row], m_sums.window);
        m_out.verdicts[row] = verdict;
        m_out.places[row] = place;
        m_out.masks[row] = place == Place::in ? masks[static_cast<std::size_t>(verdict)] : std::uint8_t{0};
    }
}

void PieceTally::count() {
    std::array<std::array<std::size_t, verdictCount>, placeCount> seen{};
    std::size_t byChunks = 0, deliberate = 0;
    for (std::size_t row = m_piece.first; row < m_piece.last; ++row) {
        const Verdict verdict = m_out.verdicts[row];
        const bool isIn = m_out.places[row] == Place::in;
        ++seen[static_cast<std::size_t>(m_out.places[row])][static_cast<std::size_t>(verdict)];
        byChunks += (verdict == Verdict::buffered) & m_guard.tooFewChunks(m_prepared.chunks[row]) & isIn ? 1U : 0U;
        deliberate += (verdict == Verdict::cancelled) & (m_rows.deliberate[row] == 1) & isIn ? 1U : 0U;
    }
    const auto of = [&seen](Place place) { return seen[static_cast<std::size_t>(place)]; };
    const auto sum = [](const auto& counts) {
        std::size_t total = 0;
        for (const std::size_t each : counts) total += each;
        return total;
    };
    RowCounts& rows = m_sums.rows;
    rows.total = m_piece.last - m_piece.first;
    rows.neverHappened = sum(of(Place::neverHappened));
    rows.excluded = sum(of(Place::excluded)) + rows.neverHappened;
    rows.warmup = sum(of(Place::warmup));
    rows.cooldown = sum(of(Place::cooldown));
    rows.verdict = of(Place::in);
    rows.deliberatelyCancelled = deliberate;
    rows.bufferedByChunks = byChunks;
    rows.bufferedByInterval = rows.of(Verdict::buffered) - byChunks;
}

void PieceTally::sumTokens() {
    for (std::size_t row = m_piece.first; row < m_piece.last; ++row) {
        const bool isMeasuredHere = (m_out.masks[row] & ofMeasured) != 0;
        const Count output = m_rows.outputTokens[row], prompt = m_rows.promptTokens[row];
        const bool hasOutput = isMeasuredHere & isKnown(output), hasPrompt = isMeasuredHere & isKnown(prompt);
        m_sums.outputTokens += hasOutput ? output : 0;
        m_sums.outputRows += hasOutput ? 1 : 0;
        m_sums.promptTokens += hasPrompt ? prompt : 0;
        m_sums.promptRows += hasPrompt ? 1 : 0;
    }
}

/// What the streamed rows add, and which rate each row has.
void PieceTally::sumBases() {
    for (std::size_t row = m_piece.first; row < m_piece.last; ++row) {
        const bool streamed = (m_out.masks[row] & ofStreamed) != 0;
        const Count output = m_rows.outputTokens[row], chunks = m_rows.chunks[row];
        const bool hasChunks = streamed & isKnown(output) & (chunks > 0);
        m_sums.chunkedTokens += hasChunks ? output : 0;
        m_sums.chunks += hasChunks ? chunks : 0;
        m_sums.gapCount += streamed ? m_prepared.gapSamples[row] : 0;
        m_sums.gapSum += streamed ? m_prepared.gapSampleSum[row].count() : 0;
        const std::uint8_t rates = m_prepared.rates[row];
        const bool whole = (m_out.masks[row] & ofWhole) != 0;
        m_sums.streamedRates += streamed & ((rates & hasStreamedRate) != 0) ? 1 : 0;
        m_sums.visibleRates += streamed & ((rates & hasVisibleRate) != 0) ? 1 : 0;
        m_sums.wholeRates += whole & ((rates & hasWholeRate) != 0) ? 1 : 0;
    }
}

// METRICS §4: output of the measured verdicts that ended in W, wherever they started; all of it with no trimming. What
// a reviewer excluded is in it: the system did that work.
void PieceTally::sumEnded() {
    for (std::size_t row = m_piece.first; row < m_piece.last; ++row) {
        if (!isMeasured(m_out.verdicts[row]) || m_out.places[row] == Place::neverHappened) continue;
        if (m_rows.phase[row] != Phase::measured) continue;
        if (m_sums.window.basis == WindowBasis::starts && !isKnown(m_rows.start[row])) {
            ++m_sums.unplaced;  // whether it fell into W is not known
            continue;
        }
        if (m_sums.window.trimmed) {
            const Nanoseconds end = isKnown(m_rows.end[row]) ? m_rows.end[row] : m_rows.lastContent[row];
            if (!isKnown(end) || !m_sums.window.holds(m_rows.start[row] + end)) continue;
        }
        ++m_sums.requests;
        const Count tokens = m_rows.outputTokens[row];
        m_sums.tokens += isKnown(tokens) ? tokens : 0;
        m_sums.tokenRows += isKnown(tokens) ? 1 : 0;
        if (m_out.places[row] != Place::excluded) continue;
        ++m_sums.excluded;
        m_sums.excludedTokens += isKnown(tokens) ? tokens : 0;
        m_sums.excludedTokenRows += isKnown(tokens) ? 1 : 0;
    }
}

/// What lies between, where the one is before the other. W may end before a request begins by more than 64 bits hold.
std::int64_t overlap(std::int64_t from, std::int64_t to) { return to > from ? to - from : 0; }

/// The time average of open requests is the sum of their overlaps with W over |W|, whatever the ties.
void PieceTally::sumOpen() {
    if (m_sums.window.basis != WindowBasis::starts) return;
    const std::int64_t begin = m_sums.window.begin.count(), end = m_sums.window.end.count();
    const std::int64_t turn =
        std::clamp(m_sums.window.lastStart, m_sums.window.begin, std::max(m_sums.window.begin, m_sums.window.end))
            .count();
    for (std::size_t row = m_piece.first; row < m_piece.last; ++row) {
        const Nanoseconds length = isKnown(m_rows.end[row]) ? m_rows.end[row] : m_rows.lastContent[row];
        if (m_out.places[row] == Place::neverHappened) continue;
        const bool isTimed = isKnown(m_rows.start[row]) && isKnown(length);
        if (m_rows.phase[row] == Phase::measured) ++(isTimed ? m_sums.timed : m_sums.untimed);
        if (!isTimed) continue;
        const std::int64_t from = std::max(m_rows.start[row].count(), begin);
        const std::int64_t to = (m_rows.start[row] + length).count();
        m_sums.openTime += overlap(from, std::min(to, end));
        m_sums.openBetweenStarts += overlap(from, std::min(to, turn));
    }
}

/// Without starts: the sum of e2e stands for the time that requests were open (METRICS §4).
void PieceTally::sumLatencies() {
    for (std::size_t row = m_piece.first; row < m_piece.last; ++row) {
        const Nanoseconds length = isKnown(m_rows.end[row]) ? m_rows.end[row] : m_rows.lastContent[row];
        if (m_rows.phase[row] != Phase::measured || m_out.places[row] == Place::neverHappened) continue;
        ++(isKnown(length) ? m_sums.timed : m_sums.untimed);
        if (!isKnown(length)) continue;
        m_sums.openTime += std::max(Nanoseconds(0), length).count();
    }
}

/// Where the guard's interval ends, as an offset from the start.
Nanoseconds PieceTally::decodeEnd(std::size_t row) const {
    const Nanoseconds end = m_rows.end[row], lastContent = m_rows.lastContent[row];
    return isKnown(end) && !(m_decode.lastText && isKnown(lastContent)) ? end : lastContent;
}

// The batch of the bound (BOUND §6): the time that requests spend between first token and end. A row that is
// buffered or unobservable shows no first token to trust, so it counts from its start: better a batch too large than a
// bound too low. Without starts the sum alone is known, and all of it is in W.
void PieceTally::sumDecoding() {
    if (m_sums.window.basis == WindowBasis::none) return;
    const bool starts = m_sums.window.basis == WindowBasis::starts;
    const std::int64_t begin = starts ? m_sums.window.begin.count() : 0;
    const std::int64_t end = starts ? m_sums.window.end.count() : std::numeric_limits<std::int64_t>::max();
    for (std::size_t row = m_piece.first; row < m_piece.last; ++row) {
        const Verdict verdict = m_out.verdicts[row];
        const bool hidden = (verdict == Verdict::buffered) | (verdict == Verdict::unobservable);
        const Nanoseconds length = decodeEnd(row), interval = m_prepared.interval[row];
        if (!isKnown(length) || (!hidden && interval == longTime)) continue;
        if (m_out.places[row] == Place::neverHappened) continue;
        if (starts ? !isKnown(m_rows.start[row]) : m_rows.phase[row] != Phase::measured) continue;
        const std::int64_t from = starts ? m_rows.start[row].count() : 0;
        const std::int64_t first = hidden ? from : from + (length - interval).count();
        const std::int64_t inside = overlap(std::max(first, begin), std::min(from + length.count(), end));
        m_sums.decodeTime += inside;
        m_sums.decodeWhole += hidden & (inside > 0) ? 1 : 0;
    }
}

std::vector<Piece> piecesOf(const Dataset& data, std::span<const std::uint32_t> runs) {
    std::vector<Piece> pieces;
    for (const std::uint32_t run : runs) {
        const std::size_t end = std::size_t{data.runs[run].firstRow} + data.runs[run].rowCount;
        for (std::size_t first = data.runs[run].firstRow; first < end; first += pieceRows)
            pieces.push_back({run, first, std::min(end, first + pieceRows)});
    }
    return pieces;
}

void addRows(RowCounts& to, const RowCounts& from) {
    to.total += from.total;
    to.excluded += from.excluded;
    to.neverHappened += from.neverHappened;
    to.warmup += from.warmup;
    to.cooldown += from.cooldown;
    for (std::size_t i = 0; i < verdictCount; ++i) to.verdict[i] += from.verdict[i];
    to.deliberatelyCancelled += from.deliberatelyCancelled;
    to.bufferedByChunks += from.bufferedByChunks;
    to.bufferedByInterval += from.bufferedByInterval;
    to.ttftWithheld += from.ttftWithheld;
}

}  // namespace

void RunTally::add(const RunTally& other) {
    addRows(rows, other.rows);
    tokens += other.tokens;
    tokenRows += other.tokenRows;
    requests += other.requests;
    excluded += other.excluded;
    excludedTokens += other.excludedTokens;
    excludedTokenRows += other.excludedTokenRows;
    unplaced += other.unplaced;
    outputTokens += other.outputTokens;
    outputRows += other.outputRows;
    promptTokens += other.promptTokens;
    promptRows += other.promptRows;
    chunkedTokens += other.chunkedTokens;
    chunks += other.chunks;
    gapCount += other.gapCount;
    gapSum += other.gapSum;
    streamedRates += other.streamedRates;
    visibleRates += other.visibleRates;
    wholeRates += other.wholeRates;
    openTime += other.openTime;
    timed += other.timed;
    untimed += other.untimed;
    openBetweenStarts += other.openBetweenStarts;
    betweenStarts += other.betweenStarts;
    decodeTime += other.decodeTime;
    decodeWhole += other.decodeWhole;
}

Tally tally(const Dataset& data, const PreparedRows& prepared, const Settings& settings, std::stop_token stop) {
    std::vector<Place> places(data.rows.size());
    const FoundRows found = findRows(data, settings);
    placeExcluded(found, places);
    std::vector<std::uint32_t> runs(data.runs.size());
    std::iota(runs.begin(), runs.end(), 0U);
    Tally out = tally(data, prepared, settings, places, runs, std::move(stop));
    out.decisionsMissing = found.missing;
    out.decisionsAmbiguous = found.ambiguous;
    return out;
}

Tally tally(const Dataset& data, const PreparedRows& prepared, const Settings& settings,
            const std::vector<Place>& places, std::span<const std::uint32_t> runs, std::stop_token stop) {
    Tally out;
    out.verdicts.resize(data.rows.size());
    out.places = places;
    out.masks.resize(data.rows.size());
    out.runs.resize(data.runs.size());
    for (const std::uint32_t run : runs) {
        RunTally& sums = out.runs[run];
        sums.window = windowOf(data, run, settings.measure, places);
        if (sums.window.basis == WindowBasis::starts)
            sums.betweenStarts =
                std::max(Nanoseconds(0),
                         saturatedDifference(std::min(sums.window.lastStart, sums.window.end), sums.window.begin))
                    .count();
    }
    const Guard guard(settings.measure);
    const DecodeRule decode{boundIsStated(data, settings), settings.measure.intervalEnd == IntervalEnd::lastText};
    const std::vector<Piece> pieces = piecesOf(data, runs);
    std::mutex adding;
    parallelFor(pieces.size(), stop, [&](std::size_t i) {
        PieceTally piece(data, prepared, guard, out, pieces[i], decode);
        const RunTally sums = piece.run();
        const std::scoped_lock lock(adding);
        out.runs[pieces[i].run].add(sums);
    });
    out.stopped = stop.stop_requested();
    return out;
}

}  // namespace plumbline
