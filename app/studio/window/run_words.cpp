// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/run_words.h"

#include "app/studio/plots/words.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/text_generator.h"

#include <QCoreApplication>
#include <QLocale>

namespace studio {
namespace {

/// The texts' context, where lupdate sees it.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(RunWords)
};

QString sequencesInWords(const TrainingProgress& progress)
{
    const QLocale locale;
    const QString epoch = locale.toString(progress.epoch, 'f', 1);
    QStringList words = {progress.epochs > 0
                             ? Text::tr("epoch %1 of %2").arg(epoch, locale.toString(progress.epochs, 'g', 4))
                             : Text::tr("epoch %1").arg(epoch),
                         Text::tr("loss %1").arg(valueOf(progress.loss))};
    if (!progress.metrics.empty()) {
        const engine::Metric& metric = progress.metrics.front();
        words += Text::tr("%1 %2").arg(metricName(metric.name), valueOf(metric.value));
    }
    words += Text::tr("%1 sequences/s").arg(locale.toString(progress.charsPerSecond, 'f', 0));
    return words.join(QStringLiteral(" · "));
}

} // namespace

QString runInWords(const TrainingStart& begun, const TrainingProgress& progress)
{
    const QLocale locale;
    const QString where = Text::tr("%1 on %2 in %3")
                              .arg(QString::fromStdString(begun.engine), QString::fromStdString(begun.device),
                                   QString::fromStdString(begun.precision));
    if (!begun.readsText) {
        return QStringLiteral("%1 · %2").arg(where, sequencesInWords(progress));
    }
    return Text::tr("%1 · iteration %2 · %3 nats · %4 characters/s")
        .arg(where, locale.toString(static_cast<qlonglong>(progress.iteration)), locale.toString(progress.loss, 'f', 3),
             locale.toString(progress.charsPerSecond, 'f', 0));
}

QString whyItWritesNothing(const engine::Model& model)
{
    if (engine::learnsSequences(model)) {
        return Text::tr(
            "This net writes no text: it learns sequences with an answer each. What it says of them is in the "
            "panel Results.");
    }
    try {
        const std::optional<std::string> why = engine::whyItCannotWrite(model);
        return why ? Text::tr("This net writes no text: %1.").arg(QString::fromStdString(*why)) : QString();
    } catch (const engine::Error&) {
        return {}; // half a drawing: its problems are listed
    }
}

} // namespace studio
