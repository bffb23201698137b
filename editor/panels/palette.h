// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "engine/graph/layer_type.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace editor {

/// "Sources", "Recurrent", ...
QString groupName(engine::LayerGroup group);

/// Every kind of layer by groups, to search, to drag onto the canvas, or to add by double-click and Enter.
class Palette : public QWidget {
    Q_OBJECT

public:
    explicit Palette(QWidget* parent = nullptr);

    void focusSearch();

    void reveal(const QString& type);        ///< scrolls to the kind of layer; a search that hides it goes
    QRect areaOf(const QString& type) const; ///< in the palette; empty where it is out of view

signals:
    void addRequested(const QString& type);

private:
    void fill();
    void filter(const QString& text);
    void request(const QTreeWidgetItem* item);
    void selectFirstShown();
    QTreeWidgetItem* itemOf(const QString& type) const; ///< null: there is none
    bool eventFilter(QObject* watched, QEvent* event) override;

    QLineEdit* m_search;
    QTreeWidget* m_tree;
    QLabel *m_nothing, *m_chosen; ///< what the chosen kind of layer does
};

} // namespace editor
