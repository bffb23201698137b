// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/curve.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace studio {

/// What an iteration of a run is. NaN where that is not known.
struct IterationFacts {
    double characters = std::numeric_limits<double>::quiet_NaN(); ///< T · N · iter_size; of sequences N · iter_size
    double epochs = std::numeric_limits<double>::quiet_NaN();     ///< the part of one
};

/// The curve of one run: the engine's points, which record, plot and trainer share, and what an iteration is.
/// What follows from those, characters and speed, is not kept.
class RunCurve {
public:
    RunCurve() = default;
    RunCurve(engine::Curve points, const IterationFacts& facts = {});

    std::size_t size() const { return m_points.size(); }
    bool empty() const { return m_points.empty(); }

    // Of the point at an index below size().
    std::int64_t iteration(std::size_t index) const { return m_points.iteration(index); }
    double seconds(std::size_t index) const { return m_points.seconds(index); }
    /// Read so far; sequences where the run learns from those.
    double characters(std::size_t index) const { return m_facts.characters * static_cast<double>(iteration(index)); }
    float at(std::size_t column, std::size_t index) const { return static_cast<float>(m_points.at(column, index)); }
    float loss(std::size_t index) const { return static_cast<float>(m_points.loss(index)); }
    float perSecond(std::size_t index) const; ///< characters or sequences; from the seconds that the iteration took
    engine::CurvePoint operator[](std::size_t index) const { return m_points[index]; }
    engine::CurvePoint back() const { return (*this)[size() - 1]; }

    const engine::Curve& points() const { return m_points; }
    const IterationFacts& facts() const { return m_facts; }
    void setFacts(const IterationFacts& facts) { m_facts = facts; }

    void append(const engine::CurvePoint& point) { m_points.append(point); }
    void cut(std::size_t newSize) { m_points.cut(newSize); }

    bool goesOnFrom(const RunCurve& before) const { return m_points.goesOnFrom(before.m_points); }
    void follow(const RunCurve& newer); ///< becomes it; costs by what is new where that goes on from this
    void follow(const engine::Curve& newer, const IterationFacts& facts);

private:
    engine::Curve m_points;
    IterationFacts m_facts;
};

/// The index of the newest point at this iteration or before it; nothing where all come later.
std::optional<std::size_t> lastUntil(const RunCurve& curve, std::int64_t iteration);

} // namespace studio
