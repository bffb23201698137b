// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/run_bar/remedies.h"
#include "app/studio/run_bar/run_notice.h"
#include "app/studio/workspace/reached_limit.h"
#include "app/studio/workspace/workspace.h"
#include "engine/training/run/starvation.h"

#include <optional>
#include <QObject>
#include <set>
#include <utility>
#include <vector>

namespace studio {

/// Says how a run ended, and as soon as one overfits or its GPU waits, what can be done about it. What was put away for
/// a run does not come back for that run.
class RunCoach : public QObject {
    Q_OBJECT

public:
    RunCoach(Workspace& workspace, TrainingActions& actions, RunNotice& notice);

    /// The GPU of the run under way waits: says so once for the run, where nothing else is being said.
    void warnOfStarvation(const engine::Starvation& starvation);

signals:
    void writeRequested(const QString& checkpoint); ///< Writing shall use these weights
    void said(const QString& sentence);             ///< where the user looks

private:
    enum class Advice { OnEnd, OnFailure, OnOverfitting, OnStarvation, OnLimit };

    void say(Advice advice, const QString& sentence, const std::vector<RunNotice::Choice>& choices = {});
    static QString titleOf(Advice advice);
    void putAway();
    bool isAway(Advice advice) const;
    void watch();
    void sayEnd(engine::EndReason reason);
    void sayFailure(const QString& sentence);
    void forget();
    void offerMore(const ReachedLimit& limit);
    void addRemedy(std::vector<RunNotice::Choice>& all, engine::Starvation::Remedy remedy);
    void addSetting(std::vector<RunNotice::Choice>& all, RunNotice::Choice choice, const std::string& key,
                    const engine::ParamValue& value);
    void addFewerChecks(std::vector<RunNotice::Choice>& all);
    std::vector<RunNotice::Choice> choices();
    std::optional<engine::CheckpointEvent> bestCheckpoint() const;
    RunNotice::Choice goBack(const engine::CheckpointEvent& checkpoint);
    using FindRemedy = std::optional<Remedy> (*)(const editor::Content&);
    void addChange(std::vector<RunNotice::Choice>& all, RunNotice::Choice choice, FindRemedy find);
    void apply(const QString& label, const Remedy& remedy);

    Workspace& m_workspace;
    TrainingActions& m_actions;
    RunNotice& m_notice;
    std::set<int> m_coached;                 ///< runs whose advice was shown
    std::set<int> m_starved;                 ///< runs of which was said that their GPU waits
    std::set<std::pair<int, Advice>> m_away; ///< runs and which advice on them was put away, or taken
    Advice m_said = Advice::OnEnd;           ///< what the notice speaks of
};

} // namespace studio
