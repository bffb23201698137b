// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/cpu_operations.h"

#include "engine/graph/error.h"
#include "engine/kernels/classes.h"

#include <cstring>
#include <utility>

namespace engine::caffe {
namespace {

std::size_t bytesOf(std::int64_t floats)
{
    return static_cast<std::size_t>(floats) * sizeof(float);
}

ENGINE_VECTOR_CLONES void addRange(const float* from, float* to, std::int64_t count)
{
#pragma GCC ivdep
    for (std::int64_t index = 0; index < count; ++index) {
        to[index] += from[index];
    }
}

void copyRowsOnPool(ConstRows from, Rows to, std::int64_t rows, std::int64_t width)
{
    parallelFor(rows, rowGrain(width), [=](IndexRange range) {
        for (std::int64_t row = range.first; row < range.last; ++row) {
            std::memcpy(to.first + row * to.stride, from.first + row * from.stride, bytesOf(width));
        }
    });
}

} // namespace

void CpuFaults::Place::tell(std::int64_t element, float value) const
{
    const std::lock_guard lock(found->mutex);
    if (element < found->element) {
        found->element = element;
        found->value = value;
    }
}

void CpuFaults::throwIfFound() const
{
    const std::int64_t element = std::exchange(m_found->element, std::numeric_limits<std::int64_t>::max());
    if (element != std::numeric_limits<std::int64_t>::max()) {
        throw Error(m_words(element, static_cast<double>(m_found->value)));
    }
}

void CpuColumnSums::addTo(const float* matrix, float* sums) const
{
    parallelFor(
        m_columns, std::max<std::int64_t>(64, rowGrain(m_rows)),
        [=, this](IndexRange range) {
            for (std::int64_t row = 0; row < m_rows; ++row) {
                addRange(matrix + row * m_columns + range.first, sums + range.first, range.count());
            }
        },
        16);
}

void CpuBiasedProduct::run() const
{
    copyRowsOnPool({m_places.row, 0}, {m_places.C, m_product.columns}, m_product.rows, m_product.columns);
    MatrixProduct onto = m_product;
    onto.beta = 1;
    gemm(onto, m_places.A, m_places.B, m_places.C);
}

CpuElementProgram::CpuElementProgram(const cells::Program& program, const ElementWork& work)
    : m_elements(program, work.units), m_rows(work.rows), m_sums(work.sums)
{
    for (const Rows& rows : work.tensors) {
        m_tensors.push_back({rows.first, rows.stride});
    }
}

void CpuDropoutMask::forward(const Pass& pass, const float* from, float* to)
{
    drawDropoutMask(m_rule, pass.number, m_key, m_mask.data(), std::ssize(m_mask));
    backward(from, to);
}

void CpuDropoutMask::backward(const float* from, float* to) const
{
    applyDropoutMask(m_rule, m_sharing, m_mask.data(), from, to);
}

void CpuTable::lookUp(const CpuFaults::Place& faults) const
{
    const std::int64_t width = m_all.width;
    parallelFor(m_all.count, rowGrain(width), [&](IndexRange range) {
        for (std::int64_t index = range.first; index < range.last; ++index) {
            const float id = m_all.ids[index];
            float* const y = m_all.y + index * width;
            if (!isClass(id, m_all.vocabulary)) {
                faults.tell(index, id);
                std::memset(y, 0, bytesOf(width));
                continue;
            }
            std::memcpy(y, m_all.W + static_cast<std::int64_t>(id) * width, bytesOf(width));
            if (m_all.b) {
                addRange(m_all.b, y, width);
            }
        }
    });
}

void CpuTable::addGradient() const
{
    // Ids repeat, so threads share columns, not rows.
    const std::int64_t width = m_all.width, grain = std::max<std::int64_t>(16, elementGrain / m_all.count);
    parallelFor(
        width, grain,
        [&](IndexRange columns) {
            for (std::int64_t index = 0; index < m_all.count; ++index) {
                addRange(m_all.dy + index * width + columns.first,
                         m_all.dW + static_cast<std::int64_t>(m_all.ids[index]) * width + columns.first,
                         columns.count());
            }
        },
        16);
}

void CpuOperations::copy(const float* from, float* to, std::int64_t count) const
{
    if (from != to) {
        parallelFor(count, elementGrain, [=](IndexRange range) {
            std::memcpy(to + range.first, from + range.first, bytesOf(range.count()));
        });
    }
}

void CpuOperations::clear(float* to, std::int64_t count) const
{
    parallelFor(count, elementGrain,
                [=](IndexRange range) { std::memset(to + range.first, 0, bytesOf(range.count())); });
}

void CpuOperations::copyRows(ConstRows from, Rows to, std::int64_t rows, std::int64_t width) const
{
    if (from.first != to.first || (rows > 1 && from.stride != to.stride)) {
        copyRowsOnPool(from, to, rows, width);
    }
}

void CpuOperations::clearRows(Rows to, std::int64_t rows, std::int64_t width) const
{
    parallelFor(rows, rowGrain(width), [=](IndexRange range) {
        for (std::int64_t row = range.first; row < range.last; ++row) {
            std::memset(to.first + row * to.stride, 0, bytesOf(width));
        }
    });
}

void CpuOperations::repeatRow(const float* row, float* matrix, std::int64_t rows, std::int64_t columns) const
{
    copyRowsOnPool({row, 0}, {matrix, columns}, rows, columns);
}

} // namespace engine::caffe
