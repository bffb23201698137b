// SPDX-License-Identifier: GPL-3.0-or-later
// Nets on sequences with an answer each, as users of the terminal train, measure and ask them.
#include "tests/app/workshop.h"
#include "tests/data/idx_bytes.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

namespace {

using testing::HasSubstr;
using testing::Not;

/// A net on a table's windows of 5 rows; `loss` takes its predictions.
std::string netOn(const std::string& loss)
{
    return R"(name: "tiny series"
layer { name: "rows" type: "SequenceData" top: "x" top: "clip" top: "label"
        sequence_data_param { kind: TABLE batch_size: 4 time_steps: 5 width: 1 validation: 0.2 test: 0.2 } }
layer { name: "lstm" type: "LSTM" bottom: "x" bottom: "clip" top: "h"
        recurrent_param { num_output: 4 weight_filler { type: "xavier" } } }
layer { name: "end" type: "Last" bottom: "h" top: "end" }
layer { name: "said" type: "InnerProduct" bottom: "end" top: "said"
        inner_product_param { num_output: 1 from_data: true weight_filler { type: "xavier" } } }
layer { name: "loss" type: ")" +
           loss + R"(" bottom: "said" bottom: "label" top: "loss" }
)";
}

/// 80 rows: a number that swings, and whether it rises.
std::string table()
{
    std::string rows = "level,sign\n";
    for (int row = 0; row < 80; ++row) {
        const int step = row % 8;
        rows += std::to_string(step < 4 ? step : 8 - step) + (step < 4 ? ",rises\n" : ",falls\n");
    }
    return rows;
}

/// 20 rows of the numbers alone.
std::string levels()
{
    std::string rows = "level\n";
    for (int row = 0; row < 20; ++row) {
        rows += std::to_string(row % 4) + "\n";
    }
    return rows;
}

class SequenceCommands : public Workshop {
protected:
    /// Trains classes, or numbers, for two epochs into my.hamnet.
    void trainOn(bool classes)
    {
        write("net.prototxt", netOn(classes ? "SoftmaxWithLoss" : "EuclideanLoss"));
        write("rows.csv", table());
        done({"train", "net.prototxt", "--data", "rows.csv", "--target", classes ? "sign" : "level", "--epochs", "2",
              "--checkpoint", "my.hamnet"});
    }
};

} // namespace

TEST_F(SequenceCommands, SayTheSameMetricsWhereverTheyMeasure)
{
    write("net.prototxt", netOn("SoftmaxWithLoss"));
    write("rows.csv", table());
    const Outcome run = done({"train", "net.prototxt", "--data", "rows.csv", "--target", "sign", "--epochs", "3",
                              "--checkpoint", "my.hamnet", "--json"});
    const nlohmann::json last = events(run.out, "validation").back();
    EXPECT_DOUBLE_EQ(last.at("epoch"), 3.0);
    const nlohmann::json measured = jsonOf({"evaluate", "my.hamnet", "--data", "rows.csv"});
    EXPECT_EQ(measured.at("metrics"), last.at("metrics"));
    EXPECT_EQ(measured.at("classes"), (std::vector<std::string>{"falls", "rises"}));
    const nlohmann::json& naive = measured.at("baseline");
    EXPECT_THAT(naive.at("name").get<std::string>(), testing::AnyOf("always falls", "always rises"));
    EXPECT_GT(naive.at("metrics").at("accuracy").get<double>(), 0.2);
    EXPECT_THAT(hamnet({"evaluate", "my.hamnet", "--data", "rows.csv"}).out,
                HasSubstr(" (" + naive.at("name").get<std::string>() + ": "));
}

TEST_F(SequenceCommands, PredictWithoutAnswersButMeasureByThemOnly)
{
    write("levels.csv", levels());
    trainOn(true);
    const Outcome said = done({"predict", "my.hamnet", "--data", "levels.csv", "--format", "jsonl"});
    const std::vector<nlohmann::json> rows = jsonLines(said.out);
    EXPECT_TRUE(rows.back().at("target").is_null()) << rows.back();
    EXPECT_THAT(rows.back().at("prediction").get<std::string>(), testing::AnyOf("rises", "falls"));
    EXPECT_EQ(rows.back().at("p").size(), 2u);
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "my.hamnet", "--data", "levels.csv", "--split", "test"}),
                          "has an answer that the net knows"));
}

TEST_F(SequenceCommands, WriteATableOfPredictions)
{
    trainOn(true);
    done({"predict", "my.hamnet", "--data", "rows.csv", "--split", "test", "-o", "out.csv"});
    EXPECT_THAT(read("out.csv"), testing::StartsWith("index,target,prediction,p0,p1\n0,"));
}

TEST_F(SequenceCommands, RefuseAClassThatTheNetNeverLearned)
{
    trainOn(true);
    write("later.csv", table() + "1,new\n");
    EXPECT_TRUE(isRefused(hamnet({"evaluate", "my.hamnet", "--data", "later.csv", "--split", "test"}), "class 'new'"));
}

TEST_F(SequenceCommands, KeepTheBestByTheMetricThatIsAskedFor)
{
    write("net.prototxt", netOn("SoftmaxWithLoss"));
    write("rows.csv", table());
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
    write("net.prototxt", netOn("EuclideanLoss"));
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
        const Outcome said =
            ::run("/bin/sh", {.arguments = {"-c", "'" + hamnetProgram() + "' " + line}, .folder = folder()});
        EXPECT_EQ(said.exitCode, 0) << line << ": " << said.err;
        EXPECT_THAT(said.out, testing::StartsWith("index,target,prediction")) << line;
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

TEST_F(SequenceCommands, KeepARunsTargetAndModel)
{
    trainOn(true);
    const std::vector<std::string> resume = {"train", "--resume", "my.hamnet", "--epochs", "3"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), resume.begin(), resume.end());
        return hamnet(more);
    };
    EXPECT_TRUE(isRefused(with({"--target", "level"}), "that cannot change on resume"));
    write("other.prototxt", changed(netOn("SoftmaxWithLoss"), {{"num_output: 4", "num_output: 5"}}));
    EXPECT_TRUE(isRefused(with({"other.prototxt", "--target", "sign"}), "is another model"));
    const Outcome same = with({"net.prototxt", "--target", "sign"});
    EXPECT_EQ(same.exitCode, 0) << same.err;
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
    write("net.prototxt", netOn("EuclideanLoss"));
    std::string rows = "level\n";
    for (int row = 0; row < 60; ++row) {
        rows += std::to_string(1'700'000'001 + 2 * (row * row % 13)) + "\n";
    }
    write("rows.csv", rows);
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
        EXPECT_EQ(words[1], std::to_string(1'700'000'001 + 2 * (row * row % 13)));
        errors += std::abs(read(words[1]) - read(words[2]));
    }
    ASSERT_GT(count, 0);
    EXPECT_NEAR(errors / count, metrics.at("mae").get<double>(), 1e-5);
}

TEST_F(SequenceCommands, KeepNamesThatLookLikeNumbers)
{
    write("net.prototxt", changed(netOn("SoftmaxWithLoss"),
                                  {{"width: 1", "width: 1 inputs: \"level\" target: \"id\" group: \"group\""}}));
    std::string rows = "level,id,group\n", others = "level,id,group\n";
    for (int row = 0; row < 80; ++row) {
        rows += std::to_string(row % 4) +
                (row % 4 < 2   ? ",007,"
                 : row % 8 < 4 ? ",7,"
                               : ",A,") +
                (row % 2 == 0   ? "101"
                 : row % 3 == 0 ? "A7"
                                : "102") +
                "\n";
        others += std::to_string(row % 4) + ",007,0101\n";
    }
    write("rows.csv", rows);
    write("others.csv", others);
    done({"train", "net.prototxt", "--data", "rows.csv", "--epochs", "1", "--checkpoint", "my.hamnet"});
    const Outcome said = done({"predict", "my.hamnet", "--data", "others.csv", "--format", "jsonl"});
    EXPECT_EQ(jsonLines(said.out).at(0).at("target"), "007");
    EXPECT_EQ(jsonLines(said.out).at(0).at("group"), "0101");
}

TEST_F(SequenceCommands, ForecastRowsInTheirOrder)
{
    write("net.prototxt",
          changed(netOn("EuclideanLoss"), {{"width: 1", "width: 1 horizon: 3 stride: 2 inputs: \"x\" target: \"y\""}}));
    std::string rows = "x,y\n", others = "x\n";
    for (int row = 0; row < 60; ++row) {
        rows += std::to_string(row * row % 13) + "," + std::to_string(row * row % 11) + "\n";
        others += std::to_string(row * row % 13) + "\n";
    }
    write("rows.csv", rows);
    write("others.csv", others);
    done({"train", "net.prototxt", "--data", "rows.csv", "--epochs", "1", "--checkpoint", "my.hamnet"});
    const std::vector<nlohmann::json> said =
        jsonLines(hamnet({"predict", "my.hamnet", "--data", "others.csv", "--format", "jsonl"}).out);
    ASSERT_GT(said.size(), 3U);
    std::vector<int> ahead;
    for (std::size_t index = said.size() - 3; index < said.size(); ++index) {
        ahead.push_back(said[index].at("ahead").get<int>());
    }
    EXPECT_THAT(ahead, testing::ElementsAre(1, 2, 3));
}

TEST_F(SequenceCommands, TakeFirstWeightsByTheNamesOfColumns)
{
    const auto reading = [](const std::string& inputs) {
        const std::string columns = "width: 2 horizon: 0 inputs: \"" + inputs + "\" target: \"y\"";
        return changed(netOn("EuclideanLoss"), {{"width: 1", columns}});
    };
    write("ab.prototxt", reading("a,b"));
    write("ba.prototxt", reading("b,a"));
    write("still.prototxt", "type: \"SGD\"\nbase_lr: 0\nlr_policy: \"fixed\"\n");
    std::string rows = "a,b,y\n";
    for (int row = 0; row < 80; ++row) {
        const int a = row * row % 13;
        rows += std::to_string(a) + "," + std::to_string(row * 7 % 11) + "," + std::to_string(a + row % 2) + "\n";
    }
    write("rows.csv", rows);
    const auto run = [&](const std::string& net, const std::vector<std::string>& more) {
        const Outcome outcome = done(joined({"train", net, "--data", "rows.csv", "--epochs", "1", "--json"}, more));
        std::vector<nlohmann::json> events = jsonLines(outcome.out);
        const auto last = std::find_if(events.rbegin(), events.rend(),
                                       [](const nlohmann::json& event) { return event.at("event") == "validation"; });
        return last == events.rend() ? 0 : last->at("loss").get<double>();
    };
    const double learned = run("ab.prototxt", {"--checkpoint", "ab.hamnet"});
    for (const char* file : {"ab.hamnet", "ab.safetensors", "ab.onnx"}) {
        if (!std::filesystem::exists(folder() / file)) {
            ASSERT_EQ(hamnet({"convert", "ab.hamnet", file}).exitCode, 0) << file;
        }
        EXPECT_NEAR(run("ba.prototxt", {"--solver", "still.prototxt", "--no-checkpoint", "--init-weights", file}),
                    learned, 1e-5)
            << file;
    }
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
    write("net.prototxt", netOn("EuclideanLoss"));
    write("rows.csv", table());
    const Outcome run = done({"train", "net.prototxt", "--data", "rows.csv", "--target", "level", "--epochs", "1",
                              "--no-checkpoint", "--json"});
    EXPECT_THAT(run.out, Not(HasSubstr("character")));
    EXPECT_THAT(run.out, Not(HasSubstr("clip")));
    EXPECT_EQ(jsonLines(run.out).at(0).at("batch_sequences"), 4);
    EXPECT_EQ(jsonLines(run.out).at(0).at("sequences"), 75);
}

TEST_F(SequenceCommands, WriteNumbersWithTheDigitsOfAFloat)
{
    trainOn(true);
    const auto check = [](const std::string& text) {
        const std::regex number("[0-9]+\\.([0-9]+)");
        for (std::sregex_iterator found(text.begin(), text.end(), number), end; found != end; ++found) {
            const std::string digits = (*found)[1];
            EXPECT_LE(digits.substr(std::min(digits.find_first_not_of('0'), digits.size())).size(), 9u) << found->str();
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
    write("net.prototxt", netOn("EuclideanLoss"));
    std::string oldest = "Day,level\n", newest = oldest, behind;
    for (int row = 0; row < 80; ++row) {
        const std::string one =
            std::to_string(20200101 + row / 20 * 100 + row % 20) + "," + std::to_string(row * row % 11) + "\n";
        oldest += one;
        behind.insert(0, one);
    }
    write("oldest.csv", oldest);
    write("newest.csv", newest + behind);
    const auto train = [&](const std::string& data, std::vector<std::string> more) {
        more.insert(more.begin(),
                    {"train", "net.prototxt", "--data", data, "--target", "level", "--epochs", "1", "--threads", "1"});
        return hamnet(more);
    };
    EXPECT_THAT(train("newest.csv", {"--no-checkpoint"}).out + train("newest.csv", {"--no-checkpoint"}).err,
                HasSubstr("read in the order of the file, backwards; time: \"Day\" of SEQUENCEDATA (or --time) "
                          "reads them oldest first"));
    const Outcome turned = train("newest.csv", {"--time", "Day", "--checkpoint", "newest.hamnet"});
    ASSERT_EQ(turned.exitCode, 0) << turned.err;
    EXPECT_THAT(turned.out + turned.err, HasSubstr("newest first by the column 'Day' and are read from the last one"));
    ASSERT_EQ(train("oldest.csv", {"--time", "Day", "--checkpoint", "oldest.hamnet"}).exitCode, 0);
    const auto said = [&](const std::string& checkpoint) {
        return hamnet({"predict", checkpoint, "--data", "oldest.csv", "--split", "all", "--threads", "1"}).out;
    };
    EXPECT_EQ(said("newest.hamnet"), said("oldest.hamnet")) << "both have learned the same";
    EXPECT_TRUE(isRefused(train("newest.csv", {"--time", "Tag", "--no-checkpoint"}), "found no column named 'Tag'"));
    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "newest.hamnet", "--time", "level", "--epochs", "2"}),
                          "reads rows in the order of Day, but --time is level; that cannot change on resume"));
}

TEST_F(SequenceCommands, FillGapsAsTheRunWasTold)
{
    write("net.prototxt", netOn("EuclideanLoss"));
    const auto level = [](int row) { return row * row % 11; };
    const auto isGap = [](int row) { return row % 7 == 3; };
    std::string table = "Day,level\n", days = "Day\n";
    for (int row = 0; row < 80; ++row) {
        table += std::to_string(row) + "," + (isGap(row) ? "" : std::to_string(level(row))) + "\n";
        days += std::to_string(row * row % 5) + "\n";
    }
    write("gaps.csv", table);
    write("days.csv", days);
    const auto train = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"train", "net.prototxt", "--data", "gaps.csv", "--target", "level", "--time", "Day",
                                   "--epochs", "1", "--threads", "1"});
        return hamnet(more);
    };
    EXPECT_TRUE(isRefused(train({"--no-checkpoint"}),
                          "found nothing, wanted a number; 11 rows have none: gaps: \"level=SKIP\" of SEQUENCEDATA (or "
                          "--gaps) leaves them out"));
    EXPECT_TRUE(isRefused(train({"--gaps", "level=GUESS", "--no-checkpoint"}), "found 'level=GUESS'"));
    const Outcome trained = train({"--gaps", "level=CARRY,Day=SKIP", "--checkpoint", "gaps.hamnet"});
    ASSERT_EQ(trained.exitCode, 0) << trained.err;
    EXPECT_THAT(trained.out + trained.err, HasSubstr("the column 'level' has 11 gaps, filled with the last value"));
    EXPECT_THAT(trained.out + trained.err, HasSubstr("10 windows whose target 'level' is a gap in the file"));

    // The test part has the rows 64 to 79, of which 66 and 73 lack a level.
    double errors = 0, naive = 0;
    const Outcome said = hamnet(
        {"predict", "gaps.hamnet", "--data", "gaps.csv", "--split", "test", "--format", "jsonl", "--threads", "1"});
    const std::vector<nlohmann::json> lines = jsonLines(said.out);
    ASSERT_EQ(lines.size(), 16u);
    for (const nlohmann::json& line : lines) {
        const int row = line.at("row").get<int>() - 2, before = isGap(row - 1) ? row - 2 : row - 1;
        EXPECT_EQ(line.at("target").is_null(), isGap(row)) << line;
        if (!isGap(row)) {
            errors += std::abs(line.at("prediction").get<double>() - level(row)) / 14;
            naive += std::abs(level(before) - level(row)) / 14.0;
        }
    }
    const Outcome evaluated =
        hamnet({"evaluate", "gaps.hamnet", "--data", "gaps.csv", "--split", "test", "--threads", "1", "--json"});
    const nlohmann::json measured = jsonLines(evaluated.out).at(0);
    EXPECT_EQ(measured.at("sequences"), 14);
    EXPECT_EQ(measured.at("of_sequences"), 16);
    EXPECT_NEAR(measured.at("metrics").at("mae").get<double>(), errors, 1e-4);
    EXPECT_NEAR(measured.at("baseline").at("metrics").at("mae").get<double>(), naive, 1e-9);
    EXPECT_THAT(hamnet({"evaluate", "gaps.hamnet", "--data", "gaps.csv", "--split", "test"}).out,
                HasSubstr("14 of the split \"test\", without 2 whose answer does not count"));

    EXPECT_TRUE(isRefused(hamnet({"train", "--resume", "gaps.hamnet", "--gaps", "SKIP", "--epochs", "2"}),
                          "was trained with the rules Day=SKIP, level=CARRY for gaps, but --gaps is SKIP"));
    done({"train", "--resume", "gaps.hamnet", "--gaps", "Day=SKIP,level=CARRY", "--epochs", "2"});

    write("days.prototxt", changed(netOn("EuclideanLoss"), {{"width: 1", "width: 1 inputs: \"Day\""}}));
    done({"train", "days.prototxt", "--data", "gaps.csv", "--target", "level", "--gaps", "level=CARRY", "--epochs", "1",
          "--checkpoint", "days.hamnet"});
    done({"predict", "days.hamnet", "--data", "days.csv"});
}

TEST_F(SequenceCommands, PredictAllWhereNothingWasHeldOutAndNothingComesNext)
{
    write("net.prototxt", changed(netOn("SoftmaxWithLoss"),
                                  {{"width: 1 validation: 0.2 test: 0.2", "width: 1 horizon: 0 validation: 0"}}));
    write("rows.csv", table());
    done({"train", "net.prototxt", "--data", "rows.csv", "--epochs", "1", "--checkpoint", "my.hamnet"});
    const Outcome said = done({"predict", "my.hamnet", "--data", "rows.csv"});
    EXPECT_THAT(said.err, HasSubstr("rows.csv has no test part, so all of its sequences are predicted"));
    EXPECT_EQ(std::ranges::count(said.out, '\n'), 1 + 76);
    EXPECT_TRUE(isRefused(hamnet({"predict", "my.hamnet", "--data", "rows.csv", "--split", "test"}),
                          "the split \"test\" is empty"));
}

TEST_F(SequenceCommands, RefuseImagesThatAreNotThere)
{
    write("images.prototxt", changed(netOn("SoftmaxWithLoss"), {{"kind: TABLE", "kind: ROWS"}}));
    EXPECT_TRUE(isRefused(hamnet({"train", "images.prototxt", "--data", "nowhere", "--no-checkpoint"}),
                          "nowhere: no such file or folder, wanted a folder of images"));
}

TEST_F(SequenceCommands, ForecastOnlyWhatAHorizonLeadsTo)
{
    write("net.prototxt", changed(netOn("EuclideanLoss"), {{"width: 1", "width: 1 horizon: 0"}}));
    std::string rows = "x,y\n";
    for (int row = 0; row < 60; ++row) {
        rows += std::to_string(row % 7) + "," + std::to_string(row % 5) + "\n";
    }
    write("rows.csv", rows);
    done({"train", "net.prototxt", "--data", "rows.csv", "--epochs", "1", "--checkpoint", "my.hamnet"});
    EXPECT_TRUE(isRefused(hamnet({"predict", "my.hamnet", "--data", "rows.csv", "--split", "next"}),
                          "no row comes next, but --split next needs"));
}

TEST_F(SequenceCommands, MeasureTheTestPartWhereNoneIsForValidation)
{
    write("net.prototxt", changed(netOn("EuclideanLoss"), {{"validation: 0.2", "validation: 0"}}));
    write("rows.csv", table());
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

TEST_F(SequenceCommands, PredictImagesWithoutLabels)
{
    write("images.prototxt", changed(netOn("SoftmaxWithLoss"), {{"kind: TABLE", "kind: ROWS"}}));
    std::filesystem::create_directories(folder() / "digits");
    std::filesystem::create_directories(folder() / "new");
    std::string pixels, labels;
    for (int image = 0; image < 40; ++image) {
        pixels += std::string(6, static_cast<char>(image % 2 == 0 ? 20 : 200));
        labels += static_cast<char>(image % 2);
    }
    write("digits/train-images-idx3-ubyte", idxBytes(8, {40, 3, 2}, pixels));
    write("digits/train-labels-idx1-ubyte", idxBytes(8, {40}, labels));
    write("new/new-images-idx3-ubyte", idxBytes(8, {3, 3, 2}, pixels.substr(0, 18)));
    done({"train", "images.prototxt", "--data", "digits", "--epochs", "1", "--checkpoint", "my.hamnet"});
    for (const char* const data : {"new", "new/new-images-idx3-ubyte"}) {
        const Outcome said = hamnet({"predict", "my.hamnet", "--data", data});
        ASSERT_EQ(said.exitCode, 0) << data << ": " << said.err;
        EXPECT_THAT(said.out, testing::MatchesRegex("index,target,prediction,p0,p1\n"
                                                    "0,,[01],[^\n]+\n1,,[01],[^\n]+\n2,,[01],[^\n]+\n"));
    }
    const Outcome unknown = hamnet({"evaluate", "my.hamnet", "--data", "new"});
    EXPECT_EQ(unknown.exitCode, 3);
    EXPECT_THAT(unknown.err, HasSubstr("has an answer that the net knows"));
    EXPECT_TRUE(isRefused(hamnet({"train", "images.prototxt", "--data", "new", "--epochs", "1"}), "found no images"));
}

TEST_F(SequenceCommands, TellTheTimeOfAStepFromTheFirstEpochOn)
{
    write("net.prototxt", netOn("EuclideanLoss"));
    write("rows.csv", table());
    const Outcome run = done({"train", "net.prototxt", "--data", "rows.csv", "--target", "level", "--epochs", "2",
                              "--every", "1000", "--validate-every", "10", "--no-checkpoint"});
    const std::regex line("epoch [12]/2 [0-9/]+ [0-9.]+ ms/step loss");
    EXPECT_EQ(std::distance(std::sregex_iterator(run.out.begin(), run.out.end(), line), std::sregex_iterator()), 2)
        << run.out;
}
