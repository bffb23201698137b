// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"
#include "engine/lens/unit_values.h"
#include "engine/net/weight_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// Reads a text, the numbers of its characters, from zero state and keeps what every recurrent unit held: of each layer
/// in the model's order, of its stacked layers from the lowest, of each the forward direction first. For T characters
/// it takes 4·T·(gates + states) bytes a unit.
///
/// `store` lies on the CPU. Throws Error where the model reads no text, a layer's first state comes in at a port, or
/// there is no recurrent layer, or where that memory is not free; CancelledError where `goOn` says no.
std::vector<UnitValues> readUnits(const Model& model, WeightStore& store, std::span<const std::int32_t> characters,
                                  const GoOn& goOn = {});

} // namespace engine
