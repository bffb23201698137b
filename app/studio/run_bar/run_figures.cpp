// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/run_figures.h"

#include "app/studio/plots/words.h"
#include "app/studio/session/run_record.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <cmath>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr int barSteps = 1000, barHeight = 4;
constexpr int space = 18; ///< between two figures

QString lossOf(double loss)
{
    return std::isfinite(loss) ? QLocale().toString(loss, 'f', engine::lossDigits(loss)) : QStringLiteral("–");
}

QString stateInWords(State state, const QString& otherwise)
{
    switch (state) {
    case State::Starting:
        return RunFigures::tr("Starting…");
    case State::Paused:
        return RunFigures::tr("Paused");
    case State::Stopping:
        return RunFigures::tr("Stopping…");
    case State::Idle:
    case State::Running:
        break;
    }
    return otherwise;
}

} // namespace

RunFigures::RunFigures(QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space);
    m_howFar = add(*row, QStringLiteral("howFar"), tr("Iteration"));
    m_bar = editor::described(new QProgressBar(this), {.title = tr("Progress of the run")});
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(barHeight);
    m_howFar.box->layout()->addWidget(m_bar);
    m_left = add(*row, QStringLiteral("timeLeft"), tr("Time left"));
    m_loss = add(*row, QStringLiteral("trainingLoss"), tr("Loss, last 100"));
    m_validation = add(*row, QStringLiteral("validationLoss"), tr("Validation"));
    m_metric = add(*row, QStringLiteral("metric"), {});
    m_best = add(*row, QStringLiteral("bestLoss"), tr("Best"));
    m_speed = add(*row, QStringLiteral("speed"), tr("Speed"));
    m_toTarget = add(*row, QStringLiteral("toTarget"), tr("To target"));
    m_elapsed = add(*row, QStringLiteral("elapsed"), tr("Elapsed"));
    m_step = add(*row, QStringLiteral("stepTime"), tr("ms per step"));
    m_count = add(*row, QStringLiteral("otherCount"), {});
    m_epochTime = add(*row, QStringLiteral("epochTime"), tr("Time per epoch"));
    m_loss.box->setToolTip(tr("Mean training loss of the last 100 iterations"));
    m_validation.box->setToolTip(tr("Latest loss on the held-out data"));
    m_metric.box->setToolTip(tr("Of the latest validation"));
    m_best.box->setToolTip(tr("Best validation, and its iteration"));
}

RunFigures::Figure RunFigures::add(QHBoxLayout& row, const QString& objectName, const QString& name)
{
    Figure figure{.box = new QWidget(this), .name = new QLabel(name), .value = new QLabel};
    figure.name->setForegroundRole(QPalette::PlaceholderText);
    figure.value->setObjectName(objectName);
    figure.value->setAccessibleName(name);
    auto* rows = editor::inColumn(figure.box, {figure.name, figure.value}, QMargins(), 0);
    rows->setAlignment(Qt::AlignTop);
    row.addWidget(figure.box);
    return figure;
}

/// A figure keeps the room that it once had in a run: those beside it do not jump at each digit.
void RunFigures::setValue(const Figure& figure, const QString& value)
{
    figure.value->setText(value);
    const int needed = figure.value->sizeHint().width();
    if (needed > figure.value->minimumWidth()) {
        figure.value->setMinimumWidth(needed);
        figure.box->updateGeometry(); // sizeHint() counts it at once
    }
}

/// Those that matter most first.
std::vector<const RunFigures::Figure*> RunFigures::figures() const
{
    return {&m_howFar, &m_loss,     &m_speed,   &m_validation, &m_metric, &m_best,
            &m_left,   &m_toTarget, &m_elapsed, &m_step,       &m_count,  &m_epochTime};
}

QSize RunFigures::sizeHint() const
{
    QSize size(-space, 0);
    for (const Figure* figure : figures()) {
        if (figure->exists) {
            const QSize box = figure->box->sizeHint();
            size = {size.width() + space + box.width(), std::max(size.height(), box.height())};
        }
    }
    return size;
}

QSize RunFigures::minimumSizeHint() const
{
    return {m_howFar.box->sizeHint().width(), sizeHint().height()};
}

void RunFigures::fit()
{
    int room = width() + space;
    QStringList hidden;
    for (const Figure* figure : figures()) {
        room -= figure->exists ? figure->box->sizeHint().width() + space : 0;
        const bool fits = room >= 0 || figure == &m_howFar;
        figure->box->setVisible(figure->exists && fits);
        if (figure->exists && !fits) {
            hidden << tr("%1: %2", "a figure and its value").arg(figure->name->text(), figure->value->text());
        }
    }
    setToolTip(hidden.join(u'\n'));
}

void RunFigures::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void RunFigures::show(const TrainingSession& training)
{
    if (training.state() == State::Starting) {
        for (const Figure* figure : figures()) {
            figure->value->setMinimumWidth(0);
        }
    }
    const TrainingProgress& progress = training.progressNow();
    showHowFar(training);
    showLosses(training);
    showTimes(progress);
    const QString speed = QLocale().toString(progress.charsPerSecond, 'f', 0);
    setValue(m_speed, speedInWords(speed, *training.run().start.kind));
    updateGeometry();
    fit();
}

void RunFigures::showTimes(const TrainingProgress& progress)
{
    const QLocale locale;
    const QString none = QStringLiteral("–");
    setValue(m_left, progress.secondsLeft ? durationOf(*progress.secondsLeft) : none);
    m_toTarget.exists = progress.secondsToTarget.has_value();
    setValue(m_toTarget, durationOf(progress.secondsToTarget.value_or(0)));
    setValue(m_elapsed, durationOf(progress.elapsed));
    setValue(m_step, progress.iteration > 0 ? locale.toString(progress.millisecondsPerStep, 'f', 1) : none);
    m_epochTime.exists = progress.secondsPerEpoch > 0;
    setValue(m_epochTime, progress.secondsPerEpoch < 60
                              ? tr("%1 s").arg(locale.toString(progress.secondsPerEpoch, 'f', 1))
                              : durationOf(progress.secondsPerEpoch));
}

void RunFigures::showHowFar(const TrainingSession& training)
{
    const TrainingProgress& progress = training.progressNow();
    const QLocale locale;
    const auto count = [&](std::int64_t number) { return locale.toString(static_cast<qlonglong>(number)); };
    const bool inEpochs = training.run().start.kind->inEpochs && progress.epochs > 0;
    m_count.exists = inEpochs || progress.secondsPerEpoch > 0;
    m_count.name->setText(inEpochs ? tr("Iteration") : tr("Epoch"));
    m_count.value->setAccessibleName(m_count.name->text());
    setValue(m_count, inEpochs ? count(progress.iteration) : locale.toString(progress.epoch, 'f', 2));
    m_howFar.name->setText(training.run().pacing && training.state() == TrainingSession::State::Running
                               ? tr("Cooling: %1 °C").arg(locale.toString(training.run().pacing->celsius, 'f', 0))
                               : stateInWords(training.state(), inEpochs ? tr("Epoch") : tr("Iteration")));
    m_howFar.name->setToolTip(training.run().pacing
                                  ? tr("The run pauses between steps to stay below its temperature limit of %1 °C.")
                                        .arg(locale.toString(training.run().pacing->limit, 'f', 0))
                                  : QString());
    if (inEpochs) {
        setValue(m_howFar,
                 tr("%1 of %2").arg(locale.toString(progress.epoch, 'f', 1), locale.toString(progress.epochs, 'g', 4)));
    } else {
        setValue(m_howFar, progress.iterations > 0
                               ? tr("%1 of %2").arg(count(progress.iteration), count(progress.iterations))
                               : count(progress.iteration));
    }
    m_bar->setVisible(progress.iterations > 0);
    m_bar->setRange(0, barSteps);
    if (progress.iterations > 0) {
        m_bar->setValue(static_cast<int>(barSteps * progress.iteration / progress.iterations));
    }
}

void RunFigures::showLosses(const TrainingSession& training)
{
    const TrainingProgress& progress = training.progressNow();
    const RunRecord& record = training.run();
    setValue(m_loss, lossOf(progress.iteration > 0 ? progress.loss : std::nan("")));
    m_validation.exists = !record.validations.empty();
    m_best.exists = !record.validations.empty();
    m_metric.exists = false;
    if (record.validations.empty()) {
        return;
    }
    const std::vector<engine::Metric>& metrics = record.validations.back().metrics;
    const auto metric =
        std::ranges::find_if(metrics, [](const engine::Metric& one) { return !engine::metricSpec(one.name).isLoss; });
    m_metric.exists = metric != metrics.end();
    if (m_metric.exists) {
        m_metric.name->setText(metricName(metric->name));
        m_metric.value->setAccessibleName(m_metric.name->text());
        setValue(m_metric, metricText(*metric));
    }
    setValue(m_validation, lossOf(record.validations.back().loss));
    // By what the run's solver says tells the best, as its verdict and its best checkpoint do.
    const engine::RunVerdict verdict = verdictOf(record, engine::EndReason::Stopped);
    const engine::VerdictWords words = engine::wordsOf(verdict);
    const QLocale locale;
    setValue(m_best, verdict.best ? tr("%1 at %2")
                                        .arg(locale.toString(words.value, 'f', words.digits) +
                                                 QString::fromStdString(words.unit),
                                             locale.toString(qlonglong{words.iteration}))
                                  : QStringLiteral("–"));
}

} // namespace studio

#include "moc_run_figures.cpp"
