// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/portable_net.h"

#include "engine/graph/model.h"

namespace engine {

void wantModel(const std::filesystem::path& file)
{
    throw ModelWanted(
        sentence(file.string(), " holds weights without their net, so the net's prototxt is wanted with it"));
}

Model sizedFor(const Model& model, const std::optional<Vocabulary>& vocabulary, std::int64_t rows)
{
    const std::int64_t size = vocabulary ? vocabulary->size() : rows;
    return size > 0 ? withVocabulary(model, size) : model;
}

} // namespace engine
