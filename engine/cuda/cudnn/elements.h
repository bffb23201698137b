// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <cstddef>
#include <cstdint>

namespace engine::cuda::cudnn {

/// What the library's tensors are made of.
enum class Elements { Float, Bfloat16, Half };

/// Float, or bfloat16 where the run's precision is that.
inline Elements elementsOf(Precision precision)
{
    return precision == Precision::Bfloat16 ? Elements::Bfloat16 : Elements::Float;
}

inline std::int64_t bytesOf(Elements elements)
{
    return elements == Elements::Float ? 4 : 2;
}

/// Memory of a device comes in floats: as many as hold `bytes`.
inline std::int64_t floatsFor(std::int64_t bytes)
{
    return (bytes + 3) / 4;
}

/// The element at `index` of a tensor; null stays null.
inline void* elementAt(void* data, Elements elements, std::int64_t index)
{
    return data ? static_cast<std::byte*>(data) + index * bytesOf(elements) : nullptr;
}

} // namespace engine::cuda::cudnn
