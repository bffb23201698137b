// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"

#include <algorithm>
#include <cstdlib>

namespace {

class Convert : public Workshop {
protected:
    void convert(std::vector<std::string> words) const
    {
        words.insert(words.begin(), "convert");
        done(words);
    }

    /// What the net writes with a given seed.
    std::string textOf(const std::string& checkpoint) const
    {
        return jsonOf(
                   {"generate", checkpoint, "--seed", "5", "--length", "200", "--prompt", "TAMSIN:", "--threads", "1"})
            .at("text");
    }
};

TEST_F(Convert, BringsANetBackThroughEachFormat)
{
    train("tiny.hamnet", 40);
    const std::string text = textOf("tiny.hamnet");
    const std::vector<std::vector<std::string>> ways = {
        {"a.caffemodel", "--model", "tiny.prototxt", "--vocabulary", "tiny.hamnet"},
        {"b.caffemodel", "--model", "tiny.prototxt", "--data", "text.txt"},
        {"c.safetensors"},
        {"d.onnx"}};
    for (const std::vector<std::string>& way : ways) {
        convert({"tiny.hamnet", way[0]});
        std::vector<std::string> back = {way[0], way[0] + ".hamnet"};
        back.insert(back.end(), way.begin() + 1, way.end());
        convert(back);
        EXPECT_EQ(textOf(way[0] + ".hamnet"), text) << way[0];
    }
}

TEST_F(Convert, WritesCodeThatWritesTheSameText)
{
    const auto shell = [&](const std::string& command) {
        return std::system(("cd '" + folder().string() + "' && " + command).c_str()); // NOLINT
    };
    if (shell("command -v gcc > /dev/null") != 0) {
        GTEST_SKIP() << "there is no gcc";
    }
    train("tiny.hamnet", 40);
    convert({"tiny.hamnet", "tiny.c"});
    ASSERT_EQ(shell("gcc tiny.c -DHAMNET_MAIN -o tiny -lm && ./tiny TAMSIN: 300 0 > said"), 0);
    EXPECT_EQ(read("said"), jsonOf({"generate", "tiny.hamnet", "--temperature", "0", "--length", "300", "--prompt",
                                    "TAMSIN:", "--threads", "1"})
                                .at("text")
                                .get<std::string>());
}

TEST_F(Convert, TellsWhatWeightsOf8BitsCostInLoss)
{
    train("tiny.hamnet", 40);
    const nlohmann::json told = jsonOf({"convert", "tiny.hamnet", "tiny.c", "--int8", "--data", "text.txt"});
    const nlohmann::json evaluated = jsonOf({"evaluate", "tiny.hamnet", "--data", "text.txt"});
    EXPECT_EQ(told.at("split"), evaluated.at("split"));
    EXPECT_NEAR(told.at("loss").get<double>(), evaluated.at("loss").get<double>(), 1e-6);
    EXPECT_NE(told.at("loss_int8"), told.at("loss"));
    EXPECT_NEAR(told.at("loss_int8").get<double>(), told.at("loss").get<double>(), 0.02);
    EXPECT_EQ(told.at("int8_matrices"), told.at("matrices"));
    EXPECT_NE(read("tiny.c").find("static const signed char"), std::string::npos);
    EXPECT_TRUE(isRefused(hamnet({"convert", "tiny.hamnet", "other.c", "--int8"}), "--data"));
    EXPECT_TRUE(isRefused(hamnet({"convert", "tiny.hamnet", "tiny.py", "--int8", "--data", "text.txt"}), ".c"));
    EXPECT_TRUE(isRefused(hamnet({"convert", "tiny.hamnet", "tiny2.c", "--data", "text.txt"}), "--data"));
}

TEST_F(Convert, WritesNoWeightsOverItsInput)
{
    train("tiny.hamnet", 2);
    convert({"tiny.hamnet", "tiny.safetensors"});
    const std::string before = read("tiny.safetensors");
    EXPECT_NE(hamnet({"convert", "tiny.safetensors", "tiny.py"}).exitCode, 0);
    EXPECT_EQ(read("tiny.safetensors"), before);
    convert({"tiny.hamnet", "tiny.py"});
    EXPECT_NE(read("tiny.py").find("class Net(nn.Module)"), std::string::npos);
}

TEST_F(Convert, BringsARunBackWithItsSolversState)
{
    train("tiny.hamnet", 6);
    convert({"tiny.hamnet", "tiny.caffemodel"});
    convert({"tiny.hamnet", "tiny.solverstate"});
    convert({"tiny.caffemodel", "back.hamnet", "--model", "tiny.prototxt", "--data", "text.txt", "--solverstate",
             "tiny.solverstate"});
    EXPECT_EQ(jsonOf({"info", "back.hamnet"}).at("checkpoint").at("iteration"), 6);
    const Outcome resumed = done({"train", "--resume", "back.hamnet", "--iterations", "8", "--json"});
    EXPECT_EQ(events(resumed.out, "train").size(), 2U);
}

TEST_F(Convert, WritesCurvesAndPrototxt)
{
    train("tiny.hamnet", 6);
    convert({"tiny.hamnet", "curve.csv"});
    const std::string csv = read("curve.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
    convert({"tiny.hamnet", "curve.jsonl"});
    EXPECT_EQ(jsonLines(read("curve.jsonl")).size(), 6U);
    convert({"tiny.hamnet", "curve.tfevents"});
    EXPECT_NE(read("curve.tfevents").find("loss/train"), std::string::npos);
    convert({"tiny.hamnet", "strict.prototxt", "--style", "bvlc"});
    EXPECT_NE(read("strict.prototxt").find("type: \"Input\""), std::string::npos);
}

TEST_F(Convert, TellsWhatWentWhere)
{
    train("tiny.hamnet", 2);
    const Outcome verbose = hamnet({"convert", "tiny.hamnet", "tiny.safetensors", "--verbose"});
    EXPECT_NE(verbose.out.find("lstm/Wx -> rnn.weight_ih_l0  32×4"), std::string::npos) << verbose.out;
    EXPECT_NE(verbose.err.find("an embedding has no bias"), std::string::npos) << verbose.err;
    const nlohmann::json found = jsonOf({"convert", "tiny.safetensors", "back.hamnet"});
    EXPECT_EQ(found.at("iteration"), 2);
    EXPECT_EQ(found.at("tensors").at(0).at("to"), "embed/W");
    EXPECT_TRUE(found.at("skipped").empty());
}

TEST_F(Convert, RefusesWhatItCannotDoWithASentence)
{
    train("tiny.hamnet", 2);
    convert({"tiny.hamnet", "tiny.caffemodel"});
    EXPECT_TRUE(isRefused(hamnet({"convert", "tiny.caffemodel", "x.hamnet"}), "--model FILE"));
    EXPECT_TRUE(
        isRefused(hamnet({"convert", "tiny.caffemodel", "x.hamnet", "--model", "tiny.prototxt"}), "--vocabulary"));
    EXPECT_TRUE(isRefused(hamnet({"convert", "tiny.hamnet", "x.zip"}), "none of the endings"));
    EXPECT_TRUE(isRefused(hamnet({"convert", "text.txt", "x.hamnet"}), "none of the endings"));
    EXPECT_TRUE(
        isRefused(hamnet({"convert", "tiny.hamnet", "tiny.hamnet"}), "which is read; the output needs another name"));
    EXPECT_TRUE(
        isRefused(hamnet({"convert", "tiny.hamnet", "x.onnx", "--data", "text.txt"}), "is a checkpoint and has"));
    EXPECT_TRUE(isRefused(hamnet({"convert", "tiny.caffemodel", "x.onnx", "--solverstate", "none"}), "is none"));
    EXPECT_TRUE(isRefused(hamnet({"convert", "none.onnx", "x.hamnet"}), "No such file"));
    EXPECT_TRUE(isRefused(hamnet({"convert", "tiny.caffemodel", "x.csv", "--model", "tiny.prototxt"}), "no curves"));
    write("broken.onnx", read("tiny.caffemodel"));
    EXPECT_TRUE(isRefused(hamnet({"convert", "broken.onnx", "x.hamnet"}), "broken.onnx"));
    EXPECT_FALSE(has("x.hamnet"));
}

TEST_F(Convert, RefusesANetWithMissingWeightsUnlessTheyMayStartAnew)
{
    train("tiny.hamnet", 2);
    convert({"tiny.hamnet", "tiny.caffemodel"});
    write("other.prototxt", changed(tinyModel(), {{"name: \"lstm\"", "name: \"gone\""}}));
    const std::vector<std::string> words = {"convert",        "tiny.caffemodel", "x.hamnet",   "--model",
                                            "other.prototxt", "--vocabulary",    "tiny.hamnet"};
    EXPECT_TRUE(isRefused(hamnet(words), "the weights of gone/Wx and 2 more were not found"));
    std::vector<std::string> filled = words;
    filled.emplace_back("--fill");
    const Outcome outcome = done(filled);
    EXPECT_NE(outcome.err.find("skipped: layer lstm of the file"), std::string::npos) << outcome.err;
}

TEST_F(Convert, NeedsNoMemoryForTheBatchesOfANet)
{
    train("tiny.hamnet", 2);
    convert({"tiny.hamnet", "tiny.caffemodel"});
    write("large.prototxt",
          changed(tinyModel(), {{"time_steps: 8 batch_size: 2", "time_steps: 8192 batch_size: 8192"}}));
    convert({"tiny.caffemodel", "x.hamnet", "--model", "large.prototxt", "--vocabulary", "tiny.hamnet"});
    write("long.txt", tinyText() + tinyText() + tinyText() + tinyText());
    write("large.prototxt",
          changed(tinyModel(), {{"time_steps: 8 batch_size: 2", "time_steps: 8192 batch_size: 65536 order: WINDOWS"}}));
    convert({"tiny.caffemodel", "y.hamnet", "--model", "large.prototxt", "--data", "long.txt"});
    EXPECT_EQ(jsonOf({"info", "y.hamnet"}).at("checkpoint").at("data").at("file"), "long.txt");
}

TEST_F(Convert, ReadsAVocabularyInItsOwnOrder)
{
    train("tiny.hamnet", 2);
    convert({"tiny.hamnet", "tiny.caffemodel"});
    std::string letters;
    for (const char letter : tinyText()) {
        if (letters.find(letter) == std::string::npos) {
            letters += letter;
        }
    }
    write("letters.txt", letters);
    convert({"tiny.caffemodel", "x.hamnet", "--model", "tiny.prototxt", "--vocabulary", "letters.txt"});
    const nlohmann::json info = jsonOf({"info", "x.hamnet"});
    EXPECT_EQ(info.at("checkpoint").at("characters").at(0), letters.substr(0, 1));
    write("twice.txt", letters + letters.substr(0, 1));
    EXPECT_TRUE(isRefused(
        hamnet({"convert", "tiny.caffemodel", "y.hamnet", "--model", "tiny.prototxt", "--vocabulary", "twice.txt"}),
        "each character once"));
}

TEST_F(Convert, GivesTrainingItsFirstWeights)
{
    train("tiny.hamnet", 40);
    convert({"tiny.hamnet", "tiny.onnx"});
    convert({"tiny.hamnet", "tiny.caffemodel"});
    const auto firstLoss = [&](const std::vector<std::string>& more) {
        const Outcome outcome = done(joined({"train", "tiny.prototxt", "--data", "text.txt", "--threads", "1",
                                             "--iterations", "1", "--json", "--no-checkpoint"},
                                            more));
        return events(outcome.out, "train").at(0).at("loss").get<double>();
    };
    const double untrained = firstLoss({}), learned = firstLoss({"--init-weights", "tiny.hamnet"});
    EXPECT_LT(learned, untrained - 0.2);
    EXPECT_EQ(firstLoss({"--init-weights", "tiny.caffemodel", "--init-data", "text.txt"}), learned);
    EXPECT_EQ(firstLoss({"--init-weights", "tiny.onnx"}), learned);
}

} // namespace
