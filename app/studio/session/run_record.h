// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/held_unit.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/overfitting.h"
#include "engine/training/run/run_description.h"
#include "engine/training/run/run_log.h"
#include "engine/training/run/run_verdict.h"

#include <cstdint>
#include <optional>
#include <QString>
#include <string>
#include <vector>

namespace engine {
struct Checkpoint;
}

namespace studio {

/// A text that the net wrote, with all that is needed to write it again.
struct WrittenText : engine::SampleEvent { // with the surprise of each code point of the text; NaN: not of this one
    std::string checkpoint = {};           ///< the file whose weights wrote it; empty: the net in training
    int id = 0;                            ///< from 1 in the history; 0: not in it
    int parent = 0;               ///< the text of the history that this one branches from or continues; 0: none
    std::int64_t branchPlace = 0; ///< in the parent's prompt and text: the code point that is another here

    std::string state = {};                  ///< the file with the state that it starts from; empty: zero state
    std::vector<engine::HeldUnit> held = {}; ///< units that were set while it was read and written
    std::int64_t drawn = 0;                  ///< see engine::SamplingSettings

    std::string net = {}; ///< digest of the weights that wrote it; empty: not known
};

/// A text of this net, not written yet.
inline WrittenText textBy(std::int64_t iteration, const std::string& net)
{
    WrittenText text;
    text.iteration = iteration;
    text.net = net;
    return text;
}

/// Whether the same net wrote both. The iteration alone tells where a digest is missing.
inline bool isOfOneNet(const WrittenText& one, const WrittenText& other)
{
    return one.net.empty() || other.net.empty() ? one.iteration == other.iteration : one.net == other.net;
}

/// Where a run's first weights came from.
struct RunOrigin {
    int run = 0;         ///< id of the project's run whose checkpoint it was; 0: none of them
    std::string file;    ///< its name without the folder; empty: the fillers drew the weights
    bool goesOn = false; ///< the whole state was taken, not the weights alone
    bool operator==(const RunOrigin&) const = default;
};

/// All that is kept of one run: a value that the project file holds, the plots draw and the diary shows. Before the
/// run has begun, `start` says what is known by then.
struct RunRecord : engine::RunLog {
    int id = 0;                      ///< from 1, never used again in a project
    std::string name = {};           ///< "Run 3", or as the user calls it
    std::string shortName = {};      ///< in the key of a plot; empty: its name
    std::string remark = {};         ///< what the user wrote of it
    RunOrigin origin = {};           ///< the project's words for where it began
    engine::RunDescription run = {}; ///< as it was started; out of a project without model and solver
    engine::Sentence failure = {};   ///< the error that ended it; empty: none did

    bool hasEnded() const { return end || !failure.empty(); }
};

/// What became of a run, by its curves; see engine::verdictOf().
engine::RunVerdict verdictOf(const RunRecord& record, engine::EndReason reason);

/// In the user's language: "Finished: best 1.443 at 1,000; since then it overfits."
QString endInWords(const RunRecord& record, engine::EndReason reason);

/// Whether the run overfits, as far as it has got; see engine::overfitting().
std::optional<engine::Overfitting> overfittingOf(const RunRecord& record);

/// The mean training loss of the 100 iterations up to this one, or of those that there are.
engine::LossMean trainingLossAt(const RunRecord& record, std::int64_t iteration);

/// Those whose files are still there, the newest first. Each file once: one that is written again holds its newest net
/// only.
std::vector<engine::CheckpointEvent> checkpointsThere(const RunRecord& record);

/// The checkpoint with the weights of the run's best validation; nothing where it is not there any more.
std::optional<engine::CheckpointEvent> bestCheckpointOf(const RunRecord& record);

/// The validations of a run until its checkpoint was taken.
std::vector<engine::ValidationEvent> validationsIn(const engine::Checkpoint& checkpoint);

/// A run's record as the engine keeps curves: validations stand at their iterations.
std::vector<engine::CurvePoint> engineCurve(const RunRecord& record);

} // namespace studio
