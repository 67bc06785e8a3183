#include <array>

#include "ui/charts/chart_spec.h"

namespace plumbline {

namespace {

// Okabe and Ito's palette for colour-blind people; black and yellow are lightened or darkened to stand on the ground.
struct Tone {
    QColor light, dark;
};
const std::array<Tone, 8>& tones() {
    static const std::array<Tone, 8> all{{{{0, 114, 178}, {86, 160, 220}},
                                          {{213, 94, 0}, {240, 130, 50}},
                                          {{0, 158, 115}, {40, 190, 145}},
                                          {{204, 121, 167}, {225, 150, 190}},
                                          {{86, 180, 233}, {125, 205, 245}},
                                          {{230, 159, 0}, {240, 180, 50}},
                                          {{60, 60, 60}, {215, 215, 215}},
                                          {{176, 160, 0}, {240, 228, 66}}}};
    return all;
}

constexpr int shapeCount = 8;

}  // namespace

SeriesStyle seriesStyle(std::size_t configuration, bool dark) {
    const std::size_t count = tones().size();
    const Tone& tone = tones()[configuration % count];
    // After eight configurations the colours come again with other markers.
    const std::size_t shape = (configuration + configuration / count) % shapeCount;
    return {dark ? tone.dark : tone.light, static_cast<MarkerShape>(shape)};
}

}  // namespace plumbline
