// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/sweep_dialog.h"

#include "app/studio/queue/queue_job.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/tinted_label.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <memory>
#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

namespace studio {
namespace {

constexpr int refreshDelay = 150; ///< milliseconds
constexpr int usualTrials = 20;
const std::string firstChoice = "solver.base_lr";

} // namespace

SweepDialog::SweepDialog(SweepForm form, QueueWatch& queue, QWidget* parent)
    : QDialog(parent), m_form(std::move(form)), m_queue(queue), m_settings(settingsOf(m_form.base.job.run))
{
    setObjectName(QStringLiteral("sweepDialog"));
    setWindowTitle(tr("Try many settings"));
    auto* about =
        new QLabel(tr("Each combination of these values becomes a run of its own in the queue. All else is as "
                      "it is drawn and set for the next run."),
                   this);
    about->setWordWrap(true);
    m_cost = new QLabel(this);
    m_cost->setObjectName(QStringLiteral("sweepCost"));
    m_cost->setWordWrap(true);
    m_problem = new editor::TintedLabel(this);
    m_problem->setObjectName(QStringLiteral("sweepRefusal"));
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(about);
    m_rowArea = makeRows();
    m_choice = makeChoice();
    rows->addWidget(m_rowArea, 1);
    rows->addWidget(m_choice);
    rows->addWidget(m_cost);
    rows->addWidget(m_problem);
    rows->addWidget(makeButtons());
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshDelay);
    connect(&m_refresh, &QTimer::timeout, this, &SweepDialog::refresh);
    connect(this, &QDialog::rejected, this, [this] { m_cancel.request_stop(); });
    addRow();
    const QSize room = screen()->availableSize() - QSize(40, 60); // the frame that the desktop adds
    resize(QSize(720, 460).boundedTo(room));
    refresh();
}

SweepDialog::~SweepDialog()
{
    m_cancel.request_stop();
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
    m_trials = new editor::WholeBox(choice);
    m_trials->setObjectName(QStringLiteral("sweepTrials"));
    m_trials->setRange(0, static_cast<int>(queue::mostRuns));
    m_trials->setSpecialValueText(tr("all of them"));
    m_trials->setToolTip(tr("So many combinations drawn at random; all of them where that is 0"));
    m_seeds = new editor::WholeBox(choice);
    m_seeds->setObjectName(QStringLiteral("sweepSeeds"));
    m_seeds->setRange(1, 1000);
    m_seeds->setToolTip(tr("Each combination is trained from so many seeds: how much of a difference is luck"));
    m_early = new QCheckBox(tr("&Stop the worse runs early"), choice);
    m_early->setObjectName(QStringLiteral("sweepEarly"));
    const bool hasEnd = queue::iterationsOf(m_form.base.job.run) != engine::endless;
    m_early->setEnabled(hasEnd);
    m_early->setToolTip(hasEnd ? tr("All runs are trained for a part of their iterations, the third with the lowest "
                                    "validation loss for three times as many, and so on")
                               : tr("This shares out a run's iterations: give it some under Training"));
    form->addRow(tr("&Combinations:"), m_trials);
    form->addRow(tr("S&eeds of each:"), m_seeds);
    form->addRow(m_early);
    for (const QSpinBox* box : {m_trials, m_seeds}) {
        connect(box, &QSpinBox::valueChanged, &m_refresh, qOverload<>(&QTimer::start));
    }
    connect(m_early, &QCheckBox::toggled, &m_refresh, qOverload<>(&QTimer::start));
    return choice;
}

QWidget* SweepDialog::makeButtons()
{
    auto* buttons = new QWidget(this);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    m_fill = new QPushButton(tr("&Fill the queue"), buttons);
    m_fill->setObjectName(QStringLiteral("sweepFill"));
    m_fill->setDefault(true);
    auto* close = new QPushButton(tr("Cancel"), buttons);
    close->setAutoDefault(false);
    connect(m_fill, &QPushButton::clicked, this, &SweepDialog::fill);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    row->addStretch(1);
    row->addWidget(m_fill);
    row->addWidget(close);
    return buttons;
}

/// The first is about the learning rate, further ones about the units of a recurrent layer, until the user says.
void SweepDialog::addRow()
{
    const auto found = std::ranges::find(m_settings, firstChoice, &SweptSetting::name);
    const auto first = found == m_settings.end() ? 0 : static_cast<int>(found - m_settings.begin());
    const std::vector<engine::Layer>& layers = m_form.base.job.run.model.layers;
    const auto recurrent = std::ranges::find_if(layers, [](const engine::Layer& layer) {
        const engine::LayerType* const type = engine::findLayerType(layer.type);
        return type && type->group == engine::LayerGroup::Recurrent;
    });
    const std::string units = recurrent == layers.end() ? std::string() : recurrent->name + ".num_output";
    const auto unit = std::ranges::find(m_settings, units, &SweptSetting::name);
    const int second = unit == m_settings.end() ? first : static_cast<int>(unit - m_settings.begin());
    auto* row = new SweepRow(m_settings, m_form.base.job.run, m_rows.empty() ? first : second, this);
    m_rows.push_back(row);
    m_column->addWidget(row);
    connect(row, &SweepRow::changed, &m_refresh, qOverload<>(&QTimer::start));
    connect(row, &SweepRow::removed, this, [this, row] {
        std::erase(m_rows, row);
        row->deleteLater();
        m_refresh.start();
    });
    m_refresh.start();
}

std::optional<queue::Sweep> SweepDialog::sweep()
{
    queue::Sweep sweep{.seeds = m_seeds->value(), .stopsEarly = m_early->isChecked() && m_early->isEnabled()};
    bool isWhole = true;
    for (SweepRow* row : m_rows) {
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

std::optional<queue::Sweep> SweepDialog::refresh()
{
    if (m_isFilling) {
        return std::nullopt;
    }
    // A range has no combinations that could be counted: values are drawn from it.
    const bool hasRange = std::ranges::any_of(m_rows, &SweepRow::isRange);
    if (hasRange != (m_trials->minimum() > 0)) {
        m_trials->setMinimum(hasRange ? 1 : 0);
        m_trials->setValue(hasRange ? usualTrials : 0);
    }
    m_problem->showError({});
    const std::optional<queue::Sweep> wanted = sweep();
    m_fill->setEnabled(wanted.has_value());
    if (!wanted) {
        m_cost->setText(std::ranges::all_of(m_rows, &SweepRow::isComplete)
                            ? QString()
                            : tr("Give each setting the values to try, with commas between them."));
        return std::nullopt;
    }
    try {
        m_cost->setText(costInWords({.sweep = *wanted,
                                     .given = m_form.base.job.run,
                                     .seed = static_cast<std::uint64_t>(queue::seedOf(m_form.base.job)),
                                     .limits = m_form.limits},
                                    m_form.cost));
        return wanted;
    } catch (const engine::Error& error) {
        m_cost->clear();
        m_problem->showError(editor::inWords(error));
        m_fill->setEnabled(false);
        return std::nullopt;
    }
}

void SweepDialog::setFilling(bool isFilling)
{
    m_isFilling = isFilling;
    for (QWidget* part : {m_rowArea, m_choice, static_cast<QWidget*>(m_fill)}) {
        part->setEnabled(!isFilling);
    }
}

void SweepDialog::fill()
{
    const std::optional<queue::Sweep> wanted = refresh(); // the last change may be younger than the delay
    if (!wanted) {
        return;
    }
    setFilling(true);
    m_cost->setText(tr("The data are read, to see whether each net fits…"));
    const auto count =
        std::make_shared<int>(0); // shared with the work on the queue's thread, which is over when it is read
    const auto add = [base = m_form.base, sweep = *wanted, count,
                      cancel = m_cancel.get_token()]() mutable -> QueueWatch::Change {
        if (cancel.stop_requested()) {
            return [](queue::RunQueue&) {};
        }
        readData(base);
        if (sweep.stopsEarly && !queue::validates(base)) {
            throw engine::Error(tr("stopping the worse runs early goes by the validation loss, but nothing of the data "
                                   "is held out for validation; hold out a part, or train all runs to their end")
                                    .toStdString());
        }
        return [jobs = queue::jobsOf(sweep, base), count, cancel](queue::RunQueue& queue) {
            if (!cancel.stop_requested()) {
                queue.add(jobs);
                *count = static_cast<int>(jobs.size());
            }
        };
    };
    m_queue.prepare(add, this, [this, count](const QString& problem) {
        if (m_cancel.stop_requested() && *count == 0) {
            return;
        }
        if (problem.isEmpty()) {
            emit queued(*count);
            accept();
            return;
        }
        setFilling(false);
        refresh();
        m_problem->showError(problem);
    });
}

} // namespace studio

#include "moc_sweep_dialog.cpp"
