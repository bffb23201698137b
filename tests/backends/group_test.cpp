// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/backends/device_group.h"
#include "engine/backends/device_trial.h"
#include "engine/backends/open_device.h"
#include "engine/devices/group/socket_group.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/shared_model.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/shared_run.h"
#include "engine/training/run/training_run.h"
#include "tests/support/sentence_of.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <cmath>
#include <fstream>

// Runs that several processes train together, here each on the processor: this program is each of them.

namespace engine::test {
namespace {

/// A run of `ranks` processes, or of this one alone.
class TogetherRun {
public:
    TogetherRun(const SmallRun& small, int ranks, const std::string& engine, const Checkpoint* resumed = nullptr,
                const std::string& kind = "cpu")
        : TogetherRun(small.description(engine), "rhyme.txt", rhyme(), ranks, resumed, kind)
    {}

    TogetherRun(const RunDescription& run, const std::string& name, const std::string& content, int ranks,
                const Checkpoint* resumed = nullptr, const std::string& kind = "cpu")
    {
        const std::filesystem::path data = m_folder.path() / name;
        std::ofstream(data) << content;
        std::vector<std::string> devices;
        for (int rank = 0; rank < ranks; ++rank) {
            devices.push_back(kind == "cpu" ? kind : kind + ":" + std::to_string(rank));
        }
        const DeviceWish wish{.name = devices.front(), .threads = 1, .engine = textParam(run.settings, "engine")};
        m_device = openDevice(wish);
        if (ranks > 1) {
            m_group = std::make_unique<LeadingGroup>(std::vector<std::string>(devices.begin() + 1, devices.end()),
                                                     std::vector<std::string>{"follow"});
        }
        auto source = openSource(data, run.model);
        m_trainer = resumed == nullptr ? std::make_unique<Trainer>(run, std::move(source), *m_device, m_group.get())
                                       : std::make_unique<Trainer>(*resumed, std::move(source), *m_device, EngineWish(),
                                                                   m_group.get());
        if (m_group) {
            SharedRun shared{.version = HAMNET_VERSION,
                             .devices = devices,
                             .wish = wish,
                             .data = data,
                             .begin = resumed == nullptr ? m_trainer->checkpoint() : *resumed};
            if (resumed == nullptr) {
                shared.begin.state.clear();
            }
            invite(*m_group, shared);
            m_trainer->join();
        }
    }

    std::vector<double> losses(std::int64_t iterations)
    {
        std::vector<double> all;
        m_trainer->steps(iterations, [&](const TrainingSteps::Step& step) { all.push_back(step.loss); });
        return all;
    }

    Trainer& trainer() { return *m_trainer; }
    LeadingGroup& group() { return *m_group; }
    std::filesystem::path folder() const { return m_folder.path(); }

private:
    TemporaryFolder m_folder;
    std::unique_ptr<Device> m_device;
    std::unique_ptr<LeadingGroup> m_group;
    std::unique_ptr<Trainer> m_trainer;
};

double furthest(const std::vector<double>& a, const std::vector<double>& b)
{
    EXPECT_EQ(a.size(), b.size());
    double most = 0;
    for (std::size_t index = 0; index < std::min(a.size(), b.size()); ++index) {
        most = std::max(most, std::abs(a[index] - b[index]));
    }
    return most;
}

double furthest(const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b)
{
    EXPECT_EQ(a.size(), b.size());
    double most = 0;
    for (std::size_t tensor = 0; tensor < std::min(a.size(), b.size()); ++tensor) {
        EXPECT_EQ(a[tensor].name, b[tensor].name);
        EXPECT_EQ(a[tensor].shape, b[tensor].shape) << a[tensor].name;
        for (std::size_t index = 0; index < a[tensor].values.size(); ++index) {
            most = std::max(most, std::abs(static_cast<double>(a[tensor].values[index]) - b[tensor].values[index]));
        }
    }
    return most;
}

class GroupTraining : public testing::TestWithParam<std::tuple<std::string, std::string>> {
protected:
    static SmallRun small()
    {
        SmallRun small{.streams = 7, .layers = 2, .dropout = 0.3, .order = std::get<1>(GetParam())};
        small.solver = "type: \"SGD\" base_lr: 0.05 momentum: 0.9 lr_policy: \"fixed\" max_iter: 1000 "
                       "clip_gradients: 1 iter_size: 2";
        return small;
    }
    static std::string engine() { return std::get<0>(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Engines, GroupTraining,
                         testing::Combine(testing::Values("CAFFE", "ONEDNN"), testing::Values("STREAMS", "WINDOWS")));

/// Three processes have 2, 2 and 3 of the seven streams, with dropout of both kinds. Only the order of sums differs.
TEST_P(GroupTraining, ProcessesTrainTheRunOfOne)
{
    TogetherRun alone(small(), 1, engine()), together(small(), 3, engine());
    EXPECT_LT(furthest(alone.losses(200), together.losses(200)), 2e-4);
    const Checkpoint one = alone.trainer().checkpoint(), three = together.trainer().checkpoint();
    EXPECT_EQ(one.cursor, three.cursor);
    EXPECT_LT(furthest(one.weights, three.weights), 1e-3);
    EXPECT_LT(furthest(one.state, three.state), 1e-3);
}

TEST_P(GroupTraining, TwoRunsOfAsManyProcessesAgreeInEveryBit)
{
    TogetherRun first(small(), 3, engine()), second(small(), 3, engine());
    EXPECT_EQ(first.losses(40), second.losses(40));
    EXPECT_EQ(first.trainer().checkpoint().weights, second.trainer().checkpoint().weights);
}

TEST_P(GroupTraining, ARunGoesOnExactlyOnAsManyProcessesAndOnOneAsFarAsSumsAllow)
{
    TogetherRun undisturbed(small(), 3, engine());
    undisturbed.losses(30);
    const Checkpoint middle = undisturbed.trainer().checkpoint();
    const std::vector<double> wanted = undisturbed.losses(30);

    TogetherRun again(small(), 3, engine(), &middle);
    EXPECT_EQ(again.losses(30), wanted);
    TogetherRun alone(small(), 1, engine(), &middle);
    EXPECT_LT(furthest(alone.losses(30), wanted), 1e-4);
}

/// A table of rising and falling numbers, of which a net says the kind or the next number.
std::string waves()
{
    std::string rows = "x,kind,next\n";
    for (int row = 0; row < 200; ++row) {
        const double value = std::sin(0.3 * row) + 0.2 * std::sin(1.7 * row);
        rows += std::to_string(value) + "," + (std::sin(0.3 * row) > 0 ? "up" : "down") + "," +
                std::to_string(std::sin(0.3 * (row + 1))) + "\n";
    }
    return rows;
}

RunDescription runOfWaves(const std::string& target, const std::string& engine)
{
    const bool isClass = target == "kind";
    const std::string model =
        R"(
layer { name: "rows" type: "SequenceData" top: "x" top: "clip" top: "label"
        sequence_data_param { kind: TABLE target: ")" +
        target + R"(" inputs: "x" batch_size: 7 time_steps: 5 width: 1 } }
layer { name: "lstm" type: "LSTM" bottom: "x" bottom: "clip" top: "h"
        recurrent_param { num_output: 8 weight_filler { type: "xavier" } } }
layer { name: "end" type: "Last" bottom: "h" top: "end" }
layer { name: "dropout" type: "Dropout" bottom: "end" top: "some" dropout_param { dropout_ratio: 0.3 } }
layer { name: "said" type: "InnerProduct" bottom: "some" top: "said"
        inner_product_param { from_data: true weight_filler { type: "xavier" } } }
layer { name: "loss" type: ")" +
        (isClass ? "SoftmaxWithLoss" : "EuclideanLoss") + R"(" bottom: "said" bottom: "label" top: "loss" }
)";
    return {.model = readModel(model, "waves"),
            .solver = readSolver("type: \"SGD\" base_lr: 0.05 momentum: 0.9 lr_policy: \"fixed\" max_iter: 1000",
                                 "its solver"),
            .settings = {{"engine", engine}, {"seed", std::int64_t{5}}}};
}

/// Sequences are shared out as streams are: three processes have 2, 2 and 3 of the seven of a batch.
TEST(Group, SequencesAreSharedOutLikeStreams)
{
    for (const char* target : {"kind", "next"}) {
        TogetherRun alone(runOfWaves(target, "CAFFE"), "waves.csv", waves(), 1),
            together(runOfWaves(target, "CAFFE"), "waves.csv", waves(), 3),
            again(runOfWaves(target, "CAFFE"), "waves.csv", waves(), 3);
        const std::vector<double> losses = alone.losses(200), shared = together.losses(200);
        EXPECT_LT(furthest(losses, shared), 2e-5) << target;
        EXPECT_LT(losses.back(), 0.7 * losses.front()) << target << ": it learns";
        EXPECT_EQ(shared, again.losses(200)) << target;
        const Checkpoint one = alone.trainer().checkpoint(), three = together.trainer().checkpoint();
        EXPECT_EQ(one.cursor, three.cursor);
        EXPECT_LT(furthest(one.weights, three.weights), 1e-4) << target;
        TogetherRun resumed(runOfWaves(target, "CAFFE"), "waves.csv", waves(), 3, &three);
        EXPECT_EQ(resumed.losses(20), together.losses(20)) << target;
    }
}

/// Each share divides by what the whole batch has.
TEST(Group, EachNormalizationOfALossIsThatOfTheWholeBatch)
{
    for (const char* normalization : {"FULL", "VALID", "BATCH_SIZE", "NONE"}) {
        const SmallRun small{.streams = 7, .loss = std::string("loss_param { normalization: ") + normalization + " }"};
        TogetherRun alone(small, 1, "CAFFE"), together(small, 3, "CAFFE");
        const std::vector<double> losses = alone.losses(40), shared = together.losses(40);
        for (std::size_t step = 0; step < losses.size(); ++step) {
            EXPECT_NEAR(shared[step], losses[step], 1e-5 * losses[step]) << normalization << ", iteration " << step + 1;
        }
    }
}

TEST(Group, AProcessThatIsKilledEndsTheRunWithASentenceAndACheckpoint)
{
    TogetherRun run(SmallRun(), 2, "CAFFE");
    RunSettings settings{.limits = {.iterations = 1'000'000}, .checkpoint = run.folder() / "run.hamnet"};
    settings.checkpointEvery = 10;
    bool killed = false;
    const auto sink = [&](const Event& event) {
        if (std::holds_alternative<CheckpointEvent>(event) && !killed) {
            killed = true;
            ::kill(run.group().process(1), SIGKILL);
        }
    };
    const std::string said = sentenceOf([&] { engine::Run(run.trainer()).go(settings, {}, sink); });
    EXPECT_NE(std::string(said).find("the process that trains on cpu has ended"), std::string::npos) << said;
    EXPECT_TRUE(killed);
    EXPECT_GE(loadCheckpoint(settings.checkpoint).iteration, 10);
}

TEST(Group, AProcessThatStopsAnsweringIsLost)
{
    TogetherRun run(SmallRun(), 2, "CAFFE");
    run.losses(3);
    ::kill(run.group().process(1), SIGSTOP);
    EXPECT_THROW(run.losses(1'000'000), Error);
}

bool hasTwoGpus()
{
    try {
        return devicesIn("cuda:all").size() > 1;
    } catch (const UnavailableError&) {
        return false;
    }
}

/// The same on GPUs, of which there have to be two.
class Gpus : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override
    {
        if (!hasTwoGpus()) {
            GTEST_SKIP() << "this machine does not have two GPUs";
        }
    }

    /// CUDNN draws its dropout by itself, so its masks do depend on the number of devices.
    static SmallRun small()
    {
        SmallRun small{.streams = 24, .units = 32, .layers = 2, .dropout = GetParam() == "CUDNN" ? 0.0 : 0.3};
        small.solver =
            "type: \"SGD\" base_lr: 0.05 momentum: 0.9 lr_policy: \"fixed\" max_iter: 100000 clip_gradients: 1";
        return small;
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, Gpus, testing::Values("CAFFE", "CUDNN", "FUSED"));

TEST_P(Gpus, TwoTrainTheRunOfOne)
{
    TogetherRun alone(small(), 1, GetParam(), nullptr, "cuda"), together(small(), 2, GetParam(), nullptr, "cuda");
    EXPECT_LT(furthest(alone.losses(200), together.losses(200)), 0.02) << "bf16 rounds to 8 bits";
    EXPECT_EQ(alone.trainer().checkpoint().cursor, together.trainer().checkpoint().cursor);
}

TEST_P(Gpus, TwoTrainSequencesAsOneDoes)
{
    TogetherRun alone(runOfWaves("kind", GetParam()), "waves.csv", waves(), 1, nullptr, "cuda"),
        together(runOfWaves("kind", GetParam()), "waves.csv", waves(), 2, nullptr, "cuda");
    EXPECT_LT(furthest(alone.losses(200), together.losses(200)), 0.05) << "bf16 rounds to 8 bits";
    EXPECT_EQ(alone.trainer().checkpoint().cursor, together.trainer().checkpoint().cursor);
}

TEST_P(Gpus, TwoRunsAgreeInEveryBitAndGoOnExactly)
{
    TogetherRun first(small(), 2, GetParam(), nullptr, "cuda");
    const std::vector<double> begin = first.losses(40);
    const Checkpoint middle = first.trainer().checkpoint();
    const std::vector<double> wanted = first.losses(40);
    TogetherRun second(small(), 2, GetParam(), nullptr, "cuda");
    EXPECT_EQ(second.losses(40), begin);
    TogetherRun again(small(), 2, GetParam(), &middle, "cuda");
    EXPECT_EQ(again.losses(40), wanted);
}

TEST_P(Gpus, AProcessThatEndsOrStopsAnsweringEndsTheRun)
{
    for (const int signal : {SIGKILL, SIGSTOP}) {
        TogetherRun run(small(), 2, GetParam(), nullptr, "cuda");
        run.losses(50);
        ::kill(run.group().process(1), signal);
        EXPECT_THROW(run.losses(1'000'000'000), Error);
    }
}

/// A run that leaves the device open, of so many iterations.
RunDescription openRun(const TemporaryFolder& folder, std::int64_t iterations)
{
    std::ofstream(folder.path() / "rhyme.txt") << rhyme();
    const SmallRun small{.streams = 24, .units = 32, .layers = 2};
    RunDescription run = small.description("FUSED");
    run.settings.insert_or_assign("iterations", iterations);
    run.data = folder.path() / "rhyme.txt";
    return run;
}

bool tellsOfATrial(const StartedRun& run)
{
    return std::ranges::any_of(run.notes, [](const Sentence& note) {
        return std::string_view(note).starts_with("device auto is cuda:0") && note.find(" ms on ") != std::string::npos;
    });
}

TEST(DeviceTrial, TakesWhatIsQuickerForALongRunAndOneGpuForAShortOne)
{
    if (!hasTwoGpus()) {
        GTEST_SKIP() << "this machine does not have two GPUs";
    }
    const TemporaryFolder folder;
    const StartedRun shortRun = startWhereItPays(openRun(folder, 10));
    EXPECT_FALSE(tellsOfATrial(shortRun));
    EXPECT_EQ(shortRun.group, nullptr);
    const StartedRun longRun = startWhereItPays(openRun(folder, 1'000'000'000));
    EXPECT_TRUE(tellsOfATrial(longRun));
    EXPECT_EQ(longRun.trainer->iteration(), 0) << "the steps of the trial are thrown away";
    EXPECT_EQ(longRun.trainer->checkpoint().weights, shortRun.trainer->checkpoint().weights);
}

TEST(DeviceTrial, SeveralHaveToBeWorthHaving)
{
    EXPECT_TRUE(severalPay(1.2, 1));
    EXPECT_FALSE(severalPay(1.1, 1));
    EXPECT_FALSE(severalPay(1, 2));
}

TEST(Group, WhatGoesWrongInAProcessIsTold)
{
    LeadingGroup group({"cpu"}, {"follow"});
    const std::string said = sentenceOf([&] {
        invite(group, {.version = "0.0.1", .devices = {"cpu", "cpu"}, .wish = {}, .data = {}, .begin = {}});
    });
    EXPECT_NE(std::string(said).find("but 0.0.1 in the process that leads the run"), std::string::npos) << said;
}

TEST(Group, RunsThatCannotBeSharedOutSayWhy)
{
    EXPECT_FALSE(whyNotShared(SmallRun().model(), 4));
    EXPECT_EQ(*whyNotShared(SmallRun().model(), 5),
              "a batch size of 4 is too small for 5 devices; raise it or name fewer devices");
    SmallRun ignoring;
    ignoring.loss = "loss_param { ignore_label: 1 }";
    EXPECT_TRUE(whyNotShared(ignoring.model(), 2));
    Model numbers = SmallRun().model();
    numbers.layers.back().type = "EUCLIDEANLOSS";
    EXPECT_EQ(*whyNotShared(numbers, 2),
              "layer loss (EUCLIDEANLOSS): its loss over a share of the streams is not known "
              "to be a share of its loss over all; train on one device");
    EXPECT_FALSE(whyNotShared(runOfWaves("next", "CAFFE").model, 7));
    EXPECT_EQ(*whyNotShared(runOfWaves("next", "CAFFE").model, 8),
              "a batch size of 7 is too small for 8 devices; raise it or name fewer devices");
    Model stepsFirst = runOfWaves("next", "CAFFE").model; // [1, 7, 8] -> [1, 7, 1]: a EUCLIDEANLOSS divides by 1
    stepsFirst.layers.front().params.insert_or_assign("time_steps", std::int64_t{1});
    std::erase_if(stepsFirst.layers, [](const Layer& layer) { return layer.type == "LAST"; });
    stepsFirst.layers.at(2).bottoms = {"h"};
    stepsFirst.layers.at(3).params = {{"num_output", std::int64_t{1}}, {"axis", std::int64_t{2}}};
    EXPECT_TRUE(whyNotShared(stepsFirst, 2));
    EXPECT_THROW(partOf({{"lstm/h", Shape{3, 2}, std::vector<float>(6)}}, shareOf(1, 2, 4)), Error) << "too few rows";
    EXPECT_THROW(orderIn("end"), Error) << "no order";
}

TEST(Group, DevicesOfAWish)
{
    EXPECT_EQ(devicesIn("auto"), std::vector<std::string>{"auto"});
    EXPECT_EQ(devicesIn("CPU"), std::vector<std::string>{"CPU"});
    EXPECT_THROW(devicesIn("cuda:0,cuda:0"), Error);
    EXPECT_THROW(devicesIn("cpu,cuda:0"), Error);
    EXPECT_THAT(sentenceOf([] { devicesIn("cpu:0,cpu:1"); }).pattern(), testing::HasSubstr("one device, cpu"));
    EXPECT_THAT(sentenceOf([] { devicesIn("cuda:0,cuda:999"); }), testing::Not(testing::HasSubstr("cuda:all")))
        << "nobody named it";
    EXPECT_THROW(devicesIn("cuda:0,cuda:999"), Error);
}

} // namespace
} // namespace engine::test
