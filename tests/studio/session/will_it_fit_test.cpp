// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/will_it_fit.h"
#include "engine/graph/params.h"
#include "tests/studio/session/small_request.h"

#include <gtest/gtest.h>

namespace studio {

using Verdict = WillItFit::Verdict;

namespace {

engine::Model settled(std::int64_t units = 12)
{
    return engine::withVocabulary(SmallBench::model(units), 30);
}

} // namespace

TEST(WillItFit, SaysWhatIsNeededAndWhatIsFree)
{
    const WillItFit fit = willItFit(settled(), SmallBench::solver());
    EXPECT_EQ(fit.verdict, Verdict::Fits);
    EXPECT_GT(fit.parts.total(), 0);
    EXPECT_GT(fit.device.available, fit.parts.total());
    EXPECT_TRUE(fit.sentence.contains(bytesInWords(fit.parts.total()))) << fit.sentence.toStdString();
    EXPECT_FALSE(fit.secondsPerStep);
}

TEST(WillItFit, ComparesWithTheDevice)
{
    const engine::SizeReport sizes = engine::sizeReport(settled());
    const std::int64_t needed = sizes.memory.total();
    EXPECT_EQ(willItFit(sizes, {.total = 4 * needed, .available = 2 * needed}).verdict, Verdict::Fits);
    EXPECT_EQ(willItFit(sizes, {.total = 4 * needed, .available = needed + needed / 20}).verdict, Verdict::Tight);
    EXPECT_EQ(willItFit(sizes, {.total = 4 * needed, .available = needed - 1}).verdict, Verdict::TooLarge);
}

TEST(WillItFit, CountsEachBatchOfAStep)
{
    const engine::SizeReport sizes = engine::sizeReport(settled());
    const engine::Device::Memory device{.total = 1 << 30, .available = 1 << 30};
    const std::optional<double> one = willItFit(sizes, device, 1, 1e9).secondsPerStep;
    ASSERT_TRUE(one);
    EXPECT_GT(*one, 0);
    EXPECT_DOUBLE_EQ(*willItFit(sizes, device, 3, 1e9).secondsPerStep, 3 * *one);
}

TEST(WillItFit, SaysWhatKeepsItFromKnowing)
{
    engine::Model model = settled();
    model.layers[2].bottoms[0] = "nothing";
    const WillItFit fit = willItFit(model, SmallBench::solver());
    EXPECT_EQ(fit.verdict, Verdict::Unknown);
    EXPECT_TRUE(fit.sentence.contains(QStringLiteral("nothing"))) << fit.sentence.toStdString();
}

TEST(WillItFit, KnowsThatCaffeRunsStepByStep)
{
    EXPECT_EQ(executionOf(settled(), "caffe"), engine::Execution::Unrolled);
    EXPECT_EQ(executionOf(settled(), "ONEDNN"), engine::Execution::Fused);
    EXPECT_EQ(executionOf(settled(), {}), engine::Execution::Fused);
    engine::Model model = settled();
    model.layers[2].params["engine"] = std::string("CAFFE");
    EXPECT_EQ(executionOf(model, {}), engine::Execution::Unrolled);
    EXPECT_EQ(executionOf(model, "DEFAULT"), engine::Execution::Fused);
}

} // namespace studio
