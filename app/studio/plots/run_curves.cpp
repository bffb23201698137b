// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_curves.h"

namespace studio {

namespace {

auto valuesOf(const engine::RunLog& run, Measure measure)
{
    return [&run, measure](std::size_t index) { return valueOf(run, measure, index); };
}

} // namespace

float valueOf(const engine::RunLog& run, Measure measure, std::size_t index)
{
    return static_cast<float>(measure == Measure::Speed ? run.perSecond(index)
                                                        : run.curve.at(static_cast<std::size_t>(measure), index));
}

Column::Column(const engine::RunLog& run, Measure measure, const Pyramid& pyramid)
    : m_run(&run), m_measure(measure), m_pyramid(&pyramid)
{}

std::optional<Pyramid::Extremes> Column::extremes(std::size_t first, std::size_t last) const
{
    return m_smoothed ? m_smoothed->extremes(first, last)
                      : m_pyramid->extremes(valuesOf(*m_run, m_measure), first, last);
}

const std::vector<Pyramid::Range>& Column::notFinite() const
{
    return m_smoothed ? m_smoothed->notFinite() : m_pyramid->notFinite();
}

RunCurves::RunCurves(const RunRecord& run) : m_id(run.id), m_name(run.name)
{
    m_run.start = run.start;
    m_run.curve = run.curve;
    for (const engine::ValidationEvent& point : run.validations) {
        m_marks.append(point);
    }
    for (const engine::CheckpointEvent& mark : run.checkpoints) {
        m_marks.append(mark);
    }
}

void RunCurves::follow(const engine::RunLog& run)
{
    if (!run.curve.goesOnFrom(m_run.curve)) {
        forget(0);
    }
    m_run.start.batchUnits = run.start.batchUnits;
    m_run.start.stepsPerEpoch = run.start.stepsPerEpoch;
    m_run.start.kind = run.start.kind;
    m_run.curve.follow(run.curve);
    update();
}

void RunCurves::update()
{
    for (std::size_t column = 0; column < stepMeasures; ++column) {
        const auto measure = static_cast<Measure>(column);
        const auto values = valuesOf(m_run, measure);
        for (Pyramid& pyramid = m_pyramids[column]; pyramid.size() < m_run.curve.size();) {
            pyramid.append(values);
        }
        for (Series& smoothed = m_smoothed[column]; smooths(measure) && smoothed.size() < m_run.curve.size();) {
            smoothed.append(static_cast<float>(m_smoothers[column].next(values(smoothed.size()))));
        }
    }
}

bool RunCurves::shows(const RunCurves& run) const
{
    return m_id == run.m_id && m_name == run.m_name && m_run.curve.size() == run.m_run.curve.size() &&
           run.m_run.curve.goesOnFrom(m_run.curve) &&
           m_marks.validations().size() == run.m_marks.validations().size() &&
           m_marks.checkpoints().size() == run.m_marks.checkpoints().size();
}

/// Removes the points from there on. An average cannot be undone: it is taken again from the first point.
void RunCurves::forget(std::size_t from)
{
    for (std::size_t column = 0; column < stepMeasures; ++column) {
        const auto measure = static_cast<Measure>(column);
        m_pyramids[column].cut(valuesOf(m_run, measure), from);
        m_smoothed[column] = Series();
        m_smoothers[column] = Smoother(m_points);
    }
    m_run.curve.cut(from);
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
    for (std::size_t column = 0; column < stepMeasures; ++column) {
        if (!smooths(static_cast<Measure>(column))) {
            m_smoothed[column] = Series();
            m_smoothers[column] = Smoother(m_points);
        }
    }
}

bool RunCurves::smooths(Measure measure) const
{
    return m_points > 0 && isNoisy(measure) && m_drawn[static_cast<std::size_t>(measure)];
}

Column RunCurves::raw(Measure measure) const
{
    return {m_run, measure, m_pyramids[static_cast<std::size_t>(measure)]};
}

Column RunCurves::smoothed(Measure measure) const
{
    return smooths(measure) ? Column(m_smoothed[static_cast<std::size_t>(measure)]) : raw(measure);
}

} // namespace studio
