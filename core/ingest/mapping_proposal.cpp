#include "core/ingest/mapping_proposal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/ingest/byte_source.h"
#include "core/ingest/doc_facts.h"
#include "core/ingest/json_scanner.h"
#include "core/ingest/mapping_names.h"
#include "core/ingest/record_table.h"

namespace plumbline {
namespace {

constexpr std::array<std::string_view, 4> unitNames{"ns", "us", "ms", "s"};
constexpr std::array<double, 4> unitSeconds{1e-9, 1e-6, 1e-3, 1};
constexpr std::array units{TimeUnit::nanoseconds, TimeUnit::microseconds, TimeUnit::milliseconds, TimeUnit::seconds};

double inSeconds(TimeUnit unit) { return unitSeconds[static_cast<std::size_t>(unit)]; }
std::string_view nameOf(TimeUnit unit) { return unitNames[static_cast<std::size_t>(unit)]; }

/// The first key of a document whose value is a list of objects, as rows; nothing where the document is no object, or
/// has none.
Result<std::optional<std::string>> listInside(const std::string& path, std::stop_token stop) {
    const ReadInput input{path, {}, std::move(stop), [](const Error&) {}};
    auto source = ByteSource::open(input);
    if (!source) return Unexpected{source.error()};
    JsonScanner scan(std::move(*source));
    std::optional<std::string> found;
    std::string key;
    if (scan.peek() == JsonScanner::Kind::object && scan.enter())
        while (!found && scan.nextKey(key)) {
            if (scan.peek() != JsonScanner::Kind::list) {
                scan.skip();
                continue;
            }
            scan.enter();
            const bool any = scan.nextElement();
            if (any && scan.peek() == JsonScanner::Kind::object && rowsPath("$." + key)) found = "$." + key + "[*]";
            while (!found && any && scan.skip() && scan.nextElement()) {
            }
        }
    if (const auto status = scan.status(); !status) return Unexpected{status.error()};
    return found;
}

using Numbers = std::vector<std::optional<double>>;

class Proposer {
public:
    explicit Proposer(const RowsSample& sample) : m_sample(sample) { m_proposal.mapping.rows = sample.rows; }

    MappingProposal propose() {
        for (std::size_t i = 0; i < m_sample.columns.size(); ++i) consider(i);
        proveUnits();
        finish();
        return std::move(m_proposal);
    }

private:
    struct Column {
        std::string field;
        Numbers values;  ///< by record
        bool absolute = false;
        std::optional<TimeUnit> unit;
    };

    Numbers numbers(std::size_t column) const {
        Numbers out;
        for (const auto& record : m_sample.cells) {
            double value = 0;
            const bool known =
                column < record.size() && record[column] && parseDouble(*record[column], value) == NumberKind::number;
            out.push_back(known ? std::optional(value) : std::nullopt);
        }
        return out;
    }

    void consider(std::size_t place) {
        const std::string& column = m_sample.columns[place];
        const ColumnName name = columnName(column);
        NamedFor is = fieldNamed(name.words);
        if (is.field.empty() || m_proposal.mapping.fields.contains(is.field)) return;
        MappedField field;
        field.column = column;
        std::string reason = fmt::format("'{}' is called so.", column);
        if (is.field == "status") {
            field.okWhen = okWord(place, reason);
            if (!field.okWhen) return;
        }
        if (isTimeField(is.field)) {
            Column time{std::string(is.field), numbers(place), is.absolute, name.unit};
            if (is.field == "gaps") time.values.clear();
            if (is.absolute && isDate(place)) {
                field.clock = "epoch";
                reason = fmt::format("'{}' holds dates with times.", column);
            } else {
                m_times.push_back(std::move(time));
                if (name.unit) reason = fmt::format("The name of '{}' says {}.", column, nameOf(*name.unit));
            }
            field.unit = name.unit;
            field.as = is.absolute ? TimeBasis::absolute : TimeBasis::offset;
        }
        m_proposal.mapping.fields.emplace(is.field, std::move(field));
        m_proposal.fields.push_back({std::string(is.field), ProposalBasis::name, std::move(reason)});
    }

    bool isDate(std::size_t place) const {
        for (const auto& record : m_sample.cells)
            if (place < record.size() && record[place]) return isKnown(doc::parseIsoTime(*record[place]));
        return false;
    }

    /// The word for success that a column has: nothing where it has none of those that are known.
    std::optional<std::string> okWord(std::size_t place, std::string& reason) const {
        for (const std::string_view word : {"true", "True", "ok", "OK", "success", "200", "1"})
            for (const auto& record : m_sample.cells)
                if (place < record.size() && record[place] == word) {
                    reason =
                        fmt::format("'{}' is '{}' in rows that went well, it seems.", m_sample.columns[place], word);
                    return std::string(word);
                }
        return std::nullopt;
    }

    Column* time(std::string_view field) {
        const auto found =
            std::find_if(m_times.begin(), m_times.end(), [&](const Column& one) { return one.field == field; });
        return found == m_times.end() ? nullptr : &*found;
    }

    void set(Column& column, TimeUnit unit, ProposalBasis basis, std::string reason) {
        column.unit = unit;
        m_proposal.mapping.fields.find(column.field)->second.unit = unit;
        for (FieldProposal& each : m_proposal.fields)
            if (each.field == column.field) each = {column.field, basis, std::move(reason)};
    }

    void proveUnits() {
        clockUnits();
        Column* const end = time("end");
        if (end != nullptr && !end->unit) concurrencyUnit(*end);
        for (Column& column : m_times)
            if (!column.unit && !column.absolute && end != nullptr && end->unit && &column != end)
                orderUnit(column, *end);
        if (end != nullptr && !end->unit) guess(*end);
        for (Column& column : m_times)
            if (!column.unit) guess(column);
    }

    /// Times since 1970 of this century tell their unit by their size.
    void clockUnits() {
        for (Column& column : m_times) {
            if (!column.absolute || column.unit) continue;
            const auto value =
                std::find_if(column.values.begin(), column.values.end(), [](const auto& v) { return v; });
            if (value == column.values.end()) continue;
            for (const TimeUnit unit : units) {
                const double year = **value * inSeconds(unit) / (365.25 * 86'400) + 1970;
                if (year < 2015 || year > 2100) continue;
                m_proposal.mapping.fields.find(column.field)->second.clock = "epoch";
                set(column, unit, ProposalBasis::proved,
                    fmt::format("As {} since 1970, its values are times of this century.", nameOf(unit)));
            }
        }
    }

    /// Little's law: the sum of the latencies over the time in which they lie is what was in flight (metrics §4).
    void concurrencyUnit(Column& end) {
        const Column* const start = time("start");
        const std::optional<double> declared = declaredConcurrency();
        if (!declared || start == nullptr || !start->unit || end.absolute) return;
        for (const TimeUnit unit : units) {
            const std::optional<double> inFlight = flight(*start, end, inSeconds(unit));
            if (!inFlight || std::abs(*inFlight / *declared - 1) > 0.25) continue;
            return set(end, unit, ProposalBasis::proved,
                       fmt::format("In {}, {:.3g} requests are in flight, and {:.3g} are declared.", nameOf(unit),
                                   *inFlight, *declared));
        }
    }

    std::optional<double> flight(const Column& start, const Column& end, double factor) const {
        double sum = 0, first = std::numeric_limits<double>::max(), last = std::numeric_limits<double>::lowest();
        for (std::size_t i = 0; i < end.values.size(); ++i) {
            if (!end.values[i] || !start.values[i]) continue;
            const double from = *start.values[i] * inSeconds(*start.unit), took = *end.values[i] * factor;
            sum += took;
            first = std::min(first, from);
            last = std::max(last, from + took);
        }
        return last > first ? std::optional(sum / (last - first)) : std::nullopt;
    }

    /// Of a file with one load.
    std::optional<double> declaredConcurrency() const {
        const auto field = m_proposal.mapping.fields.find("load.concurrency");
        if (field == m_proposal.mapping.fields.end()) return std::nullopt;
        const auto place = std::find(m_sample.columns.begin(), m_sample.columns.end(), field->second.column);
        std::optional<double> one;
        for (const auto& value : numbers(static_cast<std::size_t>(place - m_sample.columns.begin()))) {
            if (one && value && *one != *value) return std::nullopt;
            if (value && *value > 0) one = value;
        }
        return one;
    }

    /// The largest unit with which it comes before the end in all rows. A larger one is disproved, and a smaller one
    /// would make a thousandth of the latency, or less, of every one of them.
    void orderUnit(Column& column, const Column& end) {
        if (end.absolute || column.values.empty()) return;
        for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
            double largestShare = 0;
            for (std::size_t i = 0; i < column.values.size(); ++i)
                if (column.values[i] && end.values[i] && *end.values[i] > 0)
                    largestShare = std::max(
                        largestShare, *column.values[i] * inSeconds(*unit) / (*end.values[i] * inSeconds(*end.unit)));
            if (largestShare == 0 || largestShare > 1) continue;
            return set(
                column, *unit, ProposalBasis::proved,
                fmt::format("In {}, it comes before the end in all rows, and in a larger unit it does not; it takes "
                            "up to {:.2g}% of the latency.",
                            nameOf(*unit), 100 * largestShare));
        }
    }

    /// By size alone: a request of 10 ms to 1,000 s.
    void guess(Column& column) {
        std::vector<double> values;
        for (const auto& value : column.values)
            if (value && *value > 0) values.push_back(*value);
        if (values.empty()) {
            return set(column, TimeUnit::seconds, ProposalBasis::guessed,
                       "Its values say nothing of the unit: look at it.");
        }
        std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
        const double median = values[values.size() / 2];
        const TimeUnit unit = median < 1000  ? TimeUnit::seconds
                              : median < 1e6 ? TimeUnit::milliseconds
                              : median < 1e9 ? TimeUnit::microseconds
                                             : TimeUnit::nanoseconds;
        set(column, unit, ProposalBasis::guessed,
            fmt::format("The size of its values, {:.3g} in the middle, suggests {}: look at it.", median,
                        nameOf(unit)));
    }

    void finish() {
        Mapping& mapping = m_proposal.mapping;
        for (const std::string& column : m_sample.columns)
            if (std::any_of(mapping.fields.begin(), mapping.fields.end(),
                            [&](const auto& field) { return field.second.column == column; }))
                mapping.whenColumns.push_back(column);
    }

    const RowsSample& m_sample;
    std::vector<Column> m_times;
    MappingProposal m_proposal;
};

}  // namespace

Result<RowsSample> sampleRows(const std::string& path, const std::optional<std::string>& rows, std::size_t most,
                              std::stop_token stop) {
    RowsSample sample;
    std::string storage;
    const auto head = sampleFile(path, storage, stop);
    if (!head) return Unexpected{head.error()};
    if (rows) {
        sample.rows = *rows;
    } else if (head->shape == Sample::Shape::object) {
        const auto inside = listInside(path, stop);
        if (!inside) return Unexpected{inside.error()};
        sample.rows = inside->value_or("$");
    }
    const ReadInput input{path, {}, stop, [](const Error&) {}};
    Diagnostics ignored;
    auto table = RecordTable::open(input, sample.rows, {}, ignored);
    if (!table) return Unexpected{table.error()};
    TableRecord record;
    for (std::size_t read = 0; read < most; ++read) {
        const auto more = (*table)->next(record);
        if (!more) return Unexpected{more.error()};
        if (!*more) break;
        if (record.broken.empty()) sample.cells.push_back(record.cells);
    }
    sample.columns = (*table)->columns();
    for (auto& cells : sample.cells) cells.resize(sample.columns.size());
    return sample;
}

MappingProposal proposeMapping(const RowsSample& sample) { return Proposer(sample).propose(); }
}  // namespace plumbline
