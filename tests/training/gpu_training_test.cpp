// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/backends/open_device.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"
#include "tests/support/allocations.h"
#include "tests/support/gpu.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace engine {
namespace {

using testing::HasSubstr;

/// What a run on a GPU does, by engine and by how batches are cut.
struct GpuRun {
    const char* name;
    const char* engine;
    const char* order;
    const char* solver;
};

void PrintTo(const GpuRun& run, std::ostream* out)
{
    *out << run.name;
}

constexpr auto adam =
    "type: \"Adam\" base_lr: 0.01 lr_policy: \"cosine\" warmup_iter: 5 max_iter: 100 clip_gradients: 1";
constexpr auto sgd = "type: \"SGD\" momentum: 0.9 base_lr: 0.1 lr_policy: \"step\" gamma: 0.5 stepsize: 7 iter_size: 2 "
                     "max_iter: 100 weight_decay: 0.001";

const std::vector<GpuRun> gpuRuns{
    {"CaffeStreams", "CAFFE", "STREAMS", adam},
    {"CaffeWindows", "CAFFE", "WINDOWS", sgd},
    {"CudnnStreams", "CUDNN", "STREAMS", adam},
    {"CudnnWindows", "CUDNN", "WINDOWS", sgd},
};

class GpuTraining : public testing::TestWithParam<GpuRun> {
protected:
    void SetUp() override { HAMNET_NEEDS_GPU(); }

    /// Two layers with dropout between and behind them, unless a test wants none.
    SmallRun small(double dropout = 0.3) const
    {
        return {.units = 24, .layers = 2, .dropout = dropout, .order = GetParam().order, .solver = GetParam().solver};
    }

    Corpus corpus() const { return Corpus(m_text, Encoding::Bytes); }
    Trainer trainer(Device& device, const SmallRun& run) const
    {
        return Trainer(run.description(GetParam().engine), corpus(), device);
    }

    /// Of a run that is as far ahead of its results as it likes.
    static std::vector<double> lossesOf(Trainer& trainer, std::int64_t iterations)
    {
        return ran(trainer, {.limits = {.iterations = trainer.iteration() + iterations}, .reportEvery = 1}).losses();
    }

    TemporaryFolder m_bench;
    std::filesystem::path m_text = m_bench.write("rhyme.txt", rhyme());
};

/// To the bit, so that a NaN is itself.
bool sameBits(const std::vector<NamedTensor>& one, const std::vector<NamedTensor>& other)
{
    return std::ranges::equal(one, other, [](const NamedTensor& a, const NamedTensor& b) {
        return a.name == b.name && a.shape == b.shape &&
               std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(float)) == 0;
    });
}

void expectSameState(const Checkpoint& one, const Checkpoint& other)
{
    EXPECT_EQ(one.iteration, other.iteration);
    EXPECT_EQ(one.cursor, other.cursor);
    EXPECT_TRUE(sameBits(one.weights, other.weights)) << "weights";
    EXPECT_TRUE(sameBits(one.history, other.history)) << "history";
    EXPECT_TRUE(sameBits(one.state, other.state)) << "recurrent state";
    EXPECT_TRUE(sameBits(one.privateState, other.privateState)) << "private state";
}

TEST_P(GpuTraining, FollowsTheCpu)
{
    CpuDevice cpu(cpuBackend(), 2);
    // CAFFE draws the same masks everywhere; cuDNN's own generators do not.
    const SmallRun run = small(GetParam().engine == std::string("CAFFE") ? 0.3 : 0);
    Trainer here(run.description("CAFFE"), corpus(), cpu), there = trainer(test::sharedGpu(), run);
    EXPECT_EQ(there.net().recurrentEngine(), GetParam().engine);
    const std::vector<double> wanted = lossesOf(here, 30), found = lossesOf(there, 30);
    EXPECT_THAT(found, testing::Pointwise(testing::DoubleNear(2e-3), wanted));
    EXPECT_EQ(there.checkpoint().cursor, here.checkpoint().cursor);
    EXPECT_NEAR(there.validate()->loss, here.validate()->loss, 5e-3);
}

TEST_P(GpuTraining, IsTheSameEachTime)
{
    Trainer one = trainer(test::sharedGpu(), small()), other = trainer(test::sharedGpu(), small());
    EXPECT_EQ(lossesOf(one, 40), lossesOf(other, 40));
    expectSameState(one.checkpoint(), other.checkpoint());
}

TEST_P(GpuTraining, IsTheSameOneByOneAndAhead)
{
    Trainer ahead = trainer(test::sharedGpu(), small()), one = trainer(test::sharedGpu(), small());
    const std::vector<double> wanted = lossesOf(ahead, 40);
    std::vector<double> found;
    for (int step = 0; step < 40; ++step) {
        found.push_back(one.step().loss);
    }
    EXPECT_EQ(found, wanted);
    expectSameState(one.checkpoint(), ahead.checkpoint());
}

TEST_P(GpuTraining, IsTheSameWithoutGraphs)
{
    const std::unique_ptr<Device> plain =
        openDevice({.name = "cuda", .precision = Precision::Float32, .graphs = false});
    Trainer graph = trainer(test::sharedGpu(), small()), kernels = trainer(*plain, small());
    const std::vector<double> recorded = lossesOf(graph, 20), plain20 = lossesOf(kernels, 20);
    if (graph.net().recurrentEngine().starts_with("CUDNN")) {
        // The library runs other kernels when it is recorded, and sums in another order.
        for (std::size_t index = 0; index < recorded.size(); ++index) {
            EXPECT_NEAR(recorded[index], plain20[index], 1e-4) << "iteration " << index;
        }
        return;
    }
    EXPECT_EQ(recorded, plain20);
    expectSameState(graph.checkpoint(), kernels.checkpoint());
}

TEST_P(GpuTraining, ResumesFromAFileAsIfItHadNotStopped)
{
    Trainer whole = trainer(test::sharedGpu(), small());
    lossesOf(whole, 10);
    saveCheckpoint(m_bench.path() / "half.hamnet", whole.checkpoint());
    const std::vector<double> wanted = lossesOf(whole, 10);

    Trainer resumed(loadCheckpoint(m_bench.path() / "half.hamnet"), corpus(), test::sharedGpu(), {});
    EXPECT_EQ(resumed.iteration(), 10);
    EXPECT_THAT(resumed.notes(), testing::Not(testing::Contains(HasSubstr("random numbers"))));
    EXPECT_EQ(lossesOf(resumed, 10), wanted);
    expectSameState(resumed.checkpoint(), whole.checkpoint());
}

TEST_P(GpuTraining, GoesOnWhereTheCpuStopped)
{
    CpuDevice cpu(cpuBackend(), 2);
    const SmallRun run = small(GetParam().engine == std::string("CAFFE") ? 0.3 : 0);
    Trainer here(run.description("CAFFE"), corpus(), cpu);
    lossesOf(here, 12);
    Trainer there(here.checkpoint(), corpus(), test::sharedGpu(), GetParam().engine);
    EXPECT_THAT(lossesOf(there, 12), testing::Pointwise(testing::DoubleNear(2e-3), lossesOf(here, 12)));

    Trainer back(there.checkpoint(), corpus(), cpu, "CAFFE");
    EXPECT_EQ(back.iteration(), 24);
    EXPECT_THAT(lossesOf(back, 6), testing::Pointwise(testing::DoubleNear(4e-3), lossesOf(here, 6)));
}

TEST_P(GpuTraining, DropsTheRecurrentWeightsThatTheCpuDrops)
{
    CpuDevice cpu(cpuBackend(), 2);
    SmallRun run = small(0);
    run.recurrent += " weight_dropout: 0.4 state_dropout: 0.2";
    Trainer here(run.description("CAFFE"), corpus(), cpu);
    Trainer there = trainer(test::sharedGpu(), run);
    EXPECT_THAT(lossesOf(there, 12), testing::Pointwise(testing::DoubleNear(2e-3), lossesOf(here, 12)));
}

TEST_P(GpuTraining, ResumesWithTheRecurrentWeightsThatItWouldHaveDropped)
{
    SmallRun run = small();
    run.recurrent += " weight_dropout: 0.4 state_dropout: 0.2";
    Trainer whole = trainer(test::sharedGpu(), run);
    lossesOf(whole, 10);
    Trainer resumed(whole.checkpoint(), corpus(), test::sharedGpu(), GetParam().engine);
    EXPECT_EQ(lossesOf(resumed, 10), lossesOf(whole, 10));
    expectSameState(resumed.checkpoint(), whole.checkpoint());
}

TEST_P(GpuTraining, IsNotChangedByWhatIsDueOnTheWay)
{
    Trainer plain = trainer(test::sharedGpu(), small()), busy = trainer(test::sharedGpu(), small());
    const std::vector<double> wanted = lossesOf(plain, 40);
    const Witness found = ran(busy, {.limits = {.iterations = 40},
                                     .reportEvery = 1,
                                     .validateEvery = 7,
                                     .sampleEvery = 11,
                                     .sample = {.prompt = "MILLER", .length = 30},
                                     .checkpoint = m_bench.path() / "busy.hamnet",
                                     .checkpointEvery = 5});
    EXPECT_EQ(found.losses(), wanted);
    expectSameState(busy.checkpoint(), plain.checkpoint());
}

TEST_P(GpuTraining, AllocatesNothingOnTheHostAfterTheFirstTwoSteps)
{
    Trainer run = trainer(test::sharedGpu(), small());
    run.step();
    run.step();
    const std::int64_t before = test::allocations();
    for (int step = 0; step < 20; ++step) {
        run.step();
    }
    EXPECT_EQ(test::allocations() - before, 0);
}

TEST_P(GpuTraining, EndsWhereANumberIsNotFinite)
{
    Trainer run = trainer(test::sharedGpu(), small());
    lossesOf(run, 5);
    const auto& weights = run.weights().weights();
    const auto bias = std::ranges::find(weights, "scores/b", &WeightStore::Weight::name);
    ASSERT_NE(bias, weights.end());
    test::sharedGpu().toDevice(std::array{std::nanf("")}, run.weights().values().data() + bias->offset);
    const Witness witness = ran(run, {.limits = {.iterations = 500}, .reportEvery = 1});
    EXPECT_EQ(witness.reason, EndReason::Diverged);
    EXPECT_EQ(run.iteration(), 5);
    EXPECT_THAT(witness.all<EndEvent>()[0].detail, HasSubstr("is in weight scores/b"));
}

TEST_P(GpuTraining, StopsAfterTheQueuedSteps)
{
    constexpr std::int64_t maxUnderWay = 64;
    Trainer run = trainer(test::sharedGpu(), small());
    EXPECT_EQ(ran(run, {.limits = {.iterations = 100'000'000}, .reportEvery = 1}, 300).reason, EndReason::Stopped);
    EXPECT_LE(run.iteration(), 300 + maxUnderWay);
    EXPECT_EQ(std::ssize(run.checkpoint().curve), run.iteration());
}

INSTANTIATE_TEST_SUITE_P(Runs, GpuTraining, testing::ValuesIn(gpuRuns),
                         [](const auto& one) { return std::string(one.param.name); });

} // namespace
} // namespace engine
