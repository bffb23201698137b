// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

using engine::EndReason;
using engine::Judgement;

namespace {

std::vector<Judgement> verdictCurve(const std::vector<double>& losses)
{
    std::vector<Judgement> curve;
    for (const double loss : losses) {
        curve.push_back({.iteration = 200 * static_cast<std::int64_t>(curve.size() + 1), .value = loss});
    }
    return curve;
}

const std::vector<double> overfitted = {2.1, 1.7, 1.55, 1.47, 1.443, 1.46, 1.49, 1.53, 1.58, 1.63};
const std::vector<double> level = {2.1, 1.7, 1.50, 1.445, 1.443, 1.445, 1.444, 1.446, 1.444, 1.445};
const std::vector<double> improving = {2.1, 1.9, 1.75, 1.65, 1.58, 1.53, 1.49, 1.46, 1.435, 1.41};

engine::LossMean falling(std::int64_t iteration)
{
    return {.mean = 2.5 - static_cast<double>(iteration) / 1000, .error = 0.005};
}

engine::LossMean flat(std::int64_t)
{
    return {.mean = 1.5, .error = 0.005};
}

std::string said(EndReason reason, const std::vector<double>& losses, const engine::TrainingLossAt& training = falling)
{
    const auto curve = verdictCurve(losses);
    return engine::inWords(
        engine::verdictOf({.reason = reason, .iteration = 2000, .validations = curve, .trainingAt = training}));
}

} // namespace

TEST(RunVerdict, SaysThatAFinishedRunOverfits)
{
    EXPECT_EQ(said(EndReason::Iterations, overfitted), "Finished: best 1.443 at 1,000; since then it overfits.");
}

TEST(RunVerdict, OfACurveIsThatOfItsNumbers)
{
    engine::Curve curve;
    for (std::int64_t iteration = 1; iteration <= 2000; ++iteration) {
        curve.append({.iteration = iteration,
                      .loss = 2.5 - static_cast<double>(iteration) / 1000 + (iteration % 2 == 0 ? 0.05 : -0.05),
                      .validationLoss = std::nan("")});
        if (iteration % 200 == 0) {
            curve.validate(overfitted[static_cast<std::size_t>(iteration / 200) - 1]);
        }
    }
    EXPECT_EQ(engine::inWords(engine::verdictOf(curve, EndReason::Iterations)),
              "Finished: best 1.443 at 1,000; since then it overfits.");
    EXPECT_EQ(engine::verdictOf(curve, EndReason::Stopped).iteration, 2000);
    EXPECT_NEAR(engine::verdictOf(curve, EndReason::Stopped).trainingLoss, 2.5 - 1.9505, 1e-9)
        << "the mean of the last 100";
}

/// The loss rises since 1,000 while the accuracy goes up to the end, as of a classifier that grows surer.
TEST(RunVerdict, SpeaksOfTheAccuracyWhereThatTellsTheBest)
{
    engine::Curve curve;
    std::vector<engine::MetricPoint> accuracies, errors;
    for (std::int64_t iteration = 1; iteration <= 2000; ++iteration) {
        curve.append({.iteration = iteration,
                      .loss = 2.5 - static_cast<double>(iteration) / 1000,
                      .validationLoss = std::nan("")});
        if (iteration % 200 == 0) {
            const auto number = static_cast<std::size_t>(iteration / 200) - 1;
            curve.validate(overfitted[number]);
            accuracies.push_back({.iteration = iteration, .name = "accuracy", .value = 1 - improving[number] / 10});
            errors.push_back({.iteration = iteration, .name = "mae", .value = level[number]});
        }
    }
    EXPECT_EQ(engine::inWords(engine::verdictOf(curve, EndReason::Iterations)),
              "Finished: best 1.443 at 1,000; since then it overfits.");
    EXPECT_EQ(engine::inWords(engine::verdictOf(curve, EndReason::Iterations, "accuracy", accuracies)),
              "Finished: best accuracy 85.9 % at 2,000 and still improving: train for more iterations.");
    EXPECT_EQ(engine::inWords(engine::verdictOf(curve, EndReason::Stopped, "mae", errors)),
              "Stopped: best MAE 1.443 at 1,000.");
}

TEST(RunVerdict, OfAnEmptyCurveKnowsNothing)
{
    const engine::RunVerdict verdict = engine::verdictOf(engine::Curve(), EndReason::Stopped);
    EXPECT_EQ(verdict.iteration, 0);
    EXPECT_TRUE(std::isnan(verdict.trainingLoss));
    EXPECT_FALSE(verdict.best);
}

TEST(RunVerdict, SaysThatARunWasStillGettingBetter)
{
    EXPECT_EQ(said(EndReason::Iterations, improving),
              "Finished: best 1.410 at 2,000 and still improving: train for more iterations.");
}

TEST(RunVerdict, AsksForNoMoreIterationsWhereNothingIsLeftToLearn)
{
    std::vector<double> tiny;
    for (const double loss : improving) {
        tiny.push_back(loss / 10'000);
    }
    EXPECT_EQ(said(EndReason::Iterations, tiny), "Finished: best 0.00014 at 2,000.");
    const auto curve = verdictCurve(improving);
    engine::RunHistory history{
        .reason = EndReason::Iterations, .iteration = 2000, .validations = curve, .trainingAt = falling, .accuracy = 1};
    EXPECT_EQ(engine::inWords(engine::verdictOf(history)), "Finished: best 1.410 at 2,000.");
    history.accuracy = 0.99;
    EXPECT_EQ(engine::verdictOf(history).trend, engine::RunVerdict::Trend::Improving);
}

TEST(RunVerdict, SaysNoMoreThanTheBestOfALevelRun)
{
    EXPECT_EQ(said(EndReason::Iterations, level), "Finished: best 1.443 at 1,000.");
}

TEST(RunVerdict, SaysHowItEnded)
{
    EXPECT_EQ(said(EndReason::Stopped, level), "Stopped: best 1.443 at 1,000.");
    EXPECT_EQ(said(EndReason::TargetLoss, level), "Finished at the target loss: best 1.443 at 1,000.");
    EXPECT_EQ(said(EndReason::TimeLimit, level), "Finished at the time limit: best 1.443 at 1,000.");
    EXPECT_EQ(said(EndReason::EarlyStop, level),
              "Stopped early, as validation no longer improved: best 1.443 at 1,000.");
}

TEST(RunVerdict, NeverSaysThatARunImprovesThatWasStoppedSinceItDidNot)
{
    EXPECT_EQ(said(EndReason::EarlyStop, improving),
              "Stopped early, as validation no longer improved: best 1.410 at 2,000.");
}

TEST(RunVerdict, SaysWhereARunDivergedAndWhatHelps)
{
    EXPECT_EQ(said(EndReason::Diverged, level),
              "Diverged at iteration 2,000: the loss or a gradient is no longer a number. Try a lower learning rate or "
              "stronger gradient clipping.");
}

TEST(RunVerdict, SaysWhereNothingWasLearned)
{
    const auto none = [](std::int64_t) {
        return engine::LossMean{.mean = std::numeric_limits<double>::quiet_NaN(), .error = 0};
    };
    EXPECT_EQ(engine::inWords(engine::verdictOf(
                  {.reason = EndReason::Stopped, .iteration = 0, .validations = {}, .trainingAt = none})),
              "Stopped: no iteration was finished.");
}

/// A training loss that falls is no reason for more iterations where nothing tells whether the net only memorizes.
TEST(RunVerdict, SaysThatNothingIsHeldOutWithTheSettingThatHoldsOutATenth)
{
    engine::RunVerdict verdict = engine::verdictOf(
        {.reason = EndReason::Iterations, .iteration = 2000, .validations = {}, .trainingAt = falling});
    verdict.holdsOutNothing = "SEQUENCEDATA";
    EXPECT_EQ(
        engine::inWords(verdict),
        "Finished: mean training loss 0.500 at 2,000; nothing is held out, so nothing shows how the net does on new "
        "data; validation: 0.1 of SEQUENCEDATA holds out a tenth.");
    const auto curve = verdictCurve(level); // validated before it went on without held-out data
    verdict = engine::verdictOf(
        {.reason = EndReason::Stopped, .iteration = 2000, .validations = curve, .trainingAt = falling});
    verdict.holdsOutNothing = "SEQUENCEDATA";
    EXPECT_EQ(engine::inWords(verdict), "Stopped: best 1.443 at 1,000.");
}

TEST(RunVerdict, GoesByTheTrainingLossWithoutValidations)
{
    EXPECT_EQ(said(EndReason::Iterations, {}),
              "Finished: mean training loss 0.500 at 2,000 and still improving: train for more iterations.");
    EXPECT_EQ(said(EndReason::Iterations, {}, flat), "Finished: mean training loss 1.500 at 2,000.");
}
