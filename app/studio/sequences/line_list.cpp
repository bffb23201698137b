// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/line_list.h"

#include <algorithm>
#include <cmath>
#include <QApplication>
#include <QHeaderView>
#include <QLocale>
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

namespace {

constexpr int shownOfClass = 3;
constexpr std::size_t shownClasses = 200; ///< more than one looks through
enum ItemPlace { Text, Count };

} // namespace

QString lineOf(const engine::Samples& samples, std::int64_t sample)
{
    std::vector<std::int32_t> ids;
    for (std::int64_t t = 0; t < samples.lengthOf(sample); ++t) {
        ids.push_back(static_cast<std::int32_t>(std::lround(samples.valueOf(sample, t, 0))));
    }
    return QString::fromStdString(samples.vocabulary.decode(ids));
}

LineList::LineList(QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("lines"));
    setAccessibleName(tr("The first lines of each class"));
    setHeaderLabels({tr("Class and its first lines"), tr("Lines")});
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(Text, QHeaderView::Stretch);
    header()->setSectionResizeMode(Count, QHeaderView::ResizeToContents);
    new WrappedText(*this);
}

void LineList::setLines(const engine::Samples& samples, const std::vector<std::int64_t>& counts)
{
    clear();
    const std::size_t classes = std::min(counts.size(), shownClasses);
    const auto all = static_cast<double>(std::max<std::int64_t>(samples.count(), 1));
    QFont bold = font();
    bold.setBold(true);
    const QLocale locale;
    std::vector<QTreeWidgetItem*> items;
    for (std::size_t index = 0; index < classes; ++index) {
        const QString share = locale.toString(100 * static_cast<double>(counts[index]) / all, 'f', 1);
        auto* item = new QTreeWidgetItem(this);
        item->setText(Text, QString::fromStdString(samples.facts.classes[index]));
        item->setText(Count, tr("%1 (%2 %)").arg(locale.toString(static_cast<qlonglong>(counts[index])), share));
        item->setTextAlignment(Count, Qt::AlignRight | Qt::AlignVCenter);
        item->setFont(Text, bold);
        items.push_back(item);
    }
    std::size_t full = 0;
    for (std::int64_t sample = 0; sample < samples.count() && full < classes; ++sample) {
        const float answer = samples.answers[static_cast<std::size_t>(sample)];
        const auto index = static_cast<std::size_t>(answer);
        if (answer < 0 || index >= classes || items[index]->childCount() == shownOfClass) {
            continue;
        }
        auto* line = new QTreeWidgetItem(items[index]);
        line->setText(Text, lineOf(samples, sample));
        line->setToolTip(Text, line->text(Text));
        line->setFirstColumnSpanned(true);
        full += items[index]->childCount() == shownOfClass;
    }
    expandAll();
}

QSize LineList::minimumSizeHint() const
{
    return {20 * fontMetrics().averageCharWidth(), 14 * fontMetrics().height()};
}

} // namespace studio

#include "moc_line_list.cpp"
