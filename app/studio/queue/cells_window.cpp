// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/cells_window.h"

#include "app/queue/run_folder.h"
#include "app/studio/plots/run_colour.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTreeView>
#include <utility>

namespace studio {
namespace {

using queue::RunState;

/// Points of a training curve that are too few to be smoothed, that are smoothed into one, and that are drawn at most.
constexpr std::size_t fewPoints = 40, smoothedOver = 4, maxPlaces = 100;

std::vector<BandPlot::Look> looksOf(const CellRuns& runs)
{
    std::vector<BandPlot::Look> looks;
    for (const CellRuns::Cell& cell : runs.cells) {
        const int number = static_cast<int>(looks.size()) + 1;
        looks.push_back({.name = QString::fromStdString(cell.shown),
                         .colour = [number](const editor::Theme& theme) { return colourOf(number, theme); }});
    }
    return looks;
}

} // namespace

bool CellsWindow::Run::hasEnded() const
{
    return row && row->state == RunState::Done && followed && followed->state() == FollowedRun::State::Ended;
}

std::optional<double> CellsWindow::Run::loss() const
{
    const std::vector<engine::ValidationEvent>& validations = followed->record().validations;
    const contest::LossSums& sums = followed->sums();
    const auto best = std::ranges::min_element(validations, {}, &engine::ValidationEvent::loss);
    return best != validations.end() ? best->loss : sums.mean(sums.size() - (sums.size() + 9) / 10, sums.size());
}

CellsWindow::CellsWindow(CellRuns runs, const QueueWatch& queue, QWidget* parent)
    : SpreadWindow(tr("Which cell?"), looksOf(runs), parent),
      m_cells(std::move(runs)),
      m_queue(queue),
      m_folder(queue.folder()),
      m_use(new QPushButton(tr("&Use this cell"), this))
{
    setObjectName(QStringLiteral("cellsWindow"));
    m_state->setObjectName(QStringLiteral("cellsState"));
    m_figures->setObjectName(QStringLiteral("cellsVerdict"));
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_pause->setObjectName(QStringLiteral("cellsGoOn"));
    m_pause->setText(tr("&Go on"));
    m_pause->setToolTip(tr("Train the runs that wait, one after the other"));
    m_stop->setObjectName(QStringLiteral("cellsStop"));
    m_stop->setText(tr("&Stop"));
    m_stop->setToolTip(tr("Stop all that work on this queue: the runs under way are saved and wait again"));
    m_use->setObjectName(QStringLiteral("cellsUse"));
    m_use->setToolTip(
        tr("Give the drawing's recurrent layers the chosen cell, with the units that it was trained with"));
    layout()->addWidget(m_use);
    layout()->setAlignment(m_use, Qt::AlignRight);
    for (QTreeView* view : {&m_table->names(), &m_table->figures()}) {
        view->setSelectionMode(QAbstractItemView::SingleSelection);
    }
    m_table->setLook([](qint64 cell, const std::string& column, int role) {
        const bool isSwatch = role == Qt::DecorationRole && column == tr("Cell").toStdString();
        return isSwatch ? QVariant(swatchOf(colourOf(static_cast<int>(cell) + 1, editor::theme()))) : QVariant();
    });
    for (std::size_t cell = 0; cell < m_cells.cells.size(); ++cell) {
        for (const std::int64_t run : m_cells.cells[cell].runs) {
            m_runs.push_back({.id = run, .cell = cell});
        }
    }
    connect(m_pause, &QPushButton::clicked, this, &CellsWindow::startRequested);
    connect(m_stop, &QPushButton::clicked, this, &CellsWindow::stopRequested);
    connect(m_use, &QPushButton::clicked, this,
            [this] { emit useRequested(m_cells.cells[static_cast<std::size_t>(chosen())]); });
    connect(m_table, &editor::ReportTable::selectionChanged, this, [this] { m_use->setEnabled(chosen() >= 0); });
    connect(&queue, &QueueWatch::changed, this, &CellsWindow::showLater);
}

bool CellsWindow::shows(const CellRuns& runs) const
{
    return m_queue.folder() == m_folder && m_cells.first == runs.first;
}

/// Rows are the queue's until it changes. A run that does not validate is told of by the queue when it has ended; its
/// log tells of it before.
void CellsWindow::look()
{
    const bool isOurs = m_queue.folder() == m_folder;
    for (Run& run : m_runs) {
        run.row = isOurs ? m_queue.view().find(run.id) : nullptr;
        if (run.row && !run.followed && (run.row->state != RunState::Waiting || run.row->result.iteration > 0)) {
            run.followed = follow(queue::RunFolder(m_folder, run.id).path(), static_cast<int>(run.id));
            connect(run.followed, &FollowedRun::problem, this, &CellsWindow::showProblem);
        }
        if (run.followed) {
            run.followed->sums().follow();
        }
    }
}

std::vector<CellsWindow::Run*> CellsWindow::runsOf(std::size_t cell)
{
    std::vector<Run*> runs;
    for (Run& run : m_runs) {
        if (run.cell == cell) {
            runs.push_back(&run);
        }
    }
    return runs;
}

bool CellsWindow::haveValidated() const
{
    return std::ranges::any_of(
        m_runs, [](const Run& run) { return run.followed && run.followed->record().validations.size() > 1; });
}

/// Of the runs that have ended, or of those under way where none has: a mean goes as far as the slowest run.
std::vector<SpreadPoint> CellsWindow::pointsOf(std::size_t cell)
{
    std::vector<Run*> runs = runsOf(cell);
    std::erase_if(runs, [](const Run* run) { return run->followed == nullptr; });
    if (std::ranges::any_of(runs, &Run::hasEnded)) {
        std::erase_if(runs, [](const Run* run) { return !run->hasEnded(); });
    }
    SeedRecords records;
    std::vector<const contest::LossSums*> sums;
    for (const Run* const run : runs) {
        records.push_back(&run->followed->record());
        sums.push_back(&run->followed->sums());
    }
    if (haveValidated() || sums.empty()) {
        return validationSpread(records);
    }
    const std::size_t shortest = std::ranges::min(sums, {}, &contest::LossSums::size)->size();
    const std::size_t places = shortest < fewPoints ? shortest : shortest / smoothedOver;
    return trainingSpread(sums, static_cast<int>(std::min(places, maxPlaces)));
}

contest::Spread CellsWindow::lossesOf(std::size_t cell)
{
    contest::Spread losses;
    for (const Run* const run : runsOf(cell)) {
        if (const std::optional<double> loss = run->hasEnded() ? run->loss() : std::nullopt) {
            losses.values.push_back(*loss);
        }
    }
    return losses;
}

QString CellsWindow::sentence() const
{
    return m_figures->text();
}

void CellsWindow::showAll()
{
    look();
    std::vector<std::vector<SpreadPoint>> points;
    std::vector<contest::CellLosses> losses;
    for (std::size_t cell = 0; cell < m_cells.cells.size(); ++cell) {
        points.push_back(pointsOf(cell));
        losses.push_back({.cell = m_cells.cells[cell].shown, .losses = lossesOf(cell)});
    }
    const bool validated = std::ranges::any_of(
        m_runs, [](const Run& run) { return run.followed && !run.followed->record().validations.empty(); });
    m_plot->yAxis->setLabel(haveValidated() ? tr("Validation loss") : tr("Training loss"));
    m_plot->setPoints(points);
    const bool hasAll = std::ranges::none_of(losses, [](const auto& one) { return one.losses.values.empty(); });
    m_figures->setText(hasAll ? editor::inWords(contest::bestCell(losses)) + QLatin1Char('.') : QString());
    showTable(losses, validated ? tr("Best validation") : tr("Training loss, last tenth"));
    chooseBest(losses);
    showState();
}

void CellsWindow::showTable(const std::vector<contest::CellLosses>& losses, const QString& measure)
{
    const auto count = [](double value) { return QLocale().toString(value, 'f', 0).toStdString(); };
    engine::Report report{.columns = {{tr("Cell").toStdString()},
                                      {tr("Parameters").toStdString(), "", count},
                                      {tr("Runs ended").toStdString()},
                                      {measure.toStdString()}}};
    std::vector<qint64> ids;
    for (std::size_t cell = 0; cell < m_cells.cells.size(); ++cell) {
        const std::vector<Run*> runs = runsOf(cell);
        const QString ended = tr("%1 of %2").arg(std::ranges::count_if(runs, &Run::isOver)).arg(runs.size());
        report.rows.push_back({m_cells.cells[cell].shown, m_cells.cells[cell].parameters, ended.toStdString(),
                               spreadInWords(losses[cell].losses).toStdString()});
        ids.push_back(static_cast<qint64>(cell));
    }
    m_table->setReport(report, ids);
}

int CellsWindow::chosen() const
{
    const QList<qint64> cells = m_table->selected();
    return cells.isEmpty() ? -1 : static_cast<int>(cells.front());
}

/// Once all runs are over, unless another one is chosen. Their logs may be read to the end a little later.
void CellsWindow::chooseBest(const std::vector<contest::CellLosses>& losses)
{
    if (chosen() == m_best && !sentence().isEmpty() && std::ranges::all_of(m_runs, &Run::isOver)) {
        const auto best = std::ranges::min_element(losses, {}, [](const auto& one) { return one.losses.mean(); });
        m_best = static_cast<int>(best - losses.begin());
        m_table->select({m_best});
    }
    m_use->setEnabled(chosen() >= 0);
}

void CellsWindow::showState()
{
    const auto over = std::ranges::count_if(m_runs, &Run::isOver);
    const bool waits =
        std::ranges::any_of(m_runs, [](const Run& run) { return run.row && run.row->state == RunState::Waiting; });
    const bool isWorkedOn = m_queue.folder() == m_folder && !m_queue.view().runners.empty();
    m_state->setText(tr("%1 of %2 runs have ended.").arg(over).arg(m_runs.size()));
    m_pause->setEnabled(waits && !isWorkedOn);
    m_stop->setEnabled(isWorkedOn && over < std::ssize(m_runs));
}

} // namespace studio

#include "moc_cells_window.cpp"
