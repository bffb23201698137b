// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_curve.h"
#include "engine/graph/held_unit.h"
#include "engine/graph/params.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/events.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace studio {

/// A text that the net wrote, with all that is needed to write it again.
struct WrittenText {
    std::int64_t iteration = 0;
    std::string checkpoint = {}; ///< the file whose weights wrote it; empty: the net in training, at that iteration
    std::string prompt = {};
    double temperature = 1, topP = 1;
    std::int64_t topK = 0, length = 0;
    std::uint64_t seed = 0;
    std::string text = {};
    std::vector<float> bits = {}; ///< surprise of each code point of `text`; empty: not known, NaN: not of this one

    int id = 0;                   ///< from 1 in the history; 0: not in it
    int parent = 0;               ///< the text of the history that this one branches from or continues; 0: none
    std::int64_t branchPlace = 0; ///< in the parent's prompt and text: the code point that is another here

    std::string state = {};                  ///< the file with the state that it starts from; empty: zero state
    std::vector<engine::HeldUnit> held = {}; ///< units that were set while it was read and written
    std::int64_t drawn = 0;                  ///< see engine::SamplingSettings

    std::string net = {}; ///< digest of the weights that wrote it; empty: not known
};

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

/// What an iteration of a run is that begins so.
IterationFacts factsOf(const engine::StartEvent& start);

/// All that is kept of one run: a value that the project file holds, the plots draw and the diary shows.
struct RunRecord {
    int id = 0;        ///< from 1, never used again in a project
    std::string name;  ///< "Run 3", or as the user calls it
    std::string model; ///< prototxt, as it was trained
    std::string solver;
    std::string corpus;               ///< file; a folder or a name of made data where it learns from sequences
    bool readsText = true;            ///< false: sequences with an answer each
    std::string holdsOutNothing = {}; ///< see engine::StartEvent; not in a project, where it is one of the notes
    std::string engine, device;
    std::uint64_t seed = 0;
    std::string started;     ///< ISO 8601, UTC
    engine::Sentence ending; ///< engine::toString(EndReason) or an error's; empty: not ended yet
    RunCurve curve;          ///< a copy shares its points
    std::vector<engine::ValidationEvent> validations; ///< with the metrics of the training part among the others
    std::vector<engine::CheckpointEvent> checkpoints;
    std::vector<WrittenText> diary;      ///< samples on the way, in the order of iterations
    std::vector<engine::Sentence> notes; ///< sentences of its start: where its first weights came from, ...
    std::string remark;                  ///< what the user wrote of it
    RunOrigin origin;
    std::string precision = {};                  ///< "bf16"; empty: not known
    std::optional<engine::Params> settings = {}; ///< that it was given, with its limits as they were changed; likewise

    /// Grows by what the run tells. A start forgets what comes later than where it begins: what a part that was killed
    /// had trained after its last checkpoint.
    void take(const engine::Event& event);
};

} // namespace studio
