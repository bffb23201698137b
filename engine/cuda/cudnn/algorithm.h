// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cudnn/elements.h"
#include "engine/devices/device.h"
#include "engine/graph/recurrent.h"

#include <cudnn.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace engine::cuda::cudnn {

/// One of the library's algorithms for a stack of recurrent cells.
struct Algorithm {
    cudnnRNNAlgo_t id;
    std::string_view name;
    std::optional<Elements> finer; ///< its tensors' where the run's precision is bf16, which has fewer bits

    /// What its tensors are made of in a run of `precision`.
    Elements elementsIn(Precision precision) const
    {
        return precision == Precision::Bfloat16 ? finer.value_or(Elements::Bfloat16) : elementsOf(precision);
    }

    /// Whether a run of `precision` tries it for this stack: one with elements of its own is for bf16 only, and half
    /// precision for one direction of a cell whose states cannot outgrow it.
    bool isFor(Precision precision, const RecurrentStack& stack) const
    {
        const bool isTame = !stack.isBidirectional() && stack.cell->kind != Cell::Kind::RnnRelu;
        return !finer || (precision == Precision::Bfloat16 && (finer != Elements::Half || isTame));
    }
};

/// In the order in which they are tried: the one that runs everything first.
inline constexpr Algorithm algorithms[] = {
    {CUDNN_RNN_ALGO_STANDARD, "STANDARD", {}},
    {CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H, "PERSIST_STATIC_SMALL_H", {}},
    {CUDNN_RNN_ALGO_PERSIST_STATIC, "PERSIST_STATIC", {}},
    {CUDNN_RNN_ALGO_PERSIST_DYNAMIC, "PERSIST_DYNAMIC", {}},
    {CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H, "PERSIST_STATIC_SMALL_H_TF32", Elements::Float},
    {CUDNN_RNN_ALGO_PERSIST_STATIC, "PERSIST_STATIC_FP16", Elements::Half},
};

inline constexpr const Algorithm& standard = algorithms[0];

/// Null if no algorithm has this name.
inline const Algorithm* algorithmNamed(std::string_view name)
{
    const auto* const found = std::ranges::find(algorithms, name, &Algorithm::name);
    return found == std::end(algorithms) ? nullptr : found;
}

} // namespace engine::cuda::cudnn
