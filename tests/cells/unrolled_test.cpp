// SPDX-License-Identifier: GPL-3.0-or-later
// The net that a layer of a typed cell is inside.
#include "engine/cells/typed_cell.h"
#include "engine/cells/unrolled.h"
#include "engine/graph/size_report.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace engine::cells {
namespace {

using ::testing::ElementsAre;

Model unrolledNet(const char* text, std::int64_t directions = 1)
{
    return unroll(typedCell(text).cell, {.steps = 3, .streams = 2, .width = 5, .units = 4, .directions = directions})
        .model;
}

/// The layer that makes the tensor; one without a name where none does.
Layer maker(const Model& model, const std::string& tensor)
{
    const auto found = std::ranges::find_if(
        model.layers, [&](const Layer& layer) { return std::ranges::count(layer.tops, tensor) > 0; });
    return found == model.layers.end() ? Layer{.params = {{"equation", std::string()}, {"heads", std::int64_t{0}}}}
                                       : *found;
}

std::int64_t countOf(const Model& model, const std::string& type)
{
    return std::ranges::count(model.layers, type, &Layer::type);
}

const char* const mgu = "f = sigmoid(Wf x + Uf h[t-1] + bf)\n"
                        "n = tanh(Wn x + Un (f * h[t-1]) + bn)\n"
                        "h = (1 - f) * h[t-1] + f * n";

TEST(UnrolledCell, MultipliesXByItsMatricesForAllStepsAtOnce)
{
    const Model net = unrolledNet(mgu);
    EXPECT_THAT(maker(net, "Wf x").bottoms, ElementsAre("x"));
    EXPECT_THAT(maker(net, "Wf x_2").bottoms, ElementsAre("Wf x"));
    EXPECT_EQ(countOf(net, "INNERPRODUCT"), 2 + 3 * 2);
}

TEST(UnrolledCell, HasALayerForEachEquationAndForWhatAMatrixMultiplies)
{
    const Model net = unrolledNet(mgu);
    const Layer f = maker(net, "f_2"), inside = maker(net, "(f * h[t-1])_2"), h = maker(net, "h_2");
    EXPECT_EQ(countOf(net, "CELL_UNIT"), 3 * 4);
    EXPECT_EQ(textParam(f.params, "equation"), "f = sigmoid(p1 + p3 + bf)");
    EXPECT_THAT(f.bottoms, ElementsAre("Wf x_2", "Uf h[t-1]_2"));
    ASSERT_EQ(f.weights.size(), 1u);
    EXPECT_EQ(f.weights[0].name, "bf");
    EXPECT_EQ(textParam(inside.params, "equation"), "a = f * h_before");
    EXPECT_THAT(maker(net, "Un (f * h[t-1])_2").bottoms, ElementsAre("(f * h[t-1])_2"));
    EXPECT_EQ(textParam(h.params, "equation"), "h = (1 - f) * h_before + f * n");
    EXPECT_THAT(h.bottoms, ElementsAre("f_2", "h[t-1]_2", "n_2"));
    EXPECT_THAT(maker(net, "h[t-1]_2").bottoms, ElementsAre("h_1", "cont_2"));
}

TEST(UnrolledCell, HasNoMoreParenthesesThanItsEquation)
{
    const char* const text = "h = -(-(W x)) - (b - c) / (2 / (3 + -h[t-1])) * max(1e-05, c) - (b - c)";
    EXPECT_EQ(textParam(maker(unrolledNet(text), "h_1").params, "equation"),
              "h = --p1 - (b - c) / (2 / (3 + -h_before)) * max(1e-05, c) - (b - c)");
}

TEST(UnrolledCell, MakesWhatIsTheSameTextOnceAndKeepsHeads)
{
    const Model net = unrolledNet("g = sigmoid(W x + U h[t-1])\nh = g * tanh(W x + U h[t-1])");
    EXPECT_EQ(countOf(net, "INNERPRODUCT"), 1 + 3);
    EXPECT_EQ(intParam(maker(unrolledNet("h = U[2] h[t-1]"), "U h[t-1]_1").params, "heads"), 2);
}

TEST(UnrolledCell, NormalizesProductsWithXForAllStepsAtOnce)
{
    const Model net = unrolledNet("h = layernorm(W x) + layernorm(h[t-1])");
    EXPECT_THAT(maker(net, "layernorm(W x)").bottoms, ElementsAre("W x"));
    EXPECT_THAT(maker(net, "layernorm(h[t-1])_3").bottoms, ElementsAre("h[t-1]_3"));
    EXPECT_EQ(countOf(net, "LAYERNORM"), 1 + 3);
}

TEST(UnrolledCell, HasNamesApartFromThoseOfTheNet)
{
    const Model net = unrolledNet("cont = W x + b\nback_h = cont * 2\nh = tanh(back_h + h[t-1])", 2);
    EXPECT_THAT(maker(net, "cont_1").bottoms, ElementsAre("cont")) << "the steps of cont, not the equation";
    EXPECT_EQ(maker(net, "cont'_1").type, "CELL_UNIT");
    EXPECT_EQ(textParam(maker(net, "back_h_2").params, "equation"), "h = tanh(back_h + h_before)");
    EXPECT_NO_THROW(inferSizes(withSplits(net)));
}

TEST(UnrolledCell, SharesItsWeights)
{
    const std::int64_t each = 2 * (4 * 5 + 4 * 4 + 4);
    EXPECT_EQ(sizeReport(unrolledNet(mgu)).parameters, each);
    EXPECT_EQ(sizeReport(unrolledNet(mgu, 2)).parameters, 2 * each);
}

TEST(UnrolledCell, FindsTheShapeOfAnEquationThatReadsNothing)
{
    for (const char* text : {"a = 2 * b\nh = a + 0 * h[t-1]", "a = 2\nh = a * layernorm(W x)"}) {
        EXPECT_NO_THROW(inferSizes(withSplits(unrolledNet(text)))) << text;
    }
}

} // namespace
} // namespace engine::cells
