// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/error.h"
#include "engine/graph/params.h"
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>

using namespace engine;
using namespace engine::test;
using ::testing::ElementsAre;

namespace {

const std::vector<ParamSpec> specs = {
    {.key = "units", .label = "Units", .help = "Width.", .kind = IntRange{.fallback = 8, .least = 1, .most = 16}},
    {.key = "rate",
     .label = "Rate",
     .help = "Pace.",
     .kind = FloatRange{.fallback = 0.5, .least = 0, .most = 1},
     .myCaffeFallback = 0.25},
    {.key = "engine", .label = "Engine", .help = "Who.", .kind = Choices{{"DEFAULT", "CAFFE"}}},
    {.key = "cuts", .label = "Cuts", .help = "Where.", .kind = FloatList{.least = 0, .most = 9}},
};
const std::vector<ParamSpec> demanding = {
    {.key = "units", .label = "Units", .help = "Width.", .kind = IntRange{.fallback = 0, .least = 1, .most = 16}},
};

std::string refusal(const Params& given, const std::vector<ParamSpec>& all = specs)
{
    return sentenceOf([&] { completeParams(all, given, Dialect::Bvlc, "layer a"); });
}

} // namespace

TEST(CompleteParams, PutsInTheFallbackOfEachDialect)
{
    EXPECT_EQ(floatParam(completeParams(specs, {}, Dialect::Bvlc, "a"), "rate"), 0.5);
    EXPECT_EQ(floatParam(completeParams(specs, {}, Dialect::MyCaffe, "a"), "rate"), 0.25);
    EXPECT_EQ(intParam(completeParams(specs, {}, Dialect::MyCaffe, "a"), "units"), 8);
    EXPECT_EQ(textParam(completeParams(specs, {}, Dialect::Bvlc, "a"), "engine"), "DEFAULT");
}

TEST(CompleteParams, KeepsWhatIsGivenInTheSpellingOfTheSpecification)
{
    const Params params =
        completeParams(specs, {{"units", whole(3)}, {"engine", std::string("caffe")}}, Dialect::Bvlc, "a");
    EXPECT_EQ(intParam(params, "units"), 3);
    EXPECT_EQ(textParam(params, "engine"), "CAFFE");
}

TEST(CompleteParams, TakesWholeNumbersWhereNumbersAreWanted)
{
    const Params params =
        completeParams(specs, {{"rate", whole(1)}, {"cuts", std::vector<std::int64_t>{2, 3}}}, Dialect::Bvlc, "a");
    EXPECT_EQ(floatParam(params, "rate"), 1.0);
    EXPECT_THAT(floatListParam(params, "cuts"), ElementsAre(2.0, 3.0));
}

TEST(CompleteParams, SaysWhatDoesNotFitAndWhatWasMeant)
{
    const std::pair<Params, const char*> cases[] = {
        {{{"units", whole(17)}}, "layer a: units is 17, but must lie between 1 and 16"},
        {{{"rate", 1.5}}, "layer a: rate is 1.5, but must lie between 0 and 1"},
        {{{"units", 2.5}}, "layer a: units is 2.5, but must be a whole number"},
        {{{"rate", std::string("fast")}}, "layer a: rate is \"fast\", but must be a number"},
        {{{"cuts", whole(1)}}, "layer a: cuts is 1, but must be numbers"},
        {{{"engine", std::string("CAFE")}},
         "layer a: engine is \"CAFE\", but must be DEFAULT or CAFFE (did you mean CAFFE?)"},
        {{{"unit", whole(3)}}, "layer a: there is no setting \"unit\" (did you mean units?)"},
    };
    for (const auto& [params, sentence] : cases) {
        EXPECT_EQ(refusal(params), sentence);
    }
}

TEST(CompleteParams, AsksForWhatMustBeGiven)
{
    EXPECT_EQ(refusal({}, demanding), "layer a: units is not set, but must lie between 1 and 16");
    EXPECT_EQ(refusal({{"units", whole(1)}}, demanding), "");
}
