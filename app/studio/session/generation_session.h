// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/code_points.h"
#include "app/studio/session/net_source.h"
#include "app/studio/session/run_record.h"
#include "editor/work/latest_work.h"
#include "engine/graph/go_on.h"
#include "engine/training/write/text_generator.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <QObject>
#include <stop_token>
#include <string>
#include <vector>

namespace studio {

/// What is to be written, and by which net.
struct GenerationRequest {
    NetSource source = {};          ///< without a file: the net in training, or as the last run left it
    WrittenText wish = {};          ///< its prompt, state and settings
    bool onlyByItsNet = false;      ///< the one that wrote the wish; else whichever the source is
    engine::EngineWish engine = {}; ///< nothing: as the checkpoint says
    int threads = 0;                ///< 0: one for each core

    std::filesystem::path modelFile =
        "net.prototxt"; ///< for the equivalent command alone: where `source.model` is kept
};

enum class WritingEnd { Finished, Stopped };

/// What is to be done with a request: its text written, the one in `read` read behind its prompt, or the state behind
/// the prompt found.
struct WritingJob {
    GenerationRequest request;
    enum class Kind { Write, Read, FindPlace };
    Kind kind = Kind::Write;
    std::string read = {};
    std::shared_ptr<const NetSnapshot> snapshot = {}; ///< where the request names no checkpoint; shared with the run
};

/// What has happened since the report before, or at the end of a job.
struct WritingReport {
    std::optional<WrittenText> loaded = {}; ///< by the net that is ready to write
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

class TrainingSession;

/// Writes text on a thread of its own. Lives on the GUI thread, as do its signals; one text at a time. A net that was
/// loaded is kept as long as the same one writes.
class GenerationSession : public QObject {
    Q_OBJECT

public:
    explicit GenerationSession(TrainingSession& training, QObject* parent = nullptr); ///< which outlives this
    ~GenerationSession() override;                                                    ///< stops and waits for it

    // While a text is written, or waits to be, these do nothing and give false. Of each of the three kinds only what
    // was asked for last is done.

    bool start(const GenerationRequest& request); ///< what is being read gives way and is given up
    void stop();                                  ///< finished() follows within 100 ms

    /// How much each character of `text` surprises the net after the request's prompt, and what was likelier there:
    /// surprised() follows, behind a place that is looked for.
    bool surprise(const GenerationRequest& request, const std::string& text);

    /// Where the net stands after the request's prompt: placeFound() follows. A text that is being read is begun again
    /// behind it: who clicks waits, and has no use for what a whole text is read for.
    bool findPlace(const GenerationRequest& request);

    bool isBusy() const { return m_busy; }

    /// All of the text so far, with what it takes to write it again; `iteration` and `net` are those of the net.
    const WrittenText& text() const { return m_text; }

signals:
    void started(const studio::WrittenText& text); ///< the net is loaded; nothing is written yet
    void written(const studio::WrittenCharacters& characters);
    void finished(studio::WritingEnd end, double charsPerSecond);
    void surprised(const studio::WrittenCharacters& characters);
    void placeFound(const engine::WritingPlace& place);
    void failed(const QString& sentence, studio::WritingJob::Kind of);

private:
    using Kind = WritingJob::Kind;

    bool ask(const WritingJob& job);
    void begin(const WritingJob& job);
    void work(std::shared_ptr<const NetSnapshot> snapshot);
    void take(const WritingReport& report);
    void end(const WritingReport& report);

    TrainingSession& m_training;
    bool m_busy = false;
    WritingJob m_now;                  ///< what it is busy with
    std::optional<WritingJob> m_later; ///< a reading that waits for a place to be found
    std::stop_source m_stop;           ///< of what it is busy with; its end is told all the same
    WrittenText m_text;
    std::shared_ptr<const NetSnapshot> m_snapshot; ///< of the net in training that wrote last; shared with the run
    std::optional<WrittenText> m_snapshotBy;       ///< iteration and digest of it; nothing: not told yet
    std::shared_ptr<TextWriter> m_writer;          ///< shared with the works; only they use it
    editor::LatestWork m_work;                     // last, so that it ends before what it uses goes
};

} // namespace studio
