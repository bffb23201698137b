// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/device.h"

#include <bit>
#include <cstdint>
#include <utility>

/// Factors of products in bf16, the upper half of a float: rounded from floats, and where they lie.
namespace engine::onednn {

using Bfloat16 = std::uint16_t;

/// To the nearest, ties to even; NaN stays NaN.
ENGINE_ALWAYS_INLINE Bfloat16 roundedToBfloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t nearest = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16, quiet = (bits >> 16) | 0x40;
    return static_cast<Bfloat16>((bits & 0x7fffffff) > 0x7f800000 ? quiet : nearest);
}

/// to = from, on the pool.
void roundToBfloat16(const float* from, Bfloat16* to, std::int64_t count);

/// The same of a matrix [rows, columns]; sums [columns] gain those of its columns before rounding, in the order of
/// rows.
void roundAndSum(const float* from, Bfloat16* to, std::int64_t rows, std::int64_t columns, float* sums);

/// Memory for them, zeros at first.
class Bfloat16Buffer {
public:
    Bfloat16Buffer() = default;
    explicit Bfloat16Buffer(Buffer memory) : m_memory(std::move(memory)) {} ///< of floatsFor(count) floats

    static std::int64_t floatsFor(std::int64_t count) { return (count + 1) / 2; }

    Bfloat16* data() const { return reinterpret_cast<Bfloat16*>(m_memory.data()); }

private:
    Buffer m_memory;
};

} // namespace engine::onednn
