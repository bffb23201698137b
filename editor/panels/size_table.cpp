// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/size_table.h"

#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/words/numbers.h"
#include "engine/graph/error.h"
#include "engine/graph/report.h"

#include <algorithm>
#include <array>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QSaveFile>
#include <QScrollArea>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>

namespace editor {
namespace {

constexpr std::array heatColumns = {SizeColumn::Parameters, SizeColumn::Kept,     SizeColumn::Gradients,
                                    SizeColumn::Forward,    SizeColumn::Backward, SizeColumn::Share};

/// The layers of the table, sorted, or the totals alone.
class Rows : public QSortFilterProxyModel {
public:
    enum class Which { Layers, Totals };
    Rows(const SizeTableModel& model, Which which, QObject* parent)
        : QSortFilterProxyModel(parent), m_model(model), m_which(which)
    {}

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override
    {
        return m_model.isTotal(row) == (m_which == Which::Totals);
    }

    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const QVariant a = left.data(SizeTableModel::sortRole), b = right.data(SizeTableModel::sortRole);
        return a.userType() == QMetaType::QString ? QString::localeAwareCompare(a.toString(), b.toString()) < 0
                                                  : a.toDouble() < b.toDouble();
    }

private:
    const SizeTableModel& m_model;
    Which m_which;
};

/// A share has a bar behind it.
class SizeDelegate : public QStyledItemDelegate {
public:
    SizeDelegate(const SizeTableModel& model, const QSortFilterProxyModel& sorted, QObject* parent)
        : QStyledItemDelegate(parent), m_model(model), m_sorted(sorted)
    {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (index.column() == static_cast<int>(SizeColumn::Share)) {
            paintShare(*painter, option, m_sorted.mapToSource(index).row());
        }
        QStyledItemDelegate::paint(painter, option, index);
    }

private:
    void paintShare(QPainter& painter, const QStyleOptionViewItem& option, int row) const
    {
        const double all = m_model.total(SizeColumn::Share);
        const std::optional<double> part = m_model.number(row, SizeColumn::Share);
        if (!part || !(all > 0)) {
            return;
        }
        QColor ink = theme().accent;
        ink.setAlphaF(0.25F);
        const QRect box = option.rect.adjusted(2, 3, -2, -3);
        const int width = static_cast<int>(std::lround(box.width() * *part / all));
        painter.fillRect(QRect(box.right() + 1 - width, box.top(), width, box.height()), ink);
    }

    const SizeTableModel& m_model;
    const QSortFilterProxyModel& m_sorted;
};

/// As wide as the rows above them, and with the bar that both are scrolled to the side by.
void placeTotals(const QTableView& view, QTableView& totals, QHBoxLayout& around)
{
    const QScrollBar *across = totals.horizontalScrollBar(), *upright = view.verticalScrollBar();
    const auto needed = [](const QScrollBar& bar) { return bar.maximum() > bar.minimum(); };
    totals.setFixedHeight(totals.verticalHeader()->defaultSectionSize() + 2 * totals.frameWidth() +
                          (needed(*across) ? across->sizeHint().height() : 0));
    around.setContentsMargins(0, 0, needed(*upright) ? upright->sizeHint().width() : 0, 0);
}

} // namespace

SizeTable::SizeTable(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_model(new SizeTableModel(document, this)),
      m_sorted(new Rows(*m_model, Rows::Which::Layers, this)),
      m_view(new QTableView(this)),
      m_totals(new QTableView(this)),
      m_below(new QHBoxLayout),
      m_heat(new QComboBox(this)),
      m_copy(new QToolButton(this)),
      m_export(new QToolButton(this)),
      m_memory(new MemoryView(this)),
      m_memoryArea(new QScrollArea(this)),
      m_splitter(new QSplitter(this))
{
    makeView();
    makeTotals();
    m_memoryArea->setWidget(m_memory);
    m_memoryArea->setWidgetResizable(true);
    m_memoryArea->setFrameShape(QFrame::NoFrame);
    m_memoryArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* table = new QWidget(this);
    auto* tableRows = new QVBoxLayout(table);
    tableRows->setContentsMargins(0, 0, 0, 0);
    tableRows->setSpacing(0);
    tableRows->addWidget(m_view, 1);
    tableRows->addLayout(m_below);
    m_splitter->addWidget(table);
    m_splitter->addWidget(m_memoryArea);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setChildrenCollapsible(true);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(6);
    column->addWidget(makeBar());
    column->addWidget(m_splitter, 1);
    setFocusProxy(m_view);

    connect(&m_document, &Document::changed, this, &SizeTable::refresh);
    connect(&m_document, &Document::recounted, this, &SizeTable::refresh);
    connect(&m_document, &Document::loaded, this, [this] { setHeatColumn(std::nullopt); }); // another drawing
    connect(&m_document, &Document::selectionChanged, this, &SizeTable::selectInView);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SizeTable::selectInDocument);
    connect(m_view, &QTableView::activated, this, &SizeTable::activate); // double-click and Enter
    for (const QTableView* view : {m_view, m_totals}) {
        connect(&Looks::instance(), &Looks::changed, view->viewport(), qOverload<>(&QWidget::update));
    }
    refresh();
}

QWidget* SizeTable::makeBar()
{
    auto* bar = new QWidget(this);
    auto* label = new QLabel(tr("&Colour the drawing by"), bar);
    label->setBuddy(m_heat);
    m_heat->addItem(tr("Layer type"));
    for (const SizeColumn column : heatColumns) {
        m_heat->addItem(columnName(column), static_cast<int>(column));
    }
    connect(m_heat, &QComboBox::currentIndexChanged, this, [this] {
        if (m_stale) {
            refresh(); // says it too
        } else {
            emit heatRequested(heatColumn());
        }
    });

    m_heat->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_heat->setMinimumContentsLength(12);

    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setText(tr("Copy"));
    m_copy->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_copy);
    menu->addAction(tr("As Markdown"), this, &SizeTable::copyAsMarkdown);
    menu->addAction(tr("As CSV"), this, &SizeTable::copyAsCsv);
    m_copy->setMenu(menu);

    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setText(tr("Export…"));
    connect(m_export, &QToolButton::clicked, this, &SizeTable::askForFile);

    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label);
    row->addWidget(m_heat);
    row->addStretch(1);
    row->addWidget(m_copy);
    row->addWidget(m_export);
    return bar;
}

void SizeTable::makeView()
{
    m_sorted->setSourceModel(m_model);
    m_view->setModel(m_sorted);
    m_view->setItemDelegate(new SizeDelegate(*m_model, *m_sorted, m_view));
    m_view->setAccessibleName(tr("Sizes of the layers"));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    QHeaderView* header = m_view->horizontalHeader();
    header->setHighlightSections(false);
    header->setSortIndicatorClearable(true); // a third click brings the model's order back
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setStretchLastSection(false); // it would cut the last column where there is little room
    header->setSectionResizeMode(QHeaderView::Interactive);
    m_view->setSortingEnabled(true);
}

/// A row of its own below the view, which never scrolls out of sight. Columns and what is scrolled to the side are the
/// view's, and the bar for that lies under both.
void SizeTable::makeTotals()
{
    auto* row = new Rows(*m_model, Rows::Which::Totals, this);
    row->setSourceModel(m_model);
    m_totals->setModel(row);
    m_totals->setObjectName(QStringLiteral("totals"));
    m_totals->setAccessibleName(SizeTableModel::tr("Total"));
    m_totals->setSelectionMode(QAbstractItemView::NoSelection);
    m_totals->setFocusPolicy(Qt::NoFocus);
    m_totals->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_totals->setShowGrid(false);
    m_totals->setWordWrap(false);
    m_totals->horizontalHeader()->hide();
    m_totals->verticalHeader()->hide();
    m_totals->verticalHeader()->setDefaultSectionSize(m_view->verticalHeader()->defaultSectionSize());
    m_totals->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_totals->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_below->addWidget(m_totals);
    connect(m_view->horizontalHeader(), &QHeaderView::sectionResized, m_totals,
            [this](int column, int, int width) { m_totals->setColumnWidth(column, width); });
    QScrollBar *above = m_view->horizontalScrollBar(), *below = m_totals->horizontalScrollBar();
    connect(above, &QScrollBar::valueChanged, below, &QScrollBar::setValue);
    connect(below, &QScrollBar::valueChanged, above, &QScrollBar::setValue);
    // Not through this: bars change as the children of a table that goes are hidden.
    const auto place = [view = m_view, totals = m_totals, around = m_below] { placeTotals(*view, *totals, *around); };
    connect(below, &QScrollBar::rangeChanged, m_totals, place);
    connect(m_view->verticalScrollBar(), &QScrollBar::rangeChanged, m_totals, place);
    place();
}

void SizeTable::setAvailableMemory(std::optional<std::int64_t> bytes, const QString& of, MemoryView::Counts counts)
{
    m_memory->setAvailable(bytes, of, counts);
}

void SizeTable::refresh()
{
    if (!isVisible() && !heatColumn()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    const int rows = m_model->rowCount();
    m_selecting = true; // a reset takes the selection away; the document has it
    m_model->refresh();
    m_selecting = false;
    m_memory->show(m_document.derived().report.memory, m_document.shownPhase());
    m_memoryArea->setMinimumWidth(m_memory->minWidth() + 16); // 16: its scroll bar
    if (m_model->rowCount() != rows) {
        fitColumns();
    }
    selectInView();
    if (heatColumn()) {
        emit heatRequested(heatColumn()); // the same column has other numbers
    }
}

void SizeTable::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        refresh();
        fitColumns();
    }
}

/// As wide as their words: what has no room is scrolled to.
void SizeTable::fitColumns()
{
    m_view->resizeColumnsToContents();
    const QAbstractItemView& totals = *m_totals;
    for (int column = 0; column < sizeColumns; ++column) {
        if (!m_view->isColumnHidden(column)) {
            m_view->setColumnWidth(column, std::max(m_view->columnWidth(column), totals.sizeHintForColumn(column)));
        }
    }
}

/// Table and memory side by side where there is width for it; in a small dock the table has the room.
void SizeTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool small = width() < 700 && height() < 420;
    const bool wide = !small && (width() > 2 * height() || width() > 900);
    m_splitter->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
    m_memory->setCompact(small);
    const int line = std::max(18, fontMetrics().height()) + 14;
    m_memoryArea->setMinimumHeight(small ? line : 0);
    m_memoryArea->setMaximumHeight(small ? line : QWIDGETSIZE_MAX);
    if (small) {
        m_splitter->setSizes({height() - line, line});
    }
    // The layer's icon tells its kind, too.
    for (QTableView* view : {m_view, m_totals}) {
        view->setColumnHidden(static_cast<int>(SizeColumn::Type), width() < 700);
    }
    const bool narrow = width() < 560;
    for (QToolButton* button : {m_copy, m_export}) {
        button->setToolButtonStyle(narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    }
    fitColumns();
}

void SizeTable::selectInDocument()
{
    if (m_selecting) {
        return;
    }
    std::set<Id> ids;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        ids.insert(m_model->nodeAt(m_sorted->mapToSource(index).row()));
    }
    ids.erase(0);
    m_selecting = true;
    m_document.select(ids);
    m_selecting = false;
}

void SizeTable::selectInView()
{
    if (m_selecting || m_stale) {
        return;
    }
    QItemSelection wanted;
    QModelIndex first;
    for (const Id id : m_document.selection()) {
        const int row = m_model->rowOf(id);
        if (row >= 0) {
            const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, 0));
            wanted.select(index, index);
            first = first.isValid() ? first : index;
        }
    }
    m_selecting = true;
    m_view->selectionModel()->select(wanted, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_selecting = false;
    if (first.isValid() && !m_view->hasFocus()) {
        m_view->scrollTo(first);
    }
}

void SizeTable::activate(const QModelIndex& index)
{
    const Id node = m_model->nodeAt(m_sorted->mapToSource(index).row());
    if (node == 0) {
        return;
    }
    if (index.column() > static_cast<int>(SizeColumn::Output)) {
        emit arithmeticRequested(node);
    } else {
        m_document.focus(node);
    }
}

std::optional<SizeColumn> SizeTable::heatColumn() const
{
    const QVariant column = m_heat->currentData();
    return column.isValid() ? std::optional(static_cast<SizeColumn>(column.toInt())) : std::nullopt;
}

void SizeTable::setHeatColumn(std::optional<SizeColumn> column)
{
    m_heat->setCurrentIndex(column ? m_heat->findData(static_cast<int>(*column)) : 0);
}

std::optional<double> SizeTable::heat(Id node) const
{
    const int row = m_model->rowOf(node);
    const std::optional<int> largest = hottestRow();
    if (!largest || row < 0) {
        return std::nullopt;
    }
    const std::optional<double> number = m_model->number(row, *heatColumn());
    return number ? std::optional(*number / *m_model->number(*largest, *heatColumn())) : std::nullopt;
}

/// Nothing where all are 0, too.
std::optional<int> SizeTable::hottestRow() const
{
    const std::optional<SizeColumn> column = heatColumn();
    std::optional<int> largest;
    double most = 0;
    for (int row = 0; column && !m_model->isTotal(row); ++row) {
        const double number = m_model->number(row, *column).value_or(0);
        if (number > most) {
            most = number;
            largest = row;
        }
    }
    return largest;
}

QString SizeTable::heatName() const
{
    const std::optional<SizeColumn> column = heatColumn();
    return column ? columnName(*column) : QString();
}

QString SizeTable::hottest() const
{
    const std::optional<int> row = hottestRow();
    return row ? m_model->index(*row, static_cast<int>(*heatColumn())).data().toString() : QString();
}

std::string SizeTable::textFor(Format format) const
{
    const engine::SizeReport& sizes = m_document.derived().report;
    const engine::Report layers = engine::layersReport(sizes, [](const engine::LayerSizes& one) { return one.type; });
    return format == Format::Csv
               ? engine::csv(layers, &engine::Report::Column::key)
               : engine::markdown(layers) + "\n" + engine::markdown(engine::memoryReport(sizes.memory));
}

void SizeTable::copyAsCsv() const
{
    QApplication::clipboard()->setText(QString::fromStdString(textFor(Format::Csv)));
}

void SizeTable::copyAsMarkdown() const
{
    QApplication::clipboard()->setText(QString::fromStdString(textFor(Format::Markdown)));
}

std::optional<QString> SizeTable::exportTo(const QString& file) const
{
    try {
        if (m_check) {
            m_check(file.toStdString());
        }
    } catch (const engine::Error& error) {
        return inWords(error);
    }
    const bool markdown = file.endsWith(QLatin1String(".md"), Qt::CaseInsensitive);
    const std::string text = textFor(markdown ? Format::Markdown : Format::Csv);
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(text.data(), static_cast<qint64>(text.size())) < 0 ||
        !out.commit()) {
        return tr("%1 cannot be written: %2").arg(file, out.errorString());
    }
    return std::nullopt;
}

void SizeTable::askForFile()
{
    const QString name = QString::fromStdString(m_document.content().name);
    const QString file = QFileDialog::getSaveFileName(this, tr("Export sizes"),
                                                      (name.isEmpty() ? tr("sizes") : name) + QStringLiteral(".csv"),
                                                      tr("Table for spreadsheets (*.csv);;Markdown (*.md)"));
    if (file.isEmpty()) {
        return;
    }
    if (const std::optional<QString> problem = exportTo(file)) {
        QMessageBox::warning(this, tr("Export sizes"), *problem);
    }
}

} // namespace editor

#include "moc_size_table.cpp"
