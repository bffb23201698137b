// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace engine {

/// What the numbers of one tensor are like, from a sample of them or from all. Values that are not finite are counted
/// and left out of everything else.
struct ValueStatistics {
    static constexpr std::size_t bins = 24;

    std::int64_t count = 0;     ///< elements of the tensor
    std::int64_t sampled = 0;   ///< those that were looked at
    std::int64_t notFinite = 0; ///< of them
    double norm = 0;            ///< L2, of the whole tensor: the sample's, scaled by its share
    double mean = 0, deviation = 0;
    double minimum = 0, maximum = 0; ///< of the sample

    /// The histogram goes from `first` to `last`: all values, but no further than four standard deviations from the
    /// mean; the outer bins also have what lies beyond.
    double first = 0, last = 0;
    std::array<std::int64_t, bins> histogram = {};

    std::int64_t highest() const; ///< the largest bin
    bool operator==(const ValueStatistics&) const = default;
};

/// What a tensor and the gradient by it were like.
struct TensorLook {
    std::string name; ///< of a weight "Wx", of an output the blob's
    ValueStatistics values = {};
    std::optional<ValueStatistics> gradients = {}; ///< nothing where there is none: data, frozen weights
    bool operator==(const TensorLook&) const = default;
};

/// Of a sample of a tensor with `count` elements.
ValueStatistics statisticsOf(std::span<const float> sample, std::int64_t count);

} // namespace engine
