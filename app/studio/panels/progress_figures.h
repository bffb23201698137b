// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/training_session.h"

#include <QWidget>
#include <vector>

class QGridLayout;
class QLabel;

namespace studio {

/// Numbers of the run under way that the run bar does not have, each under its name: times, epochs, a metric.
class ProgressFigures : public QWidget {
    Q_OBJECT

public:
    explicit ProgressFigures(QWidget* parent = nullptr);

    void showProgress(const TrainingProgress& progress);

private:
    QLabel* figure(QGridLayout& grid, int row, int column, const QString& name, QLabel** heading = nullptr);
    void showMetric(const std::vector<engine::Metric>& metrics);

    QLabel *m_step, *m_elapsed, *m_toTarget, *m_epoch, *m_epochTime, *m_metric;
    QLabel* m_metricName; ///< its heading, which goes by what the net tells
};

} // namespace studio
