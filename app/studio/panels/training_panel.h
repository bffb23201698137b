// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/session/gpu_watch.h"
#include "app/studio/session/will_it_fit.h"
#include "app/studio/workspace/workspace.h"
#include "engine/backends/engine_choices.h"
#include "engine/backends/layer_engines.h"

#include <optional>
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <string>
#include <thread>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QToolButton;
class QVBoxLayout;

namespace studio {

/// How the next run is to be, whether it will fit, and how the one under way is doing.
class TrainingPanel : public QWidget {
    Q_OBJECT

public:
    TrainingPanel(Workspace& workspace, TrainingActions& actions, QWidget* parent = nullptr);

    void showProblem(const QString& sentence);                                ///< until a run starts
    void noteReading(const engine::DeviceReading& reading);                   ///< of the machine's meters, as it comes
    void showStarvation(const std::optional<engine::Starvation>& starvation); ///< of the GPU that trains; nothing: none
    const WillItFit& fit() const { return m_willFit; } ///< of the drawing as it was at the last look

signals:
    void fitChanged();
    void importRequested();                             ///< of weights to start from
    void starved(const engine::Starvation& starvation); ///< again and again while the run's GPU is

private:
    void buildControls(QVBoxLayout& rows);
    void buildFigures(QVBoxLayout& rows);
    void buildChoice(QVBoxLayout& rows);
    void buildCommand(QVBoxLayout& rows);
    QLabel* figure(QGridLayout& grid, int row, int column, const QString& name, QLabel** heading = nullptr);
    void showHeadings();
    void showMetric(const std::vector<engine::Metric>& metrics);
    QString progressInWords(const TrainingProgress& progress) const;
    void refreshState();
    void refreshChoice();
    void refreshFirstWeights();
    QWidget* firstWeightsRow();
    void refreshPlan(); ///< will it fit, and the command
    void lookWhetherItFits(const engine::Model& model, const engine::EngineWish& wish);
    void measureSpeed(int threads);
    void showProgress(const TrainingProgress& progress);
    std::optional<engine::GpuUse> useOfGpu() const;
    void chosen();
    QStringList devicesOf(const std::string& kind) const;
    void addEngine(const engine::EngineChoice& choice, const QString& device);
    QString asLayersSay() const;
    void showEngine();
    void showPrecision(const engine::RunPlace* place);
    void showLayers(const std::vector<engine::LayerEngine>& layers);

    Workspace& m_workspace;
    TrainingActions& m_actions;
    WillItFit m_willFit;
    QTimer m_plan; ///< one look a while after the last of many edits
    GpuWatch m_gpu;
    bool m_hasFused = false; ///< the engine FUSED could train the drawing
    QLabel *m_state, *m_stale, *m_starved, *m_problem, *m_fit;
    QProgressBar* m_bar;
    QLabel *m_loss, *m_validation, *m_best, *m_speed, *m_step, *m_elapsed, *m_left, *m_toTarget;
    QLabel *m_epoch, *m_epochTime, *m_metric;
    QLabel *m_lossName, *m_speedName, *m_metricName; ///< their headings, which go by what the net reads
    QComboBox* m_engine;                             ///< each entry's data: engine and device
    QComboBox* m_precision;                          ///< each entry's data: its name
    QLabel* m_layers;                                ///< which engine will run each layer, and why no quicker one
    std::vector<engine::DeviceChoice> m_devices;     ///< asked for at the first plan: a driver takes its time
    QLabel* m_firstWeights;
    QToolButton *m_import, *m_forget;
    QLineEdit* m_command;
    std::optional<double> m_productSpeed; ///< FLOP/s of a product of matrices; empty: not measured yet
    int m_speedThreads = -1;
    std::jthread m_measuring; // last, so that it joins before what it uses goes
};

} // namespace studio
