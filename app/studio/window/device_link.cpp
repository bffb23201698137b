// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/device_link.h"

#include "engine/backends/cpu_backend.h"

#include <QScrollArea>
#include <QTabWidget>

namespace studio {
namespace {

constexpr int pollTime = 500; ///< milliseconds, as the monitor samples

/// Without asking for GPUs: opening CUDA takes a second.
QString processorName()
{
    const std::vector<engine::DeviceInfo> devices = engine::cpuBackend().devices();
    return devices.empty() ? QString() : QString::fromStdString(devices.front().model);
}

} // namespace

DeviceLink::DeviceLink(QTabWidget& pages) : QObject(&pages), m_pages(pages)
{
    m_pages.setTabBarAutoHide(true);
    page("cpu", processorName(), DeviceKind::Cpu);
    m_poll.setInterval(pollTime);
    connect(&m_poll, &QTimer::timeout, this, &DeviceLink::poll);
    m_poll.start();
}

void DeviceLink::poll()
{
    for (const engine::DeviceReading& reading : m_monitor.take()) {
        note(reading);
    }
}

void DeviceLink::note(const engine::DeviceReading& reading)
{
    show(reading);
    emit taken(reading);
}

void DeviceLink::show(const engine::DeviceReading& reading)
{
    page("cpu", {}, DeviceKind::Cpu).add(sampleOf(reading.processor, reading.seconds));
    for (const engine::GpuReading& gpu : reading.gpus) {
        page(gpu.busId, QString::fromStdString(gpu.name), DeviceKind::Gpu).add(sampleOf(gpu, reading.seconds));
    }
}

DevicePlot& DeviceLink::page(const std::string& key, const QString& name, DeviceKind kind)
{
    DevicePlot*& plot = m_plots[key];
    if (!plot) {
        plot = new DevicePlot(&m_pages);
        plot->setDevice(name, kind);
        auto* scroll = new QScrollArea(&m_pages); // the strips are taller than a flat dock
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setWidgetResizable(true);
        scroll->setWidget(plot);
        m_pages.addTab(scroll, kind == DeviceKind::Cpu ? tr("CPU") : name);
    }
    return *plot;
}

} // namespace studio

#include "moc_device_link.cpp"
