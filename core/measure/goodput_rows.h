// Goodput a row at a time (METRICS §4), for those who count rows anew.
#pragma once

#include "core/measure/tally.h"

namespace plumbline {

/// Whether a row meets its limits: surely, or if what is withheld were good.
struct RowMet {
    bool low = true, high = true;
    void both(bool value) { low = low && value, high = high && value; }
    void unknown() { low = false; }
};

/// The row held to each of the limits; a row outside the distributions meets none. mask: InDistribution.
RowMet metBy(const Dataset& data, const Settings& settings, std::size_t row, Verdict verdict, std::uint8_t mask);

/// Whether a row's end is in its run's W, which is asked of rows only where warm-up or cool-down are taken off.
bool endedIn(const Columns& rows, std::size_t row, const Window& window);

}  // namespace plumbline
