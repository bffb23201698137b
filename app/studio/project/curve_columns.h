// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_curve.h"
#include "engine/formats/checkpoint/archive.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace studio {

/// A run's curve in a project's archive, one column of numbers after the other. Characters and speed stand there as
/// well; what they follow from is all that is read of them. Throws Error where a column has more or fewer numbers.
template <typename Archive>
void curveColumns(Archive& archive, RunCurve& curve)
{
    std::optional<std::size_t> size; // of the first column
    const auto column = [&]<typename Number>(Number (RunCurve::*numberAt)(std::size_t) const) {
        std::vector<Number> numbers;
        if constexpr (engine::archive::writes<Archive>) {
            numbers.reserve(curve.size());
            for (std::size_t index = 0; index < curve.size(); ++index) {
                numbers.push_back((curve.*numberAt)(index));
            }
        }
        engine::archive::elements(archive, numbers);
        if (numbers.size() != size.value_or(numbers.size())) {
            throw engine::Error(
                engine::say(ENGINE_TEXT("Sentences", "its curves have %1 and %2 points, but all must have as many"),
                            *size, numbers.size()));
        }
        size = numbers.size();
        if constexpr (engine::archive::writes<Archive>) {
            numbers = {}; // a long run has many, and those of one column are enough at a time
        }
        return numbers;
    };
    const auto iterations = column(&RunCurve::iteration);
    const auto seconds = column(&RunCurve::seconds);
    const auto characters = column(&RunCurve::characters);
    const auto losses = column(&RunCurve::loss);
    const auto learningRates = column(&RunCurve::learningRate);
    const auto gradientNorms = column(&RunCurve::gradientNorm);
    column(&RunCurve::charsPerSecond);
    if constexpr (!engine::archive::writes<Archive>) {
        engine::Curve points;
        IterationFacts facts;
        for (std::size_t index = 0; index < iterations.size(); ++index) {
            if (iterations[index] > 0) {
                facts.characters = characters[index] / static_cast<double>(iterations[index]);
            }
            const double before = index > 0 ? points.seconds(index - 1) : seconds[index];
            points.append({.iteration = iterations[index],
                           .seconds = std::max(before, seconds[index]), // no time of a curve runs backwards
                           .loss = static_cast<double>(losses[index]),
                           .learningRate = static_cast<double>(learningRates[index]),
                           .gradientNorm = static_cast<double>(gradientNorms[index])});
        }
        curve = RunCurve(std::move(points), facts);
    }
}

} // namespace studio
