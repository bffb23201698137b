// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace engine {

/// A series to try a forecast on: the weather of a place that is not there.
struct MadeWeather {
    std::int64_t days = 3650; ///< from 2000-01-01 on
    std::uint64_t seed = 1;
};

/// A CSV file with a row a day: date, pressure (hPa), humidity (%), rain (mm), temperature (°C). The temperature has a
/// season, a trend of 0.5 °C in ten years, and a departure from them that lasts for days and follows the pressure of
/// the day before. One number makes the same file on every machine: all of it is arithmetic in integers.
std::string makeWeather(const MadeWeather& wish = {});

} // namespace engine
