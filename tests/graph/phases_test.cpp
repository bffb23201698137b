// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/net_states.h"
#include "engine/graph/size_report.h"
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>

using namespace engine;
using namespace engine::test;
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

TEST(Phases, OfALayerAreThoseOfTheStatesThatTheSolverNames)
{
    const SolverSettings solver{.trainState = NetState{.stages = {"big"}},
                                .testState = NetState{.level = 2, .stages = {"small"}}};
    const auto phases = [&](const Layer& layer) {
        std::string found;
        for (const auto& [phase, letter] :
             {std::pair(Phase::Train, 'T'), std::pair(Phase::Test, 't'), std::pair(Phase::Run, 'r')}) {
            const Layer settled = withStates(layer, solver);
            EXPECT_EQ(withStates(settled, solver), settled);
            EXPECT_EQ(withStates(settled, {}), settled);
            found += inPhase(settled, phase) ? std::string(1, letter) : "";
        }
        return found;
    };
    EXPECT_EQ(phases(ruled({{.stages = {"big"}}})), "T");
    EXPECT_EQ(phases(ruled({{.stages = {"big"}}, {.stages = {"small"}}})), "Ttr");
    EXPECT_EQ(phases(ruled({{.phase = Phase::Test, .stages = {"small"}}})), "t");
    EXPECT_EQ(phases(ruled({{.stages = {"big", "small"}}})), "");
    EXPECT_EQ(phases(ruled({{.notStages = {"big"}}})), "tr");
    EXPECT_EQ(phases(ruled({}, {{.stages = {"big"}}})), "tr");
    EXPECT_EQ(phases(ruled({{.minLevel = 1}})), "tr");
    EXPECT_EQ(phases(ruled({{.maxLevel = 1}})), "T");
    EXPECT_EQ(phases(ruled({}, {{.minLevel = 2, .maxLevel = 2}})), "T");
    const Layer plain = ruled({{.phase = Phase::Test}});
    EXPECT_EQ(withStates(plain, solver), plain);
    const Layer staged = ruled({{.stages = {"big"}}});
    EXPECT_EQ(withStates(staged, {}), staged) << "a solver without states has nothing to say";
}

TEST(Phases, ThatLeaveALayerOutAreNamedWhereAnotherReadsIt)
{
    Model model{.layers = {{.name = "in", .type = "INPUT", .tops = {"x"}},
                           ruled({{.stages = {"big"}}}),
                           {.name = "b", .type = "SIGMOID", .bottoms = {"y"}, .tops = {"z"}}}};
    model.layers[1].tops = {"y"};
    EXPECT_THAT(sizeReport(model).problems,
                ::testing::Contains(::testing::AllOf(
                    ::testing::HasSubstr("its bottom \"y\" is made by layer a, which is not in the net of the phase"),
                    ::testing::HasSubstr("train_state { stage: \"big\" }"))));
}
