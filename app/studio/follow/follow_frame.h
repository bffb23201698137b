// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace studio {

/// What the windows of one followed run and of several have in common: state and figures in words, what went wrong, the
/// buttons, and a plot over something else.
class FollowFrame : public QWidget {
    Q_OBJECT

public:
    void showProblem(const QString& sentence); ///< hides it where there is none

protected:
    FollowFrame(const QString& title, QWidget* parent);
    void layOut(QWidget* plot, QWidget* below);

    QLabel *m_state, *m_figures, *m_problem;
    QPushButton *m_pause, *m_stop;
};

} // namespace studio
