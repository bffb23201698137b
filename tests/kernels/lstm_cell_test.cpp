// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/random.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/lstm_rows.h"
#include "tests/kernels/near.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

namespace engine::test {
namespace {

/// The weighed sum of what a cell gives: a_i, a_f, a_g, a_o and c before come in.
double loss(const std::array<double, 5>& x)
{
    const LstmCell<double> cell = lstmForward(lstmGates<double>({x[0], x[1], x[2], x[3]}), x[4]);
    return 0.7 * cell.h - 0.3 * cell.c;
}

TEST(LstmCell, BackwardIsTheSlopeOfForward)
{
    const std::array<double, 5> x = {0.1, -0.4, 0.8, 0.3, -0.6};
    const LstmGates<double> gates = lstmGates<double>({x[0], x[1], x[2], x[3]});
    const double c = lstmForward(gates, x[4]).c;
    const LstmGradients<double> back = lstmBackward(gates, x[4], c, 0.7, -0.3);
    const std::array<double, 5> found = {back.a.i, back.a.f, back.a.g, back.a.o, back.cBefore};
    for (std::size_t index = 0; index < x.size(); ++index) {
        constexpr double step = 1e-5;
        std::array<double, 5> above = x, below = x;
        above[index] += step;
        below[index] -= step;
        EXPECT_NEAR(found[index], (loss(above) - loss(below)) / (2 * step), 1e-9) << "element " << index;
    }
}

/// One step for streams and units that fill no vector and no piece evenly.
struct Step {
    static constexpr std::int64_t streams = 3, units = 777;
    std::vector<float> a, cBefore, dh, dc, cont = {1, 0, 1};

    Step()
    {
        RandomSequence random({.seed = 4, .stream = 0});
        const auto draw = [&](std::int64_t count) {
            std::vector<float> values(static_cast<std::size_t>(count));
            for (float& value : values) {
                value = static_cast<float>(random.gaussian());
            }
            return values;
        };
        a = draw(4 * streams * units);
        cBefore = draw(streams * units);
        dh = draw(streams * units);
        dc = draw(streams * units);
    }

    LstmGates<double> gates(std::int64_t stream, std::int64_t unit) const
    {
        const float* row = &a[static_cast<std::size_t>(stream * 4 * units + unit)];
        return lstmGates<double>({row[0], row[units], row[2 * units], row[3 * units]});
    }
    double before(std::int64_t stream, std::int64_t unit) const
    {
        return cBefore[static_cast<std::size_t>(stream * units + unit)] * cont[static_cast<std::size_t>(stream)];
    }
    LstmStep shape() const { return {streams, units, cont.data(), cBefore.data()}; }
};

TEST(LstmRows, ForwardIsTheCellOfEveryUnit)
{
    CpuDevice device(cpuBackend(), 2);
    const Step step;
    std::vector<float> gates(step.a.size()), c(step.cBefore.size()), h(c.size());
    lstmStepForward(step.shape(), step.a.data(), gates.data(), c.data(), h.data());
    std::vector<double> wantedC, wantedH;
    for (std::int64_t stream = 0; stream < Step::streams; ++stream) {
        for (std::int64_t unit = 0; unit < Step::units; ++unit) {
            const LstmCell<double> cell = lstmForward(step.gates(stream, unit), step.before(stream, unit));
            wantedC.push_back(cell.c);
            wantedH.push_back(cell.h);
        }
    }
    EXPECT_TRUE(allNear(c, wantedC, 1e-6));
    EXPECT_TRUE(allNear(h, wantedH, 1e-6));
}

TEST(LstmRows, ForwardInPlaceGivesTheSame)
{
    const Step step;
    std::vector<float> gates(step.a.size()), c(step.cBefore.size()), h(c.size());
    lstmStepForward(step.shape(), step.a.data(), gates.data(), c.data(), h.data());
    std::vector<float> inPlace = step.a, state = step.cBefore, other(c.size());
    LstmStep shape = step.shape();
    shape.cBefore = state.data();
    lstmStepForward(shape, inPlace.data(), inPlace.data(), state.data(), other.data());
    EXPECT_EQ(inPlace, gates);
    EXPECT_EQ(state, c);
    EXPECT_EQ(other, h);
}

TEST(LstmRows, BackwardIsTheCellOfEveryUnitFromGatesAndFromInputs)
{
    CpuDevice device(cpuBackend(), 2);
    const Step step;
    std::vector<float> gates(step.a.size()), c(step.cBefore.size()), h(c.size());
    lstmStepForward(step.shape(), step.a.data(), gates.data(), c.data(), h.data());
    std::vector<double> wantedA(step.a.size()), wantedC(c.size());
    for (std::int64_t stream = 0; stream < Step::streams; ++stream) {
        for (std::int64_t unit = 0; unit < Step::units; ++unit) {
            const auto at = static_cast<std::size_t>(stream * Step::units + unit);
            const LstmGradients<double> back = lstmBackward<double>(step.gates(stream, unit), step.before(stream, unit),
                                                                    c[at], step.dh[at], step.dc[at]);
            const auto first = static_cast<std::size_t>(stream * 4 * Step::units + unit);
            wantedA[first] = back.a.i;
            wantedA[first + Step::units] = back.a.f;
            wantedA[first + 2 * Step::units] = back.a.g;
            wantedA[first + 3 * Step::units] = back.a.o;
            wantedC[at] = back.cBefore * step.cont[static_cast<std::size_t>(stream)];
        }
    }
    std::vector<float> da(step.a.size()), dc(c.size());
    lstmStepBackward(step.shape(), gates.data(), c.data(), {step.dh.data(), step.dc.data(), da.data(), dc.data()});
    EXPECT_TRUE(allNear(da, wantedA, 2e-6));
    EXPECT_TRUE(allNear(dc, wantedC, 2e-6));
    lstmStepBackwardFromInputs(step.shape(), step.a.data(), c.data(),
                               {step.dh.data(), step.dc.data(), da.data(), dc.data()});
    EXPECT_TRUE(allNear(da, wantedA, 2e-6));
    EXPECT_TRUE(allNear(dc, wantedC, 2e-6));
}

TEST(LstmRows, ANanStaysInItsUnit)
{
    Step step;
    step.a[5] = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> gates(step.a.size()), c(step.cBefore.size()), h(c.size());
    lstmStepForward(step.shape(), step.a.data(), gates.data(), c.data(), h.data());
    EXPECT_TRUE(std::isnan(h[5]));
    EXPECT_FALSE(std::isnan(h[4]) || std::isnan(h[6]));
}

} // namespace
} // namespace engine::test
