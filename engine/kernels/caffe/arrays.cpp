// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/arrays.h"

#include "engine/devices/cpu/fast_math.h"

#include <cstring>

namespace engine::caffe {
namespace {

std::size_t bytes(std::int64_t floats)
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

std::int64_t rowGrain(std::int64_t width)
{
    return std::max<std::int64_t>(1, elementGrain / std::max<std::int64_t>(width, 1));
}

} // namespace

void copyTo(const float* from, float* to, std::int64_t count)
{
    if (from != to) {
        parallelFor(count, elementGrain,
                    [=](IndexRange range) { std::memcpy(to + range.first, from + range.first, bytes(range.count())); });
    }
}

void clear(float* to, std::int64_t count)
{
    parallelFor(count, elementGrain, [=](IndexRange range) { std::memset(to + range.first, 0, bytes(range.count())); });
}

void addTo(const float* from, float* to, std::int64_t count)
{
    parallelFor(count, elementGrain,
                [=](IndexRange range) { addRange(from + range.first, to + range.first, range.count()); });
}

void copyRows(ConstRows from, Rows to, std::int64_t rows, std::int64_t width)
{
    if (from.first == to.first && (rows == 1 || from.stride == to.stride)) {
        return;
    }
    parallelFor(rows, rowGrain(width), [=](IndexRange range) {
        for (std::int64_t row = range.first; row < range.last; ++row) {
            std::memcpy(to.first + row * to.stride, from.first + row * from.stride, bytes(width));
        }
    });
}

void clearRows(Rows to, std::int64_t rows, std::int64_t width)
{
    parallelFor(rows, rowGrain(width), [=](IndexRange range) {
        for (std::int64_t row = range.first; row < range.last; ++row) {
            std::memset(to.first + row * to.stride, 0, bytes(width));
        }
    });
}

void addColumnSums(const float* matrix, std::int64_t rows, std::int64_t columns, float* sums)
{
    parallelFor(
        columns, std::max<std::int64_t>(64, rowGrain(rows)),
        [=](IndexRange range) {
            for (std::int64_t row = 0; row < rows; ++row) {
                addRange(matrix + row * columns + range.first, sums + range.first, range.count());
            }
        },
        16);
}

void repeatRow(const float* row, float* matrix, std::int64_t rows, std::int64_t columns)
{
    parallelFor(rows, rowGrain(columns), [=](IndexRange range) {
        for (std::int64_t index = range.first; index < range.last; ++index) {
            std::memcpy(matrix + index * columns, row, bytes(columns));
        }
    });
}

} // namespace engine::caffe
