// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// Which engine runs the recurrent layers. Without a name each layer's own `engine` setting says so; a name, also
/// "DEFAULT", overrides it. The other layers take the same engine where it can run them, and else the first that can.
using EngineWish = std::optional<std::string>;

/// The engine that ran each recurrent layer before, by the layer's name: where DEFAULT may choose, a run that goes on
/// takes the same again, as another one has other rounding errors.
using EnginesBefore = std::map<std::string, std::string>;

/// Those in `preferred` with the layer's engine of before first, if it has one.
std::vector<const Engine*> sameFirst(std::vector<const Engine*> preferred, const std::string& layer,
                                     const EnginesBefore& before);

/// Whether an engine that is asked for by name must run a layer of this type: the other layers follow.
inline bool isRecurrent(const LayerType& type)
{
    return static_cast<bool>(type.recurrent);
}

/// Whether no engine is named for this layer: DEFAULT's order decides.
bool comesToDefault(const LayerSetup& layer, const EngineWish& wish);

/// Resolves a wish for one layer, among engines in the order in which DEFAULT tries them. Throws UnavailableError as
/// choose() does.
const Engine& engineFor(const LayerSetup& layer, std::vector<const Engine*> preferred, const EngineWish& wish);

} // namespace engine
