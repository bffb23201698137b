// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"

#include <QStyledItemDelegate>
#include <QTreeWidget>

class QTreeView;

namespace studio {

/// The first column of a tree, whose texts take as many lines as their width asks for, up to a few.
class WrappedText : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit WrappedText(QTreeView& tree); ///< which owns it

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    QTreeView& m_tree;
};

/// The text of a sample that is a line of characters.
QString lineOf(const engine::Samples& samples, std::int64_t sample);

/// The classes of lines of text: how many lines each has, and its first ones.
class LineList : public QTreeWidget {
    Q_OBJECT

public:
    explicit LineList(QWidget* parent = nullptr);

    /// `counts`: lines of each class.
    void setLines(const engine::Samples& samples, const std::vector<std::int64_t>& counts);

    QSize minimumSizeHint() const override;
};

} // namespace studio
