// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_workshop.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <signal.h>

#include <chrono>
#include <iostream>
#include <random>

namespace {

constexpr std::int64_t iterations = 120;                      ///< of one run
constexpr std::int64_t minLife = 60'000, maxLife = 5'000'000; ///< microseconds until a process is killed, at most
constexpr int killsInBrief = 36, killsAtLength = 1000;

int killsWanted()
{
    return atNight() ? killsAtLength : killsInBrief;
}

/// What the harness prints when it is done.
struct Figures {
    int kills = 0, insideASave = 0, beforeTheFirstSave = 0, runs = 0;
    std::int64_t iterationsDoneTwice = 0; ///< told of by a run that was killed before it saved them
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

std::ostream& operator<<(std::ostream& out, const Figures& figures)
{
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - figures.start);
    return out << figures.kills << " kills in " << seconds.count() << " s: " << figures.insideASave
               << " inside a save, " << figures.beforeTheFirstSave << " before the first save; " << figures.runs
               << " runs of " << iterations << " iterations were finished, each as the undisturbed one; "
               << figures.iterationsDoneTwice << " iterations were done twice";
}

class KilledTraining : public CrashWorkshop {
protected:
    void trainUndisturbed()
    {
        const Outcome outcome = hamnet(training(iterations, "calm.hamnet"));
        ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
        m_calm = load("calm.hamnet");
        m_calmSteps = stepsOf(outcome.out);
        ASSERT_EQ(m_calmSteps.size(), static_cast<std::size_t>(iterations));
    }

    /// One process: killed at a random moment, or done where it was quicker. Most moments are counted from its first
    /// words, some from its start and some are those in which it has begun to save, so that start-up, training and
    /// saving are all hit.
    void liveOnce()
    {
        const std::vector<std::string> before = temporaries();
        const std::int64_t newestBefore = m_newest;
        Process process(hamnetProgram(), {.arguments = training(iterations), .folder = folder()});
        const std::uint64_t moment = m_random() % 8;
        if (moment != 0) {
            ASSERT_TRUE(process.waitFor("\n"));
        }
        passTime(std::chrono::microseconds(m_random() % m_longestLife));
        if (moment <= 2) {
            waitForASave(process, before);
        }
        process.send(SIGKILL);
        const Outcome outcome = process.wait();
        if (outcome.signal == SIGKILL) {
            ++figures.kills;
            figures.insideASave += leftOneMore(before) ? 1 : 0;
        } else {
            ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
        }
        check(outcome);
        // On a busy machine a process may not come to its first save: then the next one gets more time, and less again
        // where it did.
        m_longestLife = m_newest > newestBefore ? std::max(m_longestLife * 9 / 10, minLife)
                                                : std::min(m_longestLife * 3 / 2, maxLife);
    }

    bool finished() const { return has("run.hamnet") && load("run.hamnet").iteration == iterations; }

    /// Compares the finished run, and makes room for the next one. A run whose last words were cut off is finished by
    /// one more process, as its user would.
    void compareAndForget()
    {
        const Outcome last = hamnet(training(iterations));
        ASSERT_EQ(last.exitCode, 0) << last.err;
        EXPECT_TRUE(sameRunToTheBit(load("run.hamnet"), m_calm));
        EXPECT_TRUE(sameRunToTheBit(load("run.best.hamnet"), load("calm.best.hamnet")));
        EXPECT_LE(temporaries().size(), 1u) << "only the best checkpoint's may be left, which was not saved again";
        ++figures.runs;
        m_newest = 0;
        for (const std::string& name : temporaries()) {
            std::filesystem::remove(folder() / name);
        }
        std::filesystem::remove(folder() / "run.hamnet");
        std::filesystem::remove(folder() / "run.best.hamnet");
    }

    Figures figures;

private:
    /// Until a temporary lies there, or the process has ended.
    void waitForASave(const Process& process, const std::vector<std::string>& before) const
    {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience);
        while (process.isRunning() && !leftOneMore(before) && std::chrono::steady_clock::now() < end) {}
    }

    bool leftOneMore(const std::vector<std::string>& before) const
    {
        const std::vector<std::string> after = temporaries();
        return std::any_of(after.begin(), after.end(), [&](const std::string& name) {
            return std::find(before.begin(), before.end(), name) == before.end();
        });
    }

    void check(const Outcome& outcome)
    {
        EXPECT_LE(temporaries().size(), 2u) << "each save takes away what an earlier one to the same name left";
        for (const auto& [iteration, step] : stepsOf(outcome.out)) {
            EXPECT_EQ(step, m_calmSteps.at(iteration)) << "iteration " << iteration;
        }
        if (has("run.best.hamnet")) {
            EXPECT_NO_THROW(load("run.best.hamnet"));
        }
        if (!has("run.hamnet")) {
            ++figures.beforeTheFirstSave;
            EXPECT_EQ(lastAnnounced(outcome.out), 0);
            return;
        }
        const engine::Checkpoint checkpoint = load("run.hamnet");
        EXPECT_GE(checkpoint.iteration, lastAnnounced(outcome.out)) << "what was said to be saved is there";
        EXPECT_GE(checkpoint.iteration, m_newest) << "no checkpoint is replaced by an older one";
        m_newest = checkpoint.iteration;
        const auto steps = stepsOf(outcome.out);
        figures.iterationsDoneTwice += steps.empty() ? 0 : std::max<std::int64_t>(0, steps.rbegin()->first - m_newest);
    }

    std::mt19937 m_random{20'260'000};
    engine::Checkpoint m_calm;
    std::map<std::int64_t, Step> m_calmSteps;
    std::int64_t m_longestLife = minLife;
    std::int64_t m_newest = 0; ///< iteration of the checkpoint that the next process goes on from
};

TEST_F(KilledTraining, GoesOnAsIfItHadNeverBeenKilled)
{
    trainUndisturbed();
    const int wanted = killsWanted();
    const auto killedEnough = [&] { return figures.kills >= wanted && figures.insideASave >= wanted / 20; };
    while (!killedEnough() && !HasFailure()) {
        liveOnce();
        if (!HasFailure() && finished()) {
            compareAndForget();
        }
    }
    if (!HasFailure() && has("run.hamnet")) {
        compareAndForget();
    }
    std::cout << figures << '\n';
    EXPECT_GE(figures.runs, 1);
}

} // namespace
