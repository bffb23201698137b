// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/run_figures.h"

#include "app/studio/plots/words.h"
#include "app/studio/session/run_record.h"
#include "editor/widgets/parts.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr int barSteps = 1000, barHeight = 4;
constexpr int space = 18; ///< between two figures

struct Fact {
    const char* name; ///< of the label that shows the value
    QString title;
    std::optional<QString> value; ///< nothing: it does not exist in this run
    QString tip = {};
};

QString lossOf(double loss)
{
    return std::isfinite(loss) ? QLocale().toString(loss, 'f', engine::lossDigits(loss)) : QStringLiteral("–");
}

QString stateInWords(State state, const QString& otherwise)
{
    return state == State::Starting   ? RunFigures::tr("Starting…")
           : state == State::Paused   ? RunFigures::tr("Paused")
           : state == State::Stopping ? RunFigures::tr("Stopping…")
                                      : otherwise;
}

/// By what the run's solver says tells the best, as its verdict and its best checkpoint do.
QString bestOf(const RunRecord& run)
{
    const engine::RunVerdict verdict = verdictOf(run, engine::EndReason::Stopped);
    const engine::VerdictWords words = engine::wordsOf(verdict);
    const QLocale locale;
    return verdict.best ? RunFigures::tr("%1 at %2")
                              .arg(locale.toString(words.value, 'f', words.digits) + QString::fromStdString(words.unit),
                                   locale.toString(qlonglong{words.iteration}))
                        : QStringLiteral("–");
}

/// Those that matter most first.
std::vector<Fact> factsOf(const TrainingSession& training)
{
    const TrainingProgress& progress = training.progressNow();
    const RunRecord& run = training.run();
    const QLocale locale;
    const auto count = [&](std::int64_t number) { return locale.toString(static_cast<qlonglong>(number)); };
    const auto existing = [](bool exists, const auto& words) {
        return exists ? std::optional<QString>(words()) : std::nullopt;
    };
    const QString none = QStringLiteral("–"), iteration = RunFigures::tr("Iteration"), epoch = RunFigures::tr("Epoch"),
                  part = RunFigures::tr("%1 of %2");
    const bool inEpochs = run.start.kind->inEpochs && progress.epochs > 0, isValidated = !run.validations.empty();
    const bool isCooling = run.pacing && training.state() == State::Running,
               isEpochKnown = progress.secondsPerEpoch > 0;
    const std::vector<engine::Metric> metrics =
        isValidated ? run.validations.back().metrics : std::vector<engine::Metric>();
    const auto metric =
        std::ranges::find_if(metrics, [](const engine::Metric& one) { return !engine::metricSpec(one.name).isLoss; });
    const bool hasMetric = metric != metrics.end();
    const std::int64_t averaged =
        std::clamp<std::int64_t>(static_cast<std::int64_t>(run.curve.size()), 1, engine::targetWindow);
    return {{"howFar",
             isCooling ? RunFigures::tr("Cooling: %1 °C").arg(locale.toString(run.pacing->celsius, 'f', 0))
                       : stateInWords(training.state(), inEpochs ? epoch : iteration),
             inEpochs ? part.arg(locale.toString(progress.epoch, 'f', 1), locale.toString(progress.epochs, 'g', 4))
             : progress.iterations > 0 ? part.arg(count(progress.iteration), count(progress.iterations))
                                       : count(progress.iteration),
             run.pacing ? RunFigures::tr("The run pauses between steps to stay below its temperature limit of %1 °C.")
                              .arg(locale.toString(run.pacing->limit, 'f', 0))
                        : QString()},
            {"trainingLoss", RunFigures::tr("Loss, last %1").arg(averaged),
             lossOf(progress.iteration > 0 ? progress.loss : std::nan("")),
             RunFigures::tr("Mean training loss of the last 100 iterations")},
            {"speed", RunFigures::tr("Speed"),
             speedInWords(locale.toString(progress.charsPerSecond, 'f', 0), *run.start.kind)},
            {"validationLoss", RunFigures::tr("Validation"),
             existing(isValidated, [&] { return lossOf(run.validations.back().loss); }),
             RunFigures::tr("Latest loss on the held-out data")},
            {"metric", hasMetric ? metricName(metric->name) : QString(),
             existing(hasMetric, [&] { return metricText(*metric); }), RunFigures::tr("Of the latest validation")},
            {"bestLoss", RunFigures::tr("Best"), existing(isValidated, [&] { return bestOf(run); }),
             RunFigures::tr("Best validation, and its iteration")},
            {"timeLeft", RunFigures::tr("Time left"), progress.secondsLeft ? durationOf(*progress.secondsLeft) : none},
            {"toTarget", RunFigures::tr("To target"),
             existing(progress.secondsToTarget.has_value(), [&] { return durationOf(*progress.secondsToTarget); })},
            {"elapsed", RunFigures::tr("Elapsed"), durationOf(progress.elapsed)},
            {"stepTime", RunFigures::tr("ms per step"),
             progress.iteration > 0 ? locale.toString(progress.millisecondsPerStep, 'f', 1) : none},
            {"otherCount", inEpochs ? iteration : epoch,
             existing(inEpochs || isEpochKnown,
                      [&] { return inEpochs ? count(progress.iteration) : locale.toString(progress.epoch, 'f', 2); })},
            {"epochTime", RunFigures::tr("Time per epoch"), existing(isEpochKnown, [&] {
                 return progress.secondsPerEpoch < 60
                            ? RunFigures::tr("%1 s").arg(locale.toString(progress.secondsPerEpoch, 'f', 1))
                            : durationOf(progress.secondsPerEpoch);
             })}};
}

} // namespace

RunFigures::RunFigures(const TrainingSession& training, QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space);
    for (const Fact& fact : factsOf(training)) {
        const Figure& figure =
            m_figures.emplace_back(Figure{.box = new QWidget(this), .name = new QLabel, .value = new QLabel});
        figure.name->setForegroundRole(QPalette::PlaceholderText);
        figure.value->setObjectName(QLatin1String(fact.name));
        editor::inColumn(figure.box, {figure.name, figure.value}, QMargins(), 0)->setAlignment(Qt::AlignTop);
        row->addWidget(figure.box);
    }
    m_bar = editor::described(new QProgressBar(this), {.title = tr("Progress of the run")});
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(barHeight);
    m_bar->setRange(0, barSteps);
    editor::keepRoom(*m_bar);
    m_figures.front().box->layout()->addWidget(m_bar);
    show(training);
}

QSize RunFigures::sizeHint() const
{
    QSize size(-space, 0);
    for (const Figure& figure : m_figures) {
        if (figure.exists) {
            const QSize box = figure.box->sizeHint();
            size = {size.width() + space + box.width(), std::max(size.height(), box.height())};
        }
    }
    return size;
}

QSize RunFigures::minimumSizeHint() const
{
    return {m_figures.front().box->sizeHint().width(), sizeHint().height()};
}

void RunFigures::fit()
{
    int room = width() + space;
    QStringList hidden;
    for (const Figure& figure : m_figures) {
        room -= figure.exists ? figure.box->sizeHint().width() + space : 0;
        const bool fits = room >= 0 || &figure == &m_figures.front();
        figure.box->setVisible(figure.exists && fits);
        if (figure.exists && !fits) {
            hidden << tr("%1: %2", "a figure and its value").arg(figure.name->text(), figure.value->text());
        }
    }
    setToolTip(hidden.join(u'\n'));
}

void RunFigures::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// A figure keeps the room that it once had in a run: those beside it do not jump at each digit.
void RunFigures::show(const TrainingSession& training)
{
    auto figure = m_figures.begin();
    for (const Fact& fact : factsOf(training)) {
        figure->exists = fact.value.has_value();
        figure->name->setText(fact.title);
        figure->box->setToolTip(fact.tip);
        figure->value->setAccessibleName(fact.title);
        figure->value->setText(fact.value.value_or(QString()));
        const int before = training.state() == State::Starting ? 0 : figure->value->minimumWidth();
        figure->value->setMinimumWidth(std::max(before, figure->value->sizeHint().width()));
        figure->box->updateGeometry(); // sizeHint() counts it at once
        ++figure;
    }
    const TrainingProgress& progress = training.progressNow();
    m_bar->setVisible(progress.iterations > 0);
    if (progress.iterations > 0) {
        m_bar->setValue(static_cast<int>(barSteps * progress.iteration / progress.iterations));
    }
    updateGeometry();
    fit();
}

} // namespace studio

#include "moc_run_figures.cpp"
