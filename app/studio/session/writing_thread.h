// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/code_points.h"
#include "app/studio/session/generation_request.h"
#include "app/studio/session/net_snapshot.h"
#include "engine/graph/sentence.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace studio {

/// What is to be done with a request: its text written, the one in `read` read behind its prompt, or the state behind
/// the prompt found.
struct WritingTask {
    enum class Kind { Write, Read, FindPlace };

    Kind kind = Kind::Write;
    std::string read = {};
};

struct WritingJob {
    GenerationRequest request;
    std::shared_ptr<const NetSnapshot>
        snapshot; ///< the net, where the request names no checkpoint; shared with the run
    WritingTask task = {};
};

/// Which net is ready to write.
struct LoadedNetFacts {
    std::int64_t iteration = 0;
    std::string digest; ///< of its weights
};

/// All that has happened on the writing thread since the last poll.
struct WritingReports {
    std::optional<LoadedNetFacts> loaded;
    std::vector<std::string> unknown; ///< characters of the prompt that the net does not know, by name
    WrittenCharacters written;
    std::optional<WrittenCharacters> surprise;
    std::optional<engine::WritingPlace> place;
    std::optional<WritingEnd> end;
    double charsPerSecond = 0;
    std::optional<engine::Sentence> failure; ///< a sentence, instead of an end
};

/// The thread that writes texts, one after the other. Device, weights and net are made, used and destroyed on it, and
/// kept as long as the same net is asked for. put() of a report never waits for the screen.
class WritingThread {
public:
    WritingThread();
    ~WritingThread(); ///< ends the text under way and joins

    void begin(WritingJob job); ///< when the one before has ended
    void stop();                ///< the text under way
    WritingReports take();

private:
    class Writer;

    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<WritingJob> m_job; // guarded by m_mutex
    WritingReports m_reports;        // guarded by m_mutex
    std::atomic<bool> m_stopped = false;
    std::jthread m_thread; // last, so that it joins before what it uses goes
};

} // namespace studio
