// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

#include <gmock/gmock.h>

#include <algorithm>

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

TEST_F(Usage, NoCommandIsTwo)
{
    EXPECT_TRUE(isUsage(hamnet(Call{})));
}

TEST_F(Usage, AnUnknownCommandIsTwoAndTheNearestIsNamed)
{
    const Outcome outcome = hamnet({"trian"});
    EXPECT_TRUE(isUsage(outcome));
    EXPECT_NE(outcome.err.find("train"), std::string::npos) << outcome.err;
}

TEST_F(Usage, AnUnknownOptionIsTwoAndTheNearestIsNamed)
{
    const Outcome outcome = hamnet({"train", "tiny.prototxt", "--iteration", "5"});
    EXPECT_TRUE(isUsage(outcome));
    EXPECT_NE(outcome.err.find("did you mean --iterations"), std::string::npos) << outcome.err;
}

TEST_F(Usage, AFileThatLooksLikeAnOptionIsToldHowToBeGiven)
{
    write("-my net.hamnet", "some net");
    const Outcome outcome = hamnet({"generate", "-my net.hamnet"});
    EXPECT_TRUE(isUsage(outcome));
    EXPECT_NE(outcome.err.find("is given as './-my net.hamnet'"), std::string::npos) << outcome.err;
}

TEST_F(Usage, AMissingArgumentIsTwo)
{
    EXPECT_TRUE(isUsage(hamnet({"generate"})));
    EXPECT_TRUE(isUsage(hamnet({"train"})));
    EXPECT_TRUE(isUsage(hamnet({"evaluate", "some.hamnet"})));
    EXPECT_TRUE(isUsage(hamnet({"corpus"})));
}

TEST_F(Usage, ANumberOutOfRangeIsTwo)
{
    EXPECT_TRUE(isUsage(hamnet({"train", "tiny.prototxt", "--iterations", "-1"})));
    EXPECT_TRUE(isUsage(hamnet({"train", "tiny.prototxt", "--iterations", "many"})));
    EXPECT_TRUE(isUsage(hamnet({"train", "tiny.prototxt", "--seconds", "-1"})));
    EXPECT_TRUE(isUsage(hamnet({"train", "tiny.prototxt", "--threads", "0"})));
    EXPECT_TRUE(isUsage(hamnet({"train", "tiny.prototxt", "--seed", "-2"})));
    EXPECT_TRUE(isUsage(hamnet({"generate", "some.hamnet", "--temperature", "-0.1"})));
    EXPECT_TRUE(isUsage(hamnet({"generate", "some.hamnet", "--temperature", "nan"})));
    EXPECT_TRUE(isUsage(hamnet({"generate", "some.hamnet", "--top-p", "0"})));
    EXPECT_TRUE(isUsage(hamnet({"generate", "some.hamnet", "--top-p", "1.5"})));
    EXPECT_TRUE(isUsage(hamnet({"generate", "some.hamnet", "--length", "-5"})));
    EXPECT_TRUE(isUsage(hamnet({"info", "tiny.prototxt", "--vocabulary", "0"})));
}

TEST_F(Usage, AWordThatIsNoChoiceIsTwoAndTheChoicesAreNamed)
{
    const Outcome outcome = hamnet({"evaluate", "some.hamnet", "--data", "text.txt", "--split", "half"});
    EXPECT_TRUE(isUsage(outcome));
    EXPECT_NE(outcome.err.find("validation, test or all"), std::string::npos) << outcome.err;
}

TEST_F(Usage, EveryCommandHasHelpWithExamples)
{
    for (const char* command : {"train", "generate", "evaluate", "info", "draw", "compare", "bench", "devices",
                                "corpus", "data", "sweep", "queue", "table", "completion"}) {
        const Outcome outcome = hamnet({command, "--help"});
        EXPECT_EQ(outcome.exitCode, 0) << command;
        EXPECT_NE(outcome.out.find(std::string("  hamnet ") + command), std::string::npos) << outcome.out;
        EXPECT_EQ(outcome.err, "") << command;
    }
}

TEST_F(Usage, TheHelpOfTheProgramNamesEveryCommandButTheHiddenOne)
{
    const Outcome outcome = hamnet({"--help"});
    EXPECT_EQ(outcome.exitCode, 0);
    for (const char* command : {"train", "generate", "evaluate", "info", "draw", "compare", "bench", "devices",
                                "corpus", "data", "sweep", "queue", "table", "completion"}) {
        EXPECT_NE(outcome.out.find(std::string("\n  ") + command + " "), std::string::npos) << command;
    }
    EXPECT_EQ(outcome.out.find("\n  measure"), std::string::npos);
    EXPECT_EQ(outcome.out.find("\n  attached"), std::string::npos);
}

TEST_F(Usage, TheVersionIsOneLine)
{
    const Outcome outcome = hamnet({"--version"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, testing::MatchesRegex("hamnet [0-9.]+, (commit [0-9a-f]+, )?[A-Za-z]+ by .*\n"));
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
}

TEST_F(Usage, AnEngineThatIsNotThereIsFour)
{
    const Outcome outcome = hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--engine", "cudnn"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_NE(outcome.err.find("CUDNN"), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(Usage, ADeviceThatIsNotThereIsFour)
{
    const Outcome outcome = hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--device", "cuda:0"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.err, testing::AnyOf(testing::HasSubstr("cuda:0"), testing::HasSubstr("CUDA:0")));
}

TEST_F(Usage, ADeviceThatHasNoSuchNameIsFour)
{
    const Outcome outcome = hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--device", "gpu"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_NE(outcome.err.find("must be auto, cpu, cuda or cuda:N"), std::string::npos) << outcome.err;
}

TEST_F(Usage, APrecisionThatTheProcessorLacksIsFourAndAnUnknownOneIsTwo)
{
    const Outcome outcome =
        hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--device", "cpu", "--precision", "tf32"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_NE(outcome.err.find("the precision is tf32, but "), std::string::npos) << outcome.err;
    EXPECT_TRUE(isUsage(hamnet({"train", "tiny.prototxt", "--precision", "fp16"})));
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
