// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/run_bar.h"

#include "app/studio/panels/parts.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/run_bar/remedies.h"
#include "app/studio/run_bar/run_figures.h"
#include "app/studio/session/run_record.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/graph/error.h"
#include "engine/training/run/starvation.h"

#include <algorithm>
#include <optional>
#include <QFormLayout>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QObject>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QStringList>
#include <QToolButton>
#include <set>
#include <utility>
#include <vector>

namespace studio {

namespace {

constexpr int openedWidth = 620;

} // namespace

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
    const QString& sentence() const { return m_sentence; }
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
    auto* close = editor::described(new QToolButton(this),
                                    {.name = "putAway", .title = tr("Dismiss"), .tip = tr("Dismiss")}, this, [this] {
                                        withdraw();
                                        onPutAway();
                                    });
    close->setIcon(editor::icon(QStringLiteral("close")));
    close->setAutoRaise(true);
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
        addChoice(choice);
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

void RunNotice::addChoice(const Choice& choice)
{
    auto* button = editor::described(new QPushButton(choice.text, m_choices), {}, this, [this, take = choice.take] {
        m_opened->close();
        take();
    });
    button->setObjectName(choice.name);
    button->setAccessibleDescription(choice.explanation);
    auto* explanation = editor::label(choice.explanation, m_choices, editor::Look::Wraps | editor::Look::Plain);
    static_cast<QFormLayout*>(m_choices->layout())->addRow(button, explanation);
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

QString RunNotice::sentence() const
{
    return m_line->sentence();
}

namespace {

constexpr int span = 60; ///< seconds of the line
constexpr int lineWidth = 66, gap = 8;

const QString& separator()
{
    static const QString dot = QStringLiteral(" · ");
    return dot;
}

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
    : QWidget(parent), m_name(shortName(name)), m_fullName(name)
{
    setObjectName(QStringLiteral("deviceChip"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void DeviceChip::add(double seconds, const engine::GpuReading& newest)
{
    m_newest = newest;
    m_history.add(seconds, newest.utilisationPercent);
    if (const int wide = widthOfWords(); wide > m_width) {
        m_width = wide;
        updateGeometry();
    }
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
    return words.join(separator());
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
    return words.isEmpty() ? tr("no readings") : words.join(separator());
}

int DeviceChip::widthOfWords() const
{
    return std::max(fontMetrics().horizontalAdvance(heading()), fontMetrics().horizontalAdvance(reading()));
}

QSize DeviceChip::sizeHint() const
{
    const int wide = std::max(m_width, widthOfWords());
    return {lineWidth + gap + wide + 2, 2 * fontMetrics().height() + 2};
}

void DeviceChip::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect area(0, 2, lineWidth, height() - 4);
    m_history.paint(painter, area, span, 100);
    painter.setPen(QPen(theme.grid, 1));
    painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    const QRect words(lineWidth + gap, 0, width() - lineWidth - gap, height() / 2);
    const bool hot = m_newest.celsius && m_newest.slowdownCelsius && *m_newest.celsius >= *m_newest.slowdownCelsius;
    painter.setPen(hot ? theme.error : theme.mutedText);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, heading());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(words.translated(0, height() / 2), Qt::AlignLeft | Qt::AlignVCenter, reading());
}

/// Says how a run ended, and as soon as one overfits or its GPU waits, what can be done about it. What was put away for
/// a run does not come back for that run.
class RunCoach : public QObject {
    Q_OBJECT

public:
    RunCoach(Workspace& workspace, TrainingActions& actions, RunNotice& notice, RunBar& bar)
        : QObject(&notice), m_workspace(workspace), m_actions(actions), m_notice(notice), m_bar(bar)
    {
        const TrainingSession& training = workspace.training();
        connect(&training, &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
            if (state == TrainingSession::State::Starting) {
                m_notice.withdraw();
            }
        });
        connect(&training, &TrainingSession::validated, this, &RunCoach::watch);
        connect(&training, &TrainingSession::ended, this, &RunCoach::sayEnd);
        connect(&training, &TrainingSession::failed, this, &RunCoach::sayFailure);
        connect(&workspace, &Workspace::opened, this, &RunCoach::forget);
        workspace.onChange(this, Change::RunFiles, [this] {
            if (m_said == Advice::OnLimit) { // its checkpoint lies elsewhere now
                m_notice.withdraw();
            }
        });
        connect(&workspace, &Workspace::limitReached, this, &RunCoach::offerMore);
        notice.onPutAway = [this] { putAway(); };
    }

    /// The GPU of the run under way waits: says so once for the run, where nothing else is being said.
    void warnOfStarvation(const engine::Starvation& starvation)
    {
        const int run = m_workspace.training().run().id;
        const bool runs = m_workspace.training().state() == TrainingSession::State::Running;
        if (!runs || m_notice.isWanted() || m_starved.contains(run) || isAway(Advice::OnStarvation)) {
            return;
        }
        m_starved.insert(run);
        std::vector<Choice> all;
        for (const engine::Starvation::Remedy remedy : starvation.remedies) {
            addRemedy(all, remedy);
        }
        say(Advice::OnStarvation, starvationWords(starvation), all);
    }

private:
    using Choice = RunNotice::Choice;
    enum class Advice { OnEnd, OnFailure, OnOverfitting, OnStarvation, OnLimit };

    void say(Advice advice, const QString& sentence, const std::vector<Choice>& choices = {})
    {
        m_said = advice;
        m_notice.say(titleOf(advice), sentence, choices);
    }
    static QString titleOf(Advice advice)
    {
        const QString titles[] = {tr("The run has ended"), tr("The run failed"), tr("This run overfits"),
                                  tr("The GPU waits"), tr("Limit reached")};
        return titles[static_cast<int>(advice)];
    }
    /// What is said now, for this run; other advice on it may still come.
    void putAway() { m_away.insert({m_workspace.training().run().id, m_said}); }
    bool isAway(Advice advice) const { return m_away.contains({m_workspace.training().run().id, advice}); }
    void watch()
    {
        const RunRecord& record = m_workspace.training().run();
        const bool shown = m_notice.isWanted() && m_said == Advice::OnOverfitting;
        if ((m_coached.contains(record.id) && !shown) || isAway(Advice::OnOverfitting)) {
            return; // what is shown says the newest loss
        }
        const std::optional<engine::Overfitting> found = overfittingOf(record);
        if (!found) {
            return;
        }
        m_coached.insert(record.id);
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
        const bool overfits = verdictOf(record, reason).trend == engine::RunVerdict::Trend::Overfits;
        const bool advise = overfits && !isAway(Advice::OnOverfitting);
        if (advise) {
            m_coached.insert(record.id);
        }
        say(advise ? Advice::OnOverfitting : Advice::OnEnd, endInWords(record, reason),
            advise ? choices() : std::vector<Choice>());
    }
    /// In place of what was said of the run while it went on.
    void sayFailure(const QString& sentence) { say(Advice::OnFailure, tr("The run failed: %1").arg(sentence)); }
    void forget()
    {
        m_notice.withdraw();
        m_coached.clear();
        m_starved.clear();
        m_away.clear();
    }
    /// The user wants to go on with a run whose limit is reached.
    void offerMore(const ReachedLimit& limit)
    {
        if (limit.rateIsZero) {
            say(Advice::OnLimit, limit.sentence());
            return;
        }
        const QString more = QLocale().toString(qlonglong{limit.more});
        say(Advice::OnLimit, limit.sentence(),
            {{.name = QStringLiteral("trainMore"),
              .text = tr("Train %1 more").arg(more),
              .explanation = tr("Raises the limit by %1 iterations and resumes the run.").arg(more),
              .take = [this, limit] {
                  NextRun& next = m_workspace.nextRun();
                  for (const auto& [key, value] : limit.raised) {
                      next.set(key, value);
                  }
                  if (const std::optional<QString> refused = next.resumeFrom(limit.checkpoint)) {
                      emit m_bar.said(*refused);
                  }
              }}});
    }
    void addRemedy(std::vector<Choice>& all, engine::Starvation::Remedy remedy)
    {
        using Kind = engine::Starvation::Remedy;
        switch (remedy) {
        case Kind::LargerBatch:
            addChange(
                all,
                {.name = QStringLiteral("largerBatch"),
                 .text = tr("Larger batch"),
                 .explanation = tr(
                     "More work per step: %1. An epoch has fewer updates, so a higher learning rate may be needed.")},
                largerBatch);
            break;
        case Kind::FusedEngine:
            addSetting(
                all, {.name = QStringLiteral("useFused"), .text = tr("Use FUSED"), .explanation = remedyWords(remedy)},
                "engine", std::string("FUSED"));
            break;
        case Kind::RecordSteps:
            addSetting(all,
                       {.name = QStringLiteral("useGraph"),
                        .text = tr("Use a CUDA graph"),
                        .explanation = remedyWords(remedy)},
                       "graph", true);
            break;
        case Kind::FewerChecks:
            addFewerChecks(all);
            break;
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
                {{.name = QStringLiteral("stopNow"),
                  .text = tr("Stop now"),
                  .explanation = tr("The run is saved first."),
                  .take = [this] { m_actions.stop->trigger(); }}});
        };
        all.push_back(std::move(choice));
    }
    void addFewerChecks(std::vector<Choice>& all)
    {
        constexpr std::int64_t rarer = 4;
        const std::int64_t every = runSettingsOf(m_workspace.training().request()).validateEvery;
        if (every <= 0) {
            return;
        }
        const QLocale locale;
        addSetting(all,
                   {.name = QStringLiteral("fewerChecks"),
                    .text = tr("Validate less often"),
                    .explanation = tr("Every %1 iterations instead of %2: leaves more time for training.")
                                       .arg(locale.toString(static_cast<qlonglong>(rarer * every)),
                                            locale.toString(static_cast<qlonglong>(every)))},
                   "validate_every", rarer * every);
    }
    std::vector<Choice> choices()
    {
        std::vector<Choice> all;
        const TrainingSession& training = m_workspace.training();
        if (training.isBusy()) {
            all.push_back(
                {.name = QStringLiteral("stopNow"),
                 .text = tr("Stop now"),
                 .explanation = tr("More iterations only fit the training data more closely; the best weights "
                                   "are saved in a file of their own."),
                 .take = [this] { m_actions.stop->trigger(); }});
        }
        if (const std::optional<engine::CheckpointEvent> best = bestCheckpoint()) {
            all.push_back(goBack(*best));
        }
        addChange(all,
                  {.name = QStringLiteral("moreDropout"),
                   .text = tr("More dropout"),
                   .explanation = tr("A net that cannot rely on individual values overfits less: %1.")},
                  moreDropout);
        addChange(all,
                  {.name = QStringLiteral("smallerNet"),
                   .text = tr("Smaller net"),
                   .explanation = tr("A net with fewer weights can memorize less of the training data: %1.")},
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
    Choice goBack(const engine::CheckpointEvent& checkpoint)
    {
        return {.name = QStringLiteral("goBack"),
                .text = tr("Go back to the best"),
                .explanation = tr("Lets Writing use the weights of iteration %1, the best by validation.")
                                   .arg(QLocale().toString(qlonglong{checkpoint.iteration})),
                .take = [this] {
                    if (const std::optional<engine::CheckpointEvent> best = bestCheckpoint()) {
                        emit m_bar.writeRequested(QString::fromStdString(best->file));
                    }
                }};
    }
    using FindRemedy = std::optional<Remedy> (*)(const editor::Content&);
    /// Worked out again at the click: the drawing may have changed since.
    void addChange(std::vector<Choice>& all, Choice choice, FindRemedy find)
    {
        const std::optional<Remedy> remedy = find(m_workspace.document().content());
        if (!remedy) {
            return;
        }
        choice.explanation = choice.explanation.arg(remedy->change);
        choice.take = [this, label = choice.text, find] {
            if (const std::optional<Remedy> now = find(m_workspace.document().content())) {
                apply(label, *now);
            }
        };
        all.push_back(std::move(choice));
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
            emit m_bar.said(tr("The drawing was not changed, as the change would cause a problem: %1").arg(why));
            return;
        }
        putAway();
        const bool busy = m_workspace.training().isBusy();
        say(m_said,
            busy ? tr("Changed in the drawing: %1. The run still trains the earlier one; stop it, then train this "
                      "one (F5). Undo reverts the change.")
                       .arg(remedy.change)
                 : tr("Changed in the drawing: %1. Undo reverts it.").arg(remedy.change),
            {busy ? Choice{.name = QStringLiteral("stopNow"),
                           .text = tr("Stop now"),
                           .explanation = tr("Then the changed drawing can be trained."),
                           .take = [this] { m_actions.stop->trigger(); }}
                  : Choice{.name = QStringLiteral("trainChanged"),
                           .text = tr("Start (F5)"),
                           .explanation = tr("A new run of the changed drawing, from initial weights."),
                           .take = [this] { m_actions.train->trigger(); }}});
    }

    Workspace& m_workspace;
    TrainingActions& m_actions;
    RunNotice& m_notice;
    RunBar& m_bar;
    std::set<int> m_coached;                 ///< runs whose advice was shown
    std::set<int> m_starved;                 ///< runs of which was said that their GPU waits
    std::set<std::pair<int, Advice>> m_away; ///< runs and which advice on them was put away, or taken
    Advice m_said = Advice::OnEnd;           ///< what the notice speaks of
};

namespace {

using State = TrainingSession::State;

constexpr int planDelay = 200; ///< milliseconds
constexpr auto processor = "cpu";

QString cannotTrain(const QString& why)
{
    const QString part = editor::withoutFullStop(why);
    return RunBar::tr("F5 cannot train yet: %1.").arg(part);
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
      m_coach(new RunCoach(workspace, actions, *m_notice, *this)),
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
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    row->addStrut(m_figures->sizeHint().height()); // the plan takes no less room: nothing moves when a run begins
    row->addWidget(m_figures);
    row->addWidget(m_plan, 1);
    row->addWidget(m_notice);
    row->addStretch();
    row->addLayout(m_devices);
    editor::inColumn(this, {row}, QMargins(8, 2, 8, 2), 2);

    m_planSoon.setSingleShot(true);
    m_planSoon.setInterval(planDelay);
    m_planSoon.callOnTimeout(this, &RunBar::showPlan);
    connect(&workspace.document(), &editor::Document::recounted, this, [this] { m_planSoon.start(); });
    workspace.onChange(this, Changes(Change::Choice) | Change::Drawing, [this] { m_planSoon.start(); });
    connect(&workspace, &Workspace::opened, this, &RunBar::showRun);
    const TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, &RunBar::showRun);
    connect(&training, &TrainingSession::progressed, this, [this] {
        m_figures->show(m_workspace.training());
        showDevices(); // figures that grew may leave less room
    });
    chip(processor, tr("CPU")); // at once: a bar that grew later would move all panels
    showRun();
}

/// Figures while a run goes on, else what the next one will be.
void RunBar::showRun()
{
    const TrainingSession& training = m_workspace.training();
    m_figures->setVisible(training.isBusy());
    m_plan->setVisible(!training.isBusy());
    if (training.isBusy()) {
        m_figures->show(training);
    } else {
        m_planSoon.start();
    }
    showDevices();
}

void RunBar::setBlocked(const QString& why)
{
    m_blocked = why;
    m_planSoon.start();
}

void RunBar::showPlan()
{
    m_plan->setText(plan());
    // In two lines at most, however long the notice beside it is.
    m_plan->setMinimumWidth(std::min(m_plan->fontMetrics().horizontalAdvance(m_plan->text()) * 3 / 5, width() / 2));
    tellPlan();
}

void RunBar::tellPlan()
{
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
        if (!m_blocked.isEmpty()) {
            return cannotTrain(m_blocked);
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

/// Whether the device of the run under way has a chip.
bool RunBar::hasReadings() const
{
    return std::ranges::any_of(m_chips, [this](const auto& one) { return isInUse(one.first); });
}

void RunBar::noteStarvation(const engine::Starvation& starvation)
{
    m_coach->warnOfStarvation(starvation);
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
    m_noReadings->setVisible(!hasReadings());
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

void RunBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showDevices();
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry(); // words may take other lines
    }
}

void RunBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    tellPlan();
}

void RunBar::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    tellPlan();
}

} // namespace studio

#include "moc_run_bar.cpp"
#include "run_bar.moc"
