// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_table.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/run_facts.h"
#include "app/studio/panels/run_row.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/plots/words.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QDateTime>
#include <QHeaderView>
#include <QItemSelection>
#include <QLocale>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <utility>

namespace studio {
namespace {

using enum RunRow::Column;

constexpr int minNames = 170; ///< pixels: room for a group's value
constexpr int maxWidth = 280; ///< pixels: longer words are cut, and whole in the tip

QString figure(double value, int digits)
{
    return std::isfinite(value) ? QLocale().toString(value, 'f', digits) : QString();
}

QString orDash(const std::string& words)
{
    return words.empty() ? QStringLiteral("–") : QString::fromStdString(words);
}

QString headingOfSpeed(const std::vector<RunRecord>& runs)
{
    const auto isOther = [&](const RunRecord& run) { return run.start.kind->unit != runs.front().start.kind->unit; };
    return std::ranges::any_of(runs, isOther)
               ? RunTable::tr("Characters or sequences/s")
               : speedHeading(runs.empty() ? engine::kinds::text : *runs.front().start.kind);
}

/// Rows of one height in both views, of which one alone has icons.
class OneHeight : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 6};
    }
};

int idOf(const QTreeWidgetItem& row)
{
    return row.data(Name, Qt::UserRole).toInt(); // 0: a group's
}

} // namespace

RunTable::RunTable(Workspace& workspace, QWidget* parent)
    : QSplitter(parent), m_workspace(workspace), m_names(new QTreeWidget), m_figures(new QTreeView)
{
    makeViews();
    makeSortable();
    connect(m_names, &QTreeWidget::itemSelectionChanged, this, [this] {
        if (!m_filling) {
            emit selectionChanged();
        }
    });
    connect(m_names, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* row, int column) {
        if (!m_filling && column == Name) {
            emit renamed(idOf(*row), row->text(Name).trimmed());
        }
    });
}

/// Two views of one model, which select, scroll and open groups together.
void RunTable::makeViews()
{
    m_names->setAccessibleName(tr("Runs"));
    m_names->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_names->setIconSize({20, 12});
    m_names->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_figures->setAccessibleName(tr("Figures of the runs"));
    m_figures->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_figures->setModel(m_names->model());
    m_figures->setSelectionModel(m_names->selectionModel());
    m_figures->setRootIsDecorated(false);
    m_figures->setAutoScroll(false);                   // to the name of the selected run, which is the other view's
    m_figures->header()->setStretchLastSection(false); // it would cut the last column where there is little room
    for (QTreeView* view : {static_cast<QTreeView*>(m_names), m_figures}) {
        view->setUniformRowHeights(true);
        view->setItemDelegate(new OneHeight(view));
        view->setSelectionMode(QAbstractItemView::ExtendedSelection);
        view->setContextMenuPolicy(Qt::NoContextMenu);             // the table's, which its owner fills
        view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // in both: so their rows end at one height
        addWidget(view);
    }
    const auto together = [](QTreeView* one, QTreeView* other) {
        connect(one->verticalScrollBar(), &QScrollBar::valueChanged, other->verticalScrollBar(), &QScrollBar::setValue);
        connect(one, &QTreeView::expanded, other, &QTreeView::expand);
        connect(one, &QTreeView::collapsed, other, &QTreeView::collapse);
    };
    together(m_names, m_figures);
    together(m_figures, m_names);
    setCollapsible(0, false);
    setCollapsible(1, false);
    setStretchFactor(1, 1);
}

/// Both views have all columns, of which the other's are hidden: the one column that is sorted by is marked in one.
void RunTable::makeSortable()
{
    QHeaderView &names = *m_names->header(), &figures = *m_figures->header();
    for (QHeaderView* header : {&names, &figures}) {
        header->setSectionsClickable(true);
        header->setSortIndicator(-1, Qt::AscendingOrder);
        header->setSortIndicatorShown(true);
        header->setSortIndicatorClearable(true);
    }
    connect(&names, &QHeaderView::sortIndicatorChanged, &figures, &QHeaderView::setSortIndicator);
    connect(&figures, &QHeaderView::sortIndicatorChanged, &names, &QHeaderView::setSortIndicator);
    connect(&names, &QHeaderView::sortIndicatorChanged, this, &RunTable::list); // with the columns as wide as they are
}

// What is listed ------------------------------------------------------------------------------------------------------

void RunTable::list()
{
    const std::vector<int> kept = selected();
    m_filling = true;
    m_names->clear();
    fillHeader();
    const int group = columnOfGroups();
    m_names->setRootIsDecorated(group >= 0);
    const std::vector<RunRecord>& runs = m_workspace.runs().all();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        QTreeWidgetItem* row = rowOf(*m_workspace.runs().find(run->id));
        if (!hasWords(*row)) {
            delete row;
        } else if (group < 0) {
            m_names->addTopLevelItem(row);
        } else {
            groupOf(*row, group)->addChild(row);
        }
    }
    if (const int column = m_names->sortColumn(); column >= 0 && column < m_names->columnCount()) {
        m_names->sortItems(column, m_names->header()->sortIndicatorOrder());
    }
    m_names->expandAll();
    m_figures->expandAll();
    select(kept);
    m_filling = false;
}

void RunTable::fillHeader()
{
    std::vector<std::vector<RunSetting>> settings;
    for (const RunRecord& run : m_workspace.runs().all()) {
        settings.push_back(m_settings.of(run));
    }
    QStringList names = {tr("Run"),          tr("Best validation"), tr("Engine"),
                         tr("Device"),       tr("Iterations"),      tr("Duration"),
                         tr("Mean loss"),    tr("Perplexity"),      headingOfSpeed(m_workspace.runs().all()),
                         tr("Started from"), tr("Ended"),           tr("Tags"),
                         tr("Notes")};
    const QStringList before = std::exchange(m_differing, differingSettings(settings));
    m_differing.removeIf([&](const QString& name) { return names.contains(name); }); // the device
    names.append(m_differing);
    m_names->setColumnCount(static_cast<int>(names.size()));
    m_names->setHeaderLabels(names);
    m_names->headerItem()->setToolTip(Best, tr("Lowest loss on the held-out data, each time over all of them"));
    m_names->headerItem()->setToolTip(Loss, tr("Mean training loss of the last 100 iterations"));
    m_names->headerItem()->setToolTip(
        Perplexity, tr("e to the best validation loss: among how many characters the net chooses on average"));
    m_names->headerItem()->setToolTip(Tags, tr("The words of its notes that begin with #"));
    for (int column = 0; column < m_names->columnCount(); ++column) {
        m_names->setColumnHidden(column, column != Name);
        m_figures->setColumnHidden(column, column == Name);
    }
    for (int index = 0; m_differing != before && index < m_differing.size(); ++index) {
        QHeaderView& header = *m_figures->header(); // what tells the runs apart stands beside how good they are
        header.moveSection(header.visualIndex(columnCount + index), header.visualIndex(Best) + 1 + index);
    }
}

QTreeWidgetItem* RunTable::rowOf(const RunRecord& run)
{
    auto* row = new RunRow;
    row->setFlags(row->flags() | Qt::ItemIsEditable);
    row->setData(Name, Qt::UserRole, run.id);
    row->setText(Name, QString::fromStdString(run.name));
    fillRow(*row, run);
    const std::vector<RunSetting>& settings = m_settings.of(run);
    for (qsizetype index = 0; index < m_differing.size(); ++index) {
        const int column = columnCount + static_cast<int>(index);
        row->setText(column, valueOf(settings, m_differing[index]));
        bool isNumber = false;
        QLocale().toDouble(row->text(column), &isNumber);
        row->setTextAlignment(column, (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return row;
}

void RunTable::fillRow(QTreeWidgetItem& row, const RunRecord& run) const
{
    const QLocale locale;
    const QString remark = QString::fromStdString(run.remark);
    row.setIcon(Name, swatchOf(colourOf(run.id, editor::theme())));
    row.setText(Engine, orDash(run.start.engine));
    row.setText(Device, orDash(run.start.device));
    row.setText(Iterations,
                run.curve.empty() ? QString() : locale.toString(static_cast<qlonglong>(run.curve.back().iteration)));
    row.setText(Duration, run.curve.empty() ? QString() : durationOf(run.curve.back().seconds));
    row.setData(Duration, Qt::UserRole, run.curve.empty() ? QVariant() : QVariant(run.curve.back().seconds));
    const TrainingSession& training = m_workspace.training();
    const bool isOfBar = m_workspace.runs().hasTrained() && training.run().id == run.id &&
                         training.progressNow().iteration > 0; // which shows the same numbers
    row.setText(Loss, figure(isOfBar ? training.progressNow().loss : lastLoss(run), 4));
    row.setText(Best, figure(bestValidation(run), 4));
    row.setText(Perplexity, figure(run.start.kind->lossPerUnit ? std::exp(bestValidation(run)) : std::nan(""), 2));
    row.setText(Speed, figure(isOfBar ? training.progressNow().charsPerSecond : lastSpeed(run), 0));
    row.setText(From, originInWords(run.origin, m_workspace.runs()));
    row.setToolTip(From, QString::fromStdString(run.origin.file));
    const bool underWay = training.isBusy() && training.run().id == run.id;
    // A run without an end that is not training now was cut off, as the program was.
    const QString ending = endingInWords(run);
    row.setText(Ended, underWay ? tr("running") : ending.isEmpty() ? tr("interrupted") : ending);
    row.setText(Tags, tagsIn(remark));
    row.setText(Notes, remark);
    row.setToolTip(Notes, remark);
    for (const RunRow::Column column : {Iterations, Duration, Loss, Best, Perplexity, Speed}) {
        row.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    const QString started =
        run.start.time > 0
            ? locale.toString(QDateTime::fromMSecsSinceEpoch(std::llround(1000 * run.start.time)), QLocale::ShortFormat)
            : QString();
    row.setToolTip(Name, tr("Started %1, seed %2\n%3")
                             .arg(started, locale.toString(static_cast<qulonglong>(run.start.seed)),
                                  QString::fromStdString(newestFile(run))));
}

void RunTable::follow()
{
    const RunRecord& record = m_workspace.training().run();
    m_filling = true;
    for (QTreeWidgetItem* row : rows()) {
        if (idOf(*row) == record.id) {
            fillRow(*row, record);
        }
    }
    m_filling = false;
    // Numbers grow along a run. A column that the user made wider stays so.
    const QAbstractItemView& figures = *m_figures;
    for (int column = Best; column < Tags; ++column) {
        m_figures->setColumnWidth(column, std::max(m_figures->columnWidth(column), figures.sizeHintForColumn(column)));
    }
}

void RunTable::forgetSettings()
{
    m_settings.clear();
}

void RunTable::fitColumns()
{
    if (!m_names->topLevelItem(0)) {
        return;
    }
    if (!std::exchange(m_isFitted, true)) { // later the user has it
        const int hint = static_cast<QAbstractItemView*>(m_names)->sizeHintForColumn(Name) + 48;
        const int names = std::clamp(hint, minNames, maxWidth);
        setSizes({names, std::max(width() - names, names)});
    }
    for (int column = Best; column < m_names->columnCount(); ++column) {
        m_figures->resizeColumnToContents(column);
        m_figures->setColumnWidth(column, std::min(m_figures->columnWidth(column), maxWidth));
    }
}

// Words and groups ----------------------------------------------------------------------------------------------------

void RunTable::setWords(const QString& words)
{
    m_words = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    fill();
    emit selectionChanged();
}

bool RunTable::hasWords(const QTreeWidgetItem& row) const
{
    QString all;
    for (int column = 0; column < m_names->columnCount(); ++column) {
        all += row.text(column) + QLatin1Char('\n');
    }
    return std::ranges::all_of(m_words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

void RunTable::setGroups(const QString& heading)
{
    m_groups = heading;
    fill();
}

/// -1: there are no groups.
int RunTable::columnOfGroups() const
{
    const qsizetype differing = m_differing.indexOf(m_groups);
    return m_groups == tr("Engine")   ? Engine
           : m_groups == tr("Device") ? Device
           : differing >= 0           ? columnCount + static_cast<int>(differing)
                                      : -1;
}

QStringList RunTable::groupings() const
{
    return QStringList{tr("Engine"), tr("Device")} + m_differing;
}

QTreeWidgetItem* RunTable::groupOf(const QTreeWidgetItem& row, int column)
{
    const QString name = QStringLiteral("%1: %2").arg(m_groups, row.text(column));
    const QString best = row.text(Best);
    for (int index = 0; index < m_names->topLevelItemCount(); ++index) {
        QTreeWidgetItem* group = m_names->topLevelItem(index);
        if (group->text(Name) == name) {
            const QLocale locale;
            bool known = false, other = false;
            const double before = locale.toDouble(group->text(Best), &known), now = locale.toDouble(best, &other);
            if (other && (!known || now < before)) {
                group->setText(Best, best);
            }
            return group;
        }
    }
    auto* group = new RunRow(m_names, QStringList(name));
    group->setFlags(Qt::ItemIsEnabled);
    group->setText(Best, best);
    group->setTextAlignment(Best, Qt::AlignRight | Qt::AlignVCenter);
    return group;
}

// Rows and runs -------------------------------------------------------------------------------------------------------

std::vector<QTreeWidgetItem*> RunTable::rows() const
{
    std::vector<QTreeWidgetItem*> all;
    for (QTreeWidgetItemIterator row(m_names); *row; ++row) {
        if (idOf(**row) != 0) {
            all.push_back(*row);
        }
    }
    return all;
}

void RunTable::select(int run)
{
    select(std::vector{run});
}

void RunTable::select(const std::vector<int>& runs)
{
    QTreeWidgetItem* last = nullptr;
    QItemSelection chosen;
    for (QTreeWidgetItem* row : rows()) {
        if (std::ranges::find(runs, idOf(*row)) != runs.end()) {
            const QModelIndex index = m_names->indexFromItem(row);
            chosen.select(index, index.siblingAtColumn(m_names->columnCount() - 1));
            last = row;
        }
    }
    if (last) {
        m_names->setCurrentItem(last, Name, QItemSelectionModel::NoUpdate);
        m_names->selectionModel()->select(chosen, QItemSelectionModel::ClearAndSelect);
    }
}

void RunTable::editName()
{
    if (QTreeWidgetItem* row = m_names->currentItem()) {
        m_names->editItem(row, Name);
    }
}

std::vector<int> RunTable::selected() const
{
    std::vector<int> ids;
    for (const QTreeWidgetItem* row : rows()) {
        if (row->isSelected()) {
            ids.push_back(idOf(*row));
        }
    }
    return ids;
}

} // namespace studio

#include "moc_run_table.cpp"
