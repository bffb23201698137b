// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/watch/log_reader.h"
#include "app/watch/run_folder.h"
#include "app/watch/run_request.h"
#include "editor/work/latest_work.h"

#include <map>
#include <optional>
#include <QList>
#include <QObject>
#include <QTimer>
#include <set>

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
    const RunRecord& record() const { return m_record; } ///< grows before changed() is sent
    State state() const;
    std::optional<watch::Request> asked() const { return m_asked; } ///< that it has not followed yet
    const QString& problem() const { return m_unread.isEmpty() ? m_refused : m_unread; } ///< empty: there is none

    void setName(const std::string& name) { m_record.name = name; }
    void ask(watch::Request request); ///< where it can follow that; changed() follows as it answers, or does not

signals:
    void changed(); ///< more in its record, or another one; another state or problem

private:
    struct News;

    void look();
    News read();
    void deliver(const News& news);

    watch::RunFolder m_folder;
    RunRecord m_record;
    bool m_isGone = false;
    std::optional<watch::Request> m_asked;
    QString m_unread, m_refused; ///< why its folder cannot be read, and why it did not follow; empty: neither
    QTimer m_timer;

    // Of the thread that reads:
    watch::LogReader m_log;
    int m_looks = 0;

    editor::LatestWork m_reading, m_asking; // last, so that they end before what they use goes
};

/// Runs that are followed by their folders: the user's, of which those of several seeds are found as they begin, and
/// those of a queue while somebody looks at them.
class FollowedRuns : public QObject {
    Q_OBJECT

public:
    static constexpr int firstId = 1 << 30; ///< of the user's; a queue's have less than 0

    explicit FollowedRuns(QObject* parent = nullptr);

    /// A run's folder, or one of `hamnet train --seeds`; found() follows for each run. Throws Error where it has none.
    void add(const std::filesystem::path& folder);
    void addSeeds(const std::filesystem::path& folder); ///< none of which need have begun

    std::vector<const FollowedRun*> added() const; ///< the user's
    const FollowedRun* find(qint64 id) const;      ///< null: there is none
    void remove(qint64 id);

    FollowedRun& follow(const std::filesystem::path& folder, int id); ///< of a queue
    void keepOfQueue(const std::vector<int>& ids);                    ///< and none else

    /// Those of the user's that can follow it. Where all begun ones of a folder of seeds are to stop, the others are,
    /// too, as soon as they begin.
    void ask(const QList<qint64>& ids, watch::Request request);

signals:
    void found(int id);
    void changed(int id); ///< see FollowedRun

private:
    void findBegun();
    void begin(const std::filesystem::path& folder, const std::string& name);
    void noteChange(FollowedRun& run);

    std::map<int, FollowedRun*> m_runs;
    int m_nextId = firstId;
    std::set<std::filesystem::path> m_seeds, m_stopping; ///< folders of several seeds
    std::set<std::filesystem::path> m_begun;             ///< folders in them, also of those that were removed
    QTimer m_finds;
    editor::LatestWork m_finder;
};

} // namespace studio
