// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/meter_strip.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>

namespace studio {

MeterHistory::MeterHistory() : m_values(length, std::nanf("")) {}

void MeterHistory::add(double seconds, std::optional<double> value)
{
    const auto second = static_cast<std::int64_t>(seconds);
    if (second < m_second) {
        return; // late: its place may belong to another second by now
    }
    const std::int64_t empty = std::min<std::int64_t>(second - m_second, length);
    for (std::int64_t ago = 0; ago < empty; ++ago) {
        m_values[static_cast<std::size_t>(second - ago) % length] = std::nanf("");
        m_inSecond = 0;
    }
    m_second = second;
    m_newest = value;
    if (!value) {
        return;
    }
    m_everHadValue = true;
    float& mean = m_values[static_cast<std::size_t>(second) % length];
    ++m_inSecond;
    const auto reading = static_cast<float>(*value);
    mean = m_inSecond == 1 ? reading : mean + (reading - mean) / static_cast<float>(m_inSecond);
}

std::vector<float> MeterHistory::columns(std::size_t seconds, std::size_t columns) const
{
    std::vector<float> greatest(columns, std::nanf(""));
    seconds = std::min(seconds, length);
    for (std::size_t ago = 0; ago < seconds && static_cast<std::int64_t>(ago) <= m_second; ++ago) {
        const float value = m_values[static_cast<std::size_t>(m_second - static_cast<std::int64_t>(ago)) % length];
        const std::size_t column = columns - 1 - std::min(ago * columns / seconds, columns - 1);
        if (!std::isnan(value) && !(greatest[column] > value)) {
            greatest[column] = value;
        }
    }
    return greatest;
}

namespace {

constexpr int margin = 8;
constexpr double large = 1.35; ///< of the value's letters

QString bytes(double value, std::optional<double> limit)
{
    constexpr double mebi = 1024.0 * 1024.0;
    const bool gibi = std::max(value, limit.value_or(0)) >= 1024 * mebi;
    const double unit = gibi ? 1024 * mebi : mebi;
    const auto number = [&](double one) { return QLocale().toString(one / unit, 'f', gibi ? 2 : 0); };
    const QString with = gibi ? MeterStrip::tr("GiB") : MeterStrip::tr("MiB");
    return limit ? MeterStrip::tr("%1 of %2 %3").arg(number(value), number(*limit), with)
                 : MeterStrip::tr("%1 %2").arg(number(value), with);
}

} // namespace

QString readingOf(MeterUnit unit, double value, std::optional<double> limit)
{
    const auto number = [](double one) { return QLocale().toString(std::round(one), 'f', 0); };
    switch (unit) {
    case MeterUnit::Percent:
        return MeterStrip::tr("%1 %").arg(number(value));
    case MeterUnit::Bytes:
        return bytes(value, limit);
    case MeterUnit::Celsius:
        return limit ? MeterStrip::tr("%1 of %2 °C").arg(number(value), number(*limit))
                     : MeterStrip::tr("%1 °C").arg(number(value));
    case MeterUnit::Watts:
        return limit ? MeterStrip::tr("%1 of %2 W").arg(number(value), number(*limit))
                     : MeterStrip::tr("%1 W").arg(number(value));
    case MeterUnit::Megahertz:
        return limit ? MeterStrip::tr("%1 of %2 MHz").arg(number(value), number(*limit))
                     : MeterStrip::tr("%1 MHz").arg(number(value));
    }
    return {};
}

MeterStrip::MeterStrip(const QString& name, MeterUnit unit, QWidget* parent)
    : QWidget(parent), m_name(name), m_unit(unit)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(words());
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
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
    paintLine(painter, QRect(margin, top, width() - 2 * margin, height() - top - 6));
}

void MeterStrip::paintLine(QPainter& painter, const QRect& area) const
{
    const editor::Theme& theme = editor::theme();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.canvas);
    painter.drawRoundedRect(area, 3, 3);
    const double scale = (area.height() - 2) / top();
    const auto height = [&](double value) { return area.bottom() - 0.5 - value * scale; };
    const std::vector<float> columns =
        m_history.columns(static_cast<std::size_t>(m_span), static_cast<std::size_t>(std::max(area.width(), 1)));
    painter.setClipRect(area);
    QColor fill = theme.smoothed;
    fill.setAlphaF(0.22f);
    QPainterPath line, under;
    bool drawing = false;
    double last = 0;
    const auto close = [&] {
        if (drawing) {
            under.lineTo(last, area.bottom() + 1);
            under.closeSubpath();
        }
        drawing = false;
    };
    // A second is wider than a pixel in short spans: the line goes on over the pixels that it does not meet.
    const double step = static_cast<double>(area.width()) / m_span;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const double x = area.left() + static_cast<double>(column) + 0.5;
        if (std::isnan(columns[column])) {
            if (drawing && x - last > 2.5 * std::max(step, 1.0)) {
                close();
            }
            continue;
        }
        const QPointF point(x, height(columns[column]));
        if (drawing) {
            line.lineTo(point);
        } else {
            line.moveTo(point);
            under.moveTo(point.x(), area.bottom() + 1);
        }
        under.lineTo(point);
        drawing = true;
        last = x;
    }
    close();
    painter.fillPath(under, fill);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.smoothed, 1));
    painter.drawPath(line);
    if (m_limit && m_unit != MeterUnit::Percent) {
        painter.setPen(QPen(m_unit == MeterUnit::Celsius ? theme.warning : theme.mutedText, 1, Qt::DashLine));
        painter.drawLine(QPointF(area.left(), height(*m_limit)), QPointF(area.right(), height(*m_limit)));
    }
}

} // namespace studio

#include "moc_meter_strip.cpp"
