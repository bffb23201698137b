// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/training/run/run_control.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"
#include "tests/support/patience.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace engine {

namespace {

using namespace std::chrono_literals;

} // namespace

/// A run on a thread of its own, as the studio has it.
class RunControlTest : public testing::Test {
protected:
    void start(const RunSettings& settings)
    {
        m_thread = std::jthread([this, settings](const std::stop_token& stop) {
            CpuDevice device(cpuBackend(), 1);
            Trainer trainer(m_run.description(), Corpus(m_text, Encoding::Bytes), device);
            m_reason = engine::Run(trainer).go(
                settings, stop, [this](const Event& event) { note(event); }, &m_control);
            m_over = true;
        });
    }

    void note(const Event& event)
    {
        if (const auto* step = std::get_if<TrainEvent>(&event)) {
            m_losses.push_back(step->loss);
            m_iteration = step->iteration;
        } else if (const auto* pause = std::get_if<PauseEvent>(&event)) {
            m_paused = pause->paused;
        } else if (const auto* checkpoint = std::get_if<CheckpointEvent>(&event)) {
            m_saved += checkpoint->best ? 0 : 1;
        } else if (std::holds_alternative<ValidationEvent>(event)) {
            ++m_validations;
        } else if (const auto* change = std::get_if<ChangeEvent>(&event)) {
            m_change = *change;
            ++m_changes;
        } else if (const auto* end = std::get_if<EndEvent>(&event)) {
            m_seconds = end->seconds;
        }
    }

    std::vector<double> lossesWithoutControl(std::int64_t iterations)
    {
        CpuDevice device(cpuBackend(), 1);
        Trainer trainer(m_run.description(), Corpus(m_text, Encoding::Bytes), device);
        return ran(trainer, {.limits = {.iterations = iterations}, .reportEvery = 1}).losses();
    }

    /// Until it is over, and why it was.
    EndReason ended()
    {
        EXPECT_TRUE(comesTrue([&] { return m_over.load(); }));
        return m_reason;
    }
    /// Until it is paused after that iteration.
    bool pausesAt(std::int64_t iteration)
    {
        return comesTrue([&] { return m_iteration == iteration && m_paused; });
    }

    SmallRun m_run;
    TemporaryFolder m_bench;
    std::filesystem::path m_text = m_bench.write("rhyme.txt", rhyme());
    std::vector<double> m_losses; ///< of the run's thread until it is over
    std::atomic<std::int64_t> m_iteration = 0;
    std::atomic<int> m_saved = 0, m_validations = 0, m_changes = 0;
    ChangeEvent m_change = {}; ///< the last; of the run's thread until m_changes has gone up
    std::atomic<bool> m_paused = false, m_over = false;
    EndReason m_reason = EndReason::Diverged;
    double m_seconds = 0;
    RunControl m_control;
    std::jthread m_thread;
};

TEST_F(RunControlTest, ARunThatWasPausedAndSteppedIsTheRunThatNeverWas)
{
    m_control.pause();
    start({.limits = {.iterations = 40},
           .reportEvery = 1,
           .validateEvery = 10,
           .sampleEvery = 15,
           .sample = {.length = 20}});
    ASSERT_TRUE(pausesAt(0));
    m_control.step();
    ASSERT_TRUE(pausesAt(1));
    for (int request = 0; request < 3; ++request) { // which are handled between two steps
        std::atomic<bool> handled = false;
        m_control.between([&](Trainer&) { handled = true; });
        ASSERT_TRUE(comesTrue([&] { return handled.load(); }));
    }
    EXPECT_EQ(m_iteration, 1) << "goes on though it is paused";
    m_control.step();
    m_control.step();
    ASSERT_TRUE(pausesAt(3));
    m_control.resume();
    EXPECT_EQ(ended(), EndReason::Iterations);
    EXPECT_EQ(m_losses, lossesWithoutControl(40));
}

TEST_F(RunControlTest, TheEndIsMovedWhileTheRunGoesOn)
{
    m_control.pause();
    start({.limits = {.iterations = 1'000'000'000}, .reportEvery = 1});
    ASSERT_TRUE(comesTrue([&] { return m_paused.load(); }));
    m_control.change({.iterations = 40});
    ASSERT_TRUE(comesTrue([&] { return m_changes == 1; })) << "also while it is paused";
    EXPECT_EQ(m_change.iteration, 0);
    EXPECT_EQ(m_change.iterations, 40);
    m_control.resume();
    EXPECT_EQ(ended(), EndReason::Iterations);
    EXPECT_EQ(m_losses, lossesWithoutControl(40));
}

TEST_F(RunControlTest, AnEndThatIsBehindTheRunEndsItWithoutAStep)
{
    m_control.pause();
    start({.limits = {.iterations = 1'000'000'000}, .reportEvery = 1});
    ASSERT_TRUE(comesTrue([&] { return m_paused.load(); }));
    for (int step = 0; step < 3; ++step) {
        m_control.step();
    }
    ASSERT_TRUE(pausesAt(3));
    m_control.change({.iterations = 2});
    m_control.resume();
    EXPECT_EQ(ended(), EndReason::Iterations);
    EXPECT_EQ(m_iteration, 3);
}

TEST_F(RunControlTest, TargetAndTimeAreMovedWhileTheRunGoesOn)
{
    start({.limits = {.iterations = 1'000'000'000, .targetLoss = 1e-9}, .reportEvery = 1});
    ASSERT_TRUE(comesTrue([&] { return m_iteration > targetWindow; }));
    m_control.change({.iterations = 1'000'000'000, .targetLoss = 1e6});
    EXPECT_EQ(ended(), EndReason::TargetLoss);
    m_over = false;
    start({.limits = {.iterations = 1'000'000'000}, .reportEvery = 1});
    m_control.change({.iterations = 1'000'000'000, .seconds = 0.01});
    EXPECT_EQ(ended(), EndReason::TimeLimit);
}

TEST_F(RunControlTest, ATemperatureThatNothingTellsIsRefusedAndTheRunGoesOn)
{
    start({.limits = {.iterations = 1'000'000'000}, .reportEvery = 1});
    m_control.change({.iterations = 40, .maxTemperature = 70.0});
    EXPECT_EQ(ended(), EndReason::Iterations);
    EXPECT_FALSE(m_change.limits.maxTemperature);
    EXPECT_THAT(m_change.refusal, testing::HasSubstr("temperature"));
}

TEST_F(RunControlTest, APauseSavesWhereTheSettingsSaySo)
{
    m_control.pause();
    start({.limits = {.iterations = 40},
           .reportEvery = 1,
           .checkpoint = m_bench.path() / "net.hamnet",
           .checkpointAtPause = true});
    ASSERT_TRUE(comesTrue([&] { return m_saved == 1; }));
    EXPECT_TRUE(m_paused);
    m_thread.request_stop();
    EXPECT_EQ(ended(), EndReason::Stopped);
    EXPECT_FALSE(m_paused);
    EXPECT_EQ(loadCheckpoint(m_bench.path() / "net.hamnet").iteration, 0);
}

TEST_F(RunControlTest, DoesWhatIsAskedBetweenTwoStepsAlsoWhilePaused)
{
    m_control.pause();
    start({.limits = {.iterations = 40}, .reportEvery = 1, .checkpoint = m_bench.path() / "net.hamnet"});
    ASSERT_TRUE(comesTrue([&] { return m_paused.load(); }));
    std::atomic<std::int64_t> seen = -1;
    m_control.between([&](Trainer& trainer) { seen = trainer.iteration(); });
    m_control.validate();
    m_control.save();
    EXPECT_TRUE(comesTrue([&] { return seen == 0 && m_validations == 1 && m_saved == 1; }));
    EXPECT_TRUE(comesTrue([&] { return m_paused.load(); }));
    EXPECT_EQ(m_iteration, 0);
}

TEST_F(RunControlTest, TimeInAPauseIsNotTimeOfTheRun)
{
    const auto begin = std::chrono::steady_clock::now();
    m_control.pause();
    start({.limits = {.iterations = 3}, .reportEvery = 1});
    ASSERT_TRUE(comesTrue([&] { return m_paused.load(); }));
    passTime(300ms);
    m_control.resume();
    ASSERT_TRUE(comesTrue([&] { return m_over.load(); }));
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(m_seconds, whole.count() - 0.3);
}

TEST_F(RunControlTest, AStopEndsALongSampleAndSaves)
{
    start({.limits = {.iterations = 1'000'000},
           .reportEvery = 1,
           .sampleEvery = 2,
           .sample = {.length = 1'000'000'000},
           .checkpoint = m_bench.path() / "net.hamnet"});
    ASSERT_TRUE(comesTrue([&] { return m_iteration == 2; }));
    m_control.pause(); // which the sample heeds: it is under way
    ASSERT_TRUE(comesTrue([&] { return m_paused.load(); }));
    m_control.resume();
    ASSERT_TRUE(comesTrue([&] { return !m_paused; }));
    m_thread.request_stop();
    EXPECT_EQ(ended(), EndReason::Stopped) << "the sample would take hours";
    EXPECT_EQ(loadCheckpoint(m_bench.path() / "net.hamnet").iteration, 2);
}

/// What a run shows besides its losses.
struct Shown {
    std::vector<std::pair<std::int64_t, double>> validations;
    std::vector<std::pair<std::int64_t, std::string>> samples;
};

class StoppedRun : public RunControlTest, public testing::WithParamInterface<bool> {};

TEST_P(StoppedRun, WhatAStopCutShortIsDoneWhenTheRunGoesOn)
{
    const bool controlled = GetParam();
    const RunSettings settings{.limits = {.iterations = 20},
                               .reportEvery = 1,
                               .validateEvery = 10,
                               .sampleEvery = 10,
                               .sample = {.length = 30},
                               .checkpoint = m_bench.path() / "net.hamnet"};
    CpuDevice device(cpuBackend(), 1);
    RunControl control;
    const auto show = [&](Trainer& trainer, std::int64_t stopAt, Shown& shown) {
        std::stop_source stop;
        engine::Run(trainer).go(
            settings, stop.get_token(),
            [&](const Event& event) {
                if (const auto* step = std::get_if<TrainEvent>(&event); step && step->iteration == stopAt) {
                    stop.request_stop();
                } else if (const auto* validation = std::get_if<ValidationEvent>(&event)) {
                    shown.validations.emplace_back(validation->iteration, validation->loss);
                } else if (const auto* sample = std::get_if<SampleEvent>(&event)) {
                    shown.samples.emplace_back(sample->iteration, sample->text);
                }
            },
            controlled ? &control : nullptr);
    };
    Shown whole, cut;
    Trainer undisturbed(m_run.description(), Corpus(m_text, Encoding::Bytes), device);
    show(undisturbed, -1, whole);
    Trainer first(m_run.description(), Corpus(m_text, Encoding::Bytes), device);
    show(first, 10, cut);
    EXPECT_TRUE(cut.validations.empty() && cut.samples.empty());
    Trainer second(loadCheckpoint(settings.checkpoint), Corpus(m_text, Encoding::Bytes), device, {});
    show(second, -1, cut);
    EXPECT_EQ(cut.validations, whole.validations);
    EXPECT_EQ(cut.samples, whole.samples);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutAControl, StoppedRun, testing::Bool());

TEST_F(RunControlTest, ATargetLossEndsARunOnceTheMeanIsKnown)
{
    m_run.units = 32;
    start({.limits = {.iterations = 100'000, .targetLoss = 1.0}, .reportEvery = 1});
    EXPECT_EQ(ended(), EndReason::TargetLoss);
    ASSERT_GT(std::ssize(m_losses), targetWindow);
    const auto mean = [&](std::int64_t last) {
        double sum = 0;
        std::for_each(m_losses.begin() + (last - targetWindow), m_losses.begin() + last,
                      [&](double loss) { sum += loss; });
        return sum / static_cast<double>(targetWindow);
    };
    EXPECT_LE(mean(std::ssize(m_losses)), 1.0);
    EXPECT_GT(mean(std::ssize(m_losses) - 1), 1.0);
}

} // namespace engine
