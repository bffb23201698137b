// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/run_record.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace studio {

namespace {

/// 1,000 iterations whose training loss falls by 0.001 each; a validation each 100.
RunRecord recordOf(const std::vector<double>& validations)
{
    RunRecord record;
    engine::Curve curve;
    for (std::int64_t iteration = 1; iteration <= 1000; ++iteration) {
        curve.append({.iteration = iteration, .loss = 2 - 0.001 * static_cast<double>(iteration)});
    }
    record.curve = curve;
    for (const double loss : validations) {
        record.validations.push_back(
            {.iteration = 100 * static_cast<std::int64_t>(record.validations.size() + 1), .loss = loss});
    }
    return record;
}

const std::vector<double> overfitted = {2.1, 1.7, 1.55, 1.47, 1.443, 1.46, 1.49, 1.53, 1.58, 1.63};

} // namespace

TEST(RunEnding, TakesTheMeanOfTheHundredIterationsBefore)
{
    const RunRecord record = recordOf({});
    EXPECT_NEAR(trainingLossAt(record, 500).mean, 2.0 - 0.001 * 450.5, 1e-6);
    EXPECT_NEAR(trainingLossAt(record, 500).error, 0.001 * std::sqrt(100.0 * 101 / 12) / 10, 1e-6);
    EXPECT_NEAR(trainingLossAt(record, 10).mean, 2.0 - 0.001 * 5.5, 1e-6);
    EXPECT_TRUE(std::isnan(trainingLossAt(record, 0).mean));
}

TEST(RunEnding, FindsTheBestCheckpointThatIsThere)
{
    const TemporaryFolder folder;
    RunRecord record = recordOf(overfitted);
    EXPECT_FALSE(bestCheckpointOf(record));
    record.checkpoints = {{.iteration = 500, .file = folder.write("best.hamnet", "x").string(), .best = true},
                          {.iteration = 1000, .file = folder.write("last.hamnet", "x").string(), .best = false}};
    ASSERT_TRUE(bestCheckpointOf(record));
    EXPECT_EQ(bestCheckpointOf(record)->file, record.checkpoints.front().file);
    std::filesystem::remove(record.checkpoints.front().file);
    EXPECT_FALSE(bestCheckpointOf(record));
}

} // namespace studio
