// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/runs_dialog.h"
#include "engine/training/run/run_description.h"

#include <filesystem>
#include <functional>

class QLineEdit;
class QSpinBox;

namespace studio {

class Workspace;

/// How many nets of the drawing are trained side by side, on which device, and into which folder.
class SeedsDialog : public RunsDialog {
    Q_OBJECT

public:
    /// Starts them; throws std::exception with the sentence of what went wrong.
    using Train = std::function<void(int seeds, const std::filesystem::path& folder)>;

    /// `folder` is proposed. The device is the next run's setting, which the dialog changes.
    SeedsDialog(Workspace& workspace, const std::filesystem::path& folder, Train train, QWidget* parent);

private:
    void browse();
    void start() override;
    void refresh() override {}

    Train m_train;
    QSpinBox* m_seeds;
    QLineEdit* m_folder;
};

/// `hamnet train --seeds` in a process of this program that outlives the window; it is asked to stop through its
/// folder, which is made where it is not there. Throws Error where that has anything in it or cannot be written, and
/// where no process starts. `ended` hears what went wrong, while `owner` lives; empty: it ended as it was to, or as it
/// was asked to.
void trainSeeds(const engine::RunDescription& run, int seeds, const std::filesystem::path& folder, QObject& owner,
                std::function<void(const QString& problem)> ended);

} // namespace studio
