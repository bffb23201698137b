// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "app/studio/session/training_request.h"

#include <filesystem>
#include <optional>
#include <QString>

namespace studio {

class Workspace;

/// The run that F5 starts: the user's choice, and what the drawing and its solver say.
class NextRun {
public:
    explicit NextRun(Workspace& workspace) : m_workspace(workspace) {}

    const RunChoice& choice() const { return m_choice; }
    void setChoice(const RunChoice& choice);

    /// Another project's, whose solver may say a seed.
    void load(const RunChoice& choice, const engine::SolverSettings& solver);

    /// The files that the drawing as it is now and its solver were read from; no solver's: none belongs to the model.
    void setModelFile(const std::filesystem::path& file, const std::filesystem::path& solver);

    /// Whether the drawing and its solver are as in the files that they came from, which a terminal can then name.
    bool hasModelFile() const;

    /// Why the drawing cannot train; nothing where it can.
    std::optional<QString> problemOfDrawing() const;

    /// What F5 starts. Throws engine::Error for a drawing that has problems.
    TrainingRequest request() const;

    /// What the choice comes to with the drawing's solver. Throws engine::Error for settings out of range.
    engine::RunPlan plan() const;

    /// Device, engine and threads of the choice, whatever the solver says.
    engine::RunPlan machine() const { return engine::planRun(m_choice.settings, {}); }

    /// Changes one setting, or puts it back to the default. Throws engine::Error for a value out of range.
    void set(const std::string& key, const std::optional<engine::ParamValue>& value);

    /// The run under way gets the limits of the choice, if they are others.
    void changeLimits();

    // Each gives the sentence of what went wrong.
    std::optional<QString> train(); ///< a new run, from new weights or those that were imported
    std::optional<QString> resumeFrom(const std::filesystem::path& checkpoint); ///< a run goes on

    bool isStale() const { return m_stale; } ///< whether the drawing or its solver is no longer what trains
    void noteStale();                        ///< the drawing, its solver or the training has changed
    void followSeed();                       ///< the solver's seed may have changed

private:
    TrainingRequest requestOn(std::filesystem::path corpus) const;
    void takeFromSolver(TrainingRequest& request) const;
    std::optional<QString> start(TrainingRequest request);
    bool isWhatTrains() const;

    Workspace& m_workspace;
    RunChoice m_choice;
    engine::Params settings() const;
    void drawSeed();

    std::optional<std::int64_t> m_seedOfSolver; ///< as it was when the next run's seed was taken from it
    std::int64_t m_drawnSeed = 1;               ///< of the next run, where the solver wants another one each time
    std::filesystem::path m_modelFile;          ///< that the drawing came from; empty: none
    std::filesystem::path m_solverFile;         ///< that its solver came from; empty: none
    engine::Model m_modelOfFile;
    std::optional<engine::SolverSettings> m_solverOfFile; ///< nothing: no file
    bool m_stale = false;
};

} // namespace studio
