// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_curves.h"

namespace studio {

namespace {

using ValueAt = float (RunCurve::*)(std::size_t) const;

/// Of a measure of each iteration.
ValueAt valueOf(Measure measure)
{
    switch (measure) {
    case Measure::LearningRate:
        return &RunCurve::learningRate;
    case Measure::GradientNorm:
        return &RunCurve::gradientNorm;
    case Measure::Speed:
        return &RunCurve::charsPerSecond;
    case Measure::Loss:
    case Measure::Accuracy:
    case Measure::Errors:
        break;
    }
    return &RunCurve::loss;
}

auto valuesOf(const RunCurve& curve, ValueAt value)
{
    return [&curve, value](std::size_t index) { return (curve.*value)(index); };
}

} // namespace

Column::Column(const RunCurve& curve, Measure measure, const Pyramid& pyramid)
    : m_curve(&curve), m_value(valueOf(measure)), m_pyramid(&pyramid)
{}

std::optional<Pyramid::Extremes> Column::extremes(std::size_t first, std::size_t last) const
{
    return m_smoothed ? m_smoothed->extremes(first, last)
                      : m_pyramid->extremes(valuesOf(*m_curve, m_value), first, last);
}

const std::vector<Pyramid::Range>& Column::notFinite() const
{
    return m_smoothed ? m_smoothed->notFinite() : m_pyramid->notFinite();
}

RunCurves::RunCurves(const RunRecord& run)
    : m_id(run.id), m_name(run.name), m_readsText(run.readsText), m_curve(run.curve)
{
    for (const ValidationPoint& point : run.validations) {
        m_marks.append(point);
    }
    for (const CheckpointMark& mark : run.checkpoints) {
        m_marks.append(mark);
    }
}

void RunCurves::follow(const RunCurve& curve)
{
    if (!curve.goesOnFrom(m_curve)) {
        forget(0);
    }
    m_curve.follow(curve);
    update();
}

void RunCurves::update()
{
    for (const Measure measure : measuresOfSteps()) {
        const auto column = static_cast<std::size_t>(measure);
        const auto values = valuesOf(m_curve, valueOf(measure));
        for (Pyramid& pyramid = m_pyramids[column]; pyramid.size() < m_curve.size();) {
            pyramid.append(values);
        }
        for (Series& smoothed = m_smoothed[column]; smooths(measure) && smoothed.size() < m_curve.size();) {
            smoothed.append(static_cast<float>(m_smoothers[column].next(values(smoothed.size()))));
        }
    }
}

bool RunCurves::shows(const RunCurves& run) const
{
    return m_id == run.m_id && m_name == run.m_name && m_curve.size() == run.m_curve.size() &&
           run.m_curve.goesOnFrom(m_curve) && m_marks.validations().size() == run.m_marks.validations().size() &&
           m_marks.checkpoints().size() == run.m_marks.checkpoints().size();
}

/// Removes the points from there on. An average cannot be undone: it is taken again from the first point.
void RunCurves::forget(std::size_t from)
{
    for (const Measure measure : measuresOfSteps()) {
        const auto column = static_cast<std::size_t>(measure);
        m_pyramids[column].cut(valuesOf(m_curve, valueOf(measure)), from);
        m_smoothed[column] = Series();
        m_smoothers[column] = Smoother(m_points);
    }
    m_curve.cut(from);
}

void RunCurves::setSmoothing(int points)
{
    if (points == m_points) {
        return;
    }
    m_points = points;
    m_smoothed.fill(Series());
    m_smoothers.fill(Smoother(points));
}

void RunCurves::setDrawn(const std::array<bool, measures.size()>& drawn)
{
    m_drawn = drawn;
    for (const Measure measure : measuresOfSteps()) {
        if (!smooths(measure)) {
            m_smoothed[static_cast<std::size_t>(measure)] = Series();
            m_smoothers[static_cast<std::size_t>(measure)] = Smoother(m_points);
        }
    }
}

bool RunCurves::smooths(Measure measure) const
{
    return m_points > 0 && isNoisy(measure) && m_drawn[static_cast<std::size_t>(measure)];
}

Column RunCurves::raw(Measure measure) const
{
    return {m_curve, measure, m_pyramids[static_cast<std::size_t>(measure)]};
}

Column RunCurves::smoothed(Measure measure) const
{
    return smooths(measure) ? Column(m_smoothed[static_cast<std::size_t>(measure)]) : raw(measure);
}

} // namespace studio
