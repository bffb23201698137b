// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/cells_dialog.h"

#include "app/contest/net_variants.h"
#include "app/studio/queue/queue_job.h"
#include "editor/document/sentence_words.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/tinted_label.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"

#include <algorithm>
#include <array>
#include <memory>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <utility>

namespace studio {
namespace {

constexpr int usualSeeds = 3, mostSeeds = 100;
constexpr std::array<std::string_view, 3> tickedAtFirst = {"lstm", "gru", "cell:janet"};

} // namespace

CellsDialog::CellsDialog(queue::SweepBase base, std::filesystem::path file, QueueWatch& queue, QWidget* parent)
    : QDialog(parent), m_base(std::move(base)), m_data(std::move(file)), m_queue(queue)
{
    setObjectName(QStringLiteral("cellsDialog"));
    setWindowTitle(tr("Which cell?"));
    auto* about = new QLabel(tr("The drawn net is trained with each of these cells in its recurrent layers, as runs of "
                                "the queue. All else is as it is drawn and set for the next run."),
                             this);
    about->setWordWrap(true);
    m_equal = new QComboBox(this);
    m_equal->setObjectName(QStringLiteral("cellsEqual"));
    m_equal->addItem(tr("Parameters: layers are wider or narrower"), QVariant::fromValue(CellTrial::Equal::Parameters));
    m_equal->addItem(tr("Units: as they are drawn"), QVariant::fromValue(CellTrial::Equal::Units));
    m_seeds = new editor::WholeBox(this);
    m_seeds->setObjectName(QStringLiteral("cellsSeeds"));
    m_seeds->setRange(1, mostSeeds);
    m_seeds->setValue(usualSeeds);
    m_seeds->setToolTip(tr("Each cell is trained from so many seeds: how much of a difference is luck"));
    m_count = new QLabel(this);
    m_count->setObjectName(QStringLiteral("cellsCount"));
    m_count->setWordWrap(true);
    m_problem = new editor::TintedLabel(this);
    m_problem->setObjectName(QStringLiteral("cellsProblem"));
    m_problem->hide();
    makeList();
    auto* form = new QFormLayout;
    form->addRow(tr("&Equal in all:"), m_equal);
    form->addRow(tr("See&ds of each:"), m_seeds);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(about);
    rows->addWidget(m_list, 1);
    rows->addLayout(form);
    rows->addWidget(m_count);
    rows->addWidget(m_problem);
    rows->addLayout(makeButtons());
    connect(m_list, &QListWidget::itemChanged, this, &CellsDialog::showCount);
    connect(m_seeds, &QSpinBox::valueChanged, this, &CellsDialog::showCount);
    connect(this, &QDialog::rejected, this, [this] { m_cancel.request_stop(); });
    resize(560, 560);
    showCount();
}

CellsDialog::~CellsDialog()
{
    m_cancel.request_stop();
}

void CellsDialog::makeList()
{
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("cellsList"));
    m_list->setAccessibleName(tr("Cells"));
    add({.name = {}, .shown = tr("as drawn").toStdString()}, true);
    for (const TriedCell& cell : cellsToTry(m_base.given.model)) {
        add(cell, std::ranges::find(tickedAtFirst, cell.shown) != tickedAtFirst.end());
    }
}

QLayout* CellsDialog::makeButtons()
{
    auto* file = new QPushButton(tr("Add a &file…"), this);
    file->setToolTip(tr("A cell of your own: a file with its equations"));
    m_start = new QPushButton(tr("&Train"), this);
    m_start->setObjectName(QStringLiteral("cellsStart"));
    m_start->setDefault(true);
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
    auto* const item = new QListWidgetItem(QString::fromStdString(cell.shown));
    const engine::SizeReport sizes = engine::sizeReport(withTriedCell(m_base.given.model, cell));
    item->setFlags(sizes.fits() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable : Qt::NoItemFlags);
    item->setToolTip(sizes.fits() ? QString() : editor::inWords(sizes.problems.front()));
    item->setCheckState(isTicked && sizes.fits() ? Qt::Checked : Qt::Unchecked);
    m_cells.push_back(cell);
    m_list->addItem(item);
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
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked) {
            trial.cells.push_back(m_cells[static_cast<std::size_t>(row)]);
        }
    }
    return trial;
}

void CellsDialog::showCount()
{
    const CellTrial wanted = trial();
    const bool isEnough = wanted.cells.size() > 1;
    m_start->setEnabled(isEnough);
    m_count->setText(isEnough ? tr("%1 cells from %2 seeds: %3 runs")
                                    .arg(wanted.cells.size())
                                    .arg(wanted.seeds)
                                    .arg(static_cast<std::int64_t>(wanted.cells.size()) * wanted.seeds)
                              : tr("Choose two cells or more."));
}

void CellsDialog::fill()
{
    m_problem->hide();
    m_start->setEnabled(false);
    m_count->setText(tr("The data are read, to see whether each net fits…"));
    const auto runs = std::make_shared<CellRuns>(); // shared with the work on the queue's threads, over when it is read
    const auto add = [base = m_base, data = m_data, trial = trial(), runs,
                      cancel = m_cancel.get_token()]() mutable -> QueueWatch::Change {
        readData(base, data);
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
