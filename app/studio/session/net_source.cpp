// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/net_source.h"

#include "engine/data/corpus.h"
#include "engine/training/run.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

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
    const std::optional<engine::NetFileKind> kind = engine::netFileKind(file);
    return kind && *kind != engine::NetFileKind::Checkpoint;
}

bool isSolverState(const std::filesystem::path& file)
{
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return ending == ".solverstate";
}

} // namespace studio
