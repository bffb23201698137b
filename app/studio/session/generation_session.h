// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/text_writer.h"
#include "editor/work/latest_work.h"

#include <memory>
#include <optional>
#include <QObject>
#include <QStringList>
#include <stop_token>
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

    bool ask(const WritingJob& job);
    void begin(const WritingJob& job);
    void work(std::shared_ptr<const NetSnapshot> snapshot);
    void take(const WritingReport& report);
    void end(const WritingReport& report);

    TrainingSession* m_training;
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
