// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

namespace studio {

inline constexpr int surpriseLevels = 8; ///< of one bit each; the last for all above

int surpriseLevel(float bits); ///< -1: not known
QColor surpriseColour(int level);

/// The colours of surprise with their bits.
class SurpriseLegend : public QWidget {
    Q_OBJECT

public:
    explicit SurpriseLegend(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace studio
