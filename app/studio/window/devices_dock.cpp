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
        page("cpu", processorName(), DeviceKind::Cpu);
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
        page("cpu", {}, DeviceKind::Cpu).add(sampleOf(reading.processor, reading.seconds));
        for (const engine::GpuReading& gpu : reading.gpus) {
            page(gpu.busId, QString::fromStdString(gpu.name), DeviceKind::Gpu).add(sampleOf(gpu, reading.seconds));
        }
    }
    DevicePlot& page(const std::string& key, const QString& name, DeviceKind kind)
    {
        DevicePlot*& plot = m_plots[key];
        if (!plot) {
            plot = new DevicePlot(this);
            plot->setDevice(name, kind);
            auto* scroll = new QScrollArea(this); // the strips are taller than a flat dock
            scroll->setFrameShape(QFrame::NoFrame);
            scroll->setWidgetResizable(true);
            scroll->setWidget(plot);
            addTab(scroll, kind == DeviceKind::Cpu ? tr("CPU") : name);
        }
        return *plot;
    }

    QTimer m_poll;
    std::map<std::string, DevicePlot*> m_plots; ///< "cpu", or a GPU's bus
    engine::DeviceMonitor m_monitor;            // last, so that its thread ends first
};

} // namespace

QWidget* makeDevices(const WindowParts& parts)
{
    return new DevicesDock(parts);
}

} // namespace studio
