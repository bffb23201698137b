// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/fused/cell_layer.h"

#include "engine/devices/cpu/parallel.h"
#include "engine/graph/catalog.h"

#include <algorithm>

namespace engine::fused {

CellLayerExtents cellLayerExtents(const LayerSetup& layer)
{
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const Shape& input = layer.inputs.at(0).shape;
    return {.stack = stack,
            .steps = input[0],
            .streams = input[1],
            .width = input.count(2),
            .units = layer.outputs.at(0).shape[2] / stack.directions,
            .training = layer.training(),
            .drops = layer.training() && floatParam(layer.params, "dropout_ratio") > 0};
}

SequenceExtents sequenceExtents(const CellLayerExtents& e, std::int64_t layer, Direction direction)
{
    return {.steps = e.steps,
            .streams = e.streams,
            .sizes = {e.widthOf(layer), e.units},
            .training = e.training,
            .reversed = direction == Direction::Backward};
}

/// Of all layers but the first a sequence takes as much.
Bookings cellLayerBookings(const CellLayerExtents& e, const std::function<std::int64_t(const SequenceExtents&)>& floats)
{
    const std::int64_t between = e.stack.layers - 1;
    Bookings all;
    all.keep("lowest", floats(sequenceExtents(e, 0, Direction::Forward)), e.stack.directions);
    all.keep("upper", between > 0 ? floats(sequenceExtents(e, 1, Direction::Forward)) : 0,
             between * e.stack.directions);
    all.keep("between", e.outputFloats(), between);
    all.keep("dropped", e.outputFloats(), e.drops ? between : 0);
    if (e.training) {
        const std::int64_t widest = between > 0 ? std::max(e.width, e.outputWidth()) : e.width;
        all.use("gradients", e.outputFloats(), between);
        all.use("backward gradients", e.stack.isBidirectional() ? e.rows() * widest : 0);
    }
    return all;
}

LayerMemory cellLayerMemory(const CellLayerExtents& e, const Bookings& booked)
{
    LayerMemory memory = booked.memory();
    memory.kept += e.drops ? (e.stack.layers - 1) * e.outputFloats() : 0; // masks: bytes
    return memory;
}

namespace {

/// Both directions one after the other, each on all threads.
class CpuTarget {
public:
    using Sequence = CellSequence;
    struct Lane {};
    static std::int64_t laneFloats(const CellLayerExtents&) { return 0; }

    CpuTarget(Device&, const CellLayerExtents& e) : m_directions(e.stack.directions) {}

    static std::unique_ptr<Sequence> make(const Device*, std::int64_t, const cells::Definition& cell,
                                          const SequenceExtents& extents)
    {
        return std::make_unique<Sequence>(cell, extents);
    }
    static void take(Sequence& sequence, float* memory) { sequence.take(memory); }
    static void forward(Sequence& sequence, const Sequence::Forward& work, std::span<const float* const> learned, Lane)
    {
        sequence.forward(work, learned);
    }
    static void backward(Sequence& sequence, const Sequence::Backward& work, Lane) { sequence.backward(work); }
    static void addGradients(Sequence& sequence, std::span<float* const> learned, bool /*canWait*/)
    {
        sequence.addGradients(learned);
    }
    template <typename Run>
    void forEachDirection(const Run& run) const
    {
        for (std::int64_t direction = 0; direction < m_directions; ++direction) {
            run(static_cast<Direction>(direction), Lane());
        }
    }
    static void add(const float* from, float* to, std::int64_t floats)
    {
        constexpr std::int64_t grain = 16 * 1024;
        parallelFor(floats, grain, [&](IndexRange range) {
            for (std::int64_t i = range.first; i < range.last; ++i) {
                to[i] += from[i];
            }
        });
    }

private:
    std::int64_t m_directions;
};

} // namespace

std::unique_ptr<Kernel> makeCellLayer(const LayerSetup& layer)
{
    return std::make_unique<CellLayer<CpuTarget>>(layer);
}

LayerMemory cellLayerMemory(const LayerSetup& layer)
{
    const CellLayerExtents e = cellLayerExtents(layer);
    return cellLayerMemory(e, cellLayerBookings<CpuTarget>(layer.device, e));
}

} // namespace engine::fused
