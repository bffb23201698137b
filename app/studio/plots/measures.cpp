// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/measures.h"

#include "engine/training/measure/metrics.h"

#include <cmath>
#include <numbers>

namespace studio {

bool draws(Measure measure, const std::string& metric)
{
    using Pane = engine::MetricSpec::Pane;
    const Pane pane = engine::metricSpec(engine::withoutTraining(metric)).pane;
    return (measure == Measure::Accuracy && pane == Pane::Accuracies) ||
           (measure == Measure::Errors && pane == Pane::Errors);
}

bool CurveOptions::isLogarithmic(Measure measure) const
{
    return scale == Scale::Logarithmic && measure != Measure::Speed && measure != Measure::Accuracy;
}

double CurveOptions::shownValue(Measure measure, double value) const
{
    if (isLogarithmic(measure) && value <= 0) {
        return std::nan("");
    }
    return measure == Measure::Loss && unit == LossUnit::Bits ? value / std::numbers::ln2 : value;
}

} // namespace studio
