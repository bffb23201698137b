// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/backends/open_device.h"
#include "engine/training/measure/ensemble.h"
#include "tests/support/gpu.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>

namespace engine {
namespace {

/// Nets of one text that were trained a little, each of another kind.
class TextEnsemble : public testing::Test {
protected:
    TextEnsemble()
    {
        train({.units = 12, .dropout = 0.3});
        train({.steps = 5, .streams = 2, .units = 9, .cell = "GRU", .recurrent = ""});
        train({.units = 16, .layers = 2, .order = "WINDOWS"});
    }

    struct Member {
        Model model;
        WeightStore store;
    };

    void train(const SmallRun& run)
    {
        Trainer trainer(run.description(), Corpus(m_text, Encoding::Bytes), m_device);
        trainer.steps(20 + 10 * static_cast<int>(m_members.size()), [](const TrainingSteps::Step&) {});
        m_members.push_back({trainer.model(), WeightStore(trainer.model(), m_device, 1)});
        m_members.back().store.write(trainer.weights().read());
    }

    TextEnsembleReport together(const std::vector<std::size_t>& chosen, Evaluator::Batch batch, const TextRange& range)
    {
        std::deque<Evaluator> evaluators;
        std::vector<Evaluator*> members;
        for (const std::size_t index : chosen) {
            Member& member = m_members[index];
            members.push_back(&evaluators.emplace_back(member.model, member.store, m_corpus.vocabulary().size(),
                                                       EngineWish(), batch));
        }
        return *evaluateTogether(members, m_corpus, range, Evaluator::all, {});
    }

    TemporaryFolder m_bench;
    std::filesystem::path m_text = m_bench.write("rhyme.txt", rhyme());
    Corpus m_corpus{m_text, Encoding::Bytes};
    CpuDevice m_device{cpuBackend(), 1};
    std::deque<Member> m_members;
};

} // namespace

TEST_F(TextEnsemble, PredictsTheMeanOfTheProbabilities)
{
    const TextRange range{1000, 1321};
    std::vector<double> chances(320); // of the character that came, by what writes texts
    for (Member& member : m_members) {
        TextGenerator generator(member.model, member.store, m_corpus.vocabulary(), {});
        const std::vector<double> bits = generator.surprise(m_corpus.text(range));
        ASSERT_EQ(bits.size(), chances.size());
        for (std::size_t place = 0; place < bits.size(); ++place) {
            chances[place] += std::exp2(-bits[place]) / 3;
        }
    }
    double nats = 0;
    for (const double chance : chances) {
        nats -= std::log(chance) / 320;
    }
    const TextEnsembleReport report = together({0, 1, 2}, {.steps = 7, .streams = 1}, range);
    EXPECT_EQ(report.ensemble.characters, 320);
    EXPECT_NEAR(report.ensemble.loss, nats, 1e-5);
    EXPECT_LT(report.ensemble.loss,
              (report.members[0].loss + report.members[1].loss + report.members[2].loss) / 3 - 1e-3);
}

TEST_F(TextEnsemble, TellsOfEachMemberWhatItIsAlone)
{
    const TextRange range{500, 1700};
    const TextEnsembleReport report = together({2, 0}, {.steps = 16, .streams = 3}, range);
    for (const auto& [place, index] : {std::pair{0u, 2u}, std::pair{1u, 0u}}) {
        Member& member = m_members[index];
        Evaluator alone(member.model, member.store, m_corpus.vocabulary().size(), {}, {.steps = 16, .streams = 3});
        const EvaluationReport wanted = alone.evaluate(m_corpus, range);
        EXPECT_EQ(report.members[place].loss, wanted.loss);
        EXPECT_EQ(report.members[place].accuracy, wanted.accuracy);
    }
}

TEST_F(TextEnsemble, OfOneNetTwiceIsThatNet)
{
    const TextEnsembleReport report = together({1, 1}, {.steps = 16, .streams = 2}, {0, 900});
    EXPECT_NEAR(report.ensemble.loss, report.members[0].loss, 1e-6);
    EXPECT_EQ(report.ensemble.accuracy, report.members[0].accuracy);
}

TEST_F(TextEnsemble, AsksBeforeEachBatchWhetherToGoOn)
{
    Member& member = m_members[0];
    Evaluator evaluator(member.model, member.store, m_corpus.vocabulary().size(), {}, {.steps = 10, .streams = 4});
    const std::vector<Evaluator*> members{&evaluator, &evaluator};
    int asked = 0;
    EXPECT_FALSE(evaluateTogether(members, m_corpus, {0, 2000}, 400, [&] { return ++asked < 3; }));
    EXPECT_EQ(asked, 3);
}

TEST_F(TextEnsemble, MayRunOnSeveralDevices)
{
    HAMNET_NEEDS_GPU();
    Member& member = m_members[0];
    WeightStore onGpu(member.model, test::sharedGpu(), 1);
    onGpu.write(member.store.read());
    const Evaluator::Batch batch{.steps = 16, .streams = 2};
    Evaluator cpu(member.model, member.store, m_corpus.vocabulary().size(), {}, batch);
    Evaluator gpu(member.model, onGpu, m_corpus.vocabulary().size(), {}, batch);
    const std::vector<Evaluator*> members{&cpu, &gpu};
    const TextEnsembleReport report = *evaluateTogether(members, m_corpus, {0, 900}, Evaluator::all, {});
    EXPECT_NEAR(report.members[1].loss, report.members[0].loss, 1e-4);
    EXPECT_NEAR(report.ensemble.loss, report.members[0].loss, 1e-4);
}

} // namespace engine
