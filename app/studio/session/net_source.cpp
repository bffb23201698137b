// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/net_source.h"

#include "editor/document/sentence_words.h"
#include "engine/data/corpus.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/run/run.h"
#include "engine/training/run/trainer.h"

#include <exception>
#include <new>
#include <utility>

namespace studio {

std::shared_ptr<const NetSnapshot> snapshotOf(const engine::Trainer& trainer, const engine::EngineWish& engine)
{
    const engine::Samples* const samples = trainer.source().samples();
    return std::make_shared<const NetSnapshot>(
        NetSnapshot{.model = trainer.model(),
                    .vocabulary = trainer.source().vocabulary(),
                    .sequences = samples ? samples->facts : engine::SampleFacts(),
                    .weights = trainer.solver().weights(),
                    .engine = engine,
                    .iteration = trainer.iteration()});
}

NetSnapshot snapshotOf(const engine::Checkpoint& checkpoint)
{
    return {.model = engine::readModel(checkpoint.model, "the checkpoint's model"),
            .vocabulary = checkpoint.vocabulary,
            .sequences = checkpoint.sequences,
            .weights = checkpoint.weights,
            .engine = checkpoint.engine.empty() ? engine::EngineWish() : checkpoint.engine,
            .iteration = checkpoint.iteration};
}

engine::Sentence failureOf(const std::function<void()>& work, engine::Sentence ofMemory)
{
    try {
        work();
    } catch (const std::bad_alloc&) {
        return ofMemory.empty() ? ENGINE_TEXT("Session", "there is not enough memory for this net") : ofMemory;
    } catch (const std::exception& error) {
        return editor::sentenceOf(error);
    }
    return {};
}

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
