// SPDX-License-Identifier: GPL-3.0-or-later
// What a net says after each step of a sequence is what it says of the sequence that ends there.
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/measure/step_reading.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>

namespace engine {
namespace {

constexpr std::int64_t readingSteps = 7, width = 3;

struct Kind {
    const char* cell = "LSTM"; ///< or "InnerProduct", which reads each step by itself
    bool bidirectional = false;
    const char* end = "Last";
    const char* tops = R"(top: "clip" top: "label")"; ///< of the data, besides x
    const char* lengths = "";                         ///< the end's second bottom
    bool classes = true;
};

Model model(const Kind& kind, std::int64_t of = readingSteps)
{
    const std::string both = kind.bidirectional ? "bidirectional: true" : "";
    const std::string reads = kind.cell == std::string("InnerProduct")
                                  ? R"(bottom: "x" inner_product_param { axis: 2 )"
                                  : R"(bottom: "x" bottom: "clip" recurrent_param { )" + both;
    const std::string last = kind.end == std::string("Last") ? "last_param { " + both + " }" : "";
    return readModel(R"(layer { name: "data" type: "SequenceData" top: "x" )" + std::string(kind.tops) +
                         " sequence_data_param { batch_size: 5 time_steps: " + std::to_string(of) +
                         R"( width: 3 } }
        layer { name: "cell" type: ")" +
                         kind.cell + R"(" top: "h" )" + reads +
                         R"( num_output: 6 weight_filler { type: "uniform" min: -1 max: 1 } } }
        layer { name: "end" type: ")" +
                         kind.end + R"(" bottom: "h" )" + kind.lengths + R"( top: "end" )" + last + R"( }
        layer { name: "said" type: "InnerProduct" bottom: "end" top: "said" inner_product_param { num_output: )" +
                         (kind.classes ? "4" : "1") + R"( weight_filler { type: "uniform" min: -1 max: 1 } } }
        layer { name: "loss" type: ")" +
                         (kind.classes ? "SoftmaxWithLoss" : "EuclideanLoss") +
                         R"(" bottom: "said" bottom: "label" top: "loss" })",
                     "the test's model");
}

SampleFacts facts(bool classes)
{
    SampleFacts facts{.kind = "table", .steps = readingSteps, .width = width};
    if (classes) {
        facts.classes = {"a", "b", "c", "d"};
    } else {
        facts.targetScale = {.mean = 10, .deviation = 2};
    }
    return facts;
}

/// Sequence `number`, of so many steps.
std::vector<float> sequence(std::int64_t number, std::int64_t of = readingSteps)
{
    std::vector<float> values;
    for (std::int64_t place = 0; place < of * width; ++place) {
        values.push_back(static_cast<float>(std::sin(static_cast<double>(place * 3 + number * 17))));
    }
    return values;
}

class ReadingBySteps : public testing::Test {
protected:
    /// What the evaluator says of sequence `number`, in a batch of three, by a net that reads no more steps than it
    /// has.
    StepReading evaluated(const Kind& kind, std::int64_t number, std::int64_t of)
    {
        const Model whole = model(kind, of);
        WeightStore store(whole, m_device, 3);
        SampleEvaluator evaluator(whole, store, facts(kind.classes), {});
        Samples samples{.layout = {.steps = of, .width = width, .stepStride = width}, .facts = facts(kind.classes)};
        std::vector<float> block;
        for (const std::int64_t each : {std::int64_t{90}, number, std::int64_t{91}}) {
            samples.starts.push_back(std::ssize(block));
            samples.answers.push_back(0);
            const std::vector<float> values = sequence(each, of);
            block.insert(block.end(), values.begin(), values.end());
        }
        samples.numbers = block;
        StepReading said;
        evaluator.predict(samples, std::vector<std::int32_t>{0, 1, 2}, {}, [&](const Prediction& prediction) {
            if (prediction.sample == 1) {
                said.predicted = {prediction.predicted};
                said.chances.assign(prediction.chances.begin(), prediction.chances.end());
            }
        });
        return said;
    }

    void expectEachEndAsEvaluated(const Kind& kind)
    {
        const Model whole = model(kind);
        WeightStore store(whole, m_device, 3);
        StepReader reader(whole, store, facts(kind.classes), {});
        for (const std::int64_t number : {2, 5}) {
            const std::optional<StepReading> read = reader.read(sequence(number));
            ASSERT_TRUE(read);
            ASSERT_EQ(read->ends.size(), static_cast<std::size_t>(readingSteps));
            for (std::size_t end = 0; end < read->ends.size(); ++end) {
                ASSERT_EQ(read->ends[end], static_cast<std::int64_t>(end) + 1);
                const StepReading wanted = evaluated(kind, number, read->ends[end]);
                EXPECT_NEAR(read->predicted[end], wanted.predicted[0], 1e-5) << kind.cell << " after " << end + 1;
                for (std::size_t one = 0; one < wanted.chances.size(); ++one) {
                    EXPECT_NEAR(read->chancesAt(end)[one], wanted.chances[one], 1e-6) << kind.cell << ", step " << end;
                }
            }
        }
    }

    CpuDevice m_device{cpuBackend(), 1};
};

} // namespace

TEST_F(ReadingBySteps, IsWhatTheEvaluatorSaysOfTheSequenceThatEndsThere)
{
    for (const char* cell : {"LSTM", "GRU"}) {
        for (const bool bidirectional : {false, true}) {
            for (const char* end : {"Last", "MeanOverSteps"}) {
                expectEachEndAsEvaluated({.cell = cell, .bidirectional = bidirectional, .end = end});
            }
        }
    }
}

TEST_F(ReadingBySteps, NeedsNoRecurrentLayer)
{
    expectEachEndAsEvaluated({.cell = "InnerProduct"});
}

TEST_F(ReadingBySteps, UsesTheLengthsThatTheNetReadsAnyway)
{
    expectEachEndAsEvaluated({.tops = R"(top: "clip" top: "label" top: "length")", .lengths = R"(bottom: "length")"});
}

TEST_F(ReadingBySteps, TellsNumbersInTheirUnit)
{
    expectEachEndAsEvaluated({.classes = false});
    const Kind kind{.classes = false};
    const Model whole = model(kind);
    WeightStore store(whole, m_device, 3);
    StepReader reader(whole, store, facts(false), {});
    const auto read = reader.read(sequence(1)), end = reader.readWhole(sequence(1));
    ASSERT_TRUE(read && end);
    EXPECT_EQ(end->ends, std::vector<std::int64_t>{readingSteps});
    EXPECT_NEAR(end->predicted[0], read->predicted.back(), 1e-6);
    EXPECT_GT(end->predicted[0], 2); // around 10, and not around 0
}

TEST_F(ReadingBySteps, GivesANetOfInputsItsLengths)
{
    const Kind kind;
    Model inputs = model(kind);
    inputs.layers[0] = readModel(R"(layer { name: "data" type: "Input" top: "x" top: "clip" top: "label" input_param {
        shape { dim: 7 dim: 5 dim: 3 } shape { dim: 7 dim: 5 } shape { dim: 5 } } })",
                                 "the test's input")
                           .layers[0];
    WeightStore store(inputs, m_device, 3);
    StepReader reader(inputs, store, facts(true), {});
    const auto read = reader.read(sequence(4));
    ASSERT_TRUE(read);
    for (std::size_t end = 0; end < read->ends.size(); ++end) {
        const StepReading wanted = evaluated(kind, 4, read->ends[end]);
        EXPECT_NEAR(read->chancesAt(end)[0], wanted.chances[0], 1e-6) << "step " << end;
    }
}

TEST_F(ReadingBySteps, ReadsWholeSequencesOnlyWhereNoLayerTakesTheEnd)
{
    Model flat = model(Kind{});
    const std::vector<Layer> end = readModel(R"(
        layer { name: "end" type: "Slice" bottom: "h" top: "before" top: "end" slice_param { axis: 0 slice_point: 6 } }
        layer { name: "one" type: "Reshape" bottom: "end" top: "one" reshape_param { shape { dim: -1 dim: 6 } } }
        layer { name: "rest" type: "Silence" bottom: "before" })",
                                             "the test's end")
                                       .layers;
    flat.layers[2] = end[0];
    flat.layers[3].bottoms = {"one"};
    flat.layers.insert(flat.layers.begin() + 3, end.begin() + 1, end.end());
    WeightStore store(flat, m_device, 3);
    StepReader reader(flat, store, facts(true), {});
    const auto read = reader.read(sequence(4));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->ends, std::vector<std::int64_t>{readingSteps});
    EXPECT_NEAR(read->chancesAt(0)[1], evaluated({}, 4, readingSteps).chances[1], 1e-6);
    EXPECT_THROW(reader.read(sequence(4, 6)), Error);
}

TEST_F(ReadingBySteps, ReadsASequenceOnceWhereNoStepDependsOnALaterOne)
{
    constexpr std::int64_t many = 100;
    const auto batches = [&](const Kind& kind) {
        const Model whole = model(kind, many);
        WeightStore store(whole, m_device, 3);
        StepReader reader(whole, store, facts(true), {});
        int asked = 0; // before each batch
        const auto read = reader.read(sequence(4, many), [&] { return ++asked > 0; });
        EXPECT_EQ(read->ends.size(), static_cast<std::size_t>(many));
        return asked;
    };
    EXPECT_EQ(batches({}), 1);
    EXPECT_EQ(batches({.bidirectional = true}), 4) << "32 sequences at a time, one for each step";
    EXPECT_EQ(batches({.end = "MeanOverSteps"}), 4);
}

TEST_F(ReadingBySteps, RefusesWhatTheNetCannotReadAndEndsWhenAsked)
{
    const Model whole = model(Kind{});
    WeightStore store(whole, m_device, 3);
    StepReader reader(whole, store, facts(true), {});
    EXPECT_EQ(reader.read(sequence(4, 3))->ends.size(), 3u);
    EXPECT_THAT(sentenceOf([&] { reader.read(sequence(4, 8)); }),
                testing::HasSubstr("has 24 numbers, but the net reads 1 to 7 steps of 3"));
    EXPECT_THROW(reader.read({}), Error);
    EXPECT_FALSE(reader.read(sequence(4), [] { return false; }));
}

} // namespace engine
