// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_curves.h"

#include <algorithm>
#include <cmath>

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

/// What each iteration tells.
constexpr std::span<const Measure> ofSteps()
{
    return std::span(measures).first<stepMeasures>();
}

} // namespace

bool draws(Measure measure, const std::string& metric)
{
    const bool accuracy = engine::moreIsBetter(metric) && metric != "r2";
    return measure == Measure::Accuracy
               ? accuracy
               : measure == Measure::Errors && (metric.ends_with("mae") || metric.ends_with("rmse"));
}

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
        append(point);
    }
    for (const CheckpointMark& mark : run.checkpoints) {
        append(mark);
    }
}

void RunCurves::append(std::span<const CurvePoint> points)
{
    for (const CurvePoint& point : points) {
        if (!m_curve.empty() && point.iteration <= m_curve.iteration(size() - 1)) {
            goBackTo(point.iteration);
        }
        m_curve.push_back(point);
    }
    update();
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
    for (const Measure measure : ofSteps()) {
        const auto column = static_cast<std::size_t>(measure);
        const auto values = valuesOf(m_curve, valueOf(measure));
        for (Pyramid& pyramid = m_pyramids[column]; pyramid.size() < size();) {
            pyramid.append(values);
        }
        for (Series& smoothed = m_smoothed[column]; smooths(measure) && smoothed.size() < size();) {
            smoothed.append(static_cast<float>(m_smoothers[column].next(values(smoothed.size()))));
        }
    }
}

bool RunCurves::shows(const RunCurves& run) const
{
    return m_id == run.m_id && m_name == run.m_name && size() == run.size() && run.m_curve.goesOnFrom(m_curve) &&
           m_validations.size() == run.m_validations.size() && m_checkpoints.size() == run.m_checkpoints.size();
}

void RunCurves::append(const ValidationPoint& point)
{
    std::erase_if(m_validations, [&](const ValidationPoint& old) { return old.iteration >= point.iteration; });
    m_validations.push_back(point);
}

void RunCurves::append(const CheckpointMark& mark)
{
    // A file that is written again no longer holds what an earlier mark says.
    std::erase_if(m_checkpoints,
                  [&](const CheckpointMark& old) { return old.iteration > mark.iteration || old.file == mark.file; });
    m_checkpoints.push_back(mark);
}

/// Validations and checkpoints of the iterations that are run again go when the new ones come: until then they are what
/// is known there, and a checkpoint's file still lies where it was.
void RunCurves::goBackTo(std::int64_t iteration)
{
    const std::optional<std::size_t> kept = lastUntil(m_curve, iteration - 1);
    forget(kept ? *kept + 1 : 0);
}

/// The points from there on. An average has no way back: it is taken again from the first point.
void RunCurves::forget(std::size_t from)
{
    for (const Measure measure : ofSteps()) {
        const auto column = static_cast<std::size_t>(measure);
        m_pyramids[column].cut(valuesOf(m_curve, valueOf(measure)), from);
        m_smoothed[column] = Series();
        m_smoothers[column] = Smoother(m_strength);
    }
    m_curve.cut(from);
}

void RunCurves::setSmoothing(double strength)
{
    if (strength == m_strength) {
        return;
    }
    m_strength = strength;
    m_smoothed.fill(Series());
    m_smoothers.fill(Smoother(strength));
}

void RunCurves::setDrawn(const std::array<bool, measures.size()>& drawn)
{
    m_drawn = drawn;
    for (const Measure measure : ofSteps()) {
        if (!smooths(measure)) {
            m_smoothed[static_cast<std::size_t>(measure)] = Series();
            m_smoothers[static_cast<std::size_t>(measure)] = Smoother(m_strength);
        }
    }
}

bool RunCurves::smooths(Measure measure) const
{
    return m_strength > 0 && isSmoothed(measure) && m_drawn[static_cast<std::size_t>(measure)];
}

std::optional<std::int64_t> RunCurves::lastIteration() const
{
    return m_curve.empty() ? std::nullopt : std::optional(m_curve.iteration(size() - 1));
}

Column RunCurves::raw(Measure measure) const
{
    return {m_curve, measure, m_pyramids[static_cast<std::size_t>(measure)]};
}

Column RunCurves::smoothed(Measure measure) const
{
    return smooths(measure) ? Column(m_smoothed[static_cast<std::size_t>(measure)]) : raw(measure);
}

double RunCurves::place(std::size_t index, Along along) const
{
    switch (along) {
    case Along::Iteration:
        return static_cast<double>(m_curve.iteration(index));
    case Along::Time:
        return m_curve.seconds(index);
    case Along::Characters:
        return m_curve.characters(index);
    case Along::LogIteration:
    case Along::Epoch:
        return placeOf(m_curve.iteration(index), along);
    }
    return 0;
}

bool RunCurves::hasPlaces(Along along) const
{
    return along != Along::Epoch || !std::isnan(m_curve.facts().epochs);
}

double RunCurves::place(const ValidationPoint& point, Along along) const
{
    switch (along) {
    case Along::Iteration:
        return static_cast<double>(point.iteration);
    case Along::Time:
        return point.seconds;
    case Along::Characters:
        return point.characters;
    case Along::LogIteration:
    case Along::Epoch:
        return placeOf(point.iteration, along);
    }
    return 0;
}

double RunCurves::placeOf(std::int64_t iteration, Along along) const
{
    if (along == Along::LogIteration) {
        return std::log10(static_cast<double>(std::max<std::int64_t>(iteration, 1)));
    }
    if (along == Along::Epoch) {
        return m_curve.facts().epochs * static_cast<double>(iteration);
    }
    if (along == Along::Iteration || m_curve.empty()) {
        return static_cast<double>(iteration);
    }
    const std::optional<std::size_t> before = lastUntil(m_curve, iteration);
    if (!before || *before + 1 == size() || m_curve.iteration(*before) == iteration) {
        return place(before.value_or(0), along);
    }
    const std::size_t after = *before + 1;
    const double share = static_cast<double>(iteration - m_curve.iteration(*before)) /
                         static_cast<double>(m_curve.iteration(after) - m_curve.iteration(*before));
    return place(*before, along) + share * (place(after, along) - place(*before, along));
}

std::size_t RunCurves::firstAtOrAfter(double wanted, Along along, std::size_t from) const
{
    // In growing strides to behind it, then by halves: the next pixel column is a few points away.
    std::size_t stride = 1, last = from;
    while (last < size() && place(last, along) < wanted) {
        from = last + 1;
        last += stride;
        stride *= 2;
    }
    last = std::min(last, size());
    while (from < last) {
        const std::size_t middle = from + (last - from) / 2;
        if (place(middle, along) < wanted) {
            from = middle + 1;
        } else {
            last = middle;
        }
    }
    return from;
}

std::size_t RunCurves::nearest(double wanted, Along along) const
{
    const std::size_t after = firstAtOrAfter(wanted, along);
    if (after == 0) {
        return 0;
    }
    if (after == size()) {
        return size() - 1;
    }
    return place(after, along) - wanted < wanted - place(after - 1, along) ? after : after - 1;
}

std::vector<std::string> RunCurves::metrics(Measure measure) const
{
    std::vector<std::string> names;
    for (const ValidationPoint& point : m_validations) {
        for (const engine::Metric& metric : point.metrics) {
            if (draws(measure, metric.name) && std::find(names.begin(), names.end(), metric.name) == names.end()) {
                names.push_back(metric.name);
            }
        }
    }
    return names;
}

const ValidationPoint* RunCurves::best() const
{
    const ValidationPoint* least = nullptr;
    for (const ValidationPoint& point : m_validations) {
        if (std::isfinite(point.loss) && (least == nullptr || point.loss < least->loss)) {
            least = &point;
        }
    }
    return least;
}

} // namespace studio
