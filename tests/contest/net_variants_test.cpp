// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/net_variants.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/params.h"
#include "engine/graph/size_report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace {

/// Two recurrent layers, the lower twice as wide.
engine::Model pyramid()
{
    return engine::readModel(R"(
        layer { name: "text" type: "TextData" top: "data" top: "cont" top: "label"
                text_data_param { time_steps: 8 batch_size: 4 } }
        layer { name: "embed" type: "Embed" bottom: "data" top: "embed" embed_param { input_dim: 60 num_output: 32 } }
        layer { name: "lower" type: "LSTM" bottom: "embed" bottom: "cont" top: "lower"
                recurrent_param { num_output: 64 } }
        layer { name: "upper" type: "LSTM" bottom: "lower" bottom: "cont" top: "upper"
                recurrent_param { num_output: 32 } }
        layer { name: "scores" type: "InnerProduct" bottom: "upper" top: "scores"
                inner_product_param { num_output: 60 axis: 2 } })",
                             "pyramid");
}

std::int64_t parametersOf(const engine::Model& model)
{
    const engine::SizeReport report = engine::sizeReport(model);
    EXPECT_TRUE(report.fits()) << report.problems.front();
    return report.parameters;
}

std::int64_t unitsOf(const engine::Model& model, std::size_t layer)
{
    return engine::intParam(model.layers[layer].params, "num_output");
}

} // namespace

TEST(NetVariants, HaveAsManyParametersAsWholeUnitsAllow)
{
    const std::int64_t wanted = parametersOf(pyramid());
    for (const char* const cell : {"gru", "rnn", "cell:janet", "cell:peephole_lstm"}) {
        const engine::Model other = contest::withParameters(contest::withCell(pyramid(), cell), wanted, parametersOf);
        engine::Model wider = other;
        wider.layers[2].params["num_output"] = unitsOf(other, 2) + 2;
        wider.layers[3].params["num_output"] = unitsOf(other, 3) + 1;
        const std::int64_t off = std::abs(parametersOf(other) - wanted);
        EXPECT_LE(off, parametersOf(wider) - parametersOf(other)) << cell << " has " << unitsOf(other, 2) << " units";
        EXPECT_NEAR(static_cast<double>(unitsOf(other, 2)), 2.0 * static_cast<double>(unitsOf(other, 3)), 1) << cell;
    }
    EXPECT_GT(unitsOf(contest::withParameters(contest::withCell(pyramid(), "rnn"), wanted, parametersOf), 2), 100);
}

TEST(NetVariants, StayAsTheyAreWhereTheyHaveTheParameters)
{
    EXPECT_EQ(contest::withParameters(pyramid(), parametersOf(pyramid()), parametersOf), pyramid());
}

TEST(NetVariants, TakeRecurrentLayersOfOneThatWasTrained)
{
    const engine::Model narrow =
        contest::withParameters(contest::withCell(pyramid(), "cell:janet"), 20'000, parametersOf);
    engine::Model drawn = pyramid();
    drawn.layers[1].params["num_output"] = std::int64_t{48};
    const engine::Model taken = contest::withRecurrentLayers(drawn, narrow);
    EXPECT_EQ(taken.layers[1], drawn.layers[1]);
    EXPECT_EQ(taken.layers[2], narrow.layers[2]);
    EXPECT_EQ(taken.layers[3], narrow.layers[3]);
    EXPECT_NE(taken.layers[2], drawn.layers[2]);
    engine::Model fewer = drawn;
    fewer.layers.erase(fewer.layers.begin() + 3);
    EXPECT_THROW(contest::withRecurrentLayers(fewer, narrow), engine::Error);
    EXPECT_THROW(contest::withRecurrentLayers(narrow, fewer), engine::Error);
}

TEST(NetVariants, HaveTheListsOwnSpelling)
{
    EXPECT_EQ(contest::cellName("LSTM"), "lstm");
    EXPECT_EQ(contest::cellName("Bidirectional_RNN_Relu"), "bidirectional_rnn_relu");
    EXPECT_THROW(static_cast<void>(contest::cellName("elman")), engine::Error);
}

TEST(NetVariants, HaveWholeHeads)
{
    const engine::Model heads = contest::withCell(pyramid(), "cell:slstm_two_heads");
    const engine::Model other = contest::withParameters(heads, parametersOf(heads) / 3, parametersOf);
    EXPECT_EQ(unitsOf(other, 2) % 2, 0);
    EXPECT_EQ(unitsOf(other, 3) % 2, 0);
    EXPECT_LT(unitsOf(other, 2), 64);
}
