// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/parts.h"

#include "editor/document/sentence_words.h"

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

QString endingInWords(const engine::Sentence& ending)
{
    static constexpr std::pair<std::string_view, const char*> words[] = {
        {"iterations", QT_TRANSLATE_NOOP("Endings", "all iterations done")},
        {"time limit", QT_TRANSLATE_NOOP("Endings", "time limit reached")},
        {"early stop", QT_TRANSLATE_NOOP("Endings", "stopped early, as the validation loss no longer fell")},
        {"stopped", QT_TRANSLATE_NOOP("Endings", "stopped by you")},
        {"diverged", QT_TRANSLATE_NOOP("Endings", "the loss diverged")},
        {"target loss", QT_TRANSLATE_NOOP("Endings", "target loss reached")},
    };
    for (const auto& [known, said] : words) {
        if (known == ending) {
            return QCoreApplication::translate("Endings", said);
        }
    }
    return editor::inWords(ending);
}

QVBoxLayout& addScrolledRows(QWidget& panel)
{
    auto* inside = new QWidget;
    auto* rows = new QVBoxLayout(inside);
    rows->setSpacing(rowSpacing);
    auto* scroll = new QScrollArea(&panel);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setObjectName(QStringLiteral("form"));
    auto* whole = new QVBoxLayout(&panel);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
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
