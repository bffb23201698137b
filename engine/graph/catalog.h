// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <span>
#include <string_view>

namespace engine {

/// Every kind of layer, in the order of the palette.
std::span<const LayerType> catalog();

/// The type with this name, or null. Case and underscores do not matter: "Lstm", "LSTM_SIMPLE", "InnerProduct".
const LayerType* findLayerType(std::string_view name);

/// The same for a name that must be there; throws Error with the nearest names.
const LayerType& layerType(std::string_view name);

} // namespace engine
