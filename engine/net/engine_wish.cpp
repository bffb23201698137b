// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/net/engine_wish.h"

#include <algorithm>
#include <cctype>

namespace engine {
namespace {

std::string upperCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    return text;
}

/// The engine's name that a wish resolves to for a layer, in capitals.
std::string named(const LayerSetup& layer, const EngineWish& wish)
{
    const auto own = layer.params.find("engine");
    return upperCase(wish ? *wish : own != layer.params.end() ? textParam(layer.params, "engine") : "DEFAULT");
}

} // namespace

std::vector<const Engine*> sameFirst(std::vector<const Engine*> preferred, const std::string& layer,
                                     const EnginesBefore& before)
{
    if (const auto found = before.find(layer); found != before.end()) {
        std::stable_partition(preferred.begin(), preferred.end(),
                              [&](const Engine* one) { return one->name() == found->second; });
    }
    return preferred;
}

bool comesToDefault(const LayerSetup& layer, const EngineWish& wish)
{
    return named(layer, wish) == "DEFAULT";
}

const Engine& engineFor(const LayerSetup& layer, std::vector<const Engine*> preferred, const EngineWish& wish)
{
    const std::string name = named(layer, wish);
    if (isRecurrent(*layer.type) || !wish) {
        return choose(preferred, name, layer);
    }
    std::stable_partition(preferred.begin(), preferred.end(), [&](const Engine* one) { return one->name() == name; });
    return choose(preferred, "DEFAULT", layer);
}

} // namespace engine
