// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/runs_panel.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/run_facts.h"
#include "app/studio/panels/run_notes.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/content.h"
#include "editor/looks/theme.h"
#include "engine/formats/prototxt/prototxt.h"
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

namespace studio {
namespace {

/// Behind them: the settings that differ among the runs.
enum Column { Name, Engine, Iterations, Loss, Best, Perplexity, Speed, From, Ended, columnCount };

QString figure(double value, int digits)
{
    return std::isfinite(value) ? QLocale().toString(value, 'f', digits) : QStringLiteral("–");
}

QString headingOfSpeed(const std::vector<RunRecord>& runs)
{
    const auto texts = std::ranges::count(runs, true, &RunRecord::readsText);
    return texts == std::ssize(runs) ? RunsPanel::tr("Characters/s")
           : texts == 0              ? RunsPanel::tr("Sequences/s")
                                     : RunsPanel::tr("Characters or sequences/s");
}

/// In words where a run's first weights came from.
QString originInWords(const RunOrigin& origin, const RunList& runs)
{
    if (origin.file.empty()) {
        return {};
    }
    const RunRecord* run = runs.find(origin.run);
    const QString name = QString::fromStdString(run ? run->name : origin.file);
    return origin.goesOn ? name : RunsPanel::tr("weights of %1").arg(name);
}

} // namespace

RunsPanel::RunsPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 2, 6, 6);
    auto* tools = new QToolBar(this);
    tools->setIconSize({18, 18});
    m_resume = make(QStringLiteral("resume"), tr("Resume"), tr("Resume training from this run's newest checkpoint"),
                    &RunsPanel::resume);
    m_write =
        make(QStringLiteral("generate"), tr("Generate"), tr("Generate a text with this run's net"), &RunsPanel::write);
    m_exportWeights = make(QStringLiteral("export"), tr("Export weights…"),
                           tr("Export the weights of this run for another program"), &RunsPanel::exportWeights);
    m_exportCurve =
        make(QStringLiteral("plot"), tr("Export curve…"),
             tr("Export the curve of this run as a table, as JSON lines or for TensorBoard"), &RunsPanel::exportCurve);
    m_restore =
        make(QStringLiteral("undo"), tr("Restore its drawing"),
             tr("Restore the drawing and the solver that this run trained; can be undone"), &RunsPanel::restoreDrawing);
    m_rename = make(QString(), tr("Rename"), tr("Give the run another name"), &RunsPanel::rename);
    m_remove = make(QStringLiteral("delete"), tr("Remove from the project"),
                    tr("Remove its curves and samples; its checkpoint files stay"), &RunsPanel::remove);
    tools->addActions({m_resume, m_write, m_exportWeights, m_exportCurve, m_restore, m_remove});
    for (QAction* action : {m_resume, m_write}) { // the rest are told by their tooltips: words for all would not fit
        qobject_cast<QToolButton*>(tools->widgetForAction(action))->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    rows->addWidget(tools);
    m_empty = new QLabel(tr("Each training becomes a run and is listed here. F5 starts one."), this);
    m_empty->setWordWrap(true);
    rows->addWidget(m_empty);
    m_list = new QTreeWidget(this);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAccessibleName(tr("Runs"));
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_list->addActions({m_resume, m_write, m_exportWeights, m_exportCurve, m_restore, m_rename, m_remove});
    m_list->header()->setStretchLastSection(false); // it would cut the last column where there is little room
    rows->addWidget(m_list, 1);
    m_notes = new RunNotes(this);
    rows->addWidget(m_notes);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &RunsPanel::refreshActions);
    connect(m_notes, &RunNotes::annotated, this,
            [this](int run, const QString& remark) { m_workspace.runs().annotate(run, remark.toStdString()); });
    connect(m_list, &QTreeWidget::itemChanged, this, &RunsPanel::renamed);
    connect(&workspace, &Workspace::runsChanged, this, &RunsPanel::refreshOrMark);
    connect(&workspace, &Workspace::opened, this, [this] {
        m_notes->showRun(nullptr); // what was typed there is about a run of another project
        m_settings.clear();
        refreshOrMark();
    });
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
    if (m_stale) {
        refresh();
    }
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
    return rows.isEmpty() ? nullptr : m_workspace.runs().find(rows.first()->data(Name, Qt::UserRole).toInt());
}

void RunsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        refresh();
    }
}

/// A hidden panel is filled when it is shown.
void RunsPanel::refreshOrMark()
{
    m_stale = true;
    if (isVisible()) {
        refresh();
    }
}

void RunsPanel::refresh()
{
    m_stale = false;
    const RunRecord* before = selected();
    const int kept = before ? before->id : 0;
    m_filling = true;
    m_list->clear();
    refreshHeader();
    for (auto run = m_workspace.runs().all().rbegin(); run != m_workspace.runs().all().rend(); ++run) {
        auto* row = new QTreeWidgetItem(m_list);
        refreshRow(*row, *m_workspace.runs().find(run->id));
        row->setText(Name, QString::fromStdString(run->name));
        const std::vector<RunSetting>& settings = m_settings.of(*run);
        for (qsizetype index = 0; index < m_differing.size(); ++index) {
            row->setText(columnCount + static_cast<int>(index), valueOf(settings, m_differing[index]));
        }
    }
    for (int column = 0; column < m_list->columnCount(); ++column) {
        m_list->resizeColumnToContents(column);
    }
    select(kept);
    m_filling = false;
    m_empty->setVisible(m_workspace.runs().all().empty());
    m_list->setVisible(!m_workspace.runs().all().empty());
    m_notes->setVisible(!m_workspace.runs().all().empty());
    refreshActions();
}

void RunsPanel::refreshHeader()
{
    std::vector<std::vector<RunSetting>> settings;
    for (const RunRecord& run : m_workspace.runs().all()) {
        settings.push_back(m_settings.of(run));
    }
    m_differing = differingSettings(settings);
    QStringList names = {tr("Run"),
                         tr("Engine"),
                         tr("Iterations"),
                         tr("Loss"),
                         tr("Best validation"),
                         tr("Perplexity"),
                         headingOfSpeed(m_workspace.runs().all()),
                         tr("Started from"),
                         tr("Ended")};
    names.append(m_differing);
    m_list->setColumnCount(static_cast<int>(names.size()));
    m_list->setHeaderLabels(names);
    m_list->headerItem()->setToolTip(
        Perplexity, tr("e to the best validation loss: among how many characters the net chooses on average"));
}

/// The current run, once a second: no person reads faster.
void RunsPanel::follow()
{
    constexpr qint64 pause = 1000; // milliseconds
    const RunRecord& record = m_workspace.training().run().record;
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
    widen();
}

/// Numbers grow along a run. A column that the user made wider stays so.
void RunsPanel::widen()
{
    const QAbstractItemView& list = *m_list;
    for (int column = 0; column < columnCount; ++column) {
        m_list->setColumnWidth(column, std::max(m_list->columnWidth(column), list.sizeHintForColumn(column)));
    }
}

void RunsPanel::refreshRow(QTreeWidgetItem& row, const RunRecord& run)
{
    const QLocale locale;
    row.setFlags(row.flags() | Qt::ItemIsEditable);
    row.setData(Name, Qt::UserRole, run.id);
    row.setText(Engine, run.engine.empty() ? QStringLiteral("–") : QString::fromStdString(run.engine));
    row.setText(Iterations, run.curve.empty() ? QStringLiteral("–")
                                              : locale.toString(static_cast<qlonglong>(run.curve.back().iteration)));
    row.setText(Loss, figure(lastLoss(run), 4));
    row.setText(Best, figure(bestValidation(run), 4));
    row.setText(Perplexity, figure(run.readsText ? std::exp(bestValidation(run)) : std::nan(""), 2));
    row.setText(From, originInWords(run.origin, m_workspace.runs()));
    row.setToolTip(From, QString::fromStdString(run.origin.file));
    row.setText(Speed, figure(lastSpeed(run.curve), 0));
    const TrainingSession& training = m_workspace.training();
    const bool underWay = training.isBusy() && training.run().record.id == run.id;
    // A run without an end that is not training now was cut off, as the program was.
    row.setText(Ended, underWay ? tr("running") : run.ending.empty() ? tr("interrupted") : endingInWords(run.ending));
    for (const Column column : {Iterations, Loss, Best, Perplexity, Speed}) {
        row.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    const QDateTime started = QDateTime::fromString(QString::fromStdString(run.started), Qt::ISODate);
    row.setToolTip(Name, tr("Started %1, seed %2\n%3")
                             .arg(locale.toString(started.toLocalTime(), QLocale::ShortFormat),
                                  locale.toString(static_cast<qulonglong>(run.seed)),
                                  QString::fromStdString(newestFile(run))));
}

void RunsPanel::refreshActions()
{
    const RunRecord* run = selected();
    const bool hasFile = run && !newestFile(*run).empty();
    const bool busy = m_workspace.training().isBusy();
    const bool underWay = run && busy && m_workspace.training().run().record.id == run->id;
    m_resume->setEnabled(hasFile && !busy);
    m_write->setEnabled(hasFile);
    m_restore->setEnabled(run && !run->model.empty());
    m_rename->setEnabled(run);
    m_remove->setEnabled(run && !underWay);
    m_exportWeights->setEnabled(run && (hasFile || !bestFile(*run).empty()));
    m_exportCurve->setEnabled(run && !run->curve.empty());
    if (!m_filling) { // the list is empty for a moment
        m_notes->showRun(run);
    }
}

void RunsPanel::renamed(QTreeWidgetItem* row, int column)
{
    if (!m_filling && column == Name) {
        m_workspace.runs().rename(row->data(Name, Qt::UserRole).toInt(), row->text(Name).trimmed().toStdString());
    }
}

void RunsPanel::resume()
{
    if (const RunRecord* run = selected()) {
        if (const auto refused = m_workspace.nextRun().resumeFrom(newestFile(*run))) {
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
        tr("Restore %1").arg(QString::fromStdString(run->name)), [&](editor::Content& content) {
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
        m_workspace.runs().remove(run->id);
    }
}

} // namespace studio
