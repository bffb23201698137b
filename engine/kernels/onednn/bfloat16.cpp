// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/bfloat16.h"

#include "engine/devices/cpu/parallel.h"

#include <algorithm>

namespace engine::onednn {
namespace {

constexpr std::int64_t grain = 16 * 1024; ///< floats that one thread rounds in about 5 us

ENGINE_VECTOR_CLONES void roundRange(const float* from, Bfloat16* to, std::int64_t count)
{
#pragma GCC ivdep
    for (std::int64_t at = 0; at < count; ++at) {
        to[at] = roundedToBfloat16(from[at]);
    }
}

ENGINE_VECTOR_CLONES void roundAndAddRange(const float* from, Bfloat16* to, float* sums, std::int64_t count)
{
#pragma GCC ivdep
    for (std::int64_t at = 0; at < count; ++at) {
        to[at] = roundedToBfloat16(from[at]);
        sums[at] += from[at];
    }
}

} // namespace

void roundToBfloat16(const float* from, Bfloat16* to, std::int64_t count)
{
    parallelFor(count, grain,
                [=](IndexRange range) { roundRange(from + range.first, to + range.first, range.count()); });
}

void roundAndSum(const float* from, Bfloat16* to, std::int64_t rows, std::int64_t columns, float* sums)
{
    constexpr std::int64_t cut = 16; // columns: the width of a vector register
    parallelFor(
        columns, std::max(cut, grain / std::max<std::int64_t>(rows, 1)),
        [=](IndexRange range) {
            for (std::int64_t row = 0; row < rows; ++row) {
                const std::int64_t first = row * columns + range.first;
                roundAndAddRange(from + first, to + first, sums + range.first, range.count());
            }
        },
        cut);
}

} // namespace engine::onednn
