// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/device_plot.h"

#include "app/studio/plots/meter_strip.h"

#include <algorithm>
#include <array>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <span>

namespace studio {

namespace {

struct Meter {
    const char* name;
    const char* help;
    MeterUnit unit;
    std::optional<double> DeviceSample::*value;
    std::optional<double> DeviceSample::*limit; ///< null: it has none
};

constexpr std::array cpuMeters = {
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "This program"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "CPU use of Hamnet, all cores together"), MeterUnit::Percent,
          &DeviceSample::programLoad, nullptr},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Whole machine"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "CPU use of all programs, all cores together"), MeterUnit::Percent,
          &DeviceSample::machineLoad, nullptr},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "This program's memory"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "Memory used by Hamnet"), MeterUnit::Bytes,
          &DeviceSample::programMemory, &DeviceSample::memoryTotal},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Machine's memory"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "Memory used by all programs"), MeterUnit::Bytes,
          &DeviceSample::memoryUsed, &DeviceSample::memoryTotal},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Temperature"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "Of the CPU; it throttles at the second number, the dashed line"),
          MeterUnit::Celsius, &DeviceSample::temperature, &DeviceSample::temperatureLimit},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Power"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "Power drawn by the CPU"), MeterUnit::Watts, &DeviceSample::power,
          &DeviceSample::powerLimit},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Clock"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "Mean of the cores"), MeterUnit::Megahertz, &DeviceSample::clock,
          &DeviceSample::clockLimit},
};
constexpr std::array gpuMeters = {
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Busy"),
          QT_TRANSLATE_NOOP("studio::DevicePlot",
                            "Share of the time in which anything ran on the GPU; not how well it was filled"),
          MeterUnit::Percent, &DeviceSample::utilisation, nullptr},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Memory"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "Device memory used by all programs"), MeterUnit::Bytes,
          &DeviceSample::memoryUsed, &DeviceSample::memoryTotal},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Temperature"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "The device throttles at the second number, the dashed line"),
          MeterUnit::Celsius, &DeviceSample::temperature, &DeviceSample::temperatureLimit},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Power"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "Power drawn by the device, and its limit"), MeterUnit::Watts,
          &DeviceSample::power, &DeviceSample::powerLimit},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Clock"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "Clock of the multiprocessors"), MeterUnit::Megahertz,
          &DeviceSample::clock, &DeviceSample::clockLimit},
    Meter{QT_TRANSLATE_NOOP("studio::DevicePlot", "Memory clock"),
          QT_TRANSLATE_NOOP("studio::DevicePlot", "Clock of the device's memory"), MeterUnit::Megahertz,
          &DeviceSample::memoryClock, &DeviceSample::memoryClockLimit},
};

std::span<const Meter> metersOf(DeviceKind kind)
{
    return kind == DeviceKind::Gpu ? std::span<const Meter>(gpuMeters) : std::span<const Meter>(cpuMeters);
}

constexpr int narrowest = 230;                        ///< units of a strip, where there are several side by side
constexpr std::array spans = {60, 300, 1'800, 3'600}; ///< seconds

} // namespace

DevicePlot::DevicePlot(QWidget* parent)
    : QWidget(parent), m_name(new QLabel), m_empty(new QLabel), m_span(new QComboBox), m_meters(new QWidget)
{
    m_name->setTextFormat(Qt::PlainText);
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_empty->setText(tr("The meters start with the first reading of a device."));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    for (const int span : spans) {
        m_span->addItem(tr("%1 min").arg(span / 60), span);
    }
    m_span->setCurrentIndex(1);
    m_span->setAccessibleName(tr("Time span shown"));
    m_span->setToolTip(m_span->accessibleName());
    connect(m_span, &QComboBox::currentIndexChanged, this, &DevicePlot::setSpan);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->addWidget(m_name, 1);
    top->addWidget(m_span);
    m_grid = new QGridLayout(m_meters);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(2);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_meters);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_empty);
    column->addWidget(scroll, 1);
}

void DevicePlot::setDevice(const QString& name, DeviceKind kind)
{
    m_kind = kind;
    m_name->setText(name);
    m_name->setToolTip(name);
    qDeleteAll(m_strips);
    m_strips.clear();
    for (const Meter& meter : metersOf(kind)) {
        auto* strip = new MeterStrip(tr(meter.name), meter.unit);
        strip->setToolTip(tr(meter.help));
        strip->setSpan(m_span->currentData().toInt());
        strip->hide();
        m_strips.push_back(strip);
    }
    m_columns = 0;
    layOut();
    m_empty->show();
}

void DevicePlot::add(const DeviceSample& sample)
{
    const std::span<const Meter> meters = metersOf(m_kind);
    for (std::size_t index = 0; index < m_strips.size(); ++index) {
        const Meter& meter = meters[index];
        const std::optional<double> limit = meter.limit != nullptr ? sample.*meter.limit : std::nullopt;
        m_strips[index]->add(sample.seconds, sample.*meter.value, limit);
        m_strips[index]->show();
    }
    m_empty->setVisible(m_strips.empty());
}

/// As many strips side by side as are still wide enough to be read.
void DevicePlot::layOut()
{
    const int columns = std::clamp(width() / narrowest, 1, 4);
    if (columns == m_columns) {
        return;
    }
    m_columns = columns;
    for (int row = 0; row < m_grid->rowCount(); ++row) {
        m_grid->setRowStretch(row, 0);
    }
    for (int column = 0; column < 4; ++column) {
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    }
    int index = 0;
    for (MeterStrip* strip : m_strips) {
        m_grid->addWidget(strip, index / columns, index % columns, Qt::AlignTop);
        ++index;
    }
    m_grid->setRowStretch(index / columns + 1, 1);
}

void DevicePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void DevicePlot::setSpan(int index)
{
    for (MeterStrip* strip : m_strips) {
        strip->setSpan(spans[static_cast<std::size_t>(index)]);
    }
}

} // namespace studio

#include "moc_device_plot.cpp"
