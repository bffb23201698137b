// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/cell_layer.h"

#include "engine/cuda/cells/cell_sequence.h"
#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/side_stream.h"
#include "engine/kernels/fused/cell_layer.h"

#include <optional>

namespace engine::cuda::cells {
namespace {

/// Both directions at once, the backward one on a stream beside the device's. Gradients of an upper layer's weights run
/// beside the backward pass of the layer below.
class CudaTarget {
public:
    using Sequence = CellSequence;
    using Extents = engine::fused::CellLayerExtents;
    using Lane = cuda::Lane;
    static std::int64_t laneFloats(const Extents& e)
    {
        return e.stack.isBidirectional() ? SideStream::bytes / std::int64_t{sizeof(float)} : 0;
    }

    CudaTarget(Device& device, const Extents& e) : m_device(cudaDevice(device))
    {
        if (e.stack.isBidirectional()) {
            m_side = m_device.shared<SideStream>(
                "FUSED: side 0", [&] { return std::make_unique<SideStream>(m_device, SideStream::Use::Equal); });
        }
        if (hasUpperGradients(e)) {
            m_later = m_device.side();
        }
    }

    static std::unique_ptr<Sequence> make(const Device* device, std::int64_t directions,
                                          const notation::Definition& cell, const SequenceExtents& extents)
    {
        const auto* const gpu = dynamic_cast<const CudaDevice*>(device); // null: memory is asked for alone
        return std::make_unique<Sequence>(
            cell, extents, gpu != nullptr ? Sequence::planInClusters(cell, extents, *gpu, directions) : std::nullopt);
    }
    void take(Sequence& sequence, float* memory) const { sequence.take(m_device, memory); }
    static void forward(Sequence& sequence, const Sequence::Forward& work, std::span<const float* const> learned,
                        const Lane& on)
    {
        sequence.forward(work, learned, on);
    }
    static void backward(Sequence& sequence, const Sequence::Backward& work, const Lane& on)
    {
        sequence.backward(work, on);
    }
    void addGradients(Sequence& sequence, std::span<float* const> learned, bool canWait)
    {
        const Lane main = laneOf(m_device), on = canWait ? *m_later : main;
        if (canWait) {
            m_wait.order(main.stream, on.stream);
        } else if (m_later) {
            m_wait.order(m_later->stream, main.stream);
        }
        sequence.addGradients(learned, on);
    }
    template <typename Run>
    void forEachDirection(const Run& run)
    {
        const Lane main = laneOf(m_device);
        if (!m_side) {
            run(Direction::Forward, main);
            return;
        }
        const Lane side = m_side->lane();
        m_wait.order(main.stream, side.stream);
        run(Direction::Backward, side);
        run(Direction::Forward, main);
        m_wait.order(side.stream, main.stream);
    }
    void add(const float* from, float* to, std::int64_t floats) const
    {
        constexpr float one = 1;
        check(cublasSaxpy(m_device.cublas(), static_cast<int>(floats), &one, from, 1, to, 1), "adding gradients");
    }

private:
    static bool hasUpperGradients(const Extents& e) { return e.training && e.stack.layers > 1; }

    CudaDevice& m_device;
    std::shared_ptr<const SideStream> m_side; ///< none for one direction
    std::optional<Lane> m_later;              ///< none for one layer
    StreamWait m_wait;
};

} // namespace

std::unique_ptr<Kernel> makeCellLayer(const LayerSetup& layer)
{
    return std::make_unique<engine::fused::CellLayer<CudaTarget>>(layer);
}

LayerMemory cellLayerMemory(const LayerSetup& layer)
{
    const engine::fused::CellLayerExtents e = engine::fused::cellLayerExtents(layer);
    return engine::fused::cellLayerMemory(e, engine::fused::cellLayerBookings<CudaTarget>(layer.device, e));
}

} // namespace engine::cuda::cells
