// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"
#include "engine/kernels/fused/elements.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine::fused {

/// What a part of a cell runs over: so many steps of so many rows each. A part that runs over all steps at once has one
/// step of T·N rows.
struct PartExtents {
    std::int64_t steps, rows;
    cells::CellSizes sizes;
    bool training;
};

/// One part of a cell, over rows in a processor's memory. Products of the same operand are one product: their matrices
/// are packed under each other, and their results, or in the backward pass their gradients, lie side by side in a row.
class PartRunner {
public:
    PartRunner(const cells::Definition& cell, const cells::Part& part, const PartExtents& extents);

    std::int64_t floats() const { return m_floats; } ///< that it wants
    void take(float* memory);                        ///< so many, zeros
    void plan();                                     ///< once, when all inputs have their places
    void planBackward();                             ///< once, when all gradients that arrive have theirs

    void setInput(int index, const RowsView& rows);
    void setGradient(int output, const RowsView& rows); ///< what arrives
    RowsView output(int index) const { return m_views[at(m_part.outputs[at(index)])]; }

    /// Where the gradient by an input will be; without data where there is none.
    RowsView inputGradient(int index) const;

    /// As in Definition::learned. Packs the matrices; vectors are read where they are.
    void setWeights(std::span<const float* const> learned);

    void forward(std::int64_t step);
    void backward(std::int64_t step);

    /// After the backward pass of all steps: adds to gradients as in Definition::learned; null: frozen.
    void addGradients(std::span<float* const> learned);

private:
    static std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

    /// Matrices of one width below each other, which multiply the same operand.
    struct Pack {
        std::vector<int> matrices;      ///< places in Definition::learned
        std::int64_t width;             ///< of the operand
        std::int64_t values, gradients; ///< where they lie in the memory [matrices · H, width]
    };
    /// result = pack · operand, or some of it; block-diagonal matrices part by part.
    struct PackedProduct {
        int pack, first, count; ///< of the pack's matrices
        int operand, result;    ///< tensors; the first of `count`, which lie side by side
        bool transposed;        ///< operands lie side by side, and result is their sum
        bool adds;              ///< to what is there
    };
    struct RunStage {
        std::vector<PackedProduct> products;
        const cells::Stage* stage;
        Elements elements;
    };

    void findPacks();
    void placeTensors();
    void makeStages(const std::vector<cells::Stage>& stages, std::vector<RunStage>& made) const;
    std::vector<cells::Value::Term> asPacked(std::vector<cells::Value::Term> terms) const;
    void addProduct(const cells::Value::Term& term, int result, bool adds, std::vector<PackedProduct>& to) const;
    bool joins(const PackedProduct& before, const PackedProduct& next) const;
    std::int64_t allocate(std::int64_t floats);
    std::int64_t widthOf(int tensor) const { return m_widths[at(tensor)]; }
    bool isBehind(int first, int count, int next) const;
    void planGradients();

    void run(std::vector<RunStage>& stages, std::int64_t step);
    void multiply(const PackedProduct& product);
    void normalize(const cells::Norm& norm, std::int64_t step);
    void normalizeBackward(const cells::NormGradient& norm, std::int64_t step);

    const cells::Definition& m_cell;
    const cells::Part& m_part;
    PartExtents m_extents;
    std::vector<Pack> m_packs;
    std::vector<int> m_packOf;          ///< by matrix; -1: not of this part
    std::vector<std::int64_t> m_widths; ///< of tensors
    /// Where a tensor of the kind Made lies in the memory, and how.
    struct Place {
        std::int64_t offset = -1, stride = 0, step = 0;
    };
    std::vector<Place> m_places;
    std::vector<RunStage> m_forward, m_backward;
    std::vector<PackedProduct> m_gradients; ///< operand: what the matrices multiplied; result: the gradients by that
    std::int64_t m_floats = 0, m_scales = 0, m_vectorSums = 0;
    float* m_memory = nullptr;
    std::vector<RowsView> m_views, m_now; ///< of tensors: of the first step, and of the step under way
    std::vector<float*> m_sums;           ///< by learned vector
};

} // namespace engine::fused
