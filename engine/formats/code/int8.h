// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/code/computation.h"

#include <span>

namespace engine::code {

// Matrices as integers of 8 bits: each row's are to be multiplied by the row's scale.

/// A 127th of the largest value; 0 for a row of zeros.
float scaleOf(std::span<const float> row);

/// How many times the scale the value is, -127 to 127.
int multipleOf(float scale, float value);

/// The row of a matrix.
std::span<const float> rowOf(const Weight& matrix, std::int64_t index);

/// A matrix that only products or the rows of characters take, whose rows are whole multiples of their scales:
/// roundToInt8() made them.
bool isRounded(const Computation& computation, int weight);

} // namespace engine::code
