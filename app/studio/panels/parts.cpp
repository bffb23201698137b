// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/parts.h"

#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"

#include <QCoreApplication>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>
#include <string_view>
#include <utility>

namespace studio {

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
    auto* scroll = editor::described(new QScrollArea(&panel), {.name = "form"});
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    editor::inColumn(&panel, {scroll}, QMargins());
    return *rows;
}

QMenu* knownSetMenu(QWidget* parent, const std::function<void(const engine::KnownSet&)>& chosen)
{
    auto* menu = new QMenu(parent);
    menu->setToolTipsVisible(true);
    for (const engine::KnownSet& set : engine::knownSets()) {
        const QString size = QLocale().formattedDataSize(set.bytes(), 0, QLocale::DataSizeIecFormat);
        auto* action = menu->addAction(QStringLiteral("%1 (%2)").arg(QString::fromStdString(set.title), size));
        action->setToolTip(QString::fromStdString(set.about));
        QObject::connect(action, &QAction::triggered, menu, [chosen, &set] { chosen(set); });
    }
    return menu;
}

} // namespace studio
