// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_scale.h"

#include <QWidget>
#include <vector>

namespace studio {

/// The units of one state as coloured cells, several rows of them where there are many. A click or the arrow keys
/// choose one; its number and value show under the mouse.
class StateStrip : public QWidget {
    Q_OBJECT

public:
    explicit StateStrip(QWidget* parent = nullptr);

    void setValues(std::vector<float> values);
    void setHeld(std::vector<int> units); ///< marked by a frame
    void setUnit(int unit);
    QSize sizeHint() const override;

signals:
    void chosen(int unit);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    int perRow() const;
    QRect cellOf(int unit) const;
    int unitAt(const QPoint& point) const; ///< -1: none

    std::vector<float> m_values;
    std::vector<int> m_held;
    LensScale m_scale;
    int m_unit = 0;
};

} // namespace studio
