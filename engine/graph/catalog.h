// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <span>
#include <string_view>

namespace engine {

struct Layer;

/// What describes a kind of layer.
using LayerMaker = LayerType (*)();

/// All of them, in the order of the palette. engine/layers, which sees this folder, defines it: the one thing that this
/// folder takes from there, since sizes and wiring of a model follow from its layers' descriptions.
std::span<const LayerMaker> layerMakers();

/// Every kind of layer, with the checks that all share, in that order.
std::span<const LayerType> catalog();

/// The type with this name, or null. Case and underscores do not matter: "Lstm", "LSTM_SIMPLE", "InnerProduct".
const LayerType* findLayerType(std::string_view name);

/// The same for a name that must be there; throws Error with the nearest names.
const LayerType& layerType(std::string_view name);

/// Whether a layer is of the type with this name.
bool isType(const Layer& layer, std::string_view name);

} // namespace engine
