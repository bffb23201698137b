// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>

namespace {

using testing::HasSubstr;
using testing::Not;

class Train : public Workshop {
protected:
    /// The tiny net on its text with JSON events, on one thread.
    static std::vector<std::string> words(const std::vector<std::string>& more)
    {
        return joined({"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1", "--json"}, more);
    }
    Outcome trainWith(const std::vector<std::string>& more) const { return hamnet(words(more)); }

    /// A run that goes on for hours, once it has begun to train.
    Launch endless(const std::string& checkpoint = "net.hamnet") const
    {
        return {.arguments = words({"--iterations", "100000000", "--every", "100", "--sample-every", "0",
                                    "--validate-every", "0", "--checkpoint", checkpoint}),
                .folder = folder()};
    }
};

/// The tiny net with an LSTM that reads both ways.
std::string bothWays()
{
    return changed(tinyModel(), {{"num_output: 8", "bidirectional: true num_output: 8"}, {"dim: 8", "dim: 16"}});
}

void expectKeys(const nlohmann::json& event, const std::vector<std::string>& keys)
{
    for (const std::string& key : keys) {
        EXPECT_TRUE(event.contains(key)) << key << " is not in " << event;
    }
}

TEST_F(Train, TrainsARunsDescriptionToTheSameBits)
{
    const Outcome first = done(words(
        {"--iterations", "8", "--validate-every", "4", "--seed", "7", "--engine", "caffe", "--run-folder", "first"}));
    const Outcome again = done({"train", "first/run.json", "--json", "--run-folder", "again"});
    EXPECT_EQ(losses(first).size(), 8u);
    EXPECT_EQ(losses(first), losses(again));
    EXPECT_EQ(read("first/run.json"), read("again/run.json"));
    std::filesystem::create_directory(folder() / "moved");
    std::filesystem::rename(folder() / "text.txt", folder() / "moved/text.txt");
    write("moved/run.json", changed(read("first/run.json"), {{(folder() / "text.txt").string(), "text.txt"}}));
    EXPECT_EQ(losses(done({"train", "moved/run.json", "--json", "--no-checkpoint"})), losses(first));
}

TEST_F(Train, TakesNothingBesideADescriptionThatMakesItAnotherRun)
{
    done(words({"--iterations", "2", "--run-folder", "run"}));
    for (const char* const option : {"--iterations=3", "--data=text.txt", "--solver=tiny_solver.prototxt"}) {
        EXPECT_TRUE(isRefused(hamnet({"train", "run/run.json", option}), "describes the whole run"));
    }
    write("broken.json", R"({"model": 5})");
    EXPECT_TRUE(isRefused(hamnet({"train", "broken.json"}), "model is 5, but must be a text"));
    write("empty.json", "{}");
    EXPECT_TRUE(isRefused(hamnet({"train", "empty.json"}), "has no layers"));
}

TEST_F(Train, HasTheLayersThatTheSolversStatesChoose)
{
    const std::string input = "bottom: \"embed\"";
    write("staged.prototxt", changed(tinyModel(), {{input, "include { stage: \"factored\" } " + input}}));
    EXPECT_TRUE(isRefused(hamnet({"train", "staged.prototxt", "--data", "text.txt", "--no-checkpoint"}),
                          "its bottom \"lstm\" is made by layer lstm, which is not in the net of the phase TRAIN"));
    write("staged_solver.prototxt",
          tinySolver() + "train_state { stage: \"factored\" } test_state { stage: \"factored\" }\n");
    const std::vector<std::string> command = {"train", "staged.prototxt", "--data", "text.txt",     "--threads",
                                              "1",     "--iterations",    "2",      "--checkpoint", "staged.hamnet"};
    const Outcome trained = done(command);
    EXPECT_EQ(trained.err.find("train_state"), std::string::npos) << trained.err;
    done({"evaluate", "staged.hamnet", "--data", "text.txt", "--threads", "1"});
    done({"generate", "staged.hamnet", "--length", "5", "--threads", "1"});
    done({"train", "--resume", "staged.hamnet", "--data", "text.txt", "--threads", "1", "--iterations", "3"});
    done({"info", "staged.prototxt", "--data", "text.txt"});
}

} // namespace

TEST_F(Train, EveryLineIsJsonAndEveryEventHasItsKeys)
{
    const Outcome outcome =
        trainWith({"--iterations", "6", "--validate-every", "3", "--sample-every", "3", "--checkpoint", "net.hamnet"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    for (const auto& [kind, count, keys] : std::vector<std::tuple<std::string, std::size_t, std::vector<std::string>>>{
             {"start", 1, {"parameters", "engine", "device", "seed", "vocabulary"}},
             {"train", 6, {"iteration", "loss", "learning_rate", "gradient_norm", "per_second"}},
             {"validation", 2, {"iteration", "loss", "metrics"}},
             {"sample", 2, {"text"}},
             {"end", 1, {"iterations", "seconds", "reason"}}}) {
        const std::vector<nlohmann::json> found = events(outcome.out, kind);
        ASSERT_EQ(found.size(), count) << kind;
        for (const nlohmann::json& event : found) {
            expectKeys(event, keys);
        }
    }
    for (const nlohmann::json& event : events(outcome.out, "checkpoint")) {
        EXPECT_TRUE(has(event.at("file"))) << event;
    }
    EXPECT_EQ(events(outcome.out, "end")[0].at("iterations"), 6);
    EXPECT_EQ(events(outcome.out, "end")[0].at("reason"), "iterations");
}

TEST_F(Train, EndsWithTheVerdict)
{
    const std::vector<std::string> run = {"--iterations",   "6", "--validate-every", "3",
                                          "--sample-every", "0", "--no-checkpoint"};
    const std::string verdict = events(trainWith(run).out, "end").at(0).at("verdict");
    EXPECT_THAT(verdict, testing::StartsWith("Finished: best "));
    const Outcome outcome = hamnet(joined({"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1"}, run));
    EXPECT_NE(outcome.out.find(verdict + "\n"), std::string::npos) << outcome.out;
}

TEST_F(Train, EverySaysHowOftenTheLossIsReported)
{
    const auto all = events(trainWith({"--iterations", "10", "--every", "4", "--no-checkpoint"}).out, "train");
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].at("iteration"), 4);
    EXPECT_EQ(all[1].at("iteration"), 8);
    EXPECT_EQ(all[2].at("iteration"), 10) << "the last one is always reported";
}

TEST_F(Train, TellsToReadATextOnlyWhereTheNetCanWriteOne)
{
    const std::vector<std::string> run = {"train",      "tiny.prototxt", "--data", "text.txt",     "--threads",
                                          "1",          "--iterations",  "2",      "--checkpoint", "net.hamnet",
                                          "--overwrite"};
    const std::string writing = hamnet(run).out;
    EXPECT_NE(writing.find("hamnet generate net.hamnet"), std::string::npos) << writing;
    const std::string model = changed(bothWays(), {{"bottom: \"label\"", "bottom: \"data\""}}); // nothing is read ahead
    write("tiny.prototxt", model);
    EXPECT_TRUE(isRefused(hamnet(run), "its order must be WINDOWS"));
    write("tiny.prototxt", changed(model, {{"time_steps: 8", "order: WINDOWS time_steps: 8"}}));
    const std::string reading = hamnet(run).out;
    EXPECT_EQ(reading.find("hamnet generate"), std::string::npos) << reading;
    EXPECT_NE(reading.find("hamnet evaluate net.hamnet --data "), std::string::npos) << reading;
}

TEST_F(Train, AResumedRunSavesToItsOwnFile)
{
    train("net.hamnet", 3);
    done({"train", "--resume", "net.hamnet", "--iterations", "9"});
    EXPECT_EQ(jsonOf({"info", "net.hamnet"}).at("checkpoint").at("iteration"), 9);
}

TEST_F(Train, ResumingTheBestDoesNotReplaceIt)
{
    train("net.hamnet", 3);
    ASSERT_TRUE(has("net.best.hamnet"));
    const std::string best = read("net.best.hamnet"), last = read("net.hamnet");
    done({"train", "--resume", "net.best.hamnet", "--iterations", "9"});
    EXPECT_EQ(read("net.best.hamnet"), best);
    EXPECT_EQ(read("net.hamnet"), last);
    EXPECT_TRUE(has("net-2.hamnet"));
}

TEST_F(Train, ResumingTakesTheSameTextFromAnotherPlace)
{
    train("net.hamnet", 3);
    std::filesystem::rename(folder() / "text.txt", folder() / "moved.txt");
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "net.hamnet", "--iterations", "6"}), "text.txt"));
    done({"train", "--resume", "net.hamnet", "--data", "moved.txt", "--iterations", "6"});
}

TEST_F(Train, WhatTheCheckpointHasIsNotGivenBesideIt)
{
    train("net.hamnet", 3);
    for (const char* const word : {"tiny.prototxt", "--solver=tiny_solver.prototxt", "--seed=1", "--best-by=loss",
                                   "--target=level", "--time=day", "--gaps=SKIP", "--init-weights=net.hamnet"}) {
        EXPECT_EQ(hamnet({"train", "--resume", "net.hamnet", "--iterations", "6", word}).exitCode, 2) << word;
    }
}

TEST_F(Train, WithoutACheckpointNameAnUnusedOneIsTakenUnlessNoneIsWanted)
{
    write("tiny.hamnet", "something of somebody's");
    const Outcome outcome = trainWith({"--iterations", "2"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(read("tiny.hamnet"), "something of somebody's");
    EXPECT_TRUE(has("tiny-2.hamnet"));
    ASSERT_EQ(trainWith({"--iterations", "2", "--no-checkpoint"}).exitCode, 0);
    EXPECT_FALSE(has("tiny-3.hamnet"));
}

TEST_F(Train, ACheckpointThatIsThereIsReplacedOnlyWhereThatIsSaid)
{
    train("net.hamnet", 12);
    const std::string last = read("net.hamnet"), best = read("net.best.hamnet");
    EXPECT_TRUE(isRefused(trainWith({"--iterations", "2", "--checkpoint", "net.hamnet"}),
                          "net.hamnet already exists; --resume continues a checkpoint, --overwrite replaces"));
    train("other.hamnet", 3);
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "other.hamnet", "--checkpoint", "net.hamnet"}), "--overwrite"));
    EXPECT_TRUE(read("net.hamnet") == last && read("net.best.hamnet") == best);

    std::filesystem::remove(folder() / "net.hamnet");
    EXPECT_TRUE(isRefused(trainWith({"--checkpoint", "net.hamnet"}), "net.best.hamnet already exists"));
    ASSERT_EQ(trainWith({"--iterations", "2", "--checkpoint", "net.hamnet", "--overwrite"}).exitCode, 0);
    EXPECT_EQ(jsonOf({"info", "net.best.hamnet"}).at("checkpoint").at("iteration"), 2);
}

TEST_F(Train, AFileThatARunSavesToIsRefusedToAnother)
{
    train("net.hamnet", 3);
    Process process(hamnetProgram(), {.arguments = {"train", "--resume", "net.hamnet", "--iterations", "100000000",
                                                    "--json", "--every", "100", "--threads", "1"},
                                      .folder = folder()});
    ASSERT_TRUE(process.waitFor("\"train\""));
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "net.hamnet"}), "net.hamnet is in use: process "));
    EXPECT_TRUE(isRefused(trainWith({"--checkpoint", "net.best.hamnet", "--overwrite"}), "net.best.hamnet is in use"));
    process.send(SIGINT);
    EXPECT_EQ(process.wait().exitCode, 130);
    EXPECT_EQ(hamnet({"train", "--resume", "net.hamnet", "--iterations", "1"}).exitCode, 0) << "it is free again";
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        EXPECT_NE(entry.path().extension(), ".lock") << entry.path();
    }
}

TEST_F(Train, MyCaffesSolverBesideTheModelIsTakenAndNamed)
{
    std::filesystem::remove(folder() / "tiny_solver.prototxt");
    const auto startWith = [this](const std::string& solver) {
        write("solver.prototxt", solver);
        return hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--device", "cpu", "--threads", "1",
                       "--iterations", "1", "--no-checkpoint"})
            .out;
    };
    const std::string taken = startWith("net: \"tiny.prototxt\" base_lr: 0.0625 lr_policy: \"fixed\"\n");
    EXPECT_NE(taken.find("0.0625 (fixed), from solver.prototxt"), std::string::npos) << taken;
    const std::string others = startWith("net: \"other.prototxt\" base_lr: 0.0625 lr_policy: \"fixed\"\n");
    EXPECT_NE(others.find("the built-in one"), std::string::npos) << others;
    write("tiny_solver.prototxt", "base_lr: 0.125 lr_policy: \"fixed\"\n");
    const std::string own = startWith("base_lr: 0.0625 lr_policy: \"fixed\"\n");
    EXPECT_NE(own.find("0.125 (fixed), from tiny_solver.prototxt"), std::string::npos) << own;
}

TEST_F(Train, WithoutMaxIterNothingButTheClockEndsARun)
{
    write("tiny_solver.prototxt", "type: \"SGD\" base_lr: 0.01 lr_policy: \"fixed\"\n");
    const Outcome outcome =
        trainWith({"--seconds", "0.2", "--every", "1000000", "--validate-every", "0", "--no-checkpoint"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_TRUE(events(outcome.out, "start").at(0).at("iterations").is_null());
    EXPECT_EQ(events(outcome.out, "end").at(0).at("reason"), "time limit");
    EXPECT_GT(events(outcome.out, "end").at(0).at("iterations"), 0);
}

TEST_F(Train, ASecondCtrlCEndsItAtOnce)
{
    Process process(hamnetProgram(), endless());
    ASSERT_TRUE(process.waitFor("\"train\""));
    process.send(SIGSTOP); // so that it can act on neither before both are there
    process.send(SIGINT);
    process.send(SIGTERM);
    process.send(SIGCONT);
    EXPECT_EQ(process.wait().exitCode, 130);
    EXPECT_FALSE(has("net.hamnet"));
}

TEST_F(Train, TheModelsOwnTextIsTakenFromItsFolder)
{
    std::filesystem::create_directory(folder() / "nets");
    write("nets/tiny.prototxt", changed(tinyModel(), {{"time_steps", "source: \"mine.txt\" time_steps"}}));
    write("nets/mine.txt", tinyText());
    const Outcome outcome = done({"train", "nets/tiny.prototxt", "--iterations", "2", "--json", "--no-checkpoint"});
    EXPECT_EQ(events(outcome.out, "start").at(0).at("data"), "nets/mine.txt");
}

TEST_F(Train, WithoutATextItTakesTheBundledPlay)
{
    const Outcome outcome = done(Call{.arguments = {"train", "tiny.prototxt", "--iterations", "2", "--no-checkpoint"},
                                      .environment = {"HAMNET_RESOURCES=" + (sourceRoot() / "resources").string()}});
    EXPECT_NE(outcome.out.find("the bundled play"), std::string::npos) << outcome.out;
}

TEST_F(Train, ADivergedRunIsFiveAndSaysWhere)
{
    write("tiny_solver.prototxt", "type: \"SGD\" base_lr: 1000000 lr_policy: \"fixed\" max_iter: 100\n");
    const Outcome outcome = trainWith({"--checkpoint", "net.hamnet"});
    EXPECT_EQ(outcome.exitCode, 5) << outcome.err;
    EXPECT_EQ(events(outcome.out, "end").at(0).at("reason"), "diverged");
    EXPECT_TRUE(outcome.err.starts_with("hamnet: the training diverged: ")) << outcome.err;
}

TEST_F(Train, CtrlCFinishesTheStepSavesAndIs130)
{
    for (const int signal : {SIGINT, SIGTERM}) {
        const std::string checkpoint = std::to_string(signal) + ".hamnet";
        Process process(hamnetProgram(), endless(checkpoint));
        ASSERT_TRUE(process.waitFor("\"train\""));
        process.send(signal);
        const Outcome outcome = process.wait();
        EXPECT_EQ(outcome.exitCode, 130) << outcome.err;
        EXPECT_EQ(events(outcome.out, "end").at(0).at("reason"), "stopped");
        EXPECT_EQ(jsonOf({"info", checkpoint}).at("checkpoint").at("iteration"),
                  events(outcome.out, "end").at(0).at("iterations"));
    }
}

TEST_F(Train, SavesAndEndsWhenItsOutputIsNoLongerRead)
{
    Process process(hamnetProgram(), endless());
    ASSERT_TRUE(process.waitFor("\"train\""));
    process.stopReading();
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exitCode, 130) << outcome.signal;
    EXPECT_EQ(outcome.err, "");
    done({"info", "net.hamnet"});
}

TEST_F(Train, WhenTheOutputIsFullItSavesAndSaysSo)
{
    const Outcome outcome = hamnet(Call{.arguments = words({"--iterations", "100000000", "--checkpoint", "net.hamnet"}),
                                        .outputFile = "/dev/full"});
    EXPECT_TRUE(isRefused(outcome, "No space left on device"));
    done({"info", "net.hamnet"});
}

TEST_F(Train, ATemperatureLimitWantsASensor)
{
    const Outcome outcome = hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--iterations", "2", "--device",
                                    "cpu", "--max-temperature", "150", "--no-checkpoint"});
    if (outcome.exitCode == 0) {
        GTEST_SKIP() << "this machine's processor tells its temperature";
    }
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("does not report its temperature"), std::string::npos) << outcome.err;
}

// What the solver's file says besides its numbers

TEST_F(Train, ASolversSettingWithoutEffectAndATextOfAnotherEncodingHaveANote)
{
    write("ign_solver.prototxt", tinySolver() + "snapshot_format: HDF5 learning_rate: 3\n");
    write("text.txt", tinyText() + "caf\xE9\n");
    const Outcome outcome = trainWith({"--solver", "ign_solver.prototxt", "--iterations", "1", "--no-checkpoint"});
    const std::string unknown = "learning_rate is not known (did you mean base_lr?)";
    EXPECT_THAT(events(outcome.out, "start").at(0).at("notes").dump(),
                testing::AllOf(HasSubstr("snapshot_format has no effect"), HasSubstr(unknown),
                               HasSubstr("text.txt is not UTF-8"),
                               HasSubstr("which encoding: UTF8 of TEXTDATA reads")));
    EXPECT_THAT(jsonOf({"info", "tiny.prototxt", "--solver", "ign_solver.prototxt"}).at("notes").dump(),
                HasSubstr(unknown));
}

TEST_F(Train, TheSolverNamesItsNetAndItsCheckpoint)
{
    write("say_solver.prototxt", R"(base_lr: 0.1 lr_policy: "fixed" max_iter: 4 display: 2 snapshot_prefix: "mine"
net: "tiny.prototxt")");
    const Outcome outcome = done({"train", "--solver", "say_solver.prototxt", "--data", "text.txt", "--threads", "1"});
    EXPECT_THAT(outcome.out, testing::AllOf(HasSubstr("iteration       2  loss"), HasSubstr("saved mine.hamnet")));
    EXPECT_THAT(outcome.out, Not(HasSubstr("the solver: "))) << "all of it has its effect";
    EXPECT_EQ(outcome.out.find_first_of("\x1b\r"), std::string::npos) << "plain lines in a pipe";
}
