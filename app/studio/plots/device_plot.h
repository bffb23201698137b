// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <QWidget>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace studio {

/// The last hour of one meter, second by second.
class MeterHistory {
public:
    static constexpr std::int64_t length = 3'600; ///< seconds

    /// Readings within one second become their mean; seconds without any stay empty.
    void add(double seconds, std::optional<double> value);

    bool everHadValue() const { return m_everHadValue; }
    std::optional<double> newest() const { return m_newest; }

    /// The greatest value of each of `columns` equal parts of the last `seconds` seconds, the newest last; NaN for
    /// none.
    std::vector<float> columns(std::int64_t seconds, std::int64_t columns) const;

    /// The last `seconds` as a line over a ground; `top`: the value at the area's upper edge.
    void paint(QPainter& painter, const QRect& area, int seconds, double top) const;

private:
    struct Second {
        std::int64_t second;
        float mean = 0;
        int readings = 0;
    };
    std::deque<Second> m_seconds; ///< that have values
    std::int64_t m_now = -1;
    bool m_everHadValue = false;
    std::optional<double> m_newest;
};

enum class MeterUnit { Percent, Bytes, Celsius, Watts, Megahertz };

/// What a processor has in common with a GPU, as a GPU tells it.
engine::GpuReading asGpu(const engine::ProcessorReading& reading);

/// A value with its unit, and with its limit where there is one: "1.2 of 8 GiB", "61 °C".
QString readingOf(MeterUnit unit, double value, std::optional<double> limit);

/// One meter: its name, its value in large, its last minutes as a line. A meter that never had a value is one line,
/// n/a.
class MeterStrip : public QWidget {
    Q_OBJECT

public:
    MeterStrip(const QString& name, MeterUnit unit, QWidget* parent = nullptr);

    void add(double seconds, std::optional<double> value, std::optional<double> limit);
    void setSpan(int seconds); ///< how much of the past is seen
    QString words() const;     ///< "Memory: 1.2 of 8 GiB"

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    void paintEvent(QPaintEvent* event) override;
    bool atLimit() const; ///< of a temperature, where it slows the device down
    double top() const;   ///< of the line's scale

    QString m_name;
    MeterUnit m_unit;
    MeterHistory m_history;
    std::optional<double> m_limit;
    double m_greatest = 0;
    int m_span = 300;
};

/// A device's meters over the last minutes, in small strips under each other.
class DevicePlot : public QWidget {
    Q_OBJECT

public:
    explicit DevicePlot(const QString& name, QWidget* parent = nullptr);

    // A few each second, always of the same device; an hour of them is kept. The seconds never go back.
    void add(double seconds, const engine::ProcessorReading& reading) { add(seconds, metersOf(reading)); }
    void add(double seconds, const engine::GpuReading& reading) { add(seconds, metersOf(reading)); }
    const std::vector<MeterStrip*>& strips() const { return m_strips; }

private:
    /// What one meter shows at a moment. What the device does not tell is empty, and shown as such.
    struct Meter {
        QString name, help;
        MeterUnit unit;
        std::optional<double> value, limit = {}; ///< percent, bytes, degrees Celsius, watts or megahertz
    };
    static std::vector<Meter> metersOf(const engine::ProcessorReading& reading);
    static std::vector<Meter> metersOf(const engine::GpuReading& reading);
    void add(double seconds, const std::vector<Meter>& meters);
    void resizeEvent(QResizeEvent* event) override;
    void layOut();

    QLabel* m_empty;
    QComboBox* m_span;
    QWidget* m_meters;
    QGridLayout* m_grid;
    int m_columns = 0;
    std::vector<MeterStrip*> m_strips;
};

} // namespace studio
