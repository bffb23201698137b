// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/part_runner.h"
#include "engine/kernels/fused/cell_sequence.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace engine::cuda::cells {

using engine::fused::SequenceExtents;

/// A cell over a sequence on a GPU: one direction of one stacked layer. As engine::fused::CellSequence, with the same
/// work, whose places are the GPU's. Factors of products are bfloat16s; sums, states and element-wise work are floats.
/// After the first pass, or its recording, it takes no memory. x and dy lie in the same places in each pass.
class CellSequence {
public:
    using Forward = engine::fused::CellSequence::Forward;
    using Backward = engine::fused::CellSequence::Backward;

    enum class Way {
        Walk,       ///< one kernel for all steps, where the cell has no product per step; compiled
        InClusters, ///< one kernel for all steps, where the cell has one product per step and fits; compiled
        FewStreams, ///< step by step, by kernels that multiply and compute what follows; compiled
        StepByStep, ///< products by cuBLAS; the rest is compiled
        Interpreted ///< likewise, without NVRTC
    };
    /// On every GPU.
    static Way bestWay(const notation::Definition& cell, std::int64_t streams, std::int64_t units);

    /// Whether it has one product per step, of at most four matrices.
    static bool canGoInClusters(const notation::Definition& cell);

    /// Whether it has that, and a block holds so many units and streams: then it multiplies in every precision.
    static bool canGoInBlocks(const notation::Definition& cell, std::int64_t units, std::int64_t streams);

    /// How clusters of a GPU hold the cell, of so many sequences at once; nothing where they cannot, or the cell has
    /// not one product a step.
    static std::optional<ClusterPlan> planInClusters(const notation::Definition& cell, const SequenceExtents& extents,
                                                     const CudaDevice& device, std::int64_t sequences = 1);

    CellSequence(const notation::Definition& cell, const SequenceExtents& extents, Way way)
        : CellSequence(cell, extents, way, {})
    {}
    /// In clusters; without a plan in the best way of every GPU.
    CellSequence(const notation::Definition& cell, const SequenceExtents& extents,
                 const std::optional<ClusterPlan>& plan)
        : CellSequence(cell, extents, plan ? Way::InClusters : bestWay(cell, extents.streams, extents.sizes.units),
                       plan.value_or(ClusterPlan()))
    {}
    CellSequence(const CellSequence&) = delete;
    CellSequence& operator=(const CellSequence&) = delete;

    std::int64_t floats() const { return m_floats; } ///< that it wants

    /// So many, zeros. Compiles the kernels.
    void take(CudaDevice& device, float* memory);

    void forward(const Forward& work, std::span<const float* const> learned, const Lane& on);
    void backward(const Backward& work, const Lane& on);
    /// Of weights, to what is there: after the backward pass, and before the next.
    void addGradients(std::span<float* const> learned, const Lane& on);

    /// Its kernels before they are compiled.
    std::vector<ElementKernelSpec> kernels();

private:
    CellSequence(const notation::Definition& cell, const SequenceExtents& extents, Way way, const ClusterPlan& plan);
    bool goesThroughSteps() const { return m_way == Way::Walk || m_way == Way::InClusters; }
    std::int64_t timeOf(std::int64_t index) const { return m_extents.reversed ? m_extents.steps - 1 - index : index; }
    const float* contBetween(const float* cont, std::int64_t index) const;
    void shareWants();
    void bindInputs(const engine::fused::RowsView& x);
    void bindGradients(const engine::fused::RowsView& dy);
    RowsView before(std::size_t state, std::int64_t index) const;
    void stepForward(const Forward& work, const Lane& on);
    void stepBackward(const Backward& work, const Lane& on);
    void walkForward(const Forward& work, const Lane& on);
    void walkBackward(const Backward& work, const Lane& on);
    RowsView statesAt(const float* states) const;

    notation::Definition m_cell;
    notation::Schedule m_schedule;
    std::size_t m_states;
    SequenceExtents m_extents;
    Way m_way;
    PartRunner m_atOnce, m_perStep;
    std::int64_t m_floats = 0;
    std::unique_ptr<ElementKernels> m_kernels;
    bool m_hasInputs = false, m_hasGradients = false; ///< whether the parts know where they are
    std::vector<RowsView> m_before; ///< of states, of all steps or of two in turns; without data where none is wanted
};

} // namespace engine::cuda::cells
