// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/parts.h"

#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"

#include <QCoreApplication>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QVBoxLayout>

namespace studio {

namespace {

/// Translates with the words of this file.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(studio::Starvation)
};

} // namespace

QString starvationWords(const engine::Starvation& starvation)
{
    using Sign = engine::Starvation::Sign;
    const QString share = QLocale().toString(100 * starvation.share, 'f', 0);
    switch (starvation.sign) {
    case Sign::Idle:
        return Words::tr("The GPU is idle much of the time (busy %1 %): each step is too small for it.").arg(share);
    case Sign::LittlePower:
        return Words::tr("The GPU is not filled: it draws only %1 % of its power limit.").arg(share);
    case Sign::BetweenSteps:
        return Words::tr("The GPU often waits: validations, samples and checkpoints take %1 % of the time.").arg(share);
    }
    return {};
}

QString remedyWords(engine::Starvation::Remedy remedy)
{
    using Remedy = engine::Starvation::Remedy;
    switch (remedy) {
    case Remedy::LargerBatch:
        return Words::tr("A larger batch (batch_size of the data layer) gives it more work per step.");
    case Remedy::FusedEngine:
        return Words::tr("The engine FUSED runs all steps of a sequence in one call.");
    case Remedy::RecordSteps:
        return Words::tr("With a CUDA graph a step is launched as a whole, not kernel by kernel.");
    case Remedy::FewerChecks:
        return Words::tr("Less frequent validation leaves more time for training.");
    }
    return {};
}

QLabel* sectionTitle(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QString endingInWords(const RunRecord& run)
{
    if (!run.end || !run.failure.empty()) {
        return editor::inWords(run.failure);
    }
    const auto words = [](const char* said) { return QCoreApplication::translate("Endings", said); };
    switch (run.end->reason) {
    case engine::EndReason::Iterations:
        return words(QT_TRANSLATE_NOOP("Endings", "all iterations done"));
    case engine::EndReason::TimeLimit:
        return words(QT_TRANSLATE_NOOP("Endings", "time limit reached"));
    case engine::EndReason::EarlyStop:
        return words(QT_TRANSLATE_NOOP("Endings", "stopped early, as the validation loss no longer fell"));
    case engine::EndReason::Stopped:
        return words(QT_TRANSLATE_NOOP("Endings", "stopped by you"));
    case engine::EndReason::Diverged:
        return words(QT_TRANSLATE_NOOP("Endings", "the loss diverged"));
    case engine::EndReason::TargetLoss:
        return words(QT_TRANSLATE_NOOP("Endings", "target loss reached"));
    }
    return {};
}

QVBoxLayout& addScrolledRows(QWidget& panel)
{
    auto* inside = new QWidget;
    auto* rows = new QVBoxLayout(inside);
    rows->setSpacing(rowSpacing);
    editor::inColumn(&panel, {editor::scrolled(inside, &panel)}, QMargins());
    return *rows;
}

QMenu* knownSetMenu(QWidget* parent, const std::function<void(const engine::KnownData&)>& chosen)
{
    auto* menu = new QMenu(parent);
    menu->setToolTipsVisible(true);
    for (const engine::KnownData& set : engine::knownData(engine::kinds::sequences)) {
        const QString size = QLocale().formattedDataSize(set.bytes(), 0, QLocale::DataSizeIecFormat);
        menu->addAction(QStringLiteral("%1 (%2)").arg(QString::fromStdString(set.title), size), menu,
                        [chosen, &set] { chosen(set); })
            ->setToolTip(QString::fromStdString(set.about));
    }
    return menu;
}

} // namespace studio
