// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/device_chip.h"

#include "app/studio/plots/device_plot.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QPainter>
#include <QPainterPath>
#include <QStringList>

namespace studio {
namespace {

constexpr int span = 60; ///< seconds of the line
constexpr int lineWidth = 66, gap = 8;

const QString& separator()
{
    static const QString dot = QStringLiteral(" · ");
    return dot;
}

/// "H200" of "NVIDIA H200", "RTX PRO 6000 Blackwell" of "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition": the
/// bar is small, and neither the maker nor the edition tells devices apart.
QString shortName(QString name)
{
    constexpr qsizetype most = 22; // characters
    for (const char* maker : {"NVIDIA ", "GeForce "}) {
        name.remove(QLatin1String(maker));
    }
    while (name.size() > most && name.contains(QLatin1Char(' '))) {
        name.truncate(name.lastIndexOf(QLatin1Char(' ')));
    }
    return name;
}

std::optional<double> utilisationOf(const DeviceSample& sample)
{
    return sample.utilisation ? sample.utilisation : sample.machineLoad;
}

} // namespace

DeviceChip::DeviceChip(const QString& name, DeviceKind kind, QWidget* parent)
    : QWidget(parent), m_name(shortName(name)), m_fullName(name), m_kind(kind)
{
    setObjectName(QStringLiteral("deviceChip"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void DeviceChip::add(const DeviceSample& sample)
{
    m_newest = sample;
    m_history.add(sample.seconds, utilisationOf(sample));
    if (const int wide = widthOfWords(); wide > m_width) {
        m_width = wide;
        updateGeometry();
    }
    const QString words = tr("%1: %2").arg(heading(), reading());
    setAccessibleName(words);
    const QString whole = m_name == m_fullName ? words : m_fullName + QLatin1Char('\n') + words;
    setToolTip(tr("%1\nThe line: utilisation in the last minute").arg(whole));
    update();
}

QString DeviceChip::heading() const
{
    QStringList words = {m_name};
    if (m_newest.temperature) {
        words << readingOf(MeterUnit::Celsius, *m_newest.temperature, {});
    }
    if (m_newest.power) {
        words << readingOf(MeterUnit::Watts, *m_newest.power, {});
    }
    return words.join(separator());
}

QString DeviceChip::reading() const
{
    QStringList words;
    if (const std::optional<double> busy = utilisationOf(m_newest)) {
        words << readingOf(MeterUnit::Percent, *busy, {});
    }
    if (m_newest.memoryUsed) {
        words << readingOf(MeterUnit::Bytes, *m_newest.memoryUsed, m_newest.memoryTotal);
    }
    return words.isEmpty() ? tr("no readings") : words.join(separator());
}

int DeviceChip::widthOfWords() const
{
    return std::max(fontMetrics().horizontalAdvance(heading()), fontMetrics().horizontalAdvance(reading()));
}

QSize DeviceChip::sizeHint() const
{
    const int wide = std::max(m_width, widthOfWords());
    return {lineWidth + gap + wide + 2, 2 * fontMetrics().height() + 2};
}

void DeviceChip::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintLine(painter, QRect(0, 2, lineWidth, height() - 4));
    const QRect words(lineWidth + gap, 0, width() - lineWidth - gap, height() / 2);
    const bool hot =
        m_newest.temperature && m_newest.temperatureLimit && *m_newest.temperature >= *m_newest.temperatureLimit;
    painter.setPen(hot ? theme.error : theme.mutedText);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, heading());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(words.translated(0, height() / 2), Qt::AlignLeft | Qt::AlignVCenter, reading());
}

void DeviceChip::paintLine(QPainter& painter, const QRect& area) const
{
    const editor::Theme& theme = editor::theme();
    painter.setPen(QPen(theme.grid, 1));
    painter.setBrush(theme.canvas);
    painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    const QRect inner = area.adjusted(2, 2, -2, -2);
    const auto height = [&](float percent) {
        return inner.bottom() + 1 - static_cast<double>(std::clamp(percent, 0.0F, 100.0F)) / 100 * inner.height();
    };
    QPolygonF line;
    // As many columns as seconds, so that each has a reading.
    const std::vector<float> seconds = m_history.columns(span, span);
    for (std::size_t second = 0; second < seconds.size(); ++second) {
        if (!std::isnan(seconds[second])) {
            line << QPointF(inner.left() + static_cast<double>(second) / (span - 1) * inner.width(),
                            height(seconds[second]));
        }
    }
    if (line.size() < 2) {
        return;
    }
    QPolygonF under = line;
    under << QPointF(line.last().x(), inner.bottom() + 1) << QPointF(line.first().x(), inner.bottom() + 1);
    QColor fill = theme.smoothed;
    fill.setAlphaF(0.25f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(under);
    painter.setPen(QPen(theme.smoothed, 1.2));
    painter.drawPolyline(line);
}

} // namespace studio

#include "moc_device_chip.cpp"
