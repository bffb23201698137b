// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

#include <algorithm>
#include <set>

namespace {

class BadInput : public Workshop {
protected:
    /// What training says of a net that is the tiny one with `from` replaced by `to`.
    Outcome trainModel(const std::string& from, const std::string& to) const
    {
        write("bad.prototxt", changed(tinyModel(), {{from, to}}));
        return hamnet({"train", "bad.prototxt", "--data", "text.txt", "--iterations", "2"});
    }

    std::set<std::string> files() const
    {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder())) {
            names.insert(entry.path().filename().string());
        }
        return names;
    }
};

} // namespace

TEST_F(BadInput, ANetWithoutLayersInAFileOrAPipe)
{
    write("net.caffemodel", "");
    for (const std::string text : {"", " \n\t\n", "# only a comment\n", "name: \"nothing\"\n"}) {
        write("none.prototxt", text);
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"info", "FILE"},
              {"info", "FILE", "--json"},
              {"train", "FILE", "--data", "text.txt", "--iterations", "1"},
              {"convert", "net.caffemodel", "net.hamnet", "--model", "FILE", "--data", "text.txt"},
              {"bench", "FILE"},
              {"compare", "FILE", "--data", "text.txt"}}) {
            const FilledPipe pipe(text);
            for (const std::string& file : {std::string("none.prototxt"), pipe.name()}) {
                std::vector<std::string> call = words;
                std::ranges::replace(call, "FILE", file);
                EXPECT_TRUE(isRefused(hamnet(call), "but a net with layer { ... } is wanted"))
                    << testing::PrintToString(call) << " of " << text;
            }
        }
    }
    EXPECT_FALSE(has("net.hamnet"));
}

TEST_F(BadInput, AnEmptyText)
{
    write("bad.txt", "");
    EXPECT_TRUE(isRefused(hamnet({"train", "tiny.prototxt", "--data", "bad.txt", "--iterations", "2"}), "empty"));
}

TEST_F(BadInput, ATextThatIsNotThere)
{
    EXPECT_TRUE(isRefused(hamnet({"train", "tiny.prototxt", "--data", "none.txt"}), "none.txt"));
}

TEST_F(BadInput, AModelThatIsNotThere)
{
    EXPECT_TRUE(isRefused(hamnet({"train", "none.prototxt", "--data", "text.txt"}), "none.prototxt"));
}

TEST_F(BadInput, AModelThatDoesNotRead)
{
    EXPECT_TRUE(isRefused(trainModel("num_output: 8", "num_output: "), "bad.prototxt:"));
}

TEST_F(BadInput, MoreThanTheMachineHolds)
{
    EXPECT_TRUE(isRefused(trainModel("num_output: 8 weight", "num_output: 65536 num_layers: 16 weight"), ""));
}

TEST_F(BadInput, ASolverThatDoesNotRead)
{
    write("bad_solver.prototxt", "type: \"Adam\"\nbase_lr: quick\n");
    const Outcome outcome = hamnet(
        {"train", "tiny.prototxt", "--data", "text.txt", "--solver", "bad_solver.prototxt", "--iterations", "2"});
    EXPECT_TRUE(isRefused(outcome, "bad_solver.prototxt:2"));
}

TEST_F(BadInput, NothingIsLeftBehind)
{
    const std::set<std::string> before = files();
    static_cast<void>(hamnet({"train", "tiny.prototxt", "--data", "none.txt"}));
    static_cast<void>(hamnet({"train", "none.prototxt", "--data", "text.txt"}));
    EXPECT_EQ(files(), before);
}

TEST_F(BadInput, ATextFileInsteadOfACheckpoint)
{
    EXPECT_TRUE(isRefused(hamnet({"generate", "text.txt"}), "text.txt"));
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "text.txt"}), "text.txt"));
}

TEST_F(BadInput, ACheckpointInsteadOfAModel)
{
    train("net.hamnet");
    EXPECT_TRUE(isRefused(hamnet({"train", "net.hamnet"}), "--resume net.hamnet"));
}

TEST_F(BadInput, ACheckpointOfAnotherVocabulary)
{
    train("net.hamnet");
    write("other.txt", "QUITE another alphabet: 0123456789 #%&* " + tinyText());
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "net.hamnet", "--data", "other.txt"}), "other.txt"));
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "net.hamnet", "--data", "other.txt"}), "other.txt"));
}

TEST_F(BadInput, AFolderThatCannotBeWrittenIsFoundBeforeTheTraining)
{
    const Outcome outcome =
        hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--checkpoint", "/proc/net.hamnet"});
    EXPECT_TRUE(isRefused(outcome, "/proc/net.hamnet"));
}

TEST_F(BadInput, AFolderThatIsNotThereIsFoundBeforeTheTraining)
{
    const Outcome outcome = hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--checkpoint", "none/net.hamnet"});
    EXPECT_TRUE(isRefused(outcome, "none/net.hamnet"));
}

TEST_F(BadInput, AFullDiskIsFoundBeforeTheTrainingAndLeavesTheCheckpointThatWasThere)
{
    train("net.hamnet");
    const std::string before = read("net.hamnet");
    const std::set<std::string> filesBefore = files();
    const Outcome outcome = hamnetProcess(
        {.arguments = {"train", "--resume", "net.hamnet", "--iterations", "9", "--json"}, .maxFileBytes = 4096});
    EXPECT_TRUE(isRefused(outcome, "File too large"));
    EXPECT_EQ(read("net.hamnet"), before);
    EXPECT_EQ(files(), filesBefore);
}
