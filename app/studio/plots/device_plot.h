// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/device_sample.h"

#include <QWidget>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace studio {

class MeterStrip;

/// A device's meters over the last minutes, in small strips under each other.
class DevicePlot : public QWidget {
    Q_OBJECT

public:
    explicit DevicePlot(QWidget* parent = nullptr);

    void setDevice(const QString& name, DeviceKind kind); ///< starts over
    void add(const DeviceSample& sample);                 ///< a few each second; an hour of them is kept
    const std::vector<MeterStrip*>& strips() const { return m_strips; }

private:
    void resizeEvent(QResizeEvent* event) override;
    void layOut();
    void setSpan(int index);

    DeviceKind m_kind = DeviceKind::Cpu;
    QLabel* m_name;
    QLabel* m_empty;
    QComboBox* m_span;
    QWidget* m_meters;
    QGridLayout* m_grid;
    int m_columns = 0;
    std::vector<MeterStrip*> m_strips;
};

} // namespace studio
