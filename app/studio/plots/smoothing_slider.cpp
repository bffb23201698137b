// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/smoothing_slider.h"

#include <algorithm>
#include <cmath>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

namespace studio {

namespace {

constexpr int maxSlider = 30; ///< 10^(30 / 10) points

/// The slider counts in tenths of a power of ten of the points that are averaged: 0 is off, 10 ten points, 20 a
/// hundred.
int pointsOf(int slider)
{
    return slider == 0 ? 0 : std::max(2, static_cast<int>(std::lround(std::pow(10, slider / 10.0))));
}

} // namespace

SmoothingSlider::SmoothingSlider(QWidget* parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal)), m_points(new QLabel)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(tr("S&moothing"));
    m_slider->setRange(0, maxSlider);
    m_slider->setPageStep(5);
    m_slider->setFixedWidth(fontMetrics().averageCharWidth() * 9);
    m_slider->setToolTip(tr("Over how many points the curve is averaged; all the way to the left: off"));
    m_slider->setAccessibleName(tr("Smoothing"));
    label->setBuddy(m_slider);
    m_points->setMinimumWidth(fontMetrics().horizontalAdvance(tr("%1 points").arg(1000)) + 4);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { emit pointsChosen(pointsOf(value)); });
    row->addWidget(label);
    row->addWidget(m_slider);
    row->addWidget(m_points);
}

void SmoothingSlider::setPoints(int points)
{
    const QSignalBlocker quiet(m_slider);
    if (pointsOf(m_slider->value()) != points) { // two places may stand for the same few
        m_slider->setValue(points > 0 ? static_cast<int>(std::lround(10 * std::log10(points))) : 0);
    }
    m_points->setText(points > 0 ? tr("%1 points").arg(points) : tr("off"));
}

} // namespace studio

#include "moc_smoothing_slider.cpp"
