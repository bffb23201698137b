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

/// All numbers of a run: how far it is, with a thin bar, times, losses, a metric, best, speed. What has no room is in
/// the tooltip, what matters least first; how far the run is always shows.
class RunFigures : public QWidget {
    Q_OBJECT

public:
    explicit RunFigures(QWidget* parent = nullptr);

    void show(const TrainingSession& training);

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
    void showTimes(const TrainingProgress& progress);
    void fit();
    std::vector<const Figure*> figures() const;
    void resizeEvent(QResizeEvent* event) override;

    Figure m_howFar, m_left, m_loss, m_validation, m_metric, m_best, m_speed;
    Figure m_toTarget, m_elapsed, m_step, m_epochTime;
    Figure m_count; ///< iterations of a run in epochs, else epochs
    QProgressBar* m_bar;
};

} // namespace studio
