// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

/// What each iteration of a run tells. A new number is a member and a line in curveFields: it then has its column in
/// curves, checkpoints, projects, logs and tables, and its pane in the plot.
struct CurvePoint {
    std::int64_t iteration = 0;
    double seconds = 0; ///< of training, over all its resumes
    double loss = 0;    ///< nats per character of this iteration's batch; the objective where the net has no such loss
    double learningRate = 0;
    double gradientNorm = 0;
    double validationLoss = std::numeric_limits<double>::quiet_NaN(); ///< NaN where nothing was validated
};

/// A column of a curve: a number of each iteration.
struct CurveField {
    std::string_view key; ///< in files
    double CurvePoint::*number;
    const char* words = ""; ///< over its pane, a text of the context "Curves"; empty: it has none
    bool isNoisy = true;    ///< false: a schedule, which is not smoothed
};
inline constexpr std::size_t curveColumns = 4;
inline constexpr std::array<CurveField, curveColumns> curveFields = {
    {{"seconds", &CurvePoint::seconds},
     {"loss", &CurvePoint::loss, ENGINE_TEXT("Curves", "Loss")},
     {"learning_rate", &CurvePoint::learningRate, ENGINE_TEXT("Curves", "Learning rate"), false},
     {"gradient_norm", &CurvePoint::gradientNorm, ENGINE_TEXT("Curves", "Gradient norm")}}};

/// The column of a member that is in curveFields.
constexpr std::size_t columnOf(double CurvePoint::*member)
{
    std::size_t column = 0;
    while (curveFields[column].number != member) {
        ++column;
    }
    return column;
}

/// Rounded to whole microseconds, which a file keeps in half the bytes. The time of a step varies by more than that.
inline double inMicroseconds(double seconds)
{
    return std::round(seconds * 1e6) / 1e6;
}

/// The points of a run that grows, for all who keep them: 8 bytes a column and iteration, however many copies there
/// are.
///
/// Points lie in the columns of curveFields, in blocks of a fixed size. A copy shares the blocks. Who appends writes
/// behind the end that all copies know, in place; where another copy has grown there already, the last block is copied
/// first. So a copy may be read on another thread while this one grows, if it was handed over under a lock.
///
/// Iterations are kept as where they start to count, and losses of validations only where there was one.
class Curve {
public:
    struct Validation {
        std::size_t index;
        double loss;
    };
    struct Start {
        std::size_t index;
        std::int64_t iteration; ///< of that point; each following one has one more
    };
    static constexpr std::size_t pieceSize = 1024; ///< points that an archive has together

    Curve() = default;
    explicit Curve(std::span<const CurvePoint> points);
    Curve(std::initializer_list<CurvePoint> points) : Curve(std::span(points.begin(), points.size())) {}

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    // Of the point at `index`, below size().
    std::int64_t iteration(std::size_t index) const;
    double at(std::size_t column, std::size_t index) const { return block(index).columns[column][index % blockSize]; }
    double seconds(std::size_t index) const { return at(columnOf(&CurvePoint::seconds), index); }
    double loss(std::size_t index) const { return at(columnOf(&CurvePoint::loss), index); }

    const std::vector<Validation>& validations() const { return m_validations; } ///< those that were measured, in order
    bool isValidated() const { return !m_validations.empty() && m_validations.back().index + 1 == m_size; }

    const std::vector<Start>& starts() const { return m_starts; } ///< where iterations are counted from, in order
    CurvePoint operator[](std::size_t index) const;
    CurvePoint back() const { return (*this)[m_size - 1]; }
    std::size_t countUntil(std::int64_t iteration) const; ///< of the points at that iteration or before it
    std::vector<CurvePoint> points() const;               ///< all of them, for a file of another program

    void append(const CurvePoint& point);
    void validate(double loss);    ///< of the last point
    void cut(std::size_t newSize); ///< forgets the points from there on

    /// Whether this curve is `before` itself, with nothing or more behind it. Costs the same for any length.
    bool goesOnFrom(const Curve& before) const;

    /// Becomes `newer`; costs by what is new where that goes on from this.
    void follow(const Curve& newer);

private:
    static constexpr std::size_t blockSize = 1024;

    struct Block {
        std::array<std::array<double, blockSize>, curveColumns> columns;
        std::atomic<std::size_t> used; ///< by the copy that has most
    };
    const Block& block(std::size_t index) const { return *m_blocks[index / blockSize]; }

    std::vector<std::shared_ptr<Block>> m_blocks; ///< shared with the copies of this curve
    std::size_t m_size = 0;
    std::vector<Start> m_starts;
    std::vector<Validation> m_validations;
};

} // namespace engine
