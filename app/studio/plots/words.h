// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/measures.h"
#include "engine/graph/data_kind.h"
#include "engine/training/measure/metrics.h"

#include <QString>

namespace studio {

/// With its unit, over a pane.
QString titleOf(Measure measure, LossUnit unit, const engine::DataKind& kind);
QString nameOf(Measure measure);                                           ///< in a menu
QString titleOf(Along along, const engine::DataKind& kind);                ///< under the axis, in a menu
QString speedInWords(const QString& number, const engine::DataKind& kind); ///< "1,200 characters/s"
QString speedHeading(const engine::DataKind& kind);                        ///< "Characters/s"
QString metricText(const engine::Metric& metric);                          ///< its value: "97.10 %", "1.72"
QString metricName(const std::string& metric); ///< "accuracy" in words; one that is not known as it is
QString valueOf(double value);                 ///< as a cursor shows it: four digits that count
/// The same with as many digits as tell it from others of a column of this standard deviation, which may be far from 0.
QString valueOf(double value, double deviation);
QString durationOf(double seconds); ///< 1:02:03

} // namespace studio
