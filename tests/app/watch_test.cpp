// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a run: who trains into it, follows it, and asks something there.
#include "app/cli/json.h"
#include "app/watch/run_folder.h"
#include "tests/app/workshop.h"
#include "tests/support/event_line.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Words = std::vector<std::string>;

/// Of a run that somebody has to stop.
const std::string endless = "1000000000";

class Watch : public Workshop {
protected:
    Words training(const std::string& iterations, const Words& more = {}) const
    {
        return joined({"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--iterations", iterations},
                      more);
    }
    Launch launch(Words words) const { return {.arguments = std::move(words), .folder = folder()}; }

    /// An endless run in the folder `run`, which has begun to train.
    std::unique_ptr<Process> begun() const
    {
        auto process = std::make_unique<Process>(hamnetProgram(), launch(training(endless, {"--run-folder", "run"})));
        EXPECT_TRUE(comesTrue([&] { return has("run/run.hamnet") || !process->isRunning(); }));
        EXPECT_TRUE(process->isRunning()) << process->wait().err;
        return process;
    }

    std::string log() const { return read("run/log.jsonl"); }
    std::int64_t iterationOf(const json& line) const { return line.at("iteration").get<std::int64_t>(); }
};

/// The process that writes to a folder's run, by what the folder says.
pid_t writerIn(const std::string& writer)
{
    return json::parse(writer).at("process").get<pid_t>();
}

/// What --stop says of a run that follows; the second where a busy disk lets it take longer than --stop waits.
auto isOfAStop()
{
    return AnyOf(StartsWith("the run has ended after iteration "),
                 StartsWith("the run has taken the request, and follows it after "));
}

bool isAlive(pid_t process)
{
    return ::kill(process, 0) == 0;
}

} // namespace

// Writing to a folder
// --------------------------------------------------------------------------------------------------------------------

TEST_F(Watch, TheLogHasTheLinesOfJson)
{
    const Outcome outcome = done(training("20", {"--json", "--every", "1", "--run-folder", "run"}));
    EXPECT_EQ(log(), outcome.out);
    EXPECT_EQ(events(log(), "train").size(), 20U);
    EXPECT_TRUE(has("run/run.hamnet"));
}

TEST_F(Watch, TheLogOfAQuickRunLeavesIterationsOut)
{
    const Outcome outcome = done(training("3000", {"--run-folder", "run"}));
    const std::vector<json> steps = events(log(), "train");
    EXPECT_LT(steps.size(), 1500U);
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(iterationOf(steps.back()), 3000) << "the last is always there";
    EXPECT_EQ(events(log(), "validation").size(), 300U);
    std::size_t lines = 0;
    for (std::size_t at = 0; (at = outcome.out.find("gradient", at)) != std::string::npos; ++at) {
        ++lines;
    }
    EXPECT_EQ(lines, 30U) << "the output has each hundredth, as without a folder";
}

TEST_F(Watch, ARunGoesOnInItsFolder)
{
    done(training("10", {"--run-folder", "run"}));
    for (const Words& words : {Words{"train", "--resume", "run", "--iterations", "20"},
                               Words{"train", "--resume", "run/run.hamnet", "--iterations", "30"}}) {
        done(words);
    }
    const std::vector<json> starts = events(log(), "start");
    ASSERT_EQ(starts.size(), 3U);
    EXPECT_EQ(iterationOf(starts[1]), 10);
    EXPECT_EQ(iterationOf(starts[2]), 20);
}

TEST_F(Watch, AFolderWithARunIsNotWrittenOver)
{
    done(training("10", {"--run-folder", "run"}));
    const std::string before = log();
    EXPECT_TRUE(isRefused(hamnet(training("10", {"--run-folder", "run"})), "--resume run continues it"));
    EXPECT_EQ(log(), before);
    done(training("5", {"--run-folder", "run", "--overwrite"}));
    EXPECT_EQ(events(log(), "start").size(), 1U);
    write("run/log.jsonl", "somebody's\n");
    EXPECT_TRUE(isRefused(hamnet(training("5", {"--run-folder", "run", "--overwrite"})), "is no file of a run"));
    EXPECT_EQ(log(), "somebody's\n");
    std::filesystem::create_directory(folder() / "other");
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "other"}), "has no checkpoint run.hamnet"));
}

TEST_F(Watch, FilesThatAreNoRunsStay)
{
    std::filesystem::create_directory(folder() / "mine");
    for (const std::string name : {"request", "writer.json", "errors.txt"}) {
        write("mine/" + name, "somebody's\n");
        const Words more = {"--run-folder", "mine", name == "errors.txt" ? "--detach" : "--json"};
        EXPECT_TRUE(isRefused(hamnetProcess({.arguments = training("5", more)}), "is no file of a run"));
        EXPECT_EQ(read("mine/" + name), "somebody's\n");
        std::filesystem::remove(folder() / "mine" / name);
    }
}

TEST_F(Watch, ALogThatCannotBeWrittenEndsTheRunWithItsCheckpoint)
{
    Launch limited = launch(training(endless, {"--run-folder", "run", "--every", "1"}));
    limited.maxFileBytes = 100'000;
    const Outcome outcome = hamnetProcess(limited);
    EXPECT_EQ(outcome.exitCode, 3) << outcome.signal;
    EXPECT_THAT(outcome.err, HasSubstr("run/log.jsonl cannot be written: "));
    EXPECT_TRUE(has("run/run.hamnet"));
}

// Following it
// --------------------------------------------------------------------------------------------------------------------

TEST_F(Watch, ShowsARunThatHasEndedAsTrainDid)
{
    const Outcome trained = done(training("40", {"--run-folder", "run", "--every", "10"}));
    const Outcome all = done({"watch", "run", "--all"});
    EXPECT_EQ(all.out, trained.out);
    EXPECT_EQ(hamnet({"watch", "run", "--all", "--json"}).out, log());
    const std::string newest = hamnet({"watch", "run"}).out;
    EXPECT_THAT(newest, HasSubstr("done after iteration 40"));
    EXPECT_THAT(newest, Not(HasSubstr("iteration      10 ")));
}

TEST_F(Watch, FollowsARunUntilItIsStoppedThroughItsFolder)
{
    const std::unique_ptr<Process> run = begun();
    Process watcher(hamnetProgram(), launch({"watch", "run", "--json"}));
    ASSERT_TRUE(watcher.waitFor("\"train\""));
    const Outcome stop = done({"watch", "run", "--stop"});
    EXPECT_THAT(stop.out, isOfAStop());
    EXPECT_EQ(run->wait().exitCode, 130);
    const Outcome seen = watcher.wait();
    EXPECT_EQ(seen.exitCode, 130) << "as train itself";
    EXPECT_EQ(jsonLines(seen.out).back(), jsonLines(log()).back());
    EXPECT_TRUE(isRefused(hamnet({"watch", "run", "--stop"}), "has ended"));
}

/// A folder in the log's place stands for a disk that gives errors; what is trained is this test.
TEST_F(Watch, GoesOnWhereTheFolderIsAwayForAWhile)
{
    namespace fs = std::filesystem;
    const fs::path run = folder() / "run", away = folder() / "away", log = run / "log.jsonl";
    fs::create_directory(run);
    watch::writeDown(watch::thisWriter(), watch::RunFolder(run));
    write("run/log.jsonl", engine::eventLine(engine::TrainEvent{{.iteration = 1, .loss = 1}}));
    Process watcher("/bin/sh",
                    {.arguments = {"-c", "exec '" + hamnetProgram() + "' watch run --json 2>&1"}, .folder = folder()});
    ASSERT_TRUE(watcher.waitFor("\"train\""));
    fs::rename(run, away);
    EXPECT_TRUE(watcher.waitFor("is gone"));
    fs::rename(away, run);
    fs::rename(log, run / "kept");
    fs::create_directory(log);
    EXPECT_TRUE(watcher.waitFor("is a folder, wanted a file"));
    fs::remove(log);
    fs::rename(run / "kept", log);
    std::ofstream(log, std::ios::app) << engine::eventLine(
        engine::EndEvent{.iterations = 1, .reason = engine::EndReason::Iterations});
    EXPECT_EQ(watcher.wait().exitCode, 0);
}

/// The run that does not take its request away is this test.
TEST_F(Watch, TellsTheEndOfARunThatEndsBeforeItTakesARequest)
{
    const watch::RunFolder run(folder() / "run");
    std::filesystem::create_directory(run.path());
    watch::writeDown(watch::thisWriter(), run);
    write("run/log.jsonl", engine::eventLine(engine::TrainEvent{{.iteration = 1, .loss = 1}}));
    Process asking(hamnetProgram(), launch({"watch", "run", "--stop"}));
    ASSERT_TRUE(comesTrue([&] { return std::filesystem::exists(run.request()); }));
    std::ofstream(run.log(), std::ios::app)
        << engine::eventLine(engine::EndEvent{.iterations = 1, .reason = engine::EndReason::Iterations});
    const Outcome outcome = asking.wait();
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "the run has ended after iteration 1\n");
}

TEST_F(Watch, PausesARunAndLetsItGoOn)
{
    const std::unique_ptr<Process> run = begun();
    const Outcome pause = done({"watch", "run", "--pause"});
    EXPECT_THAT(pause.out, StartsWith("the run is paused after iteration "));
    const std::string paused = log();
    EXPECT_EQ(jsonLines(paused).back().at("event"), "pause");
    EXPECT_EQ(hamnet({"watch", "run", "--pause"}).out, "the run is paused already\n");
    EXPECT_EQ(log(), paused);
    EXPECT_THAT(hamnet({"watch", "run", "--go-on"}).out, StartsWith("the run goes on from iteration "));
    EXPECT_EQ(hamnet({"watch", "run", "--go-on"}).out, "the run is not paused\n");
    EXPECT_TRUE(comesTrue([&] { return log().size() > paused.size() + 1000; })) << "it trains again";
    done({"watch", "run", "--pause"});
    EXPECT_EQ(hamnet({"watch", "run", "--stop"}).exitCode, 0) << "also a paused one";
    EXPECT_THAT(run->wait().out, HasSubstr("paused through its folder"));
}

TEST_F(Watch, EndsWithoutTheRun)
{
    const std::unique_ptr<Process> run = begun();
    Process watcher(hamnetProgram(), launch({"watch", "run"}));
    ASSERT_TRUE(watcher.waitFor("loss"));
    watcher.send(SIGINT);
    const Outcome outcome = watcher.wait();
    EXPECT_EQ(outcome.exitCode, 130);
    EXPECT_EQ(outcome.err, "the run goes on; hamnet watch run --stop stops it\n");
    EXPECT_TRUE(run->isRunning());
}

TEST_F(Watch, TellsThatARunWasKilled)
{
    const std::unique_ptr<Process> run = begun();
    Process watcher(hamnetProgram(), launch({"watch", "run"}));
    ASSERT_TRUE(watcher.waitFor("loss"));
    run->send(SIGKILL);
    run->wait();
    const Outcome outcome = watcher.wait();
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, HasSubstr("hamnet: the run in run came to no end: process "));
    EXPECT_THAT(outcome.err, HasSubstr("hamnet train --resume run goes on"));
    EXPECT_TRUE(isRefused(hamnet({"watch", "run", "--stop"}), "runs no more"));
    EXPECT_FALSE(has("run/request"));
}

TEST_F(Watch, TakesBackWhatNobodyAnswers)
{
    const std::unique_ptr<Process> run = begun();
    run->send(SIGSTOP);
    const Outcome outcome = hamnet({"watch", "run", "--stop"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.err, HasSubstr("nobody answered in run for 10 seconds, and the request was taken back: "));
    EXPECT_FALSE(has("run/request"));
    run->send(SIGCONT);
}

TEST_F(Watch, RefusesWhatIsNoRun)
{
    EXPECT_TRUE(isRefused(hamnet({"watch", "nowhere"}), "nowhere cannot be read"));
    EXPECT_EQ(hamnet({"watch", "nowhere", "--stop", "--pause"}).exitCode, 2);
}

TEST_F(Watch, FollowsAndStopsTheRunOfAQueue)
{
    done({"queue", "add", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--iterations", "0", "--queue",
          "night"});
    Process runner(hamnetProgram(), launch({"queue", "run", "--queue", "night"}));
    ASSERT_TRUE(comesTrue([&] { return has("night/runs/1/run.hamnet"); }));
    EXPECT_TRUE(isRefused(hamnet({"watch", "night"}), "runs/N in that of a queue"));
    EXPECT_THAT(hamnet({"watch", "night/runs/1", "--stop"}).out, isOfAStop());
    EXPECT_EQ(runner.wait().exitCode, 5); // its one run failed
    const json run = jsonOf({"table", "--queue", "night"});
    EXPECT_EQ(run.at("state"), "failed");
    EXPECT_THAT(run.at("error").get<std::string>(), HasSubstr("was asked to stop, and has saved"));
}

// Leaving it alone
// --------------------------------------------------------------------------------------------------------------------

TEST_F(Watch, ADetachedRunOutlivesTheSessionThatStartedIt)
{
    std::string words;
    for (const std::string& word : training(endless, {"--detach"})) {
        words += " " + word;
    }
    // A shell in a session of its own, as a terminal has it, that ends all of its processes with it.
    const Outcome outcome =
        run("/usr/bin/setsid", {.arguments = {"--wait", "/bin/sh", "-c",
                                              "trap '' TERM; " + hamnetProgram() + words + "; kill -TERM 0; exit 0"},
                                .folder = folder()});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("stop it:  hamnet watch tiny-run --stop\n"));
    const pid_t process = writerIn(read("tiny-run/writer.json"));
    EXPECT_THAT(outcome.out, HasSubstr("goes on in tiny-run as process " + std::to_string(process) + "\n"));
    EXPECT_EQ(::getsid(process), process);
    EXPECT_TRUE(isAlive(process));
    done({"watch", "tiny-run", "--stop"});
    EXPECT_TRUE(comesTrue([&] { return !isAlive(process); }));
}

TEST_F(Watch, ADetachedRunThatCannotBeginIsToldAsAnyOther)
{
    const Outcome outcome =
        hamnetProcess({.arguments = {"train", "tiny.prototxt", "--data", "nowhere.txt", "--detach"}});
    EXPECT_TRUE(isRefused(outcome, "nowhere.txt"));
    EXPECT_FALSE(has("tiny-run")) << "its folder is left";
    EXPECT_EQ(hamnetProcess({.arguments = training("5", {"--detach", "--checkpoint", "x.hamnet"})}).exitCode, 2);
}

TEST_F(Watch, ADetachedRunGoesOnInItsFolder)
{
    ASSERT_EQ(hamnetProcess({.arguments = training("10", {"--detach"})}).exitCode, 0);
    ASSERT_TRUE(comesTrue([&] { return !events(read("tiny-run/log.jsonl"), "end").empty(); }));
    ASSERT_TRUE(comesTrue([&] { return !isAlive(writerIn(read("tiny-run/writer.json"))); }));
    const Outcome outcome =
        hamnetProcess({.arguments = {"train", "--resume", "tiny-run", "--iterations", "20", "--detach", "--json"}});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(jsonLines(outcome.out).at(0).at("folder"), "tiny-run");
    done({"watch", "tiny-run"});
    EXPECT_EQ(iterationOf(events(read("tiny-run/log.jsonl"), "start").at(1)), 10);
    ASSERT_EQ(hamnetProcess({.arguments = training("10", {"--detach"})}).exitCode, 0);
    EXPECT_TRUE(comesTrue([&] { return has("tiny-run-2/run.hamnet"); }));
    done({"watch", "tiny-run-2"});
}

// Lines and what they say
// --------------------------------------------------------------------------------------------------------------------

TEST(EventLines, AreReadAsTheEventsThatTheyTell)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<engine::Event> all = {
        engine::StartEvent{.parameters = 7,
                           .vocabulary = 5,
                           .engine = "FUSED",
                           .method = "STANDARD",
                           .layers = {{.layer = "lstm", .engine = "ONEDNN", .why = "so"}},
                           .device = "cpu",
                           .deviceDescription = "a processor",
                           .precision = engine::Precision::Tf32,
                           .precisionFrom = engine::PrecisionFrom::Option,
                           .seed = std::numeric_limits<std::uint64_t>::max(),
                           .iteration = 10,
                           .iterations = engine::endless,
                           .batchUnits = 16,
                           .stepsPerEpoch = 12.5,
                           .kind = &engine::kinds::rows,
                           .writesText = true,
                           .dataWords = "rows",
                           .units = 3000,
                           .learned = 2700,
                           .heldOut = 300,
                           .holdsOutNothing = "TEXTDATA",
                           .modelName = "tiny (tiny.prototxt)",
                           .solverWords = "Adam",
                           .data = "text.txt",
                           .dataOrigin = "named by the model",
                           .memory = 1000,
                           .checkpoint = "run.hamnet",
                           .firstWeights = "first.hamnet",
                           .limits = {.epochs = 3, .seconds = 60.5},
                           .time = 1.5e9,
                           .notes = {"one", "two"}},
        engine::TrainEvent{{.iteration = 11, .seconds = 2, .loss = 1.5, .learningRate = 0.01, .gradientNorm = nan},
                           2.5,
                           1.25,
                           0.5,
                           1000},
        engine::ValidationEvent{.iteration = 20,
                                .epoch = 1,
                                .loss = 1.4,
                                .metrics = {{"accuracy", 0.5}, {"bits_per_char", 2}},
                                .training = {{"accuracy", 0.75}},
                                .units = 100,
                                .ofUnits = 120,
                                .best = true,
                                .stepSeconds = 0.25},
        engine::SampleEvent{.iteration = 20, .seed = 9, .text = "The bell\n"},
        engine::CheckpointEvent{.iteration = 20, .file = "run.hamnet", .best = true},
        engine::PauseEvent{.iteration = 21, .paused = true},
        engine::PacingEvent{.iteration = 21, .paced = true, .celsius = 80, .limit = 75, .place = "GPU"},
        engine::MetersEvent{.iteration = 21,
                            .devices = {{.celsius = 61,
                                         .joules = 12.5,
                                         .name = "NVIDIA H100",
                                         .utilisationPercent = 97,
                                         .usedBytes = 1000,
                                         .totalBytes = 2000,
                                         .watts = 350},
                                        {}}},
        engine::ChangeEvent{.iteration = 22,
                            .iterations = 50,
                            .limits = {.epochs = 3, .seconds = 60.5, .targetLoss = 1.25, .maxTemperature = 70},
                            .refusal = "not so"},
        engine::EndEvent{.iterations = 50,
                         .seconds = 12,
                         .reason = engine::EndReason::TargetLoss,
                         .detail = "so",
                         .verdict = "it went",
                         .pacedSeconds = 2,
                         .joules = 5.5,
                         .joulesPerThousand = 0.5}};
    ASSERT_EQ(all.size(), std::variant_size_v<engine::Event>);
    for (const engine::Event& event : all) {
        const watch::Json line = watch::lineIn(cli::toLine(watch::toJson(event)));
        const std::optional<engine::Event> read = watch::eventIn(line);
        ASSERT_TRUE(read) << line;
        EXPECT_EQ(read->index(), event.index());
        EXPECT_EQ(cli::toLine(watch::toJson(*read)), cli::toLine(line));
        for (const auto& [key, value] : line.items()) { // each field is wanted, and of its kind
            watch::Json less = line, other = line;
            less.erase(key);
            other[key] = watch::Json::array({watch::Json::array()});
            EXPECT_FALSE(watch::eventIn(less)) << key;
            EXPECT_FALSE(watch::eventIn(other)) << key;
        }
    }
}

TEST(EventLines, ThatAreNoneAreNoEvents)
{
    for (const char* const text : {"", "{", "[]", "7", "{}", R"({"event":"dance"})", R"({"event":"end"})",
                                   R"({"event":7})", R"({"event":"end","reason":"bored"})"}) {
        const watch::Json line = watch::lineIn(text);
        EXPECT_FALSE(line.is_object() && watch::eventIn(line)) << text;
    }
}

TEST(EventLines, ThatAreNestedTooDeeplyAreNoObjects)
{
    const auto nested = [](int depth) {
        std::string text = "1";
        for (int level = 0; level < depth; ++level) {
            text = R"({"event":)" + text + "}";
        }
        return text;
    };
    EXPECT_TRUE(watch::lineIn(nested(8)).is_object());
    EXPECT_FALSE(watch::lineIn(nested(9)).is_object());
}
