// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_facts.h"

#include "app/studio/session/loss_trend.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace studio {
namespace {

std::string lastFile(const RunRecord& run, bool best)
{
    for (auto mark = run.checkpoints.rbegin(); mark != run.checkpoints.rend(); ++mark) {
        std::error_code unknown;
        if (mark->best == best && std::filesystem::exists(mark->file, unknown)) {
            return mark->file;
        }
    }
    return {};
}

} // namespace

std::string newestFile(const RunRecord& run)
{
    return lastFile(run, false);
}

std::string bestFile(const RunRecord& run)
{
    return lastFile(run, true);
}

double bestValidation(const RunRecord& run)
{
    double best = std::nan("");
    for (const ValidationPoint& point : run.validations) {
        best = std::isnan(best) ? point.loss : std::min(best, point.loss);
    }
    return best;
}

double lastLoss(const RunRecord& run)
{
    return meanLoss(run.curve, 100);
}

double lastSpeed(const RunCurve& curve)
{
    constexpr std::size_t iterations = 100;
    if (curve.empty()) {
        return std::nan("");
    }
    const std::size_t last = curve.size() - 1, first = last - std::min(last, iterations);
    const double seconds = curve.seconds(last) - curve.seconds(first);
    return seconds > 0 ? (curve.characters(last) - curve.characters(first)) / seconds
                       : static_cast<double>(curve.charsPerSecond(last));
}

} // namespace studio
