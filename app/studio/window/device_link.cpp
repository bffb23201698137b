// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/device_link.h"

#include "engine/backends/engine_choices.h"

#include <QScrollArea>
#include <QTabWidget>

namespace studio {
namespace {

constexpr int pollTime = 500; ///< milliseconds, as the monitor samples

std::optional<double> number(const std::optional<std::int64_t>& value)
{
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

DeviceSample sampleOf(const engine::ProcessorReading& reading, double seconds)
{
    DeviceSample sample{.seconds = seconds};
    sample.programLoad = reading.processPercent;
    sample.machineLoad = reading.machinePercent;
    sample.programMemory = number(reading.processBytes);
    sample.memoryUsed = number(reading.usedBytes);
    sample.memoryTotal = number(reading.totalBytes);
    sample.temperature = reading.celsius;
    sample.clock = reading.megahertz;
    return sample;
}

DeviceSample sampleOf(const engine::GpuReading& reading, double seconds)
{
    DeviceSample sample{.seconds = seconds};
    sample.utilisation = reading.utilisationPercent;
    sample.memoryUsed = number(reading.usedBytes);
    sample.memoryTotal = number(reading.totalBytes);
    sample.temperature = reading.celsius;
    sample.temperatureLimit = reading.slowdownCelsius;
    sample.power = reading.watts;
    sample.powerLimit = reading.limitWatts;
    sample.clock = reading.megahertz;
    sample.memoryClock = reading.memoryMegahertz;
    return sample;
}

QString processorName()
{
    for (const engine::DeviceChoice& device : engine::deviceChoices()) {
        if (device.name == "CPU") {
            return QString::fromStdString(device.description);
        }
    }
    return {};
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
        show(reading);
        emit taken(reading);
    }
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
        m_pages.addTab(scroll, kind == DeviceKind::Cpu ? tr("Processor") : name);
    }
    return *plot;
}

} // namespace studio
