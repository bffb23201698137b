// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_curves.h"

#include <set>
#include <utility>

namespace studio {

void Series::append(float value)
{
    const std::size_t index = m_values.size();
    m_values.push_back(value);
    for (std::size_t level = 0; level < blockSizes.size(); ++level) {
        m_blocks[level].resize(index / blockSizes[level] + 1);
        include(m_blocks[level].back(), index);
    }
    if (std::isfinite(value)) {
        return;
    }
    if (!m_notFinite.empty() && m_notFinite.back().last == index) {
        m_notFinite.back().last = index + 1;
    } else {
        m_notFinite.push_back({index, index + 1});
    }
}

void Series::include(std::optional<Extremes>& extremes, std::size_t index) const
{
    if (!std::isfinite(m_values[index])) {
        return;
    }
    Extremes& found = extremes ? *extremes : extremes.emplace(Extremes{index, index});
    found.least = m_values[index] < m_values[found.least] ? index : found.least;
    found.most = m_values[index] > m_values[found.most] ? index : found.most;
}

std::optional<Series::Extremes> Series::extremes(std::size_t first, std::size_t last) const
{
    last = std::min(last, size());
    std::optional<Extremes> found;
    while (first < last) {
        std::size_t seen = 1;
        const std::optional<Extremes>* block = nullptr; // the largest that begins here and lies in the range
        for (std::size_t level = 0; level < blockSizes.size(); ++level) {
            if (const std::size_t size = blockSizes[level]; first % size == 0 && first + size <= last) {
                seen = size;
                block = &m_blocks[level][first / size];
            }
        }
        if (!block) {
            include(found, first);
        } else if (*block) {
            include(found, (*block)->least);
            include(found, (*block)->most);
        }
        first += seen;
    }
    return found;
}

std::vector<std::string> RunCurves::metrics(Measure measure) const
{
    std::vector<std::string> names;
    for (const engine::ValidationEvent& point : m_run.validations) {
        for (const engine::Metric& metric : point.metrics) {
            if (draws(measure, metric.name) && std::find(names.begin(), names.end(), metric.name) == names.end()) {
                names.push_back(metric.name);
            }
        }
    }
    return names;
}

const engine::ValidationEvent* RunCurves::lowestLoss() const
{
    const engine::ValidationEvent* lowest = nullptr;
    for (const engine::ValidationEvent& point : m_run.validations) {
        if (std::isfinite(point.loss) && (lowest == nullptr || point.loss < lowest->loss)) {
            lowest = &point;
        }
    }
    return lowest;
}

bool RunPlaces::areKnown() const
{
    return m_along != Along::Epoch || !std::isnan(m_run->epochsUntil(1));
}

double RunPlaces::at(std::size_t index) const
{
    return m_along == Along::Iteration ? static_cast<double>(m_run->curve.iteration(index))
           : m_along == Along::Time    ? m_run->curve.seconds(index)
                                       : of(m_run->curve.iteration(index));
}

double RunPlaces::of(std::int64_t iteration) const
{
    if (m_along == Along::LogIteration) {
        return std::log10(static_cast<double>(std::max<std::int64_t>(iteration, 1)));
    }
    if (m_along == Along::Epoch) {
        return m_run->epochsUntil(iteration);
    }
    if (m_along == Along::Characters) {
        return m_run->unitsUntil(iteration);
    }
    if (m_along == Along::Iteration || m_run->curve.empty()) {
        return static_cast<double>(iteration);
    }
    const std::optional<std::size_t> before = lastUntil(m_run->curve, iteration);
    if (!before) {
        return 0; // before the first step
    }
    if (*before + 1 == m_run->curve.size() || m_run->curve.iteration(*before) == iteration) {
        return at(*before);
    }
    const std::size_t after = *before + 1;
    const double share = static_cast<double>(iteration - m_run->curve.iteration(*before)) /
                         static_cast<double>(m_run->curve.iteration(after) - m_run->curve.iteration(*before));
    return at(*before) + share * (at(after) - at(*before));
}

std::size_t RunPlaces::firstAtOrAfter(double place, std::size_t from) const
{
    std::size_t last = m_run->curve.size();
    while (from < last) {
        const std::size_t middle = from + (last - from) / 2;
        if (at(middle) < place) {
            from = middle + 1;
        } else {
            last = middle;
        }
    }
    return from;
}

std::size_t RunPlaces::nearest(double place) const
{
    const std::size_t after = firstAtOrAfter(place);
    if (after == 0) {
        return 0;
    }
    if (after == m_run->curve.size()) {
        return after - 1;
    }
    return at(after) - place < place - at(after - 1) ? after : after - 1;
}

float RunCurves::value(Measure measure, std::size_t index) const
{
    return static_cast<float>(measure == Measure::Speed ? m_run.perSecond(index)
                                                        : m_run.curve.at(static_cast<std::size_t>(measure), index));
}

RunCurves::RunCurves(const RunRecord& run) : m_id(run.id), m_name(run.name), m_shortName(run.shortName)
{
    take(run);
}

/// A file that is written again no longer holds what an earlier mark says.
void RunCurves::take(const engine::RunLog& run)
{
    m_run.start = run.start;
    m_run.curve.follow(run.curve);
    m_run.validations.insert(m_run.validations.end(), run.validations.begin() + std::ssize(m_run.validations),
                             run.validations.end());
    if (std::exchange(m_saved, run.checkpoints.size()) == run.checkpoints.size()) {
        return;
    }
    m_run.checkpoints = run.checkpoints;
    std::set<std::string> later;
    for (std::size_t index = run.checkpoints.size(); index-- > 0;) {
        if (!later.insert(run.checkpoints[index].file).second) {
            m_run.checkpoints.erase(m_run.checkpoints.begin() + static_cast<std::ptrdiff_t>(index));
        }
    }
}

void RunCurves::follow(const engine::RunLog& run)
{
    if (!run.curve.goesOnFrom(m_run.curve) || run.validations.size() < m_run.validations.size()) {
        m_run.curve.cut(0);
        m_run.validations.clear();
        m_run.checkpoints.clear();
        m_saved = 0;
        m_raw.fill(Series());
        m_smoothed.fill(Series()); // an average cannot be undone: all is taken again from the first point
        m_smoothers.fill(Smoother(m_points));
    }
    take(run);
    update();
}

void RunCurves::update()
{
    for (std::size_t column = 0; column < stepMeasures; ++column) {
        const auto measure = static_cast<Measure>(column);
        for (Series& raw = m_raw[column]; m_drawn[column] && raw.size() < m_run.curve.size();) {
            raw.append(value(measure, raw.size()));
        }
        for (Series& smoothed = m_smoothed[column]; smooths(measure) && smoothed.size() < m_run.curve.size();) {
            const double raw{m_raw[column].at(smoothed.size())};
            smoothed.append(static_cast<float>(m_smoothers[column].next(raw)));
        }
    }
}

bool RunCurves::isBeginningOf(const RunRecord& run) const
{
    return m_id == run.id && m_name == run.name && m_shortName == run.shortName && run.curve.goesOnFrom(m_run.curve);
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
        if (!drawn[column]) {
            m_raw[column] = Series();
        }
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

const Series& RunCurves::smoothed(Measure measure) const
{
    return smooths(measure) ? m_smoothed[static_cast<std::size_t>(measure)] : raw(measure);
}

namespace {

/// The points of one pixel column, `first` .. `last` - 1, in their order.
void addColumn(const RunPlaces& places, const Series& values, std::size_t first, std::size_t last,
               std::vector<PlotPoint>& points)
{
    const std::optional<Series::Extremes> extremes = values.extremes(first, last);
    if (!extremes) {
        points.push_back({places.at(first), std::nan("")});
        return;
    }
    const auto [lower, upper] = std::minmax(extremes->least, extremes->most);
    points.push_back({places.at(lower), values.at(lower)});
    if (upper != lower) {
        points.push_back({places.at(upper), values.at(upper)});
    }
}

} // namespace

std::vector<PlotPoint> thinned(const RunPlaces& places, const Series& values, const Window& window)
{
    std::size_t first = places.firstAtOrAfter(window.from);
    first -= first > 0 ? 1 : 0;
    const std::size_t last = std::min(places.firstAtOrAfter(std::nextafter(window.to, HUGE_VAL)) + 1, values.size());
    std::vector<PlotPoint> points;
    if (first >= last) {
        return points;
    }
    const auto columns = static_cast<std::size_t>(std::max(window.columns, 1));
    points.reserve(std::min(last - first, 4 * columns + 4));
    if (last - first <= 4 * columns) {
        for (std::size_t index = first; index < last; ++index) {
            points.push_back({places.at(index), values.at(index)});
        }
        return points;
    }
    const double columnWidth = (window.to - window.from) / static_cast<double>(columns);
    points.push_back({places.at(first), values.at(first)});
    ++first;
    for (std::size_t column = 0; column <= columns && first < last; ++column) {
        const double edge = window.from + columnWidth * static_cast<double>(column);
        const std::size_t next = column == columns ? last : std::min(places.firstAtOrAfter(edge, first), last);
        if (next > first) {
            addColumn(places, values, first, next, points);
            first = next;
        }
    }
    if (points.back().place < places.at(last - 1)) {
        points.push_back({places.at(last - 1), values.at(last - 1)});
    }
    return points;
}

std::vector<double> placesNotFinite(const RunPlaces& places, const Series& values, const Window& window)
{
    const double columnWidth = (window.to - window.from) / std::max(window.columns, 1);
    std::vector<double> found;
    for (const Series::Range& range : values.notFinite()) {
        std::size_t index = range.first;
        while (index < range.last) {
            const double place = places.at(index);
            if (place > window.to) {
                return found;
            }
            if (place >= window.from && (found.empty() || place >= found.back() + columnWidth)) {
                found.push_back(place);
            }
            // On to the next pixel column at once: a run may have stayed without numbers for long.
            const double onward = std::max(place, window.from) + columnWidth;
            index = std::max(index + 1, places.firstAtOrAfter(onward, index));
        }
    }
    return found;
}

} // namespace studio
