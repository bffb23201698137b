// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/portable_net.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace engine {

/// Weights up to `size` that are neither in order nor so small that the net thinks nothing.
void scramble(PortableNet& net, float size);

/// A text: the number of the character that a stream has at a step.
struct IdRun {
    std::int64_t steps, streams;
    std::function<std::int64_t(std::int64_t step, std::int64_t stream)> idAt;
};

/// Rows of `width` scores as the logarithms of the chances that they stand for.
template <typename Number>
std::vector<Number> logChances(std::vector<Number> scores, std::size_t width)
{
    for (std::size_t row = 0; row + width <= scores.size(); row += width) {
        double sum = 0;
        for (std::size_t index = row; index < row + width; ++index) {
            sum += std::exp(scores[index]);
        }
        for (std::size_t index = row; index < row + width; ++index) {
            scores[index] -= static_cast<Number>(std::log(sum));
        }
    }
    return scores;
}

/// The engine that runs a net plainly; CAFFE does not have typed cells.
std::string engineFor(const Model& model);

/// What the net thinks of the text, by our own engine: [T, N, V], from a state of zeros.
std::vector<float> logitsOf(const PortableNet& net, const IdRun& run);

} // namespace engine
