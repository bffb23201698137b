// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/cells_dialog.h"

#include "app/contest/net_variants.h"
#include "app/studio/files/file_dialogs.h"
#include "app/studio/queue/queue_job.h"
#include "editor/document/sentence_words.h"
#include "editor/equations/cell_gallery.h"
#include "editor/widgets/tinted_label.h"
#include "engine/cells/library.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"

#include <algorithm>
#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <utility>

namespace studio {
namespace {

constexpr int defaultCellSeeds = 3, maxCellSeeds = 100;

// Settings
const QString seedsKey = QStringLiteral("cells/seeds");
const QString equalKey = QStringLiteral("cells/equal");
const QString tickedKey = QStringLiteral("cells/ticked");

QStringList tickedAtFirst()
{
    return {QStringLiteral("lstm"), QStringLiteral("gru"), QStringLiteral("cell:janet")};
}

/// What its file in the library says at its head, or where it is from.
QString aboutCell(const TriedCell& cell)
{
    for (const engine::cells::LibraryCell& one : engine::cells::libraryCells()) {
        if (cell.shown == "cell:" + std::string(one.name)) {
            return editor::commentsOf(QString::fromUtf8(one.text));
        }
    }
    return cell.name.empty()               ? CellsDialog::tr("the net as it is")
           : cell.shown.ends_with(".cell") ? CellsDialog::tr("your own")
                                           : CellsDialog::tr("built in");
}

} // namespace

CellsDialog::CellsDialog(engine::RunDescription run, std::string title, std::optional<StepCost> cost, QueueWatch& queue,
                         QWidget* parent)
    : RunsDialog(tr("Which cell?"),
                 tr("The drawn net is trained with each of these cells in its recurrent layers, as runs of the queue. "
                    "All else is as it is drawn and set for the next run."),
                 parent),
      m_run(std::move(run)),
      m_title(std::move(title)),
      m_measured(std::move(cost)),
      m_queue(queue)
{
    setObjectName(QStringLiteral("cellsDialog"));
    makeList();
    m_rows->addWidget(m_list, 1);
    m_rows->addLayout(makeForm());
    auto* file = new QPushButton(tr("Add a &file…"), this);
    file->setObjectName(QStringLiteral("cellsFile"));
    file->setToolTip(tr("A cell of your own: a file with its equations"));
    file->setAutoDefault(false);
    connect(file, &QPushButton::clicked, this, &CellsDialog::addFile);
    m_buttons->addWidget(file);
    addButtons(tr("&Train"), QSize(700, 560));
    connect(m_list, &QTreeWidget::itemChanged, this, &CellsDialog::refresh);
    connect(m_equal, &QComboBox::currentIndexChanged, this, &CellsDialog::refresh);
    connect(m_iterations, &QSpinBox::valueChanged, this, &CellsDialog::refresh);
    connect(m_seeds, &QSpinBox::valueChanged, this, &CellsDialog::refresh);
    refresh();
}

void CellsDialog::makeList()
{
    m_list = new QTreeWidget(this);
    m_list->setObjectName(QStringLiteral("cellsList"));
    m_list->setAccessibleName(tr("Cells"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    const QStringList ticked = QSettings().value(tickedKey, tickedAtFirst()).toStringList();
    add({.name = {}, .shown = tr("as drawn").toStdString()}, true);
    for (const TriedCell& cell : cellsToTry(m_run.model)) {
        add(cell, ticked.contains(QString::fromStdString(cell.shown)));
    }
}

QLayout* CellsDialog::makeForm()
{
    const QSettings settings;
    m_equal = new QComboBox(this);
    m_equal->setObjectName(QStringLiteral("cellsEqual"));
    m_equal->addItem(tr("Parameters: layers are wider or narrower"), QVariant::fromValue(CellTrial::Equal::Parameters));
    m_equal->addItem(tr("Units: as they are drawn"), QVariant::fromValue(CellTrial::Equal::Units));
    m_equal->setCurrentIndex(settings.value(equalKey).toInt());
    m_iterations = new IterationsBox(m_run, this);
    m_seeds = new editor::WholeBox(this);
    m_seeds->setObjectName(QStringLiteral("cellsSeeds"));
    m_seeds->setRange(1, maxCellSeeds);
    m_seeds->setValue(settings.value(seedsKey, defaultCellSeeds).toInt());
    m_seeds->setToolTip(tr("Each cell is trained from so many seeds: how much of a difference is luck"));
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->addRow(tr("&Equal in all:"), m_equal);
    form->addRow(tr("&Iterations of each:"), m_iterations);
    form->addRow(tr("See&ds of each:"), m_seeds);
    return form;
}

/// One that does not fit into the net as it is drawn cannot be ticked, and says why.
void CellsDialog::add(const TriedCell& cell, bool isTicked)
{
    const engine::SizeReport sizes = engine::sizeReport(withTriedCell(m_run.model, cell));
    const QString about = aboutCell(cell);
    auto* const item = new QTreeWidgetItem({QString::fromStdString(cell.shown)});
    item->setDisabled(!sizes.fits());
    item->setText(1, sizes.fits() ? about.section(QLatin1Char('\n'), 0, 0) : editor::inWords(sizes.problems.front()));
    item->setToolTip(1, sizes.fits() ? about : item->text(1));
    item->setCheckState(0, isTicked && sizes.fits() ? Qt::Checked : Qt::Unchecked);
    m_cells.push_back(cell); // before its row is seen
    m_list->addTopLevelItem(item);
}

void CellsDialog::addFile()
{
    const QString file = askForFile(this, tr("A cell of your own"), tr("Cells (*.cell)"));
    if (file.isEmpty()) {
        return;
    }
    const std::string shown = QFileInfo(file).fileName().toStdString();
    if (std::ranges::find(m_cells, shown, &TriedCell::shown) != m_cells.end()) { // runs are told apart by that
        m_problem->showError(tr("The list has a cell %1 already; give the file another name.").arg(file));
        return;
    }
    try {
        add({.name = contest::cellName("cell:" + file.toStdString()), .shown = shown}, true);
        m_problem->showError({});
        refresh();
    } catch (const engine::Error& error) {
        m_problem->showError(editor::inWords(error));
    }
}

CellTrial CellsDialog::trial() const
{
    CellTrial trial{.equal = m_equal->currentData().value<CellTrial::Equal>(), .seeds = m_seeds->value()};
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        if (m_list->topLevelItem(row)->checkState(0) == Qt::Checked) {
            trial.cells.push_back(m_cells[static_cast<std::size_t>(row)]);
        }
    }
    return trial;
}

/// Throws engine::Error for a run without an end, and for a cell that does not fit.
QString CellsDialog::costOf(const CellTrial& trial) const
{
    const engine::RunDescription one = m_iterations->run();
    const std::int64_t iterations = queue::iterationsOf(sweepBaseOf(one, m_title).job.run);
    const auto cells = static_cast<std::int64_t>(trial.cells.size());
    const QString runs = iterations == engine::endless ? tr("%1 cells from %2 seeds: %3 runs.")
                                                       : tr("%1 cells from %2 seeds: %3 runs of up to %4 iterations.");
    double flops = 0;
    for (const TriedCell& cell : trial.cells) { // nets with as many parameters have about as much work
        flops += flopsOf(trial.equal == CellTrial::Equal::Units ? withTriedCell(one.model, cell) : one.model);
    }
    const double measured = m_measured ? m_measured->flops * static_cast<double>(cells) : 0;
    const double work = measured > 0 && flops > 0 ? flops / measured : 1;
    const QString time = timeInWords(one, {.runs = cells * trial.seeds, .work = work}, m_measured);
    const QString count = runs.arg(cells).arg(trial.seeds).arg(cells * trial.seeds);
    return (iterations == engine::endless ? count : count.arg(QLocale().toString(static_cast<qlonglong>(iterations)))) +
           QLatin1Char(' ') + time;
}

void CellsDialog::refresh()
{
    if (isFilling()) {
        return; // a file was added
    }
    const CellTrial wanted = trial();
    m_start->setEnabled(false);
    if (wanted.cells.size() < 2) {
        m_cost->setText(tr("Choose two cells or more."));
        return;
    }
    try {
        m_cost->setText(costOf(wanted));
        m_start->setEnabled(true);
    } catch (const engine::Error& error) {
        m_cost->setText(editor::inWords(error));
    }
}

void CellsDialog::keep(const CellTrial& trial) const
{
    QStringList ticked;
    for (const TriedCell& cell : trial.cells) {
        ticked.append(QString::fromStdString(cell.shown));
    }
    QSettings settings;
    settings.setValue(seedsKey, m_seeds->value());
    settings.setValue(equalKey, m_equal->currentIndex());
    settings.setValue(tickedKey, ticked);
}

void CellsDialog::start()
{
    keep(trial());
    fill(m_queue, [base = sweepBaseOf(m_iterations->run(), m_title), trial = trial()]() mutable {
        readData(base);
        return cellJobs(trial, base);
    });
}

} // namespace studio

#include "moc_cells_dialog.cpp"
