// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_options.h"
#include "engine/training/measure/metrics.h"

#include <QString>

namespace studio {

QString titleOf(Measure measure, LossUnit unit, Units units); ///< with its unit, over a pane
QString nameOf(Measure measure);                              ///< in a menu
QString titleOf(Along along, Units units);                    ///< under the axis, in a menu
QString metricText(const engine::Metric& metric);             ///< its value: "97.10 %", "1.72"
QString metricName(const std::string& metric);                ///< "accuracy" in words; one that is not known as it is
QString valueOf(double value);                                ///< as a cursor shows it: four digits that count
/// The same with as many digits as tell it from others of a column of this standard deviation, which may be far from 0.
QString valueOf(double value, double deviation);
QString durationOf(double seconds); ///< 1:02:03

} // namespace studio
