// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/vector_math.h"

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"

namespace engine {
namespace {

constexpr std::int64_t grain = 8 * 1024; ///< one thread's work in about 5 us

ENGINE_VECTOR_CLONES void expRange(const float* from, float* to, std::int64_t count)
{
    for (std::int64_t index = 0; index < count; ++index) {
        to[index] = FastMath::exp(from[index]);
    }
}

ENGINE_VECTOR_CLONES void sigmoidRange(const float* from, float* to, std::int64_t count)
{
    for (std::int64_t index = 0; index < count; ++index) {
        to[index] = FastMath::sigmoid(from[index]);
    }
}

ENGINE_VECTOR_CLONES void tanhRange(const float* from, float* to, std::int64_t count)
{
    for (std::int64_t index = 0; index < count; ++index) {
        to[index] = FastMath::tanh(from[index]);
    }
}

} // namespace

void expOf(const float* from, float* to, std::int64_t count)
{
    parallelFor(count, grain, [=](IndexRange range) { expRange(from + range.first, to + range.first, range.count()); });
}

void sigmoidOf(const float* from, float* to, std::int64_t count)
{
    parallelFor(count, grain,
                [=](IndexRange range) { sigmoidRange(from + range.first, to + range.first, range.count()); });
}

void tanhOf(const float* from, float* to, std::int64_t count)
{
    parallelFor(count, grain,
                [=](IndexRange range) { tanhRange(from + range.first, to + range.first, range.count()); });
}

} // namespace engine
