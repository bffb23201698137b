// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/verdict.h"
#include "app/contest/weights_digest.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using contest::Figures;

namespace {

const std::vector<Figures> both = {
    {.name = "cpu/caffe", .stepSeconds = 0.030, .bytes = 400, .losses = {4.5, 4.0, 3.5, 3.0}},
    {.name = "cpu/onednn", .stepSeconds = 0.012, .bytes = 300, .losses = {4.5, 4.01, 3.5}},
};

} // namespace

TEST(Verdict, HoldsTheFastestAgainstTheSlowest)
{
    EXPECT_EQ(contest::sentenceOf(both),
              "cpu/onednn trains 2.50 times as fast as cpu/caffe and takes 0.75 times its memory; from the same "
              "weights their losses differ by 0.01 at most over 3 iterations");
}

TEST(Verdict, IsSilentOnMemoryThatIsNotKnown)
{
    std::vector<Figures> some = both;
    some[0].bytes = 0;
    EXPECT_EQ(contest::sentenceOf(some),
              "cpu/onednn trains 2.50 times as fast as cpu/caffe; from the same weights their losses differ by 0.01 at "
              "most over 3 iterations");
}

TEST(Verdict, SaysWhereOneAloneWasMeasured)
{
    EXPECT_EQ(contest::sentenceOf(std::span(both).first(1)), "only cpu/caffe was measured");
    EXPECT_FALSE(contest::verdictOf(std::span(both).first(1)));
}

TEST(Verdict, TakesLossesThatWereComparedAlready)
{
    std::vector<Figures> some = both;
    const std::string sentence = contest::sentenceOf(some);
    some[0].losses.clear();
    some[1].losses.clear();
    EXPECT_EQ(contest::sentenceOf(*contest::verdictOf(some, {.difference = 0.01, .iterations = 3})), sentence);
    EXPECT_FALSE(contest::verdictOf(std::span(some).first(1), {}));
}

TEST(Verdict, ALossThatIsNoNumberIsADifference)
{
    std::vector<Figures> some = both;
    some[1].losses[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(contest::largestDifference(some)));
}

TEST(WeightsDigest, TellsOneBitApart)
{
    const std::vector<engine::NamedTensor> one = {{.name = "w", .shape = {}, .values = {1, 2, 0.0F}}};
    std::vector<engine::NamedTensor> other = one;
    EXPECT_EQ(contest::digestOf(one), contest::digestOf(other));
    other[0].values[2] = -0.0F;
    EXPECT_NE(contest::digestOf(one), contest::digestOf(other));
}
