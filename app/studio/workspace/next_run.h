// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "app/studio/session/run_record.h"
#include "app/studio/session/training_session.h"
#include "app/studio/session/will_it_fit.h"
#include "editor/document/warnings.h"
#include "engine/graph/model.h"
#include "engine/graph/params.h"
#include "engine/graph/solver_settings.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <QString>
#include <string>
#include <utility>
#include <vector>

namespace editor {
class Document;
} // namespace editor

namespace studio {

/// A run that would end before its first iteration if it went on from a checkpoint: its limit is reached there.
struct ReachedLimit {
    std::filesystem::path checkpoint = {};
    std::int64_t iterations = 0; ///< the limit
    std::int64_t epochs = 0;     ///< the same where it is one of epochs; 0: it is one of iterations

    /// Iterations that it would train with the settings below: as many again, or until its learning rate is 0.
    std::int64_t more = 0;
    bool rateIsZero = false;    ///< the learning rate is 0 from there on, so that more iterations change nothing
    engine::Params raised = {}; ///< settings of a run that put a higher limit in place of those that are reached

    QString sentence() const;
};

/// Nothing where a run with these settings that goes on from this checkpoint of the record's trains an iteration, or
/// where that cannot be told. Throws engine::Error for settings out of range.
std::optional<ReachedLimit> reachedLimit(const RunRecord& record, const std::filesystem::path& checkpoint,
                                         const engine::Params& settings);

/// The prototxt files that a drawing was read from, with what they held.
struct ModelFile {
    std::filesystem::path path = {}; ///< the net's; empty: none
    engine::Model model = {};
    std::filesystem::path solverFile = {};             ///< empty: no solver belongs to the model
    std::optional<engine::SolverSettings> solver = {}; ///< in that file
};

/// What can be told without reading the data, before the run is in the list: why no run could feed the net, compute at
/// the precision that was chosen, or read what it starts from: the first reason, as a sentence. Throws engine::Error
/// where there is no such device.
std::optional<QString> whyItCannotStart(const TrainingRequest& request);

/// The same of the files that it starts from: first weights, their text, the solver's state.
std::optional<QString> missingStart(const TrainingRequest& request);

class Workspace;

/// Why the drawing cannot train; nothing where it can.
std::optional<QString> problemOf(const editor::Document& drawing);

/// The run that F5 starts: the user's choice, and what the drawing and its solver say.
class NextRun {
public:
    explicit NextRun(Workspace& workspace) : m_workspace(workspace) {}

    const engine::RunDescription& choice() const { return m_choice; }
    void setChoice(const engine::RunDescription& choice);

    /// Another project's, whose solver may say a seed.
    void load(const engine::RunDescription& choice, const engine::SolverSettings& solver);

    void setModelFile(ModelFile file) { m_modelFile = std::move(file); } ///< that the drawing was read from
    bool hasModelFile() const; ///< whether the drawing is still what that file holds, which a terminal can then name

    /// What F5 starts. Throws engine::Error for a drawing that has problems.
    TrainingRequest request() const;

    /// What the choice comes to with the drawing's solver. Throws engine::Error for settings out of range.
    engine::RunSettings runSettings() const;

    /// Device, engine and threads of the choice, whatever the solver says.
    engine::RunSettings machine() const { return engine::runSettings(m_choice.settings, {}); }

    /// Changes one setting, or puts it back to the default. Throws engine::Error for a value out of range.
    void set(const std::string& key, const std::optional<engine::ParamValue>& value);

    /// The run under way gets the limits of the choice, if they are others.
    void changeLimits();

    void useUpSeed(); ///< a run that waits elsewhere has it: where each run gets another one, that is drawn

    // Each gives the sentence of what went wrong.
    std::optional<QString> train(); ///< a new run, from new weights or those that were imported

    /// A run goes on; where its limit is reached, Workspace::limitReached() says so.
    std::optional<QString> resumeFrom(const std::filesystem::path& checkpoint);

    bool isStale() const { return m_stale; } ///< whether the drawing or its solver is no longer what trains
    void noteStale();                        ///< the drawing, its solver or the training has changed
    void followSeed();                       ///< the solver's seed may have changed

    // What is known of it, by those who look.

    const WillItFit& fit() const { return m_fit; } ///< of the drawing as it was at the last look
    void setFit(WillItFit fit);

    /// What is wrong with what it learns and starts from; who reads the data tells.
    std::vector<editor::Warning> dataProblems() const;
    void setDataProblems(std::function<std::vector<editor::Warning>()> problems)
    {
        m_dataProblems = std::move(problems);
    }

    const QString& blocked() const { return m_blocked; } ///< the first of all errors, as a sentence; empty: none
    void setBlocked(const QString& why);

private:
    engine::Params settings(const engine::Model& model) const;

    /// The seed of the next run where each is to have another one: by the user's choice (seed: -1) or, where that says
    /// nothing, by the solver (random_seed: -1). It is drawn before the run, so that it can be shown and typed into a
    /// terminal. Nothing: the seed is said.
    std::optional<std::int64_t> drawnSeed() const;
    void drawSeed(); ///< the one before is used up

    /// What a new run and one that goes on share. Throws engine::Error for settings out of range.
    TrainingRequest begunWith(engine::Model model, engine::SolverSettings solver, std::filesystem::path corpus) const;
    std::optional<QString> start(TrainingRequest request);

    Workspace& m_workspace;
    engine::RunDescription m_choice;
    std::optional<std::int64_t> m_solversSeed; ///< as it was last; nothing: it says none
    std::int64_t m_drawn = 1;
    ModelFile m_modelFile;
    bool m_stale = false;
    WillItFit m_fit;
    std::function<std::vector<editor::Warning>()> m_dataProblems;
    QString m_blocked;
};

} // namespace studio
