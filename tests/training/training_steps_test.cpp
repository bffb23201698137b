// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/error.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"
#include "tests/support/allocations.h"
#include "tests/support/sentence_of.h"
#include "tests/training/ahead_device.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace engine {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// The same run one step after the other, and on an asynchronous device.
class StepsAhead : public testing::Test {
protected:
    Trainer trainerOn(Device& device, const SmallRun& run = {}) const
    {
        return Trainer(run.description("CAFFE"), Corpus(m_text, Encoding::Bytes), device);
    }

    /// What a run leaves: what it told, its state.
    struct Trace : Witness {
        std::int64_t iteration;
        std::vector<NamedTensor> weights;
    };
    Trace traceOn(Device& device, const RunSettings& settings, const SmallRun& run = {}) const
    {
        Trainer trainer = trainerOn(device, run);
        const Witness witness = ran(trainer, settings);
        return {witness, trainer.iteration(), trainer.weights().read()};
    }

    TemporaryFolder m_bench;
    std::filesystem::path m_text = m_bench.write("rhyme.txt", rhyme());
    CpuDevice m_cpu{cpuBackend(), 1};
    AheadDevice m_ahead;
};

TEST_F(StepsAhead, GiveTheSameRunAsStepsOneByOne)
{
    const SmallRun run{
        .layers = 2,
        .dropout = 0.3,
        .solver = "type: \"Adam\" base_lr: 0.01 lr_policy: \"cosine\" max_iter: 200 iter_size: 2 clip_gradients: 1"};
    const auto settings = [&](const char* file) {
        return RunSettings{.limits = {.iterations = 130},
                           .reportEvery = 1,
                           .validateEvery = 40,
                           .sampleEvery = 50,
                           .sample = {.prompt = "MILLER", .length = 20},
                           .checkpoint = m_bench.path() / file,
                           .checkpointEvery = 70};
    };
    const Trace wanted = traceOn(m_cpu, settings("one.hamnet"), run);
    const Trace found = traceOn(m_ahead, settings("ahead.hamnet"), run);
    EXPECT_EQ(found.reason, EndReason::Iterations);
    EXPECT_EQ(found.losses(), wanted.losses());
    EXPECT_EQ(found.weights, wanted.weights);
    ASSERT_EQ(found.events.size(), wanted.events.size());
    for (std::size_t event = 0; event < wanted.events.size(); ++event) {
        EXPECT_EQ(found.events[event].index(), wanted.events[event].index()) << event;
    }
    EXPECT_EQ(found.all<ValidationEvent>().at(1).loss, wanted.all<ValidationEvent>().at(1).loss);
    EXPECT_EQ(found.all<SampleEvent>().at(1).text, wanted.all<SampleEvent>().at(1).text);

    const Checkpoint one = loadCheckpoint(m_bench.path() / "one.hamnet"),
                     ahead = loadCheckpoint(m_bench.path() / "ahead.hamnet");
    EXPECT_EQ(ahead.history, one.history);
    EXPECT_EQ(ahead.state, one.state);
    EXPECT_EQ(ahead.cursor, one.cursor);
    EXPECT_EQ(ahead.curve.size(), 130U);
}

/// Several short steps are one recording then; 130 of them are no whole number of eights between what is due.
TEST_F(StepsAhead, MakeTheSameRunWhereSeveralStartAsOne)
{
    const SmallRun run{.dropout = 0.3};
    const RunSettings settings{.limits = {.iterations = 130}, .reportEvery = 1, .validateEvery = 41, .sampleEvery = 50};
    const Trace wanted = traceOn(m_cpu, settings, run);
    m_ahead.startsAsOne = true;
    const Trace found = traceOn(m_ahead, settings, run);
    EXPECT_EQ(found.losses(), wanted.losses());
    EXPECT_EQ(found.weights, wanted.weights);
    EXPECT_EQ(found.iteration, 130);
    EXPECT_LT(m_ahead.runs, 100);
}

TEST_F(StepsAhead, AreAheadButNeverPastWhatIsDue)
{
    Trainer trainer = trainerOn(m_ahead);
    std::int64_t most = 0;
    engine::Run(trainer).go({.limits = {.iterations = 400},
                             .reportEvery = 1,
                             .validateEvery = 150,
                             .checkpoint = m_bench.path() / "a.hamnet"},
                            {}, [&](const Event& event) {
                                const std::int64_t asked = m_ahead.runs + 1; // the first is not recorded
                                if (std::holds_alternative<TrainEvent>(event)) {
                                    most = std::max(most, asked - trainer.iteration());
                                } else if (!std::holds_alternative<StartEvent>(event)) {
                                    EXPECT_EQ(asked, trainer.iteration());
                                }
                            });
    EXPECT_EQ(m_ahead.runs, 399);
    EXPECT_GT(most, 4);
    EXPECT_LE(most, 64);
}

TEST_F(StepsAhead, StayWithinAMomentWhereTheyAreSlow)
{
    m_ahead.slowness = 8ms;
    Trainer trainer = trainerOn(m_ahead);
    std::stop_source stop;
    std::int64_t askedAt = 0;
    const EndReason reason = engine::Run(trainer).go({.limits = {.iterations = 1000}, .reportEvery = 1},
                                                     stop.get_token(), [&](const Event& event) {
                                                         const auto* step = std::get_if<TrainEvent>(&event);
                                                         if (step != nullptr && step->iteration == 20) {
                                                             stop.request_stop();
                                                             askedAt = m_ahead.runs + 1;
                                                         }
                                                     });
    EXPECT_EQ(reason, EndReason::Stopped);
    EXPECT_LE(askedAt, 20 + 4) << "8 ms each";
    EXPECT_EQ(trainer.iteration(), askedAt) << "no more is asked for behind a stop";
    EXPECT_EQ(std::ssize(trainer.checkpoint().curve), askedAt) << "and what was asked for is noted";
}

TEST_F(StepsAhead, TellPlausibleTimes)
{
    m_ahead.slowness = 4ms;
    const auto begin = std::chrono::steady_clock::now();
    const Trace trace = traceOn(m_ahead, {.limits = {.iterations = 30}, .reportEvery = 10});
    const std::vector<TrainEvent> events = trace.all<TrainEvent>();
    const double characters = 10 * 8 * 4;
    EXPECT_LT(events[2].perSecond, characters / 0.04);
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
    EXPECT_GT(events[2].perSecond, characters / whole.count());
    EXPECT_GE(events[2].seconds, 29 * 4e-3);
    EXPECT_LE(events[2].seconds, trace.all<EndEvent>()[0].seconds);
}

TEST_F(StepsAhead, HandleRequestsOnceNoStepIsQueued)
{
    const Trace wanted = traceOn(m_cpu, {.limits = {.iterations = 60}, .reportEvery = 1});
    Trainer trainer = trainerOn(m_ahead);
    std::vector<std::int64_t> pausedAt;
    RunControl control;
    const auto paused = [&](const PauseEvent& pause) {
        if (pause.paused) {
            pausedAt.push_back(trainer.iteration());
            EXPECT_EQ(std::max<std::int64_t>(m_ahead.runs + 1, trainer.iteration()),
                      std::max<std::int64_t>(trainer.iteration(), 1));
            pausedAt.size() < 3 ? control.step() : control.resume();
        }
    };
    control.pause();
    std::int64_t looked = -1;
    std::vector<double> losses;
    engine::Run(trainer).go(
        {.limits = {.iterations = 60}, .reportEvery = 1}, {},
        [&](const Event& event) {
            if (const auto* pause = std::get_if<PauseEvent>(&event)) {
                paused(*pause);
            } else if (const auto* step = std::get_if<TrainEvent>(&event)) {
                losses.push_back(step->loss);
                if (step->iteration == 30) {
                    control.between([&](Trainer& at) {
                        looked = at.iteration();
                        EXPECT_EQ(m_ahead.runs + 1, looked);
                        EXPECT_EQ(std::ssize(at.checkpoint().curve), looked);
                    });
                }
            }
        },
        &control);
    EXPECT_EQ(pausedAt, (std::vector<std::int64_t>{0, 1, 2}));
    EXPECT_GE(looked, 30);
    EXPECT_LE(looked, 60);
    EXPECT_EQ(losses, wanted.losses());
}

TEST_F(StepsAhead, EndADivergedRunAsTheCpuDoes)
{
    SmallRun run;
    run.solver = "type: \"SGD\" base_lr: 1000000 lr_policy: \"step\" gamma: 1 stepsize: 1000 max_iter: 100";
    const Trace wanted = traceOn(m_cpu, {.limits = {.iterations = 100}, .reportEvery = 1}, run);
    const Trace found = traceOn(m_ahead, {.limits = {.iterations = 100}, .reportEvery = 1}, run);
    ASSERT_EQ(wanted.reason, EndReason::Diverged);
    EXPECT_EQ(found.reason, EndReason::Diverged);
    EXPECT_EQ(found.iteration, wanted.iteration);
    EXPECT_EQ(found.losses(), wanted.losses());
    EXPECT_EQ(found.all<EndEvent>()[0].detail, wanted.all<EndEvent>()[0].detail);
}

TEST_F(StepsAhead, KeepTheLastGoodStateAfterAWeightThatIsNotFinite)
{
    Trainer trainer = trainerOn(m_ahead);
    std::vector<NamedTensor> before;
    const auto bias = std::ranges::find(trainer.weights().weights(), "lstm/b", &WeightStore::Weight::name);
    ASSERT_NE(bias, trainer.weights().weights().end());
    float& broken = trainer.weights().values()[static_cast<std::size_t>(bias->offset)];
    float whole = 0;
    m_ahead.atRun = [&] {
        if (m_ahead.runs == 30) {
            before = trainer.weights().read();
            whole = std::exchange(broken, std::nanf(""));
        }
    };
    const Witness witness = ran(trainer, {.limits = {.iterations = 1000}, .reportEvery = 1});
    EXPECT_EQ(witness.reason, EndReason::Diverged);
    EXPECT_EQ(trainer.iteration(), 30);
    EXPECT_EQ(witness.all<TrainEvent>().size(), 30U);
    EXPECT_THAT(witness.all<EndEvent>()[0].detail,
                HasSubstr("at iteration 30; the first value that is not finite is in weight"));
    broken = whole;
    EXPECT_TRUE(trainer.weights().read() == before) << "later steps have changed nothing";
}

TEST_F(StepsAhead, EndWithAllNotedWhereATargetIsReached)
{
    const Trace trace = traceOn(m_ahead, {.limits = {.iterations = 5000, .targetLoss = 2.0}, .reportEvery = 1});
    EXPECT_EQ(trace.reason, EndReason::TargetLoss);
    EXPECT_EQ(m_ahead.runs + 1, trace.iteration);
    EXPECT_EQ(std::ssize(trace.all<TrainEvent>()), trace.iteration);
}

TEST_F(StepsAhead, AllocateNothingAfterTheFirstTwo)
{
    Trainer trainer = trainerOn(m_ahead);
    trainer.step();
    trainer.step();
    const std::int64_t before = test::allocations();
    for (int step = 0; step < 5; ++step) {
        trainer.step();
    }
    EXPECT_EQ(test::allocations() - before, 0);
}

/// What a run throws.
std::string errorOf(Trainer& trainer, const RunSettings& settings)
{
    return ::sentenceOf([&] { ran(trainer, settings); });
}

TEST_F(StepsAhead, LeaveACheckpointOfAllThatWasDoneWhereTheDeviceFails)
{
    Trainer trainer = trainerOn(m_ahead);
    m_ahead.atRun = [&] {
        if (m_ahead.runs == 50) {
            throw Error("CUDA:0: a block of 9.0 MiB is needed, but 3.0 MiB of the GPU's memory are free");
        }
    };
    const std::filesystem::path file = m_bench.path() / "saved.hamnet";
    EXPECT_THAT(errorOf(trainer, {.limits = {.iterations = 100}, .checkpoint = file, .checkpointEvery = 20}),
                HasSubstr("a block of 9.0 MiB is needed"));
    EXPECT_EQ(loadCheckpoint(file).iteration, 50) << "the recording is of the steps from the second on";
}

TEST_F(StepsAhead, TellOfADeviceThatDoesNotAnswer)
{
    Trainer trainer = trainerOn(m_ahead);
    trainer.step();
    m_ahead.losesWork = true;
    m_ahead.atFinish = [] { throw UnavailableError("the GPU no longer responds"); };
    EXPECT_THAT(errorOf(trainer, {.limits = {.iterations = 10}}), HasSubstr("no longer responds"));
    m_ahead.atFinish = {};
}

TEST_F(StepsAhead, TellOfAResultThatNeverComes)
{
    Trainer trainer = trainerOn(m_ahead);
    trainer.step();
    m_ahead.losesWork = true;
    EXPECT_THAT(errorOf(trainer, {.limits = {.iterations = 10}}), HasSubstr("a step has ended without its result"));
}

} // namespace
} // namespace engine
