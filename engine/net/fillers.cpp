// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/net/fillers.h"

#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

double fan(const WeightSpec& weight)
{
    const auto count = static_cast<double>(weight.shape.count());
    const double in = weight.shape.axes() > 0 ? count / static_cast<double>(weight.shape[0]) : count;
    const double out = weight.shape.axes() > 1 ? count / static_cast<double>(weight.shape[1]) : count;
    if (weight.filler.varianceNorm == "FAN_OUT") {
        return out;
    }
    return weight.filler.varianceNorm == "AVERAGE" ? (in + out) / 2 : in;
}

template <typename Draw>
void fillWith(std::span<float> values, Draw draw)
{
    std::generate(values.begin(), values.end(), [&] { return static_cast<float>(draw()); });
}

} // namespace

void fill(const WeightSpec& weight, RandomSequence& random, std::span<float> values)
{
    const Filler& filler = weight.filler;
    const auto uniform = [&](double low, double high) {
        fillWith(values, [&] { return low + (high - low) * random.uniform01(); });
    };
    const auto gaussian = [&](double mean, double deviation) {
        fillWith(values, [&] { return mean + deviation * random.gaussian(); });
    };
    if (filler.type == "constant") {
        std::fill(values.begin(), values.end(), static_cast<float>(filler.value));
    } else if (filler.type == "uniform") {
        uniform(filler.min, filler.max);
    } else if (filler.type == "gaussian") {
        gaussian(filler.mean, filler.std);
    } else if (filler.type == "xavier") {
        const double limit = std::sqrt(3 / fan(weight));
        uniform(-limit, limit);
    } else if (filler.type == "msra") {
        gaussian(0, std::sqrt(2 / fan(weight)));
    } else {
        throw Error(
            say(ENGINE_TEXT(
                    "Sentences",
                    "weight %1 asks for the filler \"%2\", but there are constant, uniform, gaussian, xavier and msra"),
                weight.name, filler.type));
    }
    for (const ConstantBlock& block : weight.blocks) {
        std::fill_n(values.begin() + block.first, block.count, static_cast<float>(block.value));
    }
}

} // namespace engine
