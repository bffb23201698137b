// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/samples.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace engine {
namespace {

using testing::ElementsAre;

/// Three sequences of 2, 3 and 1 steps of 2 numbers, one behind the other in a block of bytes; number i of step t of
/// sample k is 100 k + 10 t + i.
Samples threeSequences()
{
    const auto block = std::make_shared<std::vector<std::uint8_t>>();
    Samples samples{.layout = {.steps = 3, .width = 2, .stepStride = 2}, .facts = {.classes = {"a", "b", "c"}}};
    const std::int32_t lengths[] = {2, 3, 1};
    for (int k = 0; k < 3; ++k) {
        samples.starts.push_back(std::ssize(*block));
        samples.lengths.push_back(lengths[k]);
        samples.answers.push_back(static_cast<float>(k));
        for (int t = 0; t < lengths[k]; ++t) {
            block->push_back(static_cast<std::uint8_t>(100 * k + 10 * t));
            block->push_back(static_cast<std::uint8_t>(100 * k + 10 * t + 1));
        }
    }
    samples.memory = block;
    samples.bytes = *block;
    return samples;
}

struct SampleBatch {
    explicit SampleBatch(std::int64_t places, std::int64_t width, std::int64_t streams)
        : values(static_cast<std::size_t>(places * width), 7),
          cont(static_cast<std::size_t>(places), 7),
          answers(static_cast<std::size_t>(streams), 7),
          lengths(static_cast<std::size_t>(streams), 7)
    {}
    SamplePlaces places() { return {values, cont, answers, lengths}; }
    std::vector<float> values, cont, answers, lengths;
};

} // namespace

TEST(CutBatch, PutsStepsFirstAndPadsShortSequences)
{
    SampleBatch batch(3 * 2, 2, 2);
    cutBatch(threeSequences(), std::vector<std::int32_t>{1, 0}, 2, batch.places());
    EXPECT_THAT(batch.values, ElementsAre(100, 101, 0, 1, /**/ 110, 111, 10, 11, /**/ 120, 121, 0, 0));
    EXPECT_THAT(batch.cont, ElementsAre(0, 0, /**/ 1, 1, /**/ 1, 0)) << "what follows the end is a sequence of its own";
    EXPECT_THAT(batch.answers, ElementsAre(1, 0));
    EXPECT_THAT(batch.lengths, ElementsAre(3, 2));
}

TEST(CutBatch, LeavesStreamsWithoutASampleEmpty)
{
    SampleBatch batch(3 * 2, 2, 2);
    cutBatch(threeSequences(), std::vector<std::int32_t>{2}, 2, batch.places());
    EXPECT_THAT(batch.values, ElementsAre(200, 201, 0, 0, /**/ 0, 0, 0, 0, /**/ 0, 0, 0, 0));
    EXPECT_THAT(batch.answers, ElementsAre(2, -1));
    EXPECT_THAT(batch.lengths, ElementsAre(1, 3)) << "a length that a layer can take";
}

TEST(CutBatch, MarksAMissingNumberAsNotANumber)
{
    Samples samples = threeSequences();
    samples.facts.classes.clear();
    SampleBatch batch(3 * 2, 2, 2);
    cutBatch(samples, std::vector<std::int32_t>{2}, 2, batch.places());
    EXPECT_TRUE(std::isnan(batch.answers[1]));
}

TEST(CutBatch, ReadsColumnsAsStepsWhereTheLayoutSaysSo)
{
    Samples samples = threeSequences();
    samples.starts = {0};
    samples.lengths.clear();
    samples.layout = {.steps = 2, .width = 2, .stepStride = 1, .valueStride = 2, .scale = 0.5f};
    SampleBatch batch(2, 2, 1);
    cutBatch(samples, std::vector<std::int32_t>{0}, 1, batch.places());
    EXPECT_THAT(batch.values, ElementsAre(0, 5, 0.5f, 5.5f));
}

TEST(SampleFormula, TakesEverySampleOnceInAnEpoch)
{
    for (const std::int64_t count : {4, 5, 12, 100, 4097}) {
        const SampleFormula formula{.count = count, .streams = 1, .key = 17};
        std::set<std::int64_t> seen;
        for (std::int64_t batch = 0; batch < count; ++batch) {
            const std::int64_t sample = formula.sample(static_cast<std::uint64_t>(batch), 0);
            EXPECT_GE(sample, 0);
            EXPECT_LT(sample, count);
            seen.insert(sample);
        }
        EXPECT_EQ(std::ssize(seen), count);
    }
}

TEST(SampleFormula, TakesAnotherOrderInEveryEpochAndForEveryKey)
{
    const auto order = [](std::uint64_t key, std::uint64_t epoch) {
        const SampleFormula formula{.count = 50, .streams = 10, .key = key};
        std::vector<std::int64_t> samples;
        for (std::uint64_t batch = 0; batch < 5; ++batch) {
            for (std::int64_t n = 0; n < 10; ++n) {
                samples.push_back(formula.sample(epoch * 5 + batch, n));
            }
        }
        return samples;
    };
    EXPECT_EQ(order(1, 0), order(1, 0));
    EXPECT_NE(order(1, 0), order(1, 1));
    EXPECT_NE(order(1, 0), order(2, 0));
}

TEST(SampleFormula, LeavesOutOtherSamplesInEveryEpoch)
{
    const SampleFormula formula{.count = 7, .streams = 3, .key = 5};
    EXPECT_EQ(formula.batchesPerEpoch(), 2);
    std::set<std::int64_t> seen;
    for (std::uint64_t batch = 0; batch < 2 * 20; ++batch) {
        for (std::int64_t n = 0; n < 3; ++n) {
            seen.insert(formula.sample(batch, n));
        }
    }
    EXPECT_EQ(seen.size(), 7u);
}

TEST(SampleFormula, GoesThroughThemInOrderWhereItDoesNotShuffle)
{
    const SampleFormula formula{.count = 7, .streams = 3, .key = 5, .shuffled = false};
    EXPECT_EQ(formula.sample(1, 2), 5);
    EXPECT_EQ(formula.sample(2, 0), 0);
}

TEST(SampleFormula, IsCloseToUniform)
{
    // How often sample k is the first of an epoch: 20,000 epochs of 10 samples. 5 deviations: 45 each.
    std::vector<int> first(10);
    const SampleFormula formula{.count = 10, .streams = 1, .key = 3};
    for (std::uint64_t epoch = 0; epoch < 20'000; ++epoch) {
        ++first[static_cast<std::size_t>(formula.sample(epoch * 10, 0))];
    }
    for (const int count : first) {
        EXPECT_NEAR(count, 2000, 5 * std::sqrt(20'000 * 0.1 * 0.9));
    }
}

} // namespace engine
