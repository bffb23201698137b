// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/code/computation.h"

#include <set>
#include <span>

namespace engine::code {

// Matrices as integers of 8 bits: each row's are to be multiplied by the row's scale.

/// A 127th of the largest value; 0 for a row of zeros.
float scaleOf(std::span<const float> row);

/// How many times the scale the value is, -127 to 127.
int multipleOf(float scale, float value);

/// The row of a matrix.
std::span<const float> rowOf(const Weight& matrix, std::int64_t index);

/// The matrices that only products or the rows of characters take, and that no layer has in another way.
std::set<int> int8Matrices(const Computation& computation);

} // namespace engine::code
