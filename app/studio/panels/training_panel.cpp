// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/training_panel.h"

#include "app/studio/panels/engine_rows.h"
#include "app/studio/panels/parts.h"
#include "app/studio/panels/run_form.h"
#include "app/studio/panels/source_box.h"
#include "app/studio/session/command_line.h"
#include "app/studio/session/progress_tracker.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"
#include "engine/backends/layer_engines.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/training/run/starvation.h"

#include <filesystem>
#include <optional>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

namespace studio {

/// Says that the GPU of the run under way waits for work, and what helps; hidden while it does not.
class StarvationNotice : public QLabel {
public:
    explicit StarvationNotice(Workspace& workspace, QWidget* parent = nullptr) : QLabel(parent), m_workspace(workspace)
    {
        setWordWrap(true);
        setObjectName(QStringLiteral("starved"));
        hide();
        connect(&workspace, &Workspace::readingTaken, this, &StarvationNotice::noteReading);
        connect(&workspace.training(), &TrainingSession::started, this, [this](const engine::StartEvent& start) {
            m_gpu.begin(start.busId);
            m_runHasFused = m_hasFused; // the drawing may change while the run goes on
        });
    }

    /// nothing: none
    void showStarvation(const std::optional<engine::Starvation>& starvation)
    {
        setVisible(starvation.has_value());
        if (!starvation) {
            return;
        }
        QStringList words = {starvationWords(*starvation)};
        for (const engine::Starvation::Remedy remedy : starvation->remedies) {
            words += remedyWords(remedy);
        }
        setText(words.join(QLatin1Char(' ')));
    }
    void setHasFused(bool has) { m_hasFused = has; } ///< FUSED could train the drawing

private:
    void noteReading(const engine::DeviceReading& reading)
    {
        const TrainingSession& training = m_workspace.training();
        // While it rests to cool, the GPU waits as it is told to.
        if (training.state() != TrainingSession::State::Running || training.run().pacing) {
            m_gpu.forget();
            showStarvation({});
            return;
        }
        const engine::Curve& curve = training.run().curve;
        m_gpu.add(reading, {.elapsed = training.progressNow().elapsed,
                            .trained = curve.empty() ? 0 : curve.seconds(curve.size() - 1)});
        if (const std::optional<engine::GpuUse> use = useOfGpu()) {
            const std::optional<engine::Starvation> found = engine::starvation(*use);
            showStarvation(found);
            if (found) {
                emit m_workspace.starved(*found);
            }
        }
    }
    /// With what only the run's settings tell.
    std::optional<engine::GpuUse> useOfGpu() const
    {
        const TrainingSession& training = m_workspace.training();
        std::optional<engine::GpuUse> use = m_gpu.use();
        if (use) {
            use->hasFused = m_runHasFused && training.run().start.engine != "FUSED";
            use->recordsSteps = runSettingsOf(training.request()).device.graphs;
            use->secondsLeft = training.progressNow().secondsLeft;
        }
        return use;
    }

    Workspace& m_workspace;
    GpuWatch m_gpu;
    bool m_hasFused = false;    ///< of the drawing
    bool m_runHasFused = false; ///< of the run under way
};

/// The command that starts the next run in a terminal, to be copied.
class TerminalCommand : public QWidget {
    Q_OBJECT

public:
    explicit TerminalCommand(QWidget* parent = nullptr) : QWidget(parent)
    {
        auto* label = sectionTitle(tr("Comman&d for the terminal"), this);
        m_command = new QLineEdit(this);
        m_command->setReadOnly(true);
        label->setBuddy(m_command);
        auto* copy = editor::described(new QToolButton(this),
                                       {.title = tr("Copy the command"), .tip = tr("Copy the command"), .icon = "copy"},
                                       this, [this] { QGuiApplication::clipboard()->setText(m_command->text()); });
        auto* row = editor::inRow({{m_command, 1}, copy});
        editor::inColumn(this, {label, row}, QMargins(), rowSpacing);
    }

    /// none while something is missing, which the problem list tells
    void showCommandOf(const NextRun& run)
    {
        try {
            m_command->setText(QString::fromStdString(commandLine(run.request())));
            m_command->setCursorPosition(0);
            m_command->setToolTip(run.hasModelFile() ? QString()
                                                     : tr("File › Export writes net.prototxt from this drawing"));
        } catch (const engine::Error&) {
            m_command->clear();
        }
    }
    void clear() { m_command->clear(); }

private:
    QLineEdit* m_command;
};

/// What the next run starts from, with buttons that import weights and forget them.
class FirstWeightsRow : public QWidget {
    Q_OBJECT

public:
    explicit FirstWeightsRow(Workspace& workspace, QWidget* parent = nullptr) : QWidget(parent), m_workspace(workspace)
    {
        m_name = editor::label({}, this, editor::Look::Wraps);
        m_name->setAccessibleName(tr("Initial weights"));
        m_name->setSizePolicy(QSizePolicy::Ignored,
                              QSizePolicy::Preferred); // a long name is cut, not the panel wide
        m_import = editor::iconButton(this, "import", tr("Import weights to start from"), &workspace,
                                      &Workspace::importWanted);
        m_forget = editor::iconButton(this, "close", tr("Start from random weights again"), this,
                                      [this] { m_workspace.importer().forgetFirstWeights(); });
        editor::inRow(this, {{m_name, 1}, m_import, m_forget}, QMargins());
    }

    void refresh()
    {
        const engine::RunDescription& choice = m_workspace.nextRun().choice();
        const bool drawn = choice.first.file.empty();
        const auto nameOf = [](const std::filesystem::path& file) {
            return QString::fromStdString(file.filename().string());
        };
        m_name->setText(drawn ? tr("random, as set in each layer")
                        : choice.first.solverState.empty()
                            ? nameOf(choice.first.file)
                            : tr("%1 with %2").arg(nameOf(choice.first.file), nameOf(choice.first.solverState)));
        m_name->setToolTip(drawn ? QString()
                                 : QString::fromStdString(choice.first.file.string() +
                                                          (choice.first.solverState.empty() ? "" : "\n") +
                                                          choice.first.solverState.string()));
        m_forget->setVisible(!drawn);
        const bool free = m_workspace.files().isOpen() && !m_workspace.training().isBusy();
        m_import->setEnabled(free);
        m_forget->setEnabled(free);
    }

private:
    Workspace& m_workspace;
    QLabel* m_name;
    QToolButton *m_import, *m_forget;
};

namespace {

using State = TrainingSession::State;

constexpr int planDelay = 150; ///< milliseconds

/// Seconds of a step, by the last iterations of the newest run of this net that trained as the next one will; nothing
/// where there is none, or where the solver drawn is refused, which its panel says.
std::optional<double> measuredStep(Workspace& workspace, const std::string& device)
try {
    const engine::Params& next = workspace.nextRun().choice().settings;
    const std::string net = engine::writeModel(workspace.document().derived().settled);
    const auto batchesOf = [](const engine::SolverSettings& solver) {
        return engine::intParam(engine::completeParams(solver), "iter_size");
    };
    const std::vector<RunRecord>& all = workspace.runs().all();
    for (auto newest = all.rbegin(); newest != all.rend(); ++newest) {
        const RunRecord& run = *workspace.runs().find(newest->id);
        const auto isSame = [&](const char* key) {
            const auto chosen = next.find(key), had = run.run.settings.find(key);
            return chosen == next.end() || had == run.run.settings.end()
                       ? chosen == next.end() && had == run.run.settings.end()
                       : chosen->second == had->second;
        };
        if (run.curve.size() > 1 && run.start.device == device && run.start.model == net && isSame("engine") &&
            isSame("threads") && isSame("precision") &&
            batchesOf(engine::readSolver(run.start.solver, run.name)) ==
                batchesOf(workspace.document().content().solver)) {
            return secondsOfStep(run.curve, 100);
        }
    }
    return std::nullopt;
} catch (const engine::Error&) {
    return std::nullopt;
}

} // namespace

TrainingPanel::TrainingPanel(Workspace& workspace, TrainingActions& actions, QWidget* parent)
    : QWidget(parent), m_workspace(workspace)
{
    QVBoxLayout& rows = addScrolledRows(*this);
    buildNotices(rows);
    buildChoice(rows);
    m_command = new TerminalCommand(this);
    rows.addWidget(m_command);
    rows.addStretch();

    m_plan.setSingleShot(true);
    m_plan.setInterval(planDelay);
    m_plan.callOnTimeout(this, &TrainingPanel::refreshPlan);
    m_weightsWatch = new FileWatch(this);
    connect(m_weightsWatch, &FileWatch::changed, this, [this] { m_plan.start(); });
    connect(&workspace, &Workspace::startAsked, this, &TrainingPanel::refreshPlan);
    TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, [this](State state) {
        if (state == State::Running) {
            m_problem->hide(); // it goes on after a failure
        }
        refreshState();
    });
    connect(&training, &TrainingSession::failed, this, &TrainingPanel::showProblem);
    connect(&training, &TrainingSession::troubled, this, &TrainingPanel::showProblem);
    connect(&training, &TrainingSession::ended, this, [this](engine::EndReason reason, const QString& detail) {
        if (reason == engine::EndReason::Diverged) {
            showProblem(tr("The run diverged: %1. Go back to the best checkpoint, or try a lower learning rate or "
                           "stronger gradient clipping.")
                            .arg(detail));
        }
    });
    connect(&actions, &TrainingActions::refused, this, [this](const QString& sentence) {
        showProblem(sentence);
        const QString& blocked = m_workspace.nextRun().blocked();
        m_refused = !blocked.isEmpty() && sentence.contains(editor::withoutFullStop(blocked));
    });
}

void TrainingPanel::buildNotices(QVBoxLayout& rows)
{
    m_stale =
        editor::label(tr("The drawing has changed since this run began. The run still trains the earlier drawing; stop "
                         "it and press Start to use the new one."),
                      this, editor::Look::Wraps, "warning");
    m_stale->hide();
    rows.addWidget(m_stale);
    m_starvation = new StarvationNotice(m_workspace, this);
    rows.addWidget(m_starvation);
    m_problem = editor::label({}, this, editor::Look::Wraps | editor::Look::Selectable, "problem");
    m_problem->hide();
    rows.addWidget(m_problem);
}

void TrainingPanel::buildChoice(QVBoxLayout& rows)
{
    rows.addWidget(sectionTitle(tr("The next run"), this));
    m_engine = new EngineRows(m_workspace, this);
    m_firstWeights = new FirstWeightsRow(m_workspace, this);
    m_engine->addRow(tr("Initial weights:"), m_firstWeights);
    rows.addLayout(m_engine);
    rows.addWidget(new RunForm(m_workspace, this));
    m_fit = editor::label({}, this, editor::Look::Wraps);
    rows.addWidget(m_fit);
}

void TrainingPanel::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->show();
    m_refused = false;
}

void TrainingPanel::showChanges(Changes changes)
{
    if (changes & Change::Project) {
        m_problem->hide();
    }
    if (changes & Change::Blocked && m_refused) { // what was mended is not said any more
        const QString& why = m_workspace.nextRun().blocked();
        if (why.isEmpty() || !m_problem->text().contains(editor::withoutFullStop(why))) {
            m_problem->hide();
        }
    }
    if (changes & Change::Choice) {
        m_firstWeights->refresh();
    }
    if (changes & (Changes(Change::Project) | Change::Stale)) {
        refreshState();
    }
    // What a run held is free once it has ended.
    const bool ended = changes & Change::Training && !m_workspace.training().isBusy();
    if (ended || changes & (Changes(Change::Drawing) | Change::Choice | Change::File | Change::Checkpoint)) {
        m_plan.start();
    }
}

void TrainingPanel::refreshState()
{
    m_stale->setVisible(m_workspace.nextRun().isStale());
    m_engine->setChangeable(m_workspace.files().isOpen() && !m_workspace.training().isBusy());
    m_firstWeights->refresh();
}

void TrainingPanel::measureSpeed(int threads)
{
    if (threads == m_speedOf) {
        return;
    }
    m_speedOf = threads;
    m_speed.reset();
    m_measuring.start([this, threads](const engine::GoOn&) -> editor::LatestWork::Deliver {
        return [this, speed = productSpeed(threads)] {
            if (speed > 0) {
                m_speed = speed;
                m_plan.start();
            }
        };
    });
}

/// The size table counts what this counts.
WillItFit TrainingPanel::lookWhetherItFits(const engine::Model& model, const engine::EngineWish& wish)
{
    try {
        engine::RunPlace place = engine::placeFor(m_workspace.nextRun().machine().device, wish);
        if (m_workspace.training().isBusy()) {
            m_free.restoreWhatARunHolds(place);
        } else {
            m_free.note(place);
        }
        m_engine->showPlace(&place, engine::layerEngines(model, place, wish));
        const std::optional<double> speed = place.host ? std::nullopt : m_speed;
        WillItFit fit = willItFit(model, m_workspace.document().content().solver, place, wish, speed,
                                  measuredStep(m_workspace, place.device));
        fit.refusedPrecision = editor::inWords(engine::refusedPrecision(place).value_or(engine::Sentence()));
        if (!fit.countedFor.isEmpty()) {
            m_workspace.document().setMemoryOf(fit.countedFor, engine::memoryAt(place, wish));
        }
        return fit;
    } catch (const engine::UnavailableError& why) {
        m_engine->showPlace(nullptr, {});
        return refusedFit(editor::inWords(why));
    }
}

void TrainingPanel::refreshPlan()
{
    if (!m_workspace.files().isOpen() && m_workspace.document().content().nodes.empty()) {
        return; // the start page: nothing asks for engines yet
    }
    const engine::Model& model = m_workspace.document().derived().model;
    refreshState(); // a drawing may have become one of sequences
    m_engine->offerEngines();
    m_weightsWatch->watch(m_workspace.nextRun().choice().first.file);
    m_starvation->setHasFused(m_engine->hasFused());
    if (m_workspace.document().content().nodes.empty()) {
        m_engine->showPlace(nullptr, {});
        m_workspace.nextRun().setFit({});
        m_fit->setText(tr("Draw a net or open a sample to see whether it fits into memory."));
        m_command->clear();
        return;
    }
    const engine::RunSettings machine = m_workspace.nextRun().machine();
    if (!m_workspace.training().isBusy()) { // a run has the processor for itself
        measureSpeed(machine.device.threads);
    }
    const engine::EngineWish& wish = machine.engine;
    m_workspace.nextRun().setFit(lookWhetherItFits(model, wish));
    m_fit->setText(m_workspace.nextRun().fit().sentence);
    m_command->showCommandOf(m_workspace.nextRun());
}

} // namespace studio

#include "moc_training_panel.cpp"
#include "training_panel.moc"
