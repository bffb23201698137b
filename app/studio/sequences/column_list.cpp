// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/column_list.h"

#include <algorithm>
#include <QComboBox>
#include <QHeaderView>
#include <QLocale>
#include <QSignalBlocker>

namespace studio {
namespace {

constexpr int shownRows = 8; ///< before the list scrolls
constexpr int rowGap = 6;    ///< units
enum Place { Name, Kind, First, Gaps };

/// "1.5 · 2 · 1.7": of the first rows, as many as a narrow panel has room for, or all.
enum class Values { Few, All };
QString firstValues(const engine::TableOutline& outline, std::size_t column, Values which)
{
    constexpr qsizetype most = 24; // characters
    QStringList values;
    qsizetype length = 0;
    for (const std::vector<std::string>& row : outline.firstRows) {
        if (column < row.size()) {
            const QString value = row[column].empty() ? QStringLiteral("–") : QString::fromStdString(row[column]);
            length += value.size() + 3;
            if (which == Values::Few && !values.isEmpty() && length > most) {
                break;
            }
            values += value;
        }
    }
    return values.join(QStringLiteral(" · "));
}

/// Those that cutWindows() reads where the settings name none.
std::vector<std::string> defaultInputs(const engine::TableOutline& outline, const engine::TableSettings& settings)
{
    const std::string target =
        settings.target.empty() && !outline.names.empty() ? outline.names.back() : settings.target;
    std::vector<std::string> names;
    for (std::size_t column = 0; column < outline.names.size(); ++column) {
        const std::string& name = outline.names[column];
        const bool leaks = name == target && settings.horizon == 0;
        if (outline.kinds[column] == engine::ColumnKind::Number && !leaks && name != settings.time &&
            name != settings.group) {
            names.push_back(name);
        }
    }
    return names;
}

} // namespace

QString kindOfColumn(engine::ColumnKind kind)
{
    switch (kind) {
    case engine::ColumnKind::Number:
        return ColumnList::tr("numbers");
    case engine::ColumnKind::Text:
        return ColumnList::tr("text");
    case engine::ColumnKind::Time:
        return ColumnList::tr("times");
    }
    return {};
}

ColumnList::ColumnList(QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("columns"));
    setAccessibleName(tr("Columns of the table"));
    setHeaderLabels({tr("Column"), tr("Holds"), tr("First values"), tr("Gaps")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::NoSelection);
    setToolTip(tr("The net reads the checked columns. A text column cannot be read, but can be the group or the class "
                  "to predict."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    header()->setSectionResizeMode(Name, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Kind, QHeaderView::ResizeToContents);
    header()->setMaximumSectionSize(14 * fontMetrics().averageCharWidth() * 2);
    header()->setSectionResizeMode(Gaps, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(First, QHeaderView::Stretch);
    header()->setStretchLastSection(false);
    connect(this, &QTreeWidget::itemChanged, this, &ColumnList::noteChange);
}

void ColumnList::setColumns(const engine::TableOutline& outline, const engine::TableSettings& settings,
                            const std::map<std::string, std::int64_t>& gaps)
{
    const QSignalBlocker quiet(this);
    m_outline = outline;
    m_gaps = gaps;
    m_usual = defaultInputs(outline, settings);
    const std::vector<std::string>& read = settings.inputs.empty() ? m_usual : settings.inputs;
    clear();
    for (std::size_t column = 0; column < outline.names.size(); ++column) {
        const std::string& name = outline.names[column];
        auto* item = new QTreeWidgetItem(this, {QString::fromStdString(name), kindOfColumn(outline.kinds[column]),
                                                firstValues(outline, column, Values::Few)});
        item->setSizeHint(First, {0, fontMetrics().height() + rowGap}); // which has the width that is left
        item->setToolTip(Name, item->text(Name));
        item->setToolTip(First, firstValues(outline, column, Values::All));
        const bool isRead = std::ranges::find(read, name) != read.end();
        const bool isNumber = outline.kinds[column] == engine::ColumnKind::Number;
        // A column that is read and should not be can be left out, whatever it holds.
        item->setFlags(isNumber || isRead ? Qt::ItemIsEnabled | Qt::ItemIsUserCheckable : Qt::ItemIsEnabled);
        if (isNumber || isRead) {
            item->setCheckState(Name, isRead ? Qt::Checked : Qt::Unchecked);
        }
    }
    showGaps(settings);
    updateGeometry();
}

/// Beside the first columns that lack rows: of thousands nobody chooses one by one.
void ColumnList::showGaps(const engine::TableSettings& settings)
{
    constexpr int most = 64;
    try {
        m_rules = engine::gapRules(settings.gaps);
    } catch (const engine::Error&) { // the data's problem says it
        m_rules.clear();
    }
    std::erase_if(m_rules, [&](const auto& one) { // those of another table
        return !one.first.empty() && std::ranges::find(m_outline.names, one.first) == m_outline.names.end();
    });
    int shown = 0;
    for (int row = 0; row < topLevelItemCount() && shown < most; ++row) {
        const std::string& name = m_outline.names[static_cast<std::size_t>(row)];
        if (m_gaps.contains(name)) {
            addRule(*topLevelItem(row), name, name == settings.time);
            ++shown;
        }
    }
    setColumnHidden(Gaps, shown == 0);
}

void ColumnList::addRule(QTreeWidgetItem& item, const std::string& column, bool isTime)
{
    using engine::ColumnKind;
    using engine::GapRule;
    auto* box = new QComboBox;
    const QString count = QLocale().toString(static_cast<qlonglong>(m_gaps.at(column)));
    const ColumnKind kind = m_outline.kinds[static_cast<std::size_t>(indexOfTopLevelItem(&item))];
    const bool ofTimes = isTime || kind == ColumnKind::Time;
    const auto add = [&](GapRule rule, const QString& words) {
        box->addItem(words.arg(count), static_cast<int>(rule));
    };
    if (!m_rules.contains("")) { // else the rule for all columns is the one of this one
        add(GapRule::Refuse, tr("%1: choose"));
    }
    add(GapRule::Skip, tr("%1: leave the rows out"));
    if (!ofTimes) {
        add(GapRule::Carry, tr("%1: keep the last value"));
    }
    box->setCurrentIndex(box->findData(static_cast<int>(engine::ruleFor(column, m_rules))));
    box->setAccessibleName(tr("Gaps of %1").arg(QString::fromStdString(column)));
    box->setToolTip(tr("Rows without a value. A missing target is never learned and counts in no figure."));
    connect(box, &QComboBox::activated, this,
            [this, box, column] { chooseRule(column, static_cast<GapRule>(box->currentData().toInt())); });
    setItemWidget(&item, Gaps, box);
    for (int row = 0; row < topLevelItemCount(); ++row) { // all rows are of one height
        topLevelItem(row)->setSizeHint(Gaps, box->sizeHint());
    }
}

void ColumnList::chooseRule(const std::string& column, engine::GapRule rule)
{
    m_rules[column] = rule;
    emit gapsChosen(engine::gapEntries(m_rules));
}

void ColumnList::noteChange(QTreeWidgetItem* changed)
{
    std::vector<std::string> names;
    for (int row = 0; row < topLevelItemCount(); ++row) {
        if (topLevelItem(row)->checkState(Name) == Qt::Checked) {
            names.push_back(m_outline.names[static_cast<std::size_t>(row)]);
        }
    }
    if (names.empty()) { // a net reads at least one
        const QSignalBlocker quiet(this);
        changed->setCheckState(Name, Qt::Checked);
        return;
    }
    emit inputsChosen(names == m_usual ? std::vector<std::string>() : names);
}

QSize ColumnList::sizeHint() const
{
    const int row = topLevelItemCount() > 0 ? sizeHintForRow(0) : fontMetrics().height();
    const int rows = std::clamp(topLevelItemCount(), 2, shownRows);
    return {40 * fontMetrics().averageCharWidth(), header()->sizeHint().height() + rows * row + 2 * frameWidth() + 2};
}

QSize ColumnList::minimumSizeHint() const
{
    return {20 * fontMetrics().averageCharWidth(), sizeHint().height()};
}

} // namespace studio

#include "moc_column_list.cpp"
