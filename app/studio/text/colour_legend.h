// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QColor>
#include <QString>
#include <QWidget>

namespace studio {

/// A bar of colours between the words of its two ends.
class ColourLegend : public QWidget {
public:
    explicit ColourLegend(QWidget* parent = nullptr);

    /// `colourOf` is asked for each of the steps whenever it is painted.
    void setColours(const QString& low, const QString& high, int steps, std::function<QColor(int step)> colourOf);
    QSize sizeHint() const override;

private:
    void paintEvent(QPaintEvent* event) override;

    QString m_low, m_high;
    int m_steps = 1;
    std::function<QColor(int step)> m_colourOf;
};

} // namespace studio
