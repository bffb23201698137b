// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/graph/error.h"
#include "engine/training/measure/evaluation.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

namespace engine {

class EvaluationTest : public testing::Test {
protected:
    EvaluationTest()
    {
        m_trainer.steps(30, [](const TrainingSteps::Step&) {});
    }

    EvaluationReport evaluate(Evaluator::Batch batch, const TextRange& range, std::int64_t characters = Evaluator::all)
    {
        return evaluator(batch).evaluate(*m_trainer.source().text(), range, characters);
    }

    Evaluator evaluator(Evaluator::Batch batch)
    {
        return {m_trainer.model(), m_store, m_trainer.source().text()->vocabulary().size(), {}, batch};
    }

    TemporaryFolder m_bench;
    CpuDevice m_device{cpuBackend(), 1};
    Trainer m_trainer{SmallRun{.dropout = 0.5}.description(),
                      Corpus(m_bench.write("rhyme.txt", rhyme()), Encoding::Bytes), m_device};
    WeightStore m_store = [this] {
        WeightStore store(m_trainer.model(), m_device, 1);
        store.write(m_trainer.weights().read());
        return store;
    }();
};

TEST_F(EvaluationTest, OneStreamIsTheSurpriseOfTheTextCharacterByCharacter)
{
    const TextRange range{1000, 1321};
    TextGenerator generator(m_trainer.model(), m_store, m_trainer.source().text()->vocabulary(), {});
    const std::vector<double> bits = generator.surprise(m_trainer.source().text()->text(range));
    const double nats =
        std::accumulate(bits.begin(), bits.end(), 0.0) * std::numbers::ln2 / static_cast<double>(bits.size());
    const EvaluationReport report = evaluate({.steps = 7, .streams = 1}, range);
    EXPECT_EQ(report.characters, 320);
    EXPECT_NEAR(report.loss, nats, 1e-5);
}

TEST_F(EvaluationTest, TheLengthOfAPieceChangesNothing)
{
    const TextRange range{500, 1700};
    const EvaluationReport fine = evaluate({.steps = 1, .streams = 3}, range);
    const EvaluationReport coarse = evaluate({.steps = 64, .streams = 3}, range);
    EXPECT_EQ(fine.characters, coarse.characters);
    EXPECT_NEAR(fine.loss, coarse.loss, 1e-5);
    EXPECT_EQ(fine.accuracy, coarse.accuracy);
}

TEST_F(EvaluationTest, EveryCharacterButEachStreamsFirstCountsOnce)
{
    for (const std::int64_t streams : {1, 2, 5}) {
        EXPECT_EQ(evaluate({.steps = 16, .streams = streams}, {0, 1003}).characters, 1003 - streams);
    }
}

TEST_F(EvaluationTest, MeasuresPiecesThatAreSpreadEvenly)
{
    const std::int64_t first = 100, piece = 25;
    const EvaluationReport report = evaluate({.steps = 16, .streams = 4}, {first, first + 1003}, 4 * piece);
    EXPECT_EQ(report.characters, 4 * piece);
    EXPECT_EQ(report.ofCharacters, 1003);
    double nats = 0;
    for (const std::int64_t start : {first, first + 250, first + 501, first + 752}) {
        nats += 25 * evaluate({.steps = 16, .streams = 1}, {start, start + piece + 1}).loss;
    }
    EXPECT_NEAR(report.loss, nats / (4 * piece), 1e-5);
}

TEST_F(EvaluationTest, AWindowStartsFromNothing)
{
    const std::int64_t first = 100, window = 12;
    TextGenerator generator(m_trainer.model(), m_store, m_trainer.source().text()->vocabulary(), {});
    double nats = 0;
    std::int64_t count = 0;
    for (std::int64_t start = first; start + window < first + 205; start += window) {
        const auto bits = generator.surprise(m_trainer.source().text()->text({start, start + window + 1}));
        nats += std::accumulate(bits.begin(), bits.end(), 0.0) * std::numbers::ln2;
        count += window;
    }
    for (const std::int64_t steps : {4, 12, 16}) { // windows end where batches do, and inside them
        for (const std::int64_t streams : {1, 3, 30}) {
            const EvaluationReport report =
                evaluate({.steps = steps, .streams = streams, .window = window}, {first, first + 205});
            EXPECT_EQ(report.characters, count) << steps << " x " << streams;
            EXPECT_NEAR(report.loss, nats / static_cast<double>(count), 1e-5) << steps << " x " << streams;
        }
    }
}

TEST_F(EvaluationTest, MeasuresSoManyWindowsAsAreWanted)
{
    const auto measured = [&](std::int64_t characters) {
        return evaluate({.steps = 5, .streams = 4, .window = 10}, {0, 1001}, characters).characters;
    };
    EXPECT_EQ(measured(400), 400);
    EXPECT_EQ(measured(3), 10) << "one at least";
    EXPECT_EQ(measured(5000), 1000);
    EXPECT_THROW(evaluate({.steps = 5, .streams = 4, .window = 1001}, {0, 1001}), Error);
}

TEST_F(EvaluationTest, StepsOfABatchDivideTheWindowWhereTheyCan)
{
    const auto batch = [&](std::int64_t window) {
        return Evaluator::batchForWindows(*m_trainer.source().text(), {0, 5001}, window);
    };
    EXPECT_EQ(batch(256).steps, 64);
    EXPECT_EQ(batch(100).steps, 50);
    EXPECT_EQ(batch(7).steps, 7);
    EXPECT_EQ(batch(257).steps, 64);
    EXPECT_EQ(batch(256).streams, 19);
    EXPECT_EQ(batch(10).streams, 32);
}

TEST_F(EvaluationTest, MeasuresExactlyAsManyAsAreWanted)
{
    for (const std::int64_t characters : {1, 5, 63, 64, 65, 700, 988}) {
        EXPECT_EQ(evaluate({.steps = 16, .streams = 7}, {0, 1003}, characters).characters, characters);
    }
    EXPECT_EQ(evaluate({.steps = 16, .streams = 7}, {0, 1003}, 1000).characters, 1003 - 7) << "that is all of them";
}

TEST_F(EvaluationTest, TakesAsManyStreamsAsTheCharactersFill)
{
    const Corpus& text = *m_trainer.source().text();
    const TextRange range{0, text.bytes()};
    EXPECT_EQ(Evaluator::batchFor(text, range).streams, 1);
    EXPECT_EQ(Evaluator::batchFor(text, range, 100).streams, 1);
    const Corpus longer(m_bench.write("longer.txt", rhyme(300'000)), Encoding::Bytes);
    EXPECT_EQ(Evaluator::batchFor(longer, {0, 300'000}).streams, 32);
    EXPECT_EQ(Evaluator::batchFor(longer, {0, 300'000}, 40'960).streams, 10);
}

TEST_F(EvaluationTest, AsksBeforeEachBatchWhetherToGoOn)
{
    int asked = 0, most = 1000;
    const GoOn goOn = [&] { return ++asked <= most; };
    const auto measured = [&] {
        return evaluator({.steps = 10, .streams = 4}).evaluate(*m_trainer.source().text(), {0, 2000}, 400, goOn);
    };
    EXPECT_TRUE(measured());
    EXPECT_EQ(asked, 11) << "ten batches, and none behind them";
    asked = 0;
    most = 3;
    EXPECT_FALSE(measured());
    EXPECT_EQ(asked, 4);
}

TEST_F(EvaluationTest, IsTheSameTwice)
{
    const EvaluationReport first = evaluate({.steps = 16, .streams = 4}, {0, 800});
    EXPECT_EQ(evaluate({.steps = 16, .streams = 4}, {0, 800}).loss, first.loss);
}

TEST_F(EvaluationTest, NeedsTwoCharacters)
{
    EXPECT_THROW(evaluate({.steps = 4, .streams = 1}, {10, 11}), Error);
}

TEST_F(EvaluationTest, AnAutoencodersTargetIsTheCharacterThatItReads)
{
    RunDescription described = SmallRun{}.description();
    described.model.layers.back().bottoms[1] = "data";
    Trainer trainer(described, Corpus(m_trainer.source().text()->file(), Encoding::Bytes), m_device);
    trainer.steps(300, [](const TrainingSteps::Step&) {});
    EXPECT_GT(valueOf(trainer.validate()->metrics, "accuracy"), 0.9) << "to repeat a character is learned at once";
}

} // namespace engine
