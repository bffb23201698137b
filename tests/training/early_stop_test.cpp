// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/training/run/best.h"
#include "engine/training/run/training_run.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

#include <limits>

namespace engine {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::vector<Judgement> judgementsOf(const std::vector<double>& validationLosses)
{
    Curve curve;
    for (const double loss : validationLosses) {
        curve.append({.iteration = static_cast<std::int64_t>(curve.size()) + 1, .validationLoss = loss});
    }
    return judgements("loss", curve, {});
}

TEST(Patience, CountsFromTheBestValidation)
{
    EXPECT_EQ(validationsWithoutGain(judgementsOf({}), 1), 0);
    EXPECT_EQ(validationsWithoutGain(judgementsOf({3, 2, 1}), 1), 0);
    EXPECT_EQ(validationsWithoutGain(judgementsOf({3, 1, 2, 1, 4}), 1), 3) << "as good is no gain";
    EXPECT_EQ(validationsWithoutGain(judgementsOf({3, 1, none, 2}), 1), 1) << "nothing was validated at 3";
}

TEST(Patience, CountsOnlyValidationsThatWereDue)
{
    EXPECT_EQ(validationsWithoutGain(judgementsOf({1, 5, 2, 4, 3, 6}), 2), 1);
    EXPECT_EQ(validationsWithoutGain(judgementsOf({1, 5, 2, 4, 3, 6}), 0), 0) << "none is due but at the end of a run";
}

TEST(Patience, CountsByTheMetricThatIsAskedFor)
{
    const std::vector<MetricPoint> metrics = {{1, "accuracy", 0.5},  {1, "mae", 3},        {2, "accuracy", 0.9},
                                              {2, "mae", 1},         {3, "accuracy", 0.7}, {3, "mae", 2},
                                              {4, "accuracy", 0.95}, {4, "mae", 2}};
    EXPECT_EQ(validationsWithoutGain(judgements("accuracy", {}, metrics), 1), 0);
    EXPECT_EQ(validationsWithoutGain(judgements("mae", {}, metrics), 1), 2);
}

class EarlyStop : public testing::Test {
protected:
    /// Nothing is learned, so no validation is better than the first one: 10, and 20, 30, 40 without gain.
    Trainer newTrainer()
    {
        SmallRun run{.steps = 4, .streams = 2, .units = 4};
        run.solver = "type: \"SGD\" base_lr: 0 lr_policy: \"fixed\" max_iter: 1000 early_stop: 3";
        return Trainer(run.description(), Corpus(m_text, Encoding::Bytes), m_device);
    }

    TemporaryFolder m_bench;
    std::filesystem::path m_text = m_bench.write("rhyme.txt", rhyme(600));
    CpuDevice m_device{cpuBackend(), 1};
};

TEST_F(EarlyStop, EndsARunInPartsWhereTheUndisturbedOneEnds)
{
    Trainer whole = newTrainer();
    EXPECT_EQ(ran(whole, {.limits = {.iterations = 1000}, .validateEvery = 10}).reason, EndReason::EarlyStop);
    EXPECT_EQ(whole.iteration(), 40);

    // Each part is validated at its end; parts end where a validation is due, before, and after it.
    Checkpoint parts = newTrainer().checkpoint();
    for (const std::int64_t end : {7, 15, 16, 17, 18, 19, 20, 29, 30, 31, 1000}) {
        Trainer part(parts, Corpus(m_text, Encoding::Bytes), m_device, {});
        const EndReason reason = ran(part, {.limits = {.iterations = end}, .validateEvery = 10}).reason;
        EXPECT_EQ(reason, end == 1000 ? EndReason::EarlyStop : EndReason::Iterations) << "until " << end;
        parts = part.checkpoint();
    }
    EXPECT_EQ(parts.iteration, 40);
    EXPECT_EQ(parts.validationsWithoutGain, whole.checkpoint().validationsWithoutGain);
}

TEST_F(EarlyStop, EndsAResumedRunAtOnceWhereItHadEnded)
{
    Trainer whole = newTrainer();
    ran(whole, {.limits = {.iterations = 1000}, .validateEvery = 10});
    Trainer again(whole.checkpoint(), Corpus(m_text, Encoding::Bytes), m_device, {});
    EXPECT_EQ(ran(again, {.limits = {.iterations = 1000}, .validateEvery = 10}).reason, EndReason::EarlyStop);
    EXPECT_EQ(again.iteration(), 40);
    EXPECT_EQ(ran(again, {.limits = {.iterations = 45}}).reason, EndReason::Iterations)
        << "without validations on the way nothing is waited for";
}

} // namespace
} // namespace engine
