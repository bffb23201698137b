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

} // namespace

const Engine& engineFor(const LayerSetup& layer, std::vector<const Engine*> preferred, const EngineWish& wish)
{
    const auto own = layer.params.find("engine");
    const std::string named = upperCase(wish                        ? *wish
                                        : own != layer.params.end() ? textParam(layer.params, "engine")
                                                                    : "DEFAULT");
    if (isRecurrent(*layer.type) || !wish) {
        return choose(preferred, named, layer);
    }
    std::stable_partition(preferred.begin(), preferred.end(), [&](const Engine* one) { return one->name() == named; });
    return choose(preferred, "DEFAULT", layer);
}

} // namespace engine
