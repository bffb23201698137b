// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/training_panel.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/run_form.h"
#include "app/studio/panels/starvation_words.h"
#include "app/studio/session/command_line.h"
#include "app/studio/workspace/importer.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/looks/theme.h"
#include "engine/backends/engine_choices.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"

#include <algorithm>
#include <cmath>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QStandardItemModel>
#include <QThread>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr int planDelay = 150; ///< milliseconds
constexpr auto dash = "–";

QString inNumbers(double value, int digits)
{
    return std::isfinite(value) ? QLocale().toString(value, 'f', digits) : QString::fromUtf8(dash);
}

/// "1:02:03", "4:05".
QString inTime(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0) {
        return QString::fromUtf8(dash);
    }
    const auto all = static_cast<qint64>(std::llround(seconds));
    const auto padded = [](qint64 number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    const qint64 hours = all / 3600, minutes = all / 60 % 60;
    return hours > 0 ? QStringLiteral("%1:%2:%3").arg(hours).arg(padded(minutes), padded(all % 60))
                     : QStringLiteral("%1:%2").arg(minutes).arg(padded(all % 60));
}

QString inTime(const std::optional<double>& seconds)
{
    return inTime(seconds.value_or(-1));
}

/// What somebody may choose, with the name that files and the terminal have for it.
void addPrecisions(QComboBox& box)
{
    box.addItem(TrainingPanel::tr("Automatic"), QStringLiteral("auto"));
    for (const engine::Precision one :
         {engine::Precision::Float32, engine::Precision::Tf32, engine::Precision::Bfloat16}) {
        const QString name = QString::fromUtf8(engine::nameOf(one).data());
        box.addItem(name, name);
    }
}

/// As it is chosen; "auto" where it is not.
std::string precisionOf(const RunChoice& choice)
{
    const auto found = choice.settings.find("precision");
    return found == choice.settings.end() ? "auto" : std::get<std::string>(found->second);
}

void showPrecisionNamed(QComboBox& box, const std::string& name)
{
    box.setCurrentIndex(std::max(0, box.findData(QString::fromStdString(name))));
}

} // namespace

TrainingPanel::TrainingPanel(Workspace& workspace, TrainingActions& actions, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_actions(actions)
{
    QVBoxLayout& rows = addScrolledRows(*this);
    buildControls(rows);
    buildFigures(rows);
    buildChoice(rows);
    buildCommand(rows);
    rows.addStretch();

    m_plan.setSingleShot(true);
    m_plan.setInterval(planDelay);
    connect(&m_plan, &QTimer::timeout, this, &TrainingPanel::refreshPlan);
    connect(&workspace.document(), &editor::Document::changed, this, [this] { m_plan.start(); });
    connect(&workspace, &Workspace::choiceChanged, this, &TrainingPanel::refreshChoice);
    connect(&workspace, &Workspace::fileChanged, this, [this] { m_plan.start(); });
    connect(&workspace, &Workspace::staleChanged, this, &TrainingPanel::refreshState);
    connect(&workspace, &Workspace::opened, this, [this] {
        m_problem->hide();
        showProgress({});
        refreshState();
    });
    TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, [this] {
        if (m_workspace.training().state() == TrainingSession::State::Running) {
            m_problem->hide(); // it goes on after a failure
        }
        refreshState();
    });
    connect(&training, &TrainingSession::started, this, [this](const TrainingStart& start) {
        m_problem->hide();
        m_gpu.begin(start.busId);
    });
    connect(&training, &TrainingSession::progressed, this, &TrainingPanel::showProgress);
    connect(&training, &TrainingSession::failed, this, &TrainingPanel::showProblem);
    connect(&training, &TrainingSession::troubled, this, &TrainingPanel::showProblem);
    connect(&training, &TrainingSession::ended, this, [this](engine::EndReason reason, const QString& detail) {
        if (reason == engine::EndReason::Diverged) {
            showProblem(tr("The run diverged: %1. Go back to the best checkpoint, or try a lower learning rate or "
                           "stronger gradient clipping.")
                            .arg(detail));
        }
    });
    connect(&actions, &TrainingActions::refused, this, &TrainingPanel::showProblem);
    refreshChoice();
    refreshState();
}

void TrainingPanel::buildControls(QVBoxLayout& rows)
{
    auto* buttons = new QHBoxLayout;
    for (QAction* action : {m_actions.train, m_actions.pause, m_actions.step, m_actions.stop, m_actions.resume}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setIconSize({20, 20});
        button->setToolButtonStyle(action == m_actions.train ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    rows.addLayout(buttons);
    m_state = new QLabel(this);
    m_state->setWordWrap(true);
    rows.addWidget(m_state);
    m_bar = new QProgressBar(this);
    m_bar->setAccessibleName(tr("Progress of the run"));
    rows.addWidget(m_bar);
    m_stale =
        new QLabel(tr("The drawing has changed since this run began. The run still trains the earlier drawing; stop "
                      "it and press Train to use the new one."),
                   this);
    m_stale->setWordWrap(true);
    m_stale->setObjectName(QStringLiteral("warning"));
    m_stale->hide();
    rows.addWidget(m_stale);
    m_starved = new QLabel(this);
    m_starved->setWordWrap(true);
    m_starved->setObjectName(QStringLiteral("starved"));
    m_starved->hide();
    rows.addWidget(m_starved);
    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->hide();
    rows.addWidget(m_problem);
}

void TrainingPanel::noteReading(const engine::DeviceReading& reading)
{
    const TrainingSession& training = m_workspace.training();
    if (training.state() != State::Running) {
        m_gpu.forget();
        showStarvation({});
        return;
    }
    const RunCurve& curve = training.record().curve;
    m_gpu.add(reading, {.elapsed = training.progressNow().elapsed,
                        .trained = curve.empty() ? 0 : curve.seconds(curve.size() - 1)});
    if (const std::optional<engine::GpuUse> use = useOfGpu()) {
        const std::optional<engine::Starvation> found = engine::starvation(*use);
        showStarvation(found);
        if (found) {
            emit starved(*found);
        }
    }
}

/// With what only the run's settings tell.
std::optional<engine::GpuUse> TrainingPanel::useOfGpu() const
{
    const TrainingSession& training = m_workspace.training();
    std::optional<engine::GpuUse> use = m_gpu.use();
    if (use) {
        use->hasFused = m_hasFused && training.begun().engine != "FUSED";
        use->recordsSteps = planOf(training.request()).device.graphs;
        use->secondsLeft = training.progressNow().secondsLeft;
    }
    return use;
}

void TrainingPanel::showStarvation(const std::optional<engine::Starvation>& starvation)
{
    m_starved->setVisible(starvation.has_value());
    if (!starvation) {
        return;
    }
    QStringList words = {starvationWords(*starvation)};
    for (const engine::Starvation::Remedy remedy : starvation->remedies) {
        words += remedyWords(remedy);
    }
    m_starved->setText(words.join(QLatin1Char(' ')));
}

QLabel* TrainingPanel::figure(QGridLayout& grid, int row, int column, const QString& name, QLabel** heading)
{
    auto* label = new QLabel(name, this);
    if (heading) {
        *heading = label;
    }
    label->setForegroundRole(QPalette::PlaceholderText);
    auto* value = new QLabel(QString::fromUtf8(dash), this);
    value->setAccessibleName(name);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid.addWidget(label, 2 * row, column);
    QFont font = value->font();
    font.setPointSizeF(font.pointSizeF() * 1.15);
    value->setFont(font);
    grid.addWidget(value, 2 * row + 1, column);
    return value;
}

void TrainingPanel::buildFigures(QVBoxLayout& rows)
{
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(0);
    m_loss = figure(*grid, 0, 0, tr("Loss, nats"), &m_lossName);
    m_validation = figure(*grid, 0, 1, tr("Validation"));
    m_best = figure(*grid, 0, 2, tr("Best"));
    m_speed = figure(*grid, 1, 0, tr("Characters/s"), &m_speedName);
    m_step = figure(*grid, 1, 1, tr("ms a step"));
    m_elapsed = figure(*grid, 1, 2, tr("Elapsed"));
    m_left = figure(*grid, 2, 0, tr("Remaining"));
    m_toTarget = figure(*grid, 2, 1, tr("To target"));
    m_metric = figure(*grid, 2, 2, tr("Accuracy"), &m_metricName);
    m_epoch = figure(*grid, 3, 0, tr("Epoch"));
    m_epochTime = figure(*grid, 3, 1, tr("Time an epoch"));
    rows.addLayout(grid);
}

void TrainingPanel::buildChoice(QVBoxLayout& rows)
{
    rows.addWidget(sectionTitle(tr("The next run"), this));
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_engine = new QComboBox(this);
    m_engine->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    form->addRow(tr("&Engine:"), m_engine);
    m_precision = new QComboBox(this);
    m_engine->setObjectName(QStringLiteral("engine"));
    m_precision->setObjectName(QStringLiteral("precision"));
    m_precision->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addPrecisions(*m_precision);
    form->addRow(tr("P&recision:"), m_precision);
    m_layers = new QLabel(this);
    m_layers->setObjectName(QStringLiteral("layerEngines"));
    m_layers->setAccessibleName(tr("Engine of each layer"));
    m_layers->setWordWrap(true);
    m_layers->setTextFormat(Qt::PlainText);
    m_layers->setTextInteractionFlags(Qt::TextSelectableByMouse);
    form->addRow(tr("Will run:"), m_layers);
    form->addRow(tr("First weights:"), firstWeightsRow());
    rows.addLayout(form);
    rows.addWidget(new RunForm(m_workspace, this));
    m_fit = new QLabel(this);
    m_fit->setWordWrap(true);
    rows.addWidget(m_fit);
    connect(m_engine, &QComboBox::activated, this, &TrainingPanel::chosen);
    connect(m_precision, &QComboBox::activated, this, [this] {
        const std::string name = m_precision->currentData().toString().toStdString();
        m_workspace.nextRun().set("precision", name == "auto" ? std::nullopt : std::optional<engine::ParamValue>(name));
    });
}

QWidget* TrainingPanel::firstWeightsRow()
{
    auto* row = new QWidget(this);
    auto* columns = new QHBoxLayout(row);
    columns->setContentsMargins(0, 0, 0, 0);
    m_firstWeights = new QLabel(row);
    m_firstWeights->setAccessibleName(tr("First weights"));
    m_firstWeights->setWordWrap(true);
    m_firstWeights->setSizePolicy(QSizePolicy::Ignored,
                                  QSizePolicy::Preferred); // a long name is cut, not the panel wide
    const auto button = [&](const QString& icon, const QString& tip) {
        auto* made = new QToolButton(row);
        made->setIcon(editor::icon(icon));
        made->setAutoRaise(true);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        return made;
    };
    m_import = button(QStringLiteral("import"), tr("Import weights to start from"));
    m_forget = button(QStringLiteral("close"), tr("Start from drawn weights again"));
    columns->addWidget(m_firstWeights, 1);
    columns->addWidget(m_import);
    columns->addWidget(m_forget);
    connect(m_import, &QToolButton::clicked, this, &TrainingPanel::importRequested);
    connect(m_forget, &QToolButton::clicked, this, [this] { m_workspace.importer().forgetFirstWeights(); });
    return row;
}

/// What the next run starts from.
void TrainingPanel::refreshFirstWeights()
{
    const RunChoice& choice = m_workspace.nextRun().choice();
    const bool drawn = choice.firstWeights.empty();
    const auto nameOf = [](const std::string& file) {
        return QString::fromStdString(std::filesystem::path(file).filename().string());
    };
    m_firstWeights->setText(drawn ? tr("random, as each layer says")
                            : choice.solverState.empty()
                                ? nameOf(choice.firstWeights)
                                : tr("%1 with %2").arg(nameOf(choice.firstWeights), nameOf(choice.solverState)));
    m_firstWeights->setToolTip(drawn ? QString()
                                     : QString::fromStdString(choice.firstWeights +
                                                              (choice.solverState.empty() ? "" : "\n") +
                                                              choice.solverState));
    m_forget->setVisible(!drawn);
    const bool free = m_workspace.files().isOpen() && !m_workspace.training().isBusy();
    m_import->setEnabled(free);
    m_forget->setEnabled(free);
}

void TrainingPanel::buildCommand(QVBoxLayout& rows)
{
    auto* label = sectionTitle(tr("The same in a ter&minal"), this);
    rows.addWidget(label);
    auto* row = new QHBoxLayout;
    m_command = new QLineEdit(this);
    m_command->setReadOnly(true);
    label->setBuddy(m_command);
    auto* copy = new QToolButton(this);
    copy->setIcon(editor::icon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy the command"));
    copy->setAccessibleName(tr("Copy the command"));
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_command->text()); });
    row->addWidget(m_command, 1);
    row->addWidget(copy);
    rows.addLayout(row);
}

void TrainingPanel::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->show();
}

void TrainingPanel::refreshState()
{
    const TrainingSession& training = m_workspace.training();
    const QLocale locale;
    const TrainingProgress& progress = training.progressNow();
    const QString iteration = locale.toString(static_cast<qlonglong>(progress.iteration));
    switch (training.state()) {
    case State::Idle: {
        const RunRecord* run = m_workspace.runs().shown();
        m_state->setText(run && !run->ending.empty()
                             ? tr("%1 finished: %2").arg(QString::fromStdString(run->name), endingInWords(run->ending))
                             : tr("Nothing is training. F5 starts."));
        break;
    }
    case State::Starting:
        m_state->setText(tr("Starting…"));
        break;
    case State::Running:
        m_state->setText(tr("Training on %1 with %2: %3")
                             .arg(QString::fromStdString(training.begun().device),
                                  QString::fromStdString(training.begun().engine), progressInWords(progress)));
        break;
    case State::Paused:
        m_state->setText(tr("Paused at iteration %1").arg(iteration));
        break;
    case State::Stopping:
        m_state->setText(tr("Stopping and saving…"));
        break;
    }
    m_stale->setVisible(m_workspace.nextRun().isStale());
    const bool busy = training.isBusy();
    m_bar->setVisible(busy);
    for (QWidget* field : std::initializer_list<QWidget*>{m_engine, m_precision}) {
        field->setEnabled(m_workspace.files().isOpen() && !busy);
    }
    refreshFirstWeights();
    showHeadings();
}

/// "iteration 90 of 189"; where the end is one of epochs, "epoch 2 of 3, iteration 90".
QString TrainingPanel::progressInWords(const TrainingProgress& progress) const
{
    const QLocale locale;
    const QString iteration = locale.toString(static_cast<qlonglong>(progress.iteration));
    const std::optional<std::int64_t>& epochs = m_workspace.training().limits().epochs;
    const bool reads = m_workspace.training().begun().readsText;
    if (epochs || !reads) {
        const auto now = static_cast<qlonglong>(std::floor(progress.epoch)) + 1;
        const auto last = static_cast<qlonglong>(std::ceil(progress.epochs - 1e-9));
        const QString epoch = locale.toString(last > 0 ? std::min(now, last) : now);
        return last > 0 ? tr("epoch %1 of %2, iteration %3").arg(epoch, locale.toString(last), iteration)
                        : tr("epoch %1, iteration %2").arg(epoch, iteration);
    }
    return progress.iterations > 0
               ? tr("iteration %1 of %2").arg(iteration, locale.toString(static_cast<qlonglong>(progress.iterations)))
               : tr("iteration %1").arg(iteration);
}

/// A text is counted in characters and nats, sequences in none of them.
void TrainingPanel::showHeadings()
{
    const TrainingSession& training = m_workspace.training();
    const bool text = training.isBusy() ? training.record().readsText
                                        : !engine::learnsSequences(m_workspace.document().derived().model);
    const auto head = [](QLabel* heading, QLabel* value, const QString& words) {
        heading->setText(words);
        value->setAccessibleName(words);
    };
    head(m_lossName, m_loss, text ? tr("Loss, nats") : tr("Loss"));
    head(m_speedName, m_speed, text ? tr("Characters/s") : tr("Sequences/s"));
}

/// The first one that a validation tells of: of bits per character the loss says it all.
void TrainingPanel::showMetric(const std::vector<engine::Metric>& metrics)
{
    const auto metric = std::find_if(metrics.begin(), metrics.end(),
                                     [](const engine::Metric& one) { return one.name != "bits_per_char"; });
    if (metric == metrics.end()) {
        m_metric->setText(QString::fromUtf8(dash));
        return;
    }
    const bool share = engine::moreIsBetter(metric->name) && metric->name != "r2";
    m_metricName->setText(metric->name == "accuracy" ? tr("Accuracy") : QString::fromStdString(metric->name).toUpper());
    m_metric->setAccessibleName(m_metricName->text());
    m_metric->setText(share ? tr("%1 %").arg(inNumbers(100 * metric->value, 2)) : inNumbers(metric->value, 4));
}

void TrainingPanel::showProgress(const TrainingProgress& progress)
{
    constexpr int barSteps = 1000;
    m_bar->setRange(0, progress.iterations > 0 ? barSteps : 0);
    if (progress.iterations > 0) {
        m_bar->setValue(static_cast<int>(barSteps * progress.iteration / progress.iterations));
    }
    const double none = std::nan("");
    const bool any = progress.iteration > 0;
    m_loss->setText(inNumbers(any ? progress.loss : none, 4));
    m_validation->setText(inNumbers(progress.validationLoss.value_or(none), 4));
    m_best->setText(inNumbers(progress.bestValidationLoss.value_or(none), 4));
    m_speed->setText(inNumbers(any ? progress.charsPerSecond : none, 0));
    m_step->setText(inNumbers(any ? progress.millisecondsPerStep : none, 1));
    m_elapsed->setText(inTime(any ? progress.elapsed : none));
    m_left->setText(inTime(progress.secondsLeft));
    m_toTarget->setText(inTime(progress.secondsToTarget));
    m_epoch->setText(inNumbers(any ? progress.epoch : none, 2));
    m_epochTime->setText(any && progress.secondsPerEpoch > 0
                             ? progress.secondsPerEpoch < 60 ? tr("%1 s").arg(inNumbers(progress.secondsPerEpoch, 1))
                                                             : inTime(progress.secondsPerEpoch)
                             : QString::fromUtf8(dash));
    showMetric(progress.metrics);
    refreshState();
}

void TrainingPanel::refreshChoice()
{
    showPrecisionNamed(*m_precision, precisionOf(m_workspace.nextRun().choice()));
    refreshFirstWeights();
    m_plan.start();
}

void TrainingPanel::chosen()
{
    RunChoice choice = m_workspace.nextRun().choice();
    const auto take = [&](const char* key, const std::string& value, const std::string& plain) {
        choice.settings.erase(key);
        if (value != plain) {
            choice.settings.emplace(key, value);
        }
    };
    if (const QStringList chosen = m_engine->currentData().toStringList(); chosen.size() == 2) {
        take("engine", chosen[0].toStdString(), asLayersSay().toStdString());
        take("device", chosen[1].toStdString(), "auto");
    }
    m_workspace.nextRun().setChoice(choice);
}

/// How fast this processor multiplies, for an estimate of a step: measured once for each number of threads, apart from
/// the screen, and not while a run has the processor for itself.
void TrainingPanel::measureSpeed(int threads)
{
    if (m_workspace.training().isBusy()) {
        return;
    }
    m_speedThreads = threads;
    m_productSpeed.reset();
    m_measuring = std::jthread([this, threads] {
        const double speed = productSpeed(threads);
        QMetaObject::invokeMethod(
            this,
            [this, speed, threads] {
                if (threads == m_speedThreads && speed > 0) {
                    m_productSpeed = speed;
                    m_plan.start();
                }
            },
            Qt::QueuedConnection);
    });
}

/// The devices of a kind that can be taken; the kind itself where there are not several.
QStringList TrainingPanel::devicesOf(const std::string& kind) const
{
    QStringList names;
    for (const engine::DeviceChoice& device : m_devices) {
        if (!kind.empty() && !device.refusal && device.name.starts_with(kind)) {
            names << QString::fromStdString(device.name);
        }
    }
    return names.size() > 1 ? names : QStringList(QString::fromStdString(kind));
}

/// What the list of engines has for a run that names none. Without a layer that names one, that is the fastest.
QString TrainingPanel::asLayersSay() const
{
    const bool named = std::ranges::any_of(m_workspace.document().derived().model.layers, [](const auto& layer) {
        const auto engine = layer.params.find("engine");
        return engine != layer.params.end() && engine->second != engine::ParamValue(std::string("DEFAULT"));
    });
    return named ? QString() : QStringLiteral("DEFAULT");
}

void TrainingPanel::addEngine(const engine::EngineChoice& choice, const QString& device)
{
    const bool anywhere = choice.device.empty();
    const QString name = QString::fromStdString(choice.name);
    m_engine->addItem(anywhere ? tr("Fastest (DEFAULT)") : tr("%1 on %2").arg(name, device),
                      QStringList{name, anywhere ? QStringLiteral("auto") : device});
    const int row = m_engine->count() - 1;
    QString tip = QCoreApplication::translate("Engines", choice.about.c_str());
    if (choice.refusal) {
        tip = tr("%1\nNot here: %2").arg(tip, QCoreApplication::translate("Engines", choice.refusal->c_str()));
        qobject_cast<QStandardItemModel*>(m_engine->model())->item(row)->setEnabled(false);
    }
    m_engine->setItemData(row, tip, Qt::ToolTipRole);
}

/// What the next run is to take, which may be none of the engines' usual places: the fastest, but on the CPU.
void TrainingPanel::showEngine()
{
    const engine::RunPlan machine = m_workspace.nextRun().machine();
    const QString engine = machine.engine ? QString::fromStdString(*machine.engine) : asLayersSay(),
                  device = QString::fromStdString(machine.device.name);
    int row = 0;
    while (row < m_engine->count()) {
        const QStringList one = m_engine->itemData(row).toStringList();
        if (one[0] == engine && one[1].compare(device, Qt::CaseInsensitive) == 0) {
            break;
        }
        ++row;
    }
    if (row == m_engine->count()) {
        m_engine->addItem(tr("%1 on %2").arg(engine, device), QStringList{engine, device});
    }
    m_engine->setCurrentIndex(row);
    m_engine->setToolTip(m_engine->itemData(row, Qt::ToolTipRole).toString());
}

/// What can be chosen at that place, and what the choice comes to there; null: there is none.
void TrainingPanel::showPrecision(const engine::RunPlace* place)
{
    for (int row = 0; row < m_precision->count(); ++row) {
        const auto one = engine::precisionNamed(m_precision->itemData(row).toString().toStdString());
        QString tip = one ? QCoreApplication::translate("Engines", engine::meaningOf(*one))
                          : tr("The quickest that costs no learning: bf16 where the device multiplies it in hardware");
        const std::optional<std::string> refusal =
            one && place != nullptr && place->refusal ? place->refusal(*one) : std::nullopt;
        if (refusal) {
            tip = tr("%1\nNot here: %2").arg(tip, QCoreApplication::translate("Engines", refusal->c_str()));
        }
        qobject_cast<QStandardItemModel*>(m_precision->model())->item(row)->setEnabled(!refusal);
        m_precision->setItemData(row, tip, Qt::ToolTipRole);
    }
    const bool isAuto = !engine::precisionNamed(precisionOf(m_workspace.nextRun().choice()));
    m_precision->setItemText(0, place != nullptr && isAuto
                                    ? tr("Automatic: %1").arg(QString::fromUtf8(nameOf(place->precision).data()))
                                    : tr("Automatic"));
    showPrecisionNamed(*m_precision, precisionOf(m_workspace.nextRun().choice()));
    m_precision->setToolTip(m_precision->currentData(Qt::ToolTipRole).toString());
}

/// The first few in the form, all of them in the tooltip.
void TrainingPanel::showLayers(const std::vector<engine::LayerEngine>& layers)
{
    constexpr int most = 4;
    QStringList lines;
    for (const std::string& line : engine::inWords(layers)) {
        lines << QString::fromStdString(line);
    }
    m_layers->setToolTip(lines.size() > most ? lines.join(QLatin1Char('\n')) : QString());
    if (lines.size() > most) {
        const auto more = static_cast<int>(lines.size()) - most;
        lines = lines.first(most) << tr("and %n more", nullptr, more);
    }
    m_layers->setText(lines.isEmpty() ? QString::fromUtf8(dash) : lines.join(QLatin1Char('\n')));
}

/// The size table counts what this counts.
void TrainingPanel::lookWhetherItFits(const engine::Model& model, const engine::EngineWish& wish)
{
    try {
        const engine::RunPlace place = engine::placeFor(m_workspace.nextRun().machine().device, wish);
        showPrecision(&place);
        showLayers(engine::layerEngines(model, place, wish));
        const std::optional<double> speed = place.host ? std::nullopt : m_productSpeed;
        m_willFit = willItFit(model, m_workspace.document().content().solver, place, wish, speed);
        if (!m_willFit.countedFor.isEmpty()) {
            m_workspace.document().setMemoryOf(m_willFit.countedFor, engine::memoryAt(place, wish));
        }
    } catch (const engine::UnavailableError& why) {
        m_willFit = refusedFit(QString::fromUtf8(why.what()));
        showPrecision(nullptr);
        showLayers({});
    }
}

void TrainingPanel::refreshPlan()
{
    const engine::Model& model = m_workspace.document().derived().model;
    refreshState(); // a drawing may have become one of sequences
    const QSignalBlocker quiet(m_engine);
    m_engine->clear();
    if (m_devices.empty()) {
        m_devices = engine::deviceChoices();
    }
    m_hasFused = false;
    if (asLayersSay().isEmpty()) {
        m_engine->addItem(tr("As each layer says"), QStringList{QString(), QStringLiteral("auto")});
        m_engine->setItemData(0, tr("Each layer has the engine that its settings name."), Qt::ToolTipRole);
    }
    for (const engine::EngineChoice& choice : engine::engineChoices(model)) {
        m_hasFused = m_hasFused || (choice.name == "FUSED" && !choice.refusal);
        for (const QString& device : devicesOf(choice.device)) {
            addEngine(choice, device);
        }
    }
    showEngine();
    if (m_workspace.document().content().nodes.empty()) {
        m_willFit = {};
        showPrecision(nullptr);
        showLayers({});
        emit fitChanged();
        m_fit->setText(tr("Draw a net or open a sample: then this says whether it fits."));
        m_command->clear();
        return;
    }
    const engine::RunPlan machine = m_workspace.nextRun().machine();
    const int threads = machine.device.threads;
    if (threads != m_speedThreads) {
        measureSpeed(threads);
    }
    const engine::EngineWish& wish = machine.engine;
    lookWhetherItFits(model, wish);
    m_fit->setText(m_willFit.sentence);
    emit fitChanged();
    try {
        m_command->setText(QString::fromStdString(commandLine(m_workspace.nextRun().request())));
        m_command->setCursorPosition(0);
        m_command->setToolTip(m_workspace.nextRun().hasModelFile()
                                  ? QString()
                                  : tr("net.prototxt is what File › Export writes of this drawing"));
    } catch (const engine::Error&) {
        m_command->clear(); // the problem list says what is missing
    }
}

} // namespace studio
