// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// How other programs' files hold a weight.
enum class FloatElement { Single, Double, Half, Bfloat };

std::size_t bytesOf(FloatElement element);

/// 1 sign, 5 exponent, 10 fraction bits. Exact.
float fromHalf(std::uint16_t bits);

/// The upper half of a float. Exact.
float fromBfloat(std::uint16_t bits);

/// Little-endian elements as they lie; bytes behind the last whole one are not read.
std::vector<float> floatsOf(FloatElement element, std::span<const std::byte> bytes);

} // namespace engine
