// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <cudnn.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace engine::cuda::cudnn {

/// One of the library's algorithms for a stack of recurrent cells.
struct Algorithm {
    cudnnRNNAlgo_t id;
    std::string_view name;
    std::optional<Precision> finer; ///< what it multiplies in where the run's precision is bf16; else the run's own

    /// What a run of `precision` multiplies in by this algorithm.
    Precision precisionIn(Precision precision) const
    {
        return precision == Precision::Bfloat16 ? finer.value_or(precision) : precision;
    }

    /// Whether a run of `precision` tries it: one with a precision of its own is for bf16 only, as elsewhere it is the
    /// same as the one without.
    bool isFor(Precision precision) const { return !finer || precision == Precision::Bfloat16; }
};

/// In the order in which they are tried: the one that runs everything first.
inline constexpr Algorithm algorithms[] = {
    {CUDNN_RNN_ALGO_STANDARD, "STANDARD", {}},
    {CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H, "PERSIST_STATIC_SMALL_H", {}},
    {CUDNN_RNN_ALGO_PERSIST_STATIC, "PERSIST_STATIC", {}},
    {CUDNN_RNN_ALGO_PERSIST_DYNAMIC, "PERSIST_DYNAMIC", {}},
    {CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H, "PERSIST_STATIC_SMALL_H_TF32", Precision::Tf32},
};

inline constexpr const Algorithm& standard = algorithms[0];

/// Null if no algorithm has this name.
inline const Algorithm* algorithmNamed(std::string_view name)
{
    const auto* const found = std::ranges::find(algorithms, name, &Algorithm::name);
    return found == std::end(algorithms) ? nullptr : found;
}

} // namespace engine::cuda::cudnn
