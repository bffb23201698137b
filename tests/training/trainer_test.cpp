// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/backends/open_device.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/measure/evaluation.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"
#include "tests/support/allocations.h"
#include "tests/support/layer_from.h"
#include "tests/support/sentence_of.h"
#include "tests/support/tells.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

std::vector<double> lossesOf(Trainer& trainer, int iterations)
{
    std::vector<double> losses;
    for (int iteration = 0; iteration < iterations; ++iteration) {
        losses.push_back(trainer.step().loss);
    }
    return losses;
}

} // namespace

/// The model on an INPUT layer in place of its TEXTDATA, with other names for its tensors.
Model onInput(Model model, const SmallRun& run)
{
    const std::vector<std::string> before = model.layers[0].tops, now = {"letters", "starts", "next"};
    model.layers[0] = {
        .name = "in",
        .type = "INPUT",
        .tops = now,
        .params = {{"shape", std::vector<Shape>{
                                 {run.steps, run.streams}, {run.steps, run.streams}, {run.steps * run.streams}}}}};
    for (Layer& layer : model.layers) {
        for (std::string& bottom : layer.bottoms) {
            const auto tensor = std::find(before.begin(), before.end(), bottom);
            bottom = tensor == before.end() ? bottom : now[static_cast<std::size_t>(tensor - before.begin())];
        }
    }
    return model;
}

/// The model with a gate behind its LSTM: a SOFTMAX that is as wide as the LSTM, and not the net's output.
Model gated(Model model, std::int64_t units)
{
    const auto scores = std::ranges::find(model.layers, "scores", &Layer::name);
    scores->bottoms = {"gated"};
    const Params two = {{"axis", std::int64_t{2}}};
    Params gate = two;
    gate.emplace("num_output", units);
    model.layers.insert(scores,
                        {{.name = "gate", .type = "INNERPRODUCT", .bottoms = {"lstm"}, .tops = {"g"}, .params = gate},
                         {.name = "sm", .type = "SOFTMAX", .bottoms = {"g"}, .tops = {"gs"}, .params = two},
                         layerFrom("gated ELTWISE lstm gs -> gated", {{"operation", std::string("PROD")}})});
    return model;
}

class TrainerTest : public testing::Test {
protected:
    Corpus corpus() const { return Corpus(m_text, Encoding::Bytes); }
    Trainer trainer(const SmallRun& run, const std::string& engine = {})
    {
        return Trainer(run.description(engine), corpus(), m_device);
    }

    /// A run that is saved and goes on from the file is the one that was never stopped, bit for bit.
    void expectResumed(const RunDescription& run, Device& device) const
    {
        const std::filesystem::path file = m_bench.path() / "half.hamnet";
        Trainer whole(run, corpus(), device);
        lossesOf(whole, 13);
        saveCheckpoint(file, whole.checkpoint());
        Trainer resumed(loadCheckpoint(file), corpus(), device, {});
        EXPECT_EQ(resumed.iteration(), 13);
        EXPECT_EQ(lossesOf(resumed, 11), lossesOf(whole, 11));
        EXPECT_EQ(resumed.weights().read(), whole.weights().read());
        EXPECT_EQ(resumed.solver().weights(), whole.solver().weights());
    }

    TemporaryFolder m_bench;
    std::filesystem::path m_text = m_bench.write("rhyme.txt", rhyme());
    CpuDevice m_device{cpuBackend(), 2};
};

TEST_F(TrainerTest, LearnsTheRhyme)
{
    Trainer trainer = TrainerTest::trainer({.units = 32});
    const double first = trainer.validate()->loss;
    lossesOf(trainer, 300);
    EXPECT_NEAR(first, std::log(static_cast<double>(trainer.source().text()->vocabulary().size())), 0.3);
    EXPECT_LT(trainer.validate()->loss, 0.6 * first);
}

TEST_F(TrainerTest, AStepAllocatesNothingAfterTheFirst)
{
    // By CAFFE: what oneDNN allocates inside is not ours.
    Trainer trainer = TrainerTest::trainer({.layers = 2, .dropout = 0.2}, "CAFFE");
    trainer.step();
    const std::int64_t before = test::allocations();
    for (int iteration = 0; iteration < 5; ++iteration) {
        trainer.step();
    }
    EXPECT_EQ(test::allocations() - before, 0);
}

class Resume : public TrainerTest,
               public testing::WithParamInterface<std::tuple<std::string, std::string, std::string>> {};

TEST_P(Resume, FromACheckpointFileIsTheRunThatWasNeverStopped)
{
    const auto& [engine, order, solver] = GetParam();
    const SmallRun run{.layers = 2, .dropout = 0.3, .order = order, .solver = solver};
    expectResumed(run.description(engine), m_device);
}

INSTANTIATE_TEST_SUITE_P(
    All, Resume,
    testing::Combine(
        testing::Values("CAFFE", "ONEDNN"), testing::Values("STREAMS", "WINDOWS"),
        testing::Values(
            "type: \"Adam\" base_lr: 0.01 lr_policy: \"cosine\" warmup_iter: 5 max_iter: 40 clip_gradients: 1",
            "type: \"SGD\" momentum: 0.9 base_lr: 0.1 lr_policy: \"step\" gamma: 0.5 stepsize: 7 iter_size: 2 "
            "max_iter: 40 weight_decay: 0.001")));

struct OtherCell {
    std::string name, type, settings, engine;
};

class AnyCell : public TrainerTest, public testing::WithParamInterface<OtherCell> {
protected:
    RunDescription description(std::int64_t layers = 1, double dropout = 0) const
    {
        const SmallRun run{.units = 16,
                           .layers = layers,
                           .dropout = dropout,
                           .cell = GetParam().type,
                           .recurrent = GetParam().settings};
        return run.description(GetParam().engine);
    }

    void expectLearnsAndWrites(Device& device) const
    {
        Trainer trainer(description(), corpus(), device);
        const std::vector<double> losses = lossesOf(trainer, 250);
        EXPECT_LT(losses.back(), 0.5 * losses.front());
        SamplingSettings settings{.prompt = "MILLER:\ntwo sacks of cor", .length = 1, .temperature = 0};
        EXPECT_EQ(trainer.generator().text(settings), "n");
        settings.mode = GenerationMode::Window;
        EXPECT_EQ(trainer.generator().text(settings), "n") << "steps remember what a window reads";
    }
};

TEST_P(AnyCell, LearnsTheRhymeAndWritesIt)
{
    expectLearnsAndWrites(m_device);
}

TEST_P(AnyCell, IsResumedBitForBit)
{
    expectResumed(description(2, 0.3), m_device);
}

INSTANTIATE_TEST_SUITE_P(
    All, AnyCell,
    testing::Values(OtherCell{"Gru", "GRU", "", "CAFFE"}, OtherCell{"RnnTanh", "RNN", "activation: TANH", "CAFFE"},
                    OtherCell{"RnnRelu", "RNN", "activation: RELU", "CAFFE"},
                    OtherCell{"LstmWithoutSomeWeights", "LSTM", "forget_bias: 1 weight_dropout: 0.3 state_dropout: 0.1",
                              "ONEDNN"},
                    OtherCell{"Janet", "CELL", "cell: 'janet'", "FUSED"},
                    OtherCell{"TwoHeadsWithoutSomeWeights", "CELL",
                              "cell: 'slstm_two_heads' weight_dropout: 0.3 state_dropout: 0.1", "FUSED"},
                    OtherCell{"GruWithoutSomeWeights", "GRU", "weight_dropout: 0.3 state_dropout: 0.1", "CAFFE"}),
    [](const auto& cell) { return cell.param.name; });

TEST_F(TrainerTest, NothingOfARunDependsOnTheTestPart)
{
    const std::string text = rhyme();
    std::string otherTest = text, otherTraining = text;
    std::reverse(otherTest.end() - 550, otherTest.end());
    std::reverse(otherTraining.begin(), otherTraining.begin() + 550);
    const SmallRun run{.order = "STREAMS validation: 0.1 test: 0.1"};
    const auto losses = [&](const std::string& contents) {
        Trainer trainer(run.description(), Corpus(m_bench.write("text.txt", contents), Encoding::Bytes), m_device);
        std::vector<double> all = lossesOf(trainer, 200); // twice through the training part
        all.push_back(trainer.validate()->loss);
        return all;
    };
    EXPECT_EQ(losses(text), losses(otherTest));
    EXPECT_NE(losses(text), losses(otherTraining));
}

TEST_F(TrainerTest, SharesOfZeroDropNoRecurrentWeightsAndHoldNoCopies)
{
    for (const std::string engine : {"CAFFE", "ONEDNN"}) {
        SmallRun run;
        run.dropout = 0.2;
        Trainer plain(run.description(engine), corpus(), m_device);
        run.recurrent += " weight_dropout: 0 state_dropout: 0";
        Trainer zero(run.description(engine), corpus(), m_device);
        run.recurrent = "forget_bias: 1 weight_dropout: 0.2";
        Trainer dropping(run.description(engine), corpus(), m_device);
        EXPECT_EQ(lossesOf(zero, 10), lossesOf(plain, 10)) << engine;
        EXPECT_NE(lossesOf(dropping, 10), lossesOf(plain, 10)) << engine;
        const auto held = [](const Trainer& trainer) { return trainer.net().sequence().memory().workspace; };
        EXPECT_EQ(held(zero), held(plain)) << engine;
        EXPECT_GT(held(dropping), held(plain)) << engine;
    }
}

/// Runs in bf16 on a processor that multiplies it in hardware.
class Bfloat16Run : public AnyCell {
protected:
    void SetUp() override
    {
        if (const std::optional<std::string> refusal = cpuRefusal(Precision::Bfloat16)) {
            GTEST_SKIP() << *refusal;
        }
    }

    CpuDevice m_rounding{cpuBackend(), 2, Precision::Bfloat16};
};

TEST_P(Bfloat16Run, LearnsTheRhyme)
{
    expectLearnsAndWrites(m_rounding);
}

TEST_P(Bfloat16Run, IsResumedBitForBitAndInItsPrecision)
{
    expectResumed(description(2, 0.3), m_rounding);
    const Checkpoint checkpoint = loadCheckpoint(m_bench.path() / "half.hamnet");
    EXPECT_EQ(checkpoint.precision, "bf16");
    const DeviceWish wish{.name = "cpu",
                          .threads = 2,
                          .engine = "CAFFE", // whose own choice would be fp32
                          .before = {.device = checkpoint.device, .precision = checkpoint.precision}};
    const std::unique_ptr<Device> device = openDevice(wish);
    EXPECT_EQ(device->precision(), Precision::Bfloat16);
    EXPECT_EQ(precisionFrom(*device, wish), PrecisionFrom::Checkpoint);
}

TEST_P(Bfloat16Run, ThatGoesOnInFloat32SaysSo)
{
    Trainer before(description(), corpus(), m_rounding);
    Trainer resumed(before.checkpoint(), corpus(), m_device, {});
    const Witness witness = ran(resumed, {.limits = {.iterations = 1}});
    EXPECT_THAT(witness.all<StartEvent>().at(0).notes,
                testing::Contains("the run was trained in bf16 and goes on in fp32"));
}

INSTANTIATE_TEST_SUITE_P(All, Bfloat16Run,
                         testing::Values(OtherCell{"Lstm", "LSTM", "forget_bias: 1", "ONEDNN"},
                                         OtherCell{"Gru", "GRU", "", "ONEDNN"},
                                         OtherCell{"RnnTanh", "RNN", "activation: TANH", "ONEDNN"},
                                         OtherCell{"RnnRelu", "RNN", "activation: RELU", "ONEDNN"}),
                         [](const auto& cell) { return cell.param.name; });

TEST_F(TrainerTest, SaysThatCaffeMultipliesInFloat32InARunInBfloat16)
{
    CpuDevice rounding(cpuBackend(), 2, Precision::Bfloat16);
    Trainer exact(SmallRun{}.description("CAFFE"), corpus(), m_device),
        same(SmallRun{}.description("CAFFE"), corpus(), rounding);
    const Witness witness = ran(same, {.limits = {.iterations = 1}});
    EXPECT_THAT(witness.all<StartEvent>().at(0).notes,
                testing::Contains("the run's precision is bf16, but CAFFE multiplies lstm in fp32"));
}

TEST_F(TrainerTest, ALayerThatHasReadTheNextCharacterIsRefused)
{
    for (const std::string order : {"STREAMS", "WINDOWS"}) {
        const SmallRun run{.recurrent = "bidirectional: true", .order = order};
        EXPECT_THAT([&] { Trainer(run.description(), corpus(), m_device); },
                    testing::ThrowsMessage<Error>(testing::HasSubstr("layer lstm: bidirectional is true")));
    }
}

/// What is compared with the characters themselves.
TEST_F(TrainerTest, ANetThatRestoresATextMayReadItFromBothSidesButNotWrite)
{
    RunDescription streams = SmallRun{.recurrent = "bidirectional: true"}.description();
    streams.model.layers.back().bottoms[1] = "data";
    EXPECT_THAT([&] { Trainer(streams, corpus(), m_device); },
                testing::ThrowsMessage<Error>(testing::HasSubstr("its order must be WINDOWS")));
    RunDescription described = SmallRun{.recurrent = "bidirectional: true", .order = "WINDOWS"}.description();
    described.model.layers.back().bottoms[1] = "data";
    Trainer trainer(described, corpus(), m_device);
    const std::vector<double> losses = lossesOf(trainer, 60);
    EXPECT_LT(losses.back(), 0.5 * losses.front());
    EXPECT_THAT([&] { trainer.generator(); },
                testing::ThrowsMessage<Error>(testing::HasSubstr("layer lstm: bidirectional is true")));
    engine::Run(trainer).prepare({.sampleEvery = 10}); // what the studio asks for unless it is told otherwise
    const Witness witness = ran(trainer, {.limits = {.iterations = 80}, .sampleEvery = 10});
    EXPECT_EQ(trainer.iteration(), 80);
    EXPECT_THAT(witness.all<StartEvent>()[0].notes, testing::Contains(testing::HasSubstr("no samples are written")));
}

TEST_F(TrainerTest, ChangesItsEngineInMidRunWithinFloatTolerance)
{
    Trainer caffe = trainer({.layers = 2, .dropout = 0.2}, "CAFFE");
    lossesOf(caffe, 10);
    const Checkpoint checkpoint = caffe.checkpoint();
    const std::vector<double> wanted = lossesOf(caffe, 10);
    Trainer fused(checkpoint, corpus(), m_device, "ONEDNN");
    const std::vector<double> found = lossesOf(fused, 10);
    ASSERT_EQ(fused.net().recurrentEngine(), "ONEDNN");
    for (std::size_t index = 0; index < wanted.size(); ++index) {
        EXPECT_NEAR(found[index], wanted[index], 1e-3) << "iteration " << index;
    }
}

TEST_F(TrainerTest, RunReportsFromStartToEnd)
{
    Trainer trainer = TrainerTest::trainer({});
    const Witness witness = ran(trainer, {.limits = {.iterations = 20},
                                          .reportEvery = 5,
                                          .validateEvery = 10,
                                          .sampleEvery = 10,
                                          .sample = {.prompt = "MILLER", .length = 20},
                                          .checkpoint = (m_bench.path() / "run.hamnet"),
                                          .checkpointEvery = 0});
    EXPECT_EQ(witness.reason, EndReason::Iterations);
    ASSERT_EQ(witness.all<StartEvent>().size(), 1u);
    EXPECT_EQ(witness.all<StartEvent>()[0].parameters, trainer.weights().count());
    EXPECT_EQ(witness.all<TrainEvent>().size(), 4u);
    EXPECT_EQ(witness.all<TrainEvent>()[3].iteration, 20);
    EXPECT_GT(witness.all<TrainEvent>()[3].perSecond, 0);
    ASSERT_EQ(witness.all<ValidationEvent>().size(), 2u); // the last one is not done twice
    EXPECT_NEAR(valueOf(witness.all<ValidationEvent>()[0].metrics, "bits_per_char"),
                witness.all<ValidationEvent>()[0].loss / std::log(2), 1e-12);
    ASSERT_EQ(witness.all<SampleEvent>().size(), 2u);
    EXPECT_EQ(witness.all<SampleEvent>()[0].text.size(), 20u);
    ASSERT_EQ(witness.all<EndEvent>().size(), 1u);
    EXPECT_TRUE(std::filesystem::exists((m_bench.path() / "run.hamnet")));
    EXPECT_TRUE(std::filesystem::exists((m_bench.path() / "run.best.hamnet")));
    EXPECT_EQ(loadCheckpoint((m_bench.path() / "run.hamnet")).iteration, 20);
    EXPECT_EQ(loadCheckpoint((m_bench.path() / "run.hamnet")).curve.size(), 20u);
}

TEST_F(TrainerTest, NotesOtherThreadsThanBeforeWhereOnednnComputes)
{
    const auto notesWith = [&](const std::string& engine, int threads) {
        Trainer before = TrainerTest::trainer({}, engine);
        const Checkpoint checkpoint = before.checkpoint();
        EXPECT_EQ(checkpoint.threads, 2);
        CpuDevice device(cpuBackend(), threads);
        Trainer resumed(checkpoint, corpus(), device, {});
        const Witness witness = ran(resumed, {.limits = {.iterations = 1}});
        return witness.all<StartEvent>().at(0).notes;
    };
    const auto note = testing::HasSubstr("computed with 2 threads and goes on with 3; oneDNN's sums depend on their");
    EXPECT_THAT(notesWith("ONEDNN", 3), testing::Contains(note));
    EXPECT_THAT(notesWith("ONEDNN", 2), testing::Not(testing::Contains(note)));
    EXPECT_THAT(notesWith("CAFFE", 3), testing::Not(testing::Contains(note)));
}

TEST_F(TrainerTest, TheTotalOfIterationsCountsFromTheFirst)
{
    Trainer trainer = TrainerTest::trainer({});
    lossesOf(trainer, 12);
    ran(trainer, {.limits = {.iterations = 15}});
    EXPECT_EQ(trainer.iteration(), 15);
}

TEST_F(TrainerTest, ATimeLimitEndsARun)
{
    Trainer trainer = TrainerTest::trainer({});
    const Witness witness = ran(trainer, {.limits = {.iterations = 100'000'000, .seconds = 0.2}});
    EXPECT_EQ(witness.reason, EndReason::TimeLimit);
    EXPECT_GT(trainer.iteration(), 0);
    EXPECT_GE(witness.all<EndEvent>()[0].seconds, 0.1) << "half of the limit may be left for the save";
}

TEST_F(TrainerTest, ARequestToStopEndsARunAfterItsStepAndSaves)
{
    Trainer trainer = TrainerTest::trainer({});
    const RunSettings settings{
        .limits = {.iterations = 1'000'000}, .reportEvery = 4, .checkpoint = (m_bench.path() / "stopped.hamnet")};
    EXPECT_EQ(ran(trainer, settings, 4).reason, EndReason::Stopped);
    EXPECT_EQ(trainer.iteration(), 4);
    EXPECT_EQ(loadCheckpoint((m_bench.path() / "stopped.hamnet")).iteration, 4);
}

TEST_F(TrainerTest, ARequestToStopInTheLastStepLeavesTheLastValidationToTheRunThatGoesOn)
{
    const RunSettings settings{
        .limits = {.iterations = 4}, .reportEvery = 1, .checkpoint = (m_bench.path() / "last.hamnet")};
    Trainer trainer = TrainerTest::trainer({});
    EXPECT_EQ(ran(trainer, settings, 4).reason, EndReason::Stopped);
    Trainer resumed(loadCheckpoint(settings.checkpoint), corpus(), m_device, {});
    const Witness witness = ran(resumed, settings);
    EXPECT_EQ(witness.reason, EndReason::Iterations);
    EXPECT_EQ(witness.all<ValidationEvent>().size(), 1u);
}

/// A way to write the loss layer, and what it makes of the objective.
struct LossUnit {
    std::string fields;
    double factor;
};

class LossUnits : public TrainerTest, public testing::WithParamInterface<LossUnit> {};

TEST_P(LossUnits, TheLossIsToldInNatsPerCharacterAndDoesNotDiverge)
{
    const auto [fields, factor] = GetParam();
    const auto trained = [&](const std::string& loss, double rate) {
        SmallRun run;
        run.loss = loss;
        run.solver = "type: \"SGD\" lr_policy: \"fixed\" max_iter: 12 base_lr: " + std::to_string(rate);
        Trainer trainer = TrainerTest::trainer(run);
        const Witness witness = ran(trainer, {.reportEvery = 1});
        EXPECT_EQ(witness.reason, EndReason::Iterations);
        return witness.all<TrainEvent>();
    };
    const std::vector<TrainEvent> plain = trained("", 0.32), found = trained(fields, 0.32 / factor);
    ASSERT_EQ(found.size(), plain.size());
    for (std::size_t index = 0; index < plain.size(); ++index) {
        EXPECT_EQ(plain[index].objective, plain[index].loss);
        EXPECT_NEAR(found[index].loss, plain[index].loss, 1e-4);
        EXPECT_NEAR(found[index].objective, factor * plain[index].loss, 1e-4 * factor);
    }
}

INSTANTIATE_TEST_SUITE_P(All, LossUnits,
                         testing::Values(LossUnit{"loss_param { normalization: NONE }", 32},
                                         LossUnit{"loss_weight: 25", 25},
                                         LossUnit{"loss_weight: 2 loss_param { normalization: FULL }", 2},
                                         LossUnit{"loss_param { normalize: false }", 1}));

TEST_F(TrainerTest, ADivergenceStopsTheRunNamesThePlaceAndSparesTheCheckpoint)
{
    SmallRun run;
    Trainer healthy = trainer(run);
    lossesOf(healthy, 3);
    saveCheckpoint((m_bench.path() / "kept.hamnet"), healthy.checkpoint());
    run.solver = "type: \"SGD\" base_lr: 1000 lr_policy: \"fixed\" max_iter: 60";
    Trainer trainer = TrainerTest::trainer(run);
    const Witness witness =
        ran(trainer, {.limits = {.iterations = 50}, .checkpoint = (m_bench.path() / "kept.hamnet")});
    EXPECT_EQ(witness.reason, EndReason::Diverged);
    EXPECT_THAT(witness.all<EndEvent>().at(0).detail, testing::HasSubstr("the loss was"));
    for (const NamedTensor& weight : loadCheckpoint((m_bench.path() / "kept.hamnet")).weights) {
        for (const float value : weight.values) {
            ASSERT_TRUE(std::isfinite(value)) << weight.name;
        }
    }
}

TEST_F(TrainerTest, AGradientThatIsNotFiniteIsToldAsOne)
{
    Trainer trainer = TrainerTest::trainer({.cell = "CELL", .recurrent = "equations: 'h = sqrt(relu(W x))'"});
    const Witness witness = ran(trainer, {.limits = {.iterations = 5}});
    EXPECT_EQ(witness.reason, EndReason::Diverged);
    const Sentence detail = witness.all<EndEvent>().at(0).detail;
    EXPECT_EQ(detail.parts().at(0).pattern(), "a gradient was not finite at iteration %1, where the loss was %2");
    EXPECT_THAT(detail, tells("lstm", "CELL", "embed"));
}

/// Though the run tries a sample first, which has no result either.
TEST_F(TrainerTest, ACellThatDividesByZeroIsToldByItsEquation)
{
    Trainer trainer =
        TrainerTest::trainer({.cell = "CELL", .recurrent = "equations: 'a = W x\\ng = a / 0\\nh = tanh(g) * g'"});
    const Witness witness = ran(trainer, {.limits = {.iterations = 5}, .sampleEvery = 1});
    EXPECT_EQ(witness.reason, EndReason::Diverged);
    EXPECT_THAT(witness.all<EndEvent>().at(0).detail, tells("lstm", "CELL", "g"));
}

TEST_F(TrainerTest, ANanInAWeightIsFoundByItsName)
{
    Trainer sick = TrainerTest::trainer({}, "CAFFE"); // which reads the weights where they lie
    weightNamed(sick.weights(), "lstm/Wh")[3] = std::nanf("");
    EXPECT_THROW(Trainer(sick.checkpoint(), corpus(), m_device, {}), Error) << "no run goes on from it";
    const Witness witness = ran(sick, {.limits = {.iterations = 5}});
    EXPECT_EQ(witness.reason, EndReason::Diverged);
    const Sentence detail = witness.all<EndEvent>().at(0).detail;
    EXPECT_THAT(detail, testing::HasSubstr("weight lstm/Wh"));
    EXPECT_EQ(detail.pattern(), "%1; the first value that is not finite is in %2");
    EXPECT_EQ(detail.parts().at(1).pattern(), "weight %1");
}

TEST_F(TrainerTest, EarlyStopEndsARunThatLearnsNothingMore)
{
    Trainer trainer = TrainerTest::trainer(
        {.solver = "type: \"SGD\" base_lr: 1e-30 lr_policy: \"fixed\" max_iter: 1000 early_stop: 3"});
    const Witness witness = ran(trainer, {.limits = {.iterations = 1000}, .validateEvery = 1});
    EXPECT_EQ(witness.reason, EndReason::EarlyStop);
    const auto validations = witness.all<ValidationEvent>();
    ASSERT_EQ(validations.size(), 4u); // one to beat, three that do not
    EXPECT_TRUE(validations[0].best);
    EXPECT_FALSE(validations[3].best);
}

TEST_F(TrainerTest, AValidationMeasuresTheBatchesOfTestIter)
{
    const auto validated = [&](const std::string& more) {
        SmallRun run;
        run.solver += more;
        Trainer trainer = TrainerTest::trainer(run);
        const Witness witness = ran(trainer, {.limits = {.iterations = 2}, .validateEvery = 2});
        return witness.all<ValidationEvent>().at(0);
    };
    const ValidationEvent part = validated(" test_iter: 3"), whole = validated(" test_iter: 0");
    EXPECT_EQ(part.units, 3 * 8 * 4);
    EXPECT_EQ(part.ofUnits, 600);
    EXPECT_EQ(whole.units, 600 - 1) << "one stream, whose first character nothing foretells";
    EXPECT_EQ(validated("").loss, whole.loss);
    EXPECT_NE(part.loss, whole.loss);
}

TEST_F(TrainerTest, ABatchOfTestIterIsThatOfThePhaseTest)
{
    const std::string source = R"(layer { name: "t" type: "TextData" top: "data" top: "clip" top: "label" )";
    const Model model = readModel(
        "name: \"two\" " + source + "include { phase: TRAIN } text_data_param { batch_size: 4 time_steps: 8 } } " +
            source + "include { phase: TEST } text_data_param { batch_size: 2 time_steps: 5 } }",
        "two.prototxt");
    EXPECT_EQ(validationCharacters(model, readSolver("test_iter: 3", "solver")), 3 * 2 * 5);
    EXPECT_EQ(validationCharacters(SmallRun{}.model(), readSolver("test_iter: 3", "solver")), 3 * 4 * 8);
    EXPECT_EQ(validationCharacters(model, readSolver("", "solver")), 2'000'000);
    EXPECT_EQ(validationCharacters(model, readSolver("test_iter: 2147483647", "solver")), 2'147'483'647LL * 10);
}

TEST_F(TrainerTest, AnotherTextIsNotTheCheckpointsText)
{
    Trainer trainer = TrainerTest::trainer({});
    const Checkpoint checkpoint = trainer.checkpoint();
    const std::filesystem::path other = m_bench.write("other.txt", rhyme(5999));
    EXPECT_THAT(sentenceOf([&] { Trainer resumed(checkpoint, Corpus(other, Encoding::Bytes), m_device, {}); }),
                testing::HasSubstr("is not the one that the checkpoint was trained on"));
}

TEST_F(TrainerTest, AModelWithoutALossCannotBeTrained)
{
    RunDescription described = SmallRun().description();
    described.model.layers.pop_back();
    EXPECT_THROW(Trainer(described, corpus(), m_device), Error);
}

TEST_F(TrainerTest, FeedsAnInputByWhatReadsItAndNotByItsName)
{
    const SmallRun run;
    Trainer wanted = trainer(run);
    RunDescription described = run.description();
    described.model = onInput(described.model, run);
    Trainer named(described, corpus(), m_device);
    EXPECT_EQ(lossesOf(named, 20), lossesOf(wanted, 20));
    EXPECT_EQ(named.validate()->loss, wanted.validate()->loss);
}

TEST_F(TrainerTest, AnInputThatNoTextFillsIsRefused)
{
    RunDescription described = SmallRun{}.description();
    described.model.layers.insert(
        described.model.layers.begin(),
        {.name = "in", .type = "INPUT", .tops = {"extra"}, .params = {{"shape", std::vector<Shape>{{8, 4, 12}}}}});
    const auto drop = std::ranges::find(described.model.layers, "drop", &Layer::name);
    drop->bottoms = {"sum"};
    described.model.layers.insert(drop,
                                  {.name = "add", .type = "ELTWISE", .bottoms = {"lstm", "extra"}, .tops = {"sum"}});
    EXPECT_THAT(sentenceOf([&] { const Trainer refused(described, corpus(), m_device); }),
                tells("in", "extra", "x", "add"));
}

TEST_F(TrainerTest, MeasuresAndWritesWithWhatTheLossReads)
{
    const SmallRun run;
    RunDescription described = run.description();
    const std::int64_t vocabulary = corpus().vocabulary().size();
    for (const std::int64_t units : {run.units, vocabulary}) {
        described.model = gated(SmallRun{.units = units}.model(), units);
        Trainer trainer(described, corpus(), m_device);
        const double loss = lossesOf(trainer, 1).front();
        EXPECT_NEAR(trainer.validate()->loss, loss, 0.2) << units;
        SamplingSettings settings;
        settings.length = 5;
        EXPECT_EQ(trainer.generator().text(settings).size(), 5U);
    }
}

TEST_F(TrainerTest, ScoresOfAnotherWidthThanTheTextsAreRefused)
{
    RunDescription described = SmallRun{}.description();
    std::erase_if(described.model.layers, [](const Layer& layer) { return layer.name == "scores"; });
    described.model.layers.back().bottoms[0] = "drop";
    EXPECT_THAT(sentenceOf([&] { const Trainer refused(described, corpus(), m_device); }), tells("loss", 12));
}

TEST_F(TrainerTest, AnEngineThatCannotIsNotReplacedInSilence)
{
    EXPECT_THROW(Trainer(SmallRun{}.description("CUDNN"), corpus(), m_device), UnavailableError);
}

TEST_F(TrainerTest, ATextShorterThanABatchIsRefused)
{
    const std::filesystem::path little = m_bench.write("little.txt", "abcdefgh abc");
    EXPECT_THROW(Trainer(SmallRun().description(), Corpus(little, Encoding::Bytes), m_device), Error);
}

/// A run that validates, saves and writes with a running mean of its weights.
class AveragedRun : public TrainerTest {
protected:
    AveragedRun()
    {
        m_run.dropout = 0.3;
        m_run.solver += " average_weights: 0.95";
    }

    WeightStore storeOf(const Trainer& trainer, const std::vector<NamedTensor>& weights)
    {
        WeightStore store(trainer.model(), m_device, 1);
        store.write(weights);
        return store;
    }

    SmallRun m_run;
};

TEST_F(AveragedRun, TrainsAsWithoutAverages)
{
    SmallRun plain;
    plain.dropout = 0.3;
    Trainer averaged = trainer(m_run), raw = trainer(plain);
    EXPECT_EQ(lossesOf(averaged, 15), lossesOf(raw, 15));
    EXPECT_TRUE(averaged.validate());
    averaged.write({.prompt = "MILLER", .length = 20});
    EXPECT_EQ(lossesOf(averaged, 15), lossesOf(raw, 15)) << "validating and writing leave no trace";
    EXPECT_EQ(averaged.weights().read(), raw.weights().read());
}

TEST_F(AveragedRun, ValidatesWritesAndSavesTheAverages)
{
    Trainer averaged = trainer(m_run);
    lossesOf(averaged, 40);
    const Checkpoint checkpoint = averaged.checkpoint();
    ASSERT_NE(checkpoint.weights, averaged.weights().read());
    EXPECT_EQ(checkpoint.weights, averaged.solver().weights());
    WeightStore used = storeOf(averaged, checkpoint.weights), raw = storeOf(averaged, averaged.weights().read());
    const auto lossWith = [&](WeightStore& store) {
        return averaged.source()
            .validation(averaged.model(), m_run.description().solver, store, {})
            ->measure([] { return true; })
            ->loss;
    };
    EXPECT_EQ(averaged.validate()->loss, lossWith(used));
    EXPECT_NE(lossWith(used), lossWith(raw));
    const SamplingSettings sampling{.prompt = "MILLER", .length = 60};
    TextGenerator generator(averaged.model(), used, averaged.source().text()->vocabulary(), {});
    EXPECT_EQ(averaged.write(sampling), generator.text(sampling));

    const Witness witness = ran(averaged, {.limits = {.iterations = 41}, .sampleEvery = 41, .sample = sampling});
    WeightStore later = storeOf(averaged, averaged.solver().weights());
    TextGenerator laterGenerator(averaged.model(), later, averaged.source().text()->vocabulary(), {});
    SamplingSettings seeded = sampling;
    seeded.seed += 41;
    EXPECT_EQ(witness.all<SampleEvent>().back().text, laterGenerator.text(seeded));
}

TEST_F(AveragedRun, IsResumedBitForBit)
{
    expectResumed(m_run.description(), m_device);
}

TEST_F(AveragedRun, BeginsWithTheFirstWeightsThatItIsGiven)
{
    Trainer before = trainer({.dropout = 0.3});
    lossesOf(before, 5);
    Trainer averaged = trainer(m_run);
    averaged.startFrom(before.weights().read());
    EXPECT_EQ(averaged.solver().weights(), before.weights().read());
}

} // namespace engine
