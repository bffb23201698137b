// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/measures.h"

#include <array>

namespace studio {

enum class LossUnit { Nats, Bits };
enum class Scale { Linear, Logarithmic };

/// What the curves are drawn by; a user's choice that outlives the run.
struct CurveOptions {
    Along along = Along::Iteration;
    Scale scale = Scale::Linear;
    LossUnit unit = LossUnit::Nats;
    int smoothing = 10; ///< points whose mean is drawn; 0: off
    /// By measure: whether its pane is shown; at first the loss and metrics.
    std::array<bool, measures.size()> panes = [] {
        std::array<bool, measures.size()> shown{};
        for (const Measure measure : {Measure::Loss, Measure::Accuracy, Measure::Errors}) {
            shown[static_cast<std::size_t>(measure)] = true;
        }
        return shown;
    }();

    bool isLogarithmic(Measure measure) const;
    double shownValue(Measure measure, double value) const; ///< in the unit that is chosen; NaN: its axis has no place

    bool operator==(const CurveOptions&) const = default;
};

} // namespace studio
