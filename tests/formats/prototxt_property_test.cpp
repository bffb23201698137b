// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of every model and of every text, tried on thousands of them.
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <type_traits>

namespace engine {

namespace {

/// Draws models that the catalogue allows: any type, any settings in their ranges, names that need escapes.
class RandomModels {
public:
    explicit RandomModels(unsigned seed) : m_random(seed) {}

    Model model()
    {
        Model model;
        model.name = chance(70) ? text() : "";
        model.dialect = chance(50) ? Dialect::Bvlc : Dialect::MyCaffe;
        const int layers = below(6);
        for (int number = 0; number < layers; ++number) {
            model.layers.push_back(layer(number));
        }
        model.comment = chance(50) ? comment() : "";
        model.unknown = chance(30) ? "force_backward: true\nstate {\n  phase: TEST\n}\n" : "";
        model.unknown += layers > 0 && chance(20) ? "# the end\n#\n# of it\n" : "";
        return model;
    }

    SolverSettings solver()
    {
        SolverSettings solver;
        solver.dialect = chance(50) ? Dialect::Bvlc : Dialect::MyCaffe;
        solver.params = params(solverSpecs());
        solver.comment = chance(50) ? comment() : "";
        solver.unknown = chance(30) ? "layer_wise_something: 3\n" : "";
        for (std::optional<NetState>* const state : {&solver.trainState, &solver.testState}) {
            if (chance(30)) {
                *state = {.level = below(5) - 2,
                          .stages = std::vector<std::string>(static_cast<std::size_t>(below(3)), "a \"stage\"")};
            }
        }
        return solver;
    }

    int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(m_random); }
    bool chance(int percent) { return below(100) < percent; }

private:
    Layer layer(int number)
    {
        const bool known = chance(90);
        const LayerType& type = catalog()[static_cast<std::size_t>(below(static_cast<int>(catalog().size())))];
        Layer layer;
        layer.name = text() + std::to_string(number);
        layer.type = known ? std::string(type.name) : "Unheard" + text();
        layer.bottoms = several([&] { return text(); });
        layer.tops = several([&] { return text(); });
        layer.params = known ? params(type.params) : Params();
        if (layer.type == "RNN") {
            layer.params.try_emplace("activation", std::string("TANH")); // which tells it from Caffe's
        }
        layer.weights = several([&] { return weight(); });
        layer.lossWeights = several([&] { return real(-1e3, 1e3); });
        layer.propagateDown = several([&] { return chance(50); });
        layer.include = several([&] { return rule(); });
        layer.exclude = several([&] { return rule(); });
        layer.comment = chance(30) ? comment() : "";
        layer.unknown = unknown(known ? &type : nullptr);
        return layer;
    }

    std::string unknown(const LayerType* type)
    {
        // In the order of the writer, which puts what it knows a message for inside that message.
        std::string fields;
        if (type && !type->params.empty() && chance(20)) {
            fields += std::string(type->params[0].message) + " {\n  unheard_of: WORD\n}\n";
        }
        if (chance(20)) {
            fields += "future_param {\n  a: -1.5\n  b {\n    c: \"\\\"\"\n  }\n}\n";
        }
        return fields;
    }

    Params params(std::span<const ParamSpec> specs)
    {
        Params params;
        for (const ParamSpec& spec : specs) {
            if (chance(50)) {
                params.emplace(spec.key, std::visit([&](const auto& kind) { return value(kind); }, spec.kind));
            }
        }
        return params;
    }

    ParamValue value(const IntRange& range) { return whole(range.least, range.most); }
    ParamValue value(const FloatRange& range) { return real(range.least, range.most); }
    ParamValue value(const Choices& choices)
    {
        return std::string(choices.names[static_cast<std::size_t>(below(static_cast<int>(choices.names.size())))]);
    }
    ParamValue value(const Flag&) { return chance(50); }
    ParamValue value(const FreeText&) { return text(); }
    ParamValue value(const IntList& list)
    {
        auto numbers = several([&] { return whole(list.least, list.most); });
        if (numbers.empty()) {
            numbers.push_back(list.most); // an empty list says the same as none
        }
        return numbers;
    }
    ParamValue value(const FloatList& list)
    {
        auto numbers = several([&] { return real(list.least, list.most); });
        if (numbers.empty()) {
            numbers.push_back(list.least);
        }
        return numbers;
    }
    ParamValue value(const ShapeList&)
    {
        auto shapes = several([&] { return Shape(several([&] { return whole(1, 1 << 20); })); });
        if (shapes.empty()) {
            shapes.emplace_back();
        }
        return shapes;
    }
    ParamValue value(const FillerKind&)
    {
        constexpr std::array types = {"constant", "uniform", "gaussian", "xavier", "msra"};
        constexpr std::array norms = {"FAN_IN", "FAN_OUT", "AVERAGE"};
        Filler filler{.type = types.at(static_cast<std::size_t>(below(5))),
                      .varianceNorm = norms.at(static_cast<std::size_t>(below(3)))};
        if (chance(50)) {
            filler.value = real(-2, 2);
            filler.min = real(-2, 0);
            filler.max = real(0, 2);
            filler.mean = real(-2, 2);
            filler.std = real(0, 2);
        }
        return filler;
    }

    WeightSettings weight()
    {
        WeightSettings weight;
        weight.name = chance(50) ? text() : "";
        weight.lrMult = chance(50) ? std::optional(real(0, 10)) : std::nullopt;
        weight.decayMult = chance(50) ? std::optional(real(0, 10)) : std::nullopt;
        return weight;
    }

    PhaseRule rule()
    {
        PhaseRule rule;
        if (chance(70)) {
            rule.phase = static_cast<Phase>(below(3));
        }
        if (chance(30)) {
            rule.minLevel = below(10) - 5;
        }
        if (chance(30)) {
            rule.maxLevel = below(10) - 5;
        }
        rule.stages = several([&] { return chance(10) ? std::string() : text(); });
        rule.notStages = several([&] { return text(); });
        return rule;
    }

    template <typename Make>
    std::vector<std::invoke_result_t<Make>> several(Make make)
    {
        std::vector<std::invoke_result_t<Make>> made;
        for (int left = chance(50) ? below(4) : 0; left > 0; --left) {
            made.push_back(make());
        }
        return made;
    }

    std::int64_t whole(std::int64_t least, std::int64_t most)
    {
        return chance(20)   ? least
               : chance(20) ? most
                            : std::uniform_int_distribution<std::int64_t>(least, most)(m_random);
    }

    double real(double least, double most)
    {
        const double drawn = least + (most - least) * std::generate_canonical<double, 53>(m_random);
        const double rounded = std::clamp(std::round(drawn), least, most);
        return chance(10) ? least : chance(10) ? most : chance(30) ? rounded : drawn;
    }

    std::string text()
    {
        static const std::vector<std::string> parts = {"lstm", "1",    "_drop", " ", "\"", "'",      "\\",
                                                       "\n",   "\t",   "#",     "{", "}",  "\u00e9", "\u4e16",
                                                       "\x01", "\xff", "True",  "5", ":"};
        std::string text = "a";
        for (int left = below(4); left > 0; --left) {
            text += parts[static_cast<std::size_t>(below(static_cast<int>(parts.size())))];
        }
        return text;
    }

    std::string comment()
    {
        static const std::vector<std::string> lines = {"Why.",        "  indented", "# twice",
                                                       "name: \"x\"", "",           "\u00e9 { }"};
        std::string comment = "First.";
        for (int left = below(4); left > 0; --left) {
            comment += "\n" + lines[static_cast<std::size_t>(below(static_cast<int>(lines.size())))];
        }
        return comment + (comment.ends_with('\n') ? "Last." : "");
    }

    std::mt19937 m_random;
};

Model withoutLines(Model model)
{
    for (Layer& layer : model.layers) {
        layer.line = 0;
    }
    return model;
}

/// Whether it is refused where BVLC Caffe shall read it.
bool hasNoStrictForm(const Layer& layer)
{
    const auto both = layer.params.find("bidirectional");
    const LayerType* type = findLayerType(layer.type);
    const bool isOwn = type && type->extension && type->group != LayerGroup::Source &&
                       (type->group != LayerGroup::Recurrent || type->recurrent);
    const auto order = layer.params.find("gate_order");
    return isOwn || (order != layer.params.end() && order->second == ParamValue(std::string("IFGO"))) ||
           (type && type->recurrent && both != layer.params.end() && both->second == ParamValue(true));
}

/// The settings of each layer, complete, where it has what must be given.
std::vector<Params> settings(const Model& model)
{
    std::vector<Params> all;
    for (const Layer& layer : model.layers) {
        try {
            all.push_back(completeParams(layer, model.dialect));
        } catch (const Error&) {
            all.emplace_back();
        }
    }
    return all;
}

int rounds(int atMost)
{
    return atNight() ? atMost : atMost / 5;
}

} // namespace

TEST(PrototxtProperty, EveryModelReadsBackAsItWas)
{
    RandomModels random(1);
    for (int round = 0; round < rounds(3000) && !testing::Test::HasFailure(); ++round) {
        const Model model = random.model();
        const std::string text = writeModel(model);
        const Model back = withoutLines(readModel(text, "net.prototxt"));
        EXPECT_TRUE(back == model) << "round " << round << "\n" << text << "\nis read as\n" << writeModel(back);
        EXPECT_EQ(writeModel(back), text);
    }
}

TEST(PrototxtProperty, EverySolverReadsBackAsItWas)
{
    RandomModels random(2);
    for (int round = 0; round < rounds(1000) && !testing::Test::HasFailure(); ++round) {
        const SolverSettings solver = random.solver();
        const std::string text = writeSolver(solver);
        EXPECT_TRUE(readSolver(text, "solver.prototxt") == solver) << "round " << round << "\n" << text;
    }
}

TEST(PrototxtProperty, EveryModelMeansTheSameInMyCaffesSpelling)
{
    RandomModels random(3);
    for (int round = 0; round < rounds(1000) && !testing::Test::HasFailure(); ++round) {
        const Model model = random.model();
        const std::string text = writeModel(model, WriteStyle::MyCaffe);
        const Model back = readModel(text, "net.prototxt");
        EXPECT_EQ(back.dialect, Dialect::MyCaffe) << text;
        EXPECT_TRUE(settings(back) == settings(model)) << text;
        EXPECT_EQ(writeModel(back, WriteStyle::MyCaffe), text);
    }
}

TEST(PrototxtProperty, EveryModelHasAStrictForm)
{
    RandomModels random(4);
    for (int round = 0; round < rounds(1000) && !testing::Test::HasFailure(); ++round) {
        std::vector<engine::Sentence> dropped;
        Model model = random.model();
        std::erase_if(model.layers, hasNoStrictForm);
        const std::string text = writeModel(model, WriteStyle::StrictBvlc, &dropped);
        EXPECT_EQ(text.find("\n    phase: RUN"), std::string::npos) << text;
        if (text.find("layer {") == std::string::npos) {
            continue; // what is left is comments, which stand behind the last layer
        }
        const Model back = readModel(text, "net.prototxt");
        EXPECT_EQ(back.dialect, Dialect::Bvlc);
        EXPECT_EQ(writeModel(back), text);
    }
}

} // namespace engine
