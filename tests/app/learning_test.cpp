// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/net_variants.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/learning_rate.h"
#include "engine/graph/shared_model.h"
#include "engine/graph/size_report.h"
#include "tests/app/workshop.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <cmath>

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A recurrent layer of 6 units that reads the made digits row by row.
std::string rowsModel(const std::string& layer = "LSTM")
{
    return sequenceModel({.data = "kind: ROWS batch_size: 500 validation: 0",
                          .cell = layer,
                          .units = 6,
                          .outputs = "num_output: 10",
                          .loss = "SoftmaxWithLoss"});
}

/// The next number of a series from 8 before it, 4 units.
std::string seriesModel()
{
    return sequenceModel(
        {.data = "kind: TABLE batch_size: 16 time_steps: 8 width: 1 validation: 0.2", .outputs = "num_output: 1"});
}

class Learning : public Workshop {
protected:
    Learning()
    {
        write("rows.prototxt", rowsModel());
        write("rows_solver.prototxt", tinySolver());
        write("series.prototxt", seriesModel());
        write("series_solver.prototxt", tinySolver());
        write("waves.csv", tableOf("height,tide", 400, [](int row) {
                  return std::to_string(std::sin(0.3 * row)) + "," + std::to_string(std::cos(0.1 * row));
              }));
    }

    nlohmann::json compared(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), "compare");
        for (const char* more : {"--threads", "1", "--json"}) {
            arguments.emplace_back(more);
        }
        const Outcome outcome = done(arguments);
        const std::vector<nlohmann::json> lines = jsonLines(outcome.out);
        return lines.size() == 1 ? lines.front() : nlohmann::json();
    }
};

} // namespace

TEST_F(Learning, EnginesAreComparedByWhatTheirNetsSayOfImages)
{
    const nlohmann::json result =
        compared({"rows.prototxt", "--engines", "caffe,onednn", "--data", "digits", "--epochs", "1", "--seeds", "2"});
    ASSERT_EQ(result.at("rows").size(), 2u);
    EXPECT_EQ(result.at("metric"), "accuracy");
    for (const nlohmann::json& row : result.at("rows")) {
        const nlohmann::json& accuracy = row.at("metrics").at("accuracy");
        ASSERT_EQ(accuracy.at("values").size(), 2u);
        const double one = accuracy.at("values")[0], other = accuracy.at("values")[1];
        EXPECT_NE(one, other) << "seeds differ";
        EXPECT_NEAR(accuracy.at("mean"), (one + other) / 2, 1e-12);
        EXPECT_NEAR(accuracy.at("deviation"), std::abs(one - other) / std::sqrt(2), 1e-12);
        EXPECT_GT(one, 0.1) << "it learns";
        EXPECT_GT(row.at("step_seconds"), 0);
        EXPECT_NEAR(row.at("epoch_seconds").get<double>(),
                    row.at("step_seconds").get<double>() * row.at("steps_per_epoch").get<double>(), 1e-9);
        EXPECT_GT(row.at("validation_seconds"), 0);
        EXPECT_GT(row.at("evaluate_seconds"), 0);
        EXPECT_GT(row.at("predict_seconds"), 0);
        EXPECT_GT(row.at("peak_memory"), 1 << 20);
        EXPECT_EQ(row.at("epochs").size(), 2u) << "one of each seed";
    }
    EXPECT_TRUE(result.at("rows")[0].at("first_loss_distance").is_null()) << "the others are held against it";
    EXPECT_LT(result.at("rows")[1].at("first_loss_distance"), 1e-4);
    EXPECT_THAT(result.at("verdict"), ElementsAre(HasSubstr("times as fast as"), HasSubstr("onednn reaches accuracy")));
}

TEST_F(Learning, NumbersAreJudgedByTheirErrorAndSeedsAreRepeatable)
{
    const std::vector<std::string> command = {
        "series.prototxt", "--engines", "caffe",   "--data", "waves.csv", "--target", "tide",
        "--epochs",        "2",         "--seeds", "1"};
    const nlohmann::json first = compared(command), again = compared(command);
    EXPECT_EQ(first.at("metric"), "mae");
    const nlohmann::json& metrics = first.at("rows")[0].at("metrics");
    EXPECT_GT(metrics.at("mae").at("mean"), 0);
    EXPECT_TRUE(metrics.contains("rmse") && metrics.contains("r2"));
    EXPECT_TRUE(metrics.at("mae").at("deviation").is_null()) << "one seed has no spread";
    EXPECT_EQ(metrics, again.at("rows")[0].at("metrics"));
    const auto of = [](std::vector<std::string> arguments, const std::string& target) {
        arguments[6] = target;
        return arguments;
    };
    EXPECT_NE(metrics, compared(of(command, "height")).at("rows")[0].at("metrics"))
        << "--target says what is predicted";
}

TEST_F(Learning, ARunOfOneStepIsTimedByOneMore)
{
    const nlohmann::json result =
        compared({"series.prototxt", "--engines", "caffe", "--data", "waves.csv", "--iterations", "1", "--seeds", "1"});
    EXPECT_GT(result.at("rows")[0].at("step_seconds"), 0) << "its first step, which makes things, does not count";
}

TEST_F(Learning, WhatIsOddAboutTheDataIsSaid)
{
    write("days.csv", tableOf("day,tide", 50, [](int row) {
              return "1981-03-01T00:" + std::to_string(59 - row) + "," + std::to_string((59 - row) % 7);
          }));
    const Outcome outcome = done({"compare", "series.prototxt", "--engines", "caffe", "--data", "days.csv",
                                  "--iterations", "1", "--seeds", "1", "--threads", "1"});
    EXPECT_THAT(outcome.err, HasSubstr("time: \"day\" of SEQUENCEDATA (or --time) sorts them"));
}

TEST_F(Learning, ARowForEachCellWithItsParameters)
{
    const nlohmann::json result = compared({"rows.prototxt", "--cells", "lstm,gru,rnn,bidirectional_gru", "--data",
                                            "digits", "--iterations", "3", "--seeds", "1"});
    ASSERT_EQ(result.at("rows").size(), 4u);
    const auto parameters = [&](std::size_t row) { return result.at("rows")[row].at("parameters").get<int>(); };
    EXPECT_EQ(result.at("rows")[1].at("name"), "gru");
    EXPECT_EQ(parameters(0), 4 * 6 * (28 + 6 + 1) + 7 * 10);
    EXPECT_EQ(parameters(1), 3 * 6 * (28 + 6 + 2) + 7 * 10);
    EXPECT_EQ(parameters(2), 6 * (28 + 6 + 1) + 7 * 10);
    EXPECT_EQ(parameters(3), 2 * 3 * 6 * (28 + 6 + 2) + 13 * 10);
    EXPECT_THAT(result.at("verdict"), ElementsAre(HasSubstr("times as fast as"), HasSubstr("after the same time")))
        << "no two rows train the same net";
}

TEST_F(Learning, ARowForEachBatchAfterTheSameEpochs)
{
    const nlohmann::json result =
        compared({"series.prototxt", "--batch", "8,64", "--data", "waves.csv", "--epochs", "2", "--seeds", "1"});
    ASSERT_EQ(result.at("rows").size(), 2u);
    EXPECT_EQ(result.at("rows")[0].at("batch"), 8);
    EXPECT_EQ(result.at("rows")[1].at("batch"), 64);
    EXPECT_GT(result.at("rows")[0].at("steps_per_epoch"), 4 * result.at("rows")[1].at("steps_per_epoch").get<double>());
    EXPECT_EQ(result.at("rows")[0].at("epochs").size(), result.at("rows")[1].at("epochs").size());
}

TEST_F(Learning, WhatRefusesKeepsARowWithTheReasonAndTheOthersGoOn)
{
    const Outcome outcome = done({"compare", "series.prototxt", "--engines", "caffe,cuda:7/cudnn,onednn", "--data",
                                  "waves.csv", "--iterations", "2", "--seeds", "2", "--threads", "1", "--markdown"});
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("| caffe |"), HasSubstr("| onednn |"), HasSubstr("| why not |"),
                                   HasSubstr("| evaluate | predict |"), HasSubstr("| cuda:7/cudnn | - |"),
                                   HasSubstr("- onednn reaches mae")));
}

TEST_F(Learning, ABatchThatTheDataDoNotFillIsARefusal)
{
    const nlohmann::json result =
        compared({"series.prototxt", "--batch", "16,100000", "--data", "waves.csv", "--epochs", "1", "--seeds", "1"});
    ASSERT_EQ(result.at("rows").size(), 1u);
    ASSERT_EQ(result.at("refused").size(), 1u);
    EXPECT_EQ(result.at("refused")[0].at("name"), "batch 100000");
    EXPECT_THAT(result.at("refused")[0].at("reason").get<std::string>(), HasSubstr("a batch takes 100000"));
}

TEST_F(Learning, TextsLearnForEpochsToo)
{
    const nlohmann::json result =
        compared({"tiny.prototxt", "--engines", "caffe,onednn", "--data", "text.txt", "--epochs", "1", "--seeds", "1"});
    ASSERT_EQ(result.at("rows").size(), 2u);
    EXPECT_EQ(result.at("metric"), "bits_per_char");
    EXPECT_GT(result.at("rows")[0].at("per_second"), 0);
    EXPECT_TRUE(result.at("rows")[0].at("predict_seconds").is_null()) << "a text has no sequences to answer";
    EXPECT_THAT(result.at("verdict")[1].get<std::string>(), HasSubstr("one seed"));
}

TEST_F(Learning, BadInputIsThreeAndOneSentence)
{
    EXPECT_TRUE(isRefused(hamnet({"compare", "series.prototxt", "--data", "none.csv"}), "none.csv"));
    EXPECT_TRUE(
        isRefused(hamnet({"compare", "series.prototxt", "--data", "waves.csv", "--cells", "lstm,elman"}), "\"elman\""));
    const Outcome batches = hamnet({"compare", "series.prototxt", "--data", "waves.csv", "--batch", "8,-1"});
    EXPECT_EQ(batches.exitCode, 2);
    EXPECT_THAT(batches.err, HasSubstr("found -1"));
    EXPECT_EQ(hamnet({"compare", "series.prototxt", "--data", "waves.csv", "--text", "9"}).exitCode, 2);
    EXPECT_EQ(hamnet({"compare", "series.prototxt", "--epochs", "1", "--iterations", "1"}).exitCode, 2);
    EXPECT_EQ(hamnet({"compare", "series.prototxt", "--batch", "8,16", "--iterations", "1"}).exitCode, 2);
}

TEST_F(Learning, BenchTimesTrainingAndAnswering)
{
    const Outcome outcome = done({"bench", "series.prototxt", "--data", "waves.csv", "--engines", "caffe,cuda:7/fused",
                                  "--seconds", "0.05", "--threads", "1", "--json"});
    const std::vector<nlohmann::json> rows = jsonLines(outcome.out);
    ASSERT_EQ(rows.size(), 2u);
    for (const char* key : {"train_step_ms", "train_per_second", "train_gflops", "use_ms", "use_per_second",
                            "use_gflops", "peak_memory"}) {
        EXPECT_GT(rows[0].at(key), 0) << key;
    }
    EXPECT_EQ(rows[0].at("batch_units"), 16);
    EXPECT_EQ(rows[1].at("engine"), "cuda:7/fused");
    EXPECT_FALSE(rows[1].at("refusal").get<std::string>().empty());
}

// Nets that differ in one respect

TEST(NetVariants, KeepUnitsAndTakeTheWeightsOfTheirCell)
{
    const engine::Model lstm = engine::readModel(rowsModel(), "rows");
    const engine::Model gru = contest::withCell(lstm, "GRU");
    EXPECT_EQ(gru, contest::withCell(engine::readModel(rowsModel("GRU"), "rows"), "gru"))
        << "a cell that is there stays";
    EXPECT_EQ(contest::withCell(lstm, "Bidirectional_RNN_Relu"), contest::withCell(lstm, "bidirectional_rnn_relu"));
    EXPECT_EQ(engine::writeModel(contest::withCell(gru, "lstm")), engine::writeModel(lstm));
    EXPECT_THAT(engine::writeModel(contest::withCell(gru, "rnn_relu")), HasSubstr("activation: RELU"));
    EXPECT_THAT(engine::writeModel(contest::withCell(contest::withCell(lstm, "rnn_relu"), "lstm")),
                Not(HasSubstr("activation")));
}

TEST(NetVariants, ReadInBothDirectionsOnlyWhereTheNameSaysSo)
{
    const engine::Model lstm = engine::readModel(rowsModel(), "rows");
    const engine::Model both = contest::withCell(lstm, "bidirectional_lstm");
    EXPECT_THAT(engine::writeModel(both), HasSubstr("bidirectional: true"));
    EXPECT_EQ(engine::writeModel(contest::withCell(both, "lstm")), engine::writeModel(lstm));
    EXPECT_EQ(engine::writeModel(contest::withCell(both, "bidirectional_lstm")), engine::writeModel(both));
    EXPECT_THAT(engine::writeModel(contest::withCell(both, "gru")), Not(HasSubstr("bidirectional")));
    EXPECT_NO_THROW(static_cast<void>(engine::inferSizes(contest::withCell(both, "gru"))));
}

TEST(NetVariants, TakeTypedCellsOfTheLibraryAndOfFiles)
{
    const engine::Model lstm = engine::readModel(rowsModel(), "rows");
    const engine::Model janet = contest::withCell(lstm, "cell:janet");
    EXPECT_THAT(engine::writeModel(janet), HasSubstr("cell: \"janet\""));
    EXPECT_EQ(engine::writeModel(contest::withCell(janet, "lstm")), engine::writeModel(lstm));
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "my.cell").string();
    std::ofstream(file) << "h = tanh(W x + U h[t-1])\n";
    const engine::Model own = contest::withCell(janet, "bidirectional_cell:" + file);
    EXPECT_THAT(engine::writeModel(own), HasSubstr("equations: \"h = tanh(W x + U h[t-1])\\n\""));
    EXPECT_THAT(engine::writeModel(own), HasSubstr("bidirectional: true"));
    EXPECT_THAT(engine::writeModel(own), Not(HasSubstr("janet")));
    EXPECT_NO_THROW(static_cast<void>(engine::inferSizes(own)));
    EXPECT_THROW(static_cast<void>(contest::withCell(lstm, "cell:jannet")), engine::Error);
}

TEST(NetVariants, WantAKnownCellAndARecurrentLayer)
{
    const engine::Model lstm = engine::readModel(rowsModel(), "rows");
    EXPECT_THROW(static_cast<void>(contest::withCell(lstm, "transformer")), engine::Error);
    engine::Model none = lstm;
    none.layers.erase(none.layers.begin() + 1);
    EXPECT_THROW(static_cast<void>(contest::withCell(none, "gru")), engine::Error);
}

TEST(NetVariants, HaveTheBatchOfSequencesAndOfTexts)
{
    const auto batchOf = [](const engine::Model& model) {
        return engine::inferSizes(model).front().sizes.outputs.front()[1];
    };
    EXPECT_EQ(batchOf(engine::withStreams(engine::readModel(rowsModel(), "rows"), 7)), 7);
    EXPECT_EQ(batchOf(engine::withStreams(engine::readModel(tinyModel(), "tiny"), 7)), 7);
}

TEST(Schedules, AreSpreadOverAsManyEpochsWithAnotherBatch)
{
    for (const std::string settings :
         {"lr_policy: \"cosine\" max_iter: 1600 warmup_iter: 80", "lr_policy: \"poly\" max_iter: 1600 power: 2",
          "lr_policy: \"step\" stepsize: 160 gamma: 0.5", "lr_policy: \"exp\" gamma: 0.999",
          "lr_policy: \"inv\" gamma: 0.01 power: 0.75", "lr_policy: \"sigmoid\" stepsize: 800 gamma: 0.01",
          "lr_policy: \"multistep\" stepvalue: 400 stepvalue: 1200 gamma: 0.1",
          "lr_policy: \"fixed\" warmup_iter: 160"}) {
        const engine::SolverSettings solver = engine::readSolver("base_lr: 0.1 " + settings, "solver");
        const engine::Params own = engine::completeParams(solver);
        for (const int factor : {2, 8}) {
            const engine::Params more = engine::completeParams(contest::withSchedule(solver, factor));
            const engine::Params less = engine::completeParams(contest::withSchedule(solver, 1.0 / factor));
            for (std::int64_t iteration = 160; iteration <= 1600; iteration += 80) {
                const double rate = engine::learningRate(own, iteration);
                EXPECT_NEAR(engine::learningRate(more, iteration * factor), rate, 1e-9) << settings << iteration;
                EXPECT_NEAR(engine::learningRate(less, iteration / factor), rate, 1e-9) << settings << iteration;
            }
        }
        EXPECT_TRUE(contest::hasSchedule(solver));
    }
    EXPECT_FALSE(contest::hasSchedule(engine::readSolver("base_lr: 0.1 lr_policy: \"fixed\"", "solver")));
}

TEST_F(Learning, SaysThatRatesFollowTheEpochsOfEachBatch)
{
    write("series_solver.prototxt", "base_lr: 0.01 lr_policy: \"cosine\" max_iter: 100\n");
    const Outcome outcome = done({"compare", "series.prototxt", "--batch", "8,64", "--data", "waves.csv", "--epochs",
                                  "1", "--seeds", "1", "--json"});
    EXPECT_THAT(outcome.err, HasSubstr("the solver's learning rates are for a batch of 16; with another batch they are "
                                       "spread over as many epochs"));
}
