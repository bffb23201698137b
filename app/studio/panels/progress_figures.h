// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/training_session.h"

#include <QWidget>
#include <vector>

class QGridLayout;
class QLabel;

namespace studio {

/// The numbers of the run under way, each under its name: losses, speed, times and epochs.
class ProgressFigures : public QWidget {
    Q_OBJECT

public:
    explicit ProgressFigures(QWidget* parent = nullptr);

    void setReadsText(bool text); ///< a text is counted in characters and nats, sequences in none of them
    void showProgress(const TrainingProgress& progress);

private:
    QLabel* figure(QGridLayout& grid, int row, int column, const QString& name, QLabel** heading = nullptr);
    void showMetric(const std::vector<engine::Metric>& metrics);

    QLabel *m_loss, *m_validation, *m_best, *m_speed, *m_step, *m_elapsed, *m_left, *m_toTarget;
    QLabel *m_epoch, *m_epochTime, *m_metric;
    QLabel *m_lossName, *m_speedName, *m_metricName; ///< their headings, which go by what the net reads
};

} // namespace studio
