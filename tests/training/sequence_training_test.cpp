// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on sequences with an answer each: they learn, measure by names, and go on exactly where they were saved.
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/measure/sample_evaluation.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"
#include "tests/support/gpu.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/ahead_device.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <cmath>

namespace engine {
namespace {

using testing::HasSubstr;

/// Rising and falling lines: sample k starts at (k % 7) / 7 and goes up (class 1) or down (class 0) by 0.1 a step; as
/// numbers the answer is the last value. Some sequences are shorter where `unequal`.
Samples lines(bool classes, bool unequal = false, std::int64_t train = 60, std::int64_t validation = 20)
{
    constexpr std::int64_t steps = 6, width = 2;
    const std::int64_t count = train + validation;
    const auto block = std::make_shared<std::vector<float>>();
    Samples samples{.layout = {.steps = steps, .width = width, .stepStride = width}};
    for (std::int64_t k = 0; k < count; ++k) {
        const bool rises = k % 2 == 1;
        const std::int64_t length = unequal ? steps - k % 3 : steps;
        samples.starts.push_back(std::ssize(*block));
        float value = static_cast<float>(k % 7) / 7;
        for (std::int64_t t = 0; t < steps; ++t) {
            block->push_back(t < length ? value : 99.0f); // what lies behind the end must not be read
            block->push_back(0.5f);
            value += t + 1 < length ? (rises ? 0.1f : -0.1f) : 0;
        }
        if (unequal) {
            samples.lengths.push_back(static_cast<std::int32_t>(length));
        }
        samples.answers.push_back(classes ? static_cast<float>(rises) : value);
        samples.parts[static_cast<std::size_t>(k < train ? Split::Train : Split::Validation)].push_back(
            static_cast<std::int32_t>(k));
    }
    samples.memory = block;
    samples.numbers = *block;
    samples.facts = {.kind = "table", .file = "lines", .digest = classes ? "a" : "b", .steps = steps, .width = width};
    if (classes) {
        samples.facts.classes = {"falls", "rises"};
    } else {
        samples.facts.targetScale = {.mean = 10, .deviation = 2};
    }
    return samples;
}

Model model(bool classes, const std::string& cell = "LSTM", bool bidirectional = false)
{
    const std::string both = bidirectional ? "bidirectional: true" : "";
    const std::string activation = cell == "RNN" ? "activation: TANH " : "";
    return readModel(R"(
        layer { name: "data" type: "SequenceData" top: "x" top: "clip" top: "label" top: "length"
                sequence_data_param { batch_size: 8 time_steps: 9 width: 9 } }
        layer { name: "cell" type: ")" +
                         cell + R"(" bottom: "x" bottom: "clip" top: "h"
                recurrent_param { num_output: 8 )" +
                         activation + both + R"( weight_filler { type: "xavier" } } }
        layer { name: "end" type: "Last" bottom: "h" bottom: "length" top: "end" last_param { )" +
                         both + R"( } }
        layer { name: "said" type: "InnerProduct" bottom: "end" top: "said"
                inner_product_param { num_output: 5 from_data: true weight_filler { type: "xavier" } } }
        layer { name: "loss" type: ")" +
                         (classes ? "SoftmaxWithLoss" : "EuclideanLoss") +
                         R"(" bottom: "said" bottom: "label" top: "loss" })",
                     "the test's model");
}

RunDescription description(const Model& of)
{
    return {.model = of,
            .solver = readSolver("type: \"Adam\" base_lr: 0.02 lr_policy: \"fixed\" max_iter: 150 clip_gradients: 1",
                                 "the test's solver"),
            .settings = {{"seed", std::int64_t{3}}}};
}

class SequenceTraining : public testing::Test {
protected:
    std::unique_ptr<Trainer> trainer(const Model& of, Samples samples)
    {
        return std::make_unique<Trainer>(description(of), sampleSource(std::move(samples)), m_device);
    }

    CpuDevice m_device{cpuBackend(), 1};
};

double last(const std::vector<ValidationEvent>& events, const char* metric)
{
    return valueOf(events.back().metrics, metric);
}

class CellsOnSequences : public SequenceTraining, public testing::WithParamInterface<std::tuple<std::string, bool>> {};

TEST_P(CellsOnSequences, LearnClasses)
{
    const auto& [cell, bidirectional] = GetParam();
    const auto run = trainer(model(true, cell, bidirectional), lines(true));
    const Witness witness = ran(*run, {.limits = {.epochs = 20}, .validateEvery = run->iterationsOf(5)});
    const auto validations = witness.all<ValidationEvent>();
    ASSERT_EQ(validations.size(), 4u);
    EXPECT_GT(last(validations, "accuracy"), 0.95);
    EXPECT_LT(validations.back().loss, 0.3);
    EXPECT_DOUBLE_EQ(validations.back().epoch, 20);
    EXPECT_EQ(validations.back().units, 20);
}

INSTANTIATE_TEST_SUITE_P(All, CellsOnSequences,
                         testing::Combine(testing::Values("LSTM", "GRU", "RNN"), testing::Bool()));

TEST_F(SequenceTraining, LearnsNumbersAndTellsErrorsInTheirUnit)
{
    const auto validations =
        ran(*trainer(model(false), lines(false)), {.limits = {.epochs = 30}}).all<ValidationEvent>();
    const double rmse = last(validations, "rmse");
    // The loss is half the squared error of standardised numbers; the metrics are in the target's unit: 2 as much.
    EXPECT_NEAR(rmse, 2 * std::sqrt(2 * validations.back().loss), 1e-3 * rmse);
    EXPECT_LT(last(validations, "mae"), 0.3);
    EXPECT_GT(last(validations, "r2"), 0.8);
}

/// The model with more fields of its loss, and an ACCURACY for each of the others.
Model withMeasures(const std::string& loss, const std::vector<std::string>& accuracies)
{
    std::string text = writeModel(model(true));
    text.insert(text.rfind('}'), loss);
    for (const std::string& fields : accuracies) {
        const std::string name = "accuracy" + std::to_string(text.size());
        text += R"( layer { name: ")" + name + R"(" type: "Accuracy" bottom: "said" bottom: "label" top: ")" + name +
                R"(" accuracy_param { )" + fields + " } }";
    }
    return readModel(text, "the test's model");
}

TEST_F(SequenceTraining, CountsWhatALayerDoesNotIgnore)
{
    Samples samples = lines(true);
    for (const std::int32_t k : {60, 62, 64, 66, 68}) { // falls as one that rises: a net that is right is wrong here
        samples.answers[static_cast<std::size_t>(k)] = 1;
    }
    const auto measured = [&](const Model& of) {
        const auto run = trainer(of, samples);
        const Witness witness = ran(*run, {.limits = {.epochs = 20}});
        return witness.all<ValidationEvent>().back();
    };
    const ValidationEvent all = measured(withMeasures("", {"top_k: 2"}));
    EXPECT_EQ(all.units, 20);
    EXPECT_EQ(all.metrics.back().value, 1) << "both classes are among the first two";
    const std::string ignored = "ignore_label: 0";
    const ValidationEvent some =
        measured(withMeasures("loss_param { " + ignored + " }", {ignored, ignored + " top_k: 2"}));
    EXPECT_EQ(some.units, 15) << "ten rise, five are said to";
    EXPECT_EQ(last({some}, "accuracy"), 1) << "a net that never saw another class says this one";
    EXPECT_EQ(some.metrics.back().value, 1);
    EXPECT_LT(some.loss, 0.1);
    const ValidationEvent byLoss = measured(withMeasures("loss_param { " + ignored + " }", {}));
    EXPECT_EQ(byLoss.units, 15) << "without an ACCURACY the loss tells what counts";
    EXPECT_EQ(last({byLoss}, "accuracy"), 1);
    const ValidationEvent everyone = measured(withMeasures("loss_param { " + ignored + " }", {""}));
    EXPECT_EQ(everyone.units, 20) << "as the ACCURACY says";
    EXPECT_EQ(last({everyone}, "accuracy"), 0.75);
    EXPECT_FLOAT_EQ(static_cast<float>(everyone.loss), static_cast<float>(byLoss.loss));
}

TEST_F(SequenceTraining, TellsOfClassesWithoutATrainingExample)
{
    Samples samples = lines(true);
    std::vector<Sentence> notes;
    sampleSource(samples)->settled(model(true), notes);
    EXPECT_THAT(notes, testing::Not(testing::Contains(HasSubstr("no example"))));
    samples.facts.classes.push_back("stays");
    samples.answers.back() = 2; // held out
    sampleSource(samples)->settled(model(true), notes);
    EXPECT_THAT(notes, testing::Contains(HasSubstr("no example of 1 of its 3 classes, the first is 'stays'")));
}

TEST_F(SequenceTraining, CountsNothingThatIsNotFinite)
{
    for (const bool classes : {true, false}) {
        Samples samples = lines(classes);
        std::vector<Sentence> notes;
        const Model settled = sampleSource(samples)->settled(model(classes), notes);
        WeightStore store(settled, m_device, 1);
        std::ranges::fill(store.values(), std::numeric_limits<float>::quiet_NaN());
        store.touch();
        SampleEvaluator evaluator(settled, store, samples.facts, {});
        const std::optional<SampleReport> report = evaluator.evaluate(samples, samples.part(Split::Validation));
        ASSERT_TRUE(report);
        EXPECT_EQ(report->notFinite, 60);
        EXPECT_TRUE(std::isnan(report->loss));
        for (const Metric& metric : report->metrics) {
            EXPECT_TRUE(std::isnan(metric.value)) << metric.name;
        }
    }
}

/// What is said of a net with data of its own in the phase TEST, which have these fields.
std::string saidOfTestData(const std::string& fields)
{
    std::string text = writeModel(model(true));
    text.insert(text.rfind("layer {", text.find("sequence_data_param")) + 7, " include { phase: TRAIN } ");
    text += R"( layer { name: "held out" type: "SequenceData" top: "x" top: "clip" top: "label" top: "length"
                    include { phase: TEST } sequence_data_param { )" +
            fields + " } }";
    std::vector<Sentence> notes;
    return ::sentenceOf([&] {
        Model two = readModel(text, "the test's model");
        std::ranges::rotate(two.layers, two.layers.end() - 1); // before those that read it
        sampleSource(lines(true))->settled(two, notes);
    });
}

class DataOfThePhaseTest : public testing::TestWithParam<std::string> {};

TEST_P(DataOfThePhaseTest, AreRefusedWhereTheyAreNotRead)
{
    const std::string key = GetParam().substr(0, GetParam().find(':'));
    EXPECT_THAT(saidOfTestData(GetParam()), HasSubstr("layer held out: " + key + " is another than in the layer data"));
    EXPECT_EQ(saidOfTestData("batch_size: 4 time_steps: 6 width: 2"), "");
}

INSTANTIATE_TEST_SUITE_P(Fields, DataOfThePhaseTest,
                         testing::Values("source: \"other.csv\"", "horizon: 2", "inputs: \"z\"", "target: \"z\"",
                                         "kind: ROWS", "split: SHUFFLED", "stride: 2", "group: \"g\"",
                                         "standardize: false", "validation: 0.5", "test: 0.2", "time: \"t\"",
                                         "read: COLUMN", "encoding: UTF8", "decimal: COMMA"));

TEST_F(SequenceTraining, ReadsNothingBehindTheEndOfAShortSequence)
{
    for (const bool bidirectional : {false, true}) {
        const auto run = trainer(model(true, "LSTM", bidirectional), lines(true, true));
        EXPECT_GT(last(ran(*run, {.limits = {.epochs = 30}}).all<ValidationEvent>(), "accuracy"), 0.95);
    }
}

TEST_F(SequenceTraining, TellsTheSameOfASequenceWhateverLiesBesideIt)
{
    // 20 sequences in batches of 8: the last batch has 4 of them and 4 empty streams.
    const Samples samples = lines(true, true);
    const auto run = trainer(model(true), samples);
    ran(*run, {.limits = {.epochs = 2}});
    Model one = run->model();
    one.layers.front().params.insert_or_assign("batch_size", std::int64_t{1});
    WeightStore weights(one, m_device, 1);
    weights.write(run->weights().read());
    SampleEvaluator together(run->model(), weights, samples.facts, {}), alone(one, weights, samples.facts, {});
    const auto said = [&](SampleEvaluator& evaluator, double& loss) {
        std::vector<float> all;
        const std::vector<std::int32_t>& part = samples.part(Split::Validation);
        loss = evaluator.evaluate(samples, part)->loss;
        EXPECT_TRUE(evaluator.predict(samples, part, {},
                                      [&](const Prediction& prediction) { all.push_back(prediction.chances[1]); }));
        return all;
    };
    double lossTogether = 0, lossAlone = 0;
    const std::vector<float> a = said(together, lossTogether), b = said(alone, lossAlone);
    ASSERT_EQ(a.size(), 20u);
    for (std::size_t index = 0; index < a.size(); ++index) {
        EXPECT_NEAR(a[index], b[index], 1e-6) << "sequence " << index;
    }
    EXPECT_NEAR(lossTogether, lossAlone, 1e-6);
}

TEST_F(SequenceTraining, MeasuresByKnownAnswersOnly)
{
    for (const bool classes : {true, false}) {
        Samples samples = lines(classes, true);
        const auto run = trainer(model(classes), samples);
        WeightStore weights(run->model(), m_device, 1);
        SampleEvaluator evaluator(run->model(), weights, samples.facts, {});
        const std::vector<std::int32_t> part = samples.part(Split::Validation);
        const std::vector<std::int32_t> known(part.begin() + 5, part.end());
        const SampleReport wanted = evaluator.evaluate(samples, known).value();
        for (std::size_t index = 0; index < 5; ++index) {
            samples.answers[static_cast<std::size_t>(part[index])] = missingAnswer(samples.facts);
        }
        const SampleReport found = evaluator.evaluate(samples, part).value();
        EXPECT_NEAR(found.loss, wanted.loss, 1e-6);
        EXPECT_EQ(found.samples, std::ssize(known));
        EXPECT_EQ(found.ofSamples, std::ssize(part));
        ASSERT_EQ(found.metrics.size(), wanted.metrics.size());
        for (std::size_t index = 0; index < found.metrics.size(); ++index) {
            EXPECT_NEAR(found.metrics[index].value, wanted.metrics[index].value, 1e-6) << found.metrics[index].name;
        }
        int said = 0;
        EXPECT_TRUE(evaluator.predict(samples, part, {}, [&](const Prediction&) { ++said; }));
        EXPECT_EQ(said, std::ssize(part));
        EXPECT_THROW(evaluator.evaluate(samples, {part.begin(), part.begin() + 5}), Error);
    }
}

TEST_F(SequenceTraining, IsMeasuredWithFewWaitsWhereADeviceWorksAhead)
{
    for (const bool unequal : {false, true}) {
        const Samples samples = lines(true, unequal, 83);
        const auto run = trainer(model(true), samples);
        AheadDevice ahead;
        int waits = 0;
        ahead.atToHost = [&] { ++waits; };
        WeightStore here(run->model(), m_device, 1), there(run->model(), ahead, 1);
        SampleEvaluator plain(run->model(), here, samples.facts, {}), asked(run->model(), there, samples.facts, {});
        const std::vector<std::int32_t>& part = samples.part(Split::Train);
        ASSERT_GT(std::ssize(part) % 8, 0) << "the last batch has empty places";
        for (int round = 0; round < 3; ++round) {
            run->steps(3, [](const TrainingSteps::Step&) {});
            here.write(run->weights().read());
            there.write(run->weights().read());
            waits = 0;
            const SampleReport wanted = plain.evaluate(samples, part).value();
            const SampleReport found = asked.evaluate(samples, part).value();
            EXPECT_EQ(found.loss, wanted.loss);
            EXPECT_EQ(found.metrics, wanted.metrics);
            EXPECT_EQ(found.samples, wanted.samples);
            EXPECT_LT(waits, std::ssize(part) / 8 / 2) << "of batches";
        }
        EXPECT_EQ(ahead.runs > 0, !unequal) << "kernels look at where sequences end";
    }
}

TEST_F(SequenceTraining, IsMeasuredOnAGpuAsOnTheProcessor)
{
    HAMNET_NEEDS_GPU();
    for (const bool unequal : {false, true}) {
        const Samples samples = lines(true, unequal, 83);
        const auto run = trainer(model(true), samples);
        WeightStore here(run->model(), m_device, 1), there(run->model(), test::sharedGpu(), 1);
        SampleEvaluator processor(run->model(), here, samples.facts, {}), gpu(run->model(), there, samples.facts, {});
        for (int round = 0; round < 3; ++round) {
            run->steps(20, [](const TrainingSteps::Step&) {});
            here.write(run->weights().read());
            there.write(run->weights().read());
            for (const Split part : {Split::Train, Split::Validation}) {
                const SampleReport wanted = processor.evaluate(samples, samples.part(part)).value();
                const SampleReport found = gpu.evaluate(samples, samples.part(part)).value();
                EXPECT_NEAR(found.loss, wanted.loss, 1e-4) << "round " << round;
                EXPECT_NEAR(valueOf(found.metrics, "accuracy"), valueOf(wanted.metrics, "accuracy"), 0.02);
            }
        }
    }
}

TEST_F(SequenceTraining, GoesOnExactlyWhereItWasSaved)
{
    const auto whole = trainer(model(true), lines(true));
    std::vector<double> wanted, found;
    whole->steps(20, [&](const TrainingSteps::Step& step) { wanted.push_back(step.loss); });
    const auto first = trainer(model(true), lines(true));
    first->steps(9, [&](const TrainingSteps::Step& step) { found.push_back(step.loss); });
    const TemporaryFolder folder;
    saveCheckpoint(folder.path() / "half.hamnet", first->checkpoint());
    const Checkpoint saved = loadCheckpoint(folder.path() / "half.hamnet");
    EXPECT_EQ(saved.sequences.classes, (std::vector<std::string>{"falls", "rises"}));
    Trainer second(saved, sampleSource(lines(true)), m_device, {});
    second.steps(11, [&](const TrainingSteps::Step& step) { found.push_back(step.loss); });
    EXPECT_EQ(found, wanted);
}

TEST_F(SequenceTraining, RefusesOtherDataToGoOnWith)
{
    const Checkpoint saved = trainer(model(true), lines(true))->checkpoint();
    Samples others = lines(true);
    others.facts.digest = "c";
    EXPECT_THAT([&] { Trainer(saved, sampleSource(others), m_device, {}); },
                testing::ThrowsMessage<Error>(HasSubstr("are not those that the checkpoint was trained on")));
}

TEST_F(SequenceTraining, RefusesALossThatDoesNotTakeTheAnswers)
{
    EXPECT_THAT([&] { trainer(model(false), lines(true)); },
                testing::ThrowsMessage<Error>(HasSubstr("layer loss: it takes numbers, but the answer of each "
                                                        "sequence of lines is one of 2 classes")));
}

TEST_F(SequenceTraining, RefusesFewerSequencesThanABatchTakes)
{
    EXPECT_THAT([&] { trainer(model(true), lines(true, false, 5)); },
                testing::ThrowsMessage<Error>(HasSubstr("has 5 sequences, but a batch takes 8")));
}

TEST_F(SequenceTraining, SaysWithoutARunWhyThereWillBeNone)
{
    const auto why = [](const Model& net, const Samples& samples) { return whyNotLearned(samples, net).value_or(""); };
    EXPECT_EQ(why(model(true), lines(true)), "");
    EXPECT_THAT(why(model(false), lines(true)), HasSubstr("the answer of each sequence of lines is one of 2 classes"));
    EXPECT_THAT(why(model(true), lines(true, false, 5)), HasSubstr("has 5 sequences, but a batch takes 8"));
}

TEST_F(SequenceTraining, SettlesTheModelForTheDataAndSaysSo)
{
    const auto run = trainer(model(true), lines(true));
    EXPECT_THAT(run->notes(), testing::Contains("layer said: num_output changes from 5 to 2, the number of classes"));
    EXPECT_THAT(run->notes(), testing::Contains(HasSubstr("time_steps changes from 9 to 6")));
}

TEST_F(SequenceTraining, NotesUnusedLengths)
{
    Model deaf = model(true);
    deaf.layers[2].bottoms.pop_back();
    EXPECT_THAT(trainer(deaf, lines(true, true))->notes(),
                testing::Contains(HasSubstr("but no layer reads the lengths")));
}

TEST_F(SequenceTraining, KeepsMetricsInItsCheckpoint)
{
    const auto run = trainer(model(true), lines(true));
    ran(*run, {.limits = {.iterations = 4}, .validateEvery = 2});
    const Checkpoint saved = run->checkpoint();
    ASSERT_EQ(saved.metrics.size(), 6u); // of two validations
    EXPECT_EQ(saved.metrics[3].iteration, 4);
    EXPECT_EQ(saved.metrics[3].name, "accuracy");
    EXPECT_EQ(saved.metrics[4].name, "train_loss");
    EXPECT_EQ(saved.metrics[5].name, "train_accuracy");
}

/// What is told of the training part is measured as validation is: without dropout, in the phase TEST.
TEST_F(SequenceTraining, MeasuresTheTrainingPartAsItMeasuresTheOther)
{
    Samples samples = lines(true);
    samples.parts[static_cast<std::size_t>(Split::Validation)] = samples.parts[static_cast<std::size_t>(Split::Train)];
    const auto run = trainer(model(true), std::move(samples));
    const ValidationReport report = run->validate().value();
    EXPECT_EQ(report.training.at(0), (Metric{"loss", report.loss}));
    EXPECT_EQ(report.training.at(1), report.metrics.at(0));
}

} // namespace
} // namespace engine
