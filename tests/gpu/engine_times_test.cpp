// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/engine_times.h"
#include "engine/graph/catalog.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

namespace engine::cuda {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class NamedEngine final : public Engine {
public:
    explicit NamedEngine(std::string name) : m_name(std::move(name)) {}
    std::string_view name() const override { return m_name; }
    std::optional<Sentence> refusal(const LayerSetup&) const override { return std::nullopt; }
    std::unique_ptr<Kernel> makeKernel(const LayerSetup&) const override { return nullptr; }

private:
    std::string m_name;
};

/// Engines in the order of a rule: CUDNN, FUSED, CAFFE.
class QuickestFirst : public ::testing::Test {
protected:
    std::vector<std::string> orderBy(const EngineTimes& times) const
    {
        std::vector<std::string> names;
        for (const Engine* engine : quickestFirst({&m_cudnn, &m_fused, &m_caffe}, times)) {
            names.emplace_back(engine->name());
        }
        return names;
    }

    NamedEngine m_cudnn{"CUDNN"}, m_fused{"FUSED"}, m_caffe{"CAFFE"};
};

TEST_F(QuickestFirst, KeepsTheRuleWhereNothingWasTimed)
{
    EXPECT_THAT(orderBy({}), ElementsAre("CUDNN", "FUSED", "CAFFE"));
}

TEST_F(QuickestFirst, GoesByTheTimesAndLeavesTheRestBehind)
{
    EXPECT_THAT(orderBy({{"CUDNN", 812.5}, {"FUSED", 401}}), ElementsAre("FUSED", "CUDNN", "CAFFE"));
    EXPECT_THAT(orderBy({{"CUDNN", 401}, {"FUSED", 812.5}}), ElementsAre("CUDNN", "FUSED", "CAFFE"));
    EXPECT_THAT(orderBy({{"CAFFE", 9000}, {"FUSED", 401}}), ElementsAre("FUSED", "CAFFE", "CUDNN"));
}

TEST_F(QuickestFirst, KeepsTheOrderWhereTimesDifferByAHundredth)
{
    EXPECT_THAT(orderBy({{"CUDNN", 100}, {"FUSED", 99}}), ElementsAre("CUDNN", "FUSED", "CAFFE"));
    EXPECT_THAT(orderBy({{"CUDNN", 100}, {"FUSED", 97}}), ElementsAre("FUSED", "CUDNN", "CAFFE"));
}

/// A layer as engines are asked about it.
LayerSetup recurrent(const char* type, const Shape& x, Params more)
{
    LayerSetup layer;
    layer.type = &layerType(type);
    layer.name = "memory";
    layer.params = completeParams({.name = "memory", .type = type, .params = std::move(more)}, Dialect::MyCaffe);
    layer.inputs = {{x, nullptr, nullptr}, {{x[0], x[1]}, nullptr, nullptr}};
    const std::int64_t both = flagParam(layer.params, "bidirectional") ? 2 : 1;
    layer.outputs = {{{x[0], x[1], both * intParam(layer.params, "num_output")}, nullptr, nullptr}};
    return layer;
}

TEST(ShapeClass, NamesWhatTheOrderOfEnginesDependsOn)
{
    EXPECT_EQ(shapeClassOf(recurrent(
                  "LSTM", {75, 25, 15},
                  {{"num_output", std::int64_t{512}}, {"num_layers", std::int64_t{2}}, {"dropout_ratio", 0.5}})),
              "LSTM, 2 x 512 units, 32 streams, 128 steps, width 16, dropout");
    EXPECT_EQ(
        shapeClassOf(recurrent("GRU", {28, 128, 28}, {{"num_output", std::int64_t{128}}, {"bidirectional", true}})),
        "GRU in both directions, 1 x 128 units, 128 streams, 32 steps, width 32");
}

TEST(ShapeClass, IsTheSameForShapesThatAreClose)
{
    const auto of = [](std::int64_t steps, std::int64_t streams, std::int64_t units) {
        return shapeClassOf(recurrent("LSTM", {steps, streams, 64}, {{"num_output", units}}));
    };
    EXPECT_EQ(of(100, 25, 512), of(128, 32, 512));
    EXPECT_NE(of(100, 25, 512), of(129, 25, 512));
    EXPECT_NE(of(100, 25, 512), of(100, 33, 512));
    EXPECT_NE(of(100, 25, 512), of(100, 25, 576));
}

class EngineTimesFile : public ::testing::Test {
protected:
    EngineTimesFile()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "engine_times_XXXXXX").string();
        m_folder = ::mkdtemp(pattern.data());
        m_file = m_folder / "hamnet" / "engine_times.json";
    }
    ~EngineTimesFile() override { std::filesystem::remove_all(m_folder); }

    std::filesystem::path m_folder, m_file;
};

TEST_F(EngineTimesFile, GivesBackWhatAnotherProgramPut)
{
    engineTimesCache(m_file).put("H200, LSTM", {{"CUDNN", 812.5}, {"FUSED", 401.25}});
    engineTimesCache(m_file).put("H200, GRU", {{"CUDNN", 7}});
    CacheFile cache = engineTimesCache(m_file);
    EXPECT_EQ(cache.find<EngineTimes>("H200, LSTM"), (EngineTimes{{"CUDNN", 812.5}, {"FUSED", 401.25}}));
    EXPECT_EQ(cache.find<EngineTimes>("H200, GRU"), (EngineTimes{{"CUDNN", 7}}));
    EXPECT_EQ(cache.find<EngineTimes>("H200, RNN"), std::nullopt);
    EXPECT_THAT(cache.notes(), IsEmpty());
}

TEST_F(EngineTimesFile, IsIgnoredWhereItIsNotWholeAndRewritten)
{
    std::filesystem::create_directories(m_file.parent_path());
    for (const char* const foreign :
         {"", "{", R"({"format": "hamnet-cudnn-algorithms", "version": 1, "algorithms": {}})",
          R"({"format": "hamnet-engine-times", "version": 1, "layers": {"a": {"CUDNN": "quick"}}})",
          R"({"format": "hamnet-engine-times", "version": 1, "layers": {"a": {"CUDNN": -1}}})"}) {
        std::ofstream(m_file) << foreign;
        CacheFile cache = engineTimesCache(m_file);
        EXPECT_EQ(cache.find<EngineTimes>("a"), std::nullopt) << foreign;
        cache.put("a", {{"CUDNN", 2}});
        EXPECT_EQ(cache.find<EngineTimes>("a"), (EngineTimes{{"CUDNN", 2}})) << foreign;
        EXPECT_THAT(cache.notes(), ElementsAre(HasSubstr("is not a whole list of engines' times"))) << foreign;
    }
}

} // namespace
} // namespace engine::cuda
