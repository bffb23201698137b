// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/studio/session/training_session.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QProgressBar;

namespace studio {

/// How far a run is: iteration or epoch with a thin bar, time left, losses, best, speed.
class RunFigures : public QWidget {
    Q_OBJECT

public:
    explicit RunFigures(QWidget* parent = nullptr);

    void show(const TrainingSession& training);

private:
    struct Figure {
        QWidget* box;
        QLabel *name, *value;
    };
    Figure add(QHBoxLayout& row, const QString& objectName, const QString& name);
    static void setValue(const Figure& figure, const QString& value);
    void showHowFar(const TrainingSession& training);
    void showLosses(const TrainingSession& training);

    Figure m_howFar, m_left, m_loss, m_validation, m_best, m_speed;
    QProgressBar* m_bar;
};

} // namespace studio
