// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/code_points.h"
#include "app/studio/session/net_source.h"
#include "app/studio/session/run_record.h"
#include "engine/graph/go_on.h"
#include "engine/training/write/text_generator.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace studio {

/// What is to be written, and by which net.
struct GenerationRequest {
    NetSource source = {};                  ///< without a file: the net in training, or as the last run left it
    engine::SamplingSettings sampling = {}; ///< its `start` comes from `state`
    std::filesystem::path state = {};       ///< the file with the state to start from; empty: zero state
    engine::EngineWish engine = {};         ///< nothing: as the checkpoint says
    int threads = 0;                        ///< 0: one for each core
    std::optional<WrittenText> by = {};     ///< only by the net that wrote this; nothing: by whichever the source is

    std::filesystem::path modelFile =
        "net.prototxt"; ///< for the equivalent command alone: where `source.model` is kept
};

enum class WritingEnd { Finished, Stopped };

/// What is to be done with a request: its text written, the one in `read` read behind its prompt, or the state behind
/// the prompt found.
struct WritingTask {
    enum class Kind { Write, Read, FindPlace };

    Kind kind = Kind::Write;
    std::string read = {};
};

struct WritingJob {
    GenerationRequest request;
    WritingTask task = {};
    std::shared_ptr<const NetSnapshot> snapshot = {}; ///< where the request names no checkpoint; shared with the run
};

/// Which net is ready to write.
struct LoadedNetFacts {
    std::int64_t iteration = 0;
    std::string digest; ///< of its weights
};

/// What has happened since the report before, or at the end of a job.
struct WritingReport {
    std::optional<LoadedNetFacts> loaded = {};
    std::vector<std::string> unknown = {}; ///< characters of the prompt that the net does not know, by name
    WrittenCharacters written = {};

    // Of the last one alone:
    std::optional<WrittenCharacters> surprise = {};
    std::optional<engine::WritingPlace> place = {};
    WritingEnd end = WritingEnd::Stopped;
    double charsPerSecond = 0;
    engine::Sentence failure = {}; ///< empty: none
};

/// Writes texts, one after the other, on one thread. Device, weights and net are kept as long as the same net is asked
/// for.
class TextWriter {
public:
    TextWriter();
    ~TextWriter();

    /// What is written is told where the screen is ready for more; what remains is in the report at the end. Never
    /// throws: failures are reports.
    WritingReport work(const WritingJob& job, const engine::GoOn& goOn, const std::function<void(WritingReport)>& tell,
                       const std::function<bool()>& isReady);

private:
    struct LoadedNet;
    void load(const WritingJob& job);

    std::unique_ptr<LoadedNet> m_net;
};

} // namespace studio
