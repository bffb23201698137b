// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/device_plot.h"
#include "app/studio/window/panels.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/monitor/device_monitor.h"

#include <map>
#include <QCoreApplication>
#include <QMainWindow>
#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>
#include <string>

namespace studio {

namespace {

constexpr int pollTime = 500; ///< milliseconds, as the monitor samples
constexpr const char* processor = "cpu";

/// Without asking for GPUs: opening CUDA takes a second.
QString processorName()
{
    const std::vector<engine::DeviceInfo> devices = engine::cpuBackend().devices();
    return devices.empty() ? QString() : QString::fromStdString(devices.front().model);
}

/// Draws what the machine's devices are doing: a page for the processor, one for each GPU that is found.
class DevicesDock : public QTabWidget {
    Q_DECLARE_TR_FUNCTIONS(studio::DevicesDock)

public:
    explicit DevicesDock(const WindowParts& parts) : QTabWidget(parts.parent)
    {
        setTabBarAutoHide(true);
        page(processor, processorName());
        m_poll.setInterval(pollTime);
        m_poll.callOnTimeout(this, [this, &workspace = parts.workspace] {
            for (const engine::DeviceReading& reading : m_monitor.take()) {
                emit workspace.readingTaken(reading);
            }
        });
        connect(&parts.workspace, &Workspace::readingTaken, this, &DevicesDock::show);
        m_poll.start();
    }

private:
    void show(const engine::DeviceReading& reading)
    {
        page(processor, {}).add(reading.seconds, reading.processor);
        for (const engine::GpuReading& gpu : reading.gpus) {
            page(gpu.busId, QString::fromStdString(gpu.name)).add(reading.seconds, gpu);
        }
    }
    DevicePlot& page(const std::string& key, const QString& name)
    {
        DevicePlot*& plot = m_plots[key];
        if (!plot) {
            plot = new DevicePlot(name, this);
            auto* scroll = new QScrollArea(this); // the strips are taller than a flat dock
            scroll->setFrameShape(QFrame::NoFrame);
            scroll->setWidgetResizable(true);
            scroll->setWidget(plot);
            addTab(scroll, key == processor ? tr("CPU") : name);
        }
        return *plot;
    }

    QTimer m_poll;
    std::map<std::string, DevicePlot*> m_plots; ///< by `processor`, or a GPU's bus
    engine::DeviceMonitor m_monitor;            // last, so that its thread ends first
};

} // namespace

QWidget* makeDevices(const WindowParts& parts)
{
    return new DevicesDock(parts);
}

} // namespace studio
