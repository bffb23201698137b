// SPDX-License-Identifier: GPL-3.0-or-later
// Cells that are equations on CUDA against their reference in double precision.
#include "engine/cells/library.h"
#include "engine/cells/reference.h"
#include "engine/cuda/cells/cell_sequence.h"
#include "engine/cuda/cells/nvrtc.h"
#include "tests/cells/cell_problem.h"
#include "tests/cells/random_cell.h"
#include "tests/gpu/gpu_of_test.h"
#include "tests/support/night.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace engine::cuda::cells {
namespace {

using notation::Definition;
using notation::test::Doubles, notation::test::Floats, notation::test::Problem;
using Way = CellSequence::Way;

// ---- without a GPU

std::vector<std::pair<std::string, std::string>> manyCells()
{
    std::vector<std::pair<std::string, std::string>> all;
    for (const notation::LibraryCell& cell : notation::libraryCells()) {
        all.emplace_back(cell.name, cell.text);
    }
    // Gradients that pass an equation unchanged, states that are others before them, products of products, norms of
    // what is there at once, vectors behind matrices.
    const char* const plain[] = {
        "c = 0.9 * c[t-1] + W x\nh = tanh(U c[t-1] + b)",
        "c = U h[t-1]\nh = tanh(W x + c[t-1])",
        "p = h[t-1]\nh = tanh(W x + U p[t-1] + b)",
        "a = b[t-1]\nb = a[t-1] + W x\nh = a * b",
        "c = tanh(W x + U c[t-1])\nh = V c",
        "h = W x",
        "c = h[t-1] + x\nh = U c + b",
        "h = c[t-1]\nc = x * h[t-1] + V h",
        "h = tanh(A B x + U V h[t-1])",
        "h = tanh(A layernorm(W x) + U layernorm(h[t-1]) + A layernorm(B b))",
        "h = layernorm(0.5 * h[t-1] + x)",
        "h = tanh(U (x + h[t-1]) + W x) * sigmoid(V (x + h[t-1]))",
        "h = tanh(U (layernorm(W x) + h[t-1])) * sigmoid(V (layernorm(W x) + h[t-1]))",
        "h = tanh(U[2] (x * h[t-1]) + U[2] h[t-1] + b)",
        "h = tanh(A h[t-1]) * tanh(B h[t-1]) + tanh(C h[t-1]) * tanh(D h[t-1]) * tanh(E h[t-1]) * tanh(F h[t-1]) + x",
        "f = log(sigmoid(W x + U h[t-1] - 12))\nh = tanh(V x - 0.1 * f)",
        "h = max(x, 0.5 * h[t-1]) + min(a, abs(h[t-1])) / sqrt(1 + square(x)) + log(1 + exp(x))",
    };
    for (const char* const text : plain) {
        all.emplace_back("plain" + std::to_string(all.size()), text);
    }
    return all;
}

class CellSource : public ::testing::TestWithParam<std::pair<std::string, std::string>> {};
INSTANTIATE_TEST_SUITE_P(All, CellSource, testing::ValuesIn(manyCells()),
                         [](const auto& one) { return one.param.first; });

TEST_P(CellSource, Compiles)
{
    const Nvrtc* const nvrtc = Nvrtc::find();
    if (nvrtc == nullptr) {
        GTEST_SKIP() << "NVRTC was not found";
    }
    const Definition cell = notation::define(GetParam().second);
    const SequenceExtents extents{5, 3, {8, 8}, true, false};
    static EachOf sources(3); // each of them at night, and for both capabilities
    const auto compiles = [&](auto how) {
        if (sources.takesNext()) {
            CellSequence sequence(cell, extents, how);
            const std::string source = elementSource(sequence.kernels());
            EXPECT_NE(nvrtc->compile(source, 90), "") << source;
            EXPECT_TRUE(!atNight() || !nvrtc->compile(source, 80).empty()) << source;
        }
    };
    for (const Way way : {CellSequence::bestWay(cell, extents.streams, extents.sizes.units), Way::StepByStep}) {
        compiles(way);
    }
    // Rooms, tiles and groups: in clusters, and a block a stream.
    for (const ClusterPlan& plan : {ClusterPlan{384, 2, 1}, ClusterPlan{768, 1, 1}, ClusterPlan{32, 0, 3},
                                    ClusterPlan{32, 0, 3, Precision::Float32}}) {
        if (CellSequence::canGoInClusters(cell)) {
            compiles(plan);
        }
    }
}

TEST(CellWays, WalkWhereNoStepHasAProduct)
{
    if (Nvrtc::find() == nullptr) {
        GTEST_SKIP() << "NVRTC was not found";
    }
    for (const char* const name : {"mingru", "minlstm", "indrnn", "paragru", "paralstm", "slstm_diagonal", "cfc"}) {
        EXPECT_EQ(CellSequence::bestWay(notation::define(notation::libraryCell(name)), 3, 512), Way::Walk) << name;
    }
    EXPECT_NE(CellSequence::bestWay(notation::define(notation::libraryCell("lstm")), 3, 512), Way::Walk);
    EXPECT_NE(CellSequence::bestWay(notation::define("h = layernorm(h[t-1] + x)"), 3, 512), Way::Walk);
}

TEST(CellWays, MultiplyInTheKernelsOfFewStreams)
{
    if (Nvrtc::find() == nullptr) {
        GTEST_SKIP() << "NVRTC was not found";
    }
    const Definition cell = notation::define(notation::libraryCell("lstm"));
    EXPECT_EQ(CellSequence::bestWay(cell, 3, 512), Way::FewStreams);
    EXPECT_EQ(CellSequence::bestWay(cell, 1000, 512), Way::StepByStep);
    EXPECT_EQ(CellSequence::bestWay(cell, 3, 1024), Way::StepByStep);
}

TEST(CellWays, InClustersWhereAStepHasOneProduct)
{
    if (Nvrtc::find() == nullptr) {
        GTEST_SKIP() << "NVRTC was not found";
    }
    for (const char* const name : {"rnn", "lstm", "gru", "peephole_lstm", "janet", "ugrnn", "coupled_lstm", "slstm"}) {
        EXPECT_TRUE(CellSequence::canGoInClusters(notation::define(notation::libraryCell(name)))) << name;
    }
    for (const char* const name : {"mgu", "gru_reset_before", "layernorm_lstm", "mingru"}) {
        EXPECT_FALSE(CellSequence::canGoInClusters(notation::define(notation::libraryCell(name)))) << name;
    }
    // Five matrices; two states; what is multiplied is no state.
    for (const char* const text :
         {"h = tanh(A h[t-1]) * tanh(B h[t-1]) * tanh(C h[t-1]) * tanh(D h[t-1]) * tanh(E h[t-1]) + x",
          "c = tanh(U c[t-1] + W x)\nh = tanh(V h[t-1] + c)", "h = tanh(U (h[t-1] + W x))"}) {
        EXPECT_FALSE(CellSequence::canGoInClusters(notation::define(text))) << text;
    }
}

// ---- on a GPU

/// What a cell gives, forward and backward.
struct Made {
    Floats y, dx;
    std::vector<Floats> after, before, learned; ///< the last two are gradients

    bool operator==(const Made&) const = default;

    /// visit(name, numbers) for all of them.
    template <typename Visit>
    void forEach(const Definition& cell, const Visit& visit) const
    {
        visit("h", y);
        visit("gradient by x", dx);
        for (std::size_t state = 0; state < after.size(); ++state) {
            visit(cell.states[state].name, after[state]);
            visit("gradient by " + cell.states[state].name, before[state]);
        }
        for (std::size_t tensor = 0; tensor < learned.size(); ++tensor) {
            visit("gradient by " + cell.learned[tensor].name, learned[tensor]);
        }
    }
};

Made wantedOf(const Definition& cell, const Problem& problem, bool reversed)
{
    Problem inOrder = reversed ? notation::test::turned(problem) : problem;
    inOrder.solve(cell);
    const notation::CellResult& result = inOrder.result;
    const notation::CellGradients& gradients = inOrder.gradients;
    const auto inTime = [&](const Doubles& numbers) {
        const Floats all = notation::test::floats(numbers);
        return reversed ? notation::test::turnedBack(all, problem.run.steps) : all;
    };
    return {.y = inTime(result.h),
            .dx = inTime(gradients.x),
            .after = notation::test::floats(result.states),
            .before = notation::test::floats(gradients.states),
            .learned = notation::test::floats(gradients.learned)};
}

/// ‖found - wanted‖ / ‖wanted‖; where little is wanted, as it is.
double errorOf(const Floats& found, const Floats& wanted)
{
    double difference = 0, size = 0;
    for (std::size_t index = 0; index < wanted.size(); ++index) {
        difference += std::pow(static_cast<double>(found.at(index)) - static_cast<double>(wanted[index]), 2);
        size += std::pow(static_cast<double>(wanted[index]), 2);
    }
    return std::sqrt(difference / std::max(size, 1e-4));
}

/// A cell with its problem on a GPU.
class CellOnGpu {
public:
    /// Without a way: in the quickest on that GPU.
    CellOnGpu(CudaDevice& device, const Definition& cell, const Problem& problem, bool reversed, std::optional<Way> way,
              bool training = true)
        : m_device(device),
          m_cell(cell),
          m_run(problem.run),
          m_extents{m_run.steps, m_run.streams, m_run.sizes, training, reversed},
          m_sequence(way ? std::make_unique<CellSequence>(cell, m_extents, *way)
                         : std::make_unique<CellSequence>(cell, m_extents,
                                                          CellSequence::planInClusters(cell, m_extents, device))),
          m_memory(device.allocate(m_sequence->floats())),
          m_x(put(notation::test::floats(m_run.x))),
          m_cont(put(notation::test::floats(m_run.cont))),
          m_y(put(Floats(problem.arriving.h.size()))),
          m_dy(put(notation::test::floats(problem.arriving.h))),
          m_dx(put(Floats(m_run.x.size()))),
          m_learned(put(notation::test::floats(m_run.learned))),
          m_gradients(put(notation::test::floats(m_run.learned))),
          m_states(put(notation::test::floats(m_run.states))),
          m_after(put(notation::test::floats(m_run.states))),
          m_dAfter(put(notation::test::floats(problem.arriving.states))),
          m_dBefore(put(notation::test::floats(m_run.states)))
    {
        m_sequence->take(device, m_memory.data());
    }

    std::int64_t floats() const { return m_sequence->floats(); }

    void forward()
    {
        m_sequence->forward({.x = {m_x.data(), m_run.sizes.width, 0},
                             .cont = m_cont.data(),
                             .before = places<const float>(m_states),
                             .after = places<float>(m_after),
                             .y = {m_y.data(), m_run.sizes.units, 0}},
                            places<const float>(m_learned), laneOf(m_device));
    }

    void backward(const std::vector<float*>& gradients)
    {
        m_sequence->backward({.cont = m_cont.data(),
                              .dy = {m_dy.data(), m_run.sizes.units, 0},
                              .after = places<const float>(m_dAfter),
                              .before = places<float>(m_dBefore),
                              .dx = {m_dx.data(), m_run.sizes.width, 0}},
                             laneOf(m_device));
        m_sequence->addGradients(gradients, laneOf(m_device));
    }
    void backward() { backward(places<float>(m_gradients)); }

    /// Of all gradients only those by the states after the sequence arrive, and only those by one tensor are wanted.
    void backwardForOnly(std::size_t tensor)
    {
        clearGradients();
        std::vector<float*> gradients(m_gradients.size());
        gradients[tensor] = m_gradients[tensor].data();
        m_sequence->backward({.cont = m_cont.data(),
                              .dy = {},
                              .after = places<const float>(m_dAfter),
                              .before = std::vector<float*>(m_states.size()),
                              .dx = {}},
                             laneOf(m_device));
        m_sequence->addGradients(gradients, laneOf(m_device));
    }

    /// The gradients by two tensors are added to one place, as where two weights have one name.
    void backwardIntoOne(std::size_t tensor, std::size_t other)
    {
        clearGradients();
        std::vector<float*> gradients = places<float>(m_gradients);
        gradients[other] = gradients[tensor];
        backward(gradients);
    }

    void pass()
    {
        clearGradients();
        forward();
        backward();
    }

    Made made()
    {
        return {.y = get(m_y),
                .dx = get(m_dx),
                .after = get(m_after),
                .before = get(m_dBefore),
                .learned = get(m_gradients)};
    }

private:
    void clearGradients()
    {
        for (Buffer& gradient : m_gradients) {
            m_device.zero(gradient.data(), gradient.count());
        }
    }
    Buffer put(const Floats& numbers)
    {
        Buffer buffer = m_device.allocate(static_cast<std::int64_t>(numbers.size()));
        m_device.toDevice(numbers, buffer.data());
        return buffer;
    }
    std::vector<Buffer> put(const std::vector<Floats>& tensors)
    {
        std::vector<Buffer> all;
        for (const Floats& tensor : tensors) {
            all.push_back(put(tensor));
        }
        return all;
    }
    Floats get(const Buffer& buffer)
    {
        Floats numbers(static_cast<std::size_t>(buffer.count()));
        m_device.toHost(buffer.data(), numbers);
        return numbers;
    }
    std::vector<Floats> get(const std::vector<Buffer>& buffers)
    {
        std::vector<Floats> all;
        for (const Buffer& buffer : buffers) {
            all.push_back(get(buffer));
        }
        return all;
    }
    template <typename Number>
    static std::vector<Number*> places(std::vector<Buffer>& buffers)
    {
        std::vector<Number*> all;
        for (Buffer& buffer : buffers) {
            all.push_back(buffer.data());
        }
        return all;
    }

    CudaDevice& m_device;
    const Definition& m_cell;
    const notation::CellRun& m_run;
    SequenceExtents m_extents;
    std::unique_ptr<CellSequence> m_sequence;
    Buffer m_memory, m_x, m_cont, m_y, m_dy, m_dx;
    std::vector<Buffer> m_learned, m_gradients, m_states, m_after, m_dAfter, m_dBefore;
};

class CellOnCuda : public engine::test::GpuTest {
protected:
    Made run(const Definition& cell, const Problem& problem, bool reversed, std::optional<Way> way = {},
             Precision precision = Precision::Bfloat16)
    {
        CellOnGpu gpu(device(precision), cell, problem, reversed, way);
        gpu.pass();
        const Made first = gpu.made();
        gpu.pass(); // finds what the first left
        EXPECT_EQ(first, gpu.made());
        return first;
    }
};

/// What rounding factors to 8 bits costs where sums of many factors average it out, and where they do not (compare
/// tests/kernels/rounding.cpp).
struct Bounds {
    double numbers, gradients;
};
constexpr Bounds ofMany{1e-2, 2e-2}, ofFew{0.04, 0.1};

void expectNear(const Definition& cell, const Made& found, const Made& wanted, const Bounds& bounds)
{
    std::vector<std::pair<std::string, Floats>> all;
    wanted.forEach(cell, [&](const std::string& name, const Floats& numbers) { all.emplace_back(name, numbers); });
    auto next = all.begin();
    found.forEach(cell, [&](const std::string& name, const Floats& numbers) {
        const double bound = name.starts_with("gradient") ? bounds.gradients : bounds.numbers;
        EXPECT_LT(errorOf(numbers, next->second), bound) << name;
        ++next;
    });
}

TEST_F(CellOnCuda, IsThatOfTheReference)
{
    for (const auto& [name, text] : manyCells()) {
        const Definition cell = notation::define(text);
        const bool hasKink = text.find("relu") != std::string::npos || text.find("max") != std::string::npos;
        for (const bool reversed : {false, true}) {
            SCOPED_TRACE(name + (reversed ? " reversed" : ""));
            const Problem few(cell, 3, {.width = 8, .units = 8}, 1);
            expectNear(cell, run(cell, few, reversed), wantedOf(cell, few, reversed), ofFew);
            const Problem many(cell, 30, {.width = 150, .units = 150}, 2, 0.1);
            const Bounds bounds = hasKink ? Bounds{ofMany.numbers, 0.12} : ofMany;
            expectNear(cell, run(cell, many, reversed), wantedOf(cell, many, reversed), bounds);
        }
    }
}

/// The same factors are rounded each way, so that all else has to agree as floats do.
TEST_F(CellOnCuda, IsTheSameInEachWay)
{
    constexpr Bounds bounds{1e-4, 1e-3};
    for (const auto& [name, text] : manyCells()) {
        SCOPED_TRACE(name);
        const Definition cell = notation::define(text);
        const Problem problem(cell, 3, {.width = 40, .units = 40}, 3, 0.2);
        for (const bool reversed : {false, true}) {
            const Made wanted = run(cell, problem, reversed, Way::StepByStep);
            expectNear(cell, run(cell, problem, reversed, Way::Interpreted), wanted, bounds);
            expectNear(cell, run(cell, problem, reversed, Way::FewStreams), wanted, bounds);
            if (CellSequence::bestWay(cell, problem.run.streams, problem.run.sizes.units) == Way::Walk) {
                expectNear(cell, run(cell, problem, reversed, Way::Walk), wanted, bounds);
            }
        }
    }
}

/// Fewer, as many and more steps than the two places in which states take turns.
TEST_F(CellOnCuda, TakesFewStepsOfFewStreams)
{
    constexpr Bounds bounds{1e-4, 1e-3};
    for (const char* const name : {"mgu", "lstm", "layernorm_lstm"}) {
        const Definition cell = notation::define(notation::libraryCell(name));
        for (const std::int64_t steps : {1, 2, 3}) {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(steps));
            const Problem problem(cell, 3, {.width = 20, .units = 40}, 9, 0.2, steps);
            for (const bool reversed : {false, true}) {
                expectNear(cell, run(cell, problem, reversed, Way::FewStreams),
                           run(cell, problem, reversed, Way::StepByStep), bounds);
            }
        }
    }
}

/// More, less and as many as a walk loads at once, and some that end in between.
TEST_F(CellOnCuda, WalksAnyNumberOfSteps)
{
    constexpr Bounds bounds{1e-4, 1e-3};
    for (const char* const name : {"mingru", "minlstm", "indrnn", "paragru", "paralstm", "slstm_diagonal", "cfc"}) {
        const Definition cell = notation::define(notation::libraryCell(name));
        for (const std::int64_t steps : {1, 2, 15, 16, 17, 33, 40, 64}) {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(steps));
            const Problem problem(cell, 3, {.width = 20, .units = 40}, 9, 0.2, steps);
            for (const bool reversed : {false, true}) {
                expectNear(cell, run(cell, problem, reversed, Way::Walk), run(cell, problem, reversed, Way::StepByStep),
                           bounds);
            }
        }
    }
}

/// Rows and units that fill no block, one and several blocks of them, and each warp's part of the depth not, once or
/// several times.
TEST_F(CellOnCuda, IsTheSameOfFewStreams)
{
    constexpr Bounds bounds{1e-3, 5e-3}; // sums in another order round some factors otherwise
    struct Sizes {
        std::int64_t streams, units;
    };
    for (const char* const name : {"mgu", "lstm", "gru_reset_before", "layernorm_lstm", "slstm_two_heads"}) {
        const Definition cell = notation::define(notation::libraryCell(name));
        for (const auto& [streams, units] :
             {Sizes{1, 8}, Sizes{25, 100}, Sizes{33, 200}, Sizes{70, 512}, Sizes{128, 520}, Sizes{8, 1100}}) {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(streams) + " " + std::to_string(units));
            const Problem problem(cell, streams, {.width = 24, .units = units}, 8, 0.05);
            for (const bool reversed : {false, true}) {
                expectNear(cell, run(cell, problem, reversed, Way::FewStreams),
                           run(cell, problem, reversed, Way::StepByStep), bounds);
            }
        }
    }
}

/// In rooms and tiles of each number, with streams and units that fill none of them.
TEST_F(CellOnCuda, IsTheSameInClusters)
{
    constexpr Bounds bounds{5e-3, 2e-2}; // parts of gradients by h travel as bfloat16s
    struct Sizes {
        std::int64_t streams, units;
    };
    for (const char* const name : {"lstm", "gru", "janet", "slstm", "rnn"}) {
        const Definition cell = notation::define(notation::libraryCell(name));
        for (const auto& [streams, units] : {Sizes{3, 100}, Sizes{70, 200}, Sizes{9, 300}, Sizes{120, 500},
                                             Sizes{250, 512}, Sizes{3, 520}, Sizes{20, 768}}) {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(streams) + " " + std::to_string(units));
            const Problem problem(cell, streams, {.width = 24, .units = units}, 8, 0.05);
            const SequenceExtents extents{problem.run.steps, streams, problem.run.sizes, true, false};
            if (!CellSequence::planInClusters(cell, extents, device(Precision::Bfloat16))) {
                GTEST_SKIP() << "this GPU, or its NVRTC, has no clusters of that size";
            }
            for (const bool reversed : {false, true}) {
                expectNear(cell, run(cell, problem, reversed), run(cell, problem, reversed, Way::StepByStep), bounds);
            }
        }
    }
}

/// In each room, with units that fill it and units that do not, and with less and more steps than are read ahead.
TEST_F(CellOnCuda, IsTheSameInBlocks)
{
    constexpr Bounds bounds{5e-3, 2e-2}, inFloats{1e-5, 5e-5}, inTf32{2e-3, 1e-2}; // the first as in clusters
    for (const char* const name : {"lstm", "peephole_lstm", "gru", "janet", "slstm", "rnn", "ugrnn"}) {
        const Definition cell = notation::define(notation::libraryCell(name));
        for (const std::int64_t units : {1, 16, 23, 32, 40, 41, 64}) {
            for (const std::int64_t steps : {1, 7, 21}) {
                SCOPED_TRACE(std::string(name) + " " + std::to_string(units) + " " + std::to_string(steps));
                const Problem problem(cell, 5, {.width = 24, .units = units}, 8, 0.2, steps);
                const SequenceExtents extents{steps, 5, problem.run.sizes, true, false};
                const auto plan = CellSequence::planInClusters(cell, extents, device(Precision::Bfloat16));
                ASSERT_TRUE(plan && plan->isInBlocks());
                for (const bool reversed : {false, true}) {
                    expectNear(cell, run(cell, problem, reversed), run(cell, problem, reversed, Way::StepByStep),
                               bounds);
                    const Made wanted = wantedOf(cell, problem, reversed);
                    expectNear(cell, run(cell, problem, reversed, {}, Precision::Float32), wanted, inFloats);
                    expectNear(cell, run(cell, problem, reversed, {}, Precision::Tf32), wanted, inTf32);
                }
            }
        }
    }
}

TEST_F(CellOnCuda, RunsFromARecording)
{
    for (const char* const name : {"lstm", "slstm_two_heads", "layernorm_lstm", "mingru"}) {
        const Definition cell = notation::define(notation::libraryCell(name));
        const Problem problem(cell, 3, {.width = 12, .units = 16}, 4);
        CudaDevice& gpu = device(Precision::Bfloat16);
        CellOnGpu onGpu(gpu, cell, problem, false, {});
        onGpu.pass();
        const Made wanted = onGpu.made();
        const std::unique_ptr<Recording> recording = gpu.record([&] { onGpu.pass(); });
        EXPECT_TRUE(recording->isOneLaunch());
        recording->run();
        EXPECT_EQ(onGpu.made(), wanted) << name;
    }
}

TEST_F(CellOnCuda, KeepsLessWithoutABackwardPass)
{
    for (const auto& [name, text] : manyCells()) {
        SCOPED_TRACE(name);
        const Definition cell = notation::define(text);
        const Problem problem(cell, 3, {.width = 8, .units = 8}, 5);
        for (const bool reversed : {false, true}) {
            CellOnGpu training(device(Precision::Bfloat16), cell, problem, reversed, {});
            CellOnGpu reading(device(Precision::Bfloat16), cell, problem, reversed, {}, false);
            training.forward();
            reading.forward();
            EXPECT_EQ(reading.made().y, training.made().y);
            EXPECT_EQ(reading.made().after, training.made().after);
            EXPECT_LT(reading.floats(), training.floats());
        }
    }
}

/// Where no gradient arrives, none is wanted, or a weight is frozen.
TEST_F(CellOnCuda, TakesGradientsThatAreLeftOut)
{
    const Definition cell = notation::define("c = tanh(W x + U c[t-1])\nh = V c");
    Problem problem(cell, 2, {.width = 8, .units = 8}, 6);
    std::ranges::fill(problem.arriving.h, 0);
    for (const Way way : {Way::StepByStep, Way::FewStreams}) {
        CellOnGpu gpu(device(Precision::Bfloat16), cell, problem, false, way);
        gpu.forward();
        gpu.backwardForOnly(1);
        EXPECT_LT(errorOf(gpu.made().learned[1], wantedOf(cell, problem, false).learned[1]), ofFew.gradients);
        EXPECT_EQ(gpu.made().learned[0], Floats(64));
        EXPECT_EQ(gpu.made().dx, Floats(problem.run.x.size()));
    }
}

TEST_F(CellOnCuda, AddsTheGradientsOfTwoWeightsOfOneName)
{
    const Definition cell = notation::define("h = tanh(U h[t-1] + b) * sigmoid(V h[t-1] + x + d)"); // U, b, V, d
    ASSERT_EQ(cell.learned.size(), 4U);
    const Problem problem(cell, 3, {.width = 40, .units = 40}, 9, 0.2);
    CellOnGpu gpu(device(Precision::Bfloat16), cell, problem, false, {});
    gpu.pass();
    const Made apart = gpu.made();
    for (const std::size_t tensor : {0, 1}) { // matrices, vectors
        gpu.backwardIntoOne(tensor, tensor + 2);
        Floats sum = apart.learned[tensor];
        std::ranges::transform(sum, apart.learned[tensor + 2], sum.begin(), std::plus());
        EXPECT_LT(errorOf(gpu.made().learned[tensor], sum), 1e-6) << cell.learned[tensor].name;
    }
}

/// The largest error of all that a cell gives.
double errorOf(const Definition& cell, const Made& found, const Made& wanted)
{
    double worst = 0;
    std::vector<Floats> all;
    wanted.forEach(cell, [&](const std::string&, const Floats& numbers) { all.push_back(numbers); });
    auto next = all.begin();
    found.forEach(
        cell, [&](const std::string&, const Floats& numbers) { worst = std::max(worst, errorOf(numbers, *next++)); });
    return worst;
}

/// But for a few that rounding takes over a kink, where a gradient jumps. Rounding to bfloat16s alone gives up to
/// 0.0205.
TEST_F(CellOnCuda, IsThatOfTheReferenceForRandomCells)
{
    int near = 0, others = 0;
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
        const std::string text = notation::test::textOf(notation::test::randomEquations(seed));
        try {
            const Definition cell = notation::define(text);
            const notation::CellSizes sizes{.width = 8, .units = 8};
            notation::checkSizes(cell, sizes);
            const Problem problem(cell, 4, sizes, seed, 0.25);
            const bool reversed = seed % 2 == 1;
            const Made found = run(cell, problem, reversed);
            ++(errorOf(cell, found, wantedOf(cell, problem, reversed)) < 0.025 ? near : others);
        } catch (const notation::CellError&) { // NOLINT(bugprone-empty-catch): not all that is drawn is a cell
        }
    }
    EXPECT_GT(near, 100);
    EXPECT_LE(others, 3);
}

} // namespace
} // namespace engine::cuda::cells
