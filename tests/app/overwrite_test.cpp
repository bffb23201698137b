// SPDX-License-Identifier: GPL-3.0-or-later
// What a command writes never replaces what it reads, nor what is of another kind.
#include "tests/app/workshop.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;

/// A command with all that it can read, up to the name that it writes to.
struct Writing {
    std::vector<std::string> words;
    std::vector<std::string> inputs; ///< files that it reads
    std::string ending;              ///< of what it writes
    std::string inOutput = {};       ///< what it makes of the name before the ending, for a second file
};

class Overwriting : public Workshop {
protected:
    /// Files of all kinds for a net on a text and for one on a table.
    void SetUp() override
    {
        train("net.hamnet");
        done({"generate", "net.hamnet", "--length", "0", "--save-state", "start.hamnet-state"});
        done({"convert", "net.hamnet", "net.caffemodel"});
        done({"convert", "net.hamnet", "net.solverstate"});
        write("letters.txt", letters());
        write("series.prototxt", sequenceModel());
        write("rows.csv", tableOf("level", 40, [](int row) { return std::to_string(row % 5); }));
        done({"train", "series.prototxt", "--data", "rows.csv", "--epochs", "1", "--checkpoint", "rows.hamnet"});
        fs::create_directories(folder() / "images/train/cats");
        write("images/train/cats/cat.png", "a picture");
        write("images/train-images-idx3-ubyte", "pictures");
    }

    /// Names that lead to the file: links of both kinds, and its own where it has the ending.
    std::vector<std::string> namesOf(const std::string& file, const std::string& ending) const
    {
        const std::string soft = "soft" + ending, hard = "hard" + ending;
        fs::create_symlink(file, folder() / soft);
        fs::create_hard_link(folder() / file, folder() / hard);
        std::vector<std::string> names = {soft, hard};
        if (file.ends_with(ending)) {
            names.insert(names.end(), {file, "./" + file, (folder() / file).string()});
        }
        return names;
    }

    void expectKept(const Writing& writing) const
    {
        for (const std::string& input : writing.inputs) {
            const std::string before = read(input);
            for (const std::string& name : namesOf(input, writing.inOutput + writing.ending)) {
                std::vector<std::string> words = writing.words;
                words.push_back(name.substr(0, name.rfind(writing.inOutput + writing.ending)) + writing.ending);
                EXPECT_TRUE(isRefused(hamnet(words), "which is read; the output needs another name"))
                    << testing::PrintToString(words) << " over " << input;
                EXPECT_TRUE(read(input) == before) << input;
            }
            fs::remove(folder() / ("soft" + writing.inOutput + writing.ending));
            fs::remove(folder() / ("hard" + writing.inOutput + writing.ending));
        }
    }

    /// The characters of the text, as a file of them.
    static std::string letters()
    {
        std::string all = tinyText();
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }
};

} // namespace

TEST_F(Overwriting, IsRefusedForEachOutputOverEachInputOfEachCommand)
{
    const std::vector<std::string> newRun = {"train",  "tiny.prototxt", "--solver",       "tiny_solver.prototxt",
                                             "--data", "text.txt",      "--init-weights", "net.caffemodel"};
    const std::vector<std::string> read = {"tiny.prototxt", "tiny_solver.prototxt", "text.txt", "net.caffemodel"};
    const std::vector<Writing> all = {
        {joined(newRun, {"--vocabulary", "letters.txt", "--overwrite", "--checkpoint"}), joined(read, {"letters.txt"}),
         ".hamnet"},
        {joined(newRun, {"--init-data", "letters.txt", "--overwrite", "--checkpoint"}), joined(read, {"letters.txt"}),
         ".hamnet", ".best"},
        {{"train", "tiny.prototxt", "--data", "images", "--overwrite", "--checkpoint"},
         {"tiny_solver.prototxt", "images/train/cats/cat.png", "images/train-images-idx3-ubyte"},
         ""},
        {{"train", "--resume", "net.hamnet", "--data", "text.txt", "--overwrite", "--checkpoint"},
         {"text.txt"},
         ".hamnet"},
        {{"generate", "net.hamnet", "--state", "start.hamnet-state", "--save-state"},
         {"net.hamnet", "start.hamnet-state"},
         ""},
        {{"predict", "rows.hamnet", "--data", "rows.csv", "-o"}, {"rows.hamnet", "rows.csv"}, ""},
        {{"predict", "rows.hamnet", "--data", "images", "-o"},
         {"images/train/cats/cat.png", "images/train-images-idx3-ubyte"},
         ""},
        {{"convert", "net.caffemodel", "--model", "tiny.prototxt", "--vocabulary", "letters.txt", "--solver",
          "tiny_solver.prototxt", "--solverstate", "net.solverstate"},
         {"net.caffemodel", "tiny.prototxt", "letters.txt", "tiny_solver.prototxt", "net.solverstate"},
         ".hamnet"},
        {{"convert", "net.caffemodel", "--model", "tiny.prototxt", "--data", "text.txt"}, {"text.txt"}, ".hamnet"},
        {{"convert", "net.caffemodel", "--model", "net.hamnet", "--vocabulary", "net.hamnet"},
         {"net.hamnet"},
         ".hamnet"},
        {{"draw", "tiny.prototxt", "--data", "text.txt", "-o"},
         {"tiny.prototxt", "tiny_solver.prototxt", "text.txt"},
         ".svg"},
    };
    for (const Writing& writing : all) {
        expectKept(writing);
    }
}

TEST_F(Overwriting, AStateReplacesOnlyAState)
{
    for (const char* const name : {"net.caffemodel", "text.txt", "tiny.prototxt", "rows.hamnet", "rows.csv"}) {
        const std::string before = read(name);
        EXPECT_TRUE(isRefused(hamnet({"generate", "net.hamnet", "--length", "0", "--save-state", name}),
                              "exists and is no saved state"));
        EXPECT_TRUE(read(name) == before) << name;
    }
    write("empty", "");
    for (const char* const name : {"start.hamnet-state", "empty", "new"}) {
        done({"generate", "net.hamnet", "--length", "0", "--save-state", name});
    }
}

TEST_F(Overwriting, ACheckpointReplacesOnlyACheckpoint)
{
    write("notes.best.hamnet", "notes");
    for (const char* const name : {"net.caffemodel", "rows.csv", "start.hamnet-state", "notes.hamnet"}) {
        EXPECT_TRUE(isRefused(hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--iterations", "1",
                                      "--overwrite", "--checkpoint", name}),
                              "--overwrite replaces only checkpoints"))
            << name;
    }
    EXPECT_EQ(read("notes.best.hamnet"), "notes");
}

TEST_F(Overwriting, AConversionReplacesNoRunsCheckpoint)
{
    const std::vector<std::string> words = {"convert",       "net.caffemodel", "--model",
                                            "tiny.prototxt", "--data",         "text.txt"};
    const auto into = [&](const char* name) {
        std::vector<std::string> all = words;
        all.emplace_back(name);
        return hamnet(all);
    };
    write("words.hamnet", "words");
    const std::string net = read("net.hamnet");
    EXPECT_TRUE(isRefused(into("net.hamnet"), "is the checkpoint of a run"));
    EXPECT_TRUE(isRefused(into("words.hamnet"), "is no checkpoint"));
    EXPECT_TRUE(read("net.hamnet") == net && read("words.hamnet") == "words");
    EXPECT_EQ(into("mine.hamnet").exitCode, 0);
    EXPECT_EQ(into("mine.hamnet").exitCode, 0) << "of a conversion";
}

TEST_F(Overwriting, PredictionsReplaceOnlyTables)
{
    for (const char* const name : {"net.hamnet", "net.caffemodel", "tiny.prototxt", "start.hamnet-state"}) {
        const std::string before = read(name);
        EXPECT_TRUE(isRefused(hamnet({"predict", "rows.hamnet", "--data", "rows.csv", "-o", name}), "is no table"));
        EXPECT_TRUE(read(name) == before) << name;
    }
    const std::string labels("\0\0\x08\x01\0\0\0\x02\0\x01", 10);
    write("train-labels-idx1-ubyte", labels);
    EXPECT_TRUE(isRefused(hamnet({"predict", "rows.hamnet", "--data", "rows.csv", "-o", "train-labels-idx1-ubyte"}),
                          "is no table"));
    EXPECT_EQ(read("train-labels-idx1-ubyte"), labels);
    write("out.csv", "yesterday's");
    done({"predict", "rows.hamnet", "--data", "rows.csv", "-o", "out.csv"});
    EXPECT_THAT(read("out.csv"), HasSubstr("index,target,prediction"));
}

TEST_F(Overwriting, ADashIsTheStandardOutputAndNoFile)
{
    const std::vector<std::string> predict = {"predict", "rows.hamnet", "--data", "rows.csv"};
    EXPECT_EQ(hamnet(joined(predict, {"-o", "-"})).out, hamnet(predict).out);
    EXPECT_TRUE(isRefused(hamnet({"generate", "net.hamnet", "--length", "0", "--save-state", "-"}),
                          "--save-state is -, the standard output"));
    EXPECT_TRUE(
        isRefused(hamnet({"train", "tiny.prototxt", "--data", "text.txt", "--iterations", "1", "--checkpoint", "-"}),
                  "--checkpoint is -, the standard output"));
    EXPECT_FALSE(has("-") || has("-.best"));
    done({"generate", "net.hamnet", "--length", "0", "--save-state", "./-"});
    EXPECT_TRUE(has("-")) << "the remedy works";
}

TEST_F(Overwriting, WhatAShellAppendsToKeepsWhatItHas)
{
    write("log.csv", "yesterday's\n");
    const std::string line = "'" + hamnetProgram() + "' predict rows.hamnet --data rows.csv -o /dev/stdout >> log.csv";
    const Outcome outcome = ::run("/bin/sh", {.arguments = {"-c", line}, .folder = folder()});
    EXPECT_TRUE(isRefused(outcome, "cannot be written, as it is a folder or a device"));
    EXPECT_EQ(read("log.csv"), "yesterday's\n");
}
