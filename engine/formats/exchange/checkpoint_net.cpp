// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/prototxt/prototxt.h"

#include <utility>

namespace engine {
namespace {

namespace fs = std::filesystem;

PortableNet readCheckpointNet(const fs::path& file, const NetFileHints& /*hints*/)
{
    Checkpoint checkpoint = loadCheckpoint(file);
    PortableNet net{.model = readModel(checkpoint.model, file.string())};
    net.vocabulary = checkpoint.vocabulary;
    if (!checkpoint.sequences.kind.empty()) {
        net.sequences = checkpoint.sequences;
        net.vocabulary = checkpoint.vocabulary.size() > 0 ? net.vocabulary : std::nullopt;
    }
    net.weights = checkpoint.weights;
    net.iteration = checkpoint.iteration;
    net.checkpoint = std::move(checkpoint);
    return net;
}

} // namespace

NetFunctions checkpointFunctions()
{
    return {.read = readCheckpointNet,
            .write = [](const fs::path& file, const PortableNet& net,
                        TransferReport& /*report*/) { saveCheckpoint(file, net.checkpoint.value()); },
            .bringsNet = [](const fs::path& /*file*/) { return true; },
            .vocabulary = [](const fs::path& file) { return std::optional(loadCheckpoint(file).vocabulary); }};
}

} // namespace engine
