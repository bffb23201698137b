// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/panels/layer_tree_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeView;

namespace editor {

/// The layers as a tree with the canvas's selection: to read, search, rename and delete by keyboard.
class LayerTree : public QWidget {
    Q_OBJECT

public:
    explicit LayerTree(Document& document, QWidget* parent = nullptr);

    void focusSearch();
    QTreeView* view() const { return m_view; }

    void rename(); ///< the current layer, in place
    void remove(); ///< the selected layers; what fed them feeds their readers

private:
    void makeView();
    void fitNames();
    void refresh();
    void selectInDocument();
    void selectInView();
    void activate(const QModelIndex& index);
    void filter(const QString& text);
    void chooseFound();
    void openMenu(QPoint point);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

    Document& m_document;
    LayerTreeModel* m_model;
    QLineEdit* m_search;
    QTreeView* m_view;
    QLabel* m_nothing;
    QLabel* m_problem;
    std::set<Id> m_expanded;
    bool m_selecting = false;
    bool m_stale = false; ///< the document changed while this was hidden
};

} // namespace editor
