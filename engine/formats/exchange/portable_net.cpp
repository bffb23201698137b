// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/portable_net.h"

#include "engine/graph/data_kind.h"
#include "engine/graph/model.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"

namespace engine {

void wantModel(const std::filesystem::path& file)
{
    throw ModelWanted(
        say(ENGINE_TEXT("Sentences", "%1 holds weights without their net, so the net's prototxt is wanted with it"),
            file.string()));
}

void requireRows(const std::string& fileName, std::int64_t rows, const std::optional<Vocabulary>& vocabulary)
{
    if (vocabulary && rows > 0 && rows != vocabulary->size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: the net has rows for %2 characters, but the vocabulary given for "
                                                 "it has %3: wanted is the one that the net was trained with"),
                        fileName, rows, vocabulary->size()));
    }
}

Model sizedFor(const Model& model, const std::optional<Vocabulary>& vocabulary, std::int64_t rows,
               const std::string& fileName)
{
    requireRows(fileName, rows, vocabulary);
    const std::int64_t size = vocabulary ? vocabulary->size() : rows;
    return size > 0 ? withVocabulary(model, size) : model;
}

Model sizedFor(const Model& model, const SampleFacts& facts, const std::optional<Vocabulary>& vocabulary,
               TransferReport& report)
{
    const std::int64_t characters = sequencesNamed(facts.kind).ofCharacters && vocabulary ? vocabulary->size() : 0;
    const SampleSizes sizes{.steps = facts.steps,
                            .width = characters > 0 ? 0 : facts.width,
                            .classes = std::ssize(facts.classes),
                            .vocabulary = characters};
    Model sized = model;
    std::vector<Sentence> notes;
    for (const OtherWidth& other : otherWidths(model, sizes)) {
        for (Layer& layer : sized.layers) {
            if (layer.name == other.layer) {
                layer.params["num_output"] = other.wanted;
            }
        }
        notes.push_back(say(
            ENGINE_TEXT("Sentences", "layer %1 has %2 outputs in the model, but %3 in the file, as which it was read"),
            other.layer, other.width, other.wanted));
    }
    try {
        sized = withSamples(sized, sizes);
    } catch (const Error&) {
        return model; // what does not fit then is told tensor by tensor
    }
    report.notes.insert(report.notes.end(), notes.begin(), notes.end());
    return sized;
}

} // namespace engine
