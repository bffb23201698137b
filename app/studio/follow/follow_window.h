// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/follow/follow_frame.h"
#include "app/studio/follow/followed_run.h"

#include <vector>

namespace studio {

class Diary;
class LossPlot;

/// A run that another process trains: its curves and samples while they come, beside the curves of the project's runs,
/// and what it can be asked. Closing it leaves the run alone.
class FollowWindow : public FollowFrame {
    Q_OBJECT

public:
    /// `others` are listed under the plot, to be shown beside it. Throws Error where the folder holds no run.
    FollowWindow(const std::filesystem::path& folder, const std::vector<RunRecord>& others, QWidget* parent = nullptr);

    const FollowedRun& run() const { return *m_run; }
    LossPlot& plot() { return *m_plot; }

private:
    void showRun();
    void showState();
    void showFigures();
    QString stateInWords() const;

    FollowedRun* m_run;
    LossPlot* m_plot;
    Diary* m_diary;
};

/// Shows the folder of a run, or of several seeds, in a window of its own; what does not work, in a sentence.
void followFolder(const std::filesystem::path& folder, const std::vector<RunRecord>& others, QWidget* parent);

/// Asks for the folder first.
void followRun(QWidget* parent, const std::vector<RunRecord>& others);

} // namespace studio
