// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/fused/part_runner.h"

#include "engine/devices/cpu/gemm.h"
#include "engine/devices/cpu/parallel.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace engine::fused {
namespace {

using cells::Tensor, cells::Learned, cells::Value;

constexpr std::int64_t copyGrain = 16 * 1024; ///< that one thread copies or adds up in about 5 us

bool isFirstTerm(const cells::Product& product, const Value::Term& term)
{
    return &product.terms.front() == &term;
}

} // namespace

PartRunner::PartRunner(const cells::Definition& cell, const cells::Part& part, const PartExtents& extents)
    : m_cell(cell),
      m_part(part),
      m_extents(extents),
      m_packOf(cell.learned.size(), -1),
      m_places(part.tensors.size()),
      m_views(part.tensors.size()),
      m_now(part.tensors.size()),
      m_sums(cell.learned.size())
{
    findPacks();
    placeTensors();
    if (extents.training) {
        m_scales = allocate(part.norms * extents.steps * extents.rows);
        m_vectorSums = allocate(static_cast<std::int64_t>(cell.learned.size()) * extents.sizes.units);
    } else {
        m_scales = allocate(part.norms * extents.rows);
    }
}

std::int64_t PartRunner::allocate(std::int64_t floats)
{
    constexpr std::int64_t alignment = 16; // of vectors
    return std::exchange(m_floats, m_floats + (floats + alignment - 1) / alignment * alignment);
}

/// Matrices whose products have the same operand, of one stage, are packed together; those with heads alone.
void PartRunner::findPacks()
{
    const std::int64_t units = m_extents.sizes.units;
    for (const cells::Stage& stage : m_part.forward) {
        std::vector<std::pair<int, int>> packs; // operand, pack
        for (const cells::Product& product : stage.products) {
            for (const Value::Term& term : product.terms) {
                const Learned& matrix = m_cell.learned[at(term.matrix)];
                if (m_packOf[at(term.matrix)] >= 0) {
                    continue;
                }
                const bool canJoin = matrix.heads == 1 && isFirstTerm(product, term);
                const auto found = std::ranges::find(packs, term.operand, &std::pair<int, int>::first);
                int pack = canJoin && found != packs.end() ? found->second : -1;
                if (pack < 0) {
                    pack = static_cast<int>(m_packs.size());
                    m_packs.push_back({.matrices = {},
                                       .width = cells::shapeOf(matrix, m_extents.sizes)[1],
                                       .values = 0,
                                       .gradients = 0});
                    if (canJoin) {
                        packs.emplace_back(term.operand, pack);
                    }
                }
                m_packs[at(pack)].matrices.push_back(term.matrix);
                m_packOf[at(term.matrix)] = pack;
            }
        }
    }
    for (Pack& pack : m_packs) {
        const std::int64_t size = static_cast<std::int64_t>(pack.matrices.size()) * units * pack.width;
        pack.values = allocate(size);
        pack.gradients = m_extents.training ? allocate(size) : 0;
    }
}

/// Where the tensors lie that this part makes: side by side what one product gives, and the gradients that one takes.
void PartRunner::placeTensors()
{
    const std::int64_t steps = m_extents.steps, rows = m_extents.rows;
    const cells::CellSizes sizes = m_extents.sizes;
    const bool training = m_extents.training;
    m_widths.assign(m_part.tensors.size(), sizes.units);
    for (const std::vector<cells::Stage>* stages : {&m_part.forward, &m_part.backward}) {
        for (const cells::Stage& stage : *stages) {
            for (const cells::Product& product : stage.products) {
                for (const auto& [matrix, operand, transposed] : product.terms) {
                    if (m_cell.learned[at(matrix)].kind == Learned::Kind::InputMatrix) {
                        m_widths[at(transposed ? product.result : operand)] = sizes.width;
                    }
                }
            }
        }
    }
    std::vector<bool> ofAllSteps(m_part.tensors.size());
    for (std::size_t tensor = 0; training && tensor < ofAllSteps.size(); ++tensor) {
        const auto number = static_cast<int>(tensor);
        ofAllSteps[tensor] = m_part.tensors[tensor].kept || std::ranges::count(m_part.outputs, number) > 0 ||
                             std::ranges::count(m_part.inputGradients, number) > 0 ||
                             std::ranges::any_of(m_part.matrixGradients, [&](const cells::MatrixGradient& gradient) {
                                 return gradient.operand == number || gradient.rows == number;
                             });
    }
    const auto isFree = [&](int tensor) {
        return tensor >= 0 && m_part.tensors[at(tensor)].kind == Tensor::Kind::Made && m_places[at(tensor)].offset < 0;
    };
    const auto place = [&](const std::vector<int>& group) {
        std::int64_t stride = 0;
        bool all = false;
        for (const int tensor : group) {
            stride += widthOf(tensor);
            all = all || ofAllSteps[at(tensor)];
        }
        const std::int64_t step = all ? rows * stride : 0;
        std::int64_t offset = group.empty() ? 0 : allocate(all ? steps * step : rows * stride);
        for (const int tensor : group) {
            m_places[at(tensor)] = {offset, stride, step};
            offset += widthOf(tensor);
        }
    };
    for (std::size_t pack = 0; pack < m_packs.size(); ++pack) {
        std::vector<int> results, gradients;
        const auto join = [&](std::vector<int>& group, int tensor) {
            if (isFree(tensor) && std::ranges::count(group, tensor) == 0) {
                group.push_back(tensor);
            }
        };
        for (const int matrix : m_packs[pack].matrices) {
            for (const cells::Stage& stage : m_part.forward) {
                for (const cells::Product& product : stage.products) {
                    if (product.terms.front().matrix == matrix) {
                        join(results, product.result);
                    }
                }
            }
            const auto gradient = std::ranges::find(m_part.matrixGradients, matrix, &cells::MatrixGradient::matrix);
            if (training && gradient != m_part.matrixGradients.end() && widthOf(gradient->rows) == sizes.units) {
                join(gradients, gradient->rows);
            }
        }
        place(results);
        std::erase_if(gradients, [&](int tensor) { return !isFree(tensor); });
        place(gradients);
    }
    // A learned vector that a matrix multiplies is one row for all, which no product of rows takes: it is repeated.
    for (const std::vector<cells::Stage>* stages : {&m_part.forward, &m_part.backward}) {
        for (const cells::Stage& stage : *stages) {
            for (const cells::Product& product : stage.products) {
                for (const Value::Term& term : product.terms) {
                    if (m_part.tensors[at(term.operand)].kind == Tensor::Kind::Vector &&
                        m_places[at(term.operand)].offset < 0) {
                        m_places[at(term.operand)] = {allocate(steps * rows * sizes.units), sizes.units,
                                                      rows * sizes.units};
                    }
                }
            }
        }
    }
    std::vector<int> given; // to the part before this one, which takes them as one operand
    for (const int tensor : m_part.inputGradients) {
        if (training && isFree(tensor) && widthOf(tensor) == sizes.units && std::ranges::count(given, tensor) == 0) {
            given.push_back(tensor);
        }
    }
    place(given);
    for (int tensor = 0; tensor < static_cast<int>(m_part.tensors.size()); ++tensor) {
        if (isFree(tensor)) {
            place({tensor});
        }
    }
}

/// Whether rows of `next` lie behind `count` tensors of H numbers each that begin with `first`.
bool PartRunner::isBehind(int first, int count, int next) const
{
    const RowsView &a = m_views[at(first)], &b = m_views[at(next)];
    return a.data != nullptr && b.data == a.data + count * m_extents.sizes.units && a.stride == b.stride &&
           a.step == b.step;
}

bool PartRunner::joins(const PackedProduct& before, const PackedProduct& next) const
{
    const bool follows = before.pack == next.pack && before.transposed == next.transposed &&
                         next.first == before.first + before.count &&
                         m_cell.learned[at(m_packs[at(next.pack)].matrices.front())].heads == 1;
    if (!follows) {
        return false;
    }
    return before.transposed
               ? next.adds && before.result == next.result && isBehind(before.operand, before.count, next.operand)
               : before.adds == next.adds && before.operand == next.operand &&
                     isBehind(before.result, before.count, next.result);
}

void PartRunner::addProduct(const Value::Term& term, int result, bool adds, std::vector<PackedProduct>& to) const
{
    const int pack = m_packOf[at(term.matrix)];
    const std::vector<int>& matrices = m_packs[at(pack)].matrices;
    const PackedProduct next{.pack = pack,
                             .first = static_cast<int>(std::ranges::find(matrices, term.matrix) - matrices.begin()),
                             .count = 1,
                             .operand = term.operand,
                             .result = result,
                             .transposed = term.transposed,
                             .adds = adds};
    if (!to.empty() && joins(to.back(), next)) {
        ++to.back().count;
    } else {
        to.push_back(next);
    }
}

/// In the order of their packs: those that lie below each other are then one product.
std::vector<Value::Term> PartRunner::asPacked(std::vector<Value::Term> terms) const
{
    std::ranges::stable_sort(terms, {}, [this](const Value::Term& term) {
        const int pack = m_packOf[at(term.matrix)];
        return std::pair(pack, std::ranges::find(m_packs[at(pack)].matrices, term.matrix));
    });
    return terms;
}

void PartRunner::makeStages(const std::vector<cells::Stage>& stages, std::vector<RunStage>& made) const
{
    for (const cells::Stage& stage : stages) {
        made.push_back({.products = {}, .stage = &stage, .elements = Elements(stage.elements, m_extents.sizes.units)});
        std::vector<PackedProduct>& products = made.back().products;
        for (const cells::Product& product : stage.products) {
            if (!product.terms.front().transposed) {
                addProduct(product.terms.front(), product.result, false, products);
                continue;
            }
            bool adds = false;
            for (const Value::Term& term : asPacked(product.terms)) {
                addProduct(term, product.result, std::exchange(adds, true), products);
            }
        }
        for (const cells::Product& product : stage.products) { // behind what they add to
            if (!product.terms.front().transposed) {
                for (const Value::Term& term : std::span(product.terms).subspan(1)) {
                    addProduct(term, product.result, true, products);
                }
            }
        }
    }
}

void PartRunner::take(float* memory)
{
    m_memory = memory;
    for (std::size_t tensor = 0; tensor < m_views.size(); ++tensor) {
        if (const Place& place = m_places[tensor]; place.offset >= 0) {
            m_views[tensor] = {memory + place.offset, place.stride, place.step};
        }
    }
    for (std::size_t vector = 0; m_extents.training && vector < m_sums.size(); ++vector) {
        m_sums[vector] = memory + m_vectorSums + static_cast<std::int64_t>(vector) * m_extents.sizes.units;
    }
}

void PartRunner::plan()
{
    makeStages(m_part.forward, m_forward);
}

void PartRunner::planBackward()
{
    makeStages(m_part.backward, m_backward);
    planGradients();
}

void PartRunner::setInput(int index, const RowsView& rows)
{
    for (std::size_t tensor = 0; tensor < m_views.size(); ++tensor) {
        if (m_part.tensors[tensor].kind == Tensor::Kind::Input && m_part.tensors[tensor].index == index) {
            m_views[tensor] = rows;
        }
    }
}

void PartRunner::setGradient(int output, const RowsView& rows)
{
    for (std::size_t tensor = 0; tensor < m_views.size(); ++tensor) {
        if (m_part.tensors[tensor].kind == Tensor::Kind::OutputGradient && m_part.tensors[tensor].index == output) {
            m_views[tensor] = rows;
        }
    }
}

RowsView PartRunner::inputGradient(int index) const
{
    const int tensor = m_part.inputGradients[at(index)];
    return tensor < 0 ? RowsView() : m_views[at(tensor)];
}

void PartRunner::setWeights(std::span<const float* const> learned)
{
    for (const Pack& pack : m_packs) {
        const std::int64_t size = m_extents.sizes.units * pack.width;
        parallelFor(static_cast<std::int64_t>(pack.matrices.size()) * size, copyGrain, [&](IndexRange range) {
            for (std::int64_t first = range.first; first < range.last;) {
                const std::int64_t matrix = first / size, count = std::min(range.last, (matrix + 1) * size) - first;
                std::copy_n(learned[at(pack.matrices[at(matrix)])] + first % size, count,
                            m_memory + pack.values + first);
                first += count;
            }
        });
    }
    for (std::size_t tensor = 0; tensor < m_views.size(); ++tensor) {
        if (m_part.tensors[tensor].kind != Tensor::Kind::Vector) {
            continue;
        }
        const float* const vector = learned[at(m_part.tensors[tensor].index)];
        if (m_places[tensor].offset < 0) {
            m_views[tensor].data = const_cast<float*>(vector); // read alone
            continue;
        }
        for (std::int64_t row = 0; row < m_extents.steps * m_extents.rows; ++row) {
            std::copy_n(vector, m_extents.sizes.units, m_views[tensor].data + row * m_extents.sizes.units);
        }
    }
}

void PartRunner::forward(std::int64_t step)
{
    run(m_forward, step);
}

void PartRunner::backward(std::int64_t step)
{
    run(m_backward, step);
}

void PartRunner::run(std::vector<RunStage>& stages, std::int64_t step)
{
    std::ranges::transform(m_views, m_now.begin(), [&](const RowsView& view) { return view.at(step); });
    for (RunStage& stage : stages) {
        for (const PackedProduct& product : stage.products) {
            multiply(product);
        }
        for (const cells::Norm& norm : stage.stage->norms) {
            normalize(norm, step);
        }
        for (const cells::NormGradient& norm : stage.stage->normGradients) {
            normalizeBackward(norm, step);
        }
        stage.elements.run(m_now, m_extents.rows, m_sums);
    }
}

void PartRunner::multiply(const PackedProduct& product)
{
    const Pack& pack = m_packs[at(product.pack)];
    const std::int64_t units = m_extents.sizes.units, heads = m_cell.learned[at(pack.matrices.front())].heads;
    const std::int64_t ofHead = product.count * units / heads;
    const RowsView &from = m_now[at(product.operand)], &to = m_now[at(product.result)];
    const float* const values = m_memory + pack.values + product.first * units * pack.width;
    for (std::int64_t head = 0; head < heads; ++head) {
        const float* const weights = values + head * ofHead * pack.width;
        const MatrixProduct one{.rows = m_extents.rows,
                                .columns = product.transposed ? pack.width : ofHead,
                                .depth = product.transposed ? ofHead : pack.width,
                                .b = product.transposed ? Transposed::No : Transposed::Yes,
                                .beta = product.adds ? 1.0f : 0.0f,
                                .strideA = from.stride,
                                .strideB = pack.width,
                                .strideC = to.stride};
        if (product.transposed) {
            gemm(one, from.data + head * ofHead, weights, to.data + head * pack.width);
        } else {
            gemm(one, from.data + head * pack.width, weights, to.data + head * ofHead);
        }
    }
}

void PartRunner::normalize(const cells::Norm& norm, std::int64_t step)
{
    const std::int64_t units = m_extents.sizes.units, rows = m_extents.rows;
    const RowsView &from = m_now[at(norm.operand)], &to = m_now[at(norm.result)];
    const std::int64_t of = m_extents.training ? norm.number * m_extents.steps + step : norm.number;
    float* const scales = m_memory + m_scales + of * rows;
    parallelFor(rows, std::max<std::int64_t>(1, copyGrain / units), [&](IndexRange range) {
        for (std::int64_t row = range.first; row < range.last; ++row) {
            const float* const x = from.data + row * from.stride;
            float* const y = to.data + row * to.stride;
            double mean = 0, variance = 0;
            for (std::int64_t unit = 0; unit < units; ++unit) {
                mean += x[unit];
            }
            mean /= static_cast<double>(units);
            for (std::int64_t unit = 0; unit < units; ++unit) {
                const double distance = x[unit] - mean;
                variance += distance * distance;
            }
            variance /= static_cast<double>(units);
            scales[row] = static_cast<float>(1 / std::sqrt(variance + cells::normEpsilon));
            for (std::int64_t unit = 0; unit < units; ++unit) {
                y[unit] = (x[unit] - static_cast<float>(mean)) * scales[row];
            }
        }
    });
}

void PartRunner::normalizeBackward(const cells::NormGradient& norm, std::int64_t step)
{
    const std::int64_t units = m_extents.sizes.units, rows = m_extents.rows;
    const RowsView &normed = m_now[at(norm.normed)], &by = m_now[at(norm.gradient)], &to = m_now[at(norm.result)];
    const float* const scales = m_memory + m_scales + (norm.number * m_extents.steps + step) * rows;
    parallelFor(rows, std::max<std::int64_t>(1, copyGrain / units), [&](IndexRange range) {
        for (std::int64_t row = range.first; row < range.last; ++row) {
            const float *const x = normed.data + row * normed.stride, *const gradient = by.data + row * by.stride;
            float* const y = to.data + row * to.stride;
            double mean = 0, slope = 0;
            for (std::int64_t unit = 0; unit < units; ++unit) {
                mean += gradient[unit];
                slope += static_cast<double>(gradient[unit]) * x[unit];
            }
            const auto meanOfAll = static_cast<float>(mean / static_cast<double>(units));
            const auto slopeOfAll = static_cast<float>(slope / static_cast<double>(units));
            for (std::int64_t unit = 0; unit < units; ++unit) {
                y[unit] = scales[row] * (gradient[unit] - meanOfAll - slopeOfAll * x[unit]);
            }
        }
    });
}

/// The gradients of matrices as products over all rows: those whose gradients lie side by side in the order of a pack
/// are one.
void PartRunner::planGradients()
{
    for (const Pack& pack : m_packs) {
        for (std::size_t index = 0; index < pack.matrices.size(); ++index) {
            for (const auto& [matrix, operand, rows] : m_part.matrixGradients) {
                if (matrix != pack.matrices[index]) {
                    continue;
                }
                const PackedProduct next{.pack = m_packOf[at(matrix)],
                                         .first = static_cast<int>(index),
                                         .count = 1,
                                         .operand = operand,
                                         .result = rows,
                                         .transposed = false,
                                         .adds = true};
                if (!m_gradients.empty() && joins(m_gradients.back(), next)) {
                    ++m_gradients.back().count;
                } else {
                    m_gradients.push_back(next);
                }
            }
        }
    }
}

void PartRunner::addGradients(std::span<float* const> learned)
{
    const std::int64_t units = m_extents.sizes.units, rows = m_extents.steps * m_extents.rows;
    const auto add = [](const float* from, float* to, std::int64_t count) {
        parallelFor(count, copyGrain, [=](IndexRange range) {
            for (std::int64_t index = range.first; index < range.last; ++index) {
                to[index] += from[index];
            }
        });
    };
    for (const Pack& pack : m_packs) {
        std::fill_n(m_memory + pack.gradients, static_cast<std::int64_t>(pack.matrices.size()) * units * pack.width,
                    0.0f);
    }
    for (const PackedProduct& product : m_gradients) {
        const Pack& pack = m_packs[at(product.pack)];
        const std::int64_t heads = m_cell.learned[at(pack.matrices.front())].heads,
                           ofHead = product.count * units / heads;
        const RowsView &operand = m_views[at(product.operand)], &gradient = m_views[at(product.result)];
        float* const sums = m_memory + pack.gradients + product.first * units * pack.width;
        for (std::int64_t head = 0; head < heads; ++head) {
            gemm({.rows = ofHead,
                  .columns = pack.width,
                  .depth = rows,
                  .a = Transposed::Yes,
                  .beta = 1,
                  .strideA = gradient.stride,
                  .strideB = operand.stride,
                  .strideC = pack.width},
                 gradient.data + head * ofHead, operand.data + head * (heads > 1 ? pack.width : 0),
                 sums + head * ofHead * pack.width);
        }
    }
    for (const Pack& pack : m_packs) {
        for (std::size_t index = 0; index < pack.matrices.size(); ++index) {
            const int matrix = pack.matrices[index];
            if (learned[at(matrix)] != nullptr) {
                const std::int64_t size = units * pack.width;
                add(m_memory + pack.gradients + static_cast<std::int64_t>(index) * size, learned[at(matrix)], size);
            }
        }
    }
    for (std::size_t vector = 0; vector < m_sums.size(); ++vector) {
        if (m_cell.learned[vector].kind == Learned::Kind::Vector && learned[vector] != nullptr) {
            add(m_sums[vector], learned[vector], units);
        }
        std::fill_n(m_sums[vector], units, 0.0f);
    }
}

} // namespace engine::fused
