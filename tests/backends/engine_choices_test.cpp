// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/engine_choices.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/backends/gpus_in_use.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace engine {

namespace {

Model charRnn(const std::string& layer)
{
    return readModel(R"(layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
                                text_data_param { time_steps: 8 batch_size: 4 } }
                        layer { name: "embed" type: "Embed" bottom: "data" top: "embed"
                                embed_param { input_dim: 30 num_output: 6 } })" +
                         layer,
                     "test.prototxt");
}

const EngineChoice& choice(const std::vector<EngineChoice>& choices, const std::string& device, const std::string& name)
{
    return *std::find_if(choices.begin(), choices.end(),
                         [&](const EngineChoice& one) { return one.device == device && one.name == name; });
}

constexpr const char* lstm = R"(layer { name: "lstm" type: "LSTM" bottom: "embed" bottom: "clip" top: "lstm"
                                        recurrent_param { num_output: 5 } })";
constexpr const char* simple = R"(layer { name: "old" type: "LSTM_SIMPLE" bottom: "embed" top: "old"
                                          lstm_simple_param { num_output: 5 } })";
constexpr const char* janet = R"(layer { name: "janet" type: "CELL" bottom: "embed" bottom: "clip" top: "janet"
                                         recurrent_param { num_output: 5 cell: "janet" } })";

} // namespace

TEST(EngineChoices, OfTheCpuSayWhichLayerTheyCannotRun)
{
    const std::vector<EngineChoice> lstms = engineChoices(charRnn(lstm)), cells = engineChoices(charRnn(janet)),
                                    simples = engineChoices(charRnn(simple));
    EXPECT_EQ(lstms[0].name, "DEFAULT");
    EXPECT_FALSE(lstms[0].refusal);
    EXPECT_THAT(choice(lstms, "CPU", "ONEDNN").library, testing::StartsWith("oneDNN"));
    EXPECT_FALSE(choice(lstms, "CPU", "ONEDNN").refusal);
    EXPECT_EQ(choice(cells, "CPU", "ONEDNN").refusal, "layer janet: ONEDNN on CPU has no kernel for the cell CELL");
    EXPECT_EQ(choice(simples, "CPU", "ONEDNN").refusal, "layer old: ONEDNN on CPU has no kernel for LSTM_SIMPLE");
    EXPECT_FALSE(choice(cells, "CPU", "FUSED").refusal);
    EXPECT_EQ(choice(lstms, "CPU", "FUSED").refusal, "layer lstm: FUSED on CPU has no kernel for LSTM");
    for (const std::vector<EngineChoice>& choices : {lstms, cells, simples}) {
        EXPECT_FALSE(choice(choices, "CPU", "CAFFE").refusal);
    }
}

TEST(EngineChoices, OfCudaAreThereOrSayWhyNot)
{
    const std::vector<EngineChoice> choices = engineChoices(charRnn(lstm));
    EXPECT_FALSE(deviceChoices().at(0).refusal);
    const DeviceChoice gpu = deviceChoices().at(1);
    EXPECT_EQ(gpu.refusal.has_value(), gpu.name == "CUDA");
    EXPECT_EQ(choice(choices, "CUDA", "CAFFE").refusal, gpu.refusal);
    EXPECT_EQ(choice(choices, "CUDA", "CUDNN").refusal, gpu.refusal);
}

TEST(EngineChoices, SayWhyNoGpuCanBeTaken)
{
    const test::GpusInUse gpus;
    const auto refusalOf = [](const KnownBackend& kind) {
        return choice(engineChoices(charRnn(lstm), std::vector{kind}), "CUDA", "FUSED").refusal;
    };
    EXPECT_EQ(refusalOf({.name = "CUDA", .refusal = "built without"}), "built without");
    EXPECT_EQ(refusalOf({.name = "CUDA", .backend = &gpus}), std::nullopt) << "CUDA:1 does not refuse beforehand";
    const std::vector<DeviceChoice> devices = deviceChoices(std::vector{KnownBackend{"CUDA", &gpus, {}}});
    ASSERT_EQ(devices.size(), 2U);
    EXPECT_EQ(devices[0].name, "CUDA:0");
    EXPECT_EQ(devices[0].description, "A, compute capability 9.0");
    EXPECT_EQ(devices[0].refusal, "it is closed");
    EXPECT_EQ(devices[1].description, "B");
    EXPECT_FALSE(devices[1].refusal);
}

TEST(EngineChoices, LeaveProblemsOfTheModelToTheModel)
{
    const std::vector<EngineChoice> choices =
        engineChoices(charRnn(R"(layer { name: "lstm" type: "LSTM" bottom: "nothing" bottom: "clip" top: "lstm"
                           recurrent_param { num_output: 5 } })"));
    EXPECT_FALSE(choice(choices, "CPU", "ONEDNN").refusal);
}

} // namespace engine
