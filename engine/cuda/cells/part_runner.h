// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/element_kernels.h"
#include "engine/cuda/cells/element_work.h"
#include "engine/cuda/side_stream.h"
#include "engine/kernels/fused/part_runner.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine::cuda::cells {

using engine::fused::PartExtents;

/// Rows of all steps in a GPU's memory, as floats and as the factors that products take; null where there are none.
struct RowsView {
    float* data = nullptr;
    std::int64_t stride = 0, step = 0; ///< from a row to the next, and from the first row of a step to that of the next
    Factors factor = {};
    std::int64_t factorStride = 0, factorStep = 0;
    std::int64_t turns = 0; ///< so many steps are kept, in turns; 0: all of them
    int parts = 1;          ///< whose sum the floats are
    std::int64_t partStride = 0;

    RowsView at(std::int64_t index) const
    {
        RowsView of = *this;
        index = turns > 0 ? index % turns : index;
        of.data = data == nullptr ? nullptr : data + index * step;
        of.factor = factor == nullptr ? Factors() : factor + index * factorStep;
        return of;
    }
    /// That step alone.
    RowsView ofStep(std::int64_t index) const
    {
        RowsView of = at(index);
        of.step = of.factorStep = 0;
        return of;
    }
    operator ElementView() const
    {
        return {.data = data,
                .factor = factor.as<Factor>(),
                .stride = static_cast<int>(stride),
                .factorStride = static_cast<int>(factorStride),
                .parts = data == nullptr ? 0 : parts,
                .partStride = partStride};
    }
};

/// What a caller has: `stride` from a row to the next; null: nothing.
inline RowsView rowsOf(const float* data, std::int64_t stride)
{
    return {.data = const_cast<float*>(data), .stride = stride}; // who gives a const one has it read alone
}

/// Rows of factors alone, for a copy.
inline RowsView factorRows(const Factors& factors, std::int64_t stride)
{
    return factors.areFloats() ? rowsOf(factors.as<float>(), stride)
                               : RowsView{.factor = factors, .factorStride = stride};
}

/// Which part of a cell, and how it runs.
enum class Role {
    AtOnce,     ///< over all rows
    StepByStep, ///< a step a call
    FewStreams, ///< likewise, of so few streams that the kernels of the elements multiply, too
    Walk,       ///< all steps in one kernel
    InCluster   ///< likewise, with one product a step
};

/// One part of a cell, over rows in a GPU's memory: as engine::fused::PartRunner, but factors of products are
/// bfloat16s, or floats where the plan says so. A tensor lies in memory as floats, as factors, or as both, as those
/// want it that read it. Rows of factors are filled up with zeros to a multiple of 8, which the tensor cores need.
class PartRunner {
public:
    /// `plan`: of both parts where one of them runs in clusters.
    PartRunner(const notation::Definition& cell, const notation::Part& part, const PartExtents& extents, Role role,
               const ClusterPlan& plan = {});

    // What goes from step to step has views of its own, which the owner of this sets before each step.
    int output() const { return m_tensors; }                                                  ///< y
    int entering(std::size_t state) const { return m_tensors + 1 + static_cast<int>(state); } ///< from the step before
    int leaving(std::size_t state) const { return entering(m_states + state); }               ///< to the next

    // Before layOut(): what others want of a tensor.
    void wantFloats(int tensor) { m_wants[at(tensor)].floats = true; }
    void wantFactors(int tensor) { m_wants[at(tensor)].factors = true; }
    bool wantsFloats(int tensor) const { return tensor >= 0 && m_wants[at(tensor)].floats; }
    bool wantsFactors(int tensor) const { return tensor >= 0 && m_wants[at(tensor)].factors; }
    /// Whose sum a tensor is.
    int parts(int tensor) const { return m_parts[at(tensor)]; }

    /// Has what other parts alone read of a product lie unit by unit, as clusters read it.
    void giveByUnit();
    ElementWork::Lanes byUnit(int tensor) const;
    void setByUnit(int tensor, const ElementWork::Lanes& place) { m_byUnit[at(tensor)] = place; }

    void setParts(int tensor, int parts) { m_parts[at(tensor)] = parts; }
    void layOut();

    int inputTensor(int index) const { return tensorOf(notation::Tensor::Kind::Input, index); }               ///< or -1
    int gradientTensor(int output) const { return tensorOf(notation::Tensor::Kind::OutputGradient, output); } ///< or -1
    int outputTensor(int index) const { return m_part.outputs[at(index)]; }
    int inputGradientTensor(int index) const { return m_part.inputGradients[at(index)]; } ///< or -1

    std::int64_t floats() const { return m_floats; } ///< that it wants
    void take(float* memory);                        ///< so many, zeros

    /// Its kernels, to be compiled with those of another part; `first` is their number there.
    std::vector<ElementKernelSpec> kernels(std::size_t first);
    void setKernels(const ElementKernels& kernels) { m_kernels = &kernels; }

    RowsView& view(int tensor) { return m_views[at(tensor)]; }
    RowsView viewOrNone(int tensor) const { return tensor < 0 ? RowsView() : m_views[at(tensor)]; }
    void planForward();  ///< once, when all inputs have their places
    void planBackward(); ///< once, when all gradients that arrive have theirs

    /// As in Definition::learned. Packs the matrices; vectors are read where they are.
    void setWeights(std::span<const float* const> learned, cudaStream_t stream);

    /// `factors` multiply what goes from step to step; null: 1.
    void forward(std::int64_t step, const float* factors, const Lane& on);
    /// One kernel may finish a step and begin the next: startBackward() comes before all steps, finishBackward() after.
    void startBackward() { m_waiting.reset(); }
    void backward(std::int64_t step, const float* factors, const Lane& on);
    void finishBackward(const Lane& on);
    void walkForward(const float* cont, bool reversed, cudaStream_t stream);
    void walkBackward(const float* cont, bool reversed, cudaStream_t stream); ///< in clusters, too

    void clearSums(cudaStream_t stream); ///< before the backward pass
    /// After it: adds to gradients as in Definition::learned; null: frozen.
    void addGradients(std::span<float* const> learned, const Lane& on);

private:
    static std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }
    /// Rows of units are as long as a cluster computes them.
    std::int64_t filledUp(std::int64_t width) const
    {
        return m_plan.room > 0 && width == m_extents.sizes.units ? m_plan.room : (width + 7) / 8 * 8;
    }
    bool goesThroughSteps() const { return m_role == Role::Walk || m_role == Role::InCluster; }

    struct Wants {
        bool floats = false, factors = false;
    };
    /// Matrices of one width below each other, which multiply the same operand; filled up with zeros to multiples of 8,
    /// and block-diagonal ones to whole ones: a product for each block would take longer to start than to run.
    struct Pack {
        std::vector<int> matrices;              ///< places in Definition::learned
        std::int64_t rows, columns;             ///< of each matrix as it lies here
        std::int64_t values = 0, gradients = 0; ///< where they lie in the memory
        int lanes = 0; ///< what they give lies unit by unit, so many numbers side by side; 0: matrix by matrix
        std::int64_t valuesByUnit = 0; ///< for that
    };
    /// Blocks of a matrix as it is learned: all of it, or one for each head.
    struct Blocks {
        std::int64_t count, rows, columns;
    };
    /// result = pack · operand, or some of it.
    struct PackedProduct {
        int pack, first, count; ///< of the pack's matrices
        int operand, result;    ///< tensors; the first of `count`, which lie side by side
        bool transposed;        ///< operands lie side by side, and result is their sum
        bool adds;              ///< to what is there
        int part = 0;           ///< of the result, where each operand gives one
    };
    struct RunStage {
        const notation::Stage* stage; ///< null where there are elements alone
        ElementWork work = {};
        bool multiplies = false; ///< in the kernel of the elements, and not by cuBLAS
        std::vector<PackedProduct> products = {};
        int kernel = -1;
    };
    enum class Pass { Forward, Backward };

    int tensorOf(notation::Tensor::Kind kind, int index) const;
    bool isState(const notation::Tensor& tensor, Pass pass) const;
    bool kernelMultiplies(const notation::Stage& stage) const;

    void findPacks();
    Blocks blocksOf(int matrix) const;
    std::vector<RunStage> stagesOf(const std::vector<notation::Stage>& stages, Pass pass);
    ElementWork workOf(const notation::Stage& stage, Pass pass, bool finishes);
    int readOf(ElementWork& work, int tensor, Pass pass);
    int registerOf(ElementWork& work, int tensor, Pass pass);
    void addCarries(Pass pass);
    void leaveForFinish();
    int gateOf(int tensor) const;
    std::vector<ProductTerm> planTerms(RunStage& stage) const;
    ElementKernelSpec joinedSpec() const;
    ClusterSpec clusterSpec(Pass pass) const;
    void addFactors(RunStage& stage, Pass pass);
    void addGradientsThatStay();
    void finishWrites(std::vector<RunStage>& stages);
    void finishReads(std::vector<RunStage>& stages) const;

    std::int64_t allocate(std::int64_t floats);
    std::int64_t allocateFactors(std::int64_t count) { return allocate(m_plan.areFloats() ? count : (count + 1) / 2); }
    bool isOwn(int tensor) const;
    bool isByThread(int tensor) const;
    void groupByThread();
    bool isOfAllSteps(int tensor) const;
    void placeTensors();
    void placeFloats(const std::vector<int>& group);
    void placeByUnit(const std::vector<int>& group, const Pack& pack);
    void placeByThread();
    void placeFactors(const std::vector<int>& group);
    bool isInTurns(int tensor) const;
    std::int64_t stepsOf(int tensor) const;

    void planProducts(std::vector<RunStage>& stages) const;
    PackedProduct productOf(const notation::Value::Term& term, int result, bool adds) const;
    void join(std::vector<PackedProduct>& products, const PackedProduct& next) const;
    bool joins(const PackedProduct& before, const PackedProduct& next) const;

    bool joinsSteps() const;
    StepCall callOf(const RunStage& stage, const float* factors) const;
    void run(const std::vector<RunStage>& stages, std::int64_t step, const float* factors, const Lane& on);
    void runElements(const RunStage& stage, const float* factors, const Lane& on);
    void multiply(const PackedProduct& product, const Lane& on) const;
    void walk(const std::vector<RunStage>& stages, const float* cont, bool reversed, Pass pass,
              cudaStream_t stream) const;
    Factors factorsAt(std::int64_t place) const { return {m_memory + place, m_plan.areFloats()}; }
    int rows() const { return static_cast<int>(m_extents.rows); }
    int units() const { return static_cast<int>(m_extents.sizes.units); }

    const notation::Definition& m_cell;
    const notation::Part& m_part;
    PartExtents m_extents;
    Role m_role;
    ClusterPlan m_plan;
    std::size_t m_states;
    int m_tensors;                              ///< of the part; then come the views of what goes from step to step
    std::vector<Wants> m_wants;                 ///< of tensors
    std::vector<std::int64_t> m_widths;         ///< of tensors
    std::vector<int> m_parts;                   ///< of tensors, whose sum each is
    std::vector<ElementWork::Lanes> m_byUnit;   ///< of tensors that another part gives
    std::vector<ElementWork::Lanes> m_byThread; ///< of tensors that isByThread() is true of
    std::vector<Pack> m_packs;
    std::vector<int> m_packOf;   ///< by matrix; -1: not of this part
    std::vector<int> m_sumPlace; ///< by learned vector; -1: no sums
    int m_sumCount = 0;
    std::vector<RunStage> m_forward, m_backward;
    std::vector<PackedProduct> m_gradients; ///< operand: what the matrices multiplied; result: the gradients by that

    /// Where a tensor lies in the memory; -1: not there.
    struct Place {
        std::int64_t floats = -1, factors = -1;
    };
    std::vector<Place> m_places;
    std::int64_t m_floats = 0, m_scales = 0, m_sums = 0;
    float* m_memory = nullptr;
    const ElementKernels* m_kernels = nullptr;
    std::vector<RowsView> m_views, m_now; ///< of all steps, and of the step under way
    std::vector<RowCopy> m_copies;        ///< under way
    int m_joined = -1;                    ///< the kernel of two steps' backward elements; -1: there is none
    std::optional<StepCall> m_waiting;    ///< of the step before, for that
};

} // namespace engine::cuda::cells
