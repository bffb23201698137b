// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/project/project_sample.h"

#include "tests/support/temporary_folder.h"

#include <limits>

namespace studio {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
constexpr float narrowNan = std::numeric_limits<float>::quiet_NaN();

engine::Layer fullLayer()
{
    return {
        .name = "all é",
        .type = "LSTM",
        .bottoms = {"x", ""},
        .tops = {"h"},
        .params = {{"a", true},
                   {"b", std::int64_t{-7}},
                   {"c", nan},
                   {"d", std::string("words")},
                   {"e", std::vector<std::int64_t>{1, -1}},
                   {"f", std::vector<double>{0.1, -0.0, infinity}},
                   {"g", std::vector<engine::Shape>{{75, 25}, {}}},
                   {"h", engine::Filler{.type = "uniform", .min = -0.08, .max = 0.08}}},
        .weights = {{.name = "Wx", .lrMult = 0.0, .decayMult = {}}, {.name = "", .lrMult = {}, .decayMult = 2.0}},
        .lossWeights = {0.5},
        .propagateDown = {true, false},
        .include = {{.phase = engine::Phase::Test, .minLevel = 1, .maxLevel = {}, .stages = {"a"}, .notStages = {"b"}}},
        .exclude = {{.phase = engine::Phase::Run}},
        .comment = "a comment",
        .unknown = "future_field: 3\n",
        .line = 12,
    };
}

RunRecord sampleRun()
{
    RunRecord run;
    run.id = 3;
    run.name = "Run 3";
    run.remark = "with less dropout; größer";
    run.origin = {.run = 2, .file = "run-2.hamnet", .goesOn = true};
    run.run = {
        .settings = {{"iterations", std::int64_t{0}}, {"seconds", 12.5}, {"graph", false}},
        .data = "/texts/play.txt",
        .first = {.file = "/nets/their.caffemodel", .vocabulary = "/nets/letters.json", .text = "/texts/play.txt"}};
    run.start = {
        .engine = "ONEDNN",
        .device = "CPU",
        .precision = engine::Precision::Bfloat16,
        .seed = 0xFFFF'FFFF'FFFF'FFFFu,
        .batchUnits = 1875,
        .stepsPerEpoch = 4,
        .kind = &engine::kinds::lines,
        .dataWords = "lines of up to 60 characters, 6 classes",
        .model = "name: \"net\"\n",
        .solver = "base_lr: 0.1\n",
        .data = "/texts/play.txt",
        .limits = {.iterations = 0, .seconds = 12.5},
        .time = 1767323045.25,
        .notes = {engine::say("%1 of %2 weights come from %3", 5, 7, engine::say("%1.onnx", std::string("their")))}};
    run.curve = {{1, 0.1, 4.17, 0.05, 1.5}, {2, 0.2, nan, 0.05, nan}};
    run.validations = {{.iteration = 2, .loss = nan, .metrics = {{"accuracy", infinity}}, .best = true},
                       {.iteration = 4, .loss = 1.5, .metrics = {{"mae", 0.5}, {"accuracy", 0.25}}}};
    run.checkpoints = {{2, "/elsewhere/run-3.hamnet", false}, {2, "/elsewhere/run-3.best.hamnet", true}};
    run.samples = {{.iteration = 2,
                    .seed = 9,
                    .text = "é\n𝄞",
                    .bits = {1.5F, narrowNan, 3},
                    .prompt = "KING",
                    .length = 5,
                    .temperature = 0.7,
                    .topK = 40,
                    .topP = 0.9}};
    run.end = {.iterations = 2, .seconds = 0.2, .reason = engine::EndReason::Stopped};
    run.failure = engine::say("%1 cannot be written: %2", std::string("/nets/run-3.hamnet"),
                              engine::say("No space left on device"));
    return run;
}

} // namespace

Project sampleProject()
{
    Project project;
    editor::Content& content = project.content;
    content.name = "sample";
    content.dialect = engine::Dialect::MyCaffe;
    content.comment = "at the head";
    content.unknown = "later: 1\n";
    content.nodes = {{.id = 2, .layer = fullLayer(), .position = {12.5, -36}},
                     {.id = 5, .layer = {.name = "lonely", .type = "EMBED", .bottoms = {""}}, .position = {}}};
    content.notes = {{.id = 3, .kind = editor::Note::Kind::Frame, .text = "Größe", .area = {1, 2, 3, 4}},
                     {.id = 4, .kind = editor::Note::Kind::Comment, .text = "", .area = {}}};
    content.solver = {
        .dialect = engine::Dialect::MyCaffe, .params = {{"base_lr", 0.1}}, .comment = "c", .unknown = "u"};
    content.corpus = "/texts/play.txt";
    content.nextId = 6;
    project.runs = {sampleRun()};
    project.nextRun = 4;
    project.texts = {{project.runs[0].samples[0]}, {project.runs[0].samples[0]}};
    project.texts[0].checkpoint = "/nets/play.hamnet";
    project.texts[0].id = 3;
    project.texts[1].id = 4;
    project.texts[1].parent = 3;
    project.texts[1].branchPlace = 17;
    project.texts[1].state = "/nets/there.hamnet-state";
    project.texts[1].drawn = 11;
    project.texts[1].held = {{.layer = "lstm", .state = "c", .unit = 7, .value = 0.1F, .from = 4, .to = 4},
                             {.layer = "lstm", .stacked = 1, .unit = 3, .value = -2, .from = 15}};
    project.texts[1].net = "0123456789abcdef";
    project.choice = {.settings = {{"engine", "CAFFE"},
                                   {"device", "CPU"},
                                   {"precision", "tf32"},
                                   {"threads", 2},
                                   {"seed", 7},
                                   {"iterations", 1000},
                                   {"epochs", 3},
                                   {"seconds", 0.1},
                                   {"target_loss", 1.25},
                                   {"validate_every", 100},
                                   {"sample_every", 50},
                                   {"max_temperature", 71.5},
                                   {"graph", false},
                                   {"keep_best", 4}},
                      .first = {.file = "/nets/their.caffemodel", .solverState = "/nets/their.solverstate"}};
    project.view = {.zoom = 1.5,
                    .middleX = 10,
                    .middleY = -20,
                    .phase = engine::Phase::Run,
                    .docks = {"\0\xff", 2},
                    .runs = {{3}},
                    .prompt = "Who's there?\n",
                    .panels = {{"lens", "2 0 3 17\nmine"}, {"tried image", {"\x89\0PNG", 5}}}};
    return project;
}

bool sameBits(const Project& a, const Project& b)
{
    const TemporaryFolder folder;
    saveProject(folder.path() / "a.hamnet", a);
    saveProject(folder.path() / "b.hamnet", b);
    return contentsOf(folder.path() / "a.hamnet") == contentsOf(folder.path() / "b.hamnet");
}

} // namespace studio
