// SPDX-License-Identifier: GPL-3.0-or-later
// Many runs: sweep, queue and table, as their users meet them.
#include "tests/app/workshop.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <map>

namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

class Queue : public Workshop {
protected:
    static Words sweepWords(const Words& more)
    {
        return joined({"sweep", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--queue", "night"}, more);
    }
    Outcome sweep(const Words& more) const { return hamnet(sweepWords(more)); }
    void add(const std::string& iterations) const
    {
        const Outcome outcome = done({"queue", "add", "tiny.prototxt", "--data", "text.txt", "--threads", "1",
                                      "--iterations", iterations, "--queue", "night"});
    }
    Launch runner() const { return {.arguments = {"queue", "run", "--queue", "night"}, .folder = folder()}; }
    Outcome work() const { return hamnet({"queue", "run", "--queue", "night"}); }

    std::vector<json> table() const
    {
        const Outcome outcome = done({"table", "--queue", "night", "--json"});
        return jsonLines(outcome.out);
    }

    /// A run without an end of its own, which has begun to train.
    void beginEndless(Process& process) const
    {
        ASSERT_TRUE(process.waitFor("run 1: begins"));
        ASSERT_TRUE(comesTrue([&] { return has("night/runs/1/run.hamnet"); }));
    }
};

} // namespace

TEST_F(Queue, TrainsWhatWasAdded)
{
    add("20");
    add("10");
    EXPECT_EQ(table().at(0).at("state"), "waiting");
    EXPECT_TRUE(table().at(0).at("best_loss").is_null());
    const Outcome outcome = work();
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    for (const json& run : table()) {
        EXPECT_EQ(run.at("state"), "done");
        EXPECT_EQ(run.at("iteration"), run.at("run") == 1 ? 20 : 10);
        EXPECT_GT(run.at("seconds"), 0);
        EXPECT_TRUE(has(run.at("checkpoint")));
    }
    double best = 1e9;
    for (const json& event : events(hamnet({"queue", "log", "1", "--queue", "night"}).out, "validation")) {
        best = std::min(best, event.at("loss").get<double>());
    }
    const std::vector<json> runs = table();
    EXPECT_EQ(std::ranges::find(runs, 1, [](const json& run) { return run.at("run").get<int>(); })->at("best_loss"),
              best);
}

TEST_F(Queue, TrainsWhatWasQueuedFromAFolderThatIsGone)
{
    std::filesystem::create_directory(folder() / "project");
    done({.arguments = {"queue", "add", "../tiny.prototxt", "--data", "../text.txt", "--threads", "1", "--iterations",
                        "5", "--queue", "../night"},
          .folder = "project"});
    std::filesystem::remove(folder() / "project");
    EXPECT_EQ(work().exitCode, 0);
    EXPECT_EQ(table().at(0).at("state"), "done");
}

TEST_F(Queue, TakesARunsDescription)
{
    done({"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--iterations", "5", "--seed", "7",
          "--run-folder", "first"});
    done({"queue", "add", "first/run.json", "--queue", "night"});
    EXPECT_TRUE(isRefused(hamnet({"queue", "add", "first/run.json", "--iterations", "6", "--queue", "night"}),
                          "describes the whole run"));
    EXPECT_EQ(work().exitCode, 0);
    const std::string log = hamnet({"queue", "log", "1", "--queue", "night"}).out;
    EXPECT_EQ(table().at(0).at("iteration"), 5);
    EXPECT_EQ(table().at(0).at("seed"), 7);
    const Outcome again = done({"train", "night/runs/1/run.json", "--json", "--no-checkpoint"});
    EXPECT_EQ(events(again.out, "validation").back().at("loss"), events(log, "validation").back().at("loss"));
}

TEST_F(Queue, HasNoBestLossWithoutAValidation)
{
    write("tiny.prototxt", changed(tinyModel(), {{"batch_size: 2", "batch_size: 2 validation: 0 test: 0"}}));
    add("5");
    ASSERT_EQ(work().exitCode, 0);
    EXPECT_EQ(table().at(0).at("state"), "done");
    EXPECT_TRUE(table().at(0).at("best_loss").is_null());
    EXPECT_TRUE(isRefused(sweep({"--stop-early"}), "nothing of the data is held out"));
}

TEST_F(Queue, GoesOnWhereItWasStopped)
{
    add("0");
    Process process(hamnetProgram(), runner());
    beginEndless(process);
    const Outcome stop = hamnet({"queue", "stop", "--queue", "night"});
    EXPECT_EQ(stop.out, "1 runner is asked to stop\n");
    EXPECT_EQ(process.wait().exitCode, 130);
    const json run = table().at(0);
    EXPECT_EQ(run.at("state"), "waiting");
    EXPECT_GT(run.at("iteration"), 0);
    Process again(hamnetProgram(), runner());
    EXPECT_TRUE(again.waitFor("run 1: goes on from iteration " + run.at("iteration").dump()));
    again.send(SIGINT);
    EXPECT_EQ(again.wait().exitCode, 130);
    EXPECT_EQ(table().at(0).at("state"), "waiting");
    EXPECT_EQ(hamnet({"queue", "stop", "--queue", "night"}).out, "nobody works on this queue\n");
}

TEST_F(Queue, ARunnerThatIsKilledTakesItsTrainingAlong)
{
    add("0");
    Process process(hamnetProgram(), runner());
    beginEndless(process);
    const pid_t worker = process.child();
    ASSERT_GT(worker, 0);
    process.send(SIGKILL);
    process.wait();
    EXPECT_TRUE(comesTrue([&] { return ::kill(worker, 0) != 0; }));
    EXPECT_EQ(table().at(0).at("state"), "running") << "nobody has looked since";
    Process next(hamnetProgram(), runner());
    EXPECT_TRUE(next.waitFor("run 1: goes on"));
    next.send(SIGTERM);
    EXPECT_EQ(next.wait().exitCode, 130);
}

TEST_F(Queue, ToldThatARunFailedGoesOnWithTheNext)
{
    add("5");
    add("6");
    std::filesystem::rename(folder() / "text.txt", folder() / "elsewhere.txt");
    const Outcome outcome = work();
    EXPECT_EQ(outcome.exitCode, 5) << outcome.err;
    EXPECT_EQ(table().at(0).at("state"), "failed");
    EXPECT_EQ(table().at(1).at("state"), "failed");
    EXPECT_THAT(table().at(0).at("error").get<std::string>(), HasSubstr("text.txt"));
    std::filesystem::rename(folder() / "elsewhere.txt", folder() / "text.txt");
    done({"queue", "run", "--retry", "--queue", "night"});
    EXPECT_EQ(table().at(0).at("state"), "done");
    EXPECT_EQ(table().at(1).at("state"), "done");
}

TEST_F(Queue, WithADamagedCheckpointTrainsTheOtherRuns)
{
    add("5");
    add("6");
    std::filesystem::create_directories(folder() / "night/runs/1");
    write("night/runs/1/run.hamnet", "no checkpoint");
    EXPECT_EQ(work().exitCode, 0);
    const std::vector<json> runs = table();
    EXPECT_EQ(runs.at(0).at("state"), "done");
    EXPECT_EQ(runs.at(1).at("state"), "failed");
    EXPECT_THAT(runs.at(1).at("error").get<std::string>(), HasSubstr("run.hamnet"));
}

TEST_F(Queue, IsSweptOverAGridFromSeveralSeeds)
{
    const Outcome outcome = sweep({"--vary", "embed.num_output=2,4", "--vary", "solver.base_lr=0.01,0.02", "--seeds",
                                   "2", "--seed", "7", "--iterations", "10"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("8 runs: 4 combinations of embed.num_output, solver.base_lr, 2 seeds each"));
    ASSERT_EQ(work().exitCode, 0);
    const std::vector<json> runs = table();
    ASSERT_EQ(runs.size(), 8U);
    EXPECT_TRUE(std::ranges::is_sorted(runs, {}, [](const json& run) { return run.at("best_loss").get<double>(); }));
    std::map<std::string, int> each;
    for (const json& run : runs) {
        EXPECT_EQ(run.at("state"), "done");
        ++each[run.at("settings").at("embed.num_output").get<std::string>() + "," + run.at("seed").dump()];
    }
    EXPECT_EQ(each, (std::map<std::string, int>{{"2,7", 2}, {"2,8", 2}, {"4,7", 2}, {"4,8", 2}}));
}

TEST_F(Queue, IsShownWithWhatDiffersAlone)
{
    ASSERT_EQ(sweep({"--vary", "solver.momentum=0.8,0.9", "--iterations", "10"}).exitCode, 0);
    const std::string csv = hamnet({"table", "--csv", "--queue", "night"}).out;
    EXPECT_THAT(csv,
                testing::StartsWith("run,solver.momentum,seed,best loss,seconds,joules,iteration,state\n1,0.8,1,,0,,0,"
                                    "waiting\n2,0.9,"));
    EXPECT_THAT(hamnet({"table", "--markdown", "--queue", "night"}).out, HasSubstr("| run | solver.momentum | seed |"));
    EXPECT_THAT(hamnet({"table", "--queue", "night"}).out, Not(HasSubstr("iterations")));
}

TEST_F(Queue, IsOrderedByWhatItsRunsTellTheirBestBy)
{
    ASSERT_EQ(sweep({"--vary", "solver.base_lr=1e-7,0.3,0.01", "--best-by", "val_acc", "--iterations", "40",
                     "--validate-every", "5"})
                  .exitCode,
              0);
    ASSERT_EQ(work().exitCode, 0);
    const std::vector<json> runs = table();
    const auto bestOf = [](const json& run) { return run.at("best").get<double>(); };
    EXPECT_TRUE(std::ranges::is_sorted(runs, std::ranges::greater(), bestOf));
    for (const json& run : runs) {
        EXPECT_EQ(run.at("best_by"), "accuracy");
        const std::vector<json> validations =
            events(hamnet({"queue", "log", run.at("run").dump(), "--queue", "night"}).out, "validation");
        const json& best = *std::ranges::max_element(
            validations, {}, [](const json& one) { return one.at("metrics").at("accuracy").get<double>(); });
        EXPECT_EQ(bestOf(run), best.at("metrics").at("accuracy"));
        EXPECT_EQ(run.at("best_loss"), best.at("loss")) << "of the best checkpoint";
    }
    EXPECT_THAT(hamnet({"table", "--csv", "--queue", "night"}).out,
                testing::StartsWith("run,solver.base_lr,seed,best accuracy,best loss,"));
}

TEST_F(Queue, IsNotSweptTwiceUnlessAskedTo)
{
    const Words rates = {"--vary", "solver.base_lr=0.01,0.02"}, more = {"--vary", "solver.base_lr=0.02,0.03"};
    ASSERT_EQ(sweep(rates).exitCode, 0);
    EXPECT_TRUE(isRefused(sweep(more), "--again"));
    EXPECT_EQ(table().size(), 2U);
    EXPECT_EQ(sweep(joined(more, {"--again"})).exitCode, 0);
    EXPECT_EQ(sweep(joined(rates, {"--seed", "5"})).exitCode, 0);
    EXPECT_EQ(table().size(), 6U);
}

TEST_F(Queue, StopsEarlyWhatIsWorse)
{
    const Outcome outcome =
        sweep({"--vary", "solver.base_lr=1e-7,1e-6,0.01,1e-5", "--stop-early", "--iterations", "30"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("the first 10 iterations of each, up to 30 of the best"));
    ASSERT_EQ(work().exitCode, 0);
    for (const json& run : table()) {
        const bool isBest = run.at("settings").at("solver.base_lr") == "0.01";
        EXPECT_EQ(run.at("state"), isBest ? "done" : "dropped");
        EXPECT_EQ(run.at("iteration"), isBest ? 30 : 10);
    }
}

TEST_F(Queue, IsNotFilledWithWhatCannotBeTrained)
{
    EXPECT_TRUE(isRefused(sweep({"--vary", "lstm.num_output"}), "LAYER.SETTING=A,B,C"));
    EXPECT_TRUE(isRefused(sweep({"--vary", "lstm.num_output=8,16"}), "with lstm.num_output 16 does not fit together"));
    EXPECT_TRUE(isRefused(sweep({"--vary", "solver.base_lr=1,2", "--vary", "solver.base_lr=3"}), "twice"));
    EXPECT_TRUE(isRefused(sweep({"--vary", "solver.base_lr=1e-3..1e-2"}), "--trials N"));
    EXPECT_TRUE(isRefused(hamnet({"sweep", "tiny.prototxt", "--data", "none.txt", "--queue", "night"}), "none.txt"));
    EXPECT_FALSE(has("night"));
}

TEST_F(Queue, OfAnAbsurdSizeIsToldBeforeItIsFilled)
{
    EXPECT_TRUE(isRefused(sweep({"--seeds", "20000"}), "this sweep has 20,000 runs"));
    EXPECT_TRUE(isRefused(
        sweep({"--vary", "solver.base_lr=0.1..0.2", "--trials", "9000000000000000000", "--seeds", "9"}), "--yes"));
    EXPECT_FALSE(has("night"));
}

TEST_F(Queue, ThatMayNotBeWrittenIsASentence)
{
    add("5");
    const std::string inOwnMounts = "unshare -m sh -c 'mount --bind night night && mount -o remount,bind,ro night";
    const auto shell = [&](const std::string& command) {
        return run("/bin/sh", {.arguments = {"-c", command}, .folder = folder()});
    };
    if (shell(inOwnMounts + "'").exitCode != 0) {
        GTEST_SKIP() << "mounting a folder read-only is not permitted here";
    }
    for (const char* command : {"queue run", "queue add tiny.prototxt --data text.txt"}) {
        EXPECT_TRUE(isRefused(shell(inOwnMounts + " && " + hamnetProgram() + " " + command + " --queue night'"),
                              "readonly database; mend that"));
    }
    const Outcome shown = shell(inOwnMounts + " && " + hamnetProgram() + " table --queue night'");
    EXPECT_EQ(shown.exitCode, 0) << shown.err;
    EXPECT_EQ(table().size(), 1U);
}

/// A queue of somebody else, whose runs are made of links to the user's own files.
TEST_F(Queue, WritesNothingThroughALink)
{
    namespace fs = std::filesystem;
    const std::string precious = "{\"event\":\"mine\"}\n"; // as a log begins
    fs::create_directories(folder() / "home");
    for (const std::string name : {"run.json", "errors.txt", "log.jsonl"}) {
        fs::remove_all(folder() / "night");
        add("5");
        fs::create_directories(folder() / "night/runs/1");
        write("home/" + name, precious);
        fs::create_symlink("../../../home/" + name, folder() / "night/runs/1" / name);
        work();
        EXPECT_EQ(read("home/" + name), precious) << name;
        EXPECT_EQ(table().at(0).at("state"), name == "run.json"     ? "done"
                                             : name == "errors.txt" ? "waiting"
                                                                    : "failed")
            << name;
    }
}

TEST_F(Queue, MakesNoRunBehindALink)
{
    namespace fs = std::filesystem;
    add("5");
    fs::create_directories(folder() / "home");
    for (const std::string link : {"night/runs/1", "night/runs"}) {
        fs::remove_all(folder() / link);
        fs::create_directories((folder() / link).parent_path());
        fs::create_directory_symlink(folder() / "home", folder() / link);
        const Outcome outcome = work();
        EXPECT_EQ(outcome.exitCode, 3);
        EXPECT_THAT(outcome.err, HasSubstr(link + " is a link to another place"));
        EXPECT_TRUE(fs::is_empty(folder() / "home"));
    }
}

TEST_F(Queue, ThatIsNotThereIsASentence)
{
    for (const char* command : {"list", "run", "stop"}) {
        EXPECT_TRUE(isRefused(hamnet({"queue", command, "--queue", "nowhere"}), "holds no queue"));
    }
    EXPECT_TRUE(isRefused(hamnet({"table", "--queue", "nowhere"}), "holds no queue"));
    add("5");
    EXPECT_TRUE(isRefused(hamnet({"queue", "log", "2", "--queue", "night"}), "has no run 2"));
    EXPECT_TRUE(isRefused(hamnet({"queue", "run", "--only", "2", "--queue", "night"}), "has no run 2"));
}

TEST_F(Queue, OfAJobArrayIsTrainedByItsScript)
{
    // By the program itself, for the script names what has written it.
    const Words array = sweepWords({"--vary", "solver.base_lr=0.01,0.02", "--iterations", "10", "--slurm"});
    ASSERT_EQ(hamnetProcess({.arguments = array}).exitCode, 0);
    EXPECT_FALSE(has("night/queue.sqlite"));
    for (const char* task : {"1", "2"}) { // as the cluster starts it
        const Outcome outcome = run("/bin/sh", {.arguments = {"night/jobs.sbatch"},
                                                .folder = folder(),
                                                .environment = {std::string("SLURM_ARRAY_TASK_ID=") + task}});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_EQ(table().at(1).at("state"), task == std::string("1") ? "waiting" : "done");
    }
    EXPECT_LE(table().at(0).at("best_loss"), table().at(1).at("best_loss"));
    EXPECT_TRUE(isRefused(work(), "--only N trains one"));
    EXPECT_TRUE(isRefused(sweep({"--slurm"}), "a folder of its own"));
}
