// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/wrapped_text.h"

#include <algorithm>
#include <QApplication>
#include <QHeaderView>
#include <QTreeView>

namespace studio {
namespace {

constexpr int maxLines = 4; ///< of one text; the rest is in its tip
constexpr int lineGap = 4;  ///< units

} // namespace

WrappedText::WrappedText(QTreeView& tree) : QStyledItemDelegate(&tree), m_tree(tree)
{
    tree.setUniformRowHeights(false);
    tree.setItemDelegateForColumn(0, this);
    // How high a row is follows from how wide the column is.
    connect(tree.header(), &QHeaderView::sectionResized, &tree, [&tree](int column) {
        if (column == 0) {
            tree.doItemsLayout();
        }
    });
}

QSize WrappedText::sizeHint(const QStyleOptionViewItem& given, const QModelIndex& index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    int indents = m_tree.rootIsDecorated() ? 1 : 0;
    for (QModelIndex parent = index.parent(); parent.isValid(); parent = parent.parent()) {
        ++indents;
    }
    const bool alone = m_tree.isFirstColumnSpanned(index.row(), index.parent());
    const int margin = 1 + QApplication::style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, &m_tree);
    const int width = (alone ? m_tree.viewport()->width() : m_tree.columnWidth(0)) - indents * m_tree.indentation();
    const QRect words = option.fontMetrics.boundingRect(QRect(0, 0, std::max(1, width - 2 * margin), 100'000),
                                                        Qt::TextWordWrap, option.text);
    const int line = option.fontMetrics.height();
    return {0, std::clamp(words.height(), line, maxLines * line) + lineGap};
}

void WrappedText::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->features |= QStyleOptionViewItem::WrapText;
}

} // namespace studio

#include "moc_wrapped_text.cpp"
