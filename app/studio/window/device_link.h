// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/device_plot.h"
#include "engine/devices/monitor/device_monitor.h"

#include <map>
#include <QObject>
#include <QTimer>
#include <string>

class QTabWidget;

namespace studio {

/// Draws what the machine's devices are doing: a page for the processor, one for each GPU that is found.
class DeviceLink : public QObject {
    Q_OBJECT

public:
    explicit DeviceLink(QTabWidget& pages);

    void note(const engine::DeviceReading& reading); ///< draws it and tells it

signals:
    void taken(const engine::DeviceReading& reading);

private:
    void poll();
    void show(const engine::DeviceReading& reading);
    DevicePlot& page(const std::string& key, const QString& name, DeviceKind kind);

    QTabWidget& m_pages;
    QTimer m_poll;
    std::map<std::string, DevicePlot*> m_plots; ///< "cpu", or a GPU's bus
    engine::DeviceMonitor m_monitor;            // last, so that its thread ends first
};

} // namespace studio
