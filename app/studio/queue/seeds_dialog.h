// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <QDialog>

class QLineEdit;
class QSpinBox;

namespace editor {
class TintedLabel;
} // namespace editor

namespace studio {

class Workspace;

/// How many nets of the drawing are trained side by side, on which device, and into which folder.
class SeedsDialog : public QDialog {
    Q_OBJECT

public:
    /// Starts them; throws std::exception with the sentence of what went wrong.
    using Start = std::function<void(int seeds, const std::filesystem::path& folder)>;

    /// `folder` is proposed. The device is the next run's setting, which the dialog changes.
    SeedsDialog(Workspace& workspace, const std::filesystem::path& folder, Start start, QWidget* parent);

private:
    void browse();
    void start();

    Start m_start;
    QSpinBox* m_seeds;
    QLineEdit* m_folder;
    editor::TintedLabel* m_problem;
};

/// That name, or with -2, -3, ... behind it the first that is not there.
std::filesystem::path unusedFolder(const std::filesystem::path& name);

} // namespace studio
