// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/watch/run_folder.h"
#include "app/watch/run_request.h"
#include "editor/work/latest_work.h"
#include "engine/training/run/run.h"

#include <memory>
#include <optional>
#include <QObject>
#include <QTimer>
#include <vector>

namespace studio {

/// A run that another process trains, perhaps on another computer: read from its folder while it is written. The disk
/// may be slow, so a thread of its own reads; this lives on the GUI thread and sends signals at the screen's pace.
class FollowedRun : public QObject {
    Q_OBJECT

public:
    enum class State {
        Reading,
        Training,
        Paused,
        Ended,
        Gone ///< its process has ended without a word
    };

    /// `id` is the record's. A folder that cannot be read is a problem(), and looked at again.
    FollowedRun(const std::filesystem::path& folder, int id, QObject* parent = nullptr);
    ~FollowedRun() override;

    const watch::RunFolder& folder() const { return m_folder; }
    const RunRecord& record() const { return m_record; } ///< grows before the signals are sent
    State state() const { return m_state; }
    std::optional<watch::Request> asked() const { return m_asked; } ///< that it has not followed yet
    const QString& problem() const { return m_problem; }            ///< a sentence; empty: there is none

    void setName(const std::string& name) { m_record.name = name; }
    void ask(watch::Request request); ///< where it can follow that; changed() follows as it answers, or does not

signals:
    void changed(); ///< another record, more in it than in its curve, another state or problem
    void grew();    ///< its curve alone

private:
    class Reader;
    struct News;

    void look();
    void takeBack();
    void deliver(const News& news);
    void refuse(const engine::Sentence& refusal);
    void take(engine::Event event);
    void setState(State state);

    watch::RunFolder m_folder;
    RunRecord m_record;
    State m_state = State::Reading;
    std::optional<watch::Request> m_asked;
    QString m_problem;
    std::shared_ptr<Reader> m_reader; ///< shared with the works; only they use it
    QTimer m_looks, m_patience;       ///< the second with a run that was asked something
    editor::LatestWork m_reading, m_asking;
};

} // namespace studio
