// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/solver_settings.h"
#include "tests/layers/layer_case.h"
#include "tests/support/sentence_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

using namespace engine;
using namespace engine::test;

namespace {

struct OwnedSpec {
    std::string owner;
    ParamSpec spec;
};

/// Every setting of every layer and of the solver.
std::vector<OwnedSpec> everySetting()
{
    std::vector<OwnedSpec> all;
    for (const LayerType& type : catalog()) {
        for (const ParamSpec& spec : type.params) {
            all.push_back({std::string(type.name), spec});
        }
    }
    for (const ParamSpec& spec : solverSpecs()) {
        all.push_back({"solver", spec});
    }
    return all;
}

std::string refusal(const OwnedSpec& setting, const ParamValue& value)
{
    return ::sentenceOf([&] { checkParam(setting.spec, value, setting.owner); });
}

/// Whether the refusal names the owner, the setting and what was wanted.
::testing::AssertionResult refuses(const OwnedSpec& setting, const ParamValue& value)
{
    const std::string text = refusal(setting, value);
    const std::string start = setting.owner + ": " + std::string(setting.spec.key);
    const bool said = text.starts_with(start) && text.find(", but ") != std::string::npos;
    return (said ? ::testing::AssertionSuccess() : ::testing::AssertionFailure())
           << setting.owner << " " << setting.spec.key << " says \"" << text << "\"";
}

} // namespace

TEST(WholeNumbers, AreTakenFromTheLeastToTheMostAndNoFurther)
{
    for (const OwnedSpec& setting : everySetting()) {
        if (const auto* range = std::get_if<IntRange>(&setting.spec.kind)) {
            EXPECT_EQ(refusal(setting, range->least), "");
            EXPECT_EQ(refusal(setting, range->most), "");
            if (range->least > INT64_MIN) {
                EXPECT_TRUE(refuses(setting, range->least - 1));
            }
            if (range->most < INT64_MAX) {
                EXPECT_TRUE(refuses(setting, range->most + 1));
            }
            EXPECT_TRUE(refuses(setting, std::string("many")));
        }
    }
}

TEST(Numbers, AreTakenFromTheLeastToTheMostAndNoFurther)
{
    for (const OwnedSpec& setting : everySetting()) {
        if (const auto* range = std::get_if<FloatRange>(&setting.spec.kind)) {
            EXPECT_EQ(refusal(setting, range->least), "");
            EXPECT_EQ(refusal(setting, range->most), "");
            EXPECT_EQ(refusal(setting, static_cast<std::int64_t>(std::ceil(range->least))), "");
            EXPECT_TRUE(refuses(setting, std::nextafter(range->least, -INFINITY)));
            EXPECT_TRUE(refuses(setting, std::nextafter(range->most, INFINITY)));
            EXPECT_TRUE(refuses(setting, std::numeric_limits<double>::quiet_NaN()));
            EXPECT_TRUE(refuses(setting, true));
        }
    }
}

TEST(ChoicesOfSettings, AreTakenInAnyCaseAndNothingElse)
{
    for (const OwnedSpec& setting : everySetting()) {
        if (const auto* choices = std::get_if<Choices>(&setting.spec.kind)) {
            for (std::string name : std::vector<std::string>(choices->names.begin(), choices->names.end())) {
                EXPECT_EQ(refusal(setting, name), "");
                for (char& letter : name) {
                    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
                }
                EXPECT_EQ(refusal(setting, name), "");
            }
            EXPECT_TRUE(refuses(setting, std::string("NOSUCHCHOICE")));
            EXPECT_TRUE(refuses(setting, whole(1)));
        }
    }
}

TEST(Lists, AreCheckedElementByElement)
{
    for (const OwnedSpec& setting : everySetting()) {
        if (const auto* list = std::get_if<IntList>(&setting.spec.kind)) {
            EXPECT_EQ(refusal(setting, std::vector<std::int64_t>{list->least, list->most}), "");
            EXPECT_TRUE(refuses(setting, std::vector<std::int64_t>{list->least, list->least - 1}));
            EXPECT_TRUE(refuses(setting, std::vector<std::int64_t>{list->most + 1}));
            EXPECT_TRUE(refuses(setting, whole(1)));
        }
        if (const auto* list = std::get_if<FloatList>(&setting.spec.kind)) {
            EXPECT_EQ(refusal(setting, std::vector<double>{list->least, list->most}), "");
            EXPECT_EQ(refusal(setting, std::vector<std::int64_t>{0, 1}), "");
            EXPECT_TRUE(refuses(setting, std::vector<double>{0, std::numeric_limits<double>::infinity()}));
        }
    }
}

TEST(Fillers, OfEachKindAreTakenAndNonsenseIsNot)
{
    for (const OwnedSpec& setting : everySetting()) {
        if (std::holds_alternative<FillerKind>(setting.spec.kind)) {
            for (const char* type : {"constant", "uniform", "gaussian", "xavier", "msra"}) {
                EXPECT_EQ(refusal(setting, Filler{.type = type}), "");
            }
            EXPECT_TRUE(refuses(setting, Filler{.type = "bilinear"}));
            EXPECT_TRUE(refuses(setting, Filler{.type = "xavier", .varianceNorm = "FAN"}));
            EXPECT_TRUE(refuses(setting, Filler{.type = "uniform", .min = 1, .max = 0}));
            EXPECT_TRUE(refuses(setting, Filler{.type = "gaussian", .std = -1}));
            EXPECT_TRUE(refuses(setting, Filler{.value = std::numeric_limits<double>::quiet_NaN()}));
        }
    }
}

TEST(FlagsAndTexts, TakeNothingElse)
{
    for (const OwnedSpec& setting : everySetting()) {
        if (std::holds_alternative<Flag>(setting.spec.kind)) {
            EXPECT_EQ(refusal(setting, true), "");
            EXPECT_TRUE(refuses(setting, whole(1)));
        }
        if (std::holds_alternative<FreeText>(setting.spec.kind)) {
            EXPECT_EQ(refusal(setting, std::string("a text")), "");
            EXPECT_TRUE(refuses(setting, false));
        }
    }
}

TEST(Fallbacks, SuitTheirOwnSettingUnlessItMustBeGiven)
{
    int mustBeGiven = 0;
    for (const OwnedSpec& setting : everySetting()) {
        for (const Dialect dialect : {Dialect::Bvlc, Dialect::MyCaffe}) {
            const std::string text = refusal(setting, fallbackOf(setting.spec, dialect));
            const bool must = setting.spec.key == "num_output" || setting.spec.key == "input_dim";
            EXPECT_EQ(text.empty(), !must) << setting.owner << ": " << text;
            mustBeGiven += must ? 1 : 0;
        }
    }
    const auto recurrent = std::ranges::count_if(catalog(), [](const LayerType& type) { return bool(type.recurrent); });
    EXPECT_EQ(mustBeGiven, 2 * (3 + recurrent)) << "EMBED's two, INNERPRODUCT's and each recurrent layer's num_output";
}
