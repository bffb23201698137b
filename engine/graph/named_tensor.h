// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/shape.h"

#include <string>
#include <vector>

namespace engine {

/// A tensor on the host with a name, as files hold it.
struct NamedTensor {
    std::string name; ///< "lstm1/Wx"
    Shape shape;
    std::vector<float> values;

    bool operator==(const NamedTensor&) const = default;
};

/// Throws Error with the first value that is neither a number nor small enough for one: its tensor and its place there.
/// Such weights neither enter a store nor leave to a file.
void requireFinite(const std::vector<NamedTensor>& tensors);

} // namespace engine
