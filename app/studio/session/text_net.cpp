// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/text_net.h"

#include "engine/graph/error.h"

namespace studio {

NetSnapshot textNet(const NetSource& source)
{
    engine::PortableNet net = readNet(source);
    if (!net.vocabulary) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "%1 does not contain its vocabulary; choose the text that it was trained on"),
            source.file.string()));
    }
    engine::requireAllWeights(net);
    const std::string engine = net.checkpoint ? net.checkpoint->engine : std::string();
    return {.model = std::move(net.model),
            .vocabulary = std::move(*net.vocabulary),
            .weights = std::move(net.weights),
            .engine = engine.empty() ? engine::EngineWish() : engine,
            .iteration = net.iteration};
}

} // namespace studio
