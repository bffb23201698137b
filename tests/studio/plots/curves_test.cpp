// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_curves.h"
#include "app/studio/plots/run_meter.h"
#include "app/studio/plots/words.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

using namespace studio;

namespace {

engine::CurvePoint point(std::int64_t iteration, double loss)
{
    return {.iteration = iteration,
            .seconds = 0.5 * static_cast<double>(iteration),
            .loss = loss,
            .learningRate = 0.1,
            .gradientNorm = 2 * loss};
}

RunCurves run(const std::vector<float>& losses)
{
    engine::RunLog log;
    for (const float loss : losses) {
        log.curve.append(point(static_cast<std::int64_t>(log.curve.size()) + 1, static_cast<double>(loss)));
    }
    RunCurves curves;
    curves.follow(log);
    return curves;
}

std::vector<float> noise(std::size_t count)
{
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (std::size_t index = 0; index < count; ++index) {
        values[index] = 2 + normal(random);
    }
    return values;
}

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

} // namespace

TEST(Series, FindsTheExtremesThatALookAtEachValueFinds)
{
    std::vector<float> values = noise(100'000);
    values[777] = notANumber;
    values[778] = std::numeric_limits<float>::infinity();
    Series series;
    for (const float value : values) {
        series.append(value);
    }
    std::mt19937 random(1);
    for (int trial = 0; trial < 300; ++trial) {
        std::size_t first = random() % values.size(), last = random() % values.size();
        if (first > last) {
            std::swap(first, last);
        }
        float least = HUGE_VALF, most = -HUGE_VALF;
        for (std::size_t index = first; index <= last; ++index) {
            if (std::isfinite(values[index])) {
                least = std::min(least, values[index]);
                most = std::max(most, values[index]);
            }
        }
        const std::optional<Series::Extremes> found = series.extremes(first, last + 1);
        ASSERT_TRUE(found) << first << " " << last;
        EXPECT_EQ(series.at(found->least), least) << first << " " << last;
        EXPECT_EQ(series.at(found->most), most) << first << " " << last;
    }
}

TEST(Series, HasNoExtremesWhereNothingIsANumber)
{
    Series series;
    series.append(notANumber);
    series.append(notANumber);
    EXPECT_FALSE(series.extremes(0, 2));
    EXPECT_THAT(series.notFinite(), testing::ElementsAre(Series::Range{0, 2}));
}

TEST(Smoother, IsTheMeanOfTheLastTen)
{
    std::vector<float> losses = noise(1'000);
    losses[500] = 1e30F; // gone without a trace ten values later
    Smoother smoother(10);
    for (std::size_t index = 0; index < losses.size(); ++index) {
        const std::size_t first = index < 9 ? 0 : index - 9;
        double sum = 0;
        for (std::size_t one = first; one <= index; ++one) {
            sum += static_cast<double>(losses[one]);
        }
        const double mean = sum / static_cast<double>(index + 1 - first);
        ASSERT_NEAR(smoother.next(static_cast<double>(losses[index])), mean, 1e-12 * std::abs(mean)) << index;
    }
}

TEST(Smoother, SkipsWhatIsNoNumber)
{
    Smoother with(10), without(10);
    with.next(4);
    without.next(4);
    with.next(notANumber);
    EXPECT_EQ(with.next(2), without.next(2));
}

TEST(RunCurves, SmoothOverAllPointsHoweverTheyCame)
{
    const std::vector<float> losses = noise(5'000);
    RunCurves before, after = run(losses);
    before.setSmoothing(33);
    engine::RunLog log;
    for (const float loss : losses) {
        log.curve.append(point(static_cast<std::int64_t>(log.curve.size()) + 1, static_cast<double>(loss)));
        before.follow(log);
    }
    after.setSmoothing(33);
    after.update();
    Smoother smoother(33);
    for (std::size_t index = 0; index < losses.size(); ++index) {
        const auto expected = static_cast<float>(smoother.next(losses[index]));
        ASSERT_EQ(before.smoothed(Measure::Loss).at(index), expected) << index;
        ASSERT_EQ(after.smoothed(Measure::Loss).at(index), expected) << index;
    }
}

TEST(RunCurves, ShowTheRawValuesWhereSmoothingIsOff)
{
    RunCurves curves = run({3, 1, 2});
    curves.setSmoothing(10);
    curves.setSmoothing(0);
    curves.update();
    EXPECT_EQ(curves.smoothed(Measure::Loss).at(1), 1);
}

TEST(RunCurves, ForgetWhatARollbackRunsAgain)
{
    RunCurves curves = run({5, 4, 3, 9, 9});
    curves.setSmoothing(2);
    engine::RunLog again{.curve = curves.points()};
    again.curve.cut(3);
    again.curve.append(point(4, 2));
    curves.follow(again);
    RunCurves straight = run({5, 4, 3, 2});
    straight.setSmoothing(2);
    straight.update();
    ASSERT_EQ(curves.points().size(), 4u);
    EXPECT_EQ(curves.points().back().iteration, 4);
    EXPECT_EQ(curves.smoothed(Measure::Loss).at(3), straight.smoothed(Measure::Loss).at(3));
}

TEST(RunCurves, KnowTheLowestLoss)
{
    RunCurves run;
    EXPECT_EQ(run.lowestLoss(), nullptr);
    engine::RunLog log;
    for (const double loss : {2.5, 1.75, static_cast<double>(notANumber), 1.9}) {
        log.validations.push_back({.iteration = std::ssize(log.validations) + 1, .loss = loss});
    }
    run.follow(log);
    ASSERT_NE(run.lowestLoss(), nullptr);
    EXPECT_EQ(run.lowestLoss()->iteration, 2);
}

TEST(RunPlaces, PlaceAnIterationBetweenItsNeighbours)
{
    RunCurves curves;
    curves.follow({.start = {.batchUnits = 100}, .curve = {point(10, 1), point(20, 1)}});
    EXPECT_DOUBLE_EQ(curves.places(Along::Time).of(15), 7.5);
    EXPECT_DOUBLE_EQ(curves.places(Along::Characters).of(15), 1500);
    EXPECT_DOUBLE_EQ(curves.places(Along::Time).of(99), 10);
    EXPECT_EQ(curves.places(Along::Iteration).nearest(14), 0u);
    EXPECT_EQ(curves.places(Along::Iteration).nearest(16), 1u);
    EXPECT_EQ(curves.places(Along::Iteration).nearest(1e9), 1u);
}

TEST(RunPlaces, PlaceIterationsByTheirLogarithm)
{
    RunCurves curves;
    curves.follow({.curve = {point(1, 4), point(10, 3), point(1000, 2)}});
    EXPECT_DOUBLE_EQ(curves.places(Along::LogIteration).at(0), 0);
    EXPECT_DOUBLE_EQ(curves.places(Along::LogIteration).at(1), 1);
    EXPECT_DOUBLE_EQ(curves.places(Along::LogIteration).of(100), 2);
    EXPECT_EQ(curves.places(Along::LogIteration).firstAtOrAfter(1.5), 2u);
}

TEST(RunPlaces, PlaceIterationsByEpochsWhereTheseAreKnown)
{
    RunRecord record;
    record.curve = engine::Curve{point(10, 4), point(20, 3)};
    EXPECT_FALSE(RunCurves(record).places(Along::Epoch).areKnown());
    record.start.stepsPerEpoch = 20;
    const RunCurves curves(record);
    ASSERT_TRUE(curves.places(Along::Epoch).areKnown());
    EXPECT_DOUBLE_EQ(curves.places(Along::Epoch).at(1), 1);
}

TEST(RunCurves, HaveColumnsOfWhatIsDrawnAlone)
{
    constexpr auto gradientNorm = static_cast<Measure>(engine::columnOf(&engine::CurvePoint::gradientNorm));
    RunCurves curves = run({5, 4, 3});
    curves.setSmoothing(2);
    curves.setDrawn(CurveOptions().panes);
    curves.update();
    EXPECT_NE(curves.smoothed(Measure::Loss).at(2), 3);
    EXPECT_EQ(curves.raw(gradientNorm).size(), 0u);
    EXPECT_EQ(curves.value(gradientNorm, 2), 6);
    curves.setDrawn(everyPane);
    curves.update();
    EXPECT_NE(curves.smoothed(gradientNorm).at(2), 6);
    EXPECT_EQ(curves.smoothed(gradientNorm).size(), 3u);
}

TEST(RunCurves, ForgetARunForAnother)
{
    RunCurves curves = run({4, 3, 1});
    curves.setSmoothing(2);
    EXPECT_EQ(curves.raw(Measure::Loss).extremes(0, 3)->least, 2u);
    curves.follow({.curve = {point(7, 9)}});
    ASSERT_EQ(curves.points().size(), 1u);
    EXPECT_EQ(curves.smoothed(Measure::Loss).at(0), 9);
    EXPECT_EQ(curves.points().back().iteration, 7);
}

TEST(Thinning, KeepsEveryExtremeOfEachPixelColumn)
{
    std::vector<float> losses = noise(100'000);
    losses[54'321] = 50; // one spike among a hundred thousand
    losses[12'345] = -50;
    const RunCurves curves = run(losses);
    const std::vector<PlotPoint> points =
        thinned(curves.places(Along::Iteration), curves.raw(Measure::Loss), {.from = 1, .to = 100'000, .columns = 800});
    EXPECT_LE(points.size(), 2 * 801u + 2);
    EXPECT_THAT(points, testing::Contains(PlotPoint{54'322, 50}));
    EXPECT_THAT(points, testing::Contains(PlotPoint{12'346, -50}));
    EXPECT_EQ(points.front().place, 1);
    EXPECT_EQ(points.back().place, 100'000);
    for (std::size_t index = 1; index < points.size(); ++index) {
        ASSERT_LT(points[index - 1].place, points[index].place);
    }
}

TEST(Thinning, LeavesFewPointsAsTheyAreWithOneBeyondEitherEdge)
{
    const RunCurves curves = run({5, 4, notANumber, 3, 2, 1});
    const std::vector<PlotPoint> points =
        thinned(curves.places(Along::Iteration), curves.raw(Measure::Loss), {.from = 2.5, .to = 4.5, .columns = 100});
    ASSERT_EQ(points.size(), 4u);
    EXPECT_EQ(points[0], (PlotPoint{2, 4}));
    EXPECT_TRUE(std::isnan(points[1].value));
    EXPECT_EQ(points[3], (PlotPoint{5, 2}));
}

TEST(Thinning, MarksWhatIsNoNumberOnceAPixelColumn)
{
    std::vector<float> losses = noise(10'000);
    losses[99] = notANumber;
    for (std::size_t index = 9'000; index < losses.size(); ++index) {
        losses[index] = notANumber;
    }
    const RunCurves curves = run(losses);
    const std::vector<double> places = placesNotFinite(curves.places(Along::Iteration), curves.raw(Measure::Loss),
                                                       {.from = 0, .to = 10'000, .columns = 100});
    ASSERT_THAT(places, testing::SizeIs(testing::AllOf(testing::Ge(10u), testing::Le(12u))));
    EXPECT_EQ(places[0], 100);
    EXPECT_EQ(places[1], 9'001);
    const std::vector<PlotPoint> line =
        thinned(curves.places(Along::Iteration), curves.raw(Measure::Loss), {.from = 0, .to = 10'000, .columns = 100});
    EXPECT_TRUE(std::isnan(line.back().value));
}

TEST(MeterTrack, KeepsReadingsAsTheyCome)
{
    MeterTrack track;
    track.add({.seconds = 0.5, .utilisation = 10, .memoryShare = 40});
    track.add({.seconds = 1, .utilisation = 90, .memoryShare = 41});
    ASSERT_EQ(track.points().size(), 2U);
    EXPECT_FLOAT_EQ(track.points()[1].utilisation, 90);
    EXPECT_FLOAT_EQ(track.points()[0].memoryShare, 40);
}

TEST(MeterTrack, StaysBoundedAndKeepsTheMean)
{
    MeterTrack track;
    const int readings = 100'000;
    for (int index = 0; index < readings; ++index) {
        track.add({.seconds = 0.5 * index, .utilisation = index % 2 == 0 ? 0.0F : 100.0F, .memoryShare = 30});
    }
    EXPECT_LT(track.points().size(), MeterTrack::maxPoints);
    EXPECT_GT(track.points().size(), MeterTrack::maxPoints / 4);
    for (const MeterTrack::Point& point : track.points()) {
        ASSERT_FLOAT_EQ(point.utilisation, 50);
        ASSERT_FLOAT_EQ(point.memoryShare, 30);
    }
    EXPECT_NEAR(track.points().front().seconds, 0, 20);
    EXPECT_NEAR(track.points().back().seconds, 0.5 * readings, 20);
    EXPECT_GT(track.gap(), 0.5 * readings / static_cast<double>(track.points().size()));
}

TEST(MeterTrack, KeepsTheClockBesideTheTimeOfTraining)
{
    MeterTrack track;
    track.add({.seconds = 0, .clock = 4.5, .utilisation = 10, .memoryShare = 40});
    track.add({.seconds = 5, .clock = 5, .utilisation = 90, .memoryShare = 41}); // a step of five seconds
    EXPECT_LT(track.points()[1].clock - track.points()[0].clock, track.gap());
}

TEST(MeterTrack, ForgetsWhatLiesAfterAReturnToACheckpoint)
{
    MeterTrack track;
    for (int second = 0; second < 10; ++second) {
        track.add({.seconds = static_cast<double>(second), .utilisation = 50, .memoryShare = 30});
    }
    track.add({.seconds = 4, .utilisation = 80, .memoryShare = 30});
    ASSERT_EQ(track.points().size(), 5U);
    EXPECT_FLOAT_EQ(track.points().back().utilisation, 80);
}
