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

signals:
    void addRequested(const QString& type);

private:
    void fill();
    void filter(const QString& text);
    void request(const QTreeWidgetItem* item);
    void selectFirstShown();
    bool eventFilter(QObject* watched, QEvent* event) override;

    QLineEdit* m_search;
    QTreeWidget* m_tree;
    QLabel* m_nothing;
};

} // namespace editor
