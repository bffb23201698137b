// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/run_bar.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/plots/words.h"
#include "app/studio/session/run_record.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/edits.h"
#include "editor/document/layout.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/training/run/run.h"
#include "engine/training/run/starvation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <QCoreApplication>
#include <QFormLayout>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QObject>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QStringList>
#include <QToolButton>
#include <set>
#include <utility>
#include <vector>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr int openedWidth = 620;

// Remedies

constexpr double dropoutStep = 0.1, maxDropout = 0.8;
constexpr double stackedStep = 0.2;
constexpr double newDropout = 0.3;
constexpr std::int64_t unitStep = 8;

/// The texts' context, where lupdate sees it.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Remedies)
};

const engine::LayerType& typeOf(const editor::Node& node)
{
    return engine::layerType(node.layer.type);
}

engine::Params paramsOf(const editor::Content& content, const editor::Node& node)
{
    return engine::completeParams(node.layer, content.dialect);
}

QString numberOf(double value)
{
    return QLocale().toString(value, 'g', 6);
}

/// Another value of a layer's setting.
struct Step {
    std::string key;
    engine::ParamValue value;
    QString words = {}; ///< empty: it goes with another one
};

template <class Number>
Step stepTo(const editor::Node& node, const char* key, Number before, Number after, const QString& words)
{
    const QString name = QString::fromStdString(node.layer.name);
    return {key, after, words.arg(name, numberOf(static_cast<double>(before)), numberOf(static_cast<double>(after)))};
}

/// Adds to the share that a layer drops; nothing where it is at its maximum.
std::optional<Step> moreOf(const editor::Node& node, const engine::Params& params, double more)
{
    const double before = engine::floatParam(params, "dropout_ratio");
    const double after = std::min(maxDropout, std::round(100 * (before + more)) / 100);
    return after > before
               ? std::optional(stepTo(node, "dropout_ratio", before, after, Text::tr("dropout of %1 from %2 to %3")))
               : std::nullopt;
}

/// With the step that each layer takes; nothing where none says one.
template <class StepOf>
std::optional<Remedy> changed(const editor::Content& content, StepOf stepOf)
{
    Remedy remedy{.content = content, .change = {}};
    QStringList changes;
    for (const editor::Node& node : content.nodes) {
        if (const std::optional<Step> step = stepOf(node, paramsOf(content, node))) {
            editor::setParam(remedy.content, node.id, step->key, step->value);
            changes << step->words;
        }
    }
    changes.removeAll(QString());
    remedy.change = changes.join(QStringLiteral(", "));
    return changes.isEmpty() ? std::nullopt : std::optional(remedy);
}

bool isRecurrent(const editor::Node& node, const engine::Params& params)
{
    return typeOf(node).group == engine::LayerGroup::Recurrent && params.contains("num_output");
}

/// Behind the last recurrent layer, where one wire leads on.
std::optional<Remedy> withNewLayer(const editor::Content& content)
{
    const auto last = std::find_if(content.nodes.rbegin(), content.nodes.rend(), [&](const editor::Node& node) {
        return isRecurrent(node, paramsOf(content, node));
    });
    if (last == content.nodes.rend()) {
        return std::nullopt;
    }
    std::vector<editor::Wire> leaving = editor::wires(content);
    std::erase_if(leaving, [&](const editor::Wire& wire) { return wire.from != editor::Output{last->id, 0}; });
    if (leaving.size() != 1) {
        return std::nullopt;
    }
    Remedy remedy{.content = content, .change = {}};
    const QPointF to = content.find(leaving.front().to.node)->position;
    const editor::Id id =
        editor::insertOnWire(remedy.content, engine::layerType("DROPOUT"), leaving.front(), (last->position + to) / 2);
    editor::makeRoom(remedy.content, id);
    editor::setParam(remedy.content, id, "dropout_ratio", newDropout);
    remedy.change = Text::tr("a DROPOUT layer with %1 after %2")
                        .arg(numberOf(newDropout), QString::fromStdString(last->layer.name));
    return remedy;
}

} // namespace

std::optional<Remedy> moreDropout(const editor::Content& content)
{
    const auto isDropout = [](const editor::Node& node) { return typeOf(node).name == "DROPOUT"; };
    if (std::ranges::any_of(content.nodes, isDropout)) {
        return changed(content, [&](const editor::Node& node, const engine::Params& params) {
            return isDropout(node) ? moreOf(node, params, dropoutStep) : std::nullopt;
        });
    }
    const auto first = [hasOne = false](const editor::Node& node, const engine::Params& params) mutable {
        const bool isStacked = isRecurrent(node, params) && params.contains("num_layers") &&
                               params.contains("dropout_ratio") && engine::intParam(params, "num_layers") > 1;
        const std::optional<Step> step =
            isStacked && !hasOne ? moreOf(node, params, stackedStep) : std::optional<Step>();
        hasOne = hasOne || step;
        return step;
    };
    const std::optional<Remedy> remedy = changed(content, first);
    return remedy ? remedy : withNewLayer(content);
}

std::optional<Remedy> smallerNet(const editor::Content& content)
{
    return changed(content, [](const editor::Node& node, const engine::Params& params) -> std::optional<Step> {
        const std::int64_t before = isRecurrent(node, params) ? engine::intParam(params, "num_output") : 0;
        const std::int64_t after = std::max(unitStep, before * 3 / 4 / unitStep * unitStep);
        return after < before
                   ? std::optional(stepTo(node, "num_output", before, after, Text::tr("units of %1 from %2 to %3")))
                   : std::nullopt;
    });
}

std::optional<Remedy> largerBatch(const editor::Content& content)
{
    constexpr std::int64_t most = 4096;
    bool isTooLarge = false;
    const auto twice = [&](const editor::Node& node, const engine::Params& params) -> std::optional<Step> {
        const engine::LayerType& type = typeOf(node);
        const bool isSource = type.group == engine::LayerGroup::Source;
        const std::string key = isSource ? "batch_size" : std::string(type.streamsKey);
        if (key.empty() || !params.contains(key)) {
            return std::nullopt;
        }
        const std::int64_t before = engine::intParam(params, key);
        isTooLarge = isTooLarge || 2 * before > most;
        return isSource ? stepTo(node, "batch_size", before, 2 * before, Text::tr("batch_size of %1 from %2 to %3"))
                        : Step{.key = key, .value = 2 * before};
    };
    const std::optional<Remedy> remedy = changed(content, twice);
    return isTooLarge ? std::nullopt : remedy;
}

/// All numbers of a run: how far it is, with a thin bar, losses, a metric, best, speed, times; what matters most first.
/// What has no room is in the tooltip; how far the run is always shows.
class RunFigures : public QWidget {
    Q_OBJECT

public:
    RunFigures(const TrainingSession& training, QWidget* parent) : QWidget(parent), m_training(training)
    {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(space);
        for (const Fact& fact : facts()) {
            const Figure& figure =
                m_figures.emplace_back(Figure{.box = new QWidget(this), .name = new QLabel, .value = new QLabel});
            figure.name->setForegroundRole(QPalette::PlaceholderText);
            figure.value->setObjectName(QLatin1String(fact.name));
            editor::inColumn(figure.box, {figure.name, figure.value}, QMargins(), 0)->setAlignment(Qt::AlignTop);
            row->addWidget(figure.box);
        }
        m_bar = editor::described(new QProgressBar(this), {.title = tr("Progress of the run")});
        m_bar->setTextVisible(false);
        m_bar->setFixedHeight(4);
        editor::keepRoom(*m_bar);
        m_figures.front().box->layout()->addWidget(m_bar);
        refresh();
    }

    /// A figure keeps the room that it once had in a run: those beside it do not jump at each digit.
    void refresh()
    {
        auto figure = m_figures.begin();
        for (const Fact& fact : facts()) {
            figure->name->setText(fact.title);
            figure->box->setToolTip(fact.tip);
            figure->value->setAccessibleName(fact.title);
            figure->value->setText(fact.value);
            const int before = m_training.state() == State::Starting ? 0 : figure->value->minimumWidth();
            figure->value->setMinimumWidth(std::max(before, figure->value->sizeHint().width()));
            figure->box->updateGeometry(); // sizeHint() counts it at once
            ++figure;
        }
        constexpr int barSteps = 1000;
        const TrainingProgress& progress = m_training.progressNow();
        m_bar->setVisible(progress.iterations > 0);
        m_bar->setRange(0, barSteps);
        m_bar->setValue(
            static_cast<int>(barSteps * progress.iteration / std::max<std::int64_t>(progress.iterations, 1)));
        updateGeometry();
        fit();
    }

    QSize sizeHint() const override ///< all that there is
    {
        QSize size(-space, 0);
        for (const Figure& figure : m_figures) {
            if (figure.exists()) {
                const QSize box = figure.box->sizeHint();
                size = {size.width() + space + box.width(), std::max(size.height(), box.height())};
            }
        }
        return size;
    }
    QSize minimumSizeHint() const override { return {m_figures.front().box->sizeHint().width(), sizeHint().height()}; }

private:
    static constexpr int space = 18; ///< between two figures

    struct Fact {
        const char* name;     ///< of the label that shows the value
        QString title, value; ///< no value: it does not exist in this run
        QString tip = {};
    };
    struct Figure {
        QWidget* box;
        QLabel *name, *value;

        bool exists() const { return !value->text().isEmpty(); } ///< in this run
    };

    static QString lossOf(double loss)
    {
        return std::isfinite(loss) ? QLocale().toString(loss, 'f', engine::lossDigits(loss)) : QStringLiteral("–");
    }

    /// By what the run's solver says tells the best, as its verdict and its best checkpoint do.
    static QString bestOf(const RunRecord& run)
    {
        const engine::RunVerdict verdict = verdictOf(run, engine::EndReason::Stopped);
        const engine::VerdictWords words = engine::wordsOf(verdict);
        const QString value = QLocale().toString(words.value, 'f', words.digits) + QString::fromStdString(words.unit);
        return verdict.best ? tr("%1 at %2").arg(value, QLocale().toString(qlonglong{words.iteration}))
                            : QStringLiteral("–");
    }

    /// Those that matter most first.
    std::vector<Fact> facts() const
    {
        const TrainingProgress& progress = m_training.progressNow();
        const RunRecord& run = m_training.run();
        const State state = m_training.state();
        const QLocale locale;
        const auto count = [&](std::int64_t number) { return locale.toString(static_cast<qlonglong>(number)); };
        const QString none = QStringLiteral("–"), iteration = tr("Iteration"), epoch = tr("Epoch"),
                      part = tr("%1 of %2");
        const bool inEpochs = run.start.kind->inEpochs && progress.epochs > 0,
                   isEpochKnown = progress.secondsPerEpoch > 0;
        const engine::ValidationEvent* const last = run.lastValidation();
        const std::vector<engine::Metric> metrics = last ? last->metrics : std::vector<engine::Metric>();
        const auto metric = std::ranges::find_if(
            metrics, [](const engine::Metric& one) { return !engine::metricSpec(one.name).isLoss; });
        const bool hasMetric = metric != metrics.end();
        const std::int64_t averaged =
            std::clamp<std::int64_t>(static_cast<std::int64_t>(run.curve.size()), 1, engine::targetWindow);
        return {
            {"howFar",
             run.pacing && state == State::Running
                 ? tr("Cooling: %1 °C").arg(locale.toString(run.pacing->celsius, 'f', 0))
             : state == State::Starting ? tr("Starting…")
             : state == State::Paused   ? tr("Paused")
             : state == State::Stopping ? tr("Stopping…")
             : inEpochs                 ? epoch
                                        : iteration,
             inEpochs ? part.arg(locale.toString(progress.epoch, 'f', 1), locale.toString(progress.epochs, 'g', 4))
             : progress.iterations > 0 ? part.arg(count(progress.iteration), count(progress.iterations))
                                       : count(progress.iteration),
             run.pacing ? tr("The run pauses between steps to stay below its temperature limit of %1 °C.")
                              .arg(locale.toString(run.pacing->limit, 'f', 0))
                        : QString()},
            {"trainingLoss", tr("Loss, last %1").arg(averaged),
             lossOf(progress.iteration > 0 ? progress.loss : std::nan("")),
             tr("Mean training loss of the last 100 iterations")},
            {"speed", tr("Speed"), speedInWords(locale.toString(progress.charsPerSecond, 'f', 0), *run.start.kind)},
            {"validationLoss", tr("Validation"), last ? lossOf(last->loss) : QString(),
             tr("Latest loss on the held-out data")},
            {"metric", hasMetric ? metricName(metric->name) : QString(), hasMetric ? metricText(*metric) : QString(),
             tr("Of the latest validation")},
            {"bestLoss", tr("Best"), last ? bestOf(run) : QString(), tr("Best validation, and its iteration")},
            {"timeLeft", tr("Time left"), progress.secondsLeft ? durationOf(*progress.secondsLeft) : none},
            {"toTarget", tr("To target"), progress.secondsToTarget ? durationOf(*progress.secondsToTarget) : QString()},
            {"elapsed", tr("Elapsed"), durationOf(progress.elapsed)},
            {"stepTime", tr("ms per step"),
             progress.iteration > 0 ? locale.toString(progress.millisecondsPerStep, 'f', 1) : none},
            {"otherCount", inEpochs ? iteration : epoch,
             inEpochs       ? count(progress.iteration)
             : isEpochKnown ? locale.toString(progress.epoch, 'f', 2)
                            : QString()},
            {"epochTime", tr("Time per epoch"),
             !isEpochKnown                   ? QString()
             : progress.secondsPerEpoch < 60 ? tr("%1 s").arg(locale.toString(progress.secondsPerEpoch, 'f', 1))
                                             : durationOf(progress.secondsPerEpoch)}};
    }

    void fit()
    {
        int room = width() + space;
        QStringList hidden;
        for (const Figure& figure : m_figures) {
            room -= figure.exists() ? figure.box->sizeHint().width() + space : 0;
            const bool fits = room >= 0 || &figure == &m_figures.front();
            figure.box->setVisible(figure.exists() && fits);
            if (figure.exists() && !fits) {
                hidden << tr("%1: %2", "a figure and its value").arg(figure.name->text(), figure.value->text());
            }
        }
        setToolTip(hidden.join(u'\n'));
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        fit();
    }

    const TrainingSession& m_training;
    std::vector<Figure> m_figures;
    QProgressBar* m_bar;
};

/// Two lines at most, in which the sentence is whole or not there.
class SentenceOrTitle : public QLabel {
public:
    SentenceOrTitle(QWidget* parent, std::function<void()> fitted) : QLabel(parent), m_fitted(std::move(fitted))
    {
        setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
    }

    void setWords(const QString& title, const QString& sentence)
    {
        m_title = title;
        m_sentence = sentence;
        setToolTip(sentence);
        updateGeometry();
        fit();
    }

    const QString& title() const { return m_title; }
    bool isShort() const { return text() != m_sentence; } ///< the title stands in for the sentence
    QSize sizeHint() const override { return sizeOf(m_sentence); }
    QSize minimumSizeHint() const override { return sizeOf(m_title); }
    bool hasHeightForWidth() const override { return false; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QLabel::resizeEvent(event);
        fit();
    }

private:
    QSize sizeOf(const QString& words) const
    {
        return {fontMetrics().horizontalAdvance(words) + 2, 2 * fontMetrics().lineSpacing()};
    }

    void fit()
    {
        const QRect room(0, 0, width(), height());
        setText(room.contains(fontMetrics().boundingRect(room, Qt::TextWordWrap, m_sentence)) ? m_sentence : m_title);
        m_fitted();
    }

    std::function<void()> m_fitted;
    QString m_title, m_sentence;
};

RunNotice::RunNotice(QWidget* parent)
    : QWidget(parent),
      m_line(editor::described(new SentenceOrTitle(this, [this] { offerToOpen(); }), {.name = "runSentence"})),
      m_open(editor::described(new QToolButton(this), {.name = "openChoices"}, this, &RunNotice::openChoices)),
      m_opened(new QFrame(this, Qt::Popup)),
      m_sentence(editor::label({}, m_opened, editor::Look::Wraps | editor::Look::Plain)),
      m_choices(new QWidget(m_opened))
{
    setObjectName(QStringLiteral("runNotice"));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    QFont bold = font();
    bold.setBold(true);
    m_line->setFont(bold);
    auto* close =
        editor::described(editor::iconButton(this, "close", tr("Dismiss")), {.name = "putAway"}, this, [this] {
            withdraw();
            onPutAway();
        });
    editor::inRow(this, {m_line, m_open, close}, QMargins());
    m_opened->setFrameShape(QFrame::StyledPanel);
    m_opened->setAttribute(Qt::WA_NoMouseReplay); // a click on the button that opened it closes it
    m_opened->setFixedWidth(openedWidth);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setFont(bold);
    editor::inColumn(m_opened, {m_sentence, m_choices});
    hide();
}

void RunNotice::say(const QString& title, const QString& sentence, const std::vector<Choice>& choices)
{
    m_line->setWords(title, sentence);
    sayAgain(sentence);
    m_opened->close();
    m_choices->hide();
    m_choices->deleteLater(); // one of them may be what was clicked
    m_choices = new QWidget(m_opened);
    auto* form = new QFormLayout(m_choices);
    form->setContentsMargins(0, 0, 0, 0);
    m_opened->layout()->addWidget(m_choices);
    for (const Choice& choice : choices) {
        auto* button = editor::described(new QPushButton(choice.text), {.name = choice.name}, this, [this, choice] {
            m_opened->close();
            choice.take();
        });
        button->setAccessibleDescription(choice.explanation);
        form->addRow(button, editor::label(choice.explanation, m_choices, editor::Look::Wraps | editor::Look::Plain));
    }
    offerToOpen();
    show();
}

/// Where there is more than stands in the bar.
void RunNotice::offerToOpen()
{
    const bool hasChoices = m_choices->findChild<QPushButton*>() != nullptr;
    m_open->setText(hasChoices ? tr("What to do…") : tr("Read…"));
    m_open->setToolTip(hasChoices ? tr("Show what can be done about it") : tr("Show the whole sentence"));
    m_open->setVisible(hasChoices || m_line->isShort());
}

/// Above the line that opens it, in the window.
void RunNotice::openChoices()
{
    m_opened->setFixedHeight(m_opened->layout()->totalHeightForWidth(openedWidth));
    const QPoint line = mapToGlobal(QPoint(0, 0));
    const QRect around(window()->mapToGlobal(QPoint(0, 0)), window()->size());
    const int x = std::max(around.left(), std::min(line.x(), around.right() - m_opened->width()));
    m_opened->move(x, std::max(around.top(), line.y() - m_opened->height()));
    m_opened->show();
    auto* const first = m_choices->findChild<QPushButton*>();
    first != nullptr ? first->setFocus() : m_sentence->setFocus();
}

void RunNotice::withdraw()
{
    m_opened->close();
    hide();
}

void RunNotice::sayAgain(const QString& sentence)
{
    m_line->setWords(m_line->title(), sentence);
    m_sentence->setText(sentence);
    setAccessibleName(sentence);
}

namespace {

constexpr int span = 60; ///< seconds of the line
constexpr int lineWidth = 66, gap = 8;

const QString separator = QStringLiteral(" · ");

/// "H200" of "NVIDIA H200", "RTX PRO 6000 Blackwell" of "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition": the
/// bar is small, and neither the maker nor the edition tells devices apart.
QString shortName(QString name)
{
    constexpr qsizetype most = 22; // characters
    for (const char* maker : {"NVIDIA ", "GeForce "}) {
        name.remove(QLatin1String(maker));
    }
    while (name.size() > most && name.contains(QLatin1Char(' '))) {
        name.truncate(name.lastIndexOf(QLatin1Char(' ')));
    }
    return name;
}

} // namespace

DeviceChip::DeviceChip(const QString& name, QWidget* parent)
    : QWidget(parent), m_name(shortName(name)), m_fullName(name), m_words(new QLabel)
{
    setObjectName(QStringLiteral("deviceChip"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    editor::inRow(this, {m_words}, QMargins(lineWidth + gap, 0, 0, 0));
    add(0, {});
}

void DeviceChip::add(double seconds, const engine::GpuReading& newest)
{
    m_newest = newest;
    m_history.add(seconds, newest.utilisationPercent);
    const bool hot = newest.celsius && newest.slowdownCelsius && *newest.celsius >= *newest.slowdownCelsius;
    const QColor colour = hot ? editor::theme().error : editor::theme().mutedText;
    m_words->setText(QStringLiteral("<font color='%1'>%2</font><br>%3")
                         .arg(colour.name(), heading().toHtmlEscaped(), reading().toHtmlEscaped()));
    m_words->setMinimumWidth(std::max(m_words->minimumWidth(), m_words->sizeHint().width()));
    const QString words = tr("%1: %2").arg(heading(), reading());
    setAccessibleName(words);
    const QString whole = m_name == m_fullName ? words : m_fullName + QLatin1Char('\n') + words;
    setToolTip(tr("%1\nThe line: utilisation in the last minute").arg(whole));
    update();
}

QString DeviceChip::heading() const
{
    QStringList words = {m_name};
    if (m_newest.celsius) {
        words << readingOf(MeterUnit::Celsius, *m_newest.celsius, {});
    }
    if (m_newest.watts) {
        words << readingOf(MeterUnit::Watts, *m_newest.watts, {});
    }
    return words.join(separator);
}

QString DeviceChip::reading() const
{
    QStringList words;
    if (m_newest.utilisationPercent) {
        words << readingOf(MeterUnit::Percent, *m_newest.utilisationPercent, {});
    }
    if (m_newest.usedBytes) {
        words << readingOf(MeterUnit::Bytes, static_cast<double>(*m_newest.usedBytes), m_newest.totalBytes);
    }
    return words.isEmpty() ? tr("no readings") : words.join(separator);
}

void DeviceChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect area(0, 2, lineWidth, height() - 4);
    m_history.paint(painter, area, span, 100);
    painter.setPen(QPen(editor::theme().grid, 1));
    painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
}

/// Says how a run ended, and as soon as one overfits or its GPU waits, what can be done about it. What was put away for
/// a run does not come back for that run.
class RunCoach : public QObject {
    Q_OBJECT

public:
    RunCoach(Workspace& workspace, TrainingActions& actions, RunNotice& notice)
        : QObject(&notice), m_workspace(workspace), m_actions(actions), m_notice(notice)
    {
        const TrainingSession& training = workspace.training();
        connect(&training, &TrainingSession::stateChanged, this, [this](State state) {
            if (state == State::Starting) {
                m_notice.withdraw();
            }
        });
        connect(&training, &TrainingSession::validated, this, &RunCoach::watch);
        connect(&training, &TrainingSession::ended, this, &RunCoach::sayEnd);
        // In place of what was said of the run while it went on.
        connect(&training, &TrainingSession::failed, this,
                [this](const QString& sentence) { say(Advice::OnFailure, tr("The run failed: %1").arg(sentence)); });
        connect(&workspace, &Workspace::opened, this, [this] {
            m_notice.withdraw();
            m_told.clear();
            m_away.clear();
        });
        workspace.onChange(this, Change::RunFiles, [this] {
            if (m_said == Advice::OnLimit) { // its checkpoint lies elsewhere now
                m_notice.withdraw();
            }
        });
        connect(&workspace, &Workspace::limitReached, this, &RunCoach::offerMore);
        connect(&workspace, &Workspace::starved, this, &RunCoach::warnOfStarvation);
        notice.onPutAway = [this] { putAway(); };
    }

private:
    using Choice = RunNotice::Choice;
    enum class Advice { OnEnd, OnFailure, OnOverfitting, OnStarvation, OnLimit };

    void say(Advice advice, const QString& sentence, const std::vector<Choice>& choices = {})
    {
        const QString titles[] = {tr("The run has ended"), tr("The run failed"), tr("This run overfits"),
                                  tr("The GPU waits"), tr("Limit reached")};
        m_said = advice;
        m_told.insert(ofRun(advice));
        m_notice.say(titles[static_cast<int>(advice)], sentence, choices);
    }
    std::pair<int, Advice> ofRun(Advice advice) const { return {m_workspace.training().run().id, advice}; }
    /// What is said now, for this run; other advice on it may still come.
    void putAway() { m_away.insert(ofRun(m_said)); }
    void watch()
    {
        const RunRecord& record = m_workspace.training().run();
        const auto advice = ofRun(Advice::OnOverfitting);
        const bool shown = m_notice.isWanted() && m_said == Advice::OnOverfitting && !m_away.contains(advice);
        const std::optional<engine::Overfitting> found =
            shown || !m_told.contains(advice) ? overfittingOf(record) : std::nullopt; // what is shown says the newest
        if (!found) {
            return;
        }
        const QLocale locale;
        const int digits = engine::lossDigits(found->best.loss);
        const QString now = found->averaged > 1 ? tr("mean of the last %n validations", nullptr, int(found->averaged))
                                                : tr("now", "a loss");
        const QString words =
            tr("This run overfits: since iteration %1 the validation has become worse (%2, %3 %4), while the training "
               "loss still falls.")
                .arg(locale.toString(static_cast<qlonglong>(found->best.iteration)),
                     locale.toString(found->best.loss, 'f', digits), now, locale.toString(found->now, 'f', digits));
        if (shown) {
            m_notice.sayAgain(words);
        } else {
            say(Advice::OnOverfitting, words, choices());
        }
    }
    void sayEnd(engine::EndReason reason)
    {
        const RunRecord& record = m_workspace.training().run();
        const bool advise = verdictOf(record, reason).trend == engine::RunVerdict::Trend::Overfits &&
                            !m_away.contains(ofRun(Advice::OnOverfitting));
        say(advise ? Advice::OnOverfitting : Advice::OnEnd, endInWords(record, reason),
            advise ? choices() : std::vector<Choice>());
    }
    /// The GPU of the run under way waits: says so once for the run, where nothing else is being said.
    void warnOfStarvation(const engine::Starvation& starvation)
    {
        const bool runs = m_workspace.training().state() == State::Running;
        if (!runs || m_notice.isWanted() || m_told.contains(ofRun(Advice::OnStarvation))) {
            return;
        }
        std::vector<Choice> all;
        for (const engine::Starvation::Remedy remedy : starvation.remedies) {
            addRemedy(all, remedy);
        }
        say(Advice::OnStarvation, starvationWords(starvation), all);
    }
    /// The user wants to go on with a run whose limit is reached.
    void offerMore(const ReachedLimit& limit)
    {
        const QString more = QLocale().toString(qlonglong{limit.more});
        const auto take = [this, limit] {
            NextRun& next = m_workspace.nextRun();
            for (const auto& [key, value] : limit.raised) {
                next.set(key, value);
            }
            if (const std::optional<QString> refused = next.resumeFrom(limit.checkpoint)) {
                emit m_workspace.warned(*refused);
            }
        };
        const Choice choice{"trainMore", tr("Train %1 more").arg(more),
                            tr("Raises the limit by %1 iterations and resumes the run.").arg(more), take};
        say(Advice::OnLimit, limit.sentence(), limit.rateIsZero ? std::vector<Choice>() : std::vector{choice});
    }
    void addRemedy(std::vector<Choice>& all, engine::Starvation::Remedy remedy)
    {
        using Kind = engine::Starvation::Remedy;
        constexpr std::int64_t rarer = 4;
        const std::int64_t every = runSettingsOf(m_workspace.training().request()).validateEvery;
        if (remedy == Kind::LargerBatch) {
            addChange(all,
                      {"largerBatch", tr("Larger batch"),
                       tr("More work per step: %1. An epoch has fewer updates, so a higher learning rate may be "
                          "needed.")},
                      largerBatch);
        } else if (remedy == Kind::FusedEngine) {
            addSetting(all, {"useFused", tr("Use FUSED"), remedyWords(remedy)}, "engine", std::string("FUSED"));
        } else if (remedy == Kind::RecordSteps) {
            addSetting(all, {"useGraph", tr("Use a CUDA graph"), remedyWords(remedy)}, "graph", true);
        } else if (every > 0) {
            const QLocale locale;
            addSetting(all,
                       {"fewerChecks", tr("Validate less often"),
                        tr("Every %1 iterations instead of %2: leaves more time for training.")
                            .arg(locale.toString(qlonglong{rarer * every}), locale.toString(qlonglong{every}))},
                       "validate_every", rarer * every);
        }
    }
    /// Changes a setting of the next run, and says how to use it.
    void addSetting(std::vector<Choice>& all, Choice choice, const std::string& key, const engine::ParamValue& value)
    {
        choice.take = [this, key, value] {
            m_workspace.nextRun().set(key, value);
            putAway();
            say(m_said,
                tr("This takes effect in the next run: stop this one, then train again (F5) or resume from its "
                   "checkpoint."),
                {stopNow(tr("The run is saved first."))});
        };
        all.push_back(std::move(choice));
    }
    Choice stopNow(const QString& explanation) const
    {
        return {"stopNow", tr("Stop now"), explanation, [this] { m_actions.stop->trigger(); }};
    }
    std::vector<Choice> choices()
    {
        std::vector<Choice> all;
        if (m_workspace.training().isBusy()) {
            all.push_back(stopNow(tr("More iterations only fit the training data more closely; the best weights are "
                                     "saved in a file of their own.")));
        }
        if (const std::optional<engine::CheckpointEvent> known = bestCheckpoint()) {
            all.push_back({"goBack", tr("Go back to the best"),
                           tr("Lets Writing use the weights of iteration %1, the best by validation.")
                               .arg(QLocale().toString(qlonglong{known->iteration})),
                           [this] {
                               if (const std::optional<engine::CheckpointEvent> best = bestCheckpoint()) {
                                   emit m_workspace.writingWanted(best->file);
                               }
                           }});
        }
        addChange(
            all,
            {"moreDropout", tr("More dropout"), tr("A net that cannot rely on individual values overfits less: %1.")},
            moreDropout);
        addChange(all,
                  {"smallerNet", tr("Smaller net"),
                   tr("A net with fewer weights can memorize less of the training data: %1.")},
                  smallerNet);
        return all;
    }
    /// Of the run, or of the one that it goes on from, where that was better.
    std::optional<engine::CheckpointEvent> bestCheckpoint() const
    {
        const RunRecord& last = m_workspace.training().run();
        const RunRecord* record = m_workspace.runs().find(last.id); // which knows where its files were moved
        record = record != nullptr ? record : &last;
        for (std::size_t runs = 0; record != nullptr && runs <= m_workspace.runs().all().size(); ++runs) {
            if (std::optional<engine::CheckpointEvent> best = bestCheckpointOf(*record)) {
                return best;
            }
            record = record->origin.goesOn ? m_workspace.runs().find(record->origin.run) : nullptr;
        }
        return std::nullopt;
    }
    using FindRemedy = std::optional<Remedy> (*)(const editor::Content&);
    std::optional<Remedy> found(FindRemedy find) const
    {
        try {
            return find(m_workspace.document().content());
        } catch (const engine::Error&) { // of other layers than those of the catalogue nothing is known
            return std::nullopt;
        }
    }
    /// Worked out again at the click: the drawing may have changed since.
    void addChange(std::vector<Choice>& all, Choice choice, FindRemedy find)
    {
        if (const std::optional<Remedy> remedy = found(find)) {
            choice.explanation = choice.explanation.arg(remedy->change);
            choice.take = [this, label = choice.text, find] {
                if (const std::optional<Remedy> now = found(find)) {
                    apply(label, *now);
                }
            };
            all.push_back(std::move(choice));
        }
    }
    /// One step that can be undone. A drawing that no longer fits together is left as it was.
    void apply(const QString& label, const Remedy& remedy)
    {
        editor::Document& document = m_workspace.document();
        const std::vector<editor::Problem> before = document.derived().problems;
        document.edit(label, remedy.content);
        const std::vector<editor::Problem>& problems = document.derived().problems;
        const auto added = std::ranges::find_if(problems, [&](const editor::Problem& one) {
            return std::ranges::find(before, one.sentence, &editor::Problem::sentence) == before.end();
        });
        if (problems.size() > before.size() && added != problems.end()) {
            const QString why = editor::inWords(added->sentence);
            document.undoStack().undo();
            emit m_workspace.warned(
                tr("The drawing was not changed, as the change would cause a problem: %1").arg(why));
            return;
        }
        putAway();
        const bool busy = m_workspace.training().isBusy();
        const Choice start{"trainChanged", tr("Start (F5)"),
                           tr("A new run of the changed drawing, from initial weights."),
                           [this] { m_actions.train->trigger(); }};
        say(m_said,
            busy ? tr("Changed in the drawing: %1. The run still trains the earlier one; stop it, then train this "
                      "one (F5). Undo reverts the change.")
                       .arg(remedy.change)
                 : tr("Changed in the drawing: %1. Undo reverts it.").arg(remedy.change),
            {busy ? stopNow(tr("Then the changed drawing can be trained.")) : start});
    }

    Workspace& m_workspace;
    TrainingActions& m_actions;
    RunNotice& m_notice;
    std::set<std::pair<int, Advice>> m_told, m_away; ///< runs and which advice on them was said; put away, or taken
    Advice m_said = Advice::OnEnd;                   ///< what the notice speaks of
};

namespace {

constexpr int planDelay = 200; ///< milliseconds
constexpr auto processor = "cpu";

QString cannotTrain(const QString& why)
{
    return RunBar::tr("F5 cannot train yet: %1.").arg(editor::withoutFullStop(why));
}

/// All that ends a run: "for 1,200 iterations", "until the training loss is 1.2".
QStringList limitsInWords(const TrainingRequest& request)
{
    const engine::RunLimits run = runSettingsOf(request).limits;
    const QLocale locale;
    QStringList limits;
    if (run.epochs) {
        limits << RunBar::tr("for %Ln epoch(s)", nullptr, static_cast<int>(*run.epochs));
    }
    if (run.iterations != engine::endless && (!run.epochs || request.run.settings.contains("iterations"))) {
        limits << RunBar::tr("for %Ln iteration(s)", nullptr, static_cast<int>(run.iterations));
    }
    if (run.seconds) {
        limits << RunBar::tr("for %1 s").arg(locale.toString(*run.seconds));
    }
    if (run.targetLoss) {
        limits << RunBar::tr("until the training loss is %1").arg(locale.toString(*run.targetLoss));
    }
    return limits;
}

} // namespace

RunBar::RunBar(Workspace& workspace, TrainingActions& actions, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_notice(new RunNotice(this)),
      m_figures(new RunFigures(workspace.training(), this)),
      m_plan(editor::label({}, this, editor::Look::Wraps, "runPlan")),
      m_devices(new QHBoxLayout),
      m_noReadings(editor::label(tr("GPU: no readings"), this, editor::Look::Muted, "noReadings"))
{
    setObjectName(QStringLiteral("runBarContent"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_devices->setSpacing(18);
    m_devices->addWidget(m_noReadings);
    m_noReadings->hide();
    auto* row = editor::inRow({m_figures, {m_plan, 1}, m_notice, editor::stretch(), m_devices}, {}, 18);
    row->addStrut(m_figures->sizeHint().height()); // the plan takes no less room: nothing moves when a run begins
    editor::inColumn(this, {row}, QMargins(8, 2, 8, 2), 2);

    m_planSoon.setSingleShot(true);
    m_planSoon.setInterval(planDelay);
    m_planSoon.callOnTimeout(this, &RunBar::showPlan);
    connect(&workspace.document(), &editor::Document::recounted, this, [this] { m_planSoon.start(); });
    workspace.onChange(this, Changes(Change::Choice) | Change::Drawing | Change::Blocked,
                       [this] { m_planSoon.start(); });
    connect(&workspace, &Workspace::opened, this, &RunBar::showRun);
    connect(&workspace, &Workspace::readingTaken, this, &RunBar::noteReading);
    const TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, &RunBar::showRun);
    connect(&training, &TrainingSession::progressed, this, [this] {
        m_figures->refresh();
        showDevices(); // figures that grew may leave less room
    });
    new RunCoach(workspace, actions, *m_notice); // which owns it
    chip(processor, tr("CPU"));                  // at once: a bar that grew later would move all panels
    showRun();
}

/// Figures while a run goes on, else what the next one will be.
void RunBar::showRun()
{
    const TrainingSession& training = m_workspace.training();
    m_figures->setVisible(training.isBusy());
    m_plan->setVisible(!training.isBusy());
    if (training.isBusy()) {
        m_figures->refresh();
    } else {
        m_planSoon.start();
    }
    showDevices();
}

void RunBar::showPlan()
{
    m_plan->setText(plan());
    // In two lines at most, however long the notice beside it is.
    m_plan->setMinimumWidth(std::min(m_plan->fontMetrics().horizontalAdvance(m_plan->text()) * 3 / 5, width() / 2));
    emit planned(isVisible() ? QString() : m_plan->text());
}

/// One sentence of what F5 will start.
QString RunBar::plan() const
{
    if (m_workspace.document().content().nodes.empty()) {
        return tr("Draw a net or open a sample; F5 then trains it.");
    }
    try {
        const TrainingRequest next = m_workspace.nextRun().request();
        if (const QString& why = m_workspace.nextRun().blocked(); !why.isEmpty()) {
            return cannotTrain(why);
        }
        const QString net =
            tr("%1 on %2", "a net, and what it learns from")
                .arg(next.run.model.name.empty() ? tr("this net") : QString::fromStdString(next.run.model.name),
                     QString::fromStdString(next.run.data.filename().string()));
        const QStringList limits = limitsInWords(next);
        const QString words = limits.isEmpty()     ? tr("F5 trains %1 until it is stopped").arg(net)
                              : limits.size() == 1 ? tr("F5 trains %1 %2").arg(net, limits.front())
                                                   : tr("F5 trains %1 %2, whichever comes first")
                                                         .arg(net, limits.join(tr(" or ", "between limits of a run")));
        const QString where = m_workspace.document().countedFor();
        return where.isEmpty() ? tr("%1.").arg(words) : tr("%1, with %2.").arg(words, where);
    } catch (const std::exception& why) {
        return cannotTrain(editor::inWords(why));
    }
}

void RunBar::noteReading(const engine::DeviceReading& reading)
{
    chip(processor, tr("CPU")).add(reading.seconds, asGpu(reading.processor));
    for (const engine::GpuReading& gpu : reading.gpus) {
        chip(gpu.busId, QString::fromStdString(gpu.name)).add(reading.seconds, gpu);
    }
    m_noReadings->setToolTip(editor::inWords(reading.whyNoGpus));
    showDevices(); // a chip may have become wider
}

DeviceChip& RunBar::chip(const std::string& key, const QString& name)
{
    DeviceChip*& found = m_chips[key];
    if (!found) {
        found = new DeviceChip(name, this);
        m_devices->addWidget(found);
        showDevices();
    }
    return *found;
}

/// Of a run its own device; before there is one the GPUs, or the processor where there are none.
bool RunBar::isInUse(const std::string& key) const
{
    const TrainingSession& training = m_workspace.training();
    if (training.isBusy() && training.state() != State::Starting) {
        const std::string& bus = training.run().start.busId;
        return bus.empty() ? key == processor : key != processor && engine::isSameBus(key, bus);
    }
    return m_chips.size() == 1 || key != processor;
}

/// As many as there is room for beside the figures or the plan; one at least.
void RunBar::showDevices()
{
    const int words = m_figures->isHidden() ? m_plan->minimumWidth() : m_figures->sizeHint().width();
    int room = width() - words - (m_notice->isHidden() ? 0 : m_notice->minimumSizeHint().width());
    bool any = false;
    for (const auto& [key, one] : m_chips) {
        room -= one->sizeHint().width() + m_devices->spacing();
        const bool fits = !any || room >= 0;
        one->setVisible(isInUse(key) && fits);
        any = any || isInUse(key);
    }
    m_noReadings->setVisible(!any);
}

/// One chip at least; with many GPUs the window may be narrower than all of theirs.
QSize RunBar::minimumSizeHint() const
{
    int chip = 0;
    for (const auto& [key, one] : m_chips) {
        chip = std::max(chip, one->sizeHint().width());
    }
    const QMargins margins = layout()->contentsMargins();
    const int figures = m_figures->isVisible() ? m_figures->minimumSizeHint().width() : 0;
    return {figures + m_devices->spacing() + chip + margins.left() + margins.right(), sizeHint().height()};
}

/// As high as its words are at the width that it has: the layout goes by the width that it would like, at which a long
/// sentence has many lines.
QSize RunBar::sizeHint() const
{
    QSize size = QWidget::sizeHint();
    if (layout()->hasHeightForWidth()) {
        size.setHeight(layout()->totalHeightForWidth(width()));
    }
    return size;
}

bool RunBar::event(QEvent* event)
{
    const bool isDone = QWidget::event(event);
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide) {
        emit planned(isVisible() ? QString() : m_plan->text());
    } else if (event->type() == QEvent::Resize) {
        showDevices();
        updateGeometry(); // words may take other lines
    }
    return isDone;
}

} // namespace studio

#include "moc_run_bar.cpp"
#include "run_bar.moc"
