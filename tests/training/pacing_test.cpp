// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/graph/error.h"
#include "engine/training/run/thermal_guard.h"
#include "engine/training/run/training_run.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace engine {

namespace {

/// A device that gets warmer by its work and cooler by itself, and a guard that sees whole degrees twice a second.
struct Heater {
    double room = 35, fullWork = 50; ///< °C; what it is above the room's in the end
    double seconds = 10;             ///< after which two thirds of a change have happened

    struct Outcome {
        double hottest, coolest, meanWork; ///< over the last third of the time
    };
    Outcome under(ThermalGuard guard, double limit) const
    {
        constexpr double tick = 0.5;
        constexpr int ticks = 2400;
        double celsius = room, work = 0;
        Outcome outcome{.hottest = room, .coolest = limit, .meanWork = 0};
        for (int turn = 0; turn < ticks; ++turn) {
            const double share = 1 - guard.restShare();
            celsius += (room + fullWork * share - celsius) * (1 - std::exp(-tick / seconds));
            guard.note(std::floor(celsius), tick);
            if (turn >= ticks * 2 / 3) {
                outcome.hottest = std::max(outcome.hottest, celsius);
                outcome.coolest = std::min(outcome.coolest, celsius);
                work += share;
            }
        }
        outcome.meanWork = work / (ticks / 3);
        return outcome;
    }
};

/// A gauge that shows what the test says.
class TestGauge : public DeviceGauge {
public:
    explicit TestGauge(const Vitals& vitals) : m_vitals(vitals) {}
    Vitals now() override
    {
        if (m_vitals.joules) {
            *m_vitals.joules += 30;
        }
        return m_vitals;
    }
    Vitals latest() const override { return m_vitals; }
    std::vector<Vitals> each() const override { return {m_vitals}; }
    std::string place() const override { return "GPU"; }
    void show(double celsius) { m_vitals.celsius = celsius; }

private:
    Vitals m_vitals;
};

} // namespace

TEST(ThermalGuardTest, LetsACoolDeviceWork)
{
    ThermalGuard guard(80);
    guard.note(80, 1);
    EXPECT_FALSE(guard.paces());
    EXPECT_EQ(guard.restShare(), 0);
}

TEST(ThermalGuardTest, HoldsADeviceUnderTheLimitWithoutSwinging)
{
    constexpr double limit = 75;
    for (const double seconds : {1.0, 10.0, 60.0}) {
        const Heater heater{.seconds = seconds};
        const Heater::Outcome outcome = heater.under(ThermalGuard(limit), limit);
        EXPECT_LE(outcome.hottest, limit + 0.5) << seconds;
        EXPECT_GE(outcome.coolest, limit - 2.5) << seconds;
        const double possible = (limit - heater.room) / heater.fullWork; // at the limit all the time
        EXPECT_GE(outcome.meanWork, possible - 0.03) << seconds;
    }
}

TEST(ThermalGuardTest, LetsADeviceGoOnceItIsThreeDegreesCooler)
{
    ThermalGuard guard(80);
    guard.note(84, 1);
    EXPECT_TRUE(guard.paces());
    EXPECT_GT(guard.restShare(), 0.2);
    for (int turn = 0; turn < 100; ++turn) {
        guard.note(78, 1);
    }
    EXPECT_TRUE(guard.paces()) << "two degrees are not enough";
    guard.note(77, 1);
    EXPECT_FALSE(guard.paces());
    EXPECT_EQ(guard.restShare(), 0);
}

TEST(ThermalGuardTest, StopsWhatIsFarTooHot)
{
    ThermalGuard guard(60);
    guard.note(95, 1);
    EXPECT_EQ(guard.restShare(), 1);
}

class PacedRun : public testing::Test {
protected:
    /// Until requestStop() or what the settings say.
    EndEvent run(const RunSettings& settings, DeviceGauge& gauge, const EventSink& sink)
    {
        CpuDevice device(cpuBackend(), 1);
        Trainer trainer(m_run.description(), Corpus(m_folder.write("rhyme.txt", rhyme()), Encoding::Bytes), device);
        std::optional<EndEvent> end;
        m_stop = {};
        m_steps = 0;
        m_begin = Clock::now();
        engine::Run(trainer, &gauge).go(settings, m_stop.get_token(), [&](const Event& event) {
            m_steps += std::holds_alternative<TrainEvent>(event) ? 1 : 0;
            if (const auto* one = std::get_if<EndEvent>(&event)) {
                end = *one;
            }
            sink(event);
        });
        return end.value();
    }

    double wholeSeconds() const { return std::chrono::duration<double>(Clock::now() - m_begin).count(); }

    /// Whether a hot run has rested by now: between its steps, each time it has worked for a tenth of a second.
    bool hasRested() const { return m_steps >= 10 && wholeSeconds() > 0.5; }

    void requestStop() { m_stop.request_stop(); }

    SmallRun m_run;
    TemporaryFolder m_folder;
    int m_steps = 0;

private:
    using Clock = std::chrono::steady_clock;

    std::stop_source m_stop;
    Clock::time_point m_begin;
};

TEST_F(PacedRun, SaysWhenItBeginsAndEndsAndDoesNotCountTheRests)
{
    TestGauge gauge({.celsius = 90, .joules = {}});
    std::vector<PacingEvent> changes;
    const EndEvent end = run({.limits = {.iterations = 100'000'000, .maxTemperature = 80}, .reportEvery = 1}, gauge,
                             [&](const Event& event) {
                                 if (const auto* change = std::get_if<PacingEvent>(&event)) {
                                     changes.push_back(*change);
                                 }
                                 if (changes.size() == 2) {
                                     requestStop();
                                 } else if (hasRested()) {
                                     gauge.show(60);
                                 }
                             });
    ASSERT_EQ(changes.size(), 2u);
    EXPECT_TRUE(changes[0].paced);
    EXPECT_EQ(changes[0].celsius, 90);
    EXPECT_EQ(changes[0].limit, 80);
    EXPECT_EQ(changes[0].place, "GPU");
    EXPECT_FALSE(changes[1].paced);
    EXPECT_GT(end.pacedSeconds, 0.05);
    EXPECT_GE(wholeSeconds(), end.seconds + end.pacedSeconds) << "cooling is not counted in the run's time";
}

TEST_F(PacedRun, TellsAtItsEndWhatEachOfSeveralDevicesTook)
{
    struct TwoDevices : TestGauge {
        TwoDevices() : TestGauge({.celsius = 50, .joules = 100}) {}
        std::vector<Vitals> each() const override
        {
            return {{.joules = 70 + 10.0 * ++m_asked, .name = "one", .utilisationPercent = 97},
                    {.joules = {}, .name = "two"}};
        }
        mutable int m_asked = 0;
    } gauge;
    std::vector<MetersEvent> told;
    run({.limits = {.iterations = 3}, .reportEvery = 1}, gauge, [&](const Event& event) {
        if (const auto* meters = std::get_if<MetersEvent>(&event)) {
            told.push_back(*meters);
        }
    });
    ASSERT_FALSE(told.empty());
    const MetersEvent& last = told.back();
    ASSERT_EQ(last.devices.size(), 2u);
    EXPECT_EQ(last.iteration, 3);
    EXPECT_EQ(last.devices[0].name, "one");
    EXPECT_EQ(last.devices[0].joules, 10 * static_cast<double>(told.size())) << "since the run's start";
    EXPECT_EQ(last.devices[0].utilisationPercent, 97);
    EXPECT_FALSE(last.devices[1].joules);
}

TEST_F(PacedRun, NumbersAreThoseOfARunThatDoesNotRest)
{
    double rested = 0;
    const auto losses = [&](const RunSettings& settings) {
        TestGauge gauge({.celsius = 81, .joules = {}});
        std::vector<double> all;
        rested = run(settings, gauge, [&](const Event& event) {
                     if (const auto* step = std::get_if<TrainEvent>(&event)) {
                         all.push_back(step->loss);
                     }
                     if (settings.limits.maxTemperature && hasRested()) {
                         requestStop();
                     }
                 }).pacedSeconds;
        return all;
    };
    const std::vector<double> paced =
        losses({.limits = {.iterations = 100'000'000, .maxTemperature = 80}, .reportEvery = 1});
    EXPECT_GT(rested, 0);
    EXPECT_EQ(paced, losses({.limits = {.iterations = std::ssize(paced)}, .reportEvery = 1}));
    EXPECT_EQ(rested, 0);
}

TEST_F(PacedRun, WithoutASensorItIsRefusedBeforeItBegins)
{
    TestGauge gauge({});
    Witness witness;
    try {
        run({.limits = {.iterations = 3, .maxTemperature = 80}}, gauge, witness.sink());
        FAIL() << "it trained";
    } catch (const UnavailableError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("GPU does not report its temperature"));
    }
    EXPECT_TRUE(witness.events.empty());
}

TEST_F(PacedRun, TellsTheEnergyOfARun)
{
    TestGauge gauge({.celsius = {}, .joules = 1000}); // 30 J between two questions
    const EndEvent end = run({.limits = {.iterations = 5}}, gauge, [](const Event&) {});
    EXPECT_THAT(end.joules, testing::Optional(30.0));
    const double characters = 5.0 * static_cast<double>(m_run.steps * m_run.streams);
    EXPECT_THAT(end.joulesPerThousand, testing::Optional(testing::DoubleNear(1000 * 30 / characters, 1e-9)));
}

TEST_F(PacedRun, EnergyThatIsNotToldIsNotZero)
{
    TestGauge gauge({.celsius = 50, .joules = {}});
    const EndEvent end = run({.limits = {.iterations = 2}}, gauge, [](const Event&) {});
    EXPECT_FALSE(end.joules || end.joulesPerThousand);
}

} // namespace engine
