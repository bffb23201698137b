// SPDX-License-Identifier: GPL-3.0-or-later
// Nets on sequences with an answer each, as users of the terminal train, measure and ask them.
#include "tests/app/workshop.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>
#include <sstream>

namespace {

using testing::HasSubstr;
using testing::Not;

std::string netOn(const std::string& loss)
{
    return sequenceModel({.loss = loss});
}

/// 80 rows: a number that swings, and whether it rises.
std::string table()
{
    return tableOf("level,sign", 80, [](int row) {
        const int step = row % 8;
        return std::to_string(step < 4 ? step : 8 - step) + (step < 4 ? ",rises" : ",falls");
    });
}

class SequenceCommands : public Workshop {
protected:
    SequenceCommands()
    {
        write("net.prototxt", netOn("EuclideanLoss"));
        write("rows.csv", table());
    }

    /// Trains classes, or numbers, for two epochs into my.hamnet.
    void trainOn(bool classes)
    {
        write("net.prototxt", netOn(classes ? "SoftmaxWithLoss" : "EuclideanLoss"));
        done({"train", "net.prototxt", "--data", "rows.csv", "--target", classes ? "sign" : "level", "--epochs", "2",
              "--checkpoint", "my.hamnet"});
    }
};

} // namespace

TEST_F(SequenceCommands, SayTheSameMetricsWhereverTheyMeasure)
{
    write("net.prototxt", netOn("SoftmaxWithLoss"));
    const Outcome run = done({"train", "net.prototxt", "--data", "rows.csv", "--target", "sign", "--epochs", "3",
                              "--checkpoint", "my.hamnet", "--json"});
    const nlohmann::json last = events(run.out, "validation").back();
    EXPECT_DOUBLE_EQ(last.at("epoch"), 3.0);
    const nlohmann::json measured = jsonOf({"evaluate", "my.hamnet", "--data", "rows.csv"});
    EXPECT_EQ(measured.at("metrics"), last.at("metrics"));
    EXPECT_EQ(measured.at("classes"), (std::vector<std::string>{"falls", "rises"}));
    const nlohmann::json& naive = measured.at("baselines").at(0);
    EXPECT_THAT(naive.at("name").get<std::string>(), testing::AnyOf("always falls", "always rises"));
    EXPECT_GT(naive.at("metrics").at("accuracy").get<double>(), 0.2);
    EXPECT_THAT(hamnet({"evaluate", "my.hamnet", "--data", "rows.csv"}).out,
                HasSubstr(" (" + naive.at("name").get<std::string>() + ": "));
}

TEST_F(SequenceCommands, PredictWithoutAnswersButMeasureByThemOnly)
{
    write("levels.csv", tableOf("level", 20, [](int row) { return std::to_string(row % 4); }));
    trainOn(true);
    const Outcome said = done({"predict", "my.hamnet", "--data", "levels.csv", "--format", "jsonl"});
    const std::vector<nlohmann::json> rows = jsonLines(said.out);
    EXPECT_TRUE(rows.back().at("target").is_null()) << rows.back();
    EXPECT_THAT(rows.back().at("prediction").get<std::string>(), testing::AnyOf("rises", "falls"));
    EXPECT_EQ(rows.back().at("p").size(), 2u);
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "my.hamnet", "--data", "levels.csv", "--split", "test"}),
                          "has an answer that the net knows"));
    done({"predict", "my.hamnet", "--data", "rows.csv", "--split", "test", "-o", "out.csv"});
    EXPECT_THAT(read("out.csv"), testing::StartsWith("index,target,prediction,p0,p1\n0,"));
}

TEST_F(SequenceCommands, LookAtATargetOnlyWhereTheyMeasureByIt)
{
    trainOn(true);
    std::string labels = table();
    labels.replace(labels.find("rises", labels.size() / 2), 5, "stays");
    write("wrong.csv", labels);
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "my.hamnet", "--data", "wrong.csv"}), "the class 'stays'"));
    done({"predict", "my.hamnet", "--data", "wrong.csv"});
}

TEST_F(SequenceCommands, RefuseARuleForAColumnThatIsNotThere)
{
    trainOn(false);
    EXPECT_TRUE(isRefused(hamnet({"predict", "my.hamnet", "--data", "rows.csv", "--gaps", "levels=SKIP"}),
                          "no column named 'levels'"));
    done({"predict", "my.hamnet", "--data", "rows.csv", "--gaps", "sign=SKIP"});
}

TEST_F(SequenceCommands, KeepTheBestByTheMetricThatIsAskedFor)
{
    write("net.prototxt", netOn("SoftmaxWithLoss"));
    const std::vector<std::string> train = {"train",    "net.prototxt", "--data",   "rows.csv",
                                            "--target", "sign",         "--epochs", "5",
                                            "--json",   "--checkpoint", "my.hamnet"};
    const auto by = [&](const std::string& metric) {
        return hamnet(joined(train, {"--best-by", metric, "--overwrite"}));
    };
    EXPECT_TRUE(isRefused(by("mae"), "(or --best-by) is mae, but a validation measures loss, accuracy"));
    const Outcome printed = by("val_acc");
    EXPECT_EQ(printed.exitCode, 0) << "as the line of progress prints it: " << printed.err;
    const Outcome run = by("accuracy");
    ASSERT_EQ(run.exitCode, 0) << run.err;
    double best = -1;
    for (const nlohmann::json& validation : events(run.out, "validation")) {
        const double accuracy = validation.at("metrics").at("accuracy");
        EXPECT_EQ(validation.at("best"), accuracy > best) << validation;
        best = std::max(best, accuracy);
        EXPECT_TRUE(validation.at("training").contains("loss"));
        EXPECT_TRUE(validation.at("training").contains("accuracy"));
    }
    EXPECT_GE(best, 0);
}

TEST_F(SequenceCommands, LeaveAFileOfPredictionsWhereTheyFail)
{
    trainOn(true);
    write("out.csv", "yesterday's");
    write("broken.csv", "level,sign\n1,rises\n2;falls\n");
    EXPECT_TRUE(isRefused(hamnet({"predict", "my.hamnet", "--data", "broken.csv", "-o", "out.csv"}), "broken.csv"));
    EXPECT_EQ(read("out.csv"), "yesterday's");
}

/// The program's suggestion, pasted into a shell.
TEST_F(SequenceCommands, ARunSuggestsACommandThatWorksWhateverTheFilesAreCalled)
{
    for (const std::string name :
         {"two words", "it's", "a$(touch OBEYED)", "`touch OBEYED`", "a;touch OBEYED", "\"$HOME\" \\n!x%s", "-dash",
          "*", "two\nlines", "\x1b[31mred\x07", "\u202eleft", "\u009b31m", "no utf8 \xff", "~", "tab\tbed"}) {
        write(name + ".csv", table());
        const Outcome run = done({"train", "net.prototxt", "--data=" + name + ".csv", "--target", "level", "--epochs",
                                  "1", "--checkpoint=" + name + ".hamnet"});
        EXPECT_THAT(run.out, Not(HasSubstr("\x1b")));
        const std::string start = "its predictions: hamnet ";
        const std::size_t at = run.out.find(start);
        ASSERT_NE(at, std::string::npos) << run.out;
        const std::string line = run.out.substr(at + start.size(), run.out.find('\n', at) - at - start.size());
        std::istringstream pasted(
            ::run("/bin/sh", {.arguments = {"-c", "printf '%s\\0' " + line}, .folder = folder()}).out);
        std::vector<std::string> words;
        for (std::string word; std::getline(pasted, word, '\0');) {
            words.push_back(word);
        }
        EXPECT_THAT(done(words).out, testing::StartsWith("index,target,prediction")) << line;
    }
    EXPECT_FALSE(has("OBEYED"));
}

TEST_F(SequenceCommands, RefuseATargetForANetWithoutATable)
{
    write("images.prototxt", changed(netOn("SoftmaxWithLoss"), {{"kind: TABLE", "kind: ROWS"}}));
    const std::string sentence = "--target is sign, but only a table has columns";
    EXPECT_TRUE(isRefused(hamnet({"train", "images.prototxt", "--target", "sign", "--epochs", "1"}), sentence));
    EXPECT_TRUE(isRefused(hamnet({"compare", "images.prototxt", "--target", "sign", "--iterations", "1"}), sentence));
}

TEST_F(SequenceCommands, RefuseWhatIsForTexts)
{
    trainOn(true);
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "my.hamnet", "--data", "rows.csv", "--characters", "100"}),
                          "--characters counts those of a text"));
    EXPECT_TRUE(isRefused(hamnet({"generate", "my.hamnet"}), "hamnet predict"));
}

TEST_F(SequenceCommands, FindASetByItsNameAndSayWhereItIsMissing)
{
    trainOn(true);
    const std::string home = "XDG_DATA_HOME=" + folder().string();
    const Outcome missing = hamnet(
        Call{.arguments = {"evaluate", "my.hamnet", "--data", "mnist", "--split", "test"}, .environment = {home}});
    EXPECT_TRUE(isRefused(missing, "hamnet data get mnist fetches it"));
}

TEST_F(SequenceCommands, ForecastTheRowAfterTheLast)
{
    trainOn(false);
    const Outcome next = done({"predict", "my.hamnet", "--data", "rows.csv", "--split", "next"});
    EXPECT_THAT(next.out, testing::MatchesRegex("index,target,prediction,row,ahead\n0,,[^,\n]+,82,1\n"));
    const Outcome all = done({"predict", "my.hamnet", "--data", "rows.csv"});
    EXPECT_THAT(all.out, testing::StartsWith("index,target,prediction,row,ahead\n0,"));
    EXPECT_THAT(all.out, testing::MatchesRegex(".*\n15,[^,]+,[^,]+,81,0\n16,,[^,]+,82,1\n$"));
    const Outcome test = hamnet({"predict", "my.hamnet", "--data", "rows.csv", "--split", "test", "--origins"});
    EXPECT_EQ(test.out, all.out.substr(0, all.out.find("16,,")));
    const Outcome json = hamnet({"predict", "my.hamnet", "--data", "rows.csv", "--split", "next", "--format", "jsonl"});
    const nlohmann::json line = jsonLines(json.out).at(0);
    EXPECT_TRUE(line.at("target").is_null());
    EXPECT_EQ(line.at("row"), 82);
    EXPECT_EQ(line.at("ahead"), 1);
    EXPECT_EQ(jsonOf({"evaluate", "my.hamnet", "--data", "rows.csv", "--split", "test"}).at("sequences"), 16)
        << "a forecast has no truth to be held against";
}

TEST_F(SequenceCommands, WriteNumbersThatAFloatCannotHold)
{
    const auto level = [](int row) { return std::to_string(1'700'000'001 + 2 * (row * row % 13)); };
    write("rows.csv", tableOf("level", 60, level));
    done({"train", "net.prototxt", "--data", "rows.csv", "--epochs", "2", "--checkpoint", "my.hamnet"});
    const nlohmann::json metrics =
        jsonOf({"evaluate", "my.hamnet", "--data", "rows.csv", "--split", "test"}).at("metrics");
    const auto read = [](const std::string& word) { return std::stod(word); };
    double errors = 0;
    int count = 0;
    std::istringstream lines(
        hamnet({"predict", "my.hamnet", "--data", "rows.csv", "--split", "test", "--origins"}).out);
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line); ++count) {
        std::smatch words;
        ASSERT_TRUE(std::regex_match(line, words, std::regex("[0-9]+,([^,]+),([^,]+),([0-9]+),.*"))) << line;
        const int row = std::stoi(words[3]) - 2;
        EXPECT_EQ(words[1], level(row));
        errors += std::abs(read(words[1]) - read(words[2]));
    }
    ASSERT_GT(count, 0);
    EXPECT_NEAR(errors / count, metrics.at("mae").get<double>(), 1e-5);
}

TEST_F(SequenceCommands, SayWhatTakesWeightsOfAnotherProgram)
{
    trainOn(false);
    done({"convert", "my.hamnet", "my.safetensors"});
    write("other.safetensors", changed(read("my.safetensors"), {{"hamnet.sequences", "others.sequences"}}));
    EXPECT_TRUE(
        isRefused(hamnet({"convert", "other.safetensors", "back.hamnet"}), "hamnet train --init-weights starts from"));
}

TEST_F(SequenceCommands, CountSequencesInTheirJson)
{
    const Outcome run = done({"train", "net.prototxt", "--data", "rows.csv", "--target", "level", "--epochs", "1",
                              "--no-checkpoint", "--json"});
    EXPECT_THAT(run.out, Not(HasSubstr("character")));
    EXPECT_THAT(run.out, Not(HasSubstr("clip")));
    EXPECT_EQ(jsonLines(run.out).at(0).at("batch_units"), 4);
    EXPECT_EQ(jsonLines(run.out).at(0).at("units"), 75);
}

TEST_F(SequenceCommands, WriteNumbersWithTheDigitsOfAFloat)
{
    trainOn(true);
    const auto check = [](const std::string& text) {
        const std::regex number("[0-9]+\\.[0-9]+");
        for (std::sregex_iterator found(text.begin(), text.end(), number), end; found != end; ++found) {
            // As few digits as tell the number: the library writes some numbers of JSON with more.
            char digits[32];
            const char* const last =
                std::to_chars(digits, std::end(digits), std::stod(found->str()), std::chars_format::scientific).ptr;
            EXPECT_LE(std::find(digits, digits + (last - digits), 'e') - digits, 11) << found->str(); // one is the dot
        }
    };
    check(hamnet({"predict", "my.hamnet", "--data", "rows.csv", "--format", "jsonl"}).out);
    check(hamnet({"predict", "my.hamnet", "--data", "rows.csv"}).out);
    std::filesystem::remove(folder() / "my.hamnet");
    std::filesystem::remove(folder() / "my.best.hamnet");
    trainOn(false);
    const std::string said = hamnet({"predict", "my.hamnet", "--data", "rows.csv", "--format", "jsonl"}).out;
    check(said);
    for (const nlohmann::json& line : jsonLines(said)) {
        const int step = (line.at("row").get<int>() - 2) % 8;
        EXPECT_TRUE(line.at("target").is_null() || line.at("target") == (step < 4 ? step : 8 - step))
            << "as the file has it: " << line;
    }
}

TEST_F(SequenceCommands, ReadRowsInTheOrderOfTheTimeThatIsNamed)
{
    std::string rows;
    for (int row = 0; row < 80; ++row) {
        rows.insert(0, "2020-0" + std::to_string(1 + row / 20) + "-" + std::to_string(10 + row % 20) + "," +
                           std::to_string(row % 11) + "\n");
    }
    write("newest.csv", "Day,level\n" + rows);
    const std::vector<std::string> words = {"train", "net.prototxt", "--data", "newest.csv", "--target",
                                            "level", "--epochs",     "1",      "--threads",  "1"};
    const Outcome found = done(joined(words, {"--no-checkpoint"}));
    EXPECT_THAT(found.out + found.err, HasSubstr("(or --time) sorts them by it"));
    const Outcome turned = done(joined(words, {"--time", "Day", "--checkpoint", "newest.hamnet"}));
    EXPECT_THAT(turned.out + turned.err, testing::Not(HasSubstr("(or --time)")));
}

TEST_F(SequenceCommands, FillGapsAsTheRunWasTold)
{
    std::string table = "Day,level\n", days = "Day\n";
    for (int row = 0; row < 80; ++row) {
        table += std::to_string(row) + "," + (row % 7 == 3 ? "" : std::to_string(row * row % 11)) + "\n";
        days += std::to_string(row * row % 5) + "\n";
    }
    write("gaps.csv", table);
    write("days.csv", days);
    const Outcome trained =
        done({"train", "net.prototxt", "--data", "gaps.csv", "--target", "level", "--time", "Day", "--epochs", "1",
              "--threads", "1", "--gaps", "level=CARRY,Day=SKIP", "--checkpoint", "gaps.hamnet"});
    EXPECT_THAT(trained.out + trained.err, HasSubstr("the column 'level' has 11 gaps, filled with the last value"));

    // The test part has the rows 64 to 79, of which 66 and 73 lack a level.
    const std::vector<std::string> test = {"--data", "gaps.csv", "--split", "test", "--threads", "1"};
    const std::vector<nlohmann::json> lines =
        jsonLines(done(joined({"predict", "gaps.hamnet", "--format", "jsonl"}, test)).out);
    ASSERT_EQ(lines.size(), 16u);
    for (const nlohmann::json& line : lines) {
        EXPECT_EQ(line.at("target").is_null(), (line.at("row").get<int>() - 2) % 7 == 3) << line;
    }
    const nlohmann::json measured = jsonOf(joined({"evaluate", "gaps.hamnet"}, test));
    EXPECT_EQ(measured.at("sequences"), 14);
    EXPECT_EQ(measured.at("of_sequences"), 16);
    EXPECT_THAT(hamnet(joined({"evaluate", "gaps.hamnet"}, test)).out,
                HasSubstr("14 of the split \"test\", without 2 whose answer does not count"));

    done({"train", "--resume", "gaps.hamnet", "--epochs", "2"});

    write("days.prototxt", changed(netOn("EuclideanLoss"), {{"width: 1", "width: 1 inputs: \"Day\""}}));
    done({"train", "days.prototxt", "--data", "gaps.csv", "--target", "level", "--gaps", "level=CARRY", "--epochs", "1",
          "--checkpoint", "days.hamnet"});
    done({"predict", "days.hamnet", "--data", "days.csv"});
}

TEST_F(SequenceCommands, PredictAllWhereNothingWasHeldOutAndNothingComesNext)
{
    write("net.prototxt", changed(netOn("SoftmaxWithLoss"),
                                  {{"width: 1 validation: 0.2 test: 0.2", "width: 1 horizon: 0 validation: 0"}}));
    done({"train", "net.prototxt", "--data", "rows.csv", "--epochs", "1", "--checkpoint", "my.hamnet"});
    const Outcome said = done({"predict", "my.hamnet", "--data", "rows.csv"});
    EXPECT_THAT(said.err, HasSubstr("rows.csv has no test part, so all of its sequences are predicted"));
    EXPECT_EQ(std::ranges::count(said.out, '\n'), 1 + 76);
    EXPECT_TRUE(isRefused(hamnet({"predict", "my.hamnet", "--data", "rows.csv", "--split", "test"}),
                          "the split \"test\" is empty"));
}

TEST_F(SequenceCommands, MeasureTheTestPartWhereNoneIsForValidation)
{
    write("net.prototxt", changed(netOn("EuclideanLoss"), {{"validation: 0.2", "validation: 0"}}));
    done({"train", "net.prototxt", "--data", "rows.csv", "--target", "level", "--epochs", "1", "--checkpoint",
          "my.hamnet"});
    const Outcome measured = done({"evaluate", "my.hamnet", "--data", "rows.csv", "--json"});
    EXPECT_EQ(jsonLines(measured.out).at(0).at("split"), "test");
    EXPECT_THAT(measured.err, HasSubstr("nothing is held out for validation, so the split \"test\" is evaluated"));
    write("other.csv", table() + "1,rises\n");
    const Outcome other = hamnet({"evaluate", "my.hamnet", "--data", "other.csv", "--json"});
    ASSERT_EQ(other.exitCode, 0) << "data that the net never saw: " << other.err;
    EXPECT_EQ(jsonLines(other.out).at(0).at("sequences"), 76);
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "my.hamnet", "--data", "rows.csv", "--split", "validation"}),
                          "the split \"validation\" is empty"));
}

TEST_F(SequenceCommands, TellTheTimeOfAStepFromTheFirstEpochOn)
{
    const Outcome run = done({"train", "net.prototxt", "--data", "rows.csv", "--target", "level", "--epochs", "2",
                              "--every", "1000", "--validate-every", "10", "--no-checkpoint"});
    const std::regex line("epoch [12]/2 [0-9/]+ [0-9.]+ ms/step loss");
    EXPECT_EQ(std::distance(std::sregex_iterator(run.out.begin(), run.out.end(), line), std::sregex_iterator()), 2)
        << run.out;
}
