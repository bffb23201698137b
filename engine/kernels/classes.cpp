// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/classes.h"

#include "engine/graph/sentence.h"

#include <cassert>

namespace engine {

Normalization normalizationOf(const Params& params)
{
    const std::string& name = textParam(params, "normalization");
    if (name == "FULL") {
        return Normalization::Full;
    }
    if (name == "BATCH_SIZE") {
        return Normalization::BatchSize;
    }
    if (name == "NONE") {
        return Normalization::None;
    }
    assert(name == "VALID");
    const bool isOld = params.contains("normalize") && !flagParam(params, "normalize"); // an old file's word
    return isOld ? Normalization::BatchSize : Normalization::Valid;
}

Sentence wrongId(std::string_view layer, std::int64_t element, double id, std::int64_t classes)
{
    return say(
        ENGINE_TEXT("Sentences", "layer %1: element %2 of its input is %3, but must be a whole number from 0 to %4"),
        layer, element, id, classes - 1);
}

Sentence wrongLabel(std::string_view layer, std::int64_t place, double label, const LabelRule& rule)
{
    return say(
        ENGINE_TEXT("Sentences",
                    "layer %1: label %2 is %3, but must be a whole number from 0 to %4, or %5 where it does not count"),
        layer, place, label, rule.classes - 1, rule.ignored);
}

} // namespace engine
