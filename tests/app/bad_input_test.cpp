// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

#include <algorithm>
#include <set>

namespace {

class BadInput : public Workshop {
protected:
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

TEST_F(BadInput, IsRefusedByTheNameOfItsFileAndLeavesNothingBehind)
{
    train("net.hamnet");
    write("empty.txt", "");
    write("other.txt", "QUITE another alphabet: 0123456789 #%&* " + tinyText());
    write("bad.prototxt", changed(tinyModel(), {{"num_output: 8", "num_output: "}}));
    write("huge.prototxt", changed(tinyModel(), {{"num_output: 8 weight", "num_output: 65536 num_layers: 16 weight"}}));
    write("quick_solver.prototxt", "type: \"Adam\"\nbase_lr: quick\n");
    const std::set<std::string> before = files();
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{"train", "tiny.prototxt", "--data", "empty.txt", "--iterations", "2"}, "empty"},
        {{"train", "tiny.prototxt", "--data", "none.txt"}, "none.txt"},
        {{"train", "none.prototxt", "--data", "text.txt"}, "none.prototxt"},
        {{"train", "bad.prototxt", "--data", "text.txt", "--iterations", "2"}, "bad.prototxt:"},
        {{"train", "huge.prototxt", "--data", "text.txt", "--iterations", "2"}, ""}, // more than the machine holds
        {{"train", "tiny.prototxt", "--data", "text.txt", "--solver", "quick_solver.prototxt", "--iterations", "2"},
         "quick_solver.prototxt:2"},
        {{"generate", "text.txt"}, "text.txt"},
        {{"train", "--resume", "text.txt"}, "text.txt"},
        {{"train", "net.hamnet"}, "--resume net.hamnet"},
        {{"evaluate", "net.hamnet", "--data", "other.txt"}, "other.txt"},
        {{"train", "--resume", "net.hamnet", "--data", "other.txt"}, "other.txt"},
        // Found before the training: a folder that cannot be written to, and one that is not there.
        {{"train", "tiny.prototxt", "--data", "text.txt", "--checkpoint", "/proc/net.hamnet"}, "/proc/net.hamnet"},
        {{"train", "tiny.prototxt", "--data", "text.txt", "--checkpoint", "none/net.hamnet"}, "none/net.hamnet"},
    };
    for (const auto& [words, wanted] : cases) {
        EXPECT_TRUE(isRefused(hamnet(words), wanted)) << testing::PrintToString(words);
    }
    EXPECT_EQ(files(), before);
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
