// SPDX-License-Identifier: GPL-3.0-or-later
// What the terminal program does with files that were made to do harm: it reads and writes what its user named, and
// takes memory by what is in a file, not by what the file says.
#include "engine/formats/checkpoint/checkpoint.h"
#include "tests/app/workshop.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <functional>
#include <set>

namespace {

using testing::HasSubstr;

class HostileFiles : public Workshop {
protected:
    std::set<std::string> files() const
    {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
            names.insert(std::filesystem::relative(entry.path(), folder()).string());
        }
        return names;
    }

    /// The tiny model with a text of its own.
    static std::string modelNaming(const std::string& text)
    {
        return changed(tinyModel(), {{"time_steps", "source: \"" + text + "\" time_steps"}});
    }

    /// Trains, changes what was saved, and saves it as a stranger might, with checksums that hold.
    void trainAndChange(const std::function<void(engine::Checkpoint&)>& change) const
    {
        train("net.hamnet");
        engine::Checkpoint checkpoint = engine::loadCheckpoint(folder() / "net.hamnet");
        change(checkpoint);
        engine::saveCheckpoint(folder() / "net.hamnet", checkpoint);
    }

    static void replace(std::string& text, const std::string& what, const std::string& by)
    {
        ASSERT_NE(text.find(what), std::string::npos) << text;
        text.replace(text.find(what), what.size(), by);
    }
};

TEST_F(HostileFiles, AModelNamesATextInItsFolderOnly)
{
    std::filesystem::create_directory(folder() / "nets");
    write("secret.txt", tinyText());
    std::filesystem::create_directory(folder() / "nets" / ".hidden");
    write("nets/.hidden/key.txt", tinyText());
    std::filesystem::create_symlink("../secret.txt", folder() / "nets" / "link.txt");
    for (const std::string text :
         {"../secret.txt", "below/../../secret.txt", "/etc/passwd", "/dev/zero", "link.txt", ".hidden/key.txt"}) {
        write("nets/net.prototxt", modelNaming(text));
        EXPECT_TRUE(isRefused(hamnet({"train", "nets/net.prototxt", "--iterations", "2", "--no-checkpoint"}),
                              "the model names the data " + text + ", which are outside the model's own folder"));
    }
    write("nets/net.prototxt", modelNaming("secret.txt")); // which lies where the program happens to run
    EXPECT_TRUE(
        isRefused(hamnet({"train", "nets/net.prototxt", "--iterations", "2", "--no-checkpoint"}), "nets/secret.txt"));
    std::filesystem::create_directories(folder() / "nets" / "texts");
    write("nets/texts/play.txt", tinyText());
    write("nets/net.prototxt", modelNaming("texts/play.txt"));
    done({"train", "nets/net.prototxt", "--iterations", "2", "--no-checkpoint"});
}

TEST_F(HostileFiles, NoNameInAModelOrASolverIsWrittenTo)
{
    std::filesystem::create_directory(folder() / "nets");
    std::string model = tinyModel();
    replace(model, "name: \"tiny\"", "name: \"../../evil\"");
    write("nets/net.prototxt", model);
    write("nets/net_solver.prototxt",
          tinySolver() + "net: \"../evil.prototxt\"\nsnapshot: 1\nsnapshot_prefix: \"../evil\"\n");
    std::set<std::string> before = files();
    done({"train", "nets/net.prototxt", "--data", "text.txt", "--iterations", "2"});
    before.insert({"net.hamnet", "net.best.hamnet"});
    EXPECT_EQ(files(), before);
}

TEST_F(HostileFiles, ACheckpointCannotMakeAnotherTextBeRead)
{
    write("secret.txt", "what nobody should learn by heart\n");
    trainAndChange([&](engine::Checkpoint& checkpoint) { checkpoint.corpus.file = folder() / "secret.txt"; });
    const Outcome outcome = hamnet({"train", "--resume", "net.hamnet", "--iterations", "9"});
    EXPECT_EQ(outcome.exitCode, 3) << outcome.err;
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("nobody")));
}

TEST_F(HostileFiles, ACheckpointCannotMakeADeviceOrAPipeBeRead)
{
    ASSERT_EQ(::mkfifo((folder() / "pipe").c_str(), 0600), 0);
    for (const std::string& text : {std::string("/dev/zero"), (folder() / "pipe").string()}) {
        trainAndChange([&](engine::Checkpoint& checkpoint) { checkpoint.corpus.file = text; });
        EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "net.hamnet", "--iterations", "9"}), text));
    }
}

TEST_F(HostileFiles, ACheckpointTakesMemoryByItsSizeNotByItsWords)
{
    trainAndChange([](engine::Checkpoint& checkpoint) {
        replace(checkpoint.model, "num_output: 8", "num_output: 65536"); // the LSTM's: 64 GiB of weights
        replace(checkpoint.model, "dim: 8", "dim: 65536");
    });
    const std::string sentence = "the weight lstm/Wx is 32×4, but this model has it as 262144×4";
    EXPECT_TRUE(isRefused(hamnet({"generate", "net.hamnet"}), sentence));
    const Outcome training = hamnet({"train", "--resume", "net.hamnet", "--iterations", "9"});
    EXPECT_EQ(training.exitCode, 4) << "no room, before anything is taken: " << training.err;
    EXPECT_THAT(training.err, HasSubstr("of memory, but only"));
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "net.hamnet", "--data", "text.txt"}), sentence));
}

TEST_F(HostileFiles, ACheckpointsWordsReachTheTerminalWithoutWhatItWouldObey)
{
    trainAndChange([](engine::Checkpoint& checkpoint) {
        const std::string evil = "\x1b]0;evil\x07\x1b[2J";
        checkpoint.corpus.file = checkpoint.device = evil;
        replace(checkpoint.model, "name: \"tiny\"", "name: \"" + evil + "\"");
        replace(checkpoint.model, "name: \"loss\"", "name: \"loss" + evil + "\"");
    });
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"info", "net.hamnet"},
             {"train", "--resume", "net.hamnet", "--iterations", "9", "--data", "text.txt"},
             {"train", "--resume", "net.hamnet", "--iterations", "9"}}) {
        const Outcome outcome = hamnet(words);
        EXPECT_EQ((outcome.out + outcome.err).find('\x1b'), std::string::npos) << outcome.out << outcome.err;
    }
}

} // namespace
