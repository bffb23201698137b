// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/watch/log_reader.h"
#include "app/watch/run_folder.h"
#include "app/watch/run_request.h"
#include "editor/work/latest_work.h"

#include <optional>
#include <QObject>
#include <QTimer>

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

    const watch::RunFolder& folder() const { return m_folder; }
    const RunRecord& record() const { return m_record; } ///< grows before the signals are sent
    State state() const;
    std::optional<watch::Request> asked() const { return m_asked; } ///< that it has not followed yet
    const QString& problem() const { return m_problem; }            ///< a sentence; empty: there is none

    void setName(const std::string& name) { m_record.name = name; }
    void ask(watch::Request request); ///< where it can follow that; changed() follows as it answers, or does not

signals:
    void changed(); ///< another record, more in it than in its curve, another state or problem
    void grew();    ///< its curve alone

private:
    struct News;

    void look();
    News read();
    void deliver(const News& news);
    void take(engine::Event event);

    watch::RunFolder m_folder;
    RunRecord m_record;
    bool m_isGone = false;
    std::optional<watch::Request> m_asked;
    QString m_problem;
    QTimer m_timer;

    // Of the thread that reads:
    watch::LogReader m_log;
    int m_looks = 0;
    bool m_isDescribed = false; ///< or was looked at for that
    engine::Sentence m_told;    ///< what keeps the folder from being read; empty: nothing

    editor::LatestWork m_reading, m_asking; // last, so that they end before what they use goes
};

} // namespace studio
