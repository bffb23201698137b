// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/engine_times.h"

#include "engine/graph/params.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace engine::cuda {
namespace {

bool areTimes(const nlohmann::json& value)
{
    return value.is_object() && std::all_of(value.begin(), value.end(), [](const nlohmann::json& time) {
               return time.is_number() && time.get<double>() > 0;
           });
}

std::int64_t roundedUp(std::int64_t number, std::int64_t to)
{
    return (number + to - 1) / to * to;
}

std::int64_t powerOfTwoFrom(std::int64_t number)
{
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(number, 1))));
}

} // namespace

CacheFile engineTimesCache(const std::filesystem::path& file)
{
    return {file,
            {.format = "hamnet-engine-times",
             .member = "layers",
             .version = 1,
             .timed = ENGINE_TEXT("Sentences", "engines"),
             .list = ENGINE_TEXT("Sentences", "engines' times"),
             .isAnswer = areTimes}};
}

std::string shapeClassOf(const LayerSetup& layer)
{
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const Shape &x = layer.inputs.at(0).shape, &h = layer.outputs.at(0).shape;
    const bool drops = stack.layers > 1 && floatParam(layer.params, "dropout_ratio") > 0;
    return say(ENGINE_TEXT("Sentences", "%1%2%3 x %4 units, %5 streams, %6 steps, width %7%8"), stack.cell->name,
               stack.isBidirectional() ? ENGINE_TEXT("Sentences", " in both directions, ") : ", ", stack.layers,
               h[2] / stack.directions, roundedUp(x[1], 8), powerOfTwoFrom(x[0]), powerOfTwoFrom(x.count(2)),
               drops ? ", dropout" : "");
}

std::vector<const Engine*> quickestFirst(std::vector<const Engine*> engines, const EngineTimes& times)
{
    constexpr double better = 0.98;
    const auto timeOf = [&](const Engine* engine) {
        const auto found = times.find(std::string(engine->name()));
        return found == times.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<const Engine*> order;
    while (!engines.empty()) {
        auto best = std::ranges::find_if(engines, [&](const Engine* one) { return timeOf(one).has_value(); });
        if (best == engines.end()) {
            order.insert(order.end(), engines.begin(), engines.end());
            break;
        }
        for (auto one = best; one != engines.end(); ++one) {
            if (timeOf(*one) && *timeOf(*one) < better * *timeOf(*best)) {
                best = one;
            }
        }
        order.push_back(*best);
        engines.erase(best);
    }
    return order;
}

} // namespace engine::cuda
