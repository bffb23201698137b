// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/random/net_json.h"

#include "engine/backends/cpu_backend.h"
#include "engine/graph/catalog.h"
#include "engine/kernels/engine.h"
#include "tests/random/trial.h"

#include <nlohmann/json.hpp>

#include <type_traits>

namespace engine::test {
namespace {

using nlohmann::json;

json toJson(const ParamValue& value)
{
    return std::visit(
        [](const auto& one) -> json {
            using Kind = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<Kind, Filler>) {
                return nullptr; // the weights come as they are
            } else if constexpr (std::is_same_v<Kind, std::vector<Shape>>) {
                json shapes = json::array();
                for (const Shape& shape : one) {
                    shapes.push_back(shape.extents());
                }
                return shapes;
            } else {
                return one;
            }
        },
        value);
}

json toJson(const Params& params)
{
    json object = json::object();
    for (const auto& [key, value] : params) {
        object[key] = toJson(value);
    }
    return object;
}

json toJson(const Batch& batch)
{
    return {{"ids", batch.ids}, {"cont", batch.cont}, {"labels", batch.labels}};
}

json layersOf(const RandomNet& net, Phase phase)
{
    const ReferenceNet part(net.model, phase, net.tops, net.seed);
    json layers = json::array();
    for (std::size_t index = 0; index < part.model().layers.size(); ++index) {
        const Layer& layer = part.model().layers[index];
        json losses = json::array();
        for (std::size_t top = 0; top < layer.tops.size(); ++top) {
            losses.push_back(part.lossWeight(index, top));
        }
        layers.push_back({{"name", layer.name},
                          {"type", layerType(layer.type).name},
                          {"bottoms", layer.bottoms},
                          {"tops", layer.tops},
                          {"params", toJson(completeParams(layer, part.model().dialect))},
                          {"weights", part.weightNames(index)},
                          {"loss_weights", losses},
                          {"propagate_down", layer.propagateDown},
                          {"stream", part.stream(index)}});
    }
    return layers;
}

json weightsOf(const RandomNet& net)
{
    json weights = json::array();
    for (const ReferenceWeight& weight : firstWeights(net)) {
        weights.push_back({{"name", weight.name},
                           {"shape", weight.shape.extents()},
                           {"values", weight.values},
                           {"lr_mult", weight.lrMult},
                           {"decay_mult", weight.decayMult}});
    }
    return weights;
}

} // namespace

json toJson(const RandomNet& net)
{
    json object = {{"seed", net.seed}, {"text", describe(net)}, {"found", json::object()}};
    for (const Backend::OwnEngine& one : cpuBackend().engines()) {
        const std::string name(one.engine->name());
        const RunResult run = runBatches(net, name);
        json& found = object["found"][name];
        if (run.refusal || run.fault) {
            found[run.refusal ? "refusal" : "fault"] = run.refusal ? *run.refusal : *run.fault;
            continue;
        }
        for (const Measured& measured : run.record) {
            found["record"][measured.name] = measured.values;
        }
    }
    if (!object["found"]["CAFFE"].contains("record")) {
        return object;
    }
    object["wanted"] = json::array();
    for (const Wanted& wanted : wantedOfBatches(net)) {
        object["wanted"].push_back({{"name", wanted.name}, {"values", wanted.values}, {"allowed", wanted.allowed}});
    }
    object["TRAIN"] = layersOf(net, Phase::Train);
    object["TEST"] = layersOf(net, Phase::Test);
    object["tops"] = {{"ids", net.tops.ids}, {"cont", net.tops.cont}, {"labels", net.tops.label}};
    object["weights"] = weightsOf(net);
    object["solver"] = toJson(completeParams(net.solver));
    object["batches"] = json::array();
    for (const Batch& batch : net.batches) {
        object["batches"].push_back(toJson(batch));
    }
    object["test"] = toJson(net.test);
    return object;
}

} // namespace engine::test
