// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/studio/session/training_session.h"

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace studio {

/// The runs of the open project: earlier ones and the one under way, by id.
class RunList {
public:
    /// `changed` is called when a run came, went or was renamed.
    RunList(TrainingSession& training, std::function<void()> changed)
        : m_training(training), m_changed(std::move(changed))
    {}

    const std::vector<RunRecord>& all() const { return m_runs; }
    std::vector<RunRecord> asTheyAre() const; ///< all, the one under way as it is now
    const RunRecord* find(int id) const;      ///< the one under way as it is now; null: there is none
    const RunRecord* shown() const;           ///< the one under way, or the newest; null: there is none
    int nextId() const { return m_nextId; }

    void rename(int id, const std::string& name) { set(id, &RunRecord::name, name); }
    void annotate(int id, const std::string& remark) { set(id, &RunRecord::remark, remark); }
    void remove(int id); ///< its curves and texts; its checkpoint files stay

    /// Another project's.
    void load(std::vector<RunRecord> runs, int nextId);

    /// The same project's, with some that were gone; as a change.
    void restore(std::vector<RunRecord> runs, int nextId);

    /// The same runs, whose checkpoints lie elsewhere now.
    void replace(std::vector<RunRecord> runs);

    void append();                                     ///< the run that the training has begun, or that goes on
    void takeOver();                                   ///< what the training has recorded since
    bool hasTrained() const { return m_trained != 0; } ///< whether a run of this session and project is among them
    /// Whether the net in training, or the one that the last run left, is of this project.
    bool hasNet() const { return hasTrained() && m_training.hasNet(); }

    /// What a run that starts from this file starts from.
    RunOrigin originOf(const std::filesystem::path& file, bool goesOn) const;

    /// The run that saved this file last; null: none of them.
    const RunRecord* savedBy(const std::filesystem::path& checkpoint) const;

    /// The newest checkpoint of the shown run that is still there; empty: none.
    std::filesystem::path newestCheckpoint() const;

private:
    void set(int id, std::string RunRecord::*words, const std::string& value);

    TrainingSession& m_training;
    std::function<void()> m_changed;
    std::vector<RunRecord> m_runs;
    int m_nextId = 1;
    int m_trained = 0; ///< id of the run under way or the last one of this session; 0: none
};

} // namespace studio
