// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/part_runner.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

// Where the tensors of a part lie, and so which products are one. Nothing here needs a GPU.

namespace engine::cuda::cells {

using notation::Tensor, notation::Value;

std::int64_t PartRunner::allocate(std::int64_t floats)
{
    constexpr std::int64_t alignment = 64; // 256 bytes
    return std::exchange(m_floats, m_floats + (floats + alignment - 1) / alignment * alignment);
}

void PartRunner::layOut()
{
    for (RunStage& stage : m_forward) {
        addFactors(stage, Pass::Forward);
    }
    for (RunStage& stage : m_backward) {
        addFactors(stage, Pass::Backward);
    }
    if (m_extents.training && m_role != Role::AtOnce) {
        addGradientsThatStay();
    }
    groupByThread();
    finishWrites(m_forward);
    finishWrites(m_backward);
    finishReads(m_forward);
    finishReads(m_backward);
    placeTensors();
    for (Pack& pack : m_packs) {
        const std::int64_t size = static_cast<std::int64_t>(pack.matrices.size()) * pack.rows * pack.columns;
        pack.values = allocateFactors(size);
        pack.valuesByUnit = allocateFactors(pack.lanes * pack.rows * pack.columns);
        pack.gradients = m_extents.training ? allocate(size) : 0;
    }
    m_scales = allocate(m_part.norms * (m_extents.training ? m_extents.steps : 1) * m_extents.rows);
    m_sums = allocate(m_sumCount * std::int64_t{ElementKernels::blocksOver(m_extents.rows)} * m_extents.sizes.units);
}

/// Whether the factors, or the floats, of a tensor are this part's own and not another's.
bool PartRunner::isOwn(int tensor) const
{
    const Tensor& of = m_part.tensors[at(tensor)];
    switch (of.kind) {
    case Tensor::Kind::Input:
        return m_role == Role::AtOnce || at(of.index) < m_states;
    case Tensor::Kind::OutputGradient:
        return m_role != Role::AtOnce;
    default:
        return true;
    }
}

/// Whether only threads of clusters read and write the floats of a tensor, the same ones each way.
bool PartRunner::isByThread(int tensor) const
{
    const Tensor& of = m_part.tensors[at(tensor)];
    return m_role == Role::InCluster && (of.kept || (of.kind == Tensor::Kind::Input && at(of.index) < m_states));
}

/// By twos, of which a thread loads and stores both at once; see the README for one and four at once.
void PartRunner::groupByThread()
{
    std::vector<int> tensors;
    for (int tensor = 0; tensor < m_tensors; ++tensor) {
        if (isByThread(tensor) && wantsFloats(tensor)) {
            tensors.push_back(tensor);
        }
    }
    const auto count = static_cast<int>(tensors.size());
    for (int index = 0; index < count; ++index) {
        m_byThread[at(tensors[at(index)])] = {index / 2, std::min(2, count - index / 2 * 2), index % 2};
    }
}

bool PartRunner::isOfAllSteps(int tensor) const
{
    const auto isOfTensor = [&](const notation::MatrixGradient& gradient) {
        return gradient.operand == tensor || gradient.rows == tensor;
    };
    const Tensor& of = m_part.tensors[at(tensor)];
    return of.kind != Tensor::Kind::Made || of.kept || std::ranges::count(m_part.inputGradients, tensor) > 0 ||
           std::ranges::any_of(m_part.matrixGradients, isOfTensor);
}

/// Whether two places are enough, as only the next step reads what one gives: gradients by states before a step, and
/// without a backward pass the states.
bool PartRunner::isInTurns(int tensor) const
{
    const Tensor& of = m_part.tensors[at(tensor)];
    if (m_extents.steps <= 2 || m_role == Role::AtOnce || goesThroughSteps()) {
        return false;
    }
    if (!m_extents.training) {
        return of.kind == Tensor::Kind::Input;
    }
    const auto isOfTensor = [&](const notation::MatrixGradient& gradient) {
        return gradient.operand == tensor || gradient.rows == tensor;
    };
    const auto given = std::span(m_part.inputGradients).subspan(m_states);
    return of.kind == Tensor::Kind::Made && !of.kept && std::ranges::count(m_part.inputGradients, tensor) > 0 &&
           std::ranges::count(given, tensor) == 0 && std::ranges::none_of(m_part.matrixGradients, isOfTensor);
}

/// That a tensor is kept for.
std::int64_t PartRunner::stepsOf(int tensor) const
{
    if (isInTurns(tensor)) {
        return 2;
    }
    const bool isState = m_part.tensors[at(tensor)].kind == Tensor::Kind::Input;
    return (m_extents.training && isOfAllSteps(tensor)) || isState ? m_extents.steps : 1;
}

void PartRunner::placeFloats(const std::vector<int>& group)
{
    std::int64_t stride = 0, steps = 1;
    for (const int tensor : group) {
        stride += filledUp(m_widths[at(tensor)]);
        steps = std::max(steps, stepsOf(tensor));
    }
    // All of a group have as many parts: those in parts come from no product that gives more.
    const std::int64_t ofStep = m_extents.rows * stride, parts = group.empty() ? 0 : m_parts[at(group.front())];
    std::int64_t place = allocate(parts * steps * ofStep);
    for (const int tensor : group) {
        RowsView& view = m_views[at(tensor)];
        m_places[at(tensor)].floats = place;
        view.stride = stride;
        view.step = steps > 1 ? ofStep : 0;
        view.turns = isInTurns(tensor) ? 2 : 0;
        view.parts = m_parts[at(tensor)];
        view.partStride = steps * ofStep;
        place += filledUp(m_widths[at(tensor)]);
    }
}

void PartRunner::placeByUnit(const std::vector<int>& group, const Pack& pack)
{
    const std::int64_t stride = pack.lanes * pack.rows, place = allocate(m_extents.rows * stride);
    for (const int tensor : group) {
        m_places[at(tensor)].floats = place + byUnit(tensor).lane;
        m_views[at(tensor)].stride = stride;
    }
}

void PartRunner::placeByThread()
{
    const std::int64_t threads = m_plan.groups * m_plan.rowsOfGroup() * std::int64_t{m_plan.room};
    std::int64_t place = 0;
    for (int tensor = 0; tensor < m_tensors; ++tensor) {
        const auto& [group, lanes, lane] = m_byThread[at(tensor)];
        if (group < 0) {
            continue;
        }
        const std::int64_t steps = stepsOf(tensor);
        assert(steps == m_extents.steps); // ownOf() counts threads of all steps
        place = lane == 0 ? allocate(steps * lanes * threads) : place;
        m_places[at(tensor)].floats = place + lane;
        m_views[at(tensor)].step = steps > 1 ? lanes * threads : 0;
    }
}

void PartRunner::placeFactors(const std::vector<int>& group)
{
    std::int64_t stride = 0, steps = 1;
    for (const int tensor : group) {
        stride += filledUp(m_widths[at(tensor)]);
        steps = std::max(steps, stepsOf(tensor));
    }
    const std::int64_t ofStep = m_extents.rows * stride;
    std::int64_t place = allocateFactors(steps * ofStep) * (m_plan.areFloats() ? 1 : 2);
    for (const int tensor : group) {
        RowsView& view = m_views[at(tensor)];
        m_places[at(tensor)].factors = place;
        view.factorStride = stride;
        view.factorStep = steps > 1 ? ofStep : 0;
        view.turns = isInTurns(tensor) ? 2 : 0;
        place += filledUp(m_widths[at(tensor)]);
    }
}

/// Side by side lie what one product gives, the gradients that one takes, and what another part takes of this one.
void PartRunner::placeTensors()
{
    const auto hasFloats = [&](int tensor) {
        const Tensor& of = m_part.tensors[at(tensor)];
        const bool isMade = of.kind == Tensor::Kind::Made ||
                            (of.kind == Tensor::Kind::Input && m_role != Role::AtOnce && at(of.index) < m_states) ||
                            (of.kind == Tensor::Kind::OutputGradient && m_role != Role::AtOnce && of.index > 0);
        return isMade && wantsFloats(tensor) && m_places[at(tensor)].floats < 0;
    };
    const auto hasFactors = [&](int tensor) {
        return isOwn(tensor) && wantsFactors(tensor) && m_places[at(tensor)].factors < 0;
    };
    const auto add = [](std::vector<int>& group, int tensor) {
        if (std::ranges::count(group, tensor) == 0) {
            group.push_back(tensor);
        }
    };
    placeByThread();
    for (const Pack& pack : m_packs) {
        std::vector<int> results, gradients;
        for (const int matrix : pack.matrices) {
            for (const notation::Stage& stage : m_part.forward) {
                for (const notation::Product& product : stage.products) {
                    if (product.terms.front().matrix == matrix && hasFloats(product.result)) {
                        add(results, product.result);
                    }
                }
            }
            for (const notation::MatrixGradient& gradient : m_part.matrixGradients) {
                if (m_extents.training && gradient.matrix == matrix && hasFactors(gradient.rows)) {
                    add(gradients, gradient.rows);
                }
            }
        }
        pack.lanes > 0 ? placeByUnit(results, pack) : placeFloats(results);
        placeFactors(gradients);
    }
    std::vector<int> given; // to the part before this one, which takes them as one operand
    for (const int tensor : m_part.inputGradients) {
        if (m_extents.training && tensor >= 0 && hasFactors(tensor)) {
            add(given, tensor);
        }
    }
    placeFactors(given);
    for (int tensor = 0; tensor < m_tensors; ++tensor) {
        if (hasFloats(tensor)) {
            placeFloats({tensor});
        }
        if (hasFactors(tensor)) {
            placeFactors({tensor});
        }
    }
}

void PartRunner::take(float* memory)
{
    m_memory = memory;
    for (std::size_t tensor = 0; tensor < m_places.size(); ++tensor) {
        const auto& [floats, factors] = m_places[tensor];
        if (floats >= 0) {
            m_views[tensor].data = memory + floats;
        }
        if (factors >= 0) {
            m_views[tensor].factor = factorsAt(0) + factors;
        }
    }
}

// ---- products

PartRunner::PackedProduct PartRunner::productOf(const Value::Term& term, int result, bool adds) const
{
    const int pack = m_packOf[at(term.matrix)];
    const std::vector<int>& matrices = m_packs[at(pack)].matrices;
    return {.pack = pack,
            .first = static_cast<int>(std::ranges::find(matrices, term.matrix) - matrices.begin()),
            .count = 1,
            .operand = term.operand,
            .result = result,
            .transposed = term.transposed,
            .adds = adds};
}

/// Whether the second is of the same operand, or gives the same sum, and lies behind the first.
bool PartRunner::joins(const PackedProduct& before, const PackedProduct& next) const
{
    const Pack& pack = m_packs[at(next.pack)];
    if (before.pack != next.pack || before.transposed != next.transposed || next.first != before.first + before.count) {
        return false;
    }
    const auto isBehind = [&](int first, int second) {
        const RowsView &a = m_views[at(first)], &b = m_views[at(second)];
        return b.factor == a.factor + before.count * pack.rows && a.factorStride == b.factorStride &&
               a.factorStep == b.factorStep;
    };
    if (before.transposed) {
        return next.adds && before.result == next.result && isBehind(before.operand, next.operand);
    }
    const RowsView &a = m_views[at(before.result)], &b = m_views[at(next.result)];
    return before.adds == next.adds && before.operand == next.operand && b.stride == a.stride && b.step == a.step &&
           b.data == a.data + before.count * pack.rows;
}

void PartRunner::join(std::vector<PackedProduct>& products, const PackedProduct& next) const
{
    if (!products.empty() && joins(products.back(), next)) {
        ++products.back().count;
    } else {
        products.push_back(next);
    }
}

void PartRunner::planProducts(std::vector<RunStage>& stages) const
{
    for (RunStage& stage : stages) {
        if (stage.stage == nullptr || stage.multiplies) {
            continue;
        }
        for (std::size_t index = 0; index < stage.stage->products.size(); ++index) {
            const notation::Product& product = stage.stage->products[index];
            std::vector<Value::Term> terms = product.terms;
            std::ranges::sort(terms, {}, [&](const Value::Term& term) { // as they lie in their packs
                const PackedProduct place = productOf(term, 0, false);
                return std::pair(place.pack, place.first);
            });
            for (std::size_t term = 0; term < terms.size(); ++term) {
                PackedProduct next = productOf(terms[term], product.result, term > 0);
                next.part = static_cast<int>(term);
                if (const int lanes = m_packs[at(next.pack)].lanes; lanes > 0 && !next.transposed) {
                    if (next.first > 0) { // the first gives all
                        continue;
                    }
                    next.count = lanes;
                }
                join(stage.products, next);
            }
        }
    }
}

void PartRunner::planForward()
{
    planProducts(m_forward);
}

void PartRunner::planBackward()
{
    planProducts(m_backward);
    std::vector<notation::MatrixGradient> gradients = m_part.matrixGradients;
    const auto place = [&](const notation::MatrixGradient& gradient) {
        return productOf({gradient.matrix, gradient.operand, false}, gradient.rows, false);
    };
    std::ranges::stable_sort(gradients, {}, [&](const notation::MatrixGradient& gradient) {
        return std::pair(place(gradient).pack, place(gradient).first);
    });
    // Those whose rows lie side by side are one product.
    std::vector<bool> isBegun(m_cell.learned.size());
    for (const notation::MatrixGradient& gradient : gradients) {
        PackedProduct next = place(gradient);
        next.adds = isBegun[at(gradient.matrix)];
        isBegun[at(gradient.matrix)] = true;
        const auto follows = [&](const PackedProduct& before) {
            const Pack& pack = m_packs[at(next.pack)];
            const RowsView &a = m_views[at(before.result)], &b = m_views[at(next.result)];
            return before.pack == next.pack && next.first == before.first + before.count && before.adds == next.adds &&
                   before.operand == next.operand && a.factorStride == b.factorStride &&
                   b.factor == a.factor + before.count * pack.rows;
        };
        if (!m_gradients.empty() && follows(m_gradients.back())) {
            ++m_gradients.back().count;
        } else {
            m_gradients.push_back(next);
        }
    }
}

} // namespace engine::cuda::cells
