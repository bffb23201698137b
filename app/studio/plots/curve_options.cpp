// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_options.h"

#include <cmath>
#include <numbers>

namespace studio {

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
