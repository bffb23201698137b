// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/cells_dialog.h"

#include "app/contest/net_variants.h"
#include "editor/document/sentence_words.h"
#include "editor/equations/cell_card.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/tinted_label.h"
#include "engine/cells/library.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/run_settings.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScreen>
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

/// 0: no limit.
int iterationsOf(const RunForQueue& run)
{
    const std::int64_t most = std::numeric_limits<int>::max();
    const std::int64_t iterations = engine::runSettings(run.run.settings, run.run.solver).limits.iterations;
    return iterations == engine::endless ? 0 : static_cast<int>(std::min(iterations, most));
}

} // namespace

CellsDialog::CellsDialog(RunForQueue run, std::optional<StepCost> cost, QueueWatch& queue, QWidget* parent)
    : QDialog(parent), m_run(std::move(run)), m_cost(std::move(cost)), m_queue(queue)
{
    setObjectName(QStringLiteral("cellsDialog"));
    setWindowTitle(tr("Which cell?"));
    auto* about = new QLabel(tr("The drawn net is trained with each of these cells in its recurrent layers, as runs of "
                                "the queue. All else is as it is drawn and set for the next run."),
                             this);
    about->setWordWrap(true);
    m_count = new QLabel(this);
    m_count->setObjectName(QStringLiteral("cellsCount"));
    m_count->setWordWrap(true);
    m_problem = new editor::TintedLabel(this);
    m_problem->setObjectName(QStringLiteral("cellsProblem"));
    m_problem->hide();
    makeList();
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(about);
    rows->addWidget(m_list, 1);
    rows->addLayout(makeForm());
    rows->addWidget(m_count);
    rows->addWidget(m_problem);
    rows->addLayout(makeButtons());
    connect(m_list, &QTreeWidget::itemChanged, this, &CellsDialog::showCount);
    connect(m_equal, &QComboBox::currentIndexChanged, this, &CellsDialog::showCount);
    connect(m_iterations, &QSpinBox::valueChanged, this, &CellsDialog::showCount);
    connect(m_seeds, &QSpinBox::valueChanged, this, &CellsDialog::showCount);
    connect(this, &QDialog::rejected, this, [this] { m_cancel.request_stop(); });
    const QSize room = screen()->availableSize() - QSize(40, 60); // the frame that the desktop adds
    resize(QSize(700, 560).boundedTo(room));
    showCount();
}

CellsDialog::~CellsDialog()
{
    m_cancel.request_stop();
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
    for (const TriedCell& cell : cellsToTry(m_run.run.model)) {
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
    m_iterations = new editor::WholeBox(this);
    m_iterations->setObjectName(QStringLiteral("cellsIterations"));
    m_iterations->setRange(0, std::numeric_limits<int>::max());
    m_iterations->setSpecialValueText(tr("no limit"));
    m_iterations->setValue(iterationsOf(m_run));
    m_iterations->setToolTip(tr("Each run ends after so many; at first those of the next run"));
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

QLayout* CellsDialog::makeButtons()
{
    auto* file = new QPushButton(tr("Add a &file…"), this);
    file->setToolTip(tr("A cell of your own: a file with its equations"));
    m_start = new QPushButton(tr("&Train"), this);
    m_start->setObjectName(QStringLiteral("cellsStart"));
    m_start->setDefault(true);
    file->setObjectName(QStringLiteral("cellsFile"));
    auto* close = new QPushButton(tr("Cancel"), this);
    for (QPushButton* const button : {file, close}) {
        button->setAutoDefault(false);
    }
    connect(file, &QPushButton::clicked, this, &CellsDialog::addFile);
    connect(m_start, &QPushButton::clicked, this, &CellsDialog::fill);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto* row = new QHBoxLayout;
    row->addWidget(file);
    row->addStretch(1);
    row->addWidget(m_start);
    row->addWidget(close);
    return row;
}

/// One that does not fit into the net as it is drawn cannot be ticked, and says why.
void CellsDialog::add(const TriedCell& cell, bool isTicked)
{
    const engine::SizeReport sizes = engine::sizeReport(withTriedCell(m_run.run.model, cell));
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
    const QString file = QFileDialog::getOpenFileName(this, tr("A cell of your own"), {}, tr("Cells (*.cell)"));
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
        m_problem->hide();
        showCount();
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

RunForQueue CellsDialog::run() const
{
    RunForQueue run = m_run;
    if (m_iterations->value() != iterationsOf(m_run)) {
        run.run.settings.insert_or_assign("iterations", std::int64_t{m_iterations->value()});
    }
    return run;
}

/// Throws engine::Error for a run without an end, and for a cell that does not fit.
QString CellsDialog::costOf(const CellTrial& trial) const
{
    const RunForQueue one = run();
    const std::int64_t iterations = queue::iterationsOf(sweepBaseOf(one).job.run);
    const auto cells = static_cast<std::int64_t>(trial.cells.size());
    const QString runs = iterations == engine::endless ? tr("%1 cells from %2 seeds: %3 runs.")
                                                       : tr("%1 cells from %2 seeds: %3 runs of up to %4 iterations.");
    double flops = 0;
    for (const TriedCell& cell : trial.cells) { // nets with as many parameters have about as much work
        flops += flopsOf(trial.equal == CellTrial::Equal::Units ? withTriedCell(one.run.model, cell) : one.run.model);
    }
    const double measured = m_cost ? m_cost->flops * static_cast<double>(cells) : 0;
    const QString time = timeInWords({.runs = cells * trial.seeds,
                                      .limits = engine::runSettings(one.run.settings, one.run.solver).limits,
                                      .work = measured > 0 && flops > 0 ? flops / measured : 1},
                                     m_cost);
    const QString count = runs.arg(cells).arg(trial.seeds).arg(cells * trial.seeds);
    return (iterations == engine::endless ? count : count.arg(QLocale().toString(static_cast<qlonglong>(iterations)))) +
           QLatin1Char(' ') + time;
}

void CellsDialog::showCount()
{
    const CellTrial wanted = trial();
    m_start->setEnabled(false);
    if (wanted.cells.size() < 2) {
        m_count->setText(tr("Choose two cells or more."));
        return;
    }
    try {
        m_count->setText(costOf(wanted));
        m_start->setEnabled(true);
    } catch (const engine::Error& error) {
        m_count->setText(editor::inWords(error));
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

void CellsDialog::fill()
{
    m_problem->hide();
    m_start->setEnabled(false);
    m_count->setText(tr("The data are read, to see whether each net fits…"));
    const auto runs = std::make_shared<CellRuns>(); // shared with the work on the queue's threads, over when it is read
    const CellTrial wanted = trial();
    keep(wanted);
    const auto add = [base = sweepBaseOf(run()), trial = wanted, runs,
                      cancel = m_cancel.get_token()]() mutable -> QueueWatch::Change {
        readData(base);
        return [jobs = cellJobs(trial, base), runs, cancel](queue::RunQueue& queue) {
            if (!cancel.stop_requested()) {
                queue.add(jobs);
                *runs = cellRunsIn(queue.runs()).back();
            }
        };
    };
    m_queue.prepare(add, this, [this, runs](const QString& problem) {
        if (m_cancel.stop_requested() && runs->cells.empty()) {
            return;
        }
        if (problem.isEmpty()) {
            emit queued(*runs);
            accept();
            return;
        }
        showCount();
        m_problem->showError(problem);
    });
}

} // namespace studio

#include "moc_cells_dialog.cpp"
