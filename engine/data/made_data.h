// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/image_rows.h"

#include <cstdint>
#include <string>

namespace engine {

/// Digits to try a net on, drawn by a program. Several hands write them, each with its own forms, slant, width and
/// pen; every image adds its own wobble, size, place and noise. Images of one number are the same on every machine:
/// all of it is arithmetic in integers.
struct MadeDigits {
    std::int64_t train = 8000;
    std::int64_t test = 2000;
    std::uint64_t seed = 1;
};

/// 28 × 28, white on black, each ten images the ten digits in a drawn order.
ImageParts makeDigits(const MadeDigits& wish = {});

/// A series to try a forecast on: the weather of a place that is not there.
struct MadeWeather {
    std::int64_t days = 3650; ///< from 2000-01-01 on
    std::uint64_t seed = 1;
};

/// A CSV file with a row a day: date, pressure (hPa), humidity (%), rain (mm), temperature (°C). The temperature has a
/// season, a trend of 0.5 °C in ten years, and a departure from them that lasts for days and follows the pressure of
/// the day before. One number makes the same file on every machine: all of it is arithmetic in integers.
std::string makeWeather(const MadeWeather& wish = {});

/// Lines to try on who speaks them.
struct MadeLines {
    std::int64_t lines = 3000;
    std::uint64_t seed = 1;
};

/// Lines `label<TAB>text` of six made-up people, no two of them the same. Each line has an opening, a clause, a thing
/// and an end; half of these parts are in the speaker's own manner, the others anyone's, so that one line in sixteen
/// gives nobody away. One number makes the same lines on every machine.
std::string makeLines(const MadeLines& wish = {});

} // namespace engine
