// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/measure/step_reading.h"

#include <QWidget>
#include <string>
#include <vector>

class QLabel;

namespace studio {

class ChanceBars;
class ChanceCurves;

/// What a net says of a sequence: the class that it decides for, in large letters, the chances at the marker as bars,
/// and after each step as curves.
class VerdictView : public QWidget {
    Q_OBJECT

public:
    explicit VerdictView(QWidget* parent = nullptr);

    void setClasses(const std::vector<std::string>& classes);
    void setReading(const engine::StepReading& reading); ///< without ends: nothing is said
    const engine::StepReading& reading() const;

    int marker() const;
    void setMarker(int end);

signals:
    void markerMoved(int end);

private:
    void tell();

    std::vector<std::string> m_classes;
    QLabel* m_decided;
    ChanceBars* m_bars;
    ChanceCurves* m_curves;
};

} // namespace studio
