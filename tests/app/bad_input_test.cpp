// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/file_descriptor.h"
#include "tests/app/workshop.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>

namespace {

/// A pipe with a short text, as a shell's <(command) is one.
engine::FileDescriptor pipeWith(const std::string& text)
{
    std::array<int, 2> ends = {};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    const engine::FileDescriptor writer(ends[1]);
    EXPECT_EQ(::write(writer.number(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    return engine::FileDescriptor(ends[0]);
}

std::string nameOf(const engine::FileDescriptor& file)
{
    return "/dev/fd/" + std::to_string(file.number());
}

class BadInput : public Workshop {
protected:
    /// What training says of a text, with the tiny net.
    Outcome trainOn(const std::string& text) const
    {
        write("bad.txt", text);
        return hamnet({"train", "tiny.prototxt", "--data", "bad.txt", "--iterations", "2"});
    }

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
            const engine::FileDescriptor pipe = pipeWith(text);
            for (const std::string& file : {std::string("none.prototxt"), nameOf(pipe)}) {
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
    EXPECT_TRUE(isRefused(trainOn(""), "empty"));
}

TEST_F(BadInput, ATextOfOneCharacter)
{
    EXPECT_TRUE(isRefused(trainOn("a"), "bad.txt"));
}

TEST_F(BadInput, ATextOfOneCharacterManyTimes)
{
    EXPECT_TRUE(isRefused(trainOn(std::string(5000, 'a')), "bad.txt"));
}

TEST_F(BadInput, ATextShorterThanOneBatch)
{
    EXPECT_TRUE(isRefused(trainOn("To be, or"), "character"));
}

TEST_F(BadInput, ATextThatIsNoUtf8)
{
    write("utf8.prototxt", changed(tinyModel(), {{"time_steps", "encoding: UTF8 time_steps"}}));
    write("bad.txt", tinyText() + "caf\xE9 " + tinyText());
    const Outcome outcome = hamnet({"train", "utf8.prototxt", "--data", "bad.txt", "--iterations", "2"});
    EXPECT_TRUE(isRefused(outcome, "UTF-8"));
}

TEST_F(BadInput, ATextThatIsNotThere)
{
    EXPECT_TRUE(isRefused(hamnet({"train", "tiny.prototxt", "--data", "none.txt"}), "none.txt"));
}

TEST_F(BadInput, ATextThatIsAFolder)
{
    EXPECT_TRUE(isRefused(hamnet({"train", "tiny.prototxt", "--data", "."}), "."));
}

TEST_F(BadInput, AModelThatIsNotThere)
{
    EXPECT_TRUE(isRefused(hamnet({"train", "none.prototxt", "--data", "text.txt"}), "none.prototxt"));
}

TEST_F(BadInput, AModelThatDoesNotRead)
{
    EXPECT_TRUE(isRefused(trainModel("num_output: 8", "num_output: "), "bad.prototxt:"));
}

TEST_F(BadInput, ACycle)
{
    EXPECT_TRUE(isRefused(trainModel("bottom: \"data\" top: \"embed\"", "bottom: \"scores\" top: \"embed\""), "embed"));
}

TEST_F(BadInput, AMissingBottom)
{
    EXPECT_TRUE(isRefused(trainModel("bottom: \"flat\"", "bottom: \"nowhere\""), "nowhere"));
}

TEST_F(BadInput, ADuplicateName)
{
    EXPECT_TRUE(isRefused(trainModel("name: \"flat\"", "name: \"lstm\""), "lstm"));
}

TEST_F(BadInput, ASizeThatDoesNotFit)
{
    EXPECT_TRUE(isRefused(trainModel("dim: -1 dim: 8", "dim: -1 dim: 7"), "flat"));
}

TEST_F(BadInput, NoOutputs)
{
    EXPECT_TRUE(isRefused(trainModel("num_output: 8", "num_output: 0"), "num_output"));
}

TEST_F(BadInput, ATrillionOutputs)
{
    EXPECT_TRUE(isRefused(trainModel("num_output: 8", "num_output: 1000000000000"), "num_output"));
}

TEST_F(BadInput, MoreThanTheMachineHolds)
{
    EXPECT_TRUE(isRefused(trainModel("num_output: 8 weight", "num_output: 65536 num_layers: 16 weight"), ""));
}

TEST_F(BadInput, AnUnknownLayer)
{
    EXPECT_TRUE(isRefused(trainModel("type: \"Reshape\"", "type: \"Reshap\""), "Reshap"));
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

TEST_F(BadInput, ATruncatedCheckpoint)
{
    train("net.hamnet");
    const std::string whole = read("net.hamnet");
    for (const std::size_t size : {std::size_t{0}, std::size_t{10}, whole.size() / 2, whole.size() - 1}) {
        write("cut.hamnet", whole.substr(0, size));
        EXPECT_TRUE(isRefused(hamnet({"generate", "cut.hamnet"}), "cut.hamnet")) << size << " bytes";
    }
}

TEST_F(BadInput, AnAlteredCheckpoint)
{
    train("net.hamnet");
    std::string bytes = read("net.hamnet");
    bytes[bytes.size() * 2 / 3] ^= 1;
    write("altered.hamnet", bytes);
    EXPECT_TRUE(isRefused(hamnet({"generate", "altered.hamnet"}), "altered.hamnet"));
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "altered.hamnet"}), "altered.hamnet"));
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
