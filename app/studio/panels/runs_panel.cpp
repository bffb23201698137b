// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/runs_panel.h"

#include "app/studio/panels/parts.h"
#include "editor/document/content.h"
#include "editor/looks/theme.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QAction>
#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QToolBar>
#include <QVBoxLayout>
#include <system_error>

namespace studio {
namespace {

enum Column { Name, Engine, Iterations, Loss, Best, Speed, Ended, columnCount };

std::string lastFile(const RunRecord& run, bool best)
{
    for (auto mark = run.checkpoints.rbegin(); mark != run.checkpoints.rend(); ++mark) {
        std::error_code unknown;
        if (mark->best == best && std::filesystem::exists(mark->file, unknown)) {
            return mark->file;
        }
    }
    return {};
}

/// The newest file of the run that is still there, and that of its best net; empty: none.
std::string newestFile(const RunRecord& run)
{
    return lastFile(run, false);
}
std::string bestFile(const RunRecord& run)
{
    return lastFile(run, true);
}

double bestValidation(const RunRecord& run)
{
    double best = std::nan("");
    for (const ValidationPoint& point : run.validations) {
        best = std::isnan(best) ? point.loss : std::min(best, point.loss);
    }
    return best;
}

/// The mean of the last iterations: one alone says little.
double lastLoss(const RunRecord& run)
{
    constexpr std::size_t window = 100;
    const std::size_t count = std::min(window, run.curve.size());
    double sum = 0;
    for (auto point = run.curve.end() - static_cast<std::ptrdiff_t>(count); point != run.curve.end(); ++point) {
        sum += static_cast<double>(point->loss);
    }
    return count == 0 ? std::nan("") : sum / static_cast<double>(count);
}

QString figure(double value, int digits)
{
    return std::isfinite(value) ? QLocale().toString(value, 'f', digits) : QStringLiteral("–");
}

} // namespace

RunsPanel::RunsPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 2, 6, 6);
    auto* tools = new QToolBar(this);
    tools->setIconSize({18, 18});
    m_resume = make(QStringLiteral("resume"), tr("Go on"), tr("Train on from this run's newest checkpoint"),
                    &RunsPanel::resume);
    m_write = make(QStringLiteral("generate"), tr("Write"), tr("Write a text with this run's net"), &RunsPanel::write);
    m_exportWeights = make(QStringLiteral("export"), tr("Export weights…"),
                           tr("Write what this run has learned for another program"), &RunsPanel::exportWeights);
    m_exportCurve =
        make(QStringLiteral("plot"), tr("Export curve…"),
             tr("Write this run's curve as a table, as JSON lines or for TensorBoard"), &RunsPanel::exportCurve);
    m_restore =
        make(QStringLiteral("undo"), tr("Bring back its drawing"),
             tr("Make the drawing and the solver what this run trained; can be undone"), &RunsPanel::restoreDrawing);
    m_rename = make(QString(), tr("Rename"), tr("Give the run another name"), &RunsPanel::rename);
    m_remove = make(QStringLiteral("delete"), tr("Remove from the project"),
                    tr("Forget its curves and samples; its checkpoint files stay where they are"), &RunsPanel::remove);
    tools->addActions({m_resume, m_write, m_exportWeights, m_exportCurve, m_restore, m_remove});
    rows->addWidget(tools);
    m_empty = new QLabel(tr("Each training becomes a run and is listed here. F5 starts one."), this);
    m_empty->setWordWrap(true);
    rows->addWidget(m_empty);
    m_list = new QTreeWidget(this);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAccessibleName(tr("Runs"));
    m_list->setColumnCount(columnCount);
    m_list->setHeaderLabels({tr("Run"), tr("Engine"), tr("Iterations"), tr("Loss"), tr("Best validation"),
                             tr("Characters/s"), tr("Ended")});
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_list->addActions({m_resume, m_write, m_exportWeights, m_exportCurve, m_restore, m_rename, m_remove});
    m_list->header()->setStretchLastSection(true);
    rows->addWidget(m_list, 1);
    m_notes = new QLabel(this);
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->setAccessibleName(tr("Notes of the run"));
    rows->addWidget(m_notes);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &RunsPanel::refreshActions);
    connect(m_list, &QTreeWidget::itemChanged, this, &RunsPanel::renamed);
    connect(&workspace, &Workspace::runsChanged, this, &RunsPanel::refresh);
    connect(&workspace, &Workspace::opened, this, &RunsPanel::refresh);
    connect(&workspace.training(), &TrainingSession::stateChanged, this, &RunsPanel::refreshActions);
    connect(&workspace.training(), &TrainingSession::checkpointed, this, &RunsPanel::refreshActions);
    connect(&workspace.training(), &TrainingSession::progressed, this, &RunsPanel::follow);
    m_sinceRow.start();
    refresh();
}

QAction* RunsPanel::make(const QString& icon, const QString& text, const QString& tip, void (RunsPanel::*act)())
{
    auto* action = new QAction(text, this);
    if (!icon.isEmpty()) {
        action->setIcon(editor::icon(icon));
    }
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, act);
    return action;
}

void RunsPanel::select(int run)
{
    for (int index = 0; index < m_list->topLevelItemCount(); ++index) {
        QTreeWidgetItem* row = m_list->topLevelItem(index);
        if (row->data(Name, Qt::UserRole).toInt() == run) {
            m_list->setCurrentItem(row);
        }
    }
}

const RunRecord* RunsPanel::selected() const
{
    const QList<QTreeWidgetItem*> rows = m_list->selectedItems();
    return rows.isEmpty() ? nullptr : m_workspace.run(rows.first()->data(Name, Qt::UserRole).toInt());
}

void RunsPanel::refresh()
{
    const RunRecord* before = selected();
    const int kept = before ? before->id : 0;
    m_filling = true;
    m_list->clear();
    for (auto run = m_workspace.runs().rbegin(); run != m_workspace.runs().rend(); ++run) {
        auto* row = new QTreeWidgetItem(m_list);
        refreshRow(*row, *m_workspace.run(run->id));
        row->setText(Name, QString::fromStdString(run->name));
    }
    for (int column = 0; column < Ended; ++column) {
        m_list->resizeColumnToContents(column);
    }
    m_filling = false;
    m_empty->setVisible(m_workspace.runs().empty());
    m_list->setVisible(!m_workspace.runs().empty());
    select(kept);
    refreshActions();
}

/// The run under way, once a second: more often nobody could read it.
void RunsPanel::follow()
{
    constexpr qint64 pause = 1000; // milliseconds
    const RunRecord& record = m_workspace.training().record();
    if (m_sinceRow.elapsed() < pause || !isVisible()) {
        return;
    }
    m_sinceRow.restart();
    for (int index = 0; index < m_list->topLevelItemCount(); ++index) {
        if (m_list->topLevelItem(index)->data(Name, Qt::UserRole).toInt() == record.id) {
            m_filling = true;
            refreshRow(*m_list->topLevelItem(index), record);
            m_filling = false;
        }
    }
}

void RunsPanel::refreshRow(QTreeWidgetItem& row, const RunRecord& run)
{
    const QLocale locale;
    row.setFlags(row.flags() | Qt::ItemIsEditable);
    row.setData(Name, Qt::UserRole, run.id);
    row.setText(Engine, QString::fromStdString(run.engine));
    row.setText(Iterations, run.curve.empty() ? QStringLiteral("–")
                                              : locale.toString(static_cast<qlonglong>(run.curve.back().iteration)));
    row.setText(Loss, figure(lastLoss(run), 4));
    row.setText(Best, figure(bestValidation(run), 4));
    row.setText(Speed, run.curve.empty() ? QStringLiteral("–")
                                         : figure(static_cast<double>(run.curve.back().charsPerSecond), 0));
    const TrainingSession& training = m_workspace.training();
    const bool underWay = training.isBusy() && training.record().id == run.id;
    // A run without an end that nobody trains was cut off, as the program was.
    row.setText(Ended, underWay ? tr("under way") : run.ending.empty() ? tr("cut off") : endingInWords(run.ending));
    for (const Column column : {Iterations, Loss, Best, Speed}) {
        row.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    const QDateTime started = QDateTime::fromString(QString::fromStdString(run.started), Qt::ISODate);
    row.setToolTip(Name, tr("Begun %1, seed %2\n%3")
                             .arg(locale.toString(started.toLocalTime(), QLocale::ShortFormat),
                                  locale.toString(static_cast<qulonglong>(run.seed)),
                                  QString::fromStdString(newestFile(run))));
}

void RunsPanel::refreshActions()
{
    const RunRecord* run = selected();
    const bool hasFile = run && !newestFile(*run).empty();
    const bool busy = m_workspace.training().isBusy();
    const bool underWay = run && busy && m_workspace.training().record().id == run->id;
    m_resume->setEnabled(hasFile && !busy);
    m_write->setEnabled(hasFile);
    m_restore->setEnabled(run && !run->model.empty());
    m_rename->setEnabled(run);
    m_remove->setEnabled(run && !underWay);
    m_exportWeights->setEnabled(run && (hasFile || !bestFile(*run).empty()));
    m_exportCurve->setEnabled(run && !run->curve.empty());
    refreshNotes();
}

/// What the selected run said as it began: where its first weights came from, above all.
void RunsPanel::refreshNotes()
{
    constexpr std::size_t mostShown = 3; // the rest is in the tip
    const RunRecord* run = selected();
    QStringList lines, all;
    for (const std::string& note : run ? run->notes : std::vector<std::string>()) {
        all.append(QString::fromStdString(note));
        if (all.size() <= static_cast<qsizetype>(mostShown)) {
            lines.append(all.back());
        }
    }
    if (all.size() > lines.size()) {
        lines.append(tr("and %1 more").arg(all.size() - lines.size()));
    }
    m_notes->setText(lines.join(QLatin1Char('\n')));
    m_notes->setToolTip(all.size() > lines.size() ? all.join(QLatin1Char('\n')) : QString());
    m_notes->setVisible(!lines.isEmpty());
}

void RunsPanel::renamed(QTreeWidgetItem* row, int column)
{
    if (!m_filling && column == Name) {
        m_workspace.renameRun(row->data(Name, Qt::UserRole).toInt(), row->text(Name).trimmed().toStdString());
    }
}

void RunsPanel::resume()
{
    if (const RunRecord* run = selected()) {
        if (const auto refused = m_workspace.resumeFrom(newestFile(*run))) {
            emit problem(*refused);
        }
    }
}

void RunsPanel::write()
{
    if (const RunRecord* run = selected()) {
        emit writeRequested(QString::fromStdString(newestFile(*run)));
    }
}

void RunsPanel::exportWeights()
{
    if (const RunRecord* run = selected()) {
        emit exportRequested(ExportContent::Weights, run->id);
    }
}

void RunsPanel::exportCurve()
{
    if (const RunRecord* run = selected()) {
        emit exportRequested(ExportContent::Curve, run->id);
    }
}

void RunsPanel::restoreDrawing()
{
    const RunRecord* run = selected();
    if (!run) {
        return;
    }
    const auto refused = m_workspace.document().change(
        tr("Bring back %1").arg(QString::fromStdString(run->name)), [&](editor::Content& content) {
            content = editor::withModel(content, engine::readModel(run->model, run->name));
            content.solver = engine::readSolver(run->solver, run->name);
        });
    if (refused) {
        emit problem(*refused);
    }
}

void RunsPanel::rename()
{
    if (QTreeWidgetItem* row = m_list->currentItem()) {
        m_list->editItem(row, Name);
    }
}

void RunsPanel::remove()
{
    if (const RunRecord* run = selected()) {
        m_workspace.removeRun(run->id);
    }
}

} // namespace studio
