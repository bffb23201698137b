// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/follow/spread_window.h"
#include "editor/work/latest_work.h"

#include <cstdint>
#include <filesystem>
#include <QString>
#include <utility>
#include <vector>

namespace studio {

/// Nets that hamnet train --seeds trains side by side: the mean of their losses with a band of one standard deviation
/// while they train, and a line for each of them. Closing it leaves them alone.
class SeedsWindow : public SpreadWindow {
    Q_OBJECT

public:
    /// `others`: runs that the window of one of the nets offers to show beside it.
    SeedsWindow(const std::filesystem::path& folder, const std::vector<RunRecord>& others, QWidget* parent = nullptr);

    void tell(const QString& problem); ///< of all nets

private:
    struct Net {
        std::uint64_t seed;
        SummedRun* run = nullptr; ///< null: it has not begun
        QString problem = {};
    };

    using Found = std::vector<std::pair<std::uint64_t, bool>>; ///< seeds, and whether they have begun
    void find();
    void take(const Found& found);
    void followNet(Net& net);
    void showAll() override;
    void showProblems();
    void showTable();
    void showState();
    void showNet(qint64 seed);
    void askAll(watch::Request request);
    QString stateOf(const Net& net) const;
    int count(FollowedRun::State state) const;
    Net& netOf(std::uint64_t seed);

    std::filesystem::path m_folder;
    std::vector<RunRecord> m_others;
    std::vector<Net> m_nets; ///< in the order of their seeds
    QString m_problemOfAll;
    bool m_isStopping = false; ///< also those nets that begin when others have ended
    editor::LatestWork m_finder;
};

} // namespace studio
