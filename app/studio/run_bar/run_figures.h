// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/studio/session/training_session.h"

#include <QWidget>
#include <vector>

class QHBoxLayout;
class QLabel;
class QProgressBar;

namespace studio {

/// How far a run is: iteration or epoch with a thin bar, time left, losses, accuracy, best, speed. What has no room is
/// in the tooltip, the speed first; how far the run is always shows.
class RunFigures : public QWidget {
    Q_OBJECT

public:
    explicit RunFigures(QWidget* parent = nullptr);

    void show(const TrainingSession& training);

    /// Of the latest validation: "97.81 %"; empty where the run learns no classes of sequences.
    static QString accuracyOf(const RunRecord& record);

    QSize sizeHint() const override; ///< all that there is
    QSize minimumSizeHint() const override;

private:
    struct Figure {
        QWidget* box;
        QLabel *name, *value;
        bool exists = true; ///< in this run
    };
    Figure add(QHBoxLayout& row, const QString& objectName, const QString& name);
    static void setValue(const Figure& figure, const QString& value);
    void showHowFar(const TrainingSession& training);
    void showLosses(const TrainingSession& training);
    void fit();
    std::vector<const Figure*> figures() const;
    void resizeEvent(QResizeEvent* event) override;

    Figure m_howFar, m_left, m_loss, m_validation, m_accuracy, m_best, m_speed;
    QProgressBar* m_bar;
};

} // namespace studio
