// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/named_tensor.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

/// "[2, 0, 17]"
std::string placeIn(const Shape& shape, std::int64_t element)
{
    std::string text;
    for (std::size_t axis = shape.axes(); axis-- > 0;) {
        text = std::to_string(element % shape[axis]) + (text.empty() ? "" : ", ") + text;
        element /= shape[axis];
    }
    return "[" + text + "]";
}

} // namespace

void requireFinite(const std::vector<NamedTensor>& tensors)
{
    for (const NamedTensor& tensor : tensors) {
        const auto isFinite = [](float value) { return std::isfinite(value); };
        const auto odd = std::ranges::find_if_not(tensor.values, isFinite);
        if (odd != tensor.values.end()) {
            throw Error(say(ENGINE_TEXT("Sentences", "the weight %1 %2 has %3 at %4, but all weights must be finite"),
                            printable(tensor.name), tensor.shape, static_cast<double>(*odd),
                            placeIn(tensor.shape, odd - tensor.values.begin())));
        }
    }
}

} // namespace engine
