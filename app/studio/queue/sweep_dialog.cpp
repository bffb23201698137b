// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/sweep_dialog.h"

#include "app/studio/queue/queue_job.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/tinted_label.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <utility>

namespace studio {
namespace {

constexpr int refreshDelay = 150; ///< milliseconds
constexpr int defaultTrials = 20;
const std::string firstChoice = "solver.base_lr";

} // namespace

SweepDialog::SweepDialog(engine::RunDescription run, std::string title, std::optional<StepCost> cost, QueueWatch& queue,
                         QWidget* parent)
    : RunsDialog(
          tr("Try many settings"),
          tr("Each combination of these values becomes a run of its own in the queue. All else is as it is drawn "
             "and set for the next run."),
          parent),
      m_run(std::move(run)),
      m_title(std::move(title)),
      m_measured(std::move(cost)),
      m_queue(queue),
      m_settings(settingsOf(m_run))
{
    setObjectName(QStringLiteral("sweepDialog"));
    m_rows->addWidget(makeRows(), 1);
    m_rows->addWidget(makeChoice());
    addButtons(tr("&Train them"), QSize(720, 460));
    connect(m_now, &QCheckBox::toggled, m_start,
            [this](bool now) { m_start->setText(now ? tr("&Train them") : tr("&Fill the queue")); });
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshDelay);
    connect(&m_refresh, &QTimer::timeout, this, &SweepDialog::refresh);
    addRow();
    refresh();
}

QWidget* SweepDialog::makeRows()
{
    auto* content = new QWidget;
    m_column = new QVBoxLayout;
    m_column->setContentsMargins(0, 0, 0, 0);
    auto* more = new QPushButton(editor::icon(QStringLiteral("plus")), tr("&Another setting"));
    more->setObjectName(QStringLiteral("sweepMore"));
    more->setAutoDefault(false);
    connect(more, &QPushButton::clicked, this, &SweepDialog::addRow);
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
    m_iterations = new IterationsBox(m_run, choice);
    m_trials = new editor::WholeBox(choice);
    m_trials->setObjectName(QStringLiteral("sweepTrials"));
    m_trials->setRange(0, static_cast<int>(queue::maxRuns));
    m_trials->setSpecialValueText(tr("all of them"));
    m_trials->setToolTip(tr("So many combinations drawn at random; all of them where that is 0"));
    m_seeds = new editor::WholeBox(choice);
    m_seeds->setObjectName(QStringLiteral("sweepSeeds"));
    m_seeds->setRange(1, 1000);
    m_seeds->setToolTip(tr("Each combination is trained from so many seeds: how much of a difference is luck"));
    m_early = new QCheckBox(tr("&Stop the worse runs early"), choice);
    m_early->setObjectName(QStringLiteral("sweepEarly"));
    m_early->setToolTip(tr("All runs are trained for a part of their iterations, the third with the lowest validation "
                           "loss for three times as many, and so on; for runs with a limit of iterations"));
    m_now = new QCheckBox(tr("Start at &once"), choice);
    m_now->setObjectName(QStringLiteral("sweepNow"));
    m_now->setToolTip(tr("Else they wait in the queue until it is started"));
    m_now->setChecked(true);
    form->addRow(tr("&Iterations of each:"), m_iterations);
    form->addRow(tr("&Combinations:"), m_trials);
    form->addRow(tr("S&eeds of each:"), m_seeds);
    form->addRow(m_early);
    form->addRow(m_now);
    for (const QSpinBox* box : {static_cast<QSpinBox*>(m_iterations), m_trials, m_seeds}) {
        connect(box, &QSpinBox::valueChanged, &m_refresh, qOverload<>(&QTimer::start));
    }
    connect(m_early, &QCheckBox::toggled, &m_refresh, qOverload<>(&QTimer::start));
    return choice;
}

/// The first is about the learning rate, further ones about the units of a recurrent layer, until the user says.
void SweepDialog::addRow()
{
    const auto found = std::ranges::find(m_settings, firstChoice, &SweptSetting::name);
    const auto first = found == m_settings.end() ? 0 : static_cast<int>(found - m_settings.begin());
    const std::vector<engine::Layer>& layers = m_run.model.layers;
    const auto recurrent = std::ranges::find_if(layers, [](const engine::Layer& layer) {
        const engine::LayerType* const type = engine::findLayerType(layer.type);
        return type && type->group == engine::LayerGroup::Recurrent;
    });
    const std::string units = recurrent == layers.end() ? std::string() : recurrent->name + ".num_output";
    const auto unit = std::ranges::find(m_settings, units, &SweptSetting::name);
    const int second = unit == m_settings.end() ? first : static_cast<int>(unit - m_settings.begin());
    auto* row = new SweepRow(m_settings, m_run, m_settingRows.empty() ? first : second, this);
    m_settingRows.push_back(row);
    m_column->addWidget(row);
    connect(row, &SweepRow::changed, &m_refresh, qOverload<>(&QTimer::start));
    connect(row, &SweepRow::removed, this, [this, row] {
        std::erase(m_settingRows, row);
        row->deleteLater();
        m_refresh.start();
    });
    m_refresh.start();
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
    if (isFilling()) {
        return std::nullopt;
    }
    // A range has no combinations that could be counted: values are drawn from it.
    const bool hasRange = std::ranges::any_of(m_settingRows, &SweepRow::isRange);
    if (hasRange != (m_trials->minimum() > 0)) {
        m_trials->setMinimum(hasRange ? 1 : 0);
        m_trials->setValue(hasRange ? defaultTrials : 0);
    }
    m_early->setEnabled(m_iterations->value() > 0);
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
        m_cost->setText(costInWords(*asked, sweepBaseOf(m_iterations->run(), m_title).job, m_measured));
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
    fill(m_queue, [base = sweepBaseOf(m_iterations->run(), m_title), sweep = *asked]() mutable {
        readData(base);
        if (sweep.stopsEarly && !queue::validates(base)) {
            throw engine::Error(tr("stopping the worse runs early goes by the validation loss, but nothing of the data "
                                   "is held out for validation; hold out a part, or train all runs to their end")
                                    .toStdString());
        }
        return queue::jobsOf(sweep, base);
    });
}

} // namespace studio

#include "moc_sweep_dialog.cpp"
