// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/line_list.h"

#include "app/studio/sequences/wrapped_text.h"

#include <algorithm>
#include <cmath>
#include <QHeaderView>
#include <QLocale>

namespace studio {
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
