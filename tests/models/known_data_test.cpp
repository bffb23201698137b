// SPDX-License-Identifier: GPL-3.0-or-later
// The sample nets on data that people know; skipped where those are not there.
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/run/trainer.h"
#include "tests/support/known_data.h"

#include <gmock/gmock.h>

#include <cmath>

namespace engine {
namespace {

class KnownData : public testing::Test {
protected:
    /// Trains a sample of models/ and measures it on the test part.
    ValidationReport trained(const std::string& name, std::int64_t steps, Samples samples)
    {
        const RunDescription run{.model = readModelFile(sourceRoot() / "models" / (name + ".prototxt")),
                                 .solver = readSolverFile(sourceRoot() / "models" / (name + "_solver.prototxt")),
                                 .settings = {{"seed", std::int64_t{1}}}};
        samples.parts.at(static_cast<std::size_t>(Split::Validation)).clear(); // then validation takes the test part
        Trainer trainer(run, sampleSource(std::move(samples)), m_device);
        trainer.steps(steps, [](const TrainingSteps::Step&) {});
        return trainer.validate().value();
    }

    /// As the sample says.
    Samples samplesFor(const std::string& name, const std::filesystem::path& data) const
    {
        return readSamples(data, sampleSettings(readModelFile(sourceRoot() / "models" / (name + ".prototxt"))));
    }

    CpuDevice m_device{cpuBackend(), 0};
};

class Mnist : public KnownData {
protected:
    void SetUp() override
    {
        if (!std::filesystem::exists(m_folder)) {
            GTEST_SKIP() << "no " << m_folder << "; $HAMNET_KNOWN_DATA can name the folder that mnist is in";
        }
    }
    std::filesystem::path m_folder = knownData("mnist");
};

class Melbourne : public KnownData {
protected:
    void SetUp() override
    {
        if (!std::filesystem::exists(m_file)) {
            GTEST_SKIP() << "no " << m_file << "; $HAMNET_KNOWN_DATA can name the folder that series is in";
        }
    }
    std::filesystem::path m_file = knownData("series/daily-min-temperatures.csv");
};

} // namespace

TEST_F(Mnist, IsReadFromItsFourFiles)
{
    const Samples samples = samplesFor("rows_lstm", m_folder);
    EXPECT_EQ(samples.part(Split::Train).size(), 19'000u);
    ASSERT_EQ(samples.part(Split::Test).size(), 10'000u);
    EXPECT_EQ(samples.facts.classes, (std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}));
    std::vector<int> counts(10);
    for (const std::int32_t sample : samples.part(Split::Test)) {
        ++counts.at(static_cast<std::size_t>(samples.answers[static_cast<std::size_t>(sample)]));
    }
    EXPECT_THAT(counts, testing::ElementsAre(980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009));
    const std::int32_t seven = samples.part(Split::Test).front(); // its upper stroke lies in row 7
    EXPECT_FLOAT_EQ(samples.valueOf(seven, 7, 6), 84.0f / 255);
    EXPECT_EQ(samples.valueOf(seven, 0, 0), 0);
}

TEST_F(Mnist, IsLearnedByRowsWithinAnEpoch)
{
    const ValidationReport report = trained("rows_lstm", 148, samplesFor("rows_lstm", m_folder));
    EXPECT_EQ(report.units, 10'000);
    EXPECT_GT(valueOf(report.metrics, "accuracy"), 0.75);
}

TEST_F(Melbourne, IsReadAsTenYearsOfDays)
{
    const Samples samples = samplesFor("series_lstm", m_file);
    EXPECT_EQ(samples.count(), 3650 - 30);
    EXPECT_EQ(samples.part(Split::Test).size(), 730u) << "a fifth of the days";
    EXPECT_EQ(samples.facts.target, "Temp");
    EXPECT_EQ(samples.facts.inputs, std::vector<std::string>{"Temp"});
    EXPECT_NEAR(samples.facts.targetScale.mean, 11.2, 0.3) << "of the days that it learns from";
}

TEST_F(Melbourne, IsForecastBetterThanAsToday)
{
    const Samples samples = samplesFor("series_lstm", m_file);
    double asToday = 0;
    for (const std::int32_t sample : samples.part(Split::Test)) {
        const float today = samples.valueOf(sample, samples.layout.steps - 1, 0);
        asToday += std::abs(samples.answers[static_cast<std::size_t>(sample)] - today);
    }
    asToday *= samples.facts.targetScale.deviation / static_cast<double>(samples.part(Split::Test).size());
    EXPECT_NEAR(asToday, 1.95, 0.01);
    EXPECT_LT(valueOf(trained("series_lstm", 300, samples).metrics, "mae"), asToday - 0.1);
}

} // namespace engine
