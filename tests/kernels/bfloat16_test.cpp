// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/onednn/bfloat16.h"
#include "tests/kernels/layer_run.h"
#include "tests/kernels/near.h"
#include "tests/kernels/rounding.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <string>

// ONEDNN in bf16 beside CAFFE in fp32: on a processor that multiplies bf16 in hardware.

namespace engine::test {
namespace {

constexpr auto bf16 = Precision::Bfloat16;

TEST(Bfloat16, RoundsToTheNearestAndTiesToEven)
{
    using onednn::roundedToBfloat16;
    const auto rounded = [](float value) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(roundedToBfloat16(value)) << 16);
    };
    constexpr float step = 1.0f / 128; // between 1 and 2
    for (const float sign : {1.0f, -1.0f}) {
        EXPECT_EQ(rounded(sign * (1 + 0.49f * step)), sign);
        EXPECT_EQ(rounded(sign * (1 + 0.5f * step)), sign);
        EXPECT_EQ(rounded(sign * (1 + 1.5f * step)), sign * (1 + 2 * step));
        EXPECT_EQ(rounded(sign * (1 + 1.51f * step)), sign * (1 + 2 * step));
        EXPECT_EQ(rounded(sign * std::numeric_limits<float>::max()), sign * std::numeric_limits<float>::infinity());
        EXPECT_EQ(rounded(sign * std::numeric_limits<float>::infinity()),
                  sign * std::numeric_limits<float>::infinity());
    }
    EXPECT_TRUE(std::isnan(rounded(std::numeric_limits<float>::quiet_NaN())));
    EXPECT_TRUE(std::isnan(rounded(std::bit_cast<float>(0x7f800001U)))) << "whose upper half alone is infinite";
    EXPECT_EQ(rounded(0.0f), 0.0f);
}

/// A test that needs such a processor.
class OnBfloat16Cpu {
protected:
    static std::optional<std::string> refusal() { return cpuRefusal(bf16); }
    CpuDevice m_exact{cpuBackend(), 2}, m_device{cpuBackend(), 2, bf16};
};

class OnednnBfloat16 : public ::testing::TestWithParam<RecurrentSizes>, protected OnBfloat16Cpu {
protected:
    void SetUp() override
    {
        if (refusal()) {
            GTEST_SKIP() << *refusal();
        }
    }

    /// Drawn once: it takes as long as all that is tried with it.
    static const Problem& drawn()
    {
        static std::map<std::string, Problem> all;
        Problem& problem = all[testing::PrintToString(GetParam())];
        if (problem.inputs.empty()) {
            problem = problemOf(GetParam());
        }
        return problem;
    }
};

TEST_P(OnednnBfloat16, GivesWhatCaffeGivesInFloat32)
{
    const Problem& problem = drawn();
    LayerRun wanted(problem, caffeCpuEngine(), m_exact);
    LayerRun found(problem, onednnEngine(), m_device);
    step({problem.pass}, wanted, found);
    expectNear(found, wanted, problem);
    EXPECT_TRUE(found.marksStand());
    EXPECT_NE(found.output(0), wanted.output(0)) << "nothing was rounded";
}

TEST_P(OnednnBfloat16, CarriesItsStateAndAddsGradients)
{
    const Problem& problem = drawn();
    LayerRun wanted(problem, caffeCpuEngine(), m_exact);
    LayerRun found(problem, onednnEngine(), m_device);
    step({0, 1, 2}, wanted, found);
    expectNear(found, wanted, problem);
}

TEST_P(OnednnBfloat16, GivesTheSameBitsTwice)
{
    const Problem& problem = drawn();
    LayerRun one(problem, onednnEngine(), m_device), other(problem, onednnEngine(), m_device);
    step({0, 1}, one, other);
    EXPECT_EQ(one.output(0), other.output(0));
    EXPECT_EQ(one.inputGradient(0), other.inputGradient(0));
    for (std::size_t weight = 0; weight < problem.weights.size(); ++weight) {
        EXPECT_EQ(one.weightGradient(weight), other.weightGradient(weight)) << "weight " << weight;
    }
}

TEST_P(OnednnBfloat16, TellsWhatItHolds)
{
    Problem problem = drawn();
    std::ranges::fill(problem.inputs[1], 1.0); // one piece: the states of more are not told
    LayerRun run(problem, onednnEngine(), m_device);
    run.step(problem.pass);
    const LayerMemory told = onednnEngine().memory(setupWithoutMemory(problem, m_device));
    EXPECT_EQ(told.kept + told.workspace, run.workspaceBytes());
}

constexpr RecurrentSizes sizesOfTests[] = {
    {1, 1, 3, 128, 1},
    {7, 10, 15, 128, 1},
    {6, 25, 20, 256, 2, 0.3},
    {4, 100, 24, 384, 3},
    {12, 25, 15, 512, 2, 0.5},
    {5, 20, 12, 100, 2, 0.3},
    {4, 9, 31, 333, 1},
    {3, 40, 16, 1024, 1},
    {7, 10, 15, 128, 1, 0, "GRU"},
    {12, 25, 15, 512, 2, 0.5, "GRU"},
    {5, 9, 33, 200, 2, 0.2, "GRU"},
    {7, 10, 15, 128, 1, 0, "RNN"},
    {9, 25, 15, 512, 2, 0.5, "RNN", false, false, "RELU"},
    {5, 9, 33, 36, 2, 0.2, "RNN"},
    {9, 25, 20, 512, 2, 0.3, "LSTM", true},
    {6, 40, 20, 256, 2, 0, "GRU", true},
    {6, 20, 20, 100, 3, 0.4, "RNN", true},
    {6, 12, 20, 256, 2, 0, "LSTM", false, true},
    {6, 12, 20, 100, 2, 0.3, "LSTM", true, true},
    {1, 3, 20, 128, 1, 0, "GRU", true, true},
    {6, 50, 20, 384, 1, 0, "RNN", false, true},
};
INSTANTIATE_TEST_SUITE_P(Cpu, OnednnBfloat16, ::testing::ValuesIn(sizesOfTests));

std::vector<Case> casesOfProducts()
{
    std::vector<Case> found = recurrentCases();
    for (const Case& one : cases()) {
        if (one.type == "INNERPRODUCT" && !one.params.contains("heads")) { // of which ONEDNN has one
            found.push_back(one);
        }
    }
    return found;
}

/// The cases of the conformance suite that have products: few factors.
class OnednnBfloat16Cases : public ::testing::TestWithParam<Case>, protected OnBfloat16Cpu {
protected:
    void SetUp() override
    {
        if (refusal()) {
            GTEST_SKIP() << *refusal();
        }
    }
};

TEST_P(OnednnBfloat16Cases, GivesWhatCaffeGivesInFloat32)
{
    const Problem problem = problemOf(GetParam());
    LayerRun wanted(problem, caffeCpuEngine(), m_exact), found(problem, onednnEngine(), m_device);
    step({problem.pass}, wanted, found);
    expectNearWithFewFactors(found, wanted, problem);
}

TEST_P(OnednnBfloat16Cases, LeavesOutUnneededGradients)
{
    const Problem problem = problemOf(GetParam());
    for (const Wiring wiring :
         {Wiring{.inputGradients = false}, Wiring{.weightGradients = false}, Wiring{.outputGradients = false}}) {
        LayerRun wanted(problem, caffeCpuEngine(), m_exact, wiring), found(problem, onednnEngine(), m_device, wiring);
        step({problem.pass}, wanted, found);
        expectNearWithFewFactors(found, wanted, problem);
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, OnednnBfloat16Cases, ::testing::ValuesIn(casesOfProducts()),
                         [](const auto& one) { return one.param.name; });

TEST(Bfloat16, OnednnMultipliesInnerProductsInItAndLeavesThemToCaffeInFloat32)
{
    CpuDevice exact(cpuBackend(), 1), device(cpuBackend(), 1, bf16);
    const Problem problem = problemOf(casesOfProducts().back());
    const auto defaultOn = [&](Device& one) {
        const LayerSetup setup = setupWithoutMemory(problem, one);
        return choose(cpuBackend().preferred(setup), "DEFAULT", setup).name();
    };
    EXPECT_EQ(defaultOn(exact), "CAFFE");
    EXPECT_EQ(defaultOn(device), "ONEDNN");
}

TEST(Bfloat16, CaffeOnTheCpuMultipliesInFloat32Only)
{
    EXPECT_TRUE(caffeCpuEngine().multipliesIn(Precision::Float32));
    EXPECT_FALSE(caffeCpuEngine().multipliesIn(bf16));
    EXPECT_TRUE(onednnEngine().multipliesIn(bf16));
}

} // namespace
} // namespace engine::test
