// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/backends/run_memory.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/net/net.h"
#include "tests/graph/sample_models.h"
#include "tests/support/gpu.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <ostream>

using namespace engine;
using namespace engine::test;

namespace {

struct Prediction {
    std::string engine;
    std::int64_t units, layers;
    double dropout;
    std::string type = "LSTM";
    bool bidirectional = false;
    double weightDropout = 0;
};

std::ostream& operator<<(std::ostream& stream, const Prediction& prediction)
{
    return stream << prediction.engine << ", " << prediction.type
                  << (prediction.bidirectional ? " bidirectional, " : ", ") << prediction.layers << " x "
                  << prediction.units << ", dropout " << prediction.dropout << ", weight dropout "
                  << prediction.weightDropout;
}

/// The char-RNN with one recurrent layer of stacked ones, 20 steps of 10 streams.
Model stackedModel(const Prediction& prediction)
{
    Model model = withBatch(charRnn(), 20, 10);
    std::erase_if(model.layers, [](const Layer& layer) { return layer.name == "lstm2" || layer.name == "Drop1"; });
    layerNamed(model, "Drop2").bottoms[0] = "lstm1";
    layerNamed(model, "Reshape_lstm2").params["shape"] =
        std::vector<std::int64_t>{-1, 1, (prediction.bidirectional ? 2 : 1) * prediction.units};
    layerNamed(model, "lstm1").type = prediction.type;
    Params& params = layerNamed(model, "lstm1").params;
    params["bidirectional"] = prediction.bidirectional;
    params["num_output"] = prediction.units;
    params["num_layers"] = prediction.layers;
    params["dropout_ratio"] = prediction.dropout;
    params["weight_dropout"] = prediction.weightDropout;
    return model;
}

class MemoryPrediction : public ::testing::TestWithParam<Prediction> {};
class GpuMemoryPrediction : public ::testing::TestWithParam<Prediction> {};

/// Every cell, in one direction and in both, alone and stacked with dropout between.
std::vector<Prediction> predictions(const std::vector<std::string>& engines)
{
    std::vector<Prediction> all;
    for (const std::string& engine : engines) {
        for (const char* type : {"LSTM", "GRU", "RNN"}) {
            for (const bool both : {false, true}) {
                all.push_back({engine, 128, 1, 0, type, both});
                all.push_back({engine, 256, 2, 0.3, type, both});
            }
        }
        all.push_back({engine, 128, 3, 0.3, "LSTM"});
        all.push_back({engine, 256, 2, 0, "LSTM"});
        all.push_back({engine, 256, 2, 0, "GRU", true, 0.5});
        all.push_back({engine, 256, 2, 0, "LSTM", false, 0.5});
    }
    return all;
}

} // namespace

/// Nothing else tells when kernels hold more than their engines say.
TEST_P(MemoryPrediction, IsWhatTheNetHolds)
{
    const Model model = stackedModel(GetParam());
    CpuDevice device(cpuBackend(), 1);
    WeightStore store(model, device, 1);
    const Net net(model, Phase::Train, store, GetParam().engine, 1);
    const Sequence::Memory held = net.sequence().memory();

    const RunMemory told = runMemory(model, {}, placeOf(device), GetParam().engine);
    EXPECT_EQ(told.engine, GetParam().engine);
    EXPECT_THAT(told.uncounted, ::testing::IsEmpty());
    const TrainingMemory& predicted = told.sizes.memory;
    EXPECT_EQ(predicted.activationGradients, held.activationGradients);
    std::int64_t state = 0;
    for (const StateSpec& spec : sizesNamed(told.sizes.layers, "lstm1").sizes.state) {
        state += 4 * spec.shape.count();
    }
    const std::int64_t kernels = predicted.activations - state - held.activations + predicted.workspace;
    constexpr double untold = 40 << 10; // what other layers' kernels hold, and roundings of CAFFE's inner nets
    EXPECT_NEAR(static_cast<double>(kernels), static_cast<double>(held.workspace), untold);
}

INSTANTIATE_TEST_SUITE_P(Of, MemoryPrediction, ::testing::ValuesIn(predictions({"CAFFE", "ONEDNN"})));

/// The same on a GPU, by the account of its memory: weights, gradients and all that the net holds in a step.
TEST_P(GpuMemoryPrediction, IsWhatTheDeviceHolds)
{
    HAMNET_NEEDS_GPU();
    const Model model = stackedModel(GetParam());
    const bool fused = GetParam().engine == "FUSED";
    const std::unique_ptr<Device> device =
        openDevice({.name = "cuda", .precision = fused ? Precision::Bfloat16 : Precision::Float32});
    const std::int64_t before = device->peakBytes();
    const RunMemory told = runMemory(model, {}, placeOf(*device), GetParam().engine);
    WeightStore store(model, *device, 1);
    Net net(model, Phase::Train, store, GetParam().engine, 1);
    net.forward({.startsOnlyFirst = true});
    net.backward();
    device->finish();
    const auto measured = static_cast<double>(device->peakBytes() - before);
    const std::int64_t predicted = told.sizes.memory.onDevice() - told.sizes.memory.history;
    constexpr double ofLibraries = 2 << 20; // cuDNN's own, besides what it tells: 1.6 MiB of the smallest net here
    EXPECT_NEAR(static_cast<double>(predicted), measured, std::max(0.1 * measured, ofLibraries));
}

INSTANTIATE_TEST_SUITE_P(OfCuda, GpuMemoryPrediction, ::testing::ValuesIn(predictions({"CAFFE", "CUDNN"})));
INSTANTIATE_TEST_SUITE_P(OfFused, GpuMemoryPrediction, ::testing::ValuesIn(predictions({"FUSED"})));
