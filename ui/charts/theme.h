// Colours of charts, light and dark: calm ground, faint grid, the data has the ink.
#pragma once

#include <QColor>

namespace plumbline {

struct ChartColours {
    QColor ground, plot, grid, axis, text, faintText, limit, accent, halo;
};
const ChartColours& chartColours(bool dark);

}  // namespace plumbline
