// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;

namespace studio {

class NextRun;

/// The command that starts the next run in a terminal, to be copied.
class TerminalCommand : public QWidget {
    Q_OBJECT

public:
    explicit TerminalCommand(QWidget* parent = nullptr);

    void showCommandOf(const NextRun& run); ///< none while something is missing, which the problem list tells
    void clear();

private:
    QLineEdit* m_command;
};

} // namespace studio
