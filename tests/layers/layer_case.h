// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "tests/support/sentence_of.h"

#include <ostream>
#include <string>
#include <vector>

namespace engine {

/// How a failed test shows a shape.
inline void PrintTo(const Shape& shape, std::ostream* stream)
{
    *stream << toString(shape);
}

} // namespace engine

namespace engine::test {

/// One layer named "it", as a model would have it.
struct LayerCase {
    std::string type;
    Params params = {};
    std::vector<Shape> inputs = {};
    std::size_t outputs = 1;
    Dialect dialect = Dialect::Bvlc;

    Sizes sizes() const
    {
        const Layer layer{.name = "it", .type = type, .params = params};
        return layerType(type).infer({layer.name, completeParams(layer, dialect), inputs, outputs});
    }

    /// What is said against it; empty where it fits.
    std::string refusal() const
    {
        return ::sentenceOf([&] { sizes(); });
    }
};

inline std::int64_t whole(std::int64_t number)
{
    return number;
}

inline std::vector<std::int64_t> list(std::vector<std::int64_t> numbers)
{
    return numbers;
}

} // namespace engine::test
