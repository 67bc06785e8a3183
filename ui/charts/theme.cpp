#include "ui/charts/theme.h"

namespace plumbline {

const ChartColours& chartColours(bool dark) {
    static const ChartColours light{{255, 255, 255}, {255, 255, 255}, {232, 234, 237},
                                    {120, 126, 134}, {32, 36, 42},    {96, 102, 110},
                                    {150, 40, 40},   {0, 95, 135},    {255, 255, 255, 225}};
    static const ChartColours night{{30, 32, 36},    {30, 32, 36},    {52, 55, 61},
                                    {140, 146, 155}, {226, 229, 233}, {160, 166, 174},
                                    {240, 130, 120}, {110, 190, 230}, {30, 32, 36, 225}};
    return dark ? night : light;
}

}  // namespace plumbline
