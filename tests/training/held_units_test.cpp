// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/formats/checkpoint/writing_state.h"
#include "engine/graph/error.h"
#include "engine/training/write/text_generator.h"
#include "tests/support/sentence_of.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <cmath>

// The state of a net in the middle of a text: found again, changed, held, saved, gone on from.

namespace engine {
namespace {

struct HeldCase {
    std::string cell, recurrent;
    std::string engine;
};

std::string nameOf(const testing::TestParamInfo<HeldCase>& info)
{
    return info.param.cell + info.param.engine;
}

class HeldUnits : public testing::TestWithParam<HeldCase> {
protected:
    HeldUnits()
    {
        m_trainer.steps(40, [](const TrainingSteps::Step&) {});
    }

    TextGenerator& generator() { return m_trainer.generator(); }

    /// What the unit holds after `text`, read with these units held.
    float held(const std::string& text, const std::vector<HeldUnit>& units, const HeldUnit& which)
    {
        for (const UnitState& one : generator().placeAfter({.prompt = text, .held = units}).units) {
            if (one.layer == which.layer && one.stacked == which.stacked && one.state == which.state) {
                return one.values.at(static_cast<std::size_t>(which.unit));
            }
        }
        ADD_FAILURE() << "no such state";
        return 0;
    }

    TemporaryFolder m_bench;
    CpuDevice m_device{cpuBackend(), 1};
    Trainer m_trainer{
        SmallRun{.units = 24, .layers = 2, .cell = GetParam().cell, .recurrent = GetParam().recurrent}.description(
            GetParam().engine),
        Corpus(m_bench.write("rhyme.txt", rhyme()), Encoding::Bytes), m_device};
};

const std::string text = "MILLER:\ntwo sacks of corn and one of rye,\nMILLER:\n";

TEST_P(HeldUnits, AClampedUnitStaysWhereItIsInEveryLayer)
{
    for (std::int64_t stacked = 0; stacked < 2; ++stacked) {
        HeldUnit unit{.layer = "lstm", .stacked = stacked, .unit = 5, .value = 0.625f, .from = 8};
        for (const std::string state : {"h", "c"}) {
            unit.state = state;
            if (state == "c" && GetParam().cell != "LSTM") {
                continue;
            }
            EXPECT_NE(held(text.substr(0, 7), {unit}, unit), 0.625f) << "before its place";
            for (const std::size_t place : {8u, 9u, 20u, 50u}) {
                EXPECT_EQ(held(text.substr(0, place), {unit}, unit), 0.625f) << state << stacked << " at " << place;
            }
        }
    }
}

TEST_P(HeldUnits, AChangedUnitIsFreeAgainAfterItsPlace)
{
    const HeldUnit unit{.layer = "lstm", .stacked = 1, .unit = 3, .value = -0.75f, .from = 12, .to = 12};
    EXPECT_EQ(held(text.substr(0, 12), {unit}, unit), -0.75f);
    const float after = held(text.substr(0, 13), {unit}, unit);
    EXPECT_NE(after, -0.75f);
    EXPECT_NE(after, held(text.substr(0, 13), {}, unit)) << "the next step has read the change";
}

TEST_P(HeldUnits, TheNextStepReadsWhatIsHeld)
{
    // The upper layer reads the lower one's h at the same character.
    const HeldUnit below{.layer = "lstm", .stacked = 0, .unit = 5, .value = 2, .from = 20, .to = 20};
    const HeldUnit above{.layer = "lstm", .stacked = 1, .unit = 7, .value = 0};
    EXPECT_NE(held(text.substr(0, 20), {below}, above), held(text.substr(0, 20), {}, above));
}

TEST_P(HeldUnits, ASetUnitChangesTheScoresOfTheNextCharacter)
{
    const auto first = [&](const std::vector<HeldUnit>& units) {
        std::vector<float> scores;
        generator().generate({.prompt = text, .length = 1, .held = units}, [&](const TextGenerator::Character& one) {
            scores.assign(one.scores.begin(), one.scores.end());
            return false;
        });
        return scores;
    };
    const auto at = static_cast<std::int64_t>(text.size());
    HeldUnit unit{.layer = "lstm", .stacked = 1, .unit = 2, .value = 3, .from = at, .to = at};
    const std::vector<float> free = first({}), changed = first({unit});
    EXPECT_NE(free, changed);
    unit.value = held(text, {}, unit); // what it holds anyway
    EXPECT_THAT(first({unit}), testing::Pointwise(testing::FloatNear(1e-4F), free));
}

TEST_P(HeldUnits, TheOutputFollowsFromAHeldCell)
{
    if (GetParam().cell != "LSTM") {
        GTEST_SKIP() << "has no cell state";
    }
    for (std::int64_t stacked = 0; stacked < 2; ++stacked) {
        const HeldUnit output{.layer = "lstm", .stacked = stacked, .unit = 6};
        const auto h = [&](float cell) {
            HeldUnit unit = output;
            unit.state = "c";
            unit.value = cell;
            unit.from = unit.to = 20;
            return held(text.substr(0, 20), {unit}, output);
        };
        EXPECT_GT(h(50), 0) << "h = o tanh(c) with tanh(50) = 1";
        EXPECT_EQ(h(50), -h(-50));
        EXPECT_EQ(h(0), 0);
        HeldUnit cell = output;
        cell.state = "c";
        EXPECT_NEAR(h(held(text.substr(0, 20), {}, cell)), held(text.substr(0, 20), {}, output), 1e-5);
    }
}

TEST_P(HeldUnits, TheWholeNetIsTheSameLayerByLayer)
{
    // A unit that is held beyond the text's end runs no step apart; one that is held at its own value runs all.
    const HeldUnit unit{.layer = "lstm", .stacked = 1, .unit = 2};
    HeldUnit own = unit;
    own.from = own.to = 30;
    own.value = held(text.substr(0, 30), {}, unit);
    for (std::int64_t which = 0; which < 24; ++which) {
        HeldUnit other = unit;
        other.unit = which;
        EXPECT_NEAR(held(text.substr(0, 31), {own}, other), held(text.substr(0, 31), {}, other), 1e-5) << which;
    }
}

TEST_P(HeldUnits, WritingOnIsBitEqualToNeverHavingStopped)
{
    const std::string whole = generator().text({.prompt = "MIL", .length = 90, .seed = 11});
    for (const std::size_t stop : {1u, 37u, 89u}) {
        const std::string before = whole.substr(0, stop);
        EXPECT_EQ(before + generator().text({.prompt = "MIL" + before,
                                             .length = static_cast<std::int64_t>(90 - stop),
                                             .seed = 11,
                                             .drawn = static_cast<std::int64_t>(stop)}),
                  whole);
    }
}

TEST_P(HeldUnits, WritingOnATextWithoutAPromptIsBitEqualToo)
{
    const std::string whole = generator().text({.length = 60, .seed = 12});
    for (const std::size_t stop : {1u, 5u, 40u}) {
        const std::string before = whole.substr(0, stop);
        EXPECT_EQ(before + generator().text({.prompt = before,
                                             .length = static_cast<std::int64_t>(60 - stop),
                                             .seed = 12,
                                             .drawn = static_cast<std::int64_t>(stop)}),
                  whole);
    }
}

TEST_P(HeldUnits, ASavedStateGoesOnBitEqual)
{
    const HeldUnit unit{.layer = "lstm", .stacked = 0, .unit = 4, .value = 0.5f, .from = 10};
    for (const std::vector<HeldUnit>& units : {std::vector<HeldUnit>{}, std::vector{unit}}) {
        const std::string whole = generator().text({.prompt = "MIL", .length = 90, .seed = 11, .held = units});
        const std::filesystem::path file = m_bench.path() / "there.hamnet-state";
        saveWritingState(
            file, generator()
                      .placeAfter({.prompt = "MIL" + whole.substr(0, 40), .seed = 11, .held = units, .drawn = 40})
                      .state);
        const WritingState state = loadWritingState(file);
        EXPECT_EQ(state.place, 43);
        EXPECT_EQ(state.draws, 40);
        EXPECT_EQ(whole.substr(0, 40) +
                      generator().text({.length = 50, .seed = 11, .start = state, .held = state.held}),
                  whole);
    }
}

TEST_P(HeldUnits, AHeldUnitIsToldByTheWayOfWriting)
{
    generator().text({.length = 3});
    EXPECT_EQ(generator().way(), TextGenerator::Way::Stepwise);
    generator().text({.length = 3, .held = {{.layer = "lstm", .value = 1}}});
    EXPECT_EQ(generator().way(), TextGenerator::Way::Held);
}

TEST_P(HeldUnits, WhatIsNotThereIsRefused)
{
    const auto sentenceOf = [&](const HeldUnit& unit) {
        return ::sentenceOf([&] { generator().text({.length = 1, .held = {unit}}); });
    };
    EXPECT_THAT(sentenceOf({.layer = "lstn"}), testing::HasSubstr("the layers that keep a state are lstm"));
    EXPECT_THAT(sentenceOf({.layer = "lstm", .stacked = 2}), testing::HasSubstr("stacked layer 2"));
    EXPECT_THAT(sentenceOf({.layer = "lstm", .state = "x"}), testing::HasSubstr("states are h"));
    const Sentence tooFar = sentenceOf({.layer = "lstm", .unit = 24});
    EXPECT_THAT(tooFar, testing::HasSubstr("units 0 to 23"));
    ASSERT_FALSE(tooFar.parts().empty());
    EXPECT_EQ(tooFar.parts().front().pattern(), "unit %1 of %2 of layer %3");
}

TEST_P(HeldUnits, AStateOfAnotherNetIsRefused)
{
    WritingState state = generator().placeAfter({.prompt = "M"}).state;
    state.tensors[0].shape = {1, 23};
    state.tensors[0].values.resize(23);
    EXPECT_THROW(generator().text({.length = 1, .start = state}), Error);
    state = generator().placeAfter({.prompt = "M"}).state;
    state.last = "é";
    EXPECT_THROW(generator().text({.length = 1, .start = state}), Error);
}

INSTANTIATE_TEST_SUITE_P(Cells, HeldUnits,
                         testing::Values(HeldCase{"LSTM", "forget_bias: 1", "CAFFE"},
                                         HeldCase{"LSTM", "forget_bias: 1", "ONEDNN"}, HeldCase{"GRU", "", "CAFFE"},
                                         HeldCase{"GRU", "", "ONEDNN"}, HeldCase{"RNN", "activation: TANH", "CAFFE"},
                                         HeldCase{"RNN", "activation: TANH", "ONEDNN"},
                                         HeldCase{"CELL", "cell: 'coupled_lstm'", "FUSED"}),
                         nameOf);

TEST(HeldUnitText, ReadsWhatItWrites)
{
    for (const HeldUnit& unit :
         {HeldUnit{.layer = "a:b@c=d", .unit = 3, .value = -0.1f},
          HeldUnit{.layer = "l", .stacked = 2, .state = "c", .unit = 0, .value = 1e-7f, .from = 0},
          HeldUnit{.layer = "l", .state = "cell2", .unit = 0},
          HeldUnit{.layer = "l", .stacked = 3, .state = "c2", .unit = 0},
          HeldUnit{.layer = "l", .unit = 9, .value = 0.5f, .from = 12, .to = 12}}) {
        EXPECT_EQ(heldUnit(toText(unit)), unit) << toText(unit);
    }
    EXPECT_EQ(toText({.layer = "lstm", .stacked = 1, .state = "c", .unit = 17, .value = 0.5f, .from = 120, .to = 340}),
              "lstm:c1:17=0.5@120-340");
    EXPECT_EQ(toText({.layer = "cell", .stacked = 1, .state = "m2", .unit = 0, .value = 1}), "cell:m2.1:0=1");
}

TEST(HeldUnitText, RefusesWhatIsNone)
{
    for (const char* words : {"", "lstm", "lstm:h:1", "lstm:h:1=", "lstm:h:1=x", "lstm:h:-1=0", "lstm::1=0", ":h:1=0",
                              "lstm:h:1=0@", "lstm:h:1=0@9-8", "lstm:1:1=0", "lstm:h.:1=0", "lstm:.1:1=0",
                              "lstm:h.x:1=0", "lstm:h:1=inf", "lstm:h:1=1 "}) {
        EXPECT_THROW(heldUnit(words), Error) << words;
    }
}

TEST(WritingStateFile, EveryAlteredByteIsNoticed)
{
    TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "a.hamnet-state";
    const WritingState state{.tensors = {{"lstm/h", {1, 3}, {0.1f, 0.2f, 0.3f}}, {"lstm/c", {1, 3}, {1, 2, 3}}},
                             .last = "é",
                             .place = 7,
                             .seed = 18'446'744'073'709'551'615u,
                             .draws = 5,
                             .held = {{.layer = "lstm", .state = "c", .unit = 2, .value = 0.5f, .from = 3, .to = 9}}};
    saveWritingState(file, state);
    EXPECT_EQ(loadWritingState(file), state);
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    for (std::size_t byte = 0; byte < bytes.size(); byte += 7) {
        std::string altered = bytes;
        altered[byte] = static_cast<char>(altered[byte] ^ 0x41);
        EXPECT_THROW(loadWritingState(folder.write("altered.hamnet-state", altered)), Error) << byte;
    }
}

} // namespace
} // namespace engine
