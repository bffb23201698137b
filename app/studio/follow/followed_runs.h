// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/follow/followed_run.h"

#include <map>
#include <QList>
#include <set>

namespace studio {

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
    void grew(int id);

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
