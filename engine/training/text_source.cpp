// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/text_source.h"

#include "engine/data/places.h"
#include "engine/graph/error.h"
#include "engine/training/run.h"

namespace engine {

std::filesystem::path textNamedBy(const Model& model, const std::filesystem::path& folder)
{
    const std::filesystem::path source = dataSettings(model).source;
    if (source.empty()) {
        return {};
    }
    if (source.is_absolute() || !liesBelow(folder.empty() ? "." : folder, folder / source)) {
        throw Error("the model names the text " + source.string() +
                    ", which is outside the model's own folder; where it is the text that you want, name it yourself");
    }
    return folder / source;
}

} // namespace engine
