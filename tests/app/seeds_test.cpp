// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <cmath>

namespace {

using testing::HasSubstr;

/// Nets of several seeds, trained side by side by one program.
class Seeds : public Workshop {
protected:
    static std::vector<std::string> words(const std::vector<std::string>& more)
    {
        return joined({"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1"}, more);
    }

    Outcome trained(const std::vector<std::string>& more) const
    {
        Outcome outcome = hamnet(words(more));
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        return outcome;
    }

    /// Two nets that train for hours.
    Launch endless() const
    {
        return {.arguments = words({"--iterations", "100000000", "--every", "100", "--seeds", "2", "--at-once", "2",
                                    "--run-folder", "nets", "--json"}),
                .folder = folder()};
    }

    /// The weights in a checkpoint, byte for byte.
    std::string weightsOf(const std::string& checkpoint) const
    {
        std::filesystem::remove(folder() / "weights.safetensors");
        done({"convert", checkpoint, "weights.safetensors"});
        return read("weights.safetensors");
    }
};

TEST_F(Seeds, GoOnTogetherWhereTheyWereStopped)
{
    trained({"--iterations", "8", "--seeds", "2", "--run-folder", "whole"});
    trained({"--iterations", "4", "--seeds", "2", "--run-folder", "parts"});
    done({"train", "--resume", "parts", "--data", "text.txt", "--threads", "1", "--iterations", "8"});
    for (const char* const name : {"/seed1/run.hamnet", "/seed2/run.hamnet"}) {
        EXPECT_EQ(weightsOf(std::string("parts") + name), weightsOf(std::string("whole") + name));
    }
}

TEST_F(Seeds, GoOnWithTheBestOfTheirCheckpoints)
{
    write("still.prototxt", changed(tinySolver(), {{"base_lr: 0.01", "base_lr: 0"}})); // no validation is better
    const Outcome before =
        trained({"--solver", "still.prototxt", "--iterations", "12", "--seeds", "2", "--run-folder", "nets", "--json"});
    const Outcome after = done({"train", "--resume", "nets", "--threads", "1", "--iterations", "13", "--json"});
    const nlohmann::json was = events(before.out, "seeds").at(0), is = events(after.out, "seeds").at(0);
    EXPECT_TRUE(was.at("best_loss").at("mean").is_number());
    EXPECT_EQ(is.at("best_loss"), was.at("best_loss"));
}

TEST_F(Seeds, ThatWereNotSavedBeginAgainWithTheOthers)
{
    const std::vector<std::string> often = {"--validate-every", "4"};
    trained(joined({"--iterations", "8", "--seeds", "3", "--run-folder", "whole"}, often));
    trained(joined({"--iterations", "4", "--seeds", "3", "--run-folder", "parts"}, often));
    for (const char* const file : {"run.hamnet", "run.best.hamnet"}) { // as where it was killed before its first save
        std::filesystem::remove(folder() / "parts/seed1" / file);
        std::filesystem::remove(folder() / "parts/seed3" / file);
    }
    done(joined({"train", "--resume", "parts", "--threads", "1", "--iterations", "8"}, often));
    for (const std::string seed : {"seed1", "seed2", "seed3"}) {
        EXPECT_EQ(weightsOf("parts/" + seed + "/run.hamnet"), weightsOf("whole/" + seed + "/run.hamnet"));
    }
    for (const std::string seed : {"seed1", "seed2", "seed3"}) {
        std::filesystem::remove(folder() / ("parts/" + seed + "/run.hamnet"));
        std::filesystem::remove(folder() / ("parts/" + seed + "/run.best.hamnet"));
    }
    done(joined({"train", "--resume", "parts", "--threads", "1", "--iterations", "8"}, often));
    EXPECT_EQ(weightsOf("parts/seed1/run.hamnet"), weightsOf("whole/seed1/run.hamnet"));
}

TEST_F(Seeds, ThatWereNotSavedBeginWithTheWeightsOfTheOthers)
{
    train("first.hamnet");
    const std::vector<std::string> first = {"--init-weights", "first.hamnet"};
    trained(joined({"--iterations", "8", "--seeds", "2", "--run-folder", "whole"}, first));
    trained(joined({"--iterations", "4", "--seeds", "2", "--run-folder", "nets"}, first));
    std::filesystem::remove(folder() / "nets/seed2/run.hamnet");
    done({"train", "--resume", "nets", "--threads", "1", "--iterations", "8"});
    EXPECT_EQ(weightsOf("nets/seed2/run.hamnet"), weightsOf("whole/seed2/run.hamnet"));
}

TEST_F(Seeds, ThatWereNotSavedAreNotMadeBehindALink)
{
    trained({"--iterations", "4", "--seeds", "2", "--run-folder", "nets"});
    std::filesystem::remove_all(folder() / "nets/seed2");
    std::filesystem::create_directory(folder() / "home");
    std::filesystem::create_directory_symlink(folder() / "home", folder() / "nets/seed2");
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "nets", "--iterations", "8"}), "is a link to another place"));
    EXPECT_TRUE(std::filesystem::is_empty(folder() / "home"));
}

TEST_F(Seeds, DoNotStayAmongThoseThatReplaceThem)
{
    trained({"--iterations", "2", "--seeds", "3", "--run-folder", "nets"});
    EXPECT_TRUE(isRefused(hamnet(words({"--iterations", "2", "--seeds", "2", "--run-folder", "nets", "--overwrite"})),
                          "nets/seed3"));
    trained({"--iterations", "2", "--seeds", "3", "--run-folder", "nets", "--overwrite"});
}

TEST_F(Seeds, TellTheMeanOfAllAndTheirDeviation)
{
    const Outcome outcome =
        trained({"--iterations", "4", "--validate-every", "2", "--seeds", "2", "--run-folder", "nets", "--json"});
    const nlohmann::json all = events(outcome.out, "seeds").at(0);
    double sum = 0, squares = 0;
    for (const nlohmann::json& net : all.at("nets")) {
        EXPECT_EQ(net.at("state"), "iterations");
        sum += net.at("validation_loss").get<double>();
    }
    for (const nlohmann::json& net : all.at("nets")) {
        squares += std::pow(net.at("validation_loss").get<double>() - sum / 2, 2);
    }
    EXPECT_GT(squares, 0);
    EXPECT_NEAR(all.at("validation_loss").at("mean"), sum / 2, 1e-12);
    EXPECT_NEAR(all.at("validation_loss").at("deviation"), std::sqrt(squares), 1e-12);

    const Outcome lines = trained({"--iterations", "4", "--validate-every", "2", "--every", "2", "--seeds", "2"});
    char mean[100];
    std::snprintf(mean, sizeof mean, "iteration       4  validation loss %.4f \u00b1 %.4f  (2 nets)", sum / 2,
                  std::sqrt(squares));
    EXPECT_THAT(lines.out, HasSubstr(mean));
    EXPECT_THAT(lines.out, HasSubstr("seeds 1 to 2: 2 nets"));
    EXPECT_THAT(lines.out, HasSubstr("evaluate --ensemble tiny-seeds"));
    EXPECT_TRUE(has("tiny-seeds/seed2/run.hamnet"));
}

TEST_F(Seeds, AreAnEnsembleByTheirFolder)
{
    trained({"--iterations", "4", "--validate-every", "2", "--seeds", "3", "--run-folder", "nets"});
    const nlohmann::json report = jsonOf({"evaluate", "--ensemble", "nets", "--data", "text.txt"});
    EXPECT_EQ(report.at("members").size(), 3u);
    EXPECT_THAT(report.at("members").at(2).at("checkpoint").get<std::string>(), HasSubstr("seed3/run.best.hamnet"));
    std::filesystem::remove(folder() / "nets/seed2/run.hamnet");
    std::filesystem::remove(folder() / "nets/seed2/run.best.hamnet");
    EXPECT_THAT(done({"evaluate", "--ensemble", "nets", "--data", "text.txt"}).err, HasSubstr("nets/seed2"));
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "--ensemble", ".", "--data", "text.txt"}), "fewer than two runs"));
}

TEST_F(Seeds, AreEachFollowedAndStoppedByTheirFolders)
{
    Process process(hamnetProgram(), endless());
    ASSERT_TRUE(process.waitFor("\"seed\":1}"));
    ASSERT_TRUE(process.waitFor("\"seed\":2}"));
    done({"watch", "nets/seed1", "--pause"});
    EXPECT_TRUE(process.waitFor("\"paused\":true"));
    done({"watch", "nets/seed1", "--stop"});
    ASSERT_TRUE(process.waitFor("\"event\":\"end\""));
    EXPECT_TRUE(process.isRunning());
    done({"watch", "nets/seed2", "--stop"});
    const Outcome outcome = process.wait();
    EXPECT_EQ(events(outcome.out, "end").at(0).at("seed"), 1);
    EXPECT_EQ(events(outcome.out, "end").at(1).at("seed"), 2);
    EXPECT_TRUE(has("nets/seed1/run.hamnet"));
}

TEST_F(Seeds, AreSavedWhenTheyAreStopped)
{
    Process process(hamnetProgram(), endless());
    ASSERT_TRUE(process.waitFor("\"seed\":1}")); // ends each line of that net
    ASSERT_TRUE(process.waitFor("\"seed\":2}"));
    process.send(SIGINT);
    EXPECT_EQ(process.wait().exitCode, 130);
    EXPECT_TRUE(has("nets/seed1/run.hamnet"));
    EXPECT_TRUE(has("nets/seed2/run.hamnet"));
}

TEST_F(Seeds, AreRefusedWhereTheyCannotBeTrained)
{
    trained({"--iterations", "2", "--seeds", "2", "--run-folder", "nets"});
    EXPECT_TRUE(isRefused(hamnet(words({"--iterations", "2", "--seeds", "2", "--run-folder", "nets"})), "holds a run"));
    EXPECT_EQ(hamnet(words({"--seeds", "1"})).exitCode, 2);
    EXPECT_EQ(hamnet(words({"--at-once", "2"})).exitCode, 2);
    std::filesystem::create_directory(folder() / "empty");
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "empty"}), "has no checkpoint run.hamnet"));
    write("a_file", "");
    EXPECT_TRUE(isRefused(hamnet(words({"--seeds", "2", "--run-folder", "a_file"})), "cannot be made"));
    const Outcome outcome = hamnet({"train", "tiny.prototxt", "--data", "none.txt", "--seeds", "2"});
    EXPECT_EQ(outcome.exitCode, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("none.txt"));
}

} // namespace
