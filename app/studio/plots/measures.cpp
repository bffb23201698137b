// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/measures.h"

#include "engine/training/measure/metrics.h"

namespace studio {

bool draws(Measure measure, const std::string& metric)
{
    using Pane = engine::MetricSpec::Pane;
    const Pane pane = engine::metricSpec(engine::withoutTraining(metric)).pane;
    return (measure == Measure::Accuracy && pane == Pane::Accuracies) ||
           (measure == Measure::Errors && pane == Pane::Errors);
}

} // namespace studio
