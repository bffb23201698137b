// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/layer_engines.h"
#include "engine/formats/prototxt/prototxt.h"

#include <gmock/gmock.h>

#include <functional>

namespace engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Refuses what `refuse` says.
class FakeEngine final : public Engine {
public:
    using Refuse = std::function<std::optional<std::string>(const LayerSetup&)>;
    FakeEngine(std::string name, Refuse refuse) : m_name(std::move(name)), m_refuse(std::move(refuse)) {}

    std::string_view name() const override { return m_name; }
    std::optional<Sentence> refusal(const LayerSetup& layer) const override { return m_refuse(layer); }
    std::unique_ptr<Kernel> makeKernel(const LayerSetup&) const override { return nullptr; }

private:
    std::string m_name;
    Refuse m_refuse;
};

/// A GPU with a quick engine for LSTMs in bf16 and one for all.
class LayerEngines : public testing::Test {
protected:
    RunPlace placeIn(Precision precision) const
    {
        return {.device = "CUDA:0", .precision = precision, .preferred = [this](const LayerSetup&) {
                    return std::vector<const Engine*>{&m_quick, &m_sound};
                }};
    }

    std::vector<std::string> linesOf(const EngineWish& wish, Precision precision = Precision::Bfloat16) const
    {
        const std::vector<Sentence> lines = inWords(layerEngines(m_model, placeIn(precision), wish));
        return {lines.begin(), lines.end()};
    }

    static std::string recurrent(const std::string& name, const std::string& type, const std::string& more = "")
    {
        return "layer { name: \"" + name + "\" type: \"" + type + "\" bottom: \"vectors\" bottom: \"clip\" top: \"" +
               name + "\" recurrent_param { num_output: 8 " + more + " } }";
    }

    FakeEngine m_quick{"FUSED", [](const LayerSetup& layer) -> std::optional<std::string> {
                           if (layer.precision() != Precision::Bfloat16) {
                               return "multiplies in bf16";
                           }
                           return layer.type->name == "LSTM" ? std::nullopt : std::optional<std::string>("has no GRU");
                       }};
    FakeEngine m_sound{"CAFFE", [](const LayerSetup&) { return std::nullopt; }};
    Model m_model = readModel(
        R"(layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
                   text_data_param { time_steps: 4 batch_size: 2 } }
           layer { name: "embed" type: "Embed" bottom: "data" top: "vectors" embed_param { input_dim: 9 num_output: 6 } })" +
            recurrent("one", "LSTM") + recurrent("two", "GRU") + recurrent("three", "GRU") +
            recurrent("own", "LSTM", "engine: CAFFE"),
        "test.prototxt");
};

TEST_F(LayerEngines, SayWhichRunsEachAndWhyNotTheOneThatIsAskedBefore)
{
    EXPECT_THAT(linesOf({}), ElementsAre("one: FUSED", "two, three: CAFFE, as FUSED has no GRU", "own: CAFFE"));
}

TEST_F(LayerEngines, GoByThePrecisionOfThePlace)
{
    EXPECT_THAT(linesOf("DEFAULT", Precision::Tf32),
                ElementsAre("one, two, three, own: CAFFE, as FUSED multiplies in bf16"));
}

TEST_F(LayerEngines, SayNoReasonWhereOneIsAskedForByName)
{
    EXPECT_THAT(linesOf("caffe"), ElementsAre("one, two, three, own: CAFFE"));
}

TEST_F(LayerEngines, SayWhyNoneCan)
{
    EXPECT_THAT(linesOf("FUSED"),
                ElementsAre("one, own: FUSED", HasSubstr("two: layer two: no engine FUSED can run it"),
                            HasSubstr("three: layer three")));
}

} // namespace
} // namespace engine
