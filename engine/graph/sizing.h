// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"
#include "engine/graph/layer_type.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>

// What the layers' infer functions share.

namespace engine {

/// The most elements that a tensor may have: 2^40, which is 4 TiB of floats.
inline constexpr std::int64_t maxElements = std::int64_t{1} << 40;

/// Ends infer with "layer NAME: WHY".
[[noreturn]] inline void refuse(const LayerRequest& request, const Sentence& why)
{
    throw Error(say(ENGINE_TEXT("Sentences", "layer %1: %2"), request.name, why));
}

/// Multiplies extents without overflow: stays at 2^58 where the true product is larger, so that a few may be added.
std::int64_t product(std::initializer_list<std::int64_t> factors);

/// Sums without overflow: stays at 2^60 where the true sum is larger, so that a few may be added.
void addTo(std::int64_t& sum, std::int64_t term);

/// product() of all axes of a shape.
std::int64_t elements(const Shape& shape);

/// The axis that a setting names, from 0; negative ones count from the end. `extra` allows that many positions behind
/// the last axis.
std::size_t axisParam(const LayerRequest& request, std::string_view key, std::size_t axes, std::size_t extra = 0);

/// The extents [first, last) of a shape followed by others.
Shape joined(const Shape& shape, std::size_t first, std::size_t last, std::initializer_list<std::int64_t> others = {});

} // namespace engine
