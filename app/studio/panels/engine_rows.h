// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/engine_choices.h"
#include "engine/backends/layer_engines.h"

#include <QFormLayout>
#include <QStringList>
#include <vector>

class QComboBox;
class QLabel;

namespace studio {

class Workspace;

/// Rows of a form: the engine, the device where there is a choice, and the precision of the next run, and which engine
/// then runs each layer.
class EngineRows : public QFormLayout {
    Q_OBJECT

public:
    EngineRows(Workspace& workspace, QWidget* panel); ///< the panel owns the fields

    void offerEngines(); ///< those that know the drawing, on the devices of this machine
    void offerEngines(const std::vector<engine::EngineChoice>& engines,
                      const std::vector<engine::DeviceChoice>& devices);
    void setChangeable(bool change); ///< false: a run is under way, or no project is open
    bool hasFused() const { return m_hasFused; }

    /// What the choice comes to at that place; null: there is none.
    void showPlace(const engine::RunPlace* place, const std::vector<engine::LayerEngine>& layers);

private:
    void set(const char* key, const QString& name);
    void offerDevices(const std::vector<engine::DeviceChoice>& devices);
    void chooseGpus();
    void showDevice();
    QString asLayersSay() const;
    void addEngine(const engine::EngineChoice& choice);
    void showPrecisionName();
    void showLayers(const std::vector<engine::LayerEngine>& layers);

    Workspace& m_workspace;
    bool m_hasFused = false;                      ///< the engine FUSED could train the drawing on a GPU
    QStringList m_gpus;                           ///< those that can be taken
    QComboBox *m_engine, *m_device, *m_precision; ///< each entry's data: its name
    QLabel* m_layers;                             ///< which engine will run each layer, and why no quicker one
    std::vector<engine::DeviceChoice> m_devices;  ///< asked for at the first offer: a driver takes its time
};

} // namespace studio
