// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_facts.h"

#include "app/studio/session/progress_tracker.h"
#include "app/studio/workspace/run_list.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <QCoreApplication>
#include <QStringList>
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
    for (const engine::ValidationEvent& point : run.validations) {
        best = std::isnan(best) ? point.loss : std::min(best, point.loss);
    }
    return best;
}

double lastLoss(const RunRecord& run)
{
    return meanLoss(run.curve, 100);
}

double lastSpeed(const RunRecord& run)
{
    const engine::Curve& curve = run.curve;
    constexpr std::size_t iterations = 100;
    if (curve.empty()) {
        return std::nan("");
    }
    const std::size_t last = curve.size() - 1, first = last - std::min(last, iterations);
    const double seconds = curve.seconds(last) - curve.seconds(first);
    return seconds > 0 ? run.unitsUntil(curve.iteration(last) - curve.iteration(first)) / seconds : run.perSecond(last);
}

QString originInWords(const RunOrigin& origin, const RunList& runs)
{
    if (origin.file.empty()) {
        return {};
    }
    const RunRecord* run = runs.find(origin.run);
    const QString name = QString::fromStdString(run ? run->name : origin.file);
    return origin.goesOn ? name : QCoreApplication::translate("RunFacts", "weights of %1").arg(name);
}

QString tagsIn(const QString& remark)
{
    QStringList tags;
    for (const QString& word : remark.simplified().split(QLatin1Char(' '))) {
        if (word.size() > 1 && word.startsWith(QLatin1Char('#'))) {
            tags.append(word.mid(1));
        }
    }
    return tags.join(QStringLiteral(", "));
}

} // namespace studio
