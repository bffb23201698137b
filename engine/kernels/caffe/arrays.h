// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/parallel.h"
#include "engine/kernels/axis_view.h"

#include <cstdint>

namespace engine::caffe {

/// Elements that one thread handles in about 5 us, where each costs little more than its way through memory.
constexpr std::int64_t elementGrain = 16 * 1024;

/// to[i] = one(i) over [0, count), on the pool.
template <typename Element>
void fill(float* to, std::int64_t count, const Element& element)
{
    parallelFor(count, elementGrain, [&](IndexRange range) {
#pragma GCC ivdep
        for (std::int64_t index = range.first; index < range.last; ++index) {
            to[index] = element(index);
        }
    });
}

// On the pool; where both pointers are the same, nothing is to be done.
void copyTo(const float* from, float* to, std::int64_t count);
void clear(float* to, std::int64_t count);
void addTo(const float* from, float* to, std::int64_t count);

/// A block of rows whose starts are `stride` elements apart.
struct Rows {
    float* first;
    std::int64_t stride;
};
struct ConstRows {
    const float* first;
    std::int64_t stride;
};
void copyRows(ConstRows from, Rows to, std::int64_t rows, std::int64_t width);
void clearRows(Rows to, std::int64_t rows, std::int64_t width);

/// sums[column] += the sum of matrix[row, column] over all rows, always in the order of the rows.
void addColumnSums(const float* matrix, std::int64_t rows, std::int64_t columns, float* sums);

/// matrix[row, column] = row_values[column] for every row.
void repeatRow(const float* row, float* matrix, std::int64_t rows, std::int64_t columns);

} // namespace engine::caffe
