// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/history_panel.h"

#include "editor/looks/theme.h"

#include <QUndoView>
#include <QVBoxLayout>

namespace editor {

HistoryPanel::HistoryPanel(Document& document, QWidget* parent) : QWidget(parent)
{
    auto* view = new QUndoView(&document.undoStack(), this);
    view->setAccessibleName(tr("History"));
    view->setEmptyLabel(tr("As it was opened"));
    view->setCleanIcon(icon(QStringLiteral("save")));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(view);
    setFocusProxy(view);
}

} // namespace editor
