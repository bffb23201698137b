// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/results.h"

#include <gtest/gtest.h>

using contest::Figures;

namespace {

const std::vector<Figures> both = {
    {.name = "cpu/caffe", .stepSeconds = 0.030, .bytes = 400},
    {.name = "cpu/onednn", .stepSeconds = 0.012, .bytes = 300},
};

} // namespace

TEST(Verdict, HoldsTheFastestAgainstTheSlowest)
{
    EXPECT_EQ(contest::sentenceOf(both, {.difference = 0.01, .iterations = 3}),
              "cpu/onednn trains 2.50 times as fast as cpu/caffe and takes 0.75 times its memory; from the same "
              "weights their losses differ by 0.01 at most over 3 iterations");
}

TEST(Verdict, IsSilentOnMemoryThatIsNotKnown)
{
    std::vector<Figures> some = both;
    some[0].bytes = 0;
    EXPECT_EQ(contest::sentenceOf(some, {.difference = 0.01, .iterations = 3}),
              "cpu/onednn trains 2.50 times as fast as cpu/caffe; from the same weights their losses differ by 0.01 at "
              "most over 3 iterations");
}

TEST(Verdict, SaysWhereOneAloneWasMeasured)
{
    EXPECT_EQ(contest::sentenceOf(std::span(both).first(1), {}), "only cpu/caffe was measured");
}

TEST(BestCell, IsToldFromLuckByTheSpreadOfItsSeeds)
{
    const contest::CellLosses lstm{.cell = "lstm", .losses = {{1.50, 1.52}}},
        gru{.cell = "gru", .losses = {{1.40, 1.42}}};
    EXPECT_EQ(
        contest::bestCell(std::vector{lstm, gru}),
        "gru is best with a mean loss of 1.41, before lstm with 1.51: 0.1 apart, more than the standard deviation "
        "of 2 seeds, 0.01414");
}

TEST(BestCell, IsNotProvedWhereSeedsDifferAsMuch)
{
    const contest::CellLosses lstm{.cell = "lstm", .losses = {{1.4, 1.6}}}, gru{.cell = "gru", .losses = {{1.5, 1.44}}};
    EXPECT_EQ(
        contest::bestCell(std::vector{lstm, gru}),
        "gru has the lowest mean loss, 1.47, before lstm with 1.5, but that is no proof: 0.03 apart, no more than "
        "the standard deviation of 2 seeds, 0.1044");
}

TEST(BestCell, OfOneSeedMayBeLuck)
{
    const contest::CellLosses lstm{.cell = "lstm", .losses = {{1.5}}}, gru{.cell = "gru", .losses = {{1.4}}};
    EXPECT_EQ(contest::bestCell(std::vector{lstm, gru}),
              "gru is best with a loss of 1.4, before lstm with 1.5; one seed cannot tell a better cell from luck");
}

TEST(WeightsDigest, TellsOneBitApart)
{
    const std::vector<engine::NamedTensor> one = {{.name = "w", .shape = {}, .values = {1, 2, 0.0F}}};
    std::vector<engine::NamedTensor> other = one;
    EXPECT_EQ(contest::digestOf(one), contest::digestOf(other));
    other[0].values[2] = -0.0F;
    EXPECT_NE(contest::digestOf(one), contest::digestOf(other));
}
