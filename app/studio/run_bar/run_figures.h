// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/training_session.h"

#include <QWidget>
#include <vector>

class QLabel;
class QProgressBar;

namespace studio {

/// All numbers of a run: how far it is, with a thin bar, losses, a metric, best, speed, times; what matters most first.
/// What has no room is in the tooltip; how far the run is always shows.
class RunFigures : public QWidget {
    Q_OBJECT

public:
    explicit RunFigures(const TrainingSession& training, QWidget* parent = nullptr);

    void show(const TrainingSession& training);

    QSize sizeHint() const override; ///< all that there is
    QSize minimumSizeHint() const override;

private:
    struct Figure {
        QWidget* box;
        QLabel *name, *value;
        bool exists = true; ///< in this run
    };
    void fit();
    void resizeEvent(QResizeEvent* event) override;

    std::vector<Figure> m_figures;
    QProgressBar* m_bar;
};

} // namespace studio
