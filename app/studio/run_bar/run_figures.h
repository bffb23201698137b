// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/studio/session/training_session.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QProgressBar;

namespace studio {

/// How far a run is: iteration or epoch with a thin bar, time left, losses, accuracy, best, speed.
class RunFigures : public QWidget {
    Q_OBJECT

public:
    explicit RunFigures(QWidget* parent = nullptr);

    void show(const TrainingSession& training);

    /// Of the latest validation: "97.81 %"; empty where the run learns no classes of sequences.
    static QString accuracyOf(const RunRecord& record);

private:
    struct Figure {
        QWidget* box;
        QLabel *name, *value;
    };
    Figure add(QHBoxLayout& row, const QString& objectName, const QString& name);
    static void setValue(const Figure& figure, const QString& value);
    void showHowFar(const TrainingSession& training);
    void showLosses(const TrainingSession& training);

    Figure m_howFar, m_left, m_loss, m_validation, m_accuracy, m_best, m_speed;
    QProgressBar* m_bar;
};

} // namespace studio
