#include "ui/charts/label_placer.h"

#include <algorithm>
#include <array>

namespace plumbline {

std::optional<QRectF> LabelPlacer::place(const QPointF& point, const QSizeF& size, double distance) {
    const double w = size.width();
    const double h = size.height();
    const double d = distance;
    const std::array<QPointF, 8> offsets{{{d, -h - d / 2},
                                          {-w / 2, -h - d},
                                          {-w - d, -h - d / 2},
                                          {d, d / 2},
                                          {-w / 2, d},
                                          {-w - d, d / 2},
                                          {d, -h / 2},
                                          {-w - d, -h / 2}}};
    for (const QPointF& offset : offsets) {
        const QRectF rect(point + offset, size);
        if (!isFree(rect)) continue;
        m_taken.push_back(rect);
        return rect;
    }
    return {};
}

bool LabelPlacer::isFree(const QRectF& rect) const {
    return m_bounds.contains(rect) && std::none_of(m_taken.begin(), m_taken.end(),
                                                   [&](const QRectF& taken) { return taken.intersects(rect); });
}

}  // namespace plumbline
