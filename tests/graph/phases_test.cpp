// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace engine;
using namespace engine::testing;
using ::testing::ElementsAre;

namespace {

Layer ruled(std::vector<PhaseRule> include, std::vector<PhaseRule> exclude = {})
{
    return {.name = "a", .type = "SILENCE", .include = std::move(include), .exclude = std::move(exclude)};
}

} // namespace

TEST(Phases, WithoutRulesALayerIsInAll)
{
    for (const Phase phase : {Phase::Train, Phase::Test, Phase::Run}) {
        EXPECT_TRUE(inPhase(ruled({}), phase));
    }
}

TEST(Phases, IncludeNamesTheOnlyOnes)
{
    const Layer layer = ruled({{.phase = Phase::Train}});
    EXPECT_TRUE(inPhase(layer, Phase::Train));
    EXPECT_FALSE(inPhase(layer, Phase::Test));
    EXPECT_FALSE(inPhase(layer, Phase::Run));
}

TEST(Phases, AnyIncludeRuleIsEnough)
{
    const Layer layer = ruled({{.phase = Phase::Train}, {.phase = Phase::Run}});
    EXPECT_TRUE(inPhase(layer, Phase::Run));
    EXPECT_FALSE(inPhase(layer, Phase::Test));
}

TEST(Phases, ExcludeNamesThoseWithout)
{
    const Layer layer = ruled({}, {{.phase = Phase::Run}});
    EXPECT_TRUE(inPhase(layer, Phase::Train));
    EXPECT_FALSE(inPhase(layer, Phase::Run));
}

TEST(Phases, EveryConditionOfARuleMustHold)
{
    const Layer layer = ruled({{.phase = Phase::Train, .stages = {"deploy", "big"}}});
    EXPECT_FALSE(inPhase(layer, Phase::Train));
    EXPECT_FALSE(inPhase(layer, Phase::Train, {"deploy"}));
    EXPECT_TRUE(inPhase(layer, Phase::Train, {"big", "deploy", "other"}));
    EXPECT_FALSE(inPhase(layer, Phase::Test, {"big", "deploy"}));
}

TEST(Phases, NotStagesKeepALayerOut)
{
    const Layer layer = ruled({{.notStages = {"deploy"}}});
    EXPECT_TRUE(inPhase(layer, Phase::Train));
    EXPECT_FALSE(inPhase(layer, Phase::Train, {"deploy"}));
}

TEST(Phases, LevelsAreComparedWithZero)
{
    EXPECT_FALSE(inPhase(ruled({{.minLevel = 1}}), Phase::Train));
    EXPECT_TRUE(inPhase(ruled({{.minLevel = 0}}), Phase::Train));
    EXPECT_FALSE(inPhase(ruled({{.maxLevel = -1}}), Phase::Train));
    EXPECT_TRUE(inPhase(ruled({{.maxLevel = 0}}), Phase::Train));
}

TEST(ForPhase, LeavesOutTheLossWhereMyCaffeRuns)
{
    EXPECT_THAT(names(forPhase(charRnn(), Phase::Run)),
                ElementsAre("Input", "EmbedLayer", "lstm1", "Drop1", "lstm2", "Drop2", "Reshape_lstm2", "ip1"));
    EXPECT_EQ(forPhase(charRnn(), Phase::Train), charRnn());
}
