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

    /// Asked for while one is written it does nothing and gives false. A text that is being read gives way.
    bool start(const GenerationRequest& request);
    void stop(); ///< finished() follows within 100 ms

    /// How much each character of `text` surprises the net after the request's prompt, and what was likelier there:
    /// surprised() follows. False while something is written.
    bool surprise(const GenerationRequest& request, const std::string& text);

    /// Where the net stands after the request's prompt: placeFound() follows. False while something is written.
    bool findPlace(const GenerationRequest& request);

    bool isBusy() const { return m_busy; }

    /// All of the text so far, with what it takes to write it again; `iteration` is that of the net.
    const WrittenText& text() const { return m_text; }

signals:
    void started(const studio::WrittenText& text); ///< the net is loaded; nothing is written yet
    void written(const studio::WrittenCharacters& characters);
    void unknownCharacters(const QStringList& characters); ///< of the prompt, by name: left out
    void finished(studio::WritingEnd end, double charsPerSecond);
    void surprised(const studio::WrittenCharacters& characters);
    void placeFound(const engine::WritingPlace& place);
    void failed(const QString& sentence);

private:
    struct Next {
        GenerationRequest request;
        WritingTask task;
    };

    bool begin(const GenerationRequest& request, const WritingTask& task);
    void hand(const GenerationRequest& request, const WritingTask& task,
              const std::shared_ptr<const NetSnapshot>& snapshot);
    void poll();
    void deliver(const WritingReports& reports);
    bool startNext();

    TrainingSession* m_training;
    bool m_busy = false;
    bool m_reads = false;            ///< what it is busy with is surprise() or findPlace()
    std::optional<Next> m_next = {}; ///< to be done once the reading has stopped
    bool m_stopped = false;
    WrittenText m_text;
    QTimer m_poll;
    WritingThread m_thread;
};

} // namespace studio
