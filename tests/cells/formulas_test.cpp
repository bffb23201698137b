// SPDX-License-Identifier: GPL-3.0-or-later
// Cells typed as equations against the formulas of the layers LSTM, GRU and RNN; and slopes where there are several.
#include "engine/cells/library.h"
#include "engine/cells/reference.h"
#include "engine/kernels/gru_cell.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/rnn_cell.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace engine::cells {
namespace {

using Numbers = std::vector<double>;

/// A few numbers without a pattern.
Numbers waves(std::int64_t count, double frequency)
{
    Numbers numbers(static_cast<std::size_t>(count));
    for (std::size_t place = 0; place < numbers.size(); ++place) {
        numbers[place] = std::sin(frequency * static_cast<double>(place + 1));
    }
    return numbers;
}

/// One stream, one step, a single unit after that many inputs: what is learned is a number each but for the inputs'.
class OneUnit {
public:
    explicit OneUnit(std::string_view text) : m_cell(define(text)), m_reference(m_cell)
    {
        run = {.steps = 1,
               .streams = 1,
               .sizes = {.width = 3, .units = 1},
               .x = waves(3, 0.7),
               .cont = {1},
               .learned = {},
               .states = {}};
        for (const Learned& learned : m_cell.learned) {
            run.learned.push_back(waves(shapeOf(learned, run.sizes).count(), 1.1 * static_cast<double>(++m_drawn)));
        }
        for (std::size_t state = 0; state < m_cell.states.size(); ++state) {
            run.states.push_back(waves(1, 0.4 + static_cast<double>(state)));
        }
    }

    CellResult forward() { return m_reference.forward(run); }

    /// From the gradients by h and by the states after the step.
    CellGradients backward(double dh, const Numbers& states)
    {
        CellResult gradients{.h = {dh}, .states = {}};
        for (const double state : states) {
            gradients.states.push_back({state});
        }
        return m_reference.backward(run, gradients);
    }

    double learned(std::string_view name) const { return of(run.learned, name)[0]; }
    double gradient(const CellGradients& gradients, std::string_view name) const
    {
        return of(gradients.learned, name)[0];
    }

    /// matrix × x
    double fromInput(std::string_view matrix) const
    {
        const Numbers& rows = of(run.learned, matrix);
        return rows[0] * run.x[0] + rows[1] * run.x[1] + rows[2] * run.x[2];
    }

    CellRun run;

private:
    const Numbers& of(const std::vector<Numbers>& tensors, std::string_view name) const
    {
        const auto found = std::ranges::find(m_cell.learned, name, &Learned::name);
        return tensors[static_cast<std::size_t>(found - m_cell.learned.begin())];
    }

    Definition m_cell;
    Reference m_reference;
    int m_drawn = 0;
};

constexpr double formulaTolerance = 1e-14;

TEST(TypedCell, OfAnLstmIsTheLayersFormula)
{
    OneUnit unit(libraryCell("lstm"));
    const double hBefore = unit.run.states[0][0], cBefore = unit.run.states[1][0];
    const auto sum = [&](const std::string& gate) {
        return unit.fromInput("W" + gate) + unit.learned("U" + gate) * hBefore + unit.learned("b" + gate);
    };
    const LstmGates<double> gates = lstmGates(LstmGates<double>{sum("i"), sum("f"), sum("g"), sum("o")});
    const LstmCell<double> wanted = lstmForward(gates, cBefore);
    const CellResult found = unit.forward();
    EXPECT_NEAR(found.h[0], wanted.h, formulaTolerance);
    EXPECT_NEAR(found.states[1][0], wanted.c, formulaTolerance);

    const LstmGradients<double> slopes = lstmBackward(gates, cBefore, wanted.c, 0.3, -0.2);
    const CellGradients gradients = unit.backward(0.3, {0, -0.2});
    EXPECT_NEAR(unit.gradient(gradients, "bi"), slopes.a.i, formulaTolerance);
    EXPECT_NEAR(unit.gradient(gradients, "bf"), slopes.a.f, formulaTolerance);
    EXPECT_NEAR(unit.gradient(gradients, "bg"), slopes.a.g, formulaTolerance);
    EXPECT_NEAR(unit.gradient(gradients, "bo"), slopes.a.o, formulaTolerance);
    EXPECT_NEAR(unit.gradient(gradients, "Uo"), slopes.a.o * hBefore, formulaTolerance);
    EXPECT_NEAR(gradients.states[1][0], slopes.cBefore, formulaTolerance);
}

TEST(TypedCell, OfAGruIsTheLayersFormula)
{
    OneUnit unit(libraryCell("gru"));
    const double hBefore = unit.run.states[0][0];
    const auto fromInput = [&](const std::string& gate) {
        return unit.fromInput("W" + gate) + unit.learned("b" + gate);
    };
    const auto fromState = [&](const std::string& gate) { return unit.learned("U" + gate) * hBefore; };
    const GruGates<double> a{fromInput("r"), fromInput("z"), fromInput("n")};
    const GruGates<double> u{fromState("r"), fromState("z"), fromState("n") + unit.learned("cn")};
    const GruGates<double> gates = gruGates(a, u);
    EXPECT_NEAR(unit.forward().h[0], gruForward(gates, hBefore), formulaTolerance);

    const GruGradients<double> slopes = gruBackward(gates, u.n, hBefore, 0.3);
    const CellGradients gradients = unit.backward(0.3, {0});
    EXPECT_NEAR(unit.gradient(gradients, "br"), slopes.a.r, formulaTolerance);
    EXPECT_NEAR(unit.gradient(gradients, "bz"), slopes.a.z, formulaTolerance);
    EXPECT_NEAR(unit.gradient(gradients, "bn"), slopes.a.n, formulaTolerance);
    EXPECT_NEAR(unit.gradient(gradients, "cn"), slopes.un, formulaTolerance);
}

TEST(TypedCell, OfARnnIsTheLayersFormula)
{
    OneUnit tanh(libraryCell("rnn")), relu("h = relu(W x + U h[t-1] + b)");
    for (OneUnit* unit : {&tanh, &relu}) {
        const double sum = unit->fromInput("W") + unit->learned("U") * unit->run.states[0][0] + unit->learned("b");
        EXPECT_NEAR(unit->forward().h[0], unit == &tanh ? rnnTanhForward(sum) : rnnReluForward(sum), formulaTolerance);
    }
}

/// The gradient by `name` where all that is learned has the values in the order of first use. The cell reads x besides.
double slope(const std::string& text, const std::vector<double>& values, std::string_view name)
{
    OneUnit unit(text + " + W x");
    for (std::size_t place = 0; place < values.size(); ++place) {
        unit.run.learned[place] = {values[place]};
    }
    unit.forward();
    return unit.gradient(unit.backward(1, {}), name);
}

TEST(Slope, OfReluAndAbsIsZeroAtZero)
{
    EXPECT_EQ(slope("h = relu(b)", {0}, "b"), 0);
    EXPECT_EQ(slope("h = relu(b)", {2}, "b"), 1);
    EXPECT_EQ(slope("h = relu(b)", {-2}, "b"), 0);
    EXPECT_EQ(slope("h = abs(b)", {0}, "b"), 0);
    EXPECT_EQ(slope("h = abs(b)", {2}, "b"), 1);
    EXPECT_EQ(slope("h = abs(b)", {-2}, "b"), -1);
}

TEST(Slope, OfMaxAndMinGoesToTheFirstWhereBothAreEqual)
{
    for (const char* text : {"h = max(a, b)", "h = min(a, b)"}) {
        EXPECT_EQ(slope(text, {2, 2}, "a"), 1) << text;
        EXPECT_EQ(slope(text, {2, 2}, "b"), 0) << text;
    }
    EXPECT_EQ(slope("h = max(a, b)", {1, 2}, "b"), 1);
    EXPECT_EQ(slope("h = min(a, b)", {1, 2}, "a"), 1);
}

TEST(Slope, OfEachFunctionIsItsDerivative)
{
    const double sigmoid = 1 / (1 + std::exp(-0.5));
    EXPECT_NEAR(slope("h = sigmoid(b)", {0.5}, "b"), sigmoid * (1 - sigmoid), formulaTolerance);
    EXPECT_NEAR(slope("h = tanh(b)", {0.5}, "b"), 1 - std::pow(std::tanh(0.5), 2), formulaTolerance);
    EXPECT_NEAR(slope("h = exp(b)", {0.5}, "b"), std::exp(0.5), formulaTolerance);
    EXPECT_NEAR(slope("h = log(b)", {0.5}, "b"), 2, formulaTolerance);
    EXPECT_NEAR(slope("h = softplus(b)", {0.5}, "b"), sigmoid, formulaTolerance);
    EXPECT_NEAR(slope("h = sqrt(b)", {0.25}, "b"), 1, formulaTolerance);
    EXPECT_NEAR(slope("h = square(b)", {0.5}, "b"), 1, formulaTolerance);
    EXPECT_NEAR(slope("h = a / b", {3, 0.5}, "b"), -12, formulaTolerance);
    EXPECT_NEAR(slope("h = a - -b", {3, 0.5}, "b"), 1, formulaTolerance);
}

TEST(Values, StayFiniteWhereExponentialsOverflow)
{
    EXPECT_EQ(apply(Operation::Softplus, 1000.0, 0.0), 1000);
    EXPECT_EQ(apply(Operation::Sigmoid, -1000.0, 0.0), 0);
    EXPECT_NEAR(apply(Operation::Softplus, -40.0, 0.0), std::exp(-40.0), 1e-30);
}

TEST(Values, OfAnEquationOfNumbersAreThatNumberInEachUnit)
{
    const Definition cell = define("one = 3 - 2\nh = W x + U one + one");
    Reference reference(cell);
    const CellResult result = reference.forward({.steps = 1,
                                                 .streams = 1,
                                                 .sizes = {.width = 1, .units = 2},
                                                 .x = {0},
                                                 .cont = {1},
                                                 .learned = {{0, 0}, {1, 2, 3, 4}},
                                                 .states = {}});
    EXPECT_EQ(result.h, (Numbers{4, 8}));
}

} // namespace
} // namespace engine::cells
