// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/training/write/plain_text_net.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

constexpr std::string_view source =
    "layer { name: 'text' type: 'TextData' top: 'data' top: 'clip' text_data_param { time_steps: 1 batch_size: 1 } }";
constexpr std::string_view embedding =
    "layer { name: 'embed' type: 'Embed' bottom: 'data' top: 'x' embed_param { input_dim: 9 num_output: 5 } }";
constexpr std::string_view scores = "layer { name: 'scores' type: 'InnerProduct' bottom: 'y' top: 'scores' "
                                    "inner_product_param { num_output: 9 axis: 2 } }";

std::string recurrent(const std::string& type, const std::string& name, const std::string& bottom,
                      const std::string& top, const std::string& settings = "num_output: 6")
{
    return "layer { name: '" + name + "' type: '" + type + "' bottom: '" + bottom + "' bottom: 'clip' top: '" + top +
           "' recurrent_param { " + settings + " } }";
}

std::string lstm(const std::string& name, const std::string& bottom, const std::string& top,
                 const std::string& settings = "num_output: 6")
{
    return recurrent("LSTM", name, bottom, top, settings);
}

class PlainText : public testing::Test {
protected:
    std::optional<PlainTextNet> plain(const std::string& text)
    {
        const Model model = readModel(text, "net.prototxt");
        m_store.emplace(model, m_device, 1);
        m_net.emplace(model, Phase::Run, *m_store, std::nullopt, 0);
        return plainTextNet(*m_net, *m_store, scoresOf(model));
    }
    std::optional<PlainTextNet> between(const std::string& layers)
    {
        return plain(std::string(source) + std::string(embedding) + layers + std::string(scores));
    }

    const float* weight(const std::string& name) { return weightNamed(*m_store, name).data(); }

    CpuDevice m_device{cpuBackend(), 1};
    std::optional<WeightStore> m_store;
    std::optional<Net> m_net;
};

TEST_F(PlainText, IsAnEmbeddingLstmsAndScores)
{
    const std::optional<PlainTextNet> found =
        between(lstm("low", "x", "h") + lstm("high", "h", "y", "num_output: 7 num_layers: 2"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->vocabulary, 9);
    EXPECT_EQ(found->width, 5);
    ASSERT_EQ(found->layers.size(), 3u);
    EXPECT_EQ(found->layers[0].units, 6);
    EXPECT_EQ(found->layers[2].units, 7);

    EXPECT_EQ(found->embedding, weight("embed/W"));
    EXPECT_EQ(found->layers[0].Wx, weight("low/Wx"));
    EXPECT_EQ(found->layers[2].Wh, weight("high/l1.Wh"));
    EXPECT_EQ(found->layers[1].b, weight("high/l0.b"));
    EXPECT_EQ(found->W, weight("scores/W"));
    EXPECT_EQ(found->b, weight("scores/b"));
    EXPECT_EQ(found->layers[2].h, m_net->stateOf("high")[2].data);
    EXPECT_EQ(found->layers[2].c, m_net->stateOf("high")[3].data);
    EXPECT_EQ(found->layers[2].bh, nullptr);
    EXPECT_EQ(found->cell->name, "LSTM");
    const std::uint64_t before = *found->version;
    m_store->touch();
    EXPECT_NE(*found->version, before);
}

TEST_F(PlainText, MayBeOfGrus)
{
    const std::optional<PlainTextNet> found =
        between(recurrent("GRU", "low", "x", "h") + recurrent("GRU", "high", "h", "y", "num_output: 7 num_layers: 2"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->cell->name, "GRU");
    ASSERT_EQ(found->layers.size(), 3u);
    EXPECT_EQ(found->layers[0].Wx, weight("low/Wx"));
    EXPECT_EQ(found->layers[0].bh, weight("low/bh"));
    EXPECT_EQ(found->layers[2].Wh, weight("high/l1.Wh"));
    EXPECT_EQ(found->layers[2].b, weight("high/l1.b"));
    EXPECT_EQ(found->layers[2].bh, weight("high/l1.bh"));
    EXPECT_NE(found->layers[2].bh, nullptr);
    EXPECT_EQ(found->layers[2].h, m_net->stateOf("high")[1].data);
    EXPECT_EQ(found->layers[2].c, nullptr);
}

TEST_F(PlainText, MayBeOfPlainCells)
{
    const std::optional<PlainTextNet> found =
        between(recurrent("RNN", "low", "x", "h", "num_output: 6 activation: RELU") +
                recurrent("RNN", "high", "h", "y", "num_output: 7 activation: RELU"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->cell->kind, Cell::Kind::RnnRelu);
    ASSERT_EQ(found->layers.size(), 2u);
    EXPECT_EQ(found->layers[1].Wx, weight("high/Wx"));
    EXPECT_EQ(found->layers[1].bh, nullptr);
    EXPECT_EQ(found->layers[1].h, m_net->stateOf("high")[0].data);
    EXPECT_EQ(found->layers[1].c, nullptr);
}

TEST_F(PlainText, HasOneCell)
{
    EXPECT_FALSE(between(recurrent("GRU", "low", "x", "h") + lstm("high", "h", "y")));
    EXPECT_FALSE(between(recurrent("RNN", "low", "x", "h", "num_output: 6 activation: RELU") +
                         recurrent("RNN", "high", "h", "y", "num_output: 6 activation: TANH")));
}

TEST_F(PlainText, MayHaveLayersThatDoNothingWhileWriting)
{
    EXPECT_TRUE(
        between(lstm("low", "x", "h") + "layer { name: 'drop' type: 'Dropout' bottom: 'h' top: 'h' } " +
                "layer { name: 'shape' type: 'Reshape' bottom: 'h' top: 'y' reshape_param { shape { dim: 1 dim: "
                "1 dim: 6 } } }"));
}

TEST_F(PlainText, HasNothingElseOnTheWay)
{
    EXPECT_FALSE(between(lstm("low", "x", "h") + "layer { name: 'curve' type: 'TanH' bottom: 'h' top: 'y' }"));
    EXPECT_FALSE(between("layer { name: 'curve' type: 'TanH' bottom: 'x' top: 'z' }" + lstm("low", "z", "y")));
}

TEST_F(PlainText, HasNoBranches)
{
    EXPECT_FALSE(between(lstm("low", "x", "h", "num_output: 6") + lstm("high", "h", "g", "num_output: 6") +
                         "layer { name: 'sum' type: 'Eltwise' bottom: 'h' bottom: 'g' top: 'y' }"));
    // The scores read the lower of two.
    EXPECT_FALSE(between(lstm("low", "x", "y") + lstm("high", "y", "unread")));
    // Two beside each other.
    EXPECT_FALSE(between(lstm("low", "x", "unread") + lstm("high", "x", "y")));
}

TEST_F(PlainText, HasItsOwnStateInside)
{
    EXPECT_FALSE(plain(std::string(source) + std::string(embedding) +
                       "layer { name: 'low' type: 'LSTM' bottom: 'x' bottom: 'clip' top: 'y' top: 'hT' top: 'cT' "
                       "recurrent_param { num_output: 6 expose_hidden_output: true } }" +
                       std::string(scores)));
}

TEST_F(PlainText, HasItsScoresNotTransposed)
{
    EXPECT_FALSE(plain(std::string(source) + std::string(embedding) + lstm("low", "x", "y") +
                       "layer { name: 'scores' type: 'InnerProduct' bottom: 'y' top: 'scores' inner_product_param { "
                       "num_output: 9 axis: 2 transpose: true } }"));
}

} // namespace
} // namespace engine
