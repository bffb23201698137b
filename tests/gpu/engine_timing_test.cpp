// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/layer_engines.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/gpu/gpu_of_test.h"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>

// Which engine trains a layer on a GPU, by what each took when it was timed.

namespace engine::test {
namespace {

using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::IsEmpty;
using ::testing::Pair;

class EngineTiming : public GpuTest {
protected:
    /// 2 x 128 units, 50 streams of 50 steps.
    LayerSetup layerOn(cuda::CudaDevice& device, const std::string& type = "LSTM") const
    {
        LayerSetup layer = recurrentLayers(readModel(
            R"(layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
                       text_data_param { time_steps: 50 batch_size: 50 } }
               layer { name: "embed" type: "Embed" bottom: "data" top: "vectors" embed_param { input_dim: 65 num_output: 64 } }
               layer { name: "memory" type: ")" +
                type +
                R"(" bottom: "vectors" bottom: "clip" top: "memory" recurrent_param { num_output: 128 num_layers: 2 } })",
            "test.prototxt"))[0];
        layer.device = &device;
        return layer;
    }

    static std::string firstOf(const std::vector<const Engine*>& engines) { return std::string(engines[0]->name()); }

    bool hasBfloat16() { return device().properties().major >= 8; }

    const Backend& m_backend = cuda::cudaBackend();
};

TEST_F(EngineTiming, TheDevicesOwnPrecisionIsWhatItMultipliesInHardware)
{
    const Precision expected = hasBfloat16() ? Precision::Bfloat16 : Precision::Float32;
    EXPECT_EQ(m_backend.open({})->precision(), expected);
    EXPECT_EQ(m_backend.devices()[0].automatic, expected);
}

TEST_F(EngineTiming, IsDoneOnceForAClassOfShapesAndKept)
{
    if (!hasBfloat16()) {
        GTEST_SKIP() << "FUSED needs compute capability 8.0";
    }
    cuda::CudaDevice& gpu = device(Precision::Bfloat16);
    const LayerSetup layer = layerOn(gpu);
    EXPECT_THAT(m_backend.millisecondsKnown(layer), IsEmpty());
    const auto start = std::chrono::steady_clock::now();
    const std::vector<const Engine*> order = m_backend.timed(layer);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    const std::map<std::string, double> times = m_backend.millisecondsKnown(layer);
    ASSERT_THAT(times, ElementsAre(Pair("CUDNN", Gt(0)), Pair("FUSED", Gt(0))));
    std::printf("timed in %.0f ms: CUDNN %.3f ms, FUSED %.3f ms\n", took.count(), times.at("CUDNN"), times.at("FUSED"));
    if (times.at("FUSED") < 0.98 * times.at("CUDNN")) {
        EXPECT_EQ(firstOf(order), "FUSED");
    } else if (times.at("CUDNN") < 0.98 * times.at("FUSED")) {
        EXPECT_EQ(firstOf(order), "CUDNN");
    }
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(cacheFolder()) / "hamnet" / "engine_times.json"));

    const std::unique_ptr<Device> other = m_backend.open({.precision = Precision::Bfloat16});
    LayerSetup again = layerOn(gpu);
    again.device = other.get();
    EXPECT_EQ(m_backend.millisecondsKnown(again), times) << "another program finds them";
    again.device = nullptr;
    again.meantPrecision = Precision::Bfloat16;
    EXPECT_EQ(m_backend.preferredOn(m_backend.devices()[0], again), order) << "before a device is opened";
}

TEST_F(EngineTiming, IsNotDoneWhereOneEngineIsLeft)
{
    const LayerSetup layer = layerOn(device(Precision::Float32));
    EXPECT_EQ(firstOf(m_backend.timed(layer)), firstOf(m_backend.preferred(layer)));
    EXPECT_THAT(m_backend.millisecondsKnown(layer), IsEmpty());
}

} // namespace
} // namespace engine::test
