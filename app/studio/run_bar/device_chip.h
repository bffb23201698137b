// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/device_plot.h"

#include <QString>
#include <QWidget>

namespace studio {

/// One device in a corner of the window: the last minute of its utilisation as a line, and beside it its name,
/// temperature and power, utilisation and memory.
class DeviceChip : public QWidget {
    Q_OBJECT

public:
    DeviceChip(const QString& name, DeviceKind kind, QWidget* parent = nullptr);

    void add(const DeviceSample& sample);

    QString heading() const; ///< "NVIDIA H200 · 61 °C · 410 W"
    QString reading() const; ///< "98 % · 12.4 of 139.8 GiB"

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    void paintEvent(QPaintEvent* event) override;
    int widthOfWords() const;
    void paintLine(QPainter& painter, const QRect& area) const;

    QString m_name, m_fullName;
    DeviceKind m_kind;
    DeviceSample m_newest;
    MeterHistory m_history; ///< of its utilisation
    int m_width = 0;        ///< of the widest words so far, so that nothing moves as numbers change
};

} // namespace studio
