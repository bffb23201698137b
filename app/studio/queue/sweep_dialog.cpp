// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/sweep_dialog.h"

#include "app/contest/net_variants.h"
#include "app/studio/queue/queue_job.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/tinted_label.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/training/run/run_settings.h"

#include <algorithm>
#include <limits>
#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>
#include <utility>

namespace studio {
namespace {

constexpr int refreshDelay = 150; ///< milliseconds
constexpr int defaultTrials = 20, defaultCellSeeds = 3;
const std::string learningRate = "solver.base_lr", cell = "cell";

/// The net's own, and the best known others.
QString defaultCells(const engine::Model& model)
{
    QStringList cells = {QStringLiteral("drawn")};
    for (const char* name : {"lstm", "gru", "cell:janet"}) {
        engine::RunDescription other{.model = model};
        queue::set(other, {.layer = {}, .setting = cell}, name);
        if (other.model != model) {
            cells.append(QString::fromLatin1(name));
        }
    }
    return cells.join(QStringLiteral(", "));
}

} // namespace

SweepDialog::SweepDialog(engine::RunDescription run, std::string title, std::optional<StepCost> cost, QueueWatch& queue,
                         First first, QWidget* parent)
    : QDialog(parent),
      m_run(std::move(run)),
      m_title(std::move(title)),
      m_measured(std::move(cost)),
      m_queue(queue),
      m_settings(settingsOf(m_run)),
      m_form(new QWidget(this)),
      m_cost(new QLabel(this)),
      m_problem(new editor::TintedLabel(this))
{
    setObjectName(QStringLiteral("sweepDialog"));
    const bool ofCells =
        first == First::Cell && std::ranges::find(m_settings, cell, &SweptSetting::name) != m_settings.end();
    setWindowTitle(ofCells ? tr("Which cell?") : tr("Try many settings"));
    auto* about = new QLabel(
        tr("Each combination of these values becomes a run of its own in the queue. All else is as it is drawn "
           "and set for the next run."),
        this);
    about->setWordWrap(true);
    auto* rows = new QVBoxLayout(m_form);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(about);
    rows->addWidget(makeRows(), 1);
    rows->addWidget(makeChoice());
    m_cost->setObjectName(QStringLiteral("runsCost"));
    m_cost->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("runsProblem"));
    m_problem->showError({});
    makeButtons();
    connect(this, &QDialog::rejected, this, [this] { m_cancel.request_stop(); });
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshDelay);
    connect(&m_refresh, &QTimer::timeout, this, &SweepDialog::wanted);
    if (ofCells) {
        addRow(cell).setList(defaultCells(m_run.model));
        m_seeds->setValue(defaultCellSeeds);
    } else {
        addRow(learningRate);
    }
    m_settingRows.front()->focusList();
    wanted();
}

SweepDialog::~SweepDialog()
{
    m_cancel.request_stop();
}

void SweepDialog::makeButtons()
{
    m_start = new QPushButton(tr("&Train them"), this);
    m_start->setObjectName(QStringLiteral("runsStart"));
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &SweepDialog::start);
    connect(m_now, &QCheckBox::toggled, m_start,
            [this](bool now) { m_start->setText(now ? tr("&Train them") : tr("&Fill the queue")); });
    auto* close = new QPushButton(tr("Cancel"), this);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_start);
    buttons->addWidget(close);
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_form, 1);
    all->addWidget(m_cost);
    all->addWidget(m_problem);
    all->addLayout(buttons);
    const QSize room = screen()->availableSize() - QSize(40, 60); // the frame that the desktop adds
    resize(QSize(720, 460).expandedTo({0, sizeHint().height()}).boundedTo(room));
}

QWidget* SweepDialog::makeRows()
{
    auto* content = new QWidget;
    m_column = new QVBoxLayout;
    m_column->setContentsMargins(0, 0, 0, 0);
    auto* more = new QPushButton(editor::icon(QStringLiteral("plus")), tr("&Another setting"));
    more->setObjectName(QStringLiteral("sweepMore"));
    more->setAutoDefault(false);
    connect(more, &QPushButton::clicked, this, [this] { addRow(nextSetting()); });
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(m_column);
    rows->addWidget(more, 0, Qt::AlignLeft);
    rows->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    return scroll;
}

QWidget* SweepDialog::makeChoice()
{
    auto* choice = new QWidget(this);
    auto* form = new QFormLayout(choice);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    const auto add = [&](const char* name, const QString& label, int min, int max, const QString& tip) {
        auto* box = new editor::WholeBox(choice);
        box->setObjectName(QString::fromLatin1(name));
        box->setRange(min, max);
        box->setToolTip(tip);
        form->addRow(label, box);
        connect(box, &QSpinBox::valueChanged, &m_refresh, qOverload<>(&QTimer::start));
        return box;
    };
    const auto offer = [&](const char* name, const QString& label, const QString& tip) {
        auto* box = new QCheckBox(label, choice);
        box->setObjectName(QString::fromLatin1(name));
        box->setToolTip(tip);
        form->addRow(box);
        connect(box, &QCheckBox::toggled, &m_refresh, qOverload<>(&QTimer::start));
        return box;
    };
    constexpr int endless = std::numeric_limits<int>::max();
    m_iterations = add("runsIterations", tr("&Iterations of each:"), 0, endless,
                       tr("Each run ends after so many; at first those of the next run"));
    m_iterations->setSpecialValueText(tr("no limit"));
    const std::int64_t iterations = engine::runSettings(m_run.settings, m_run.solver).limits.iterations;
    m_given = iterations == engine::endless ? 0 : static_cast<int>(std::min<std::int64_t>(iterations, endless));
    m_iterations->setValue(m_given);
    m_trials = add("sweepTrials", tr("&Combinations:"), 0, static_cast<int>(queue::maxRuns),
                   tr("So many combinations drawn at random; all of them where that is 0"));
    m_trials->setSpecialValueText(tr("all of them"));
    m_seeds = add("sweepSeeds", tr("S&eeds of each:"), 1, 1000,
                  tr("Each combination is trained from so many seeds: how much of a difference is luck"));
    m_equal = offer("sweepEqual", tr("E&qual parameters"),
                    tr("Nets with other cells have wider or narrower layers, so that all learn as many numbers"));
    m_equal->setChecked(true);
    m_early = offer("sweepEarly", tr("&Stop the worse runs early"),
                    tr("All runs are trained for a part of their iterations, the third with the lowest validation "
                       "loss for three times as many, and so on; for runs with a limit of iterations"));
    m_now = offer("sweepNow", tr("Start at &once"), tr("Else they wait in the queue until it is started"));
    m_now->setChecked(true);
    return choice;
}

/// The units of a recurrent layer, until the user says.
std::string SweepDialog::nextSetting() const
{
    const auto recurrent = std::ranges::find_if(m_run.model.layers, [](const engine::Layer& layer) {
        const engine::LayerType* const type = engine::findLayerType(layer.type);
        return type && type->group == engine::LayerGroup::Recurrent;
    });
    return recurrent == m_run.model.layers.end() ? learningRate : recurrent->name + ".num_output";
}

SweepRow& SweepDialog::addRow(const std::string& setting)
{
    const auto found = std::ranges::find(m_settings, setting, &SweptSetting::name);
    const auto place = found == m_settings.end() ? 0 : static_cast<int>(found - m_settings.begin());
    auto* row = new SweepRow(m_settings, m_run, place, this);
    m_settingRows.push_back(row);
    m_column->addWidget(row);
    connect(row, &SweepRow::changed, &m_refresh, qOverload<>(&QTimer::start));
    connect(row, &SweepRow::removed, this, [this, row] {
        std::erase(m_settingRows, row);
        row->deleteLater();
        m_refresh.start();
    });
    m_refresh.start();
    return *row;
}

engine::RunDescription SweepDialog::run() const
{
    engine::RunDescription run = m_run;
    if (m_iterations->value() != m_given) {
        run.settings.insert_or_assign("iterations", std::int64_t{m_iterations->value()});
    }
    return run;
}

std::optional<queue::Sweep> SweepDialog::sweep()
{
    queue::Sweep sweep{.seeds = m_seeds->value(), .stopsEarly = m_early->isChecked() && m_early->isEnabled()};
    bool isWhole = true;
    for (SweepRow* row : m_settingRows) {
        const std::optional<queue::Variation> variation = row->variation();
        isWhole = isWhole && variation;
        if (!variation) {
            continue;
        }
        const bool isTwice = std::ranges::any_of(
            sweep.variations, [&](const queue::Variation& other) { return other.name() == variation->name(); });
        if (isTwice) {
            row->showProblem(tr("This setting varies in a row above; give all its values there."));
            isWhole = false;
        } else {
            sweep.variations.push_back(*variation);
        }
    }
    if (m_trials->value() > 0) {
        sweep.trials = m_trials->value();
    }
    return isWhole ? std::optional(sweep) : std::nullopt;
}

std::optional<queue::Sweep> SweepDialog::wanted()
{
    if (!m_form->isEnabledTo(this)) { // it is filling the queue
        return std::nullopt;
    }
    // A range has no combinations that could be counted: values are drawn from it.
    const bool hasRange = std::ranges::any_of(m_settingRows, &SweepRow::isRange);
    if (hasRange != (m_trials->minimum() > 0)) {
        m_trials->setMinimum(hasRange ? 1 : 0);
        m_trials->setValue(hasRange ? defaultTrials : 0);
    }
    m_early->setEnabled(m_iterations->value() > 0);
    m_equal->setVisible(std::ranges::any_of(m_settingRows, &SweepRow::isOfCell));
    m_problem->showError({});
    std::optional<queue::Sweep> asked = sweep();
    m_start->setEnabled(asked.has_value());
    if (!asked) {
        m_cost->setText(std::ranges::all_of(m_settingRows, &SweepRow::isComplete)
                            ? QString()
                            : tr("Give each setting the values to try, with commas between them."));
        return std::nullopt;
    }
    try {
        std::optional<StepCost> step = m_measured;
        if (step && m_equal->isVisibleTo(this) && m_equal->isChecked()) {
            step->flops = 0; // nets with as many parameters have about as much work
        }
        m_cost->setText(costInWords(*asked, sweepBaseOf(run(), m_title).job, step));
        return asked;
    } catch (const engine::Error& error) {
        m_cost->clear();
        m_problem->showError(editor::inWords(error));
        m_start->setEnabled(false);
        return std::nullopt;
    }
}

bool SweepDialog::startsAtOnce() const
{
    return m_now->isChecked();
}

void SweepDialog::start()
{
    const std::optional<queue::Sweep> asked = wanted(); // the last change may be younger than the delay
    if (!asked) {
        return;
    }
    m_form->setEnabled(false);
    m_start->setEnabled(false);
    m_problem->showError({});
    m_cost->setText(tr("The data are read, to see whether each net fits…"));
    queue::SweepBase base = sweepBaseOf(run(), m_title);
    base.hasEqualParameters = m_equal->isChecked();
    const auto jobs = [base, sweep = *asked]() mutable {
        readData(base);
        if (sweep.stopsEarly && !queue::validates(base)) {
            throw engine::Error(tr("stopping the worse runs early goes by the validation loss, but nothing of the data "
                                   "is held out for validation; hold out a part, or train all runs to their end")
                                    .toStdString());
        }
        return queue::jobsOf(sweep, base);
    };
    m_queue.add(jobs, m_cancel.get_token(), this, [this](const QString& problem, const QueueWatch::Runs& runs) {
        if (!runs.empty()) {
            emit queued(runs);
            accept();
        } else if (!m_cancel.stop_requested()) {
            m_form->setEnabled(true);
            wanted();
            m_problem->showError(problem);
        }
    });
}

} // namespace studio

#include "moc_sweep_dialog.cpp"
