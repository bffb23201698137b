// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/code_points.h"
#include "app/studio/session/generation_request.h"
#include "app/studio/session/net_snapshot.h"
#include "app/studio/session/run_record.h"
#include "app/studio/session/writing_thread.h"

#include <memory>
#include <optional>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <string>
#include <vector>

namespace studio {

class TrainingSession;

/// Writes text on a thread of its own. Lives on the GUI thread, as do its signals; one text at a time. A net that was
/// loaded is kept as long as the same one writes.
class GenerationSession : public QObject {
    Q_OBJECT

public:
    /// `training` may be null where no net in training is asked for; it must outlive this.
    explicit GenerationSession(TrainingSession* training, QObject* parent = nullptr);
    ~GenerationSession() override; ///< stops and waits for it

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
    void unknownCharacters(const QStringList& characters); ///< of the prompt, by name: left out
    void finished(studio::WritingEnd end, double charsPerSecond);
    void surprised(const studio::WrittenCharacters& characters);
    void placeFound(const engine::WritingPlace& place);
    void failed(const QString& sentence, studio::WritingTask::Kind of);

private:
    using Kind = WritingTask::Kind;

    struct Wish {
        GenerationRequest request;
        WritingTask task;
    };

    bool ask(const Wish& wish);
    void begin(const Wish& wish);
    void hand(const std::shared_ptr<const NetSnapshot>& snapshot);
    void poll();
    void deliver(const WritingReports& reports);
    void noteLoaded(const LoadedNetFacts& facts);
    void beginNext();
    bool waits(Kind kind) const;
    static bool readsTheSame(const Wish& one, const Wish& other);

    TrainingSession* m_training;
    bool m_busy = false;
    Wish m_now;                  ///< what it is busy with
    std::vector<Wish> m_waiting; ///< in the order in which they are done
    bool m_givesWay = false;     ///< a reading was stopped for another wish: nothing is told of it
    bool m_stopped = false;
    WrittenText m_text;
    std::shared_ptr<const NetSnapshot> m_snapshot; ///< that the thread got last; shared with it and the run
    std::optional<WrittenText> m_snapshotBy;       ///< iteration and digest of it; nothing: not told yet
    QTimer m_poll;
    WritingThread m_thread;
};

} // namespace studio
