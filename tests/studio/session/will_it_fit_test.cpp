// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/will_it_fit.h"
#include "editor/words/numbers.h"
#include "engine/graph/error.h"
#include "tests/studio/session/small_request.h"

#include <gtest/gtest.h>

namespace studio {

using Verdict = WillItFit::Verdict;

namespace {

engine::Model settled(std::int64_t units = 12)
{
    return engine::withVocabulary(SmallBench::model(units), 30);
}

constexpr std::int64_t gibibyte = std::int64_t{1} << 30;

/// An engine of a GPU that is not there: its recurrent layers keep 1 GiB.
class GpuEngine final : public engine::Engine {
public:
    std::string_view name() const override { return "FAKE"; }
    std::optional<engine::Sentence> refusal(const engine::LayerSetup&) const override { return std::nullopt; }
    std::unique_ptr<engine::Kernel> makeKernel(const engine::LayerSetup&) const override
    {
        throw engine::Error("it is not there");
    }
    engine::LayerMemory kernelMemory(const engine::LayerSetup& layer) const override
    {
        return layer.type->recurrent ? engine::LayerMemory{.kept = gibibyte} : engine::LayerMemory{};
    }
};

engine::RunPlace gpuPlace(std::int64_t free)
{
    static const GpuEngine engine;
    return {.device = "CUDA:0",
            .preferred = [](const engine::LayerSetup&) { return std::vector<const engine::Engine*>{&engine}; },
            .memory = engine::Device::Memory{.total = 8 * gibibyte, .available = free},
            .toOpen = gibibyte,
            .host = engine::Device::Memory{.total = 8 * gibibyte, .available = 8 * gibibyte}};
}

} // namespace

TEST(FreeMemory, WhatARunHoldsIsFreeForTheNextOne)
{
    FreeMemory free;
    free.note(gpuPlace(6 * gibibyte));
    engine::RunPlace place = gpuPlace(2 * gibibyte); // 4 GiB are the run's
    place.host->available = gibibyte;
    free.restoreWhatARunHolds(place);
    EXPECT_EQ(place.memory->available, 6 * gibibyte);
    EXPECT_EQ(place.host->available, 8 * gibibyte);

    place.memory->available = 7 * gibibyte; // another program has ended
    free.restoreWhatARunHolds(place);
    EXPECT_EQ(place.memory->available, 7 * gibibyte);

    place.device = "CUDA:1"; // nobody looked there while nothing trained
    free.restoreWhatARunHolds(place);
    EXPECT_EQ(place.memory->available, 7 * gibibyte);
}

TEST(WillItFit, SaysWhatIsNeededAndWhatIsFreeAndWhoWasCounted)
{
    const WillItFit fit = willItFit(settled(), SmallBench::solver(), engine::placeFor({.name = "cpu"}, {}));
    EXPECT_EQ(fit.verdict, Verdict::Fits);
    EXPECT_GT(fit.parts.total(), 0);
    EXPECT_EQ(fit.room.needed, fit.parts.total());
    EXPECT_GT(fit.room.memory.available, fit.parts.total());
    EXPECT_TRUE(fit.sentence.contains(editor::bytesText(fit.parts.total()))) << fit.sentence.toStdString();
    EXPECT_TRUE(fit.sentence.contains(QStringLiteral("ONEDNN on CPU"))) << fit.sentence.toStdString();
    EXPECT_FALSE(fit.secondsPerStep);
}

TEST(WillItFit, ComparesWithTheDevice)
{
    const auto verdictOf = [](std::int64_t free) {
        engine::RunPlace place = engine::placeFor({.name = "cpu"}, {});
        place.memory = {.total = 4 * free, .available = free};
        return willItFit(engine::runMemory(settled(), {}, place, {})).verdict;
    };
    const std::int64_t needed =
        engine::runMemory(settled(), {}, engine::placeFor({.name = "cpu"}, {}), {}).sizes.memory.total();
    EXPECT_EQ(verdictOf(2 * needed), Verdict::Fits);
    EXPECT_EQ(verdictOf(needed + needed / 20), Verdict::Tight);
    EXPECT_EQ(verdictOf(needed - 1), Verdict::TooLarge);
}

TEST(WillItFit, OfAGpuCountsItsEnginesAndItsMemory)
{
    const engine::RunMemory gpu = engine::runMemory(settled(), {}, gpuPlace(4 * gibibyte), {});
    const WillItFit fit = willItFit(gpu);
    EXPECT_EQ(fit.verdict, Verdict::Fits);
    EXPECT_EQ(fit.countedFor, QStringLiteral("FAKE on CUDA:0"));
    ASSERT_TRUE(fit.device);
    EXPECT_EQ(fit.device->of, "CUDA:0");
    EXPECT_EQ(fit.device->needed, fit.parts.onDevice() + gibibyte);
    EXPECT_EQ(fit.device->memory.available, 4 * gibibyte);
    EXPECT_GT(fit.parts.onDevice(), gibibyte) << "what its engine tells, not ONEDNN";

    const WillItFit small = willItFit(settled(), SmallBench::solver(), gpuPlace(gibibyte));
    EXPECT_EQ(small.verdict, Verdict::TooLarge) << "whatever the host has";
    EXPECT_TRUE(small.sentence.contains(QStringLiteral("CUDA:0, but only 1.0 GiB"))) << small.sentence.toStdString();
}

TEST(WillItFit, OfAGpuHoldsTheProgramAgainstTheHost)
{
    engine::RunPlace place = gpuPlace(4 * gibibyte);
    place.host->available = 1 << 20;
    const WillItFit fit = willItFit(settled(), SmallBench::solver(), place);
    EXPECT_EQ(fit.verdict, Verdict::TooLarge);
    EXPECT_EQ(fit.room.of, "CPU");
    EXPECT_EQ(fit.room.needed, fit.parts.program);
}

TEST(WillItFit, IsUnknownWhereTheMemoryOfAGpuIs)
{
    engine::RunPlace place = gpuPlace(0);
    place.memory.reset();
    const WillItFit fit = willItFit(settled(), SmallBench::solver(), place);
    EXPECT_EQ(fit.verdict, Verdict::Unknown);
    EXPECT_TRUE(fit.sentence.contains(QStringLiteral("CUDA:0"))) << fit.sentence.toStdString();
}

TEST(WillItFit, CountsEachBatchOfAStep)
{
    const engine::RunMemory memory = engine::runMemory(settled(), {}, engine::placeFor({.name = "cpu"}, {}), {});
    const std::optional<double> one = willItFit(memory, 1, 1e9).secondsPerStep;
    ASSERT_TRUE(one);
    EXPECT_GT(*one, 0);
    EXPECT_DOUBLE_EQ(*willItFit(memory, 3, 1e9).secondsPerStep, 3 * *one);
}

TEST(WillItFit, SaysWhatKeepsItFromKnowing)
{
    engine::Model model = settled();
    model.layers[2].bottoms[0] = "nothing";
    const engine::RunPlace cpu = engine::placeFor({.name = "cpu"}, {});
    const WillItFit fit = willItFit(model, SmallBench::solver(), cpu);
    EXPECT_EQ(fit.verdict, Verdict::Unknown);
    EXPECT_TRUE(fit.sentence.contains(QStringLiteral("nothing"))) << fit.sentence.toStdString();
    const WillItFit other = willItFit(settled(), SmallBench::solver(), cpu, "CUDNN");
    EXPECT_EQ(other.verdict, Verdict::Unknown);
    EXPECT_TRUE(other.sentence.contains(QStringLiteral("no engine CUDNN can run it"))) << other.sentence.toStdString();
}

} // namespace studio
