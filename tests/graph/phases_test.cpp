// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/size_report.h"
#include "engine/graph/solver_settings.h"
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

/// A letter for each phase that the layer is in: T of Train, t of Test, r of Run.
std::string phasesOf(const Layer& layer, const std::vector<std::string>& stages = {})
{
    std::string found;
    for (const auto& [phase, letter] : {std::pair(Phase::Train, 'T'), {Phase::Test, 't'}, {Phase::Run, 'r'}}) {
        found += inPhase(layer, phase, {.stages = stages}) ? std::string(1, letter) : "";
    }
    return found;
}

} // namespace

TEST(Phases, OfALayerAreThoseOfItsRules)
{
    struct Case {
        Layer layer;
        std::string phases; ///< T of Train, t of Test, r of Run
        std::vector<std::string> stages = {};
    };
    const Layer staged = ruled({{.phase = Phase::Train, .stages = {"deploy", "big"}}});
    const Layer withoutDeploy = ruled({{.notStages = {"deploy"}}});
    const Case cases[] = {
        {ruled({}), "Ttr"},
        {ruled({{.phase = Phase::Train}}), "T"},
        {ruled({{.phase = Phase::Train}, {.phase = Phase::Run}}), "Tr"}, // any include rule is enough
        {ruled({}, {{.phase = Phase::Run}}), "Tt"},
        {staged, ""}, // every condition of a rule must hold
        {staged, "", {"deploy"}},
        {staged, "T", {"big", "deploy", "other"}},
        {withoutDeploy, "Ttr"},
        {withoutDeploy, "", {"deploy"}},
        {ruled({{.minLevel = 1}}), ""}, // levels are compared with zero
        {ruled({{.minLevel = 0}}), "Ttr"},
        {ruled({{.maxLevel = -1}}), ""},
        {ruled({{.maxLevel = 0}}), "Ttr"},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(phasesOf(one.layer, one.stages), one.phases) << &one - cases;
    }
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
        const Layer settled = withStates(layer, solver);
        EXPECT_EQ(withStates(settled, solver), settled);
        EXPECT_EQ(withStates(settled, {}), settled);
        return phasesOf(settled);
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
