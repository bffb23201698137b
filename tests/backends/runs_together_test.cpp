// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/run_device.h"
#include "engine/backends/runs_together.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <mutex>
#include <stop_token>

// Several runs in one process at the same time.

namespace engine::test {
namespace {

/// What is known of each run when it is over.
class Collected final : public TogetherView {
public:
    explicit Collected(std::int64_t iterations) : m_iterations(iterations) {}

    Go begins(std::size_t index, const StartedRun& run) override
    {
        const std::lock_guard lock(m_mutex);
        trainers[index] = run.trainer.get();
        needed = run.memory.rooms.front().needed;
        maxAtOnce = std::max(maxAtOnce, ++m_atOnce);
        RunSettings settings = run.settings;
        settings.limits.iterations = m_iterations;
        settings.reportEvery = 1;
        return {.settings = settings, .stop = alone[index].get_token()};
    }

    void show(std::size_t index, const Event& event) override
    {
        const std::lock_guard lock(m_mutex);
        if (const auto* train = std::get_if<TrainEvent>(&event)) {
            losses[index].push_back(train->loss);
            if (train->iteration == lastOf(index)) {
                alone[index].request_stop();
            }
        } else if (std::holds_alternative<EndEvent>(event)) {
            weights[index] = trainers[index]->checkpoint().weights;
            --m_atOnce;
        }
    }

    void ended(std::size_t index, const std::exception_ptr& failure) override
    {
        const std::lock_guard lock(m_mutex);
        failures[index] = failure;
    }

    /// What kept the run from its end, as a sentence.
    std::string failureOf(std::size_t index) const
    {
        try {
            if (failures.at(index)) {
                std::rethrow_exception(failures.at(index));
            }
        } catch (const std::exception& error) {
            return error.what();
        }
        return {};
    }

    std::int64_t lastOf(std::size_t index) const
    {
        const auto found = stopAfter.find(index);
        return found == stopAfter.end() ? -1 : found->second;
    }

    std::map<std::size_t, std::int64_t> stopAfter; ///< iterations, of runs that are stopped alone
    std::map<std::size_t, std::stop_source> alone;
    std::int64_t needed = 0; ///< bytes, of each run
    int maxAtOnce = 0;       ///< runs that had begun and not ended
    std::map<std::size_t, std::vector<double>> losses;
    std::map<std::size_t, std::vector<NamedTensor>> weights;
    std::map<std::size_t, std::exception_ptr> failures;

private:
    std::mutex m_mutex; ///< while runs go on
    std::int64_t m_iterations;
    int m_atOnce = 0;
    std::map<std::size_t, Trainer*> trainers;
};

class RunsTogether : public testing::TestWithParam<std::pair<std::string, std::string>> {
protected:
    RunsTogether() { std::ofstream(m_folder.path() / "rhyme.txt") << rhyme(); }

    RunDescription run(std::int64_t seed) const
    {
        const SmallRun small{.streams = 16, .units = 64, .layers = 2, .dropout = 0.2};
        return {.model = small.model(),
                .solver = readSolver(small.solver, "the solver"),
                .settings = {{"device", GetParam().first},
                             {"threads", std::int64_t{1}},
                             {"engine", GetParam().second},
                             {"seed", seed}},
                .data = m_folder.path() / "rhyme.txt"};
    }

    static std::unique_ptr<Collected> trained(std::vector<RunDescription> runs, int atOnce, std::stop_token stop = {},
                                              const StartPlace& place = {})
    {
        auto view = std::make_unique<Collected>(40);
        trainTogether(std::move(runs), atOnce, std::move(stop), *view, place);
        return view;
    }

private:
    TemporaryFolder m_folder;
};

INSTANTIATE_TEST_SUITE_P(Devices, RunsTogether,
                         testing::Values(std::pair("cpu", "CAFFE"), std::pair("cpu", "ONEDNN"),
                                         std::pair("cuda", "CAFFE"), std::pair("cuda", "CUDNN"),
                                         std::pair("cuda", "FUSED")));

TEST_P(RunsTogether, AreEachWhatTheyWouldBeAlone)
{
    if (GetParam().first == "cuda" && defaultDevice() != "cuda") {
        GTEST_SKIP() << "there is no GPU";
    }
    const std::unique_ptr<const Collected> together = trained({run(1), run(2), run(3), run(4)}, 4);
    for (std::int64_t seed = 1; seed <= 4; ++seed) {
        const auto index = static_cast<std::size_t>(seed - 1);
        ASSERT_EQ(together->failureOf(index), "");
        const std::unique_ptr<const Collected> alone = trained({run(seed)}, 1);
        ASSERT_EQ(alone->losses.at(0).size(), 40u);
        EXPECT_EQ(together->losses.at(index), alone->losses.at(0));
        EXPECT_EQ(together->weights.at(index), alone->weights.at(0));
    }
    EXPECT_NE(together->losses.at(0), together->losses.at(1));
}

using RunsInTurn = RunsTogether;
INSTANTIATE_TEST_SUITE_P(Devices, RunsInTurn, testing::Values(std::pair("cpu", "CAFFE")));

TEST_P(RunsInTurn, GoOnWhereOneOfThemFails)
{
    RunDescription broken = run(2);
    broken.data = "no_such_text.txt";
    const std::unique_ptr<const Collected> view = trained({run(1), broken, run(3)}, 2);
    EXPECT_FALSE(view->failures.at(0));
    EXPECT_FALSE(view->failures.at(2));
    EXPECT_EQ(view->losses.at(2).size(), 40u);
    EXPECT_THROW(std::rethrow_exception(view->failures.at(1)), Error);
    EXPECT_FALSE(view->losses.contains(1));
}

TEST_P(RunsInTurn, AreStoppedOneByOne)
{
    Collected view(40);
    view.stopAfter[0] = 5;
    trainTogether({run(1), run(2)}, 2, {}, view);
    EXPECT_EQ(view.losses.at(0).size(), 5u);
    EXPECT_EQ(view.losses.at(1).size(), 40u);
}

TEST_P(RunsInTurn, DoNotBeginOnceTheyWereToStop)
{
    std::stop_source stop;
    stop.request_stop();
    const std::unique_ptr<const Collected> view = trained({run(1), run(2)}, 2, stop.get_token());
    EXPECT_THROW(std::rethrow_exception(view->failures.at(0)), CancelledError);
    EXPECT_THROW(std::rethrow_exception(view->failures.at(1)), CancelledError);
}

TEST_P(RunsInTurn, AreAsManyAtOnceAsThereIsMemoryFor)
{
    const std::int64_t needed = trained({run(1)}, 1)->needed;
    ASSERT_GT(needed, 0);
    const std::unique_ptr<const Collected> view =
        trained({run(1), run(2), run(3), run(4)}, 4, {}, {.hostRoom = needed * 5 / 2});
    EXPECT_LE(view->maxAtOnce, 2);
    for (std::size_t index = 0; index < 4; ++index) {
        EXPECT_EQ(view->losses.at(index).size(), 40u) << view->failureOf(index);
    }
    EXPECT_NE(trained({run(1)}, 4, {}, {.hostRoom = needed / 2})->failureOf(0), "");
}

TEST(TogetherPlan, SharesOutTheCores)
{
    const TogetherPlan all = togetherPlan({.name = "cpu"}, 1000, 0);
    EXPECT_EQ(all.threads, 1);
    EXPECT_EQ(togetherPlan({.name = "cpu"}, 1, 0).threads, all.atOnce);
    EXPECT_EQ(togetherPlan({.name = "cpu", .threads = 2 * all.atOnce}, 8, 0).atOnce, 1);
    EXPECT_EQ(togetherPlan({.name = "cpu"}, 8, 3).atOnce, 3);
    EXPECT_EQ(togetherPlan({.name = "cuda:0", .threads = 5}, 8, 0).atOnce, 8);
    EXPECT_EQ(togetherPlan({.name = "cuda:0"}, 8, 3).atOnce, 3);
}

} // namespace
} // namespace engine::test
