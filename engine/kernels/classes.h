// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"
#include "engine/graph/sentence.h"
#include "engine/kernels/axis_view.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace engine {

/// The classes of one place of a tensor outer × extent × inner: where they begin, how far apart and how many they are.
struct ClassRun {
    std::int64_t first, stride, count;
};

ENGINE_BOTH inline ClassRun classesOf(const AxisView& view, std::int64_t place)
{
    return {place / view.inner * view.extent * view.inner + place % view.inner, view.inner, view.extent};
}

/// Whether an id or a label is one of `classes`: a whole number from 0 on.
ENGINE_BOTH inline bool isClass(float value, std::int64_t classes)
{
    return value >= 0 && value < static_cast<float>(classes) && value == std::floor(value);
}

/// Of a place that has no label, such as that of an empty row of a batch: it never counts.
constexpr float missingLabel = -1;

/// The label that stands for a place that does not count, beside the one that is missing; others must be classes.
struct LabelRule {
    std::int64_t classes, ignored;

    ENGINE_BOTH bool counts(float label) const { return label != static_cast<float>(ignored) && label != missingLabel; }
};

/// What a loss divides the sum of its terms by.
enum class Normalization { Valid, Full, BatchSize, None };
Normalization normalizationOf(const Params& params);

/// `counted` of the places count. Never below 1, as in Caffe, so that a batch without a label that counts has a loss
/// of 0.
ENGINE_BOTH inline std::int64_t lossDivisor(Normalization normalization, const AxisView& view, std::int64_t counted)
{
    std::int64_t count = 1;
    if (normalization == Normalization::Valid) {
        count = counted;
    } else if (normalization == Normalization::Full) {
        count = view.outer * view.inner;
    } else if (normalization == Normalization::BatchSize) {
        count = view.outer;
    }
    return count < 1 ? 1 : count;
}

// What is wrong with a number that is no class, as sentences.
Sentence wrongId(std::string_view layer, std::int64_t element, double id, std::int64_t classes);
Sentence wrongLabel(std::string_view layer, std::int64_t place, double label, const LabelRule& rule);

} // namespace engine
