// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/measures.h"

#include "engine/training/measure/metrics.h"

namespace studio {

bool draws(Measure measure, const std::string& metric)
{
    const bool accuracy = engine::moreIsBetter(metric) && metric != "r2";
    return measure == Measure::Accuracy
               ? accuracy
               : measure == Measure::Errors && (metric.ends_with("mae") || metric.ends_with("rmse"));
}

} // namespace studio
