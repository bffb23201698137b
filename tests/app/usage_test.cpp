// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

namespace {

using Usage = Workshop;

/// Exit code 2 and one line that points to the help.
testing::AssertionResult isUsage(const Outcome& outcome)
{
    const bool one = std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1;
    if (outcome.exitCode == 2 && outcome.out.empty() && one && outcome.err.find("--help") != std::string::npos) {
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << "exit code " << outcome.exitCode << ", out: " << outcome.out
                                       << ", err: " << outcome.err;
}

} // namespace

TEST_F(Usage, AWrongWordIsTwoAndSaysWhatIsWanted)
{
    write("-my net.hamnet", "some net");
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{}, ""},
        {{"trian"}, "train"},
        {{"train", "tiny.prototxt", "--iteration", "5"}, "did you mean --iterations"},
        {{"generate", "-my net.hamnet"}, "is given as './-my net.hamnet'"},
        {{"generate"}, ""}, // arguments are missing
        {{"train"}, ""},
        {{"evaluate", "some.hamnet"}, ""},
        {{"corpus"}, ""},
        {{"train", "tiny.prototxt", "--iterations", "-1"}, ""}, // numbers out of range
        {{"train", "tiny.prototxt", "--iterations", "many"}, ""},
        {{"train", "tiny.prototxt", "--seconds", "-1"}, ""},
        {{"train", "tiny.prototxt", "--threads", "0"}, ""},
        {{"train", "tiny.prototxt", "--seed", "-2"}, ""},
        {{"generate", "some.hamnet", "--temperature", "-0.1"}, ""},
        {{"generate", "some.hamnet", "--temperature", "nan"}, ""},
        {{"generate", "some.hamnet", "--top-p", "0"}, ""},
        {{"generate", "some.hamnet", "--top-p", "1.5"}, ""},
        {{"generate", "some.hamnet", "--length", "-5"}, ""},
        {{"info", "tiny.prototxt", "--vocabulary", "0"}, ""},
        {{"train", "tiny.prototxt", "--precision", "fp16"}, ""},
        {{"evaluate", "some.hamnet", "--data", "text.txt", "--split", "half"}, "validation, test or all"},
    };
    for (const auto& [words, wanted] : cases) {
        const Outcome outcome = hamnet(words);
        EXPECT_TRUE(isUsage(outcome)) << testing::PrintToString(words);
        EXPECT_THAT(outcome.err, testing::HasSubstr(wanted));
    }
}

TEST_F(Usage, WhatIsNotHereIsFour)
{
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{"--engine", "cudnn"}, "CUDNN"},
        {{"--device", "cuda:0"}, "(cuda|CUDA):0"},
        {{"--device", "gpu"}, "must be auto, cpu, cuda or cuda:N"},
        {{"--device", "cpu", "--precision", "tf32"}, "the precision is tf32, but "},
    };
    for (const auto& [words, wanted] : cases) {
        const Outcome outcome = hamnet(joined({"train", "tiny.prototxt", "--data", "text.txt"}, words));
        EXPECT_EQ(outcome.exitCode, 4);
        EXPECT_THAT(outcome.err, testing::ContainsRegex(wanted));
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
}

TEST_F(Usage, EveryCommandThatTheHelpNamesHasHelpWithExamples)
{
    const std::string help = hamnet({"--help"}).out;
    std::istringstream lines(help.substr(help.find("Subcommands:")));
    std::vector<std::string> commands;
    for (std::string line, command; std::getline(lines, line) && !line.empty();) {
        if (line.starts_with("  ") && std::istringstream(line) >> command) {
            commands.push_back(command);
            const Outcome outcome = hamnet({command, "--help"});
            EXPECT_EQ(outcome.exitCode, 0) << command;
            EXPECT_NE(outcome.out.find("  hamnet " + command), std::string::npos) << outcome.out;
            EXPECT_EQ(outcome.err, "") << command;
        }
    }
    EXPECT_THAT(commands,
                testing::IsSupersetOf({"train", "generate", "evaluate", "info", "draw", "compare", "bench", "devices",
                                       "corpus", "data", "sweep", "queue", "table", "completion"}));
    EXPECT_THAT(commands, testing::Not(testing::Contains(testing::AnyOf("manual", "measure", "attached"))));
}

TEST_F(Usage, TheVersionIsOneLine)
{
    const Outcome outcome = hamnet({"--version"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, testing::MatchesRegex("hamnet [0-9.]+, (commit [0-9a-f]+, )?[A-Za-z]+ by .*\n"));
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
}

TEST_F(Usage, WithoutAGpuAutoIsTheProcessor)
{
    const Outcome outcome = done({"train", "tiny.prototxt", "--data", "text.txt", "--iterations", "1", "--json",
                                  "--no-checkpoint", "--device", "auto"});
    EXPECT_EQ(events(outcome.out, "start").at(0).at("device"), "CPU");
    EXPECT_EQ(events(outcome.out, "start").at(0).at("precision"), "fp32");
}

TEST_F(Usage, ARunSaysItsPrecisionAndWhoDecidedIt)
{
    const std::vector<std::string> newRun = {"train", "tiny.prototxt", "--data",       "text.txt",  "--iterations",
                                             "1",     "--json",        "--checkpoint", "run.hamnet"};
    const auto fromOf = [&](const std::vector<std::string>& arguments, const std::vector<std::string>& more) {
        const Outcome outcome = done(joined(arguments, more));
        const nlohmann::json start = events(outcome.out, "start").at(0);
        return start.at("precision").get<std::string>() + " " + start.at("precision_from").get<std::string>();
    };
    EXPECT_EQ(fromOf(newRun, {}), "fp32 auto");
    EXPECT_EQ(fromOf(newRun, {"--overwrite", "--precision", "fp32"}), "fp32 option");
    EXPECT_EQ(fromOf({"train", "--resume", "run.hamnet", "--iterations", "2", "--json"}, {}), "fp32 checkpoint");
    const Outcome plain = hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--iterations", "1",
                                  "--no-checkpoint", "--precision", "AUTO"});
    EXPECT_NE(plain.out.find("precision  fp32: full fp32 precision, 24 bits (auto)"), std::string::npos) << plain.out;
}

TEST_F(Usage, OutputThatCannotBeWrittenIsSaid)
{
    const Outcome outcome = hamnet(Call{.arguments = {"--help"}, .outputFile = "/dev/full"});
    EXPECT_TRUE(isRefused(outcome, "No space left on device"));
}
