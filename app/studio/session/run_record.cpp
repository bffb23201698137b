// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/run_record.h"

#include "editor/words/numbers.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run/best.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <QCoreApplication>
#include <QLocale>
#include <set>
#include <system_error>
#include <vector>

namespace studio {
namespace {

std::vector<engine::ValidationLoss> validationsOf(const RunRecord& record)
{
    std::vector<engine::ValidationLoss> losses;
    for (const engine::ValidationEvent& point : record.validations) {
        losses.push_back({.iteration = point.iteration, .loss = point.loss});
    }
    return losses;
}

/// "loss" where the record tells nothing else, as those of older projects.
std::string bestByOf(const RunRecord& record)
{
    try {
        return engine::textParam(engine::completeParams(engine::readSolver(record.start.solver, record.name)),
                                 "best_by");
    } catch (const engine::Error&) {
        return "loss";
    }
}

std::vector<engine::Judgement> judgementsOf(const RunRecord& record, const std::string& bestBy)
{
    std::vector<engine::Judgement> all;
    for (const engine::ValidationEvent& point : record.validations) {
        const double value = bestBy == "loss" ? point.loss : engine::valueOf(point.metrics, bestBy);
        all.push_back({.iteration = point.iteration, .value = engine::judged(bestBy, value)});
    }
    return all;
}

engine::TrainingLossAt trainingOf(const RunRecord& record)
{
    return [&record](std::int64_t iteration) { return trainingLossAt(record, iteration); };
}

QString translated(const std::string& text)
{
    return QCoreApplication::translate("RunVerdict", text.c_str());
}
std::vector<engine::Metric> metricsAt(const engine::Checkpoint& checkpoint, std::int64_t iteration)
{
    std::vector<engine::Metric> metrics;
    for (const engine::MetricPoint& point : checkpoint.metrics) {
        if (point.iteration == iteration) {
            metrics.push_back({point.name, point.value});
        }
    }
    return metrics;
}

} // namespace

engine::LossMean trainingLossAt(const RunRecord& record, std::int64_t iteration)
{
    return engine::meanLossBefore(record.curve.countUntil(iteration),
                                  [&record](std::size_t point) { return record.curve.loss(point); });
}

engine::RunVerdict verdictOf(const RunRecord& record, engine::EndReason reason)
{
    const std::string bestBy = bestByOf(record);
    const std::vector<engine::Judgement> validations = judgementsOf(record, bestBy);
    engine::RunHistory history{.reason = reason,
                               .iteration = record.curve.empty() ? 0 : record.curve.back().iteration,
                               .validations = validations,
                               .trainingAt = trainingOf(record),
                               .bestBy = bestBy};
    if (!record.validations.empty()) {
        history.accuracy = engine::valueOf(record.validations.back().metrics, engine::accuracySpec().name);
    }
    engine::RunVerdict verdict = engine::verdictOf(history);
    verdict.holdsOutNothing = record.start.holdsOutNothing;
    return verdict;
}

QString endInWords(const RunRecord& record, engine::EndReason reason)
{
    const engine::VerdictWords words = engine::wordsOf(verdictOf(record, reason));
    const QLocale locale;
    const QString iteration = locale.toString(static_cast<qlonglong>(words.iteration));
    if (words.learned.empty()) {
        return translated(words.ending).arg(iteration);
    }
    QString learned = translated(words.learned); // not every one has places for both
    learned.replace(QStringLiteral("%3"),
                    words.metric.empty() ? QString() : editor::engineText("Metrics", words.metric));
    learned.replace(QStringLiteral("%1"),
                    locale.toString(words.value, 'f', words.digits) + QString::fromStdString(words.unit));
    learned.replace(QStringLiteral("%2"), iteration);
    return translated(words.ending).arg(learned);
}

std::optional<engine::Overfitting> overfittingOf(const RunRecord& record)
{
    return engine::overfitting(validationsOf(record), trainingOf(record));
}

std::vector<engine::CheckpointEvent> checkpointsThere(const RunRecord& record)
{
    std::vector<engine::CheckpointEvent> marks;
    std::set<std::string> known;
    std::error_code unread;
    for (auto mark = record.checkpoints.rbegin(); mark != record.checkpoints.rend(); ++mark) {
        if (known.insert(mark->file).second && std::filesystem::exists(mark->file, unread)) {
            marks.push_back(*mark);
        }
    }
    return marks;
}

std::optional<engine::CheckpointEvent> bestCheckpointOf(const RunRecord& record)
{
    const auto mark = std::find_if(record.checkpoints.rbegin(), record.checkpoints.rend(),
                                   [](const engine::CheckpointEvent& one) { return one.best; });
    std::error_code unread;
    const bool isThere = mark != record.checkpoints.rend() && std::filesystem::exists(mark->file, unread);
    return isThere ? std::optional(*mark) : std::nullopt;
}

std::vector<engine::ValidationEvent> validationsIn(const engine::Checkpoint& checkpoint)
{
    std::vector<engine::ValidationEvent> all;
    for (const engine::Curve::Validation& validation : checkpoint.curve.validations()) {
        const std::int64_t iteration = checkpoint.curve.iteration(validation.index);
        all.push_back({.iteration = iteration,
                       .loss = validation.loss,
                       .metrics = metricsAt(checkpoint, iteration),
                       .best = iteration == checkpoint.bestIteration});
    }
    return all;
}

std::vector<engine::CurvePoint> engineCurve(const RunRecord& record)
{
    std::vector<engine::CurvePoint> curve = record.curve.points();
    auto validation = record.validations.begin();
    for (engine::CurvePoint& point : curve) {
        point.validationLoss = std::numeric_limits<double>::quiet_NaN();
        while (validation != record.validations.end() && validation->iteration <= point.iteration) {
            point.validationLoss = validation->iteration == point.iteration ? validation->loss : point.validationLoss;
            ++validation;
        }
    }
    return curve;
}

} // namespace studio
