// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/widgets/report_table.h"

#include "editor/widgets/parts.h"

#include <algorithm>
#include <cmath>
#include <QApplication>
#include <QClipboard>
#include <QCollator>
#include <QFileDialog>
#include <QFocusEvent>
#include <QHeaderView>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QSaveFile>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTreeView>

namespace editor {
namespace {

constexpr int minNames = 110; ///< pixels
constexpr int maxWidth = 280; ///< pixels: longer words are cut, and whole in the tip

/// By which it is found again where its title is another one.
const std::string& idOf(const engine::Report::Column& column)
{
    return column.key.empty() ? column.title : column.key;
}

struct Group {
    QString text, best;
    std::vector<std::size_t> rows;
    std::optional<double> lowest;
};

/// Rows of one height in both views, of which one alone may have icons.
class OneHeight : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 6};
    }
};

/// One of the two views: the keys move among the columns that it shows, though the current cell may be in one of the
/// other. A cell that is hidden has no place, and Qt selects by places.
class Half : public QTreeView {
public:
    using QTreeView::QTreeView;

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers keys) override
    {
        return shown(QTreeView::moveCursor(action, keys));
    }

    void focusInEvent(QFocusEvent* event) override
    {
        QTreeView::focusInEvent(event);
        const bool isByMouse =
            event->reason() == Qt::MouseFocusReason || event->reason() == Qt::ActiveWindowFocusReason;
        if (selectionModel() && !isByMouse) { // it would scroll away what is clicked
            selectionModel()->setCurrentIndex(shown(currentIndex()), QItemSelectionModel::NoUpdate);
        }
    }

private:
    QModelIndex shown(const QModelIndex& cell) const
    {
        for (int place = 0; cell.isValid() && isColumnHidden(cell.column()) && place < header()->count(); ++place) {
            if (const int column = header()->logicalIndex(place); !isColumnHidden(column)) {
                return cell.siblingAtColumn(column);
            }
        }
        return cell;
    }
};

} // namespace

/// The report's rows, or groups of them and the rows beneath: their index has the group's number from 1 as its id.
class ReportModel : public QAbstractItemModel {
public:
    using QAbstractItemModel::QAbstractItemModel;

    ReportTable::Look look;
    std::function<void(qint64 id, const QString& name)> edited; ///< none: nothing is edited

    /// Returns whether rows or columns are others now, so that views forget what they know of them.
    bool show(const engine::Report& report, const std::vector<qint64>& ids, int groups, int best)
    {
        std::vector<Group> all;
        for (std::size_t row = 0; groups >= 0 && row < report.rows.size(); ++row) {
            add(all, report, row, static_cast<std::size_t>(groups), best);
        }
        const auto nameOf = [](const auto& row) { return row.front().value; };
        const bool areNamedSo = std::ranges::equal(report.rows, m_report.rows, {}, nameOf, nameOf);
        const bool isSame = ids == m_ids && std::ranges::equal(report.columns, m_report.columns, {}, idOf, idOf) &&
                            std::ranges::equal(all, m_groups, {}, &Group::rows, &Group::rows);
        if (!isSame) {
            beginResetModel();
        }
        m_report = report;
        m_ids = ids;
        m_groups = std::move(all);
        if (!isSame) {
            endResetModel();
            return true;
        }
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        const int first = areNamedSo && columnCount() > 1 ? 1 : 0; // a name that is being edited stays
        tellChanged({}, first);
        for (int group = 0; group < static_cast<int>(m_groups.size()); ++group) {
            tellChanged(index(group, 0), first);
        }
        return false;
    }

    void tellChanged(const QModelIndex& parent, int first)
    {
        if (rowCount(parent) > 0) {
            emit dataChanged(index(0, first, parent), index(rowCount(parent) - 1, columnCount() - 1, parent));
        }
    }

    /// Nothing of a group's.
    std::optional<std::size_t> rowOf(const QModelIndex& index) const
    {
        const auto row = static_cast<std::size_t>(index.row());
        if (index.internalId() > 0) {
            return m_groups[index.internalId() - 1].rows[row];
        }
        return m_groups.empty() ? std::optional(row) : std::nullopt;
    }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override
    {
        return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
    }
    QModelIndex parent(const QModelIndex& child) const override
    {
        return child.internalId() == 0 ? QModelIndex() : createIndex(static_cast<int>(child.internalId()) - 1, 0);
    }
    int rowCount(const QModelIndex& parent = {}) const override
    {
        const bool isGroup = parent.isValid() && parent.internalId() == 0 && !m_groups.empty();
        return static_cast<int>(isGroup            ? m_groups[static_cast<std::size_t>(parent.row())].rows.size()
                                : parent.isValid() ? 0
                                : m_groups.empty() ? m_report.rows.size()
                                                   : m_groups.size());
    }
    int columnCount(const QModelIndex& = {}) const override { return static_cast<int>(m_report.columns.size()); }

    Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        const bool isRow = rowOf(index).has_value(), isName = isRow && index.column() == 0 && edited;
        return Qt::ItemIsEnabled | (isRow ? Qt::ItemIsSelectable : Qt::NoItemFlags) |
               (isName ? Qt::ItemIsEditable : Qt::NoItemFlags);
    }

    QVariant data(const QModelIndex& index, int role) const override
    {
        const auto column = static_cast<std::size_t>(index.column());
        const std::optional<std::size_t> row = rowOf(index);
        if (!row) {
            return ofGroup(m_groups[static_cast<std::size_t>(index.row())], index.column(), role);
        }
        const engine::ReportCell& cell = m_report.rows[*row][column];
        const auto words = [&] { return QString::fromStdString(engine::textOf(cell, m_report.columns[column])); };
        switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            return words();
        case Qt::TextAlignmentRole:
            return alignment(*row, column);
        case ReportTable::sortRole:
            return sortedOf(cell, column);
        case ReportTable::idRole:
            return m_ids[*row];
        default: {
            const QVariant shown = look ? look(m_ids[*row], m_report.columns[column].title, role) : QVariant();
            return shown.isNull() && role == Qt::ToolTipRole ? QVariant(words()) : shown;
        }
        }
    }

    bool setData(const QModelIndex& index, const QVariant& value, int role) override
    {
        if (const std::optional<std::size_t> row = rowOf(index); row && role == Qt::EditRole && edited) {
            edited(m_ids[*row], value.toString().trimmed());
        }
        return false; // a new report has it
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation == Qt::Vertical) {
            return {};
        }
        const engine::Report::Column& column = m_report.columns[static_cast<std::size_t>(section)];
        const bool isHelp = role == Qt::ToolTipRole && !column.help.empty();
        if (role == ReportTable::idRole) {
            return QString::fromStdString(idOf(column));
        }
        if (role == Qt::TextAlignmentRole) {
            const auto at = static_cast<std::size_t>(section);
            for (std::size_t row = 0; row < m_report.rows.size(); ++row) {
                if (ReportTable::sortedBy(m_report.rows[row][at]).isValid()) {
                    return alignment(row, at); // as the first cell that has something
                }
            }
            return {};
        }
        const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole;
        return isText ? QVariant(QString::fromStdString(isHelp ? column.help : column.title)) : QVariant();
    }

private:
    void add(std::vector<Group>& groups, const engine::Report& report, std::size_t row, std::size_t column,
             int best) const
    {
        const QString text = QStringLiteral("%1: %2").arg(
            QString::fromStdString(report.columns[column].title),
            QString::fromStdString(engine::textOf(report.rows[row][column], report.columns[column])));
        auto group = std::ranges::find(groups, text, &Group::text);
        group =
            group != groups.end() ? group : groups.insert(group, {.text = text, .best = {}, .rows = {}, .lowest = {}});
        group->rows.push_back(row);
        const engine::ReportCell& cell = report.rows[row][static_cast<std::size_t>(std::max(best, 0))];
        if (const auto value = cell.number(); best > 0 && value && (!group->lowest || *value < *group->lowest)) {
            group->lowest = value;
            group->best = QString::fromStdString(engine::textOf(cell, report.columns[static_cast<std::size_t>(best)]));
            m_bestColumn = best;
        }
    }

    QVariant ofGroup(const Group& group, int column, int role) const
    {
        const bool isBest = column == m_bestColumn;
        switch (role) {
        case Qt::DisplayRole:
            return column == 0 ? group.text : isBest ? group.best : QString();
        case Qt::TextAlignmentRole:
            return static_cast<int>((isBest ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case ReportTable::sortRole:
            return column == 0 ? QVariant(group.text) : isBest && group.lowest ? QVariant(*group.lowest) : QVariant();
        default:
            return {};
        }
    }

    /// Of a cell, by its row of the report.
    QVariant alignment(std::size_t row, std::size_t column) const
    {
        using engine::Report;
        const Report::Align align = m_report.columns[column].align;
        const bool isRight = align == Report::Align::Right ||
                             (align == Report::Align::ByCells &&
                              sortedOf(m_report.rows[row][column], column).userType() == QMetaType::Double);
        return static_cast<int>((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    /// Names are words.
    static QVariant sortedOf(const engine::ReportCell& cell, std::size_t column)
    {
        const QVariant by = ReportTable::sortedBy(cell);
        const auto* const words = std::get_if<std::string>(&cell.value);
        return column == 0 && words && by.isValid() ? QString::fromStdString(*words) : by;
    }

    engine::Report m_report;
    std::vector<qint64> m_ids;
    std::vector<Group> m_groups;
    mutable int m_bestColumn = -1;
};

/// By a column: numbers by size, then words, then what has neither, in both orders. Of them the rows with all words.
class SortedReport : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QStringList& words)
    {
        m_words = words;
        invalidateFilter();
    }

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const QVariant a = left.data(ReportTable::sortRole), b = right.data(ReportTable::sortRole);
        const auto rank = [](const QVariant& value) {
            return !value.isValid() ? 2 : value.userType() == QMetaType::QString ? 1 : 0;
        };
        if (rank(a) != rank(b)) {
            return (rank(a) < rank(b)) == (sortOrder() == Qt::AscendingOrder);
        }
        if (rank(a) == 0) {
            return a.toDouble() < b.toDouble();
        }
        static const QCollator natural = [] {
            QCollator made;
            made.setNumericMode(true);
            return made;
        }();
        return natural.compare(a.toString(), b.toString()) < 0;
    }

    bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        if (!sourceModel()->index(row, 0, parent).data(ReportTable::idRole).isValid()) {
            return m_words.isEmpty(); // a group is there with its rows
        }
        QString all = sourceModel()->index(row, 0, parent).data(ReportTable::wordsRole).toString() + QLatin1Char('\n');
        for (int column = 0; !m_words.isEmpty() && column < sourceModel()->columnCount(); ++column) {
            all += sourceModel()->index(row, column, parent).data().toString() + QLatin1Char('\n');
        }
        return std::ranges::all_of(m_words,
                                   [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
    }

private:
    QStringList m_words;
};

ReportTable::ReportTable(const QString& name, QWidget* parent)
    : QSplitter(parent),
      m_model(new ReportModel(this)),
      m_sorted(new SortedReport(this)),
      m_names(new Half),
      m_figures(new Half)
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setRecursiveFilteringEnabled(true);
    makeViews(name);
    auto* copies = described(new QAction(tr("Copy"), this), {.keys = QKeySequence::Copy}, this, &ReportTable::copy);
    copies->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    auto* menu = new QMenu(tr("Table"), this);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillMenu(*menu); });
    for (const QTreeView* view : {m_names, m_figures}) {
        connect(view->header(), &QHeaderView::customContextMenuRequested, menu,
                [menu, view](QPoint place) { menu->exec(view->header()->viewport()->mapToGlobal(place)); });
    }
    addActions({copies, menu->menuAction()});
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setAccessibleName(name);
}

/// Two views of one model, which select, sort, scroll and open groups together.
void ReportTable::makeViews(const QString& name)
{
    m_names->setAccessibleName(name);
    m_figures->setAccessibleName(tr("%1: figures").arg(name));
    m_names->setModel(m_sorted);
    m_figures->setModel(m_sorted);
    m_figures->setSelectionModel(m_names->selectionModel());
    m_names->setIconSize({20, 12});
    m_names->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_figures->setAutoScroll(false);                   // to the name of the selected row, which is the other view's
    m_figures->header()->setStretchLastSection(false); // it would cut the last column where there is little room
    for (QTreeView* view : {m_names, m_figures}) {
        view->setUniformRowHeights(true);
        view->setRootIsDecorated(false);
        view->setItemDelegate(new OneHeight(view));
        view->setEditTriggers(QAbstractItemView::NoEditTriggers);
        view->setSelectionMode(QAbstractItemView::ExtendedSelection);
        view->setContextMenuPolicy(Qt::NoContextMenu); // the table's, to which its owner adds
        QHeaderView& header = *view->header();
        header.setSectionsClickable(true);
        header.setSortIndicator(-1, Qt::AscendingOrder);
        header.setSortIndicatorShown(true);
        header.setSortIndicatorClearable(true);
        header.setContextMenuPolicy(Qt::CustomContextMenu);
        connect(&header, &QHeaderView::sortIndicatorChanged, this, &ReportTable::sortBy);
        connect(view, &QTreeView::activated, this, [this](const QModelIndex& index) {
            if (index.data(idRole).isValid()) {
                emit activated(index.data(idRole).toLongLong());
            }
        });
        addWidget(view);
    }
    const auto together = [](QTreeView* one, QTreeView* other) {
        connect(one->verticalScrollBar(), &QScrollBar::valueChanged, other->verticalScrollBar(), &QScrollBar::setValue);
        connect(one, &QTreeView::expanded, other, &QTreeView::expand);
        connect(one, &QTreeView::collapsed, other, &QTreeView::collapse);
    };
    together(m_names, m_figures);
    together(m_figures, m_names);
    const auto endAlike = [this](int, int room) { // so their rows end at one height
        m_names->setHorizontalScrollBarPolicy(room > 0 ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    };
    connect(m_figures->horizontalScrollBar(), &QScrollBar::rangeChanged, m_names, endAlike);
    endAlike(0, 0);
    setCollapsible(0, false);
    setCollapsible(1, false);
    setStretchFactor(1, 1);
    connect(m_names->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_isFilling) {
            emit selectionChanged();
        }
    });
    connect(m_figures->header(), &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (!m_isFilling && width > 0) {
            m_widths.insert(keyOf(column), width);
            m_given.insert(keyOf(column));
        }
    });
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isFitted = true; });
}

void ReportTable::setLook(Look look)
{
    m_model->look = std::move(look);
}

void ReportTable::setEditable()
{
    m_names->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_model->edited = [this](qint64 id, const QString& name) { emit edited(id, name); };
}

void ReportTable::setReport(const engine::Report& report, const std::vector<qint64>& ids)
{
    m_report = report;
    m_ids = ids;
    fill();
}

void ReportTable::fill()
{
    const QScopedValueRollback filling(m_isFilling, true);
    const QList<qint64> kept = selected();
    const int sortedColumn = m_names->header()->sortIndicatorSection();
    const Qt::SortOrder order = m_names->header()->sortIndicatorOrder();
    const QString sortedBy = keyOf(sortedColumn);
    const QVariant current = m_names->currentIndex().data(idRole);
    const auto named = [&](const QString& name) {
        const auto found = std::ranges::find(m_report.columns, name.toStdString(), idOf);
        return name.isEmpty() || found == m_report.columns.end() ? -1
                                                                 : static_cast<int>(found - m_report.columns.begin());
    };
    if (!m_model->show(m_report, m_ids, named(m_groups), named(m_best))) {
        fitColumns();
        return;
    }
    if (const int column = named(sortedBy); column != sortedColumn) {
        sortBy(column, order);
    }
    m_names->setRootIsDecorated(named(m_groups) >= 0);
    for (QTreeView* view : {m_names, m_figures}) {
        for (int column = 0; column < m_sorted->columnCount(); ++column) {
            view->setColumnHidden(column, (column == 0) != (view == m_names) || m_hidden.contains(keyOf(column)));
        }
        view->expandAll();
    }
    select(kept);
    for (const QModelIndex& row : rows()) {
        if (current.isValid() && row.data(idRole) == current) {
            m_names->selectionModel()->setCurrentIndex(row, QItemSelectionModel::NoUpdate);
        }
    }
    fitColumns();
}

/// Columns grow with what is in them and do not shrink: numbers that change would make them jump.
void ReportTable::fitColumns()
{
    const QScopedValueRollback filling(m_isFilling, true);
    const QAbstractItemView &names = *m_names, &figures = *m_figures;
    for (int column = 1; column < m_sorted->columnCount(); ++column) {
        const int hint = std::max(figures.sizeHintForColumn(column) + 1, m_figures->header()->sectionSizeHint(column));
        int& width = m_widths[keyOf(column)];
        width = m_given.contains(keyOf(column)) ? width : std::max(width, std::min(hint, maxWidth));
        if (!m_figures->isColumnHidden(column)) {
            m_figures->setColumnWidth(column, width);
        }
    }
    if (!m_isFitted && m_sorted->rowCount() > 0) {
        const int hint = std::max(names.sizeHintForColumn(0), m_names->header()->sectionSizeHint(0)) + 24;
        const int wanted = std::max(std::clamp(hint, minNames, maxWidth), sizes().front());
        setSizes({wanted, std::max(width() - wanted, wanted)});
    }
}

void ReportTable::sortBy(int column, Qt::SortOrder order)
{
    for (QTreeView* view : {m_names, m_figures}) {
        const QSignalBlocker quiet(view->header());
        view->header()->setSortIndicator(column, order);
        view->header()->viewport()->update();
    }
    m_sorted->sort(column, order);
    emit sorted();
}

QAction* ReportTable::makeSorting(const QString& unsorted)
{
    auto* sort = new QAction(tr("Sort by"), this);
    sort->setMenu(new QMenu(this));
    connect(sort->menu(), &QMenu::aboutToShow, this, [this, unsorted, menu = sort->menu()] {
        menu->clear();
        const QHeaderView& header = *m_names->header();
        for (int column = -1; column < header.count(); ++column) {
            QAction* one =
                menu->addAction(column < 0 ? unsorted : titleOf(column), this, [this, column, &header](bool isOther) {
                    const bool turns = !isOther && header.sortIndicatorOrder() == Qt::AscendingOrder; // by the same
                    sortBy(column, turns ? Qt::DescendingOrder : Qt::AscendingOrder);
                });
            one->setCheckable(true);
            one->setChecked(header.sortIndicatorSection() == column);
        }
    });
    return sort;
}

void ReportTable::fillMenu(QMenu& menu)
{
    menu.clear();
    for (int column = 1; column < m_sorted->columnCount(); ++column) {
        QAction* one =
            menu.addAction(titleOf(column), this, [this, column](bool isShown) { showColumn(column, isShown); });
        one->setCheckable(true);
        one->setChecked(!m_hidden.contains(keyOf(column)));
    }
    menu.addSeparator();
    menu.addAction(tr("Copy"), this, &ReportTable::copy);
    menu.addAction(tr("Save as CSV…"), this, &ReportTable::save);
}

void ReportTable::showColumn(int column, bool isShown)
{
    const QScopedValueRollback filling(m_isFilling, true);
    m_hidden.remove(keyOf(column));
    if (!isShown) {
        m_hidden.insert(keyOf(column));
    }
    m_figures->setColumnHidden(column, !isShown);
    fitColumns();
}

/// What is selected, or else all, for a spreadsheet.
void ReportTable::copy() const
{
    const QList<qint64> chosen = selected();
    const QModelIndexList all = rows();
    QStringList lines;
    for (int row = -1; row < all.size(); ++row) {
        QStringList texts;
        const QModelIndex index = row < 0 ? QModelIndex() : all[row];
        for (int column = 0; column < m_sorted->columnCount(); ++column) {
            if (!m_hidden.contains(keyOf(column))) {
                texts.append(row < 0 ? titleOf(column) : index.siblingAtColumn(column).data().toString());
            }
        }
        if (row < 0 || chosen.isEmpty() || chosen.contains(index.data(idRole).toLongLong())) {
            lines.append(texts.join(QLatin1Char('\t')));
        }
    }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

/// The rows and columns that are shown, as they are sorted.
engine::Report ReportTable::shown() const
{
    engine::Report report;
    for (const engine::Report::Column& column : m_report.columns) {
        if (!m_hidden.contains(QString::fromStdString(idOf(column)))) {
            report.columns.push_back(column);
        }
    }
    for (const QModelIndex& index : rows()) {
        const auto row =
            static_cast<std::size_t>(std::ranges::find(m_ids, index.data(idRole).toLongLong()) - m_ids.begin());
        std::vector<engine::ReportCell>& cells = report.rows.emplace_back();
        for (std::size_t column = 0; column < m_report.columns.size(); ++column) {
            if (!m_hidden.contains(QString::fromStdString(idOf(m_report.columns[column])))) {
                cells.push_back(m_report.rows[row][column]);
            }
        }
    }
    return report;
}

void ReportTable::save()
{
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Save as CSV"), m_names->accessibleName() + QStringLiteral(".csv"),
                                     tr("Table for spreadsheets (*.csv)"));
    QSaveFile out(file);
    const QByteArray text = QByteArray::fromStdString(engine::csv(shown()));
    if (!file.isEmpty() && (!out.open(QIODevice::WriteOnly) || out.write(text) < 0 || !out.commit())) {
        QMessageBox::warning(this, tr("Save as CSV"), tr("%1 cannot be written: %2").arg(file, out.errorString()));
    }
}

void ReportTable::setWords(const QString& words)
{
    {
        const QScopedValueRollback filling(m_isFilling, true);
        m_sorted->setWords(words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts));
        m_names->expandAll();
        m_figures->expandAll();
        fitColumns();
    }
    emit selectionChanged();
}

void ReportTable::setGroups(const QString& column, const QString& best)
{
    m_groups = column;
    m_best = best;
    fill();
}

QString ReportTable::headOf(int column, int role) const
{
    return column < 0 || column >= m_sorted->columnCount()
               ? QString()
               : m_sorted->headerData(column, Qt::Horizontal, role).toString();
}

int ReportTable::columnOf(const QString& title) const
{
    for (int column = 0; column < m_sorted->columnCount(); ++column) {
        if (titleOf(column) == title) {
            return column;
        }
    }
    return -1;
}

QString ReportTable::text(int row, int column) const
{
    return rows().value(row).siblingAtColumn(column).data().toString();
}

QModelIndexList ReportTable::rows() const
{
    QModelIndexList all;
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex top = m_sorted->index(row, 0);
        if (top.data(idRole).isValid()) {
            all.append(top);
        }
        for (int child = 0; child < m_sorted->rowCount(top); ++child) {
            all.append(m_sorted->index(child, 0, top));
        }
    }
    return all;
}

QVariant ReportTable::sortedBy(const engine::ReportCell& cell)
{
    if (const std::optional<double> number = cell.number()) {
        return *number;
    }
    const auto* const words = std::get_if<std::string>(&cell.value);
    if (words == nullptr || words->empty()) {
        return {};
    }
    const QString text = QString::fromStdString(*words);
    for (const QLocale& locale : {QLocale(), QLocale::c()}) {
        bool isNumber = false;
        const double number = locale.toDouble(text, &isNumber);
        if (isNumber && std::isfinite(number)) {
            return number;
        }
    }
    return text;
}

bool ReportTable::isSorted() const
{
    return m_names->header()->sortIndicatorSection() >= 0;
}

QList<qint64> ReportTable::selected() const
{
    QList<qint64> ids;
    for (const QModelIndex& row : rows()) {
        if (m_names->selectionModel()->isSelected(row)) {
            ids.append(row.data(idRole).toLongLong());
        }
    }
    return ids;
}

void ReportTable::select(const QList<qint64>& ids)
{
    const QScopedValueRollback filling(m_isFilling, true);
    const QSet<qint64> wanted(ids.begin(), ids.end());
    const QList<qint64> before = selected();
    if (QSet<qint64>(before.begin(), before.end()) == wanted) {
        return;
    }
    QItemSelection chosen;
    QModelIndex last;
    for (const QModelIndex& row : rows()) {
        if (wanted.contains(row.data(idRole).toLongLong())) {
            chosen.select(row, row.siblingAtColumn(m_sorted->columnCount() - 1));
            last = row;
        }
    }
    if (ids.size() == 1 && last.isValid()) { // of several none is the one to go on from, or to scroll to
        m_names->selectionModel()->setCurrentIndex(last, QItemSelectionModel::NoUpdate);
    }
    m_names->selectionModel()->select(chosen, QItemSelectionModel::ClearAndSelect);
}

void ReportTable::scrollToSelected()
{
    for (const QModelIndex& row : rows()) {
        if (m_names->selectionModel()->isSelected(row)) {
            m_names->scrollTo(row);
            return;
        }
    }
}

void ReportTable::editName()
{
    m_names->edit(m_names->currentIndex().siblingAtColumn(0));
}

} // namespace editor

#include "moc_report_table.cpp"
