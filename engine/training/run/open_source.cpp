// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/open_source.h"

#include "engine/data/corpus.h"
#include "engine/data/places.h"
#include "engine/data/read_samples.h"
#include "engine/graph/error.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace engine {
namespace {

namespace fs = std::filesystem;

bool liesThere(const fs::path& file)
{
    std::error_code unknown;
    return fs::exists(file, unknown);
}

// Texts
// --------------------------------------------------------------------------------------------------------------------

std::unique_ptr<BatchSource> openText(const fs::path& data, const Model& model, const Vocabulary* known,
                                      const GoOn& goOn)
{
    return textSource(known ? Corpus(data, *known, goOn) : Corpus(data, dataSettings(model).encoding, goOn));
}

std::string textIn(const Model& model)
{
    return dataSettings(model).source;
}

fs::path bundledPlay(const Model& /*model*/)
{
    return bundledCorpus();
}

// Sequences with an answer each
// --------------------------------------------------------------------------------------------------------------------

std::unique_ptr<BatchSource> openSequences(const fs::path& data, const Model& model, const Vocabulary* /*known*/,
                                           const GoOn& goOn)
{
    return sampleSource(readSamples(data, sampleSettings(model), goOn), goOn);
}

fs::path madeSequences(const Model& model)
{
    const auto own = std::ranges::find(madeSets(), sampleSettings(model).kind, &MadeSet::kind);
    return own == madeSets().end() ? madeSets().front().name : own->name;
}

/// How the data of a kind are found and opened. A kind without a row takes that of its data layer.
struct DataReader {
    const DataKind* kind;
    std::unique_ptr<BatchSource> (*open)(const fs::path&, const Model&, const Vocabulary*, const GoOn&);
    std::string (*source)(const Model&);
    fs::path (*own)(const Model&);
};

constexpr std::array readers = {
    DataReader{&kinds::text, openText, textIn, bundledPlay},
    DataReader{&kinds::sequences, openSequences, sequenceSource, madeSequences},
};

const DataReader& readerOf(const DataKind& kind)
{
    const auto own = std::ranges::find(readers, &kind, &DataReader::kind);
    return own != readers.end()
               ? *own
               : *std::ranges::find(readers, kind.layer, [](const DataReader& reader) { return reader.kind->layer; });
}

} // namespace

std::unique_ptr<BatchSource> openSource(const fs::path& data, const Model& model, const Vocabulary* known,
                                        const GoOn& goOn)
{
    return readerOf(dataKindOf(model)).open(data, model, known, goOn);
}

std::string sourceIn(const Model& model)
{
    return readerOf(dataKindOf(model)).source(model);
}

fs::path dataNamedBy(const Model& model, const fs::path& folder)
{
    const fs::path source = sourceIn(model);
    if (source.empty()) {
        return {};
    }
    if (source.is_absolute() || !liesBelow(folder.empty() ? "." : folder, folder / source)) {
        throw Error(say(ENGINE_TEXT("Sentences", "the model names the data %1, which are outside the model's own "
                                                 "folder; to use them, name them yourself"),
                        source.string()));
    }
    return folder / source;
}

fs::path ownDataFor(const Model& model)
{
    return readerOf(dataKindOf(model)).own(model);
}

bool isMadeData(const fs::path& data)
{
    const bool isName = std::ranges::any_of(madeSets(), [&](const MadeSet& set) { return data == set.name; });
    return isName && !liesThere(data);
}

fs::path dataOfCheckpoint(const Checkpoint& checkpoint, const fs::path& file)
{
    const fs::path said = checkpoint.corpus.file + checkpoint.sequences.file; // it learned from one of them
    const fs::path folder = file.parent_path();
    for (const fs::path& place : {said, folder / said, folder / said.filename()}) {
        if (!said.empty() && liesThere(place)) {
            return place;
        }
    }
    return said; // made data have no file
}

} // namespace engine
