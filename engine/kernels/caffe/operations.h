// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"
#include "engine/graph/sentence.h"
#include "engine/kernels/axis_view.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// CAFFE's layers are templates over `Operations`: CpuOperations (cpu_operations.h) and CudaOperations
/// (engine/cuda/caffe/cuda_operations.h). Here is what both share; the README of engine/kernels lists the operations.
namespace engine::caffe {

/// A block of rows whose starts are `stride` elements apart.
struct Rows {
    float* first;
    std::int64_t stride;
};
struct ConstRows {
    const float* first;
    std::int64_t stride;
};

/// How many threads of a GPU share a task. On the CPU a task has one thread.
enum class TeamSize { One, Warp, Block };

/// Tasks that each go over `elements` elements, by a team of threads.
struct Teams {
    std::int64_t tasks, elements;
    TeamSize size;
};

/// A task for each place of a tensor outer × extent × inner, over the extent. Elements that lie side by side are shared
/// by a warp, very many by a block; where the places lie side by side, each has one thread.
inline Teams teamsFor(const AxisView& view)
{
    constexpr std::int64_t maxOfWarp = 1024;
    const TeamSize size = view.inner != 1 ? TeamSize::One : view.extent <= maxOfWarp ? TeamSize::Warp : TeamSize::Block;
    return {view.outer * view.inner, view.extent, size};
}

/// What a task found, and the sum over all tasks.
struct Tally {
    double sum;
    std::int64_t counted;
};

/// What an element-wise program (engine/cells/stages.h) runs over.
struct ElementWork {
    std::int64_t rows, units;
    std::vector<Rows> tensors; ///< by the program's numbers; a stride of 0: one row for all
    std::vector<float*> sums;  ///< [units] each, by the program's numbers of vectors: what is summed over the rows is
                               ///< added to them
};

/// Says, as a sentence, what is wrong with an invalid number that a kernel found.
using FaultWords = std::function<Sentence(long long element, double value)>;

/// Rows of a table W [V, E] that are picked by ids: y[i] = W[ids[i]] (+ b), dW[ids[i]] += dy[i].
struct TableLookUp {
    std::int64_t count, vocabulary, width; ///< ids, V, E
    const float* ids;                      ///< [count]
    const float *W, *b;                    ///< b [E] may be null
    float* y;                              ///< [count, E]
    const float* dy;                       ///< [count, E]; null where none arrives
    float* dW;                             ///< null if not needed
};

/// a / b for numbers that are not below zero: on a GPU in 32 bits where both fit, which is many times as quick.
ENGINE_BOTH inline std::int64_t quotient(std::int64_t a, std::int64_t b)
{
#ifdef __CUDA_ARCH__
    if (((a | b) >> 32) == 0) {
        return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
    }
#endif
    return a / b;
}

// The values and the wanted gradient of a weight; null where there are none.
inline const float* valuesOf(const CanonicalWeights& weights, std::size_t index)
{
    return index < weights.values.size() ? weights.values[index].data() : nullptr;
}
inline float* gradientOf(const CanonicalWeights& weights, std::size_t index)
{
    return index < weights.gradients.size() ? weights.gradients[index].data() : nullptr;
}

/// Whether the gradient of `input` is to be computed from that of `output`. Where it is wanted and none arrives, it is
/// zeroed here.
template <typename Operations>
bool gradientPasses(const Operations& operations, const Tensor& input, const Tensor& output)
{
    if (input.gradient != nullptr && output.gradient == nullptr) {
        operations.clear(input.gradient, input.count());
    }
    return input.gradient != nullptr && output.gradient != nullptr;
}

} // namespace engine::caffe
