// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/curve.h"

#include <boost/iterator/counting_iterator.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace engine {

Curve::Curve(std::span<const CurvePoint> points)
{
    for (const CurvePoint& point : points) {
        append(point);
    }
}

std::int64_t Curve::iteration(std::size_t index) const
{
    const auto behind = m_starts.size() == 1
                            ? m_starts.end()
                            : std::upper_bound(m_starts.begin(), m_starts.end(), index,
                                               [](std::size_t wanted, const Start& one) { return wanted < one.index; });
    const Start& start = *std::prev(behind);
    return start.iteration + static_cast<std::int64_t>(index - start.index);
}

CurvePoint Curve::operator[](std::size_t index) const
{
    const auto validation =
        std::lower_bound(m_validations.begin(), m_validations.end(), index,
                         [](const Validation& one, std::size_t wanted) { return one.index < wanted; });
    CurvePoint point{.iteration = iteration(index)};
    for (std::size_t column = 0; column < curveColumns; ++column) {
        point.*curveFields[column].number = at(column, index);
    }
    if (validation != m_validations.end() && validation->index == index) {
        point.validationLoss = validation->loss;
    }
    return point;
}

std::vector<CurvePoint> Curve::points() const
{
    std::vector<CurvePoint> all;
    all.reserve(m_size);
    for (std::size_t index = 0; index < m_size; ++index) {
        all.push_back((*this)[index]);
    }
    return all;
}

std::size_t Curve::countUntil(std::int64_t wanted) const
{
    using Index = boost::counting_iterator<std::size_t>;
    return *std::partition_point(Index(0), Index(m_size),
                                 [&](std::size_t index) { return iteration(index) <= wanted; });
}

void Curve::append(const CurvePoint& point)
{
    if (m_size == 0 || point.iteration - 1 != iteration(m_size - 1)) {
        m_starts.push_back({m_size, point.iteration});
    }
    const std::size_t at = m_size % blockSize;
    std::size_t used = at;
    if (at == 0 || !m_blocks.back()->used.compare_exchange_strong(used, at + 1)) {
        const auto own = std::make_shared_for_overwrite<Block>(); // where none has room, or another copy has grown
        for (std::size_t column = 0; at > 0 && column < curveColumns; ++column) {
            std::copy_n(m_blocks.back()->columns[column].begin(), at, own->columns[column].begin());
        }
        own->used = at + 1;
        m_blocks.resize(m_size / blockSize);
        m_blocks.push_back(own);
    }
    for (std::size_t column = 0; column < curveColumns; ++column) {
        m_blocks.back()->columns[column][at] = point.*curveFields[column].number;
    }
    ++m_size;
    if (!std::isnan(point.validationLoss)) {
        validate(point.validationLoss);
    }
}

void Curve::validate(double loss)
{
    assert(m_size > 0);
    if (isValidated()) {
        m_validations.back().loss = loss;
    } else {
        m_validations.push_back({m_size - 1, loss});
    }
}

void Curve::cut(std::size_t newSize)
{
    if (newSize >= m_size) {
        return;
    }
    m_size = newSize;
    m_blocks.resize((newSize + blockSize - 1) / blockSize);
    std::erase_if(m_starts, [&](const Start& start) { return start.index >= newSize; });
    std::erase_if(m_validations, [&](const Validation& one) { return one.index >= newSize; });
}

bool Curve::goesOnFrom(const Curve& before) const
{
    // Whoever cuts or appends elsewhere gets another last block, so that one tells of all that stands before it.
    return before.m_size <= m_size &&
           (before.empty() || m_blocks[before.m_blocks.size() - 1] == before.m_blocks.back());
}

void Curve::follow(const Curve& newer)
{
    if (!newer.goesOnFrom(*this)) {
        *this = newer;
        return;
    }
    m_blocks.insert(m_blocks.end(), newer.m_blocks.begin() + static_cast<std::ptrdiff_t>(m_blocks.size()),
                    newer.m_blocks.end());
    m_size = newer.m_size;
    m_starts.resize(std::min(m_starts.size(), newer.m_starts.size()));
    m_starts.insert(m_starts.end(), newer.m_starts.begin() + static_cast<std::ptrdiff_t>(m_starts.size()),
                    newer.m_starts.end());
    m_validations = newer.m_validations;
}

} // namespace engine
