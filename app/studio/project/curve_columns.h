// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_curve.h"
#include "engine/formats/checkpoint/archive.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace studio {

/// A run's curve in a project's archive, one column of numbers after the other. Characters and speed stand there as
/// well; what they follow from is all that is read of them.
template <typename Archive>
void curveColumns(Archive& archive, RunCurve& curve)
{
    std::vector<CurvePoint> points; // while reading
    bool first = true;
    const auto column = [&]<typename Number>(Number CurvePoint::*field, auto numberAt) {
        std::vector<Number> numbers;
        if constexpr (engine::archive::writes<Archive>) {
            numbers.reserve(curve.size());
            for (std::size_t index = 0; index < curve.size(); ++index) {
                numbers.push_back(std::invoke(numberAt, curve, index));
            }
        }
        engine::archive::elements(archive, numbers);
        if constexpr (!engine::archive::writes<Archive>) {
            if (std::exchange(first, false)) {
                points.resize(numbers.size());
            }
            if (numbers.size() != points.size()) {
                throw engine::Error(
                    engine::say(ENGINE_TEXT("Sentences", "its curves have %1 and %2 points, but all must have as many"),
                                points.size(), numbers.size()));
            }
            for (std::size_t index = 0; index < numbers.size(); ++index) {
                points[index].*field = numbers[index];
            }
        }
    };
    column(&CurvePoint::iteration, &RunCurve::iteration);
    column(&CurvePoint::seconds, &RunCurve::seconds);
    column(&CurvePoint::characters, &RunCurve::characters);
    column(&CurvePoint::loss, &RunCurve::loss);
    column(&CurvePoint::learningRate, &RunCurve::learningRate);
    column(&CurvePoint::gradientNorm, &RunCurve::gradientNorm);
    column(&CurvePoint::charsPerSecond, &RunCurve::charsPerSecond);
    if constexpr (!engine::archive::writes<Archive>) {
        curve = RunCurve(points);
    }
}

} // namespace studio
