// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_options.h"
#include "app/studio/session/run_record.h"
#include "engine/formats/provenance.h"

#include <array>
#include <functional>
#include <QWidget>
#include <span>
#include <vector>

class QAction;
class QComboBox;
class QListWidget;
class QSlider;
class QLabel;

namespace studio {

class CurveView;
class RunMeter;

/// The curves with their controls and the list of runs. Knows nothing of threads: it is fed.
class LossPlot : public QWidget {
    Q_OBJECT

public:
    explicit LossPlot(QWidget* parent = nullptr);

    /// The run under way, or the one that was last; what it has so far. Replaces the one before.
    void setCurrent(const RunRecord& run);
    void clearCurrent();

    /// Runs to lay beneath it. Those that were shown before stay so; new ones are not shown.
    void setEarlier(const std::vector<RunRecord>& runs);

    void setShown(int runId, bool shown);

    void append(std::span<const CurvePoint> points);
    void setCurve(const RunCurve& curve); ///< what the curve of the run in front has become
    void append(const ValidationPoint& point);
    void append(const CheckpointMark& mark);

    /// A line where the diary stands.
    void setIteration(qint64 iteration);
    void clearIteration();

    CurveOptions options() const;
    void setOptions(const CurveOptions& options);
    CurveView& view() { return *m_view; }
    /// Asked for what made the curves as a picture of them is saved.
    void setProvenance(std::function<engine::Provenance()> made) { m_made = std::move(made); }
    RunMeter& meter() { return *m_meter; } ///< of the device that trains, under the curves

signals:
    void checkpointActivated(const QString& file, qint64 iteration); ///< its mark was clicked
    void iterationHovered(qint64 iteration);                         ///< the cursor moved

private:
    void makeActions();
    QWidget* makeTools();
    QWidget* makeSmoothing();
    void fillRunList();
    void change(const std::function<void(CurveOptions&)>& edit);
    void showOptions();
    void showFollowing();
    void exportCurves();
    void copyPicture();
    void openMenu(QPoint place); ///< of the plot, in its own pixels

    std::function<engine::Provenance()> m_made;
    CurveView* m_view;
    RunMeter* m_meter;
    QListWidget* m_runs;
    QComboBox* m_along;
    QSlider* m_smoothing;
    QLabel* m_smoothingValue;
    QAction* m_follow;
    QAction* m_fit;
    QAction* m_logarithmic;
    QAction* m_export;
    QAction* m_copy;
    QAction* m_bits;
    std::array<QAction*, measures.size()> m_panes{};
};

} // namespace studio
