// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/device_plot.h"

#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <cmath>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QScrollArea>
#include <utility>

namespace studio {

void MeterHistory::add(double seconds, std::optional<double> value)
{
    const auto second = static_cast<std::int64_t>(seconds);
    if (second < m_now) {
        return; // late
    }
    m_now = second;
    m_newest = value;
    if (!value) {
        return;
    }
    m_everHadValue = true;
    if (m_seconds.empty() || m_seconds.back().second != second) {
        m_seconds.push_back({.second = second});
    }
    Second& last = m_seconds.back();
    last.mean += (static_cast<float>(*value) - last.mean) / static_cast<float>(++last.readings);
    while (m_seconds.front().second + length <= second) {
        m_seconds.pop_front();
    }
}

std::vector<float> MeterHistory::columns(std::int64_t seconds, std::int64_t columns) const
{
    std::vector<float> greatest(static_cast<std::size_t>(columns), std::nanf(""));
    seconds = std::min(seconds, length);
    for (const Second& one : m_seconds) {
        if (const std::int64_t ago = m_now - one.second; ago < seconds) {
            float& column = greatest[static_cast<std::size_t>(columns - 1 - ago * columns / seconds)];
            column = std::fmax(column, one.mean);
        }
    }
    return greatest;
}

void MeterHistory::paint(QPainter& painter, const QRect& area, int seconds, double top) const
{
    const editor::Theme& theme = editor::theme();
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.canvas);
    painter.drawRoundedRect(area, 3, 3);
    const double scale = (area.height() - 2) / top;
    const auto height = [&](double value) { return area.bottom() - 0.5 - value * scale; };
    const std::vector<float> parts = columns(seconds, std::max(area.width(), 1));
    painter.setClipRect(area);
    QColor fill = theme.smoothed;
    fill.setAlphaF(0.22f);
    QPainterPath line, under;
    QPolygonF part; // without a gap
    const auto close = [&] {
        if (!part.isEmpty()) {
            line.addPolygon(part);
            part.prepend({part.front().x(), area.bottom() + 1.0});
            part.append({part.back().x(), area.bottom() + 1.0});
            under.addPolygon(std::exchange(part, {}));
        }
    };
    // A second is wider than a pixel in short spans: the line goes on over the pixels that it does not meet.
    const double step = static_cast<double>(area.width()) / seconds;
    for (std::size_t column = 0; column < parts.size(); ++column) {
        const double x = area.left() + static_cast<double>(column) + 0.5;
        if (!part.isEmpty() && x - part.back().x() > 2.5 * std::max(step, 1.0)) {
            close();
        }
        if (!std::isnan(parts[column])) {
            part.append({x, height(parts[column])});
        }
    }
    close();
    painter.fillPath(under, fill);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.smoothed, 1));
    painter.drawPath(line);
    painter.restore();
}

namespace {

constexpr int margin = 8;
constexpr double large = 1.35; ///< of the value's letters

} // namespace

QString readingOf(MeterUnit unit, double value, std::optional<double> limit)
{
    constexpr double mebi = 1024.0 * 1024.0, gibi = 1024 * mebi;
    const bool areBytes = unit == MeterUnit::Bytes;
    const bool areMany = areBytes && std::max(value, limit.value_or(0)) >= gibi;
    const QString units[] = {QStringLiteral("%"), areMany ? MeterStrip::tr("GiB") : MeterStrip::tr("MiB"),
                             QStringLiteral("°C"), QStringLiteral("W"), QStringLiteral("MHz")};
    const auto number = [&](double one) {
        return QLocale().toString(one / (areMany ? gibi : areBytes ? mebi : 1), 'f', areMany ? 2 : 0);
    };
    const QString& with = units[static_cast<int>(unit)];
    return limit ? MeterStrip::tr("%1 of %2 %3").arg(number(value), number(*limit), with)
                 : MeterStrip::tr("%1 %2").arg(number(value), with);
}

MeterStrip::MeterStrip(const QString& name, MeterUnit unit, QWidget* parent)
    : QWidget(parent), m_name(name), m_unit(unit)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(words());
}

void MeterStrip::add(double seconds, std::optional<double> value, std::optional<double> limit)
{
    const bool before = m_history.everHadValue();
    m_history.add(seconds, value);
    m_limit = limit;
    m_greatest = std::max(m_greatest, value.value_or(0));
    if (before != m_history.everHadValue()) {
        updateGeometry();
    }
    setAccessibleName(words());
    update();
}

void MeterStrip::setSpan(int seconds)
{
    m_span = seconds;
    update();
}

QString MeterStrip::words() const
{
    const std::optional<double> value = m_history.newest();
    return tr("%1: %2").arg(m_name, value ? readingOf(m_unit, *value, m_limit) : tr("n/a"));
}

QSize MeterStrip::sizeHint() const
{
    const int line = fontMetrics().height();
    return {240, m_history.everHadValue() ? 4 * line : line + 4};
}

QSize MeterStrip::minimumSizeHint() const
{
    return {120, sizeHint().height()};
}

bool MeterStrip::atLimit() const
{
    return m_unit == MeterUnit::Celsius && m_limit && m_history.newest().value_or(0) >= *m_limit;
}

double MeterStrip::top() const
{
    if (m_unit == MeterUnit::Percent) {
        return std::max(100.0, m_greatest);
    }
    if (m_limit && *m_limit > 0) {
        return std::max(*m_limit, m_greatest) * (m_unit == MeterUnit::Celsius ? 1.08 : 1);
    }
    return m_greatest > 0 ? m_greatest * 1.15 : 1;
}

void MeterStrip::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int line = fontMetrics().height();
    const QRect words(margin, 2, width() - 2 * margin, line);
    painter.setPen(theme.mutedText);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, m_name);
    if (!m_history.everHadValue()) {
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, tr("n/a"));
        return;
    }
    const std::optional<double> value = m_history.newest();
    QFont big = font();
    big.setPointSizeF(font().pointSizeF() * large);
    const QFont plain = font();
    QString reading = value ? readingOf(m_unit, *value, m_limit) : tr("n/a");
    if (atLimit()) {
        reading = tr("Hot: %1").arg(reading);
    }
    const int room = words.width() - fontMetrics().horizontalAdvance(m_name) - margin;
    const auto fits = [&](const QFont& one) { return QFontMetrics(one).horizontalAdvance(reading) <= room; };
    const int below = fits(plain) ? 0 : line; // a long name has a line of its own
    painter.setPen(atLimit() ? theme.error : theme.text);
    painter.setFont(fits(big) ? big : plain);
    painter.drawText(words.adjusted(0, below - 2, 0, below + 4), Qt::AlignRight | Qt::AlignVCenter, reading);
    const int top = line + below + 8;
    const QRect area(margin, top, width() - 2 * margin, height() - top - 6);
    m_history.paint(painter, area, m_span, this->top());
    if (m_limit && m_unit != MeterUnit::Percent) {
        const double limit = area.bottom() - 0.5 - *m_limit * (area.height() - 2) / this->top();
        painter.setPen(QPen(m_unit == MeterUnit::Celsius ? theme.warning : theme.mutedText, 1, Qt::DashLine));
        painter.drawLine(QPointF(area.left(), limit), QPointF(area.right(), limit));
    }
}

namespace {

constexpr int narrowest = 230; ///< units of a strip, where there are several side by side

} // namespace

std::vector<DevicePlot::Meter> DevicePlot::metersOf(const engine::ProcessorReading& reading)
{
    return {
        {tr("This program"), tr("CPU use of Hamnet, all cores together"), MeterUnit::Percent, reading.processPercent},
        {tr("Whole machine"), tr("CPU use of all programs, all cores together"), MeterUnit::Percent,
         reading.machinePercent},
        {tr("This program's memory"), tr("Memory used by Hamnet"), MeterUnit::Bytes, reading.processBytes,
         reading.totalBytes},
        {tr("Machine's memory"), tr("Memory used by all programs"), MeterUnit::Bytes, reading.usedBytes,
         reading.totalBytes},
        {tr("Temperature"), tr("Of the CPU; it throttles at the second number, the dashed line"), MeterUnit::Celsius,
         reading.celsius},
        {tr("Power"), tr("Power drawn by the CPU"), MeterUnit::Watts, {}},
        {tr("Clock"), tr("Mean of the cores"), MeterUnit::Megahertz, reading.megahertz}};
}

std::vector<DevicePlot::Meter> DevicePlot::metersOf(const engine::GpuReading& reading)
{
    return {{tr("Busy"), tr("Share of the time in which anything ran on the GPU; not how well it was filled"),
             MeterUnit::Percent, reading.utilisationPercent},
            {tr("Memory"), tr("Device memory used by all programs"), MeterUnit::Bytes, reading.usedBytes,
             reading.totalBytes},
            {tr("Temperature"), tr("The device throttles at the second number, the dashed line"), MeterUnit::Celsius,
             reading.celsius, reading.slowdownCelsius},
            {tr("Power"), tr("Power drawn by the device, and its limit"), MeterUnit::Watts, reading.watts,
             reading.limitWatts},
            {tr("Clock"), tr("Clock of the multiprocessors"), MeterUnit::Megahertz, reading.megahertz},
            {tr("Memory clock"), tr("Clock of the device's memory"), MeterUnit::Megahertz, reading.memoryMegahertz}};
}

engine::GpuReading asGpu(const engine::ProcessorReading& reading)
{
    engine::GpuReading device;
    device.utilisationPercent = reading.machinePercent;
    device.usedBytes = reading.usedBytes;
    device.totalBytes = reading.totalBytes;
    device.celsius = reading.celsius;
    return device;
}

DevicePlot::DevicePlot(const QString& name, QWidget* parent)
    : QWidget(parent), m_empty(new QLabel), m_span(new QComboBox), m_meters(new QWidget)
{
    auto* title = editor::label(name, nullptr, editor::Look::Plain);
    title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    title->setToolTip(name);
    m_empty->setText(tr("The meters start with the first reading of a device."));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    for (const int span : {60, 300, 1'800, 3'600}) { // seconds
        m_span->addItem(tr("%1 min").arg(span / 60), span);
    }
    m_span->setCurrentIndex(1);
    editor::described(m_span, {.title = tr("Time span shown"), .tip = tr("Time span shown")}, this, [this] {
        for (MeterStrip* strip : m_strips) {
            strip->setSpan(m_span->currentData().toInt());
        }
    });

    auto* top = editor::inRow({{title, 1}, m_span}, QMargins(8, 4, 8, 4));
    m_grid = new QGridLayout(m_meters);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(2);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_meters);
    editor::inColumn(this, {top, m_empty, {scroll, 1}}, QMargins(), 0);
}

void DevicePlot::add(double seconds, const std::vector<Meter>& meters)
{
    if (m_strips.empty()) {
        for (const Meter& meter : meters) {
            auto* strip = m_strips.emplace_back(new MeterStrip(meter.name, meter.unit));
            strip->setToolTip(meter.help);
            strip->setSpan(m_span->currentData().toInt());
        }
        m_columns = 0;
        layOut();
        m_empty->hide();
    }
    for (std::size_t index = 0; index < m_strips.size(); ++index) {
        m_strips[index]->add(seconds, meters[index].value, meters[index].limit);
    }
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

} // namespace studio

#include "moc_device_plot.cpp"
