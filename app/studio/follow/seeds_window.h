// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/follow/followed_run.h"

#include <cstdint>
#include <filesystem>
#include <QTimer>
#include <QWidget>
#include <vector>

class QLabel;
class QPushButton;
class QTableWidget;

namespace studio {

class BandPlot;

/// Nets that hamnet train --seeds trains side by side: the mean of their losses with a band of one standard deviation
/// while they train, and a line for each of them. Closing it leaves them alone.
class SeedsWindow : public QWidget {
    Q_OBJECT

public:
    /// `others`: runs that the window of one of the nets offers to show beside it.
    SeedsWindow(const std::filesystem::path& folder, const std::vector<RunRecord>& others, QWidget* parent = nullptr);

    BandPlot& plot() { return *m_plot; }
    const QTableWidget& table() const { return *m_table; }

private:
    struct Net {
        std::uint64_t seed;
        FollowedRun* run; ///< null: it has not begun
    };

    void lookForNew();
    void follow(Net& net);
    void tell(std::uint64_t seed, const QString& problem);
    void showAll();
    void showNet(int row);
    void askAll(watch::Request request);
    QString stateOf(const Net& net) const;
    int count(FollowedRun::State state) const;

    std::filesystem::path m_folder;
    std::vector<RunRecord> m_others;
    std::vector<Net> m_nets;
    QLabel *m_state, *m_losses, *m_problem;
    QPushButton *m_pause, *m_stop;
    BandPlot* m_plot;
    QTableWidget* m_table;
    QTimer m_looks, m_shows;
};

} // namespace studio
