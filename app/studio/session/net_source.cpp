// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/net_source.h"

#include "engine/data/corpus.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/training/run/run.h"

namespace studio {

engine::PortableNet readNet(const NetSource& source)
{
    engine::NetFileHints hints;
    if (!source.model.layers.empty()) {
        hints.model = source.model;
    }
    if (!source.corpus.empty()) {
        hints.characters = [&source](const engine::Model& model) {
            return engine::Corpus(source.corpus, engine::dataSettings(model).encoding).vocabulary();
        };
    }
    return engine::readNet(source.file, hints);
}

bool isForeign(const std::filesystem::path& file)
{
    return engine::holds(file, engine::Content::Weights);
}

bool isSolverState(const std::filesystem::path& file)
{
    return engine::holds(file, engine::Content::SolverState);
}

} // namespace studio
