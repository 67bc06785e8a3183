// Times of day, for the stamps that harnesses write.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tests/support/request.h"

namespace plumbline::support {

/// Epoch nanoseconds as "20260725-052911" or "2026-07-25T05:29:11.000250", in UTC.
inline std::string stamp(Nanoseconds epoch, bool iso) {
    using namespace std::chrono;
    const sys_time<Nanoseconds> instant(epoch);
    const auto day = floor<days>(instant);
    const year_month_day date(day);
    const hh_mm_ss clock(floor<microseconds>(instant - day));
    return fmt::format(
        fmt::runtime(iso ? "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}" : "{:04}{:02}{:02}-{:02}{:02}{:02}"),
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
        clock.hours().count(), clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
}

}  // namespace plumbline::support
