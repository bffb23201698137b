// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/part_runner.h"

#include "engine/cuda/cells/row_kernels.h"
#include "engine/cuda/check.h"
#include "engine/cuda/products.h"

#include <algorithm>

namespace engine::cuda::cells {

using notation::Tensor;

PartRunner::Blocks PartRunner::blocksOf(int matrix) const
{
    const notation::Learned& learned = m_cell.learned[at(matrix)];
    const Shape shape = notation::shapeOf(learned, m_extents.sizes);
    return {learned.heads, shape[0] / learned.heads, shape[1]};
}

void PartRunner::setWeights(std::span<const float* const> learned, cudaStream_t stream)
{
    m_copies.clear();
    for (const Pack& pack : m_packs) {
        for (std::size_t index = 0; index < pack.matrices.size(); ++index) {
            const auto [count, rows, columns] = blocksOf(pack.matrices[index]);
            const float* const from = learned[at(pack.matrices[index])];
            const Factors to = factorsAt(pack.values) + static_cast<std::int64_t>(index) * pack.rows * pack.columns;
            for (std::int64_t block = 0; pack.lanes > 0 && block < count; ++block) {
                const std::int64_t stride = pack.lanes * pack.columns;
                const ElementView place =
                    factorRows(factorsAt(pack.valuesByUnit) + static_cast<std::int64_t>(index) * pack.columns +
                                   block * (rows * stride + columns),
                               stride);
                m_copies.push_back({rowsOf(from + block * rows * columns, columns), nullptr, place, rows, columns});
            }
            for (std::int64_t block = 0; block < count; ++block) {
                const RowsView place = factorRows(to + block * (rows * pack.columns + columns), pack.columns);
                m_copies.push_back({rowsOf(from + block * rows * columns, columns), nullptr, place, rows, columns});
            }
        }
    }
    for (std::size_t tensor = 0; tensor < m_part.tensors.size(); ++tensor) {
        if (m_part.tensors[tensor].kind == Tensor::Kind::Vector) {
            RowsView& view = m_views[tensor];
            const float* const vector = learned[at(m_part.tensors[tensor].index)];
            view.data = const_cast<float*>(vector); // read alone
            // A product takes a row for each of its rows.
            const RowsView to = factorRows(view.factor, view.factorStride);
            m_copies.push_back(
                {rowsOf(vector, 0), nullptr, to, stepsOf(static_cast<int>(tensor)) * m_extents.rows, units()});
        }
    }
    copyRows(m_copies, stream);
}

void PartRunner::forward(std::int64_t step, const float* factors, const Lane& on)
{
    run(m_forward, step, factors, on);
}

void PartRunner::backward(std::int64_t step, const float* factors, const Lane& on)
{
    run(m_backward, step, factors, on);
}

void PartRunner::finishBackward(const Lane& on)
{
    if (m_waiting) {
        m_kernels->run(static_cast<std::size_t>(m_backward.back().kernel), *m_waiting, on.stream);
        m_waiting.reset();
    }
}

void PartRunner::run(const std::vector<RunStage>& stages, std::int64_t step, const float* factors, const Lane& on)
{
    m_now = m_views;
    std::ranges::transform(m_now, m_now.begin(), [&](const RowsView& view) { return view.at(step); });
    const auto scales = [&](int number) {
        return m_memory + m_scales + (m_extents.training ? number * m_extents.steps + step : number) * m_extents.rows;
    };
    for (const RunStage& stage : stages) {
        if (!stage.multiplies) {
            std::ranges::for_each(stage.products, [&](const PackedProduct& product) { multiply(product, on); });
        }
        if (stage.stage != nullptr) {
            for (const auto& [operand, result, number] : stage.stage->norms) {
                normalize(m_now[at(operand)], m_now[at(result)], scales(number), rows(), units(), on.stream);
            }
            for (const auto& [normed, gradient, result, number] : stage.stage->normGradients) {
                normalizeBackward(m_now[at(normed)], m_now[at(gradient)], m_now[at(result)], scales(number), rows(),
                                  units(), on.stream);
            }
        }
        if (stage.kernel >= 0) {
            runElements(stage, factors, on);
        }
    }
}

StepCall PartRunner::callOf(const RunStage& stage, const float* factors) const
{
    StepCall call{
        .elements = {.rows = rows(), .units = units(), .factors = factors, .sums = m_memory + m_sums, .view = {}},
        .products = {}};
    std::size_t view = 0;
    stage.work.forEachView([&](int tensor) { call.elements.view[view++] = m_now[at(tensor)]; });
    if (stage.multiplies) {
        std::size_t term = 0;
        for (const PackedProduct& product : stage.products) {
            const Pack& pack = m_packs[at(product.pack)];
            const ElementView operand = m_now[at(product.operand)];
            const Factors matrix = factorsAt(pack.values) + product.first * pack.rows * pack.columns;
            call.products.depth = static_cast<int>(pack.rows);
            call.products.term[term++] = {operand.factor, matrix.as<Factor>(), operand.factorStride};
        }
    }
    return call;
}

void PartRunner::runElements(const RunStage& stage, const float* factors, const Lane& on)
{
    const StepCall call = callOf(stage, factors);
    if (m_joined >= 0 && &stage == &m_backward.back()) {
        m_waiting = call;
    } else if (m_waiting && &stage == &m_backward.front()) {
        m_kernels->runJoined(static_cast<std::size_t>(m_joined), *m_waiting, call, on.stream);
        m_waiting.reset();
    } else {
        m_kernels->run(static_cast<std::size_t>(stage.kernel), call, on.stream);
    }
}

void PartRunner::walkForward(const float* cont, bool reversed, cudaStream_t stream)
{
    walk(m_forward, cont, reversed, Pass::Forward, stream);
}

void PartRunner::walkBackward(const float* cont, bool reversed, cudaStream_t stream)
{
    walk(m_backward, cont, reversed, Pass::Backward, stream);
}

void PartRunner::walk(const std::vector<RunStage>& stages, const float* cont, bool reversed, Pass pass,
                      cudaStream_t stream) const
{
    const RunStage& stage = stages.front();
    if (stage.kernel < 0) { // no gradient goes anywhere
        return;
    }
    WalkCall<ElementKernels::maxWalkViews> call{.rows = rows(),
                                                .units = units(),
                                                .steps = static_cast<int>(m_extents.steps),
                                                .reversed = reversed,
                                                .backward = pass == Pass::Backward,
                                                .cont = cont,
                                                .sums = m_memory + m_sums,
                                                .view = {}};
    std::size_t view = 0;
    const auto add = [&](int tensor) {
        const RowsView& of = m_views[at(tensor)];
        call.view[view++] = {of, static_cast<int>(of.step), static_cast<int>(of.factorStep)};
    };
    stage.work.forEachView(add);
    const auto kernel = static_cast<std::size_t>(stage.kernel);
    if (m_role != Role::InCluster) {
        m_kernels->walk(kernel, call, stream);
        return;
    }
    for (const ElementWork::Carry& carry : stages.back().work.carries) {
        if (pass == Pass::Backward) {
            add(carry.tensor);
        }
    }
    m_kernels->walkInClusters(kernel, call, factorsAt(m_packs.front().values), m_plan, stream);
}

void PartRunner::multiply(const PackedProduct& product, const Lane& on) const
{
    const Pack& pack = m_packs[at(product.pack)];
    const RowsView &from = m_now[at(product.operand)], &to = m_now[at(product.result)];
    const bool inParts = to.parts > 1;
    const std::int64_t ofPack = (inParts ? 1 : product.count) * pack.rows;
    const MatrixProduct one{.rows = m_extents.rows,
                            .columns = product.transposed ? pack.columns : ofPack,
                            .depth = product.transposed ? ofPack : pack.columns,
                            .b = product.transposed ? Transposed::No : Transposed::Yes,
                            .beta = product.adds && !inParts ? 1.0f : 0.0f,
                            .strideA = from.factorStride,
                            .strideB = pack.columns,
                            .strideC = to.stride};
    const bool byUnit = pack.lanes > 0 && !product.transposed;
    const Factors values =
        factorsAt(byUnit ? pack.valuesByUnit : pack.values) + product.first * pack.rows * pack.columns;
    if (inParts) {
        gemms(on.cublas, one, product.count, {.a = pack.rows, .b = pack.rows * pack.columns, .c = to.partStride},
              from.factor.halves(), values.halves(), to.data + product.part * to.partStride);
    } else {
        gemm(on.cublas, m_plan.precision, one, from.factor, values, to.data);
    }
}

void PartRunner::clearSums(cudaStream_t stream)
{
    const std::int64_t count = m_sumCount * std::int64_t{ElementKernels::blocksOver(m_extents.rows)} * units();
    if (count > 0) { // a part that learns nothing may have no memory
        check(cudaMemsetAsync(m_memory + m_sums, 0, static_cast<std::size_t>(count) * sizeof(float), stream),
              "clearing sums");
    }
}

void PartRunner::addGradients(std::span<float* const> learned, const Lane& on)
{
    const std::int64_t allRows = m_extents.steps * m_extents.rows;
    for (const PackedProduct& product : m_gradients) {
        const Pack& pack = m_packs[at(product.pack)];
        const RowsView &operand = m_views[at(product.operand)], &gradient = m_views[at(product.result)];
        gemm(on.cublas, m_plan.precision,
             {.rows = product.count * pack.rows,
              .columns = pack.columns,
              .depth = allRows,
              .a = Transposed::Yes,
              .beta = product.adds ? 1.0f : 0.0f,
              .strideA = gradient.factorStride,
              .strideB = operand.factorStride,
              .strideC = pack.columns},
             gradient.factor, operand.factor, m_memory + pack.gradients + product.first * pack.rows * pack.columns);
    }
    m_copies.clear();
    for (const Pack& pack : m_packs) {
        for (std::size_t index = 0; index < pack.matrices.size(); ++index) {
            const auto [count, rows, columns] = blocksOf(pack.matrices[index]);
            const float* const from =
                m_memory + pack.gradients + static_cast<std::int64_t>(index) * pack.rows * pack.columns;
            float* const to = learned[at(pack.matrices[index])];
            for (std::int64_t block = 0; to != nullptr && block < count; ++block) {
                m_copies.push_back({rowsOf(from + block * (rows * pack.columns + columns), pack.columns), nullptr,
                                    rowsOf(to + block * rows * columns, columns), rows, columns, true});
            }
        }
    }
    const int blocks = ElementKernels::blocksOver(m_extents.rows);
    for (std::size_t vector = 0; vector < m_sumPlace.size(); ++vector) {
        if (m_sumPlace[vector] >= 0 && learned[vector] != nullptr) {
            RowsView sums = rowsOf(m_memory + m_sums + m_sumPlace[vector] * std::int64_t{blocks} * units(), 0);
            sums.parts = blocks;
            sums.partStride = units();
            m_copies.push_back({sums, nullptr, rowsOf(learned[vector], 0), 1, units(), true});
        }
    }
    copyRows(m_copies, on.stream);
}

} // namespace engine::cuda::cells
