// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/runs_panel.h"

#include "app/studio/panels/run_table.h"
#include "app/studio/workspace/exporter.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/content.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <filesystem>
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>
#include <utility>

namespace studio {
namespace {

/// A checkpoint of its newest weights, or else of its best.
std::string weightsOf(const RunRecord& run)
{
    const std::string newest = newestFile(run);
    return newest.empty() ? bestFile(run) : newest;
}

/// A name that no file of the folder has yet.
std::filesystem::path newFile(const QString& folder, const QString& name, engine::Format format)
{
    QString stem = name;
    stem.replace(QLatin1Char('/'), QLatin1Char('_'));
    std::filesystem::path file;
    for (int copy = 1; copy == 1 || std::filesystem::exists(file); ++copy) {
        const QString numbered = copy == 1 ? stem : QStringLiteral("%1 (%2)").arg(stem).arg(copy);
        file = engine::namedAs(QDir(folder).filePath(numbered).toStdString(), engine::fileFormat(format));
    }
    return file;
}

} // namespace

RunNotes::RunNotes(QWidget* parent) : QWidget(parent), m_remark(new QLineEdit), m_notes(new QLabel)
{
    m_remark->setObjectName(QStringLiteral("remark"));
    m_remark->setPlaceholderText(tr("Your notes on this run; words that begin with # are tags"));
    m_remark->setAccessibleName(tr("Your notes on this run"));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->setAccessibleName(tr("Notes of the run"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_notes);
    rows->addWidget(m_remark); // stays where it is, however many notes the run has
    connect(m_remark, &QLineEdit::textEdited, this, [this] { emit annotated(m_run, m_remark->text().trimmed()); });
}

void RunNotes::showRun(const RunRecord* run)
{
    constexpr qsizetype maxShown = 3; // the rest is in the tip
    m_remark->setEnabled(run != nullptr);
    const int id = run ? run->id : 0;
    if (id != std::exchange(m_run, id) || !m_remark->hasFocus()) { // else it is being written
        m_remark->setText(run ? QString::fromStdString(run->remark) : QString());
    }
    QStringList all;
    for (const engine::Sentence& note : run ? run->start.notes : std::vector<engine::Sentence>()) {
        all.append(editor::inWords(note));
    }
    QStringList lines = all.mid(0, maxShown);
    if (all.size() > lines.size()) {
        lines.append(tr("and %1 more").arg(all.size() - lines.size()));
    }
    m_notes->setText(lines.join(QLatin1Char('\n')));
    m_notes->setToolTip(all.size() > maxShown ? all.join(QLatin1Char('\n')) : QString());
    m_notes->setVisible(!lines.isEmpty());
}

RunsPanel::RunsPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 2, 6, 6);
    auto* tools = new editor::ToolFlow(this);
    m_resume = make(QStringLiteral("resume"), tr("Resume"), tr("Resume training from this run's newest checkpoint"),
                    &RunsPanel::resume);
    m_write =
        make(QStringLiteral("generate"), tr("Generate"), tr("Generate a text with this run's net"), &RunsPanel::write);
    m_exportWeights = make(QStringLiteral("export"), tr("Export weights…"),
                           tr("Export the weights of this run, or of each that is selected, for another program"),
                           &RunsPanel::exportWeights);
    m_exportCurve = make(
        QStringLiteral("plot"), tr("Export curve…"),
        tr("Export the curve of this run as a table, as JSON lines or for TensorBoard; of several runs a table each"),
        &RunsPanel::exportCurve);
    m_restore =
        make(QStringLiteral("undo"), tr("Restore its drawing"),
             tr("Restore the drawing and the solver that this run trained; can be undone"), &RunsPanel::restoreDrawing);
    m_rename = make(QString(), tr("Rename"), tr("Give the run another name"), &RunsPanel::rename);
    m_remove =
        make(QStringLiteral("delete"), tr("Remove from the project"),
             tr("Remove the curves and samples of the selected runs; their checkpoint files stay"), &RunsPanel::remove);
    auto* exports = new QAction(editor::icon(QStringLiteral("export")), tr("Export"), this);
    exports->setToolTip(tr("Export the weights or the curves of the selected runs"));
    exports->setMenu(new QMenu(this));
    exports->menu()->addActions({m_exportWeights, m_exportCurve});
    m_restore->setIconText(tr("Drawing")); // there is less room than in the menu
    m_remove->setIconText(tr("Remove"));
    tools->add({m_resume, m_write, exports, m_restore, m_remove});
    rows->addWidget(tools);
    m_empty = new QLabel(tr("Each training becomes a run and is listed here. F5 starts one."), this);
    m_empty->setWordWrap(true);
    rows->addWidget(m_empty);
    rows->addWidget(makeChoice());
    m_table = new RunTable(m_workspace, this);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->addActions({m_resume, m_write, m_exportWeights, m_exportCurve, m_restore, m_rename, m_remove,
                         m_table->makeSorting(tr("Newest first"))});
    rows->addWidget(m_table, 1);
    m_notes = new RunNotes(this);
    rows->addWidget(m_notes);
    connect(m_table, &RunTable::selectionChanged, this, &RunsPanel::noteSelection);
    connect(m_table, &RunTable::edited, this, [this](qint64 run, const QString& name) {
        m_workspace.runs().rename(static_cast<int>(run), name.toStdString());
    });
    connect(m_notes, &RunNotes::annotated, this,
            [this](int run, const QString& remark) { m_workspace.runs().annotate(run, remark.toStdString()); });
    connect(&workspace, &Workspace::changed, this, [this](Changes changes) {
        if (changes & Change::Runs) {
            refreshOrMark();
        }
    });
    connect(&workspace, &Workspace::opened, this, [this] {
        m_notes->showRun(nullptr); // what was typed there is about a run of another project
        m_table->forgetSettings();
        refreshOrMark();
    });
    connect(&workspace.training(), &TrainingSession::stateChanged, this, &RunsPanel::refreshActions);
    connect(&workspace.training(), &TrainingSession::checkpointed, this, &RunsPanel::refreshActions);
    connect(&workspace.training(), &TrainingSession::progressed, this, &RunsPanel::follow);
    m_sinceRow.start();
    refresh();
}

/// Which runs are listed, and how they are grouped.
QWidget* RunsPanel::makeChoice()
{
    m_choice = new QWidget(this);
    auto* columns = new QHBoxLayout(m_choice);
    columns->setContentsMargins(0, 0, 0, 0);
    auto* words = new QLineEdit(m_choice);
    words->setObjectName(QStringLiteral("words"));
    words->setPlaceholderText(tr("Runs with these words"));
    words->setAccessibleName(tr("Runs with these words"));
    words->setClearButtonEnabled(true);
    words->addAction(editor::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(words, &QLineEdit::textChanged, this, [this](const QString& text) { m_table->setWords(text); });
    m_groups = new QComboBox(m_choice);
    m_groups->setAccessibleName(tr("Group the runs by"));
    m_groups->setToolTip(tr("Group the runs by a setting in which they differ"));
    m_groups->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_groups->setMinimumContentsLength(14);
    connect(m_groups, &QComboBox::activated, this, [this] { m_table->groupBy(m_groups->currentData().toString()); });
    columns->addWidget(words, 1);
    columns->addWidget(m_groups);
    return m_choice;
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
    m_table->select({run});
    noteSelection();
}

std::vector<int> RunsPanel::chosenRuns() const
{
    const QList<qint64> runs = m_table->selected();
    return {runs.begin(), runs.end()};
}

/// Null: none or several are selected.
const RunRecord* RunsPanel::selected() const
{
    const std::vector<int> runs = chosenRuns();
    return runs.size() == 1 ? m_workspace.runs().find(runs.front()) : nullptr;
}

/// The run under way is always among those to see.
void RunsPanel::noteSelection()
{
    refreshActions();
    std::vector<int> runs = chosenRuns();
    if (runs.empty()) {
        return;
    }
    const TrainingSession& training = m_workspace.training();
    if (training.isBusy() && std::ranges::find(runs, training.run().id) == runs.end()) {
        runs.push_back(training.run().id);
    }
    emit m_workspace.runsChosen(runs);
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
    m_table->list();
    const QString group = m_groups->currentData().toString();
    m_groups->clear();
    m_groups->addItem(tr("Not grouped"));
    for (const QString& name : m_table->groupings()) {
        m_groups->addItem(tr("By %1").arg(name), name);
    }
    m_groups->setCurrentIndex(std::max(m_groups->findData(group), 0));
    const bool empty = m_workspace.runs().all().empty();
    m_empty->setVisible(empty);
    for (QWidget* part : {m_choice, static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_notes)}) {
        part->setVisible(!empty);
    }
    refreshActions();
}

/// The current run, once a second: no person reads faster.
void RunsPanel::follow()
{
    constexpr qint64 pause = 1000; // milliseconds
    if (m_sinceRow.elapsed() >= pause && isVisible()) {
        m_sinceRow.restart();
        m_table->follow();
    }
}

void RunsPanel::refreshActions()
{
    const std::vector<int> ids = chosenRuns();
    const RunRecord* one = selected();
    const bool busy = m_workspace.training().isBusy();
    const auto any = [&](const auto& has) {
        return std::ranges::any_of(ids, [&](int id) {
            const RunRecord* const run = m_workspace.runs().find(id); // none: the table was not seen since it went
            return run && has(*run);
        });
    };
    const bool hasFile = one && !newestFile(*one).empty();
    m_resume->setEnabled(hasFile && !busy);
    m_write->setEnabled(hasFile);
    m_restore->setEnabled(one && !one->start.model.empty());
    m_rename->setEnabled(one);
    m_remove->setEnabled(any([&](const RunRecord& run) { return !isUnderWay(run); }));
    m_exportWeights->setEnabled(any([](const RunRecord& run) { return !weightsOf(run).empty(); }));
    m_exportCurve->setEnabled(any([](const RunRecord& run) { return !run.curve.empty(); }));
    m_notes->showRun(one);
}

bool RunsPanel::isUnderWay(const RunRecord& run) const
{
    const TrainingSession& training = m_workspace.training();
    return training.isBusy() && training.run().id == run.id;
}

void RunsPanel::resume()
{
    if (const RunRecord* run = selected()) {
        if (const auto refused = m_workspace.nextRun().resumeFrom(newestFile(*run))) {
            emit m_workspace.warned(*refused);
        }
    }
}

void RunsPanel::write()
{
    if (const RunRecord* run = selected()) {
        emit m_workspace.writingWanted(newestFile(*run));
    }
}

void RunsPanel::exportWeights()
{
    exportSelected(ExportContent::Weights);
}

void RunsPanel::exportCurve()
{
    exportSelected(ExportContent::Curve);
}

/// Of one run in a dialog, which knows all formats; of several one file each.
void RunsPanel::exportSelected(ExportContent content)
{
    if (const RunRecord* run = selected()) {
        emit exportRequested(content, run->id);
        return;
    }
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Export the selected runs into a folder"));
    if (!folder.isEmpty()) {
        exportInto(folder, content);
    }
}

void RunsPanel::exportInto(const QString& folder, ExportContent content)
{
    Exporter& exporter = m_workspace.exporter();
    for (const int id : chosenRuns()) {
        const RunRecord* const found = m_workspace.runs().find(id);
        if (!found) {
            continue;
        }
        const RunRecord& run = *found;
        const QString name = QString::fromStdString(run.name);
        std::optional<QString> refused;
        if (content == ExportContent::Curve && !run.curve.empty()) {
            refused = exporter.exportCurve(id, newFile(folder, name, engine::Format::CsvCurve));
        } else if (content == ExportContent::Weights && !weightsOf(run).empty()) {
            refused = exporter.exportWeights(weightsOf(run), newFile(folder, name, engine::Format::Safetensors));
        }
        if (refused) {
            emit m_workspace.warned(*refused);
            return;
        }
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
            content = editor::withModel(content, engine::readModel(run->start.model, run->name));
            content.solver = engine::readSolver(run->start.solver, run->name);
        });
    if (refused) {
        emit m_workspace.warned(*refused);
    }
}

void RunsPanel::rename()
{
    m_table->editName();
}

void RunsPanel::remove()
{
    for (const int run : chosenRuns()) {
        m_workspace.runs().remove(run);
    }
}

} // namespace studio

#include "moc_runs_panel.cpp"
