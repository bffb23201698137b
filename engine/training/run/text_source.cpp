// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/text_source.h"

#include "engine/data/corpus.h"
#include "engine/data/places.h"
#include "engine/graph/error.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <system_error>
#include <vector>

namespace engine {
namespace {

namespace fs = std::filesystem;

bool isItsText(const Checkpoint& checkpoint, const fs::path& file)
{
    try {
        return Corpus(file, checkpoint.vocabulary).digest() == checkpoint.corpus.digest;
    } catch (const Error&) { // it cannot be read, or has other characters
        return false;
    }
}

/// The file in the model's folder or below, which an error calls `what`; empty where none is named.
fs::path checkedSource(const fs::path& source, const fs::path& folder, const Sentence& what)
{
    if (source.empty()) {
        return {};
    }
    if (source.is_absolute() || !liesBelow(folder.empty() ? "." : folder, folder / source)) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "the model names %1, which is outside the model's own folder; to use it, name it yourself"),
                what));
    }
    return folder / source;
}

} // namespace

fs::path textNamedBy(const Model& model, const fs::path& folder)
{
    const fs::path source = dataSettings(model).source;
    return checkedSource(source, folder, say(ENGINE_TEXT("Sentences", "the text %1"), source.string()));
}

fs::path sequencesNamedBy(const Model& model, const fs::path& folder)
{
    const fs::path source = sequenceSource(model);
    return checkedSource(source, folder, say(ENGINE_TEXT("Sentences", "the data %1"), source.string()));
}

fs::path textOfCheckpoint(const Checkpoint& checkpoint, const fs::path& file)
{
    const fs::path said = checkpoint.corpus.file, folder = file.parent_path();
    std::vector<fs::path> places;
    for (const fs::path& place : {said, folder / said, folder / said.filename()}) {
        std::error_code unknown;
        if (!said.empty() && fs::exists(place, unknown) && std::ranges::find(places, place) == places.end()) {
            places.push_back(place);
        }
    }
    if (places.size() == 1) {
        return places.front(); // whoever opens it compares the digest
    }
    const auto place = std::ranges::find_if(places, [&](const fs::path& one) { return isItsText(checkpoint, one); });
    return place == places.end() ? said : *place;
}

} // namespace engine
