// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace editor {

/// The layers as a tree with the canvas's selection, under each its inputs and outputs: to read, search, rename and
/// delete by keyboard.
class LayerTree : public QWidget {
    Q_OBJECT

public:
    explicit LayerTree(Document& document, QWidget* parent = nullptr);

    void focusSearch();
    QTreeWidget* view() const { return m_view; }

    void rename(); ///< the current layer, in place
    void remove(); ///< the selected layers; what fed them feeds their readers

private:
    void makeView();
    void refresh();
    void fitColumns();
    void selectInDocument();
    void selectInView();
    void activate(const QTreeWidgetItem* item);
    void takeName(Id layer, const QString& name);
    void filter();
    void chooseFound();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

    Document& m_document;
    QLineEdit* m_search;
    QTreeWidget* m_view;
    QLabel *m_nothing, *m_problem;
    bool m_filling = false; ///< the document is shown, or told, what is selected
    bool m_stale = true;    ///< the document changed while this was hidden
};

} // namespace editor
