// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <vector>

namespace engine {

/// Tensors of these shapes without memory, to ask engines about layers that are not made yet.
inline std::vector<Tensor> withoutMemory(const std::vector<Shape>& shapes)
{
    std::vector<Tensor> tensors;
    for (const Shape& shape : shapes) {
        tensors.push_back({shape, nullptr, nullptr});
    }
    return tensors;
}

} // namespace engine
