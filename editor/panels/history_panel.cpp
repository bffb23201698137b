// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/history_panel.h"

#include <QUndoView>
#include <QVBoxLayout>

namespace editor {

HistoryPanel::HistoryPanel(Document& document, QWidget* parent) : QWidget(parent)
{
    auto* view = new QUndoView(&document.undoStack(), this);
    view->setAccessibleName(tr("History"));
    view->setEmptyLabel(tr("As opened"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(view);
    setFocusProxy(view);
}

} // namespace editor

#include "moc_history_panel.cpp"
