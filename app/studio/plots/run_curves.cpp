// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_curves.h"

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

float valueOf(const CurvePoint& point, Measure measure)
{
    switch (measure) {
    case Measure::Loss:
        return point.loss;
    case Measure::LearningRate:
        return point.learningRate;
    case Measure::GradientNorm:
        return point.gradientNorm;
    case Measure::Speed:
        return point.charsPerSecond;
    case Measure::Accuracy:
    case Measure::Errors:
        break;
    }
    return std::nanf("");
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

RunCurves::RunCurves(const RunRecord& run) : m_id(run.id), m_name(run.name), m_readsText(run.readsText)
{
    append(run.curve);
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
        append(point);
    }
}

void RunCurves::append(const CurvePoint& point)
{
    if (!m_iterations.empty() && point.iteration <= m_iterations.back()) {
        goBackTo(point.iteration);
    }
    m_iterations.push_back(point.iteration);
    m_seconds.push_back(m_seconds.empty() ? point.seconds : std::max(m_seconds.back(), point.seconds));
    m_characters.push_back(m_characters.empty() ? point.characters : std::max(m_characters.back(), point.characters));
    for (const Measure measure : ofSteps()) {
        const auto column = static_cast<std::size_t>(measure);
        const float value = valueOf(point, measure);
        m_raw[column].append(value);
        if (m_strength > 0 && isSmoothed(measure)) {
            m_smoothed[column].append(static_cast<float>(m_smoothers[column].next(value)));
        }
    }
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
    const auto from = std::lower_bound(m_iterations.begin(), m_iterations.end(), iteration);
    const auto size = static_cast<std::size_t>(from - m_iterations.begin());
    m_iterations.resize(size);
    m_seconds.resize(size);
    m_characters.resize(size);
    for (Series& series : m_raw) {
        series.cut(size);
    }
    smoothAnew();
}

void RunCurves::setSmoothing(double strength)
{
    if (strength == m_strength) {
        return;
    }
    m_strength = strength;
    smoothAnew();
}

void RunCurves::smoothAnew()
{
    for (const Measure measure : ofSteps()) {
        const auto column = static_cast<std::size_t>(measure);
        m_smoothed[column].clear();
        m_smoothers[column] = Smoother(m_strength);
        if (m_strength == 0 || !isSmoothed(measure)) {
            continue;
        }
        for (std::size_t index = 0; index < m_raw[column].size(); ++index) {
            m_smoothed[column].append(static_cast<float>(m_smoothers[column].next(m_raw[column].at(index))));
        }
    }
}

std::optional<std::int64_t> RunCurves::lastIteration() const
{
    if (m_iterations.empty()) {
        return std::nullopt;
    }
    return m_iterations.back();
}

const Series& RunCurves::smoothed(Measure measure) const
{
    return m_strength > 0 && isSmoothed(measure) ? m_smoothed[static_cast<std::size_t>(measure)] : raw(measure);
}

double RunCurves::place(std::size_t index, Along along) const
{
    switch (along) {
    case Along::Iteration:
        return static_cast<double>(m_iterations[index]);
    case Along::Time:
        return m_seconds[index];
    case Along::Characters:
        return m_characters[index];
    }
    return 0;
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
    }
    return 0;
}

double RunCurves::placeOf(std::int64_t iteration, Along along) const
{
    if (along == Along::Iteration || m_iterations.empty()) {
        return static_cast<double>(iteration);
    }
    const auto after = std::lower_bound(m_iterations.begin(), m_iterations.end(), iteration);
    if (after == m_iterations.end()) {
        return place(size() - 1, along);
    }
    const auto index = static_cast<std::size_t>(after - m_iterations.begin());
    if (*after == iteration || index == 0) {
        return place(index, along);
    }
    const double share = static_cast<double>(iteration - m_iterations[index - 1]) /
                         static_cast<double>(m_iterations[index] - m_iterations[index - 1]);
    return place(index - 1, along) + share * (place(index, along) - place(index - 1, along));
}

std::size_t RunCurves::firstAtOrAfter(double place, Along along, std::size_t from) const
{
    const auto before = [](auto value, double wanted) { return static_cast<double>(value) < wanted; };
    const auto search = [&](const auto& column) {
        // In growing strides to behind it, then by halves: the next pixel column is a few points away.
        std::size_t stride = 1, last = from;
        while (last < column.size() && before(column[last], place)) {
            from = last + 1;
            last += stride;
            stride *= 2;
        }
        last = std::min(last, column.size());
        const auto begin = column.begin();
        return static_cast<std::size_t>(std::lower_bound(begin + from, begin + last, place, before) - begin);
    };
    switch (along) {
    case Along::Iteration:
        return search(m_iterations);
    case Along::Time:
        return search(m_seconds);
    case Along::Characters:
        return search(m_characters);
    }
    return 0;
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
