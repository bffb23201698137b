// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace engine {

/// One point of the curves.
struct CurvePoint {
    std::int64_t iteration = 0;
    double seconds = 0; ///< of training, over all its resumes
    double loss = 0;    ///< nats per character of this iteration's batch
    double learningRate = 0;
    double gradientNorm = 0;
    double validationLoss = std::numeric_limits<double>::quiet_NaN(); ///< NaN where nothing was validated
};

/// Rounded to whole microseconds, which a file keeps in half the bytes. The time of a step varies by more than that.
inline double inMicroseconds(double seconds)
{
    return std::round(seconds * 1e6) / 1e6;
}

/// The points of a run that grows, for all who keep them: 32 bytes an iteration, however many copies there are.
///
/// Points lie in columns, in blocks of a fixed size. A copy shares the blocks. Who appends writes behind the end that
/// all copies know, in place; where another copy has grown there already, the last block is copied first. So a copy may
/// be read on another thread while this one grows, if it was handed over under a lock.
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
    /// Numbers of as many points as follow each other in memory.
    struct Piece {
        std::span<const double> seconds, loss, learningRate, gradientNorm;
    };
    /// The same, to be filled.
    struct EmptyPiece {
        std::span<double> seconds, loss, learningRate, gradientNorm;
    };
    static constexpr std::size_t pieceSize = 1024;

    Curve() = default;
    explicit Curve(std::span<const CurvePoint> points);
    Curve(std::initializer_list<CurvePoint> points) : Curve(std::span(points.begin(), points.size())) {}

    /// Of `size` points out of a file: `fill` gets each piece in turn. A validation of NaN counts as none.
    Curve(std::size_t size, const std::vector<Start>& starts, const std::vector<Validation>& validations,
          const std::function<void(const EmptyPiece&)>& fill);

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    // Of the point at `index`, below size().
    std::int64_t iteration(std::size_t index) const;
    double seconds(std::size_t index) const { return block(index).seconds[index % blockSize]; }
    double loss(std::size_t index) const { return block(index).loss[index % blockSize]; }
    double learningRate(std::size_t index) const { return block(index).learningRate[index % blockSize]; }
    double gradientNorm(std::size_t index) const { return block(index).gradientNorm[index % blockSize]; }

    const std::vector<Validation>& validations() const { return m_validations; } ///< those that were measured, in order
    bool isValidated() const { return !m_validations.empty() && m_validations.back().index + 1 == m_size; }

    const std::vector<Start>& starts() const { return m_starts; } ///< where iterations are counted from, in order
    Piece piece(std::size_t number) const; ///< points from number · pieceSize on: a full piece, or all that are left
    CurvePoint operator[](std::size_t index) const;
    std::vector<CurvePoint> points() const; ///< all of them, for a file of another program

    void append(const CurvePoint& point);
    void validate(double loss);    ///< of the last point
    void cut(std::size_t newSize); ///< forgets the points from there on

    /// Whether this curve is `before` itself, with nothing or more behind it. Costs the same for any length.
    bool goesOnFrom(const Curve& before) const;

    /// Becomes `newer`; costs by what is new where that goes on from this.
    void follow(const Curve& newer);

private:
    static constexpr std::size_t blockSize = pieceSize;

    struct Block {
        std::array<double, blockSize> seconds, loss, learningRate, gradientNorm;
        std::atomic<std::size_t> used; ///< by the copy that has most
    };
    const Block& block(std::size_t index) const { return *m_blocks[index / blockSize]; }
    Block& room();

    std::vector<std::shared_ptr<Block>> m_blocks; ///< shared with the copies of this curve
    std::size_t m_size = 0;
    std::vector<Start> m_starts;
    std::vector<Validation> m_validations;
};

} // namespace engine
