#include <algorithm>
#include <array>
#include <cmath>

#include "core/curve/curve.h"

namespace plumbline {

namespace {

/// What a pixel column keeps: positions of its first, lowest, highest and last point.
struct Column {
    std::size_t first = 0, low = 0, high = 0, last = 0;
};

class Decimator {
public:
    Decimator(std::span<const Point> points, double x0, double x1, std::size_t columns, bool logX)
        : m_points(points), m_from(scaled(x0, logX)), m_to(scaled(x1, logX)), m_columns(columns), m_logX(logX) {}

    std::vector<Point> run(std::size_t begin, std::size_t end) {
        if (begin > 0) m_out.push_back(m_points[begin - 1]);
        for (std::size_t i = begin; i < end;) {
            const std::size_t column = columnOf(m_points[i].x);
            Column kept{i, i, i, i};
            for (; i < end && columnOf(m_points[i].x) == column; ++i) extend(kept, i);
            emit(kept);
        }
        if (end < m_points.size()) m_out.push_back(m_points[end]);
        return std::move(m_out);
    }

private:
    static double scaled(double x, bool logX) { return logX ? std::log(x) : x; }

    std::size_t columnOf(double x) const {
        const double share = (scaled(x, m_logX) - m_from) / (m_to - m_from);
        const double column = std::clamp(share, 0.0, 1.0) * static_cast<double>(m_columns);
        return std::min(static_cast<std::size_t>(column), m_columns - 1);
    }

    void extend(Column& kept, std::size_t i) const {
        if (m_points[i].y < m_points[kept.low].y) kept.low = i;
        if (m_points[i].y > m_points[kept.high].y) kept.high = i;
        kept.last = i;
    }

    void emit(const Column& kept) {
        std::array<std::size_t, 4> positions{kept.first, kept.low, kept.high, kept.last};
        std::sort(positions.begin(), positions.end());
        const auto end = std::unique(positions.begin(), positions.end());
        std::for_each(positions.begin(), end, [this](std::size_t i) { m_out.push_back(m_points[i]); });
    }

    std::span<const Point> m_points;
    double m_from, m_to;
    std::size_t m_columns;
    bool m_logX;
    std::vector<Point> m_out;
};

}  // namespace

std::vector<Point> decimate(std::span<const Point> points, double x0, double x1, std::size_t columns, bool logX) {
    const bool canScale = x0 < x1 && (!logX || x0 > 0);
    if (points.size() <= 4 * columns || columns == 0 || !canScale) return {points.begin(), points.end()};
    const auto before = [](const Point& point, double x) { return point.x < x; };
    const auto after = [](double x, const Point& point) { return x < point.x; };
    const auto begin = std::lower_bound(points.begin(), points.end(), x0, before);
    const auto end = std::upper_bound(begin, points.end(), x1, after);
    Decimator decimator(points, x0, x1, columns, logX);
    return decimator.run(static_cast<std::size_t>(begin - points.begin()),
                         static_cast<std::size_t>(end - points.begin()));
}

}  // namespace plumbline
