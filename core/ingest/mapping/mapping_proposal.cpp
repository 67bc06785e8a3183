#include "core/ingest/mapping/mapping_proposal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/ingest/form/doc_facts.h"
#include "core/ingest/mapping/mapping_names.h"
#include "core/ingest/text/number_text.h"

namespace plumbline {
namespace {

constexpr std::array<double, 4> unitSeconds{1e-9, 1e-6, 1e-3, 1};
constexpr std::array units{TimeUnit::nanoseconds, TimeUnit::microseconds, TimeUnit::milliseconds, TimeUnit::seconds};

double inSeconds(TimeUnit unit) { return unitSeconds[static_cast<std::size_t>(unit)]; }
std::string_view nameOf(TimeUnit unit) { return unitNames[static_cast<std::size_t>(unit)]; }

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
            const bool isNumber =
                column < record.size() && record[column] && parseDouble(*record[column], value) == NumberKind::number;
            out.push_back(isNumber ? std::optional(value) : std::nullopt);
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
        const auto own = std::ranges::find(m_proposal.fields, column.field, &FieldProposal::field);
        if (own != m_proposal.fields.end()) *own = {column.field, basis, std::move(reason)};
    }

    /// Units that no name tells are held together: the clock's first, then the end's, by what is in flight or by a time
    /// whose unit is known, then those of all others by the end's.
    void proveUnits() {
        clockUnits();
        Column* const end = time("end");
        if (end != nullptr && !end->unit) concurrencyUnit(*end);
        if (end != nullptr && !end->unit) beforeEnd(*end);
        for (Column& column : m_times)
            if (!column.unit && !column.absolute && end != nullptr && end->unit && &column != end)
                beforeEnd(column, *end);
        for (Column& column : m_times)
            if (!column.unit) leaveToPerson(column);
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

    /// Little's law: the sum of the latencies over the time in which they lie is what was in flight (METRICS §4).
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

    /// Requests take from 10 ms to 1,000 s and their first token 1 ms or more: what is beyond is another unit.
    static constexpr double shortestWait = 1e-3, shortestLatency = 1e-2, longestLatency = 1e3;

    /// Of the positive values, in the column's own unit.
    static std::optional<double> median(const Column& column) {
        std::vector<double> values;
        for (const auto& value : column.values)
            if (value && *value > 0) values.push_back(*value);
        if (values.empty()) return std::nullopt;
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    }

    /// The largest share of the latency that the column takes in any row, with factors to seconds; nothing where no row
    /// has both.
    static std::optional<double> largestShare(const Column& column, double factor, const Column& end,
                                              double endFactor) {
        std::optional<double> largest;
        for (std::size_t i = 0; i < std::min(column.values.size(), end.values.size()); ++i)
            if (column.values[i] && end.values[i] && *column.values[i] > 0 && *end.values[i] > 0)
                largest = std::max(largest.value_or(0), *column.values[i] * factor / (*end.values[i] * endFactor));
        return largest;
    }

    /// The one unit that passes; nothing where none or several do.
    template <class Passes>
    static std::optional<TimeUnit> onlyUnit(Passes&& passes) {
        std::optional<TimeUnit> only;
        for (const TimeUnit unit : units) {
            if (!passes(unit)) continue;
            if (only) return std::nullopt;
            only = unit;
        }
        return only;
    }

    /// The only unit with which it comes before the end in all rows and is no shorter than a first token can be.
    void beforeEnd(Column& column, const Column& end) {
        const auto middle = median(column);
        if (end.absolute || !middle) return;
        const double latency = inSeconds(*end.unit);
        const auto unit = onlyUnit([&](TimeUnit each) {
            const auto share = largestShare(column, inSeconds(each), end, latency);
            return share && *share <= 1 && *middle * inSeconds(each) >= shortestWait;
        });
        if (!unit) return;
        set(column, *unit, ProposalBasis::proved,
            fmt::format(
                "In {}, it comes before the end in all rows and takes up to {:.2g}% of the latency; in no other "
                "unit is it both before the end and 1 ms or more.",
                nameOf(*unit), 100 * *largestShare(column, inSeconds(*unit), end, latency)));
    }

    /// The only unit in which the end comes after what has a unit already, in all rows, and is as long as requests are.
    void beforeEnd(Column& end) {
        const auto middle = median(end);
        const auto first = std::find_if(m_times.begin(), m_times.end(), [&](const Column& one) {
            return &one != &end && one.unit && !one.absolute && median(one);
        });
        if (end.absolute || !middle || first == m_times.end()) return;
        const auto unit = onlyUnit([&](TimeUnit each) {
            const auto share = largestShare(*first, inSeconds(*first->unit), end, inSeconds(each));
            const double latency = *middle * inSeconds(each);
            return share && *share <= 1 && latency >= shortestLatency && latency <= longestLatency;
        });
        if (unit)
            set(end, *unit, ProposalBasis::proved,
                fmt::format(
                    "In {}, it comes after '{}' in all rows; in no other unit does it, and takes 10 ms to 1,000 s.",
                    nameOf(*unit), m_proposal.mapping.fields.find(first->field)->second.column));
    }

    /// Not guessed: a unit that is wrong by a thousand looks like a result.
    void leaveToPerson(Column& column) {
        const auto middle = median(column);
        for (FieldProposal& each : m_proposal.fields)
            if (each.field == column.field)
                each = {column.field, ProposalBasis::open,
                        middle
                            ? fmt::format("Its unit is not provable: {:.3g} in the middle may be several. Choose it.",
                                          *middle)
                            : "Its unit is not provable: its values say nothing of it. Choose it."};
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

MappingProposal proposeMapping(const RowsSample& sample) { return Proposer(sample).propose(); }
}  // namespace plumbline
