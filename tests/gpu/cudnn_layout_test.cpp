// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/layout.h"
#include "engine/cuda/cudnn/rnn.h"
#include "engine/layers/layers.h"
#include "tests/gpu/gpu_of_test.h"

#include <gtest/gtest.h>

#include <vector>

namespace engine::test {
namespace {

using cuda::cudnn::GatePlace;
using cuda::cudnn::Layout;
using cuda::cudnn::PartPlaces;
using cuda::cudnn::Rnn;
using cuda::cudnn::Segment;
using cuda::cudnn::segmentsOf;

/// Places one after the other in the order of ours, with `gap` elements after each matrix and bias: width 3, 2 units.
PartPlaces placesWithGaps(std::int64_t gap)
{
    PartPlaces places{.input = std::vector<GatePlace>(4), .recurrent = std::vector<GatePlace>(4)};
    std::int64_t at = 0;
    const auto next = [&](std::int64_t count) { return std::exchange(at, at + count + gap); };
    for (GatePlace& place : places.input) {
        place = {.matrix = next(6), .bias = 0, .matrixCount = 6, .biasCount = 2};
    }
    for (GatePlace& place : places.recurrent) {
        place = {.matrix = next(4), .bias = 0, .matrixCount = 4, .biasCount = 2};
    }
    for (std::vector<GatePlace>* gates : {&places.input, &places.recurrent}) {
        for (GatePlace& place : *gates) {
            place.bias = next(2);
        }
    }
    return places;
}

struct SmallWeights {
    std::vector<float> Wx = std::vector<float>(24), Wh = std::vector<float>(16), b = std::vector<float>(8);
    std::vector<std::span<float>> tensors() { return {Wx, Wh, b}; }
};

TEST(CudnnSegments, AreOneATensorWhereGatesLieTogether)
{
    SmallWeights weights;
    const std::vector<Segment> segments = segmentsOf(placesWithGaps(0), weights.tensors());
    ASSERT_EQ(segments.size(), 3);
    EXPECT_EQ(segments[0].canonical, weights.Wx.data());
    EXPECT_EQ(segments[0].count, 24);
    EXPECT_EQ(segments[1].offset, 24);
    EXPECT_EQ(segments[1].count, 16);
    EXPECT_EQ(segments[2].canonical, weights.b.data());
    EXPECT_EQ(segments[2].offset, 40);
}

TEST(CudnnSegments, AreOneAGateWhereTheLibraryLeavesGaps)
{
    SmallWeights weights;
    const std::vector<Segment> segments = segmentsOf(placesWithGaps(5), weights.tensors());
    ASSERT_EQ(segments.size(), 12);
    EXPECT_EQ(segments[1].canonical, weights.Wx.data() + 6);
    EXPECT_EQ(segments[1].offset, 11);
    EXPECT_EQ(segments[1].count, 6);
}

TEST(CudnnSegments, LeaveOutWhatIsNotWanted)
{
    SmallWeights weights;
    std::vector<std::span<float>> tensors = weights.tensors();
    tensors[1] = {};
    const std::vector<Segment> segments = segmentsOf(placesWithGaps(0), tensors);
    ASSERT_EQ(segments.size(), 2);
    EXPECT_EQ(segments[1].canonical, weights.b.data());
}

TEST(CudnnSegments, PutTheSecondBiasBesideTheRecurrentProducts)
{
    SmallWeights weights;
    std::vector<float> bh(8);
    std::vector<std::span<float>> tensors = weights.tensors();
    tensors.emplace_back(bh);
    const std::vector<Segment> segments = segmentsOf(placesWithGaps(0), tensors);
    ASSERT_EQ(segments.size(), 4);
    EXPECT_EQ(segments[3].canonical, bh.data());
    EXPECT_EQ(segments[3].offset, 48);
    EXPECT_EQ(segments[3].count, 8);
}

class CudnnLayout : public GpuTest {
protected:
    struct Sizes {
        std::int64_t width, units;
        RecurrentStack stack;
    };

    /// Packs numbers that bfloat16 holds too, adds them to zeros, and compares.
    void expectComesBackExactly(Precision precision, const Sizes& sizes)
    {
        cuda::CudaDevice& gpu = device(precision);
        const cuda::cudnn::Dropout none(gpu, 0, 0);
        Rnn rnn({.device = &gpu,
                 .algorithm = &cuda::cudnn::standard,
                 .dropout = &none,
                 .purpose = cuda::cudnn::Purpose::Training,
                 .stack = sizes.stack,
                 .streams = 3,
                 .width = sizes.width,
                 .units = sizes.units});
        rnn.takeWeightSpace();
        const Layout there = layoutOf(gpu, rnn, sizes, m_values), back = layoutOf(gpu, rnn, sizes, m_copies);
        std::vector<float> numbers(static_cast<std::size_t>(m_values.count()));
        for (std::size_t index = 0; index < numbers.size(); ++index) {
            numbers[index] = static_cast<float>(index * 37 % 255 + 1) / 128.0f; // never 0, 8 bits
        }
        gpu.toDevice(numbers, m_values.data());
        there.pack(cuda::cudnn::elementsOf(precision), rnn.weights());
        back.addTo(cuda::cudnn::elementsOf(precision), rnn.weights());
        std::vector<float> found(numbers.size());
        gpu.toHost(m_copies.data(), found);
        EXPECT_EQ(found, numbers) << sizes.width << " -> " << sizes.stack.layers << "x" << sizes.units << " "
                                  << sizes.stack.cell->name << " in " << sizes.stack.directions << " directions";
    }

private:
    /// Tensors of the whole stack in a block of their own.
    static Layout layoutOf(cuda::CudaDevice& gpu, const Rnn& rnn, const Sizes& sizes, Buffer& block)
    {
        const RecurrentStack& stack = sizes.stack;
        const std::int64_t rows = stack.cell->gateCount() * sizes.units;
        const auto countsOf = [&](std::int64_t layer) {
            std::vector<std::int64_t> counts = {rows * stack.widthOf(layer, sizes.width, sizes.units),
                                                rows * sizes.units, rows, rows};
            counts.resize(stack.weightsOfPart());
            return counts;
        };
        std::int64_t count = 0;
        for (std::int64_t layer = 0; layer < stack.layers; ++layer) {
            for (const std::int64_t floats : countsOf(layer)) {
                count += stack.directions * floats;
            }
        }
        block = gpu.allocate(count);
        std::vector<Segment> segments;
        float* at = block.data();
        for (std::int64_t part = 0; part < stack.parts(); ++part) {
            const std::int64_t layer = part / stack.directions;
            std::vector<std::span<float>> tensors;
            for (const std::int64_t floats : countsOf(layer)) {
                tensors.emplace_back(at, static_cast<std::size_t>(floats));
                at += floats;
            }
            const auto direction = static_cast<Direction>(part % stack.directions);
            for (const Segment& segment : segmentsOf(rnn.places(layer, direction), tensors)) {
                segments.push_back(segment);
            }
        }
        return {gpu, segments};
    }

    Buffer m_values, m_copies;
};

TEST_F(CudnnLayout, UnpackUndoesPackExactly)
{
    for (const Precision precision : {Precision::Float32, Precision::Tf32, Precision::Bfloat16}) {
        for (const Cell* cell : recurrentCells()) {
            expectComesBackExactly(precision, {.width = 4, .units = 6, .stack = {.cell = cell}});
            expectComesBackExactly(precision, {.width = 15, .units = 33, .stack = {.cell = cell, .layers = 3}});
            expectComesBackExactly(precision, {.width = 65, .units = 128, .stack = {.cell = cell, .layers = 2}});
            expectComesBackExactly(precision,
                                   {.width = 7, .units = 12, .stack = {.cell = cell, .layers = 3, .directions = 2}});
        }
    }
}

} // namespace
} // namespace engine::test
