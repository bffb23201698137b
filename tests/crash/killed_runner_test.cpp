// SPDX-License-Identifier: GPL-3.0-or-later
// Runners of a queue that are killed at random: every run ends once, as if nothing had been.
#include "tests/crash/crash_workshop.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <signal.h>

#include <array>
#include <iostream>
#include <memory>
#include <random>

namespace {

class KilledRunners : public CrashWorkshop {
protected:
    std::unique_ptr<Process> startRunner() const
    {
        return std::make_unique<Process>(
            hamnetProgram(), Launch{.arguments = {"queue", "run", "--queue", "night", "--json"}, .folder = folder()});
    }

    std::vector<nlohmann::json> runs() const { return jsonLines(hamnet({"table", "--queue", "night", "--json"}).out); }

    /// The run as `train` alone makes it.
    engine::Checkpoint undisturbed(const nlohmann::json& run) const
    {
        const std::string seed = run.at("seed").dump(), name = "calm" + seed + ".hamnet";
        const Outcome outcome =
            hamnet({"train", "tiny.prototxt", "--data", folder() / "text.txt", "--threads", "1", "--iterations",
                    std::to_string(iterations), "--checkpoint-every", "7", "--seed", seed, "--checkpoint", name});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        return load(name);
    }

    static constexpr int iterations = 60;
};

TEST_F(KilledRunners, EndEveryRunOnceWithTheSameCheckpoint)
{
    const int wantedRuns = atNight() ? 200 : 20, wantedKills = atNight() ? 100 : 10;
    const Outcome swept = hamnet({"sweep", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--iterations",
                                  std::to_string(iterations), "--checkpoint-every", "7", "--seeds",
                                  std::to_string(wantedRuns), "--queue", "night"});
    ASSERT_EQ(swept.exitCode, 0) << swept.err;
    std::mt19937 random(29);
    std::array<std::unique_ptr<Process>, 2> runners = {startRunner(), startRunner()};
    std::vector<int> ends(static_cast<std::size_t>(wantedRuns) + 1);
    const auto take = [&](const Outcome& outcome) {
        const std::string whole = outcome.out.substr(0, outcome.out.rfind('\n') + 1);
        for (const nlohmann::json& event : events(whole, "end")) {
            EXPECT_EQ(event.at("state"), "done") << event;
            ++ends.at(event.at("run").get<std::size_t>());
        }
    };
    int kills = 0, inARun = 0;
    while (kills < wantedKills) {
        std::unique_ptr<Process>& runner = runners[random() % 2];
        if (!runner->waitFor("\n")) {
            break; // the queue is empty before that many kills
        }
        passTime(std::chrono::microseconds(random() % 200'000)); // where the kill hits
        runner->send(SIGKILL);
        const Outcome outcome = runner->wait();
        kills += outcome.signal == SIGKILL ? 1 : 0;
        const auto began = events(outcome.out.substr(0, outcome.out.rfind('\n') + 1), "begin").size();
        inARun += outcome.signal == SIGKILL && began > 0 ? 1 : 0;
        take(outcome);
        runner = startRunner();
    }
    for (const std::unique_ptr<Process>& runner : runners) {
        const Outcome outcome = runner->wait();
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        take(outcome);
    }
    std::cout << kills << " kills, " << inARun << " of them after a run had begun\n";
    EXPECT_GT(inARun, 0);
    const std::vector<nlohmann::json> all = runs();
    ASSERT_EQ(all.size(), static_cast<std::size_t>(wantedRuns));
    for (const nlohmann::json& run : all) {
        EXPECT_EQ(run.at("state"), "done") << run;
        // One that is killed between the record in the queue and its line leaves no line.
        EXPECT_LE(ends.at(run.at("run").get<std::size_t>()), 1) << run;
        EXPECT_TRUE(sameRunToTheBit(load(run.at("checkpoint")), undisturbed(run))) << run;
    }
}

} // namespace
