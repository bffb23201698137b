// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

#include <algorithm>
#include <sstream>

namespace {

class Completion : public Workshop {
protected:
    Completion() { write("script.bash", hamnet({"completion", "bash"}).out); }

    /// What bash offers for the last of the words, which are what was typed so far.
    std::vector<std::string> offered(const std::vector<std::string>& words) const
    {
        std::string script = "source script.bash; compopt() { :; }; COMP_WORDS=(";
        for (const std::string& word : words) {
            script += "'" + word + "' ";
        }
        script += "); COMP_CWORD=" + std::to_string(words.size() - 1) + "; _hamnet; printf '%s\\n' \"${COMPREPLY[@]}\"";
        const Outcome outcome =
            run("/bin/bash", {.arguments = {"--norc", "--noprofile", "-c", script}, .folder = folder()});
        EXPECT_EQ(outcome.err, "");
        std::istringstream lines(outcome.out);
        std::vector<std::string> found;
        for (std::string line; std::getline(lines, line);) {
            found.push_back(line);
        }
        std::sort(found.begin(), found.end());
        return found;
    }
};

using Words = std::vector<std::string>;

} // namespace

TEST_F(Completion, Commands)
{
    EXPECT_EQ(offered({"hamnet", "co"}), (Words{"compare", "completion", "convert", "corpus"}));
    EXPECT_EQ(offered({"hamnet", "corpus", ""}), (Words{"get", "info", "list"}));
    EXPECT_EQ(offered({"hamnet", "queue", ""}), (Words{"add", "list", "log", "run", "stop"}));
    EXPECT_EQ(offered({"hamnet", "w"}), (Words{"watch"}));
}

TEST_F(Completion, OptionsOfTheCommand)
{
    EXPECT_EQ(offered({"hamnet", "train", "--ch"}), (Words{"--checkpoint", "--checkpoint-every"}));
    EXPECT_EQ(offered({"hamnet", "corpus", "get", "--f"}), (Words{"--folder"}));
    EXPECT_EQ(offered({"hamnet", "sweep", "--ch"}), (Words{"--checkpoint-every"}));
    EXPECT_EQ(offered({"hamnet", "queue", "run", "--o"}), (Words{"--only"}));
    EXPECT_EQ(offered({"hamnet", "watch", "--g"}), (Words{"--go-on"}));
    EXPECT_EQ(offered({"hamnet", "sweep", "--run-"}), (Words{""})) << "a run of a queue has its own folder";
}

TEST_F(Completion, ValuesOfAnOption)
{
    EXPECT_EQ(offered({"hamnet", "train", "--engine", ""}), (Words{"caffe", "cudnn", "default", "fused", "onednn"}));
    EXPECT_EQ(offered({"hamnet", "evaluate", "x.hamnet", "--split", "v"}), (Words{"validation"}));
    EXPECT_EQ(offered({"hamnet", "completion", "b"}), (Words{"bash"}));
    EXPECT_EQ(offered({"hamnet", "corpus", "get", "t"}), (Words{"tiny-shakespeare"}));
    EXPECT_EQ(offered({"hamnet", "data", "get", "f"}), (Words{"fashion-mnist"}));
    EXPECT_EQ(offered({"hamnet", "bench", "--cell", "rnn"}), (Words{"rnn", "rnn_relu", "rnn_tanh"}));
}

TEST_F(Completion, FilesOfTheRightKind)
{
    write("my net.hamnet", "");
    EXPECT_EQ(offered({"hamnet", "train", "t"}), (Words{"tiny.prototxt", "tiny_solver.prototxt"}));
    EXPECT_EQ(offered({"hamnet", "generate", "m"}), (Words{"my net.hamnet"}));
    EXPECT_EQ(offered({"hamnet", "evaluate", "--ensemble", "m"}), (Words{"my net.hamnet"}));
    EXPECT_EQ(offered({"hamnet", "train", "--data", "te"}), (Words{"text.txt"}));
    std::filesystem::create_directory(folder() / "text-run");
    EXPECT_EQ(offered({"hamnet", "watch", "te"}), (Words{"text-run"}));
}

TEST_F(Completion, TheHiddenCommandIsNotOffered)
{
    EXPECT_EQ(offered({"hamnet", "me"}), (Words{""}));
    EXPECT_EQ(offered({"hamnet", "at"}), (Words{""}));
}
