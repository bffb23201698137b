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
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// A curve in an archive, in as few bytes as keep each bit of it: a run of 700,000 iterations is saved while its user
/// waits for the stop.
///
///     number of points
///     starts: count, then index and iteration of each (Curve::starts)
///     validations: count, then index and loss of each
///     keys of its columns (curveFields); a column that the reader does not have is left out, one that it has besides
///     is NaN
///     for each Curve::pieceSize points: their columns
///
/// Each column of a piece says first how it is kept: one number for all, whole microseconds (those of the first point
/// in eight bytes, then those from each point to the next in four), numbers of four bytes where that loses nothing, or
/// numbers of eight.
namespace engine::archive {

/// Throws Error for what no run writes.
inline void requireCurve(bool isSo)
{
    if (!isSo) {
        throw Error(ENGINE_TEXT("Sentences", "its curve is not one that a run writes"));
    }
}

enum class NumberKind : std::uint8_t { Same, Narrow, Wide, Microseconds };

inline bool sameBits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

constexpr double maxMicroseconds = 1e15; ///< 31 years: up to there a double holds each of them

/// Where numbers are whole microseconds, in order and none more than `steps` can say after the one before.
struct Microseconds {
    std::int64_t first;
    std::array<std::uint32_t, Curve::pieceSize> steps; ///< from each point to the next

    static std::optional<Microseconds> of(std::span<const double> seconds)
    {
        Microseconds all{};
        std::int64_t before = 0;
        for (std::size_t index = 0; index < seconds.size(); ++index) {
            const double microseconds = std::round(seconds[index] * 1e6);
            if (!(microseconds >= 0 && microseconds <= maxMicroseconds)) {
                return std::nullopt;
            }
            const auto now = static_cast<std::int64_t>(microseconds);
            const std::int64_t step = index == 0 ? 0 : now - before;
            if (!sameBits(static_cast<double>(now) / 1e6, seconds[index]) || !std::in_range<std::uint32_t>(step)) {
                return std::nullopt;
            }
            all.first = index == 0 ? now : all.first;
            all.steps[index == 0 ? 0 : index - 1] = static_cast<std::uint32_t>(step);
            before = now;
        }
        return all;
    }
};

/// As they lie in memory.
template <typename Archive, typename Number>
void raw(Archive& archive, Number* numbers, std::size_t count)
{
    if constexpr (writes<Archive>) {
        archive.save_binary(numbers, count * sizeof(Number));
    } else {
        archive.load_binary(numbers, count * sizeof(Number));
    }
}

/// A column of a piece.
template <typename Archive>
void packed(Archive& archive, std::span<double> numbers)
{
    const std::size_t size = numbers.size();
    NumberKind kind = NumberKind::Wide;
    std::optional<Microseconds> all = Microseconds();
    std::array<float, Curve::pieceSize> narrow;
    if constexpr (writes<Archive>) {
        std::ranges::transform(numbers, narrow.begin(), [](double number) { return static_cast<float>(number); });
        all = Microseconds::of(numbers);
        kind = std::ranges::all_of(numbers, [&](double one) { return sameBits(one, numbers[0]); }) ? NumberKind::Same
               : all                                                                  ? NumberKind::Microseconds
               : std::ranges::equal(numbers, std::span(narrow).first(size), sameBits) ? NumberKind::Narrow
                                                                                      : kind;
    }
    raw(archive, &kind, 1);
    if (kind == NumberKind::Same || kind == NumberKind::Wide) {
        raw(archive, numbers.data(), kind == NumberKind::Same ? 1 : size);
    } else if (kind == NumberKind::Narrow) {
        raw(archive, narrow.data(), size);
    } else {
        requireCurve(kind == NumberKind::Microseconds);
        raw(archive, &all->first, 1);
        raw(archive, all->steps.data(), size - 1);
        requireCurve(all->first >= 0 && static_cast<double>(all->first) <= maxMicroseconds);
    }
    if constexpr (!writes<Archive>) {
        for (std::size_t index = 0; kind != NumberKind::Wide && index < size; ++index) {
            numbers[index] = kind == NumberKind::Same     ? numbers[0]
                             : kind == NumberKind::Narrow ? narrow[index]
                                                          : static_cast<double>(all->first) / 1e6;
            all->first += all->steps[index];
        }
    }
}

/// What is told of some of `size` points, in their order: the index of each, and `number`.
template <typename Archive, typename Entry, typename Number>
void entries(Archive& archive, std::vector<Entry>& all, Number Entry::*number, std::int64_t size)
{
    std::int64_t previous = -1;
    things(archive, all, [&](Entry& one) {
        auto index = static_cast<std::int64_t>(one.index);
        archive& index&(one.*number);
        requireCurve(index > previous && index < size);
        one.index = static_cast<std::size_t>(index);
        previous = index;
    });
}

template <typename Archive>
void curveInPieces(Archive& archive, Curve& curve)
{
    const std::int64_t size = count(archive, curve.size());
    std::vector<Curve::Start> starts = curve.starts();
    std::vector<Curve::Validation> validations = curve.validations();
    std::vector<std::string> keys;
    std::ranges::transform(curveFields, std::back_inserter(keys),
                           [](const CurveField& field) { return std::string(field.key); });
    entries(archive, starts, &Curve::Start::iteration, size);
    requireCurve((size == 0 || (!starts.empty() && starts.front().index == 0)) &&
                 std::ranges::all_of(starts, [&](const Curve::Start& start) {
                     return start.iteration >= 0 && start.iteration <= std::numeric_limits<std::int64_t>::max() - size;
                 }));
    entries(archive, validations, &Curve::Validation::loss, size);
    things(archive, keys, [&](std::string& key) { elements(archive, key); });
    requireCurve(size == 0 || !keys.empty()); // else nothing would be read for its points, however many it says
    if constexpr (!writes<Archive>) {
        curve = {};
    }
    std::array<std::array<double, Curve::pieceSize>, curveColumns + 1> columns; // and one that is left out
    auto start = starts.begin();
    auto validation = validations.begin();
    CurvePoint point;
    for (std::size_t first = 0; std::cmp_less(first, size); first += Curve::pieceSize) {
        const std::size_t last = std::min(first + Curve::pieceSize, static_cast<std::size_t>(size));
        for (std::size_t column = 0; column < columns.size(); ++column) {
            for (std::size_t index = first; index < last; ++index) {
                columns[column][index - first] = writes<Archive> && column < curveColumns
                                                     ? curve.at(column, index)
                                                     : std::numeric_limits<double>::quiet_NaN();
            }
        }
        for (const std::string& key : keys) {
            const auto column = std::ranges::find(curveFields, key, &CurveField::key) - curveFields.begin();
            packed(archive, std::span(columns[static_cast<std::size_t>(column)]).first(last - first));
        }
        for (std::size_t index = first; !writes<Archive> && index < last; ++index, ++point.iteration) {
            if (start != starts.end() && start->index == index) {
                point.iteration = (start++)->iteration;
            }
            const bool isValidated = validation != validations.end() && validation->index == index;
            point.validationLoss = isValidated ? (validation++)->loss : std::numeric_limits<double>::quiet_NaN();
            for (std::size_t column = 0; column < curveColumns; ++column) {
                point.*curveFields[column].number = columns[column][index - first];
            }
            curve.append(point);
        }
    }
}

} // namespace engine::archive
