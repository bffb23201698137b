// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/plate.h"

#include <QAbstractListModel>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace engine {
struct LayerType;
}

namespace editor {

/// A kind of layer that can be added, or why it cannot.
struct QuickAddEntry {
    const engine::LayerType* type;
    QString refusal; ///< empty: it can
};

/// How well a kind of layer answers what was typed: 0 not at all; more where its name starts with it than where its
/// help has it.
int matchQuality(const engine::LayerType& type, const QString& typed);

class QuickAddModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { HelpRole = Qt::UserRole, RefusalRole };
    explicit QuickAddModel(std::vector<QuickAddEntry> entries, QObject* parent = nullptr);

    void filter(const QString& typed); ///< what can be added first, then the better answer
    const QuickAddEntry& entry(int row) const { return m_entries[std::size_t(m_shown[std::size_t(row)])]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    const std::vector<QuickAddEntry> m_entries;
    std::vector<int> m_shown;
};

/// A search field and the layers that can be added, where the pointer is. Enter takes the marked one, Escape closes.
class QuickAdd : public Plate {
    Q_OBJECT

public:
    QuickAdd(std::vector<QuickAddEntry> entries, const QString& title, QWidget* canvas);

    void open(QPoint window, const QString& typed);
    void leave(); ///< without a choice
    QLineEdit* field() const { return m_field; }
    QListView* list() const { return m_list; }

signals:
    void chosen(const engine::LayerType* type);
    void closed(); ///< with or without a choice; it deletes itself

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool steer(int key);
    void typed(const QString& text);
    void take(const QModelIndex& index);

    QLabel* m_title;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_nothing;
    QuickAddModel* m_model;
    bool m_closing = false;
};

} // namespace editor
