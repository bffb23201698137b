// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/training/text_cells.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

// The sums that the kernel for writing text makes for each cell. What runs on the host too is tested here.

namespace engine::cuda {
namespace {

/// One unit's numbers by gate: wx = Wx x_t, wh = Wh h_{t-1}, and the biases.
struct Unit {
    std::array<float, 4> wx = {0.3f, -0.7f, 0.9f, 0.2f}, wh = {-0.4f, 0.5f, 0.6f, -0.1f};
    std::array<float, 4> b = {0.05f, 0.1f, -0.2f, 0.3f}, bh = {-0.15f, 0.25f, 0.35f, 0.0f};
};

/// h_t, as the kernel sums up: in each sum the products and biases of the gates that the cell names.
template <typename Cell>
float stepOf(const Unit& unit, bool recurrentBias, float& carried)
{
    float a[Cell::sums] = {};
    for (int sum = 0; sum < Cell::sums; ++sum) {
        if (const int gate = Cell::gateOfWx(sum); gate != noGate) {
            a[sum] += unit.wx[static_cast<std::size_t>(gate)] + unit.b[static_cast<std::size_t>(gate)];
        }
        if (const int gate = Cell::gateOfWh(sum); gate != noGate) {
            a[sum] += unit.wh[static_cast<std::size_t>(gate)];
            a[sum] += recurrentBias ? unit.bh[static_cast<std::size_t>(gate)] : 0.0f;
        }
    }
    return Cell::step(a, carried);
}

TEST(TextCells, TheLstmCarriesItsCell)
{
    const Unit unit;
    float carried = 0.8f;
    const float h = stepOf<LstmText>(unit, false, carried);
    const auto sum = [&](std::size_t gate) { return unit.wx[gate] + unit.wh[gate] + unit.b[gate]; };
    const LstmCell<float> expected = lstmForward(lstmGates(LstmGates<float>{sum(0), sum(1), sum(2), sum(3)}), 0.8f);
    EXPECT_NEAR(h, expected.h, 1e-6);
    EXPECT_NEAR(carried, expected.c, 1e-6);
}

TEST(TextCells, TheGruKeepsTheRecurrentSumOfItsLastGateApart)
{
    const Unit unit;
    float carried = 0.8f;
    const float h = stepOf<GruText>(unit, true, carried);
    const auto a = [&](std::size_t gate) { return unit.wx[gate] + unit.b[gate]; };
    const auto u = [&](std::size_t gate) { return unit.wh[gate] + unit.bh[gate]; };
    const float expected =
        gruForward(gruGates(GruGates<float>{a(0), a(1), a(2)}, GruGates<float>{u(0), u(1), u(2)}), 0.8f);
    EXPECT_NEAR(h, expected, 1e-6);
    EXPECT_EQ(carried, h);
}

TEST(TextCells, ThePlainCellsHaveOneSum)
{
    Unit unit;
    const float sum = unit.wx[0] + unit.wh[0] + unit.b[0];
    float carried = 0.8f;
    EXPECT_NEAR(stepOf<RnnTanhText>(unit, false, carried), std::tanh(sum), 1e-6);
    EXPECT_NEAR(carried, std::tanh(sum), 1e-6);
    unit.wx[0] = 2;
    EXPECT_NEAR(stepOf<RnnReluText>(unit, false, carried), 2 + unit.wh[0] + unit.b[0], 1e-6);
    unit.wx[0] = -2;
    EXPECT_EQ(stepOf<RnnReluText>(unit, false, carried), 0.0f);
    EXPECT_EQ(carried, 0.0f);
}

/// Each gate's product with Wx, and with Wh, is part of exactly one sum.
template <typename Cell>
void expectEachGateOnce()
{
    std::vector<int> wx(Cell::gates), wh(Cell::gates);
    for (int sum = 0; sum < Cell::sums; ++sum) {
        if (Cell::gateOfWx(sum) != noGate) {
            ++wx.at(static_cast<std::size_t>(Cell::gateOfWx(sum)));
        }
        if (Cell::gateOfWh(sum) != noGate) {
            ++wh.at(static_cast<std::size_t>(Cell::gateOfWh(sum)));
        }
    }
    EXPECT_EQ(wx, std::vector<int>(Cell::gates, 1));
    EXPECT_EQ(wh, std::vector<int>(Cell::gates, 1));
}

TEST(TextCells, EachGateIsPartOfOneSum)
{
    expectEachGateOnce<LstmText>();
    expectEachGateOnce<GruText>();
    expectEachGateOnce<RnnTanhText>();
    expectEachGateOnce<RnnReluText>();
}

} // namespace
} // namespace engine::cuda
