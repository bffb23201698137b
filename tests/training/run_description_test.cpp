// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt.h"
#include "engine/training/run/run_description.h"
#include "engine/training/run/run_specs.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

namespace engine {
namespace {

using testing::HasSubstr;

RunDescription filled()
{
    return {.model =
                readModel("name: \"net\"\nlayer { name: \"lstm\" type: \"Lstm\" recurrent_param { num_output: 8 } }",
                          "net.prototxt"),
            .solver = readSolver("base_lr: 0.1\ntype: \"Adam\"", "solver.prototxt"),
            .settings = {{"iterations", std::int64_t{20}},
                         {"seconds", 0.1},
                         {"device", std::string("cpu")},
                         {"graph", false}},
            .data = "/texts/a \"b\".txt",
            .first = {.file = "/w.onnx", .vocabulary = "/w.txt", .text = "/t.txt", .solverState = "/s.solverstate"}};
}

std::string refusalOf(const std::string& json)
{
    return sentenceOf([&] { runIn(json, "run.json"); });
}

} // namespace

TEST(RunDescription, IsWholeInItsFile)
{
    RunDescription run = filled();
    run.model = readModel(writeModel(run.model), "net.prototxt"); // its layers' lines are those of the text
    EXPECT_EQ(runIn(toJson(run), "/elsewhere/run.json"), run);
    EXPECT_EQ(runIn(toJson({}), "run.json"), RunDescription());
    const RunDescription goesOn{.settings = run.settings, .data = run.data, .resume = "/runs/1.hamnet"};
    run.resume = goesOn.resume;
    EXPECT_EQ(runIn(toJson(run), "/elsewhere/run.json"), goesOn) << "its checkpoint has the rest";
}

TEST(RunDescription, KeepsTheKindOfEachSetting)
{
    RunDescription run;
    for (const RunSpec& spec : runSpecs()) {
        run.settings.emplace(spec.param.key, fallbackOf(spec.param, Dialect::Bvlc));
        try {
            checkRunParams(run.settings);
        } catch (const Error&) { // a fallback that says that none is given
            run.settings.erase(std::string(spec.param.key));
        }
    }
    EXPECT_GT(run.settings.size(), 10u);
    EXPECT_EQ(runIn(toJson(run), "run.json").settings, run.settings);
    EXPECT_EQ(runIn(R"({"settings": {"seconds": 60}})", "run.json").settings.at("seconds"), ParamValue(60.0));
}

TEST(RunDescription, NamesFilesFromItsOwnFolderOrFromTheRoot)
{
    EXPECT_EQ(runIn(R"({"data": "texts/a.txt"})", "/runs/one/run.json").data, "/runs/one/texts/a.txt");
    EXPECT_EQ(runIn(R"({"data": "/texts/a.txt"})", "/runs/one/run.json").data, "/texts/a.txt");
    EXPECT_EQ(runIn(toJson({.data = "a.txt"}), "/runs/one/run.json").data, std::filesystem::absolute("a.txt"));
}

TEST(RunDescription, MovesWithTheFilesBesideIt)
{
    const std::string json = toJson({.data = "/texts/a.txt", .resume = "/runs/run-2.hamnet"}, "/runs");
    const RunDescription moved = runIn(json, "/moved/run-3.json");
    EXPECT_EQ(moved.resume, "/moved/run-2.hamnet");
    EXPECT_EQ(moved.data, "/texts/a.txt");
}

TEST(RunDescription, RefusesWhatNoRunHas)
{
    EXPECT_THAT(refusalOf("layer { }"), HasSubstr("run.json is no JSON"));
    EXPECT_THAT(refusalOf("[]"), HasSubstr("run.json: found a list"));
    EXPECT_THAT(refusalOf(R"({"modell": ""})"), HasSubstr("a run has no 'modell' (did you mean model?)"));
    EXPECT_THAT(refusalOf(R"({"first_weights": {"weights": ""}})"), HasSubstr("a run has no 'weights'"));
    EXPECT_THAT(refusalOf(R"({"settings": {"iteration": 5}})"), HasSubstr("no setting \"iteration\""));
}

TEST(RunDescription, RefusesWhatContradictsItself)
{
    EXPECT_THAT(refusalOf(R"({"resume": "a.hamnet", "solver": "base_lr: 1"})"),
                HasSubstr("leave out solver, or resume"));
    EXPECT_THAT(refusalOf(R"({"first_weights": {"solver_state": "a.solverstate"}})"), HasSubstr("name no file"));
    EXPECT_THAT(sentenceOf([] { toJson({.data = "a\xFF.txt"}); }), HasSubstr("is not UTF-8"));
}

TEST(RunDescription, ThatIsNestedDeeplyIsRefusedInAShortSentence)
{
    EXPECT_THAT(refusalOf("{\"model\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}"),
                HasSubstr("model is a list, but must be a text"));
}

TEST(RunDescription, RefusesValuesOfAnotherKind)
{
    EXPECT_THAT(refusalOf(R"({"data": 5})"), HasSubstr("run.json: data is 5, but must be a text"));
    EXPECT_THAT(refusalOf(R"({"settings": []})"), HasSubstr("settings is a list, but must be an object"));
    EXPECT_THAT(refusalOf(R"({"settings": {"seed": null}})"), HasSubstr("seed is null, but must be a number"));
    EXPECT_THAT(refusalOf(R"({"settings": {"seed": 0.5}})"), HasSubstr("but must be a whole number"));
    EXPECT_THAT(refusalOf(R"({"settings": {"seed": 18446744073709551615}})"), HasSubstr("but must be a whole number"));
    EXPECT_THAT(refusalOf(R"({"settings": {"graph": 1}})"), HasSubstr("graph"));
    EXPECT_THAT(refusalOf(R"({"settings": {"iterations": -5}})"), HasSubstr("iterations"));
    EXPECT_THAT(refusalOf(R"({"model": "layer {"})"), HasSubstr("run.json:1"));
}

} // namespace engine
