// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/graph/error.h"
#include "engine/training/write/text_generator.h"
#include "tests/support/gpu.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numeric>

// Text that a GPU writes: by one kernel, by recordings of the net's own kernels, and step by step with the host's
// draws.

namespace engine {
namespace {

using Way = TextGenerator::Way;

/// A net as it was first filled, on the CPU and on a GPU. Such nets write at random, but what they write depends on all
/// of their numbers.
class GpuText : public testing::Test {
protected:
    void SetUp() override
    {
        HAMNET_NEEDS_GPU();
        m_gpu = test::ownGpu();
    }

    struct Net {
        std::int64_t units = 64, layers = 1, vocabulary = 65;
        std::string cell = "LSTM", recurrent = "forget_bias: 1"; ///< the layer's type, more fields of it

        std::string words() const
        {
            return cell + " " + recurrent + " " + std::to_string(layers) + " x " + std::to_string(units) + ", V " +
                   std::to_string(vocabulary);
        }
    };

    void make(const Net& net)
    {
        std::vector<char32_t> characters(static_cast<std::size_t>(net.vocabulary));
        std::iota(characters.begin(), characters.end(), U'\0');
        m_vocabulary.emplace(Encoding::Bytes, characters);
        const SmallRun run{.units = net.units, .layers = net.layers, .cell = net.cell, .recurrent = net.recurrent};
        const Model model = withVocabulary(run.model(), net.vocabulary);
        m_onCpu.emplace(model, m_cpu, 3);
        std::vector<NamedTensor> weights = m_onCpu->read();
        for (NamedTensor& weight : weights) { // so that scores differ, and the net forgets what roundings it made
            for (float& value : weight.values) {
                value *= weight.name == "scores/W" ? 4.0f : 1.0f;
            }
            if (net.cell != "LSTM") {
                makeForgetful(weight, net.units);
            }
        }
        m_onCpu->write(weights);
        m_onGpu.emplace(model, *m_gpu, 4);
        m_onGpu->write(weights);
        m_model = model;
    }

    /// A fresh RNN that is wide amplifies rounding errors from step to step. Scales Wh down until a product with it
    /// shrinks them, and gives each bias a value of its own in place of zero.
    static void makeForgetful(NamedTensor& weight, std::int64_t units)
    {
        const double growth = 0.2 / std::sqrt(3.0) * std::sqrt(static_cast<double>(units)); // of uniform [-0.2, 0.2]
        for (std::size_t index = 0; index < weight.values.size(); ++index) {
            if (weight.name.ends_with("Wh")) {
                weight.values[index] *= static_cast<float>(std::min(1.0, 0.8 / growth));
            } else if (weight.name.ends_with("bh") || weight.name.ends_with("b")) {
                weight.values[index] += 0.3f * std::sin(static_cast<float>(index + weight.name.size()));
            }
        }
    }

    std::unique_ptr<TextGenerator> onGpu(const EngineWish& engine)
    {
        return std::make_unique<TextGenerator>(m_model, *m_onGpu, *m_vocabulary, engine);
    }
    std::unique_ptr<TextGenerator> stepwise(const EngineWish& engine)
    {
        return std::make_unique<TextGenerator>(m_model, *m_onGpu, *m_vocabulary, engine,
                                               [](Device&, const TextPorts&) { return nullptr; });
    }
    std::string textOfCpu(const SamplingSettings& settings)
    {
        return TextGenerator(m_model, *m_onCpu, *m_vocabulary, {}).text(settings);
    }

    /// The one kernel tells the bits that the net's own passes give for the same text.
    void expectSurpriseOfTheNet(const std::string& words)
    {
        const std::unique_ptr<TextGenerator> generator = onGpu("CUDNN");
        std::string text;
        std::vector<double> bits;
        generator->generate({.prompt = "\n", .length = 300, .seed = 4}, [&](const TextGenerator::Character& one) {
            text += one.text;
            bits.push_back(one.bits);
            return true;
        });
        EXPECT_EQ(generator->way(), Way::Kernel) << words;
        const std::vector<double> read = generator->surprise("\n" + text);
        ASSERT_EQ(read.size(), bits.size()) << words;
        for (std::size_t index = 0; index < bits.size(); ++index) {
            EXPECT_NEAR(bits[index], read[index], 1e-3) << words << ", character " << index;
        }
    }

    CpuDevice m_cpu{cpuBackend(), 1};
    std::unique_ptr<Device> m_gpu;
    std::optional<Vocabulary> m_vocabulary;
    Model m_model;
    std::optional<WeightStore> m_onCpu, m_onGpu;
};

/// Nobody learned these weights: in a wide net what one rounding differs grows from character to character, until a
/// draw falls on the other side. So that much of a text has to be the same, and all of what a narrow net writes.
constexpr std::size_t sameCharacters = 60;

std::string beginningOf(const std::string& text, std::int64_t units)
{
    return units < 512 ? text : text.substr(0, sameCharacters);
}

TEST_F(GpuText, IsThatOfTheCpuWhoeverWritesIt)
{
    for (const Net& net : {Net{.units = 24}, Net{.units = 128, .layers = 2}, Net{.units = 70, .layers = 3},
                           Net{.units = 512, .layers = 2, .vocabulary = 200}}) {
        make(net);
        const SamplingSettings settings{.prompt = "ab", .length = 500, .temperature = 0.9, .seed = 6};
        const std::string expected = beginningOf(textOfCpu(settings), net.units);
        const std::unique_ptr<TextGenerator> kernel = onGpu("CUDNN"), recording = onGpu("CAFFE");
        EXPECT_EQ(beginningOf(kernel->text(settings), net.units), expected) << net.units << " units";
        EXPECT_EQ(kernel->way(), Way::Kernel);
        EXPECT_EQ(beginningOf(recording->text(settings), net.units), expected) << net.units << " units";
        EXPECT_EQ(recording->way(), Way::Recording);
        EXPECT_EQ(beginningOf(stepwise("CUDNN")->text(settings), net.units), expected) << net.units << " units";
    }
}

struct CellOfText {
    std::string cell, recurrent;
};
const CellOfText otherCells[] = {{"GRU", ""}, {"RNN", "activation: TANH"}, {"RNN", "activation: RELU"}};

TEST_F(GpuText, OfOtherCellsIsThatOfTheCpuAndByOneKernel)
{
    for (const auto& [cell, recurrent] : otherCells) {
        for (Net net :
             {Net{.units = 1}, Net{.units = 24}, Net{.units = 70, .layers = 2}, Net{.units = 128, .layers = 3},
              Net{.units = 601, .vocabulary = 200}, Net{.units = 512, .layers = 2}}) {
            net.cell = cell;
            net.recurrent = recurrent;
            make(net);
            const std::unique_ptr<TextGenerator> kernel = onGpu("CUDNN"), recording = onGpu("CAFFE");
            for (const double temperature : {0.9, 0.3, 0.0}) {
                const SamplingSettings settings{.prompt = "ab", .length = 300, .temperature = temperature, .seed = 6};
                const std::string expected = textOfCpu(settings); // all of it: makeForgetful
                EXPECT_EQ(kernel->text(settings), expected) << net.words();
                EXPECT_EQ(kernel->way(), Way::Kernel) << net.words();
                EXPECT_EQ(recording->text(settings), expected) << net.words();
                EXPECT_EQ(recording->way(), Way::Recording) << net.words();
            }
        }
    }
}

TEST_F(GpuText, OfOtherCellsHasTheSurpriseThatTheNetHas)
{
    for (const auto& [cell, recurrent] : otherCells) {
        for (Net net : {Net{.units = 64, .layers = 2}, Net{.units = 300, .layers = 3, .vocabulary = 130}}) {
            net.cell = cell;
            net.recurrent = recurrent;
            make(net);
            expectSurpriseOfTheNet(net.words());
        }
    }
}

TEST_F(GpuText, OfOtherCellsFollowsTheWeights)
{
    for (const auto& [cell, recurrent] : otherCells) {
        const Net net{.units = 64, .layers = 2, .cell = cell, .recurrent = recurrent};
        make(net);
        const std::unique_ptr<TextGenerator> kernel = onGpu("CUDNN");
        const SamplingSettings settings{.length = 200, .seed = 2};
        const std::string before = kernel->text(settings);
        std::vector<NamedTensor> weights = m_onCpu->read();
        for (NamedTensor& weight : weights) { // the biases of every layer, on their own
            for (float& value : weight.values) {
                value = weight.name.ends_with("b") || weight.name.ends_with("bh") ? -value : value;
            }
        }
        m_onCpu->write(weights);
        m_onGpu->write(weights);
        const std::string after = textOfCpu(settings);
        EXPECT_NE(after, before) << net.words();
        EXPECT_EQ(kernel->text(settings), after) << net.words();
    }
}

TEST_F(GpuText, IsWrittenByRecordingsWhereOneKernelDoesNotTakeTheNet)
{
    make({.units = 8, .layers = 9, .cell = "GRU", .recurrent = ""}); // it takes 8 layers at most
    const std::unique_ptr<TextGenerator> generator = onGpu("CUDNN");
    const SamplingSettings settings{.length = 100, .seed = 2};
    EXPECT_EQ(generator->text(settings), textOfCpu(settings));
    EXPECT_EQ(generator->way(), Way::Recording);
}

TEST_F(GpuText, IsTheSameByOneKernelAndByTheNetsOwnOverTwoThousandCharacters)
{
    make({.units = 128, .layers = 2});
    const std::unique_ptr<TextGenerator> kernel = onGpu("CUDNN"), plain = stepwise("CUDNN");
    for (const SamplingSettings& settings :
         {SamplingSettings{.length = 2000, .seed = 1}, SamplingSettings{.length = 2000, .temperature = 0},
          SamplingSettings{.length = 2000, .topK = 5, .seed = 2},
          SamplingSettings{.length = 2000, .topP = 0.7, .seed = 3}}) {
        EXPECT_EQ(kernel->text(settings), plain->text(settings));
    }
    EXPECT_EQ(kernel->way(), Way::Kernel);
}

TEST_F(GpuText, IsTheSameWhenItIsWrittenAgain)
{
    make({.units = 128, .layers = 2});
    const std::unique_ptr<TextGenerator> generator = onGpu("CUDNN");
    const SamplingSettings settings{.length = 700, .seed = 2};
    const std::string first = generator->text(settings);
    generator->text({.prompt = "another", .length = 77, .seed = 9});
    EXPECT_EQ(generator->text(settings), first);
}

TEST_F(GpuText, FollowsTheWeights)
{
    make({.units = 64, .layers = 2});
    const std::unique_ptr<TextGenerator> kernel = onGpu("CUDNN"), recording = onGpu("CAFFE");
    const SamplingSettings settings{.length = 200, .seed = 2};
    const std::string before = kernel->text(settings);
    EXPECT_EQ(recording->text(settings), before);
    std::vector<NamedTensor> weights = m_onCpu->read();
    for (float& value : weights.back().values) {
        value = -value;
    }
    weights[0].values[0] += 1;
    m_onCpu->write(weights);
    m_onGpu->write(weights);
    const std::string after = textOfCpu(settings);
    EXPECT_NE(after, before);
    EXPECT_EQ(kernel->text(settings), after);
    EXPECT_EQ(recording->text(settings), after);
}

TEST_F(GpuText, TellsTheSurpriseThatTheNetHas)
{
    make({.units = 64, .layers = 2});
    expectSurpriseOfTheNet("LSTM");
}

TEST_F(GpuText, EndsSoonAfterAStop)
{
    make({.units = 512, .layers = 2});
    for (const EngineWish& engine : {EngineWish("CUDNN"), EngineWish("CAFFE")}) {
        const std::unique_ptr<TextGenerator> generator = onGpu(engine);
        generator->text({.length = 10});
        int characters = 0;
        using Clock = std::chrono::steady_clock;
        const Clock::time_point begin = Clock::now();
        Clock::time_point stopped;
        generator->generate({.length = 1'000'000}, [&](const TextGenerator::Character&) {
            stopped = Clock::now();
            return ++characters < 10'000;
        });
        EXPECT_EQ(characters, 10'000);
        EXPECT_LT(Clock::now() - stopped, stopped - begin) << "longer than for all characters before it";
    }
}

TEST_F(GpuText, ReadsAWindowAsTheCpuDoes)
{
    make({.units = 64, .layers = 2});
    const SamplingSettings settings{.length = 30, .seed = 5, .mode = GenerationMode::Window, .window = 20};
    EXPECT_EQ(onGpu("CUDNN")->text(settings), textOfCpu(settings));
}

} // namespace
} // namespace engine
