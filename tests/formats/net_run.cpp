// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/net_run.h"

#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/exchange/weight_places.h"
#include "engine/net/net.h"

#include <algorithm>
#include <cmath>

namespace engine {

void scramble(PortableNet& net, float size)
{
    float angle = 0;
    for (NamedTensor& tensor : net.weights) {
        for (float& value : tensor.values) {
            value = size * std::sin(angle = std::fmod(angle + 12.9F, 1000.0F));
        }
    }
}

std::string engineFor(const Model& model)
{
    const std::vector<LayerPlaces> layers = weightPlaces(model);
    const bool typed = std::ranges::any_of(
        layers, [](const LayerPlaces& layer) { return layer.stack && layer.stack->cell->typed != nullptr; });
    return typed ? "DEFAULT" : "CAFFE";
}

std::vector<float> logitsOf(const PortableNet& net, const IdRun& run)
{
    CpuDevice device(cpuBackend(), 1);
    WeightStore store(net.model, device, 1);
    store.write(net.weights);
    const Model writing = forGeneration(net.model);
    Net running(withBatch(writing, run.steps, run.streams), Phase::Run, store, engineFor(net.model), 0);
    std::vector<float> ids, cont;
    for (std::int64_t step = 0; step < run.steps; ++step) {
        for (std::int64_t stream = 0; stream < run.streams; ++stream) {
            ids.push_back(static_cast<float>(run.idAt(step, stream)));
            cont.push_back(step == 0 ? 0.0F : 1.0F);
        }
    }
    running.feed(ids, cont, {});
    running.forward({});
    const Tensor& scores = running.tensor(scoresOf(writing));
    std::vector<float> values(static_cast<std::size_t>(scores.count()));
    device.toHost(scores.data, values);
    return values;
}

} // namespace engine
