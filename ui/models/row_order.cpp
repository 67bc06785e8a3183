#include "ui/models/row_order.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "ui/models/row_filter.h"
#include "ui/models/row_table.h"

namespace plumbline {
namespace {

constexpr std::size_t askEvery = 4096;  // rows between two looks at the stop

/// Sort keys as numbers: a text's key is its rank among the distinct texts. Unknown: the largest, sorted last.
constexpr double last = std::numeric_limits<double>::infinity();

/// "r-2" before "r-10": runs of digits by their value, the rest by character, case aside.
bool naturalLess(const QString& a, const QString& b) {
    const auto digitsFrom = [](const QString& text, qsizetype from) {
        qsizetype to = from;
        while (to < text.size() && text[to].isDigit()) ++to;
        return to;
    };
    qsizetype i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const qsizetype aEnd = digitsFrom(a, i), bEnd = digitsFrom(b, j);
        if (aEnd > i && bEnd > j) {
            while (i + 1 < aEnd && a[i] == QLatin1Char('0')) ++i;
            while (j + 1 < bEnd && b[j] == QLatin1Char('0')) ++j;
            if (aEnd - i != bEnd - j) return aEnd - i < bEnd - j;
            const int order = a.mid(i, aEnd - i).compare(b.mid(j, bEnd - j));
            if (order != 0) return order < 0;
            i = aEnd;
            j = bEnd;
            continue;
        }
        const QChar x = a[i++].toCaseFolded(), y = b[j++].toCaseFolded();
        if (x != y) return x < y;
    }
    return a.size() - i < b.size() - j;
}

struct Keys {
    std::vector<double> values;  ///< by position in the rows kept
    bool stopped = false;
};

RowFigures figuresFor(const RowTableColumn& column, const RowsSnapshot& snapshot, RowIndex row) {
    return column.needsFigures ? snapshot.figuresOf(row) : RowFigures{};
}

Keys numberKeys(const RowTableColumn& column, const RowsSnapshot& snapshot, const std::vector<RowIndex>& rows,
                const std::stop_token& stop) {
    Keys keys;
    keys.values.reserve(rows.size());
    for (const RowIndex row : rows) {
        if (keys.values.size() % askEvery == 0 && stop.stop_requested()) return {{}, true};
        const RowFigures figures = figuresFor(column, snapshot, row);
        keys.values.push_back(column.number({snapshot, row, figures}).value_or(last));
    }
    return keys;
}

Keys wordKeys(const RowTableColumn& column, const RowsSnapshot& snapshot, const std::vector<RowIndex>& rows,
              const std::stop_token& stop) {
    std::map<QString, double> ranks;
    std::vector<std::map<QString, double>::iterator> places;
    places.reserve(rows.size());
    for (const RowIndex row : rows) {
        if (places.size() % askEvery == 0 && stop.stop_requested()) return {{}, true};
        const RowFigures figures = figuresFor(column, snapshot, row);
        places.push_back(ranks.try_emplace(column.words({snapshot, row, figures}), 0).first);
    }
    std::vector<std::map<QString, double>::iterator> order;
    for (auto it = ranks.begin(); it != ranks.end(); ++it) order.push_back(it);
    std::ranges::sort(order, [](const auto& a, const auto& b) { return naturalLess(a->first, b->first); });
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i]->second = order[i]->first.isEmpty() ? last : static_cast<double>(i);
    Keys keys;
    keys.values.reserve(places.size());
    for (const auto& place : places) keys.values.push_back(place->second);
    return keys;
}

std::vector<RowIndex> sorted(const std::vector<RowIndex>& rows, const std::vector<double>& keys, bool ascending) {
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
        const double x = keys[a];
        const double y = keys[b];
        if (x == last || y == last) return y == last && x != last;
        return ascending ? x < y : x > y;
    });
    std::vector<RowIndex> out;
    out.reserve(rows.size());
    for (const std::uint32_t position : order) out.push_back(rows[position]);
    return out;
}

}  // namespace

RowOrder orderRows(const RowsSnapshot& snapshot, const QString& filter, const RowSort& sort, std::stop_token stop) {
    const RowFilter wanted(filter);
    RowOrder order;
    order.rows.reserve(snapshot.size());
    for (std::uint32_t i = 0; i < snapshot.size(); ++i) {
        if (i % askEvery == 0 && stop.stop_requested()) return {{}, true};
        if (wanted.isEmpty() || wanted.accepts(snapshot, RowIndex{i})) order.rows.push_back(RowIndex{i});
    }
    if (sort.column < 0) return order;
    const RowTableColumn& column = rowTable()[static_cast<std::size_t>(sort.column)];
    const Keys keys =
        column.number ? numberKeys(column, snapshot, order.rows, stop) : wordKeys(column, snapshot, order.rows, stop);
    if (keys.stopped) return {{}, true};
    order.rows = sorted(order.rows, keys.values, sort.ascending);
    return order;
}

}  // namespace plumbline
