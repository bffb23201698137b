// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/run_coach.h"

#include "app/studio/panels/starvation_words.h"
#include "app/studio/session/run_record.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/sentence_words.h"

#include <algorithm>
#include <QLocale>
#include <utility>

namespace studio {

RunCoach::RunCoach(Workspace& workspace, TrainingActions& actions, RunNotice& notice)
    : QObject(&notice), m_workspace(workspace), m_actions(actions), m_notice(notice)
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
    connect(&workspace, &Workspace::changed, this, [this](Changes changes) {
        if (changes & Change::RunFiles && m_said == Advice::OnLimit) { // its checkpoint lies elsewhere now
            m_notice.withdraw();
        }
    });
    connect(&workspace, &Workspace::limitReached, this, &RunCoach::offerMore);
    connect(&notice, &RunNotice::putAway, this, &RunCoach::putAway);
}

void RunCoach::say(Advice advice, const QString& sentence, const std::vector<RunNotice::Choice>& choices)
{
    m_said = advice;
    m_notice.say(titleOf(advice), sentence, choices);
}

QString RunCoach::titleOf(Advice advice)
{
    switch (advice) {
    case Advice::OnEnd:
        return tr("The run has ended");
    case Advice::OnFailure:
        return tr("The run failed");
    case Advice::OnOverfitting:
        return tr("This run overfits");
    case Advice::OnStarvation:
        return tr("The GPU waits");
    case Advice::OnLimit:
        return tr("Limit reached");
    }
    return {};
}

/// What is said now, for this run; other advice on it may still come.
void RunCoach::putAway()
{
    m_away.insert({m_workspace.training().run().id, m_said});
}

bool RunCoach::isAway(Advice advice) const
{
    return m_away.contains({m_workspace.training().run().id, advice});
}

void RunCoach::forget()
{
    m_notice.withdraw();
    m_coached.clear();
    m_starved.clear();
    m_away.clear();
}

void RunCoach::watch()
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

void RunCoach::warnOfStarvation(const engine::Starvation& starvation)
{
    const int run = m_workspace.training().run().id;
    const bool runs = m_workspace.training().state() == TrainingSession::State::Running;
    if (!runs || m_notice.isWanted() || m_starved.contains(run) || isAway(Advice::OnStarvation)) {
        return;
    }
    m_starved.insert(run);
    std::vector<RunNotice::Choice> all;
    for (const engine::Starvation::Remedy remedy : starvation.remedies) {
        addRemedy(all, remedy);
    }
    say(Advice::OnStarvation, starvationWords(starvation), all);
}

void RunCoach::addRemedy(std::vector<RunNotice::Choice>& all, engine::Starvation::Remedy remedy)
{
    using Kind = engine::Starvation::Remedy;
    switch (remedy) {
    case Kind::LargerBatch:
        addChange(all,
                  {.name = QStringLiteral("largerBatch"),
                   .text = tr("Larger batch"),
                   .explanation = tr(
                       "More work per step: %1. An epoch has fewer updates, so a higher learning rate may be needed.")},
                  largerBatch);
        break;
    case Kind::FusedEngine:
        addSetting(all,
                   {.name = QStringLiteral("useFused"), .text = tr("Use FUSED"), .explanation = remedyWords(remedy)},
                   "engine", std::string("FUSED"));
        break;
    case Kind::RecordSteps:
        addSetting(
            all,
            {.name = QStringLiteral("useGraph"), .text = tr("Use a CUDA graph"), .explanation = remedyWords(remedy)},
            "graph", true);
        break;
    case Kind::FewerChecks:
        addFewerChecks(all);
        break;
    }
}

void RunCoach::addFewerChecks(std::vector<RunNotice::Choice>& all)
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

/// Changes a setting of the next run, and says how to use it.
void RunCoach::addSetting(std::vector<RunNotice::Choice>& all, RunNotice::Choice choice, const std::string& key,
                          const engine::ParamValue& value)
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

void RunCoach::sayEnd(engine::EndReason reason)
{
    const RunRecord& record = m_workspace.training().run();
    const bool overfits = verdictOf(record, reason).trend == engine::RunVerdict::Trend::Overfits;
    const bool advise = overfits && !isAway(Advice::OnOverfitting);
    if (advise) {
        m_coached.insert(record.id);
    }
    say(advise ? Advice::OnOverfitting : Advice::OnEnd, endInWords(record, reason),
        advise ? choices() : std::vector<RunNotice::Choice>());
}

/// In place of what was said of the run while it went on.
void RunCoach::sayFailure(const QString& sentence)
{
    say(Advice::OnFailure, tr("The run failed: %1").arg(sentence));
}

/// The user wants to go on with a run whose limit is reached.
void RunCoach::offerMore(const ReachedLimit& limit)
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
                  emit said(*refused);
              }
          }}});
}

std::vector<RunNotice::Choice> RunCoach::choices()
{
    std::vector<RunNotice::Choice> all;
    const TrainingSession& training = m_workspace.training();
    if (training.isBusy()) {
        all.push_back({.name = QStringLiteral("stopNow"),
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
std::optional<engine::CheckpointEvent> RunCoach::bestCheckpoint() const
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

RunNotice::Choice RunCoach::goBack(const engine::CheckpointEvent& checkpoint)
{
    return {.name = QStringLiteral("goBack"),
            .text = tr("Go back to the best"),
            .explanation = tr("Lets Writing use the weights of iteration %1, the best by validation.")
                               .arg(QLocale().toString(qlonglong{checkpoint.iteration})),
            .take = [this] {
                if (const std::optional<engine::CheckpointEvent> best = bestCheckpoint()) {
                    emit writeRequested(QString::fromStdString(best->file));
                }
            }};
}

/// Worked out again at the click: the drawing may have changed since.
void RunCoach::addChange(std::vector<RunNotice::Choice>& all, RunNotice::Choice choice, FindRemedy find)
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
void RunCoach::apply(const QString& label, const Remedy& remedy)
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
        emit said(tr("The drawing was not changed, as the change would cause a problem: %1").arg(why));
        return;
    }
    putAway();
    const bool busy = m_workspace.training().isBusy();
    say(m_said,
        busy ? tr("Changed in the drawing: %1. The run still trains the earlier one; stop it, then train this "
                  "one (F5). Undo reverts the change.")
                   .arg(remedy.change)
             : tr("Changed in the drawing: %1. Undo reverts it.").arg(remedy.change),
        {busy ? RunNotice::Choice{.name = QStringLiteral("stopNow"),
                                  .text = tr("Stop now"),
                                  .explanation = tr("Then the changed drawing can be trained."),
                                  .take = [this] { m_actions.stop->trigger(); }}
              : RunNotice::Choice{.name = QStringLiteral("trainChanged"),
                                  .text = tr("Start (F5)"),
                                  .explanation = tr("A new run of the changed drawing, from initial weights."),
                                  .take = [this] { m_actions.train->trigger(); }}});
}

} // namespace studio

#include "moc_run_coach.cpp"
