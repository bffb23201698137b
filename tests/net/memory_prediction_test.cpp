// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/net/net.h"
#include "tests/graph/sample_models.h"

#include <gtest/gtest.h>

#include <ostream>

using namespace engine;
using namespace engine::testing;

namespace {

struct Prediction {
    std::string engine;
    std::int64_t units, layers;
    double dropout;
    std::string type = "LSTM";
    bool bidirectional = false;
};

std::ostream& operator<<(std::ostream& stream, const Prediction& prediction)
{
    return stream << prediction.engine << ", " << prediction.type << (prediction.bidirectional ? " bidirectional, " : ", ")
                  << prediction.layers << " x " << prediction.units << ", dropout " << prediction.dropout;
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
    return model;
}

class MemoryPrediction : public ::testing::TestWithParam<Prediction> {};

} // namespace

/// Nothing else tells when kernels hold more than the layers' descriptions say.
TEST_P(MemoryPrediction, IsWhatTheNetHolds)
{
    const Model model = stackedModel(GetParam());
    CpuDevice device(cpuBackend(), 1);
    WeightStore store(model, device, 1);
    const Net net(model, Phase::Train, store, GetParam().engine, 1);
    const Sequence::Memory held = net.sequence().memory();
    const std::int64_t measured = held.activations + held.activationGradients + held.workspace;

    const bool unrolled = GetParam().engine == "CAFFE";
    const TrainingMemory predicted =
        sizeReport(model, {.execution = unrolled ? Execution::Unrolled : Execution::Fused}).memory;
    EXPECT_NEAR(static_cast<double>(predicted.activations + predicted.activationGradients + predicted.workspace),
                static_cast<double>(measured), 0.05 * static_cast<double>(measured));
}

INSTANTIATE_TEST_SUITE_P(
    Of, MemoryPrediction,
    ::testing::Values(Prediction{"CAFFE", 128, 1, 0}, Prediction{"CAFFE", 128, 3, 0.3}, Prediction{"CAFFE", 256, 2, 0},
                      Prediction{"ONEDNN", 128, 1, 0}, Prediction{"ONEDNN", 128, 3, 0.3},
                      Prediction{"ONEDNN", 256, 2, 0}, Prediction{"ONEDNN", 128, 1, 0, "GRU"},
                      Prediction{"ONEDNN", 256, 2, 0.3, "GRU"}, Prediction{"ONEDNN", 128, 1, 0, "RNN"},
                      Prediction{"ONEDNN", 256, 2, 0.3, "RNN"}, Prediction{"ONEDNN", 128, 1, 0, "LSTM", true},
                      Prediction{"ONEDNN", 256, 2, 0.3, "LSTM", true}, Prediction{"ONEDNN", 128, 1, 0, "GRU", true},
                      Prediction{"ONEDNN", 256, 2, 0.3, "GRU", true}, Prediction{"ONEDNN", 128, 1, 0, "RNN", true},
                      Prediction{"ONEDNN", 256, 2, 0.3, "RNN", true}));
