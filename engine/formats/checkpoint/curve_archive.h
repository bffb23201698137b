// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/archive.h"
#include "engine/formats/checkpoint/curve.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

/// A curve in an archive, in as few bytes as keep each bit of it: a run of 700,000 iterations is saved while its user
/// waits for the stop.
///
///     number of points
///     starts: count, then index and iteration of each (Curve::starts)
///     validations: count, then index and loss of each
///     for each piece (Curve::piece): its seconds, then its losses, learning rates and gradient norms
///
/// Each column of a piece says first how it is kept: one number for all, numbers of four bytes where that loses
/// nothing, or numbers of eight. Seconds may also be whole microseconds: those of the first point in eight bytes, then
/// those from each point to the next in four.
namespace engine::archive {

enum class NumberKind : std::uint8_t { Same, Narrow, Wide, Microseconds };

template <typename Archive>
void writeKind(Archive& archive, NumberKind kind)
{
    archive.save_binary(&kind, sizeof kind);
}

template <typename Archive>
NumberKind readKind(Archive& archive, NumberKind last)
{
    std::uint8_t kind = 0;
    archive.load_binary(&kind, sizeof kind);
    if (kind > static_cast<std::uint8_t>(last)) {
        throw Error(say(ENGINE_TEXT("Sentences", "a column of its curve is kept in way %1, but only 0 to %2 are known"),
                        int{kind}, static_cast<int>(last)));
    }
    return static_cast<NumberKind>(kind);
}

inline bool sameBits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

template <typename Archive>
void writeNumbers(Archive& archive, std::span<const double> numbers)
{
    std::array<float, Curve::pieceSize> narrow;
    bool same = true, exact = true;
    for (std::size_t index = 0; index < numbers.size(); ++index) {
        narrow[index] = static_cast<float>(numbers[index]);
        exact = exact && sameBits(narrow[index], numbers[index]);
        same = same && sameBits(numbers[index], numbers[0]);
    }
    const NumberKind kind = same ? NumberKind::Same : exact ? NumberKind::Narrow : NumberKind::Wide;
    writeKind(archive, kind);
    if (kind == NumberKind::Narrow) {
        archive.save_binary(narrow.data(), numbers.size() * sizeof(float));
    } else {
        archive.save_binary(numbers.data(), (kind == NumberKind::Same ? 1 : numbers.size()) * sizeof(double));
    }
}

template <typename Archive>
void readNumbers(Archive& archive, std::span<double> numbers, NumberKind kind)
{
    if (kind == NumberKind::Same) {
        double number = 0;
        archive.load_binary(&number, sizeof number);
        std::fill(numbers.begin(), numbers.end(), number);
    } else if (kind == NumberKind::Narrow) {
        std::array<float, Curve::pieceSize> narrow;
        archive.load_binary(narrow.data(), numbers.size() * sizeof(float));
        std::copy_n(narrow.begin(), numbers.size(), numbers.begin());
    } else {
        archive.load_binary(numbers.data(), numbers.size() * sizeof(double));
    }
}

template <typename Archive>
void readNumbers(Archive& archive, std::span<double> numbers)
{
    readNumbers(archive, numbers, readKind(archive, NumberKind::Wide));
}

constexpr double mostMicroseconds = 1e15; ///< 31 years: up to there a double holds each of them

/// Where seconds are such numbers, in order and none more than `steps` can say after the one before.
struct Microseconds {
    std::int64_t first;
    std::array<std::uint32_t, Curve::pieceSize> steps; ///< from each point to the next

    static std::optional<Microseconds> of(std::span<const double> seconds)
    {
        Microseconds all{};
        std::int64_t before = 0;
        for (std::size_t index = 0; index < seconds.size(); ++index) {
            const double microseconds = std::round(seconds[index] * 1e6);
            if (!(microseconds >= 0 && microseconds <= mostMicroseconds)) {
                return std::nullopt;
            }
            const auto now = static_cast<std::int64_t>(microseconds);
            const std::int64_t step = index == 0 ? 0 : now - before;
            if (!sameBits(static_cast<double>(now) / 1e6, seconds[index]) || !std::in_range<std::uint32_t>(step)) {
                return std::nullopt;
            }
            if (index == 0) {
                all.first = now;
            } else {
                all.steps[index - 1] = static_cast<std::uint32_t>(step);
            }
            before = now;
        }
        return all;
    }
};

template <typename Archive>
void writeSeconds(Archive& archive, std::span<const double> seconds)
{
    if (const std::optional<Microseconds> all = Microseconds::of(seconds)) {
        writeKind(archive, NumberKind::Microseconds);
        archive.save_binary(&all->first, sizeof all->first);
        archive.save_binary(all->steps.data(), (seconds.size() - 1) * sizeof(std::uint32_t));
    } else {
        writeNumbers(archive, seconds);
    }
}

template <typename Archive>
void readSeconds(Archive& archive, std::span<double> seconds)
{
    const NumberKind kind = readKind(archive, NumberKind::Microseconds);
    if (kind != NumberKind::Microseconds) {
        readNumbers(archive, seconds, kind);
        return;
    }
    Microseconds all{};
    archive.load_binary(&all.first, sizeof all.first);
    archive.load_binary(all.steps.data(), (seconds.size() - 1) * sizeof(std::uint32_t));
    if (all.first < 0 || static_cast<double>(all.first) > mostMicroseconds) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "its curve counts from %1 microseconds, which no run takes"), all.first));
    }
    std::int64_t now = all.first;
    for (std::size_t index = 0; index < seconds.size(); ++index) {
        seconds[index] = static_cast<double>(now) / 1e6;
        now += all.steps[index];
    }
}

/// Indexes of points, each above the one before and below `size`.
inline void requireNextIndex(std::int64_t index, std::int64_t previous, std::int64_t size)
{
    if (index <= previous || index >= size) {
        throw Error(say(
            ENGINE_TEXT(
                "Sentences",
                "its curve has %1 points and names point %2 after point %3, but each must be behind the one before"),
            size, index, previous));
    }
}

template <typename Archive>
void writeCurve(Archive& archive, const Curve& curve)
{
    count(archive, curve.size());
    count(archive, curve.starts().size());
    for (const Curve::Start& start : curve.starts()) {
        const auto index = static_cast<std::int64_t>(start.index);
        archive& index& start.iteration;
    }
    count(archive, curve.validations().size());
    for (const Curve::Validation& validation : curve.validations()) {
        const auto index = static_cast<std::int64_t>(validation.index);
        archive& index& validation.loss;
    }
    for (std::size_t number = 0; number * Curve::pieceSize < curve.size(); ++number) {
        const Curve::Piece piece = curve.piece(number);
        writeSeconds(archive, piece.seconds);
        writeNumbers(archive, piece.loss);
        writeNumbers(archive, piece.learningRate);
        writeNumbers(archive, piece.gradientNorm);
    }
}

template <typename Archive>
std::vector<Curve::Start> readStarts(Archive& archive, std::int64_t size)
{
    std::vector<Curve::Start> starts;
    std::int64_t previous = -1;
    for (std::int64_t left = count(archive, 0); left > 0; --left) {
        std::int64_t index = 0, iteration = 0;
        archive& index& iteration;
        requireNextIndex(index, previous, size);
        if (iteration < 0 || iteration > std::numeric_limits<std::int64_t>::max() - size) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "its curve counts from iteration %1, which no run reaches"), iteration));
        }
        starts.push_back({static_cast<std::size_t>(index), iteration});
        previous = index;
    }
    if (size > 0 && (starts.empty() || starts.front().index != 0)) {
        throw Error(ENGINE_TEXT("Sentences", "its curve does not say which iteration its first point is"));
    }
    return starts;
}

template <typename Archive>
std::vector<Curve::Validation> readValidations(Archive& archive, std::int64_t size)
{
    std::vector<Curve::Validation> validations;
    std::int64_t previous = -1;
    for (std::int64_t left = count(archive, 0); left > 0; --left) {
        std::int64_t index = 0;
        double loss = 0;
        archive& index& loss;
        requireNextIndex(index, previous, size);
        validations.push_back({static_cast<std::size_t>(index), loss});
        previous = index;
    }
    return validations;
}

template <typename Archive>
Curve readCurve(Archive& archive)
{
    const std::int64_t size = count(archive, 0);
    const std::vector<Curve::Start> starts = readStarts(archive, size);
    const std::vector<Curve::Validation> validations = readValidations(archive, size);
    return {static_cast<std::size_t>(size), starts, validations, [&](const Curve::EmptyPiece& piece) {
                readSeconds(archive, piece.seconds);
                readNumbers(archive, piece.loss);
                readNumbers(archive, piece.learningRate);
                readNumbers(archive, piece.gradientNorm);
            }};
}

template <typename Archive>
void curveInPieces(Archive& archive, Curve& curve)
{
    if constexpr (writes<Archive>) {
        writeCurve(archive, curve);
    } else {
        curve = readCurve(archive);
    }
}

} // namespace engine::archive
