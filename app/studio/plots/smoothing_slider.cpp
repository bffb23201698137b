// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/smoothing_slider.h"

#include "app/studio/plots/smoothing.h"

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
double strengthOf(int slider)
{
    return slider == 0 ? 0 : 1 - std::pow(10, -slider / 10.0);
}

int sliderOf(double strength)
{
    return strength <= 0 ? 0 : static_cast<int>(std::lround(-10 * std::log10(1 - strength)));
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
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { emit strengthChosen(strengthOf(value)); });
    row->addWidget(label);
    row->addWidget(m_slider);
    row->addWidget(m_points);
}

void SmoothingSlider::setStrength(double strength)
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(sliderOf(strength));
    m_points->setText(strength > 0 ? tr("%1 points").arg(averagedValues(strength)) : tr("off"));
}

} // namespace studio

#include "moc_smoothing_slider.cpp"
