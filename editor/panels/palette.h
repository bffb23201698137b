// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <map>
#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace editor {

QString typeName(const engine::LayerType& type);

/// How well a kind of layer answers what was typed: 0 not at all; more where its name starts with it than where its
/// help has it.
int matchQuality(const engine::LayerType& type, const QString& typed);

/// Kinds of layers by groups, to search and to choose. What was typed chooses the one that answers it best; arrows go
/// on from there, and Enter takes it. Below it stands what the chosen one does, or why it cannot be taken.
class LayerList : public QWidget {
    Q_OBJECT

public:
    explicit LayerList(QWidget* parent = nullptr);

    /// These kinds alone, by name, each with why it cannot be taken; empty: it can.
    void offer(std::map<QString, QString> refusals);

    QLineEdit* field() const { return m_search; }
    QTreeWidget* tree() const { return m_tree; }
    std::vector<QTreeWidgetItem*> shown() const; ///< the kinds that are offered and found
    void step(int by);                           ///< chooses another of them
    void take(const QTreeWidgetItem* item);

    void reveal(const QString& type);        ///< scrolls to the kind of layer; a search that hides it goes
    QRect areaOf(const QString& type) const; ///< in this; empty where it is out of view

signals:
    void addRequested(const QString& type);

private:
    void fill();
    void filter(const QString& text);
    QString refusalOf(const QTreeWidgetItem& item) const;
    QTreeWidgetItem* itemOf(const QString& type) const; ///< null: there is none
    bool eventFilter(QObject* watched, QEvent* event) override;

    std::map<QString, QString> m_refusals; ///< of what is offered; none: everything is
    QLineEdit* m_search;
    QTreeWidget* m_tree;
    QLabel *m_nothing, *m_chosen; ///< what the chosen kind of layer does
};

/// Every kind of layer, also to be dragged onto the canvas.
class Palette : public LayerList {
    Q_OBJECT

public:
    using LayerList::LayerList;
};

} // namespace editor
