// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

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

} // namespace studio
