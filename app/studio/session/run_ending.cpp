// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/run_ending.h"

#include <algorithm>
#include <filesystem>
#include <QCoreApplication>
#include <QLocale>
#include <system_error>
#include <vector>

namespace studio {
namespace {

std::vector<engine::ValidationLoss> validationsOf(const RunRecord& record)
{
    std::vector<engine::ValidationLoss> losses;
    for (const ValidationPoint& point : record.validations) {
        losses.push_back({.iteration = point.iteration, .loss = point.loss});
    }
    return losses;
}

engine::TrainingLossAt trainingOf(const RunRecord& record)
{
    return [&record](std::int64_t iteration) { return trainingLossAt(record, iteration); };
}

QString translated(const std::string& text)
{
    return QCoreApplication::translate("RunVerdict", text.c_str());
}

} // namespace

engine::LossMean trainingLossAt(const RunRecord& record, std::int64_t iteration)
{
    const std::optional<std::size_t> last = record.curve.lastUntil(iteration);
    return engine::meanLossBefore(
        last ? *last + 1 : 0, [&record](std::size_t point) { return static_cast<double>(record.curve.loss(point)); });
}

engine::RunVerdict verdictOf(const RunRecord& record, engine::EndReason reason)
{
    const std::vector<engine::ValidationLoss> validations = validationsOf(record);
    return engine::verdictOf({.reason = reason,
                              .iteration = record.curve.empty() ? 0 : record.curve.back().iteration,
                              .validations = validations,
                              .trainingAt = trainingOf(record)});
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
    learned.replace(QStringLiteral("%1"), locale.toString(words.loss, 'f', 3));
    learned.replace(QStringLiteral("%2"), iteration);
    return translated(words.ending).arg(learned);
}

std::optional<engine::Overfitting> overfittingOf(const RunRecord& record)
{
    return engine::overfitting(validationsOf(record), trainingOf(record));
}

std::string bestCheckpointOf(const RunRecord& record)
{
    const auto mark = std::find_if(record.checkpoints.rbegin(), record.checkpoints.rend(),
                                   [](const CheckpointMark& one) { return one.best; });
    std::error_code unread;
    return mark != record.checkpoints.rend() && std::filesystem::exists(mark->file, unread) ? mark->file
                                                                                            : std::string();
}

} // namespace studio
