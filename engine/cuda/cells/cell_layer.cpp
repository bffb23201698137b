// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/cell_layer.h"

#include "engine/cuda/cells/cell_sequence.h"
#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/side_stream.h"
#include "engine/kernels/fused/cell_layer.h"

namespace engine::cuda::cells {
namespace {

struct CudaTarget {
    using Sequence = CellSequence;

    static std::unique_ptr<Sequence> make(const Device* device, const notation::Definition& cell,
                                          const SequenceExtents& extents)
    {
        const auto* const gpu = dynamic_cast<const CudaDevice*>(device); // null: memory is asked for alone
        return std::make_unique<Sequence>(
            cell, extents, gpu != nullptr ? Sequence::planInClusters(cell, extents, *gpu) : std::nullopt);
    }
    static void take(Sequence& sequence, Device& device, float* memory) { sequence.take(on(device), memory); }
    static void forward(Sequence& sequence, Device& device, const Sequence::Forward& work,
                        std::span<const float* const> learned)
    {
        sequence.forward(work, learned, laneOf(on(device)));
    }
    static void backward(Sequence& sequence, Device& device, const Sequence::Backward& work,
                         std::span<float* const> learned)
    {
        sequence.backward(work, learned, laneOf(on(device)));
    }
    static void add(Device& device, const float* from, float* to, std::int64_t floats)
    {
        constexpr float one = 1;
        check(cublasSaxpy(on(device).cublas(), static_cast<int>(floats), &one, from, 1, to, 1), "adding gradients");
    }

private:
    static CudaDevice& on(Device& device) { return cudaDevice(device); }
};

} // namespace

std::unique_ptr<Kernel> makeCellLayer(const LayerSetup& layer)
{
    return std::make_unique<engine::fused::CellLayer<CudaTarget>>(layer);
}

LayerMemory cellLayerMemory(const LayerSetup& layer)
{
    const engine::fused::CellLayerExtents e = engine::fused::cellLayerExtents(layer);
    return engine::fused::cellLayerMemory(
        e, engine::fused::cellLayerBookings(e, [&](const SequenceExtents& extents) {
            return CudaTarget::make(layer.device, e.cell().definition, extents)->floats();
        }));
}

} // namespace engine::cuda::cells
