// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/image_rows.h"

#include <cstdint>

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

} // namespace engine
