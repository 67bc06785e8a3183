#include "core/measure/streams.h"

#include <algorithm>
#include <array>

namespace plumbline {

std::span<const StreamFilter> filtersOf(RowMetric metric) {
    // METRICS §2, the table: which metric is given for which verdict.
    static constexpr std::array<StreamFilter, 10> filters{{{Stream::ttft, ofLatency},
                                                           {Stream::ttfc, ofLatency},
                                                           {Stream::ttfb, ofMeasured},
                                                           {Stream::tpot, ofStreamed},
                                                           {Stream::e2e, ofMeasured},
                                                           {Stream::queue, ofMeasured},
                                                           {Stream::rateStreamed, ofStreamed},
                                                           {Stream::rateWhole, ofWhole},
                                                           {Stream::scheduleDelay, ofMeasured},
                                                           {Stream::e2eFromScheduled, ofMeasured}}};
    const std::span<const StreamFilter> all(filters);
    switch (metric) {
        case RowMetric::ttft:
            return all.subspan(0, 1);
        case RowMetric::ttfc:
            return all.subspan(1, 1);
        case RowMetric::ttfb:
            return all.subspan(2, 1);
        case RowMetric::tpot:
            return all.subspan(3, 1);
        case RowMetric::e2e:
            return all.subspan(4, 1);
        case RowMetric::queue:
            return all.subspan(5, 1);
        case RowMetric::rate:
            return all.subspan(6, 2);
        case RowMetric::scheduleDelay:
            return all.subspan(8, 1);
        case RowMetric::e2eFromScheduled:
            return all.subspan(9, 1);
        case RowMetric::itl:
            break;
    }
    return {};
}

// Every value is written and the place moves on for those that count: no branch to mispredict.
void SortedValues::gather(std::uint32_t run, const StreamFilter& filter) {
    const RunStream& stream = m_prepared.of(filter.stream, run);
    if (m_values.size() < m_size + stream.values.size()) m_values.resize(m_size + stream.values.size());
    const std::uint8_t* masks = m_masks.data() + m_data.runs[run].firstRow;
    double* out = m_values.data() + m_size;
    std::size_t count = 0;
    for (std::size_t i = 0; i < stream.values.size(); ++i) {
        out[count] = stream.values[i];
        count += (masks[stream.rows[i]] & filter.mask) != 0 ? 1U : 0U;
    }
    if (count == 0) return;
    m_size += count;
    m_ends.push_back(m_size);
}

/// Neighbouring pieces two by two, until one is left.
void SortedValues::merge() {
    if (m_other.size() < m_size) m_other.resize(m_size);
    while (m_ends.size() > 1) {
        std::vector<std::size_t> ends;
        std::size_t begin = 0;
        const auto at = [](std::vector<double>& values, std::size_t place) {
            return values.begin() + static_cast<std::ptrdiff_t>(place);
        };
        for (std::size_t i = 0; i < m_ends.size(); i += 2) {
            const std::size_t middle = m_ends[i], end = i + 1 < m_ends.size() ? m_ends[i + 1] : middle;
            std::merge(at(m_values, begin), at(m_values, middle), at(m_values, middle), at(m_values, end),
                       at(m_other, begin));
            ends.push_back(end);
            begin = end;
        }
        std::swap(m_values, m_other);
        if (m_other.size() < m_size) m_other.resize(m_size);
        m_ends = std::move(ends);
    }
}

std::span<const double> SortedValues::of(std::span<const std::uint32_t> runs, RowMetric metric) {
    m_size = 0;
    m_ends.clear();
    for (const std::uint32_t run : runs)
        for (const StreamFilter& filter : filtersOf(metric)) gather(run, filter);
    if (m_ends.size() > 1) merge();
    return std::span<const double>(m_values.data(), m_size);
}

}  // namespace plumbline
