// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/open_source.h"

#include "engine/data/read_samples.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/run/run.h"
#include "engine/training/run/text_source.h"

#include <algorithm>
#include <system_error>

namespace engine {

namespace fs = std::filesystem;

std::unique_ptr<BatchSource> openSource(const fs::path& data, const Model& model, const Vocabulary* known,
                                        const GoOn& goOn)
{
    if (learnsSequences(model)) {
        return sampleSource(readSamples(data, sampleSettings(model), goOn), goOn);
    }
    return textSource(known ? Corpus(data, *known, goOn) : Corpus(data, dataSettings(model).encoding, goOn));
}

const Vocabulary& charactersOf(const BatchSource& source)
{
    return source.text() ? source.text()->vocabulary() : source.samples()->vocabulary;
}

bool isMadeData(const fs::path& data)
{
    std::error_code unknown;
    const bool isName = std::ranges::any_of(madeSets(), [&](const MadeSet& set) { return data == set.name; });
    return isName && !fs::exists(data, unknown);
}

const char* madeSequencesFor(const Model& model)
{
    switch (sampleSettings(model).kind) {
    case SampleKind::Table:
        return madeWeatherName;
    case SampleKind::Lines:
        return madeLinesName;
    case SampleKind::Auto:
    case SampleKind::Rows:
        break;
    }
    return madeDigitsName;
}

fs::path dataOfCheckpoint(const Checkpoint& checkpoint, const fs::path& file)
{
    if (checkpoint.sequences.kind.empty()) {
        return textOfCheckpoint(checkpoint, file);
    }
    const fs::path said = checkpoint.sequences.file, folder = file.parent_path();
    for (const fs::path& place : {said, folder / said, folder / said.filename()}) {
        std::error_code unknown;
        if (!said.empty() && fs::exists(place, unknown)) {
            return place;
        }
    }
    return said; // made data have no file
}

} // namespace engine
