// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/graph/error.h"
#include "engine/training/measure/dynamic_evaluation.h"
#include "tests/support/gpu.h"
#include "tests/support/sentence_of.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engine {
namespace {

constexpr const char* plainLstm = "forget_bias: 1";

class Dynamic : public testing::Test {
protected:
    Dynamic()
        : Dynamic(SmallRun{.layers = 2,
                           .dropout = 0.5,
                           .recurrent = std::string(plainLstm) + " weight_dropout: 0.2 state_dropout: 0.1"})
    {}
    explicit Dynamic(const SmallRun& run) : m_run(run)
    {
        Trainer trainer(run.description(), Corpus(m_text, Encoding::Bytes), m_device);
        trainer.steps(60, [](const TrainingSteps::Step&) {});
        m_model = trainer.model();
        m_weights = trainer.weights().read();
    }

    /// The model with another loss layer: what `loss` gives as fields of it.
    Model modelWith(const std::string& loss) const
    {
        SmallRun run = m_run;
        run.loss = loss;
        return withVocabulary(run.model(), m_corpus.vocabulary().size());
    }

    WeightStore store(Device& device) const
    {
        WeightStore store(m_model, device, 1);
        store.write(m_weights);
        return store;
    }

    double dynamic(const Model& model, WeightStore& store, const DynamicSettings& settings, const TextRange& range)
    {
        DynamicEvaluator evaluator(model, store, m_corpus.vocabulary().size(), {}, settings);
        return evaluator.evaluate(m_corpus, range, Evaluator::all, {})->loss;
    }
    double dynamic(const DynamicSettings& settings, const TextRange& range)
    {
        WeightStore weights = store(m_device);
        return dynamic(m_model, weights, settings, range);
    }

    double plain(WeightStore& store, const TextRange& range)
    {
        Evaluator evaluator(m_model, store, m_corpus.vocabulary().size(), {}, {.steps = 10, .streams = 1});
        return evaluator.evaluate(m_corpus, range).loss;
    }
    double plain(const TextRange& range)
    {
        WeightStore weights = store(m_device);
        return plain(weights, range);
    }

    SmallRun m_run;
    TemporaryFolder m_bench;
    std::filesystem::path m_text = m_bench.write("rhyme.txt", rhyme());
    Corpus m_corpus{m_text, Encoding::Bytes};
    CpuDevice m_device{cpuBackend(), 1};
    Model m_model;
    std::vector<NamedTensor> m_weights;
};

class DynamicRelu : public Dynamic {
protected:
    DynamicRelu() : Dynamic(SmallRun{.cell = "RNN", .recurrent = "activation: RELU"}) {}
};

} // namespace

TEST_F(Dynamic, WithATinyRateIsThePlainReadingWithoutDropout)
{
    EXPECT_NEAR(dynamic({.rate = 1e-9, .steps = 16}, {1000, 1700}), plain({1000, 1700}), 1e-5);
}

TEST_F(Dynamic, CountsASegmentBeforeItLearnsFromIt)
{
    EXPECT_NEAR(dynamic({.rate = 50, .steps = 16}, {1000, 1017}), plain({1000, 1017}), 1e-5);
    EXPECT_GT(std::abs(dynamic({.rate = 50, .steps = 16}, {1000, 1019}) - plain({1000, 1019})), 1e-2);
}

TEST_F(Dynamic, LearnsOfASegmentWhatAStepOfTrainingWithoutDropoutLearns)
{
    constexpr double rate = 0.5;
    const TextRange both{0, 33};
    SmallRun run = m_run;
    run.steps = 16;
    run.streams = 1;
    run.dropout = 0;
    run.recurrent = plainLstm;
    run.solver = "type: \"SGD\" base_lr: 0.5 lr_policy: \"fixed\" momentum: 0";
    Trainer trainer(run.description(), Corpus(m_text, Encoding::Bytes), m_device);
    trainer.startFrom(m_weights);
    trainer.step(); // on the first 17 characters

    WeightStore weights = store(m_device);
    Evaluator reading(m_model, weights, m_corpus.vocabulary().size(), {}, {.steps = 16, .streams = 1});
    TextStreams text = reading.streams(m_corpus, both);
    TextTally tally;
    reading.clearState();
    ASSERT_TRUE(text.next());
    tally.add(reading.scores(text), text.targets());
    weights.write(trainer.weights().read());
    ASSERT_TRUE(text.next());
    tally.add(reading.scores(text), text.targets());
    const double wanted = tally.report(m_corpus, both).loss;
    EXPECT_NEAR(dynamic({.rate = rate, .steps = 16}, both), wanted, 1e-5);
    EXPECT_GT(std::abs(plain(both) - wanted), 1e-3) << "the step shows";
}

TEST_F(Dynamic, LearnsTheCharactersOfAnotherText)
{
    std::string other;
    while (other.size() < 3000) {
        other += "corn one corn six rye\n";
    }
    m_corpus = Corpus(m_bench.write("other.txt", other), m_corpus.vocabulary());
    const TextRange all{0, m_corpus.bytes()};
    EXPECT_LT(dynamic({.rate = 0.3, .steps = 16}, all), plain(all) - 0.3);
}

TEST_F(Dynamic, PutsTheWeightsBack)
{
    WeightStore weights = store(m_device);
    dynamic(m_model, weights, {.rate = 1, .steps = 16}, {0, 500});
    EXPECT_EQ(weights.read(), m_weights);
}

TEST_F(Dynamic, IsTheSameTwice)
{
    WeightStore weights = store(m_device);
    DynamicEvaluator evaluator(m_model, weights, m_corpus.vocabulary().size(), {}, {.rate = 1, .steps = 16});
    const double first = evaluator.evaluate(m_corpus, {0, 500}, Evaluator::all, {})->loss;
    EXPECT_EQ(evaluator.evaluate(m_corpus, {0, 500}, Evaluator::all, {})->loss, first);
}

TEST_F(Dynamic, MeansNatsByItsRateWhateverTheLossIsScaledBy)
{
    const TextRange range{1000, 1500};
    const double wanted = dynamic({.rate = 0.5, .steps = 16}, range);
    WeightStore weights = store(m_device);
    for (const char* loss : {"loss_weight: 3", "loss_param { normalization: BATCH_SIZE }"}) {
        EXPECT_NEAR(dynamic(modelWith(loss), weights, {.rate = 0.5, .steps = 16}, range), wanted, 1e-4) << loss;
    }
}

TEST_F(Dynamic, ReadsTheFirstCharactersOfThePart)
{
    WeightStore weights = store(m_device);
    DynamicEvaluator evaluator(m_model, weights, m_corpus.vocabulary().size(), {}, {.rate = 0.5, .steps = 16});
    const EvaluationReport some = *evaluator.evaluate(m_corpus, {1000, 3000}, 400, {});
    EXPECT_EQ(some.characters, 400);
    EXPECT_EQ(some.ofCharacters, 2000);
    EXPECT_EQ(some.loss, evaluator.evaluate(m_corpus, {1000, 1401}, Evaluator::all, {})->loss);
    EXPECT_FALSE(evaluator.evaluate(m_corpus, {1000, 3000}, 400, [] { return false; }));
}

TEST_F(DynamicRelu, SaysWhereTheRateIsTooHigh)
{
    WeightStore weights = store(m_device);
    const std::string said = sentenceOf([&] { dynamic(m_model, weights, {.rate = 1e6, .steps = 16}, {0, 3000}); });
    EXPECT_NE(std::string(said).find("a lower one is wanted"), std::string::npos) << said;
    EXPECT_EQ(weights.read(), m_weights);
}

TEST_F(Dynamic, LearnsTheSameOnAGpu)
{
    HAMNET_NEEDS_GPU();
    WeightStore onGpu = store(test::sharedGpu());
    const DynamicSettings settings{.rate = 0.5, .steps = 16};
    EXPECT_NEAR(dynamic(m_model, onGpu, settings, {1000, 2000}), dynamic(settings, {1000, 2000}), 1e-3);
}

} // namespace engine
