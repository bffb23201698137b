// SPDX-License-Identifier: GPL-3.0-or-later
// What runs in which order, what is kept, what it costs.
#include "engine/cells/latex.h"
#include "engine/cells/library.h"
#include "engine/cells/work.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace engine::cells {
namespace {

Schedule scheduled(std::string_view text)
{
    return scheduleOf(define(text));
}

/// How often a step waits for products, and for layernorm.
struct Waits {
    std::int64_t products, norms;

    bool operator==(const Waits&) const = default;
};

Waits waitsOf(const std::vector<Stage>& stages)
{
    return {std::ranges::count_if(stages, [](const Stage& stage) { return !stage.products.empty(); }),
            std::ranges::count_if(stages, [](const Stage& s) { return !s.norms.empty() || !s.normGradients.empty(); })};
}

Waits waitsOf(std::string_view cell)
{
    return waitsOf(scheduled(libraryCell(cell)).perStep.forward);
}

TEST(Stages, OfAStepWaitForProductsOfItsStatesAndAgainWhereAProductNeedsAGate)
{
    const std::pair<std::int64_t, std::vector<const char*>> cells[] = {
        {0, {"mingru", "minlstm", "indrnn", "paragru", "paralstm", "slstm_diagonal", "cfc"}},
        {1, {"lstm", "gru", "rnn", "peephole_lstm", "coupled_lstm", "janet", "ugrnn", "slstm"}},
        {2, {"mgu", "gru_reset_before"}},
    };
    for (const auto& [waits, names] : cells) {
        for (const char* cell : names) {
            EXPECT_EQ(waitsOf(cell), (Waits{waits, 0})) << cell;
            EXPECT_EQ(scheduled(libraryCell(cell)).hasNoProductPerStep(), waits == 0) << cell;
        }
    }
}

TEST(Stages, NormalizeTheProductsOfXAtOnce)
{
    const Schedule schedule = scheduled(libraryCell("layernorm_lstm"));
    EXPECT_EQ(schedule.atOnce.norms, 4);
    EXPECT_EQ(schedule.perStep.norms, 5);
    EXPECT_EQ(waitsOf(schedule.perStep.forward), (Waits{1, 2}));
}

TEST(Stages, LeaveToTheStepsWhatIsElementwise)
{
    const Schedule schedule = scheduled("z = sigmoid(Wz x + b)\nh = z * h[t-1] + tanh(V tanh(Wv x))");
    EXPECT_EQ(schedule.atOnce.outputs.size(), 2u); // Wz x and V tanh(Wv x)
    EXPECT_EQ(waitsOf(schedule.atOnce.forward), (Waits{2, 0}));
    EXPECT_EQ(waitsOf(schedule.perStep.forward), (Waits{0, 0}));
}

TEST(Stages, ComputeOnceWhatIsWrittenTwice)
{
    const Definition cell = define("a = tanh(W x + U h[t-1])\nh = a * sigmoid(tanh(W x + U h[t-1]))");
    const Work work = forwardWork(scheduleOf(cell), cell);
    EXPECT_EQ(work.inputProducts, 1);
    EXPECT_EQ(work.heads.size(), 1u);
    EXPECT_EQ(work.operations, 4); // a sum, two functions, a product
}

TEST(Stages, HandOnOnlyWhatALaterOneCannotMake)
{
    const std::vector<Stage> stages = scheduled(libraryCell("mgu")).perStep.forward;
    EXPECT_EQ(stages[0].elements.stores.size(), 2u); // f, and f * h[t-1], which U multiplies; not (1 - f) * h[t-1]
    EXPECT_EQ(scheduled("f = tanh(U h[t-1])\nh = V f + f + 1").perStep.forward[0].elements.stores.size(), 1u);
}

TEST(Stages, GiveTheGatesToWhoWantsToSeeThem)
{
    const Definition cell = define(libraryCell("mgu"));
    EXPECT_EQ(scheduleOf(cell).perStep.outputs.size(), 2u); // h, and h as a state
    EXPECT_EQ(scheduleOf(cell, Seen::All).perStep.outputs.size(), 4u);
}

TEST(Stages, MultiplyBackwardAllGradientsOfAStateInOneStage)
{
    const Part step = scheduled(libraryCell("lstm")).perStep;
    EXPECT_EQ(waitsOf(step.backward), (Waits{1, 0}));
    EXPECT_EQ(step.backward.back().products.size(), 1u);
    EXPECT_EQ(step.backward.back().products[0].terms.size(), 4u);
}

TEST(Kept, AreGatesAndStatesButNotWhatFollowsFromElse)
{
    const auto keptBy = [](const char* cell) { return keptVectors(scheduled(libraryCell(cell))); };
    EXPECT_EQ(keptBy("lstm"), 6);   // i, f, g, o, c, h
    EXPECT_EQ(keptBy("gru"), 5);    // r, z, Un h, Wn x, h; n follows
    EXPECT_EQ(keptBy("rnn"), 1);    // h
    EXPECT_EQ(keptBy("slstm"), 8);  // z, o, a, the sum in f; h, m, c, n
    EXPECT_EQ(keptBy("mingru"), 3); // Wz x, Wh x, which were made at once; h
    EXPECT_EQ(keptVectors(scheduled("a = relu(A h[t-1] + B (h[t-1] * h[t-1]) + W x)\nh = square(a)")),
              3); // the sum, h·h, h
}

TEST(Work, OfAnLstmCountsProductsAndOperations)
{
    const Definition cell = define(libraryCell("lstm"));
    const Work work = forwardWork(scheduleOf(cell), cell);
    EXPECT_EQ(work.arithmetic(), "2·(4·H·I + 4·H·H) + 17·H"); // 8 sums, 5 curves, 4 for c and h
    EXPECT_EQ(work.flops({.width = 10, .units = 100}), 2 * (4 * 1'000 + 4 * 10'000) + 1'700);
    // dh, dc 2; tanh(c) and its slope 3; o, i, f, g and c before 6; their slopes 3 each, of o 4; 4 sums for biases
    EXPECT_EQ(backwardWork(scheduleOf(cell), cell).arithmetic(), "2·(8·H·I + 8·H·H) + 28·H");
}

TEST(Work, CountsHeadsAndNorms)
{
    const Definition cell = define("h = layernorm(W x) + U[4] h[t-1] + V h[t-1]");
    const Work work = forwardWork(scheduleOf(cell), cell);
    EXPECT_EQ(work.arithmetic(), "2·(H·I + H·H + H·H/4) + 8·H");
    EXPECT_EQ(work.flops({.width = 2, .units = 8}), 2 * (16 + 64 + 16) + 64);
    const Definition elementwise = define("h = tanh(x)");
    EXPECT_EQ(forwardWork(scheduleOf(elementwise), elementwise).arithmetic(), "H");
}

TEST(Work, StaysANumberWhereSizesAreHuge)
{
    const Definition cell = define(libraryCell("lstm"));
    EXPECT_GT(forwardWork(scheduleOf(cell), cell).flops({.width = 1LL << 40, .units = 1LL << 40}), 1LL << 57);
}

/// Of the last equation.
std::string latex(std::string_view text)
{
    const Definition cell = define(text);
    return latexOf(cell, cell.syntax.equations.size() - 1);
}

TEST(Latex, SetsParenthesesWhereTheyAreNeeded)
{
    EXPECT_EQ(latex("h = sigmoid(Wf x + Uf h[t-1] + bf)"),
              R"(h_{t} = \sigma\left(W_{f}\, x_{t} + U_{f}\, h_{t-1} + b_{f}\right))");
    EXPECT_EQ(latex("h = (a + b) * x"), R"(h_{t} = \left(a + b\right) \odot x_{t})");
    EXPECT_EQ(latex("h = (a * b) + x"), R"(h_{t} = a \odot b + x_{t})");
    EXPECT_EQ(latex("h = a - (b - x)"), R"(h_{t} = a - \left(b - x_{t}\right))");
    EXPECT_EQ(latex("h = a - b - x"), R"(h_{t} = a - b - x_{t})");
    EXPECT_EQ(latex("h = -W x"), R"(h_{t} = -W\, x_{t})");
    EXPECT_EQ(latex("h = W (-x)"), R"(h_{t} = W\, \left(-x_{t}\right))");
    EXPECT_EQ(latex("h = A B x * b"), R"(h_{t} = \left(A\, B\, x_{t}\right) \odot b)");
    EXPECT_EQ(latex("h = -(a + b) * -x"), R"(h_{t} = \left(-\left(a + b\right)\right) \odot \left(-x_{t}\right))");
}

TEST(Html, SetsAnEquationWithCharactersOfMathematics)
{
    const auto html = [](std::string_view text) { return htmlOf(define(text), 0); };
    EXPECT_EQ(html("h = sigmoid(Wf x) * h[t-1]"),
              "<i>h</i><sub><i>t</i></sub> = σ(<i>W</i><sub><i>f</i></sub>&nbsp;<i>x</i><sub><i>t</i></sub>) ⊙ "
              "<i>h</i><sub><i>t</i>−1</sub>");
    EXPECT_EQ(html("h = a / (b / x) / (d * e)"),
              "<i>h</i><sub><i>t</i></sub> = <i>a</i> / (<i>b</i> / <i>x</i><sub><i>t</i></sub>) / "
              "(<i>d</i> ⊙ <i>e</i>)");
    EXPECT_EQ(html("h = sqrt(-gate_in) - 1e-5 - x"),
              "<i>h</i><sub><i>t</i></sub> = √(−gate in) − 1 · 10<sup>−5</sup> − "
              "<i>x</i><sub><i>t</i></sub>");
}

TEST(Latex, SetsFractionsRootsAndNames)
{
    EXPECT_EQ(latex("h = a / (b + x) / 2"), R"(h_{t} = \frac{\frac{a}{b + x_{t}}}{2})");
    EXPECT_EQ(latex("gate = x\nh = 2 * gate * sqrt(b_in)"),
              R"(h_{t} = 2\, \mathrm{gate}_{t} \odot \sqrt{b_{\mathrm{in}}})");
    EXPECT_EQ(latex("n1 = b\nh = n1[t-1] * 1e-5"), R"(h_{t} = n_{1,t-1} \cdot 1 \cdot 10^{-5})");
    EXPECT_EQ(latex("h = max(a, abs(x)) + square(a + b)"),
              R"(h_{t} = \max\left(a,\, \left|x_{t}\right|\right) + \left(a + b\right)^{2})");
}

} // namespace
} // namespace engine::cells
