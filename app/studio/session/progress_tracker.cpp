// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/progress_tracker.h"

#include "app/studio/session/loss_trend.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace studio {
namespace {

constexpr qint64 shownPause = 250;           ///< milliseconds between two updates that are shown
constexpr qint64 trendPause = 250;           ///< milliseconds between two looks at where the loss leads
constexpr qint64 oldAfter = 500;             ///< milliseconds without news
constexpr double speedSpan = 3;              ///< seconds of training that the speed is taken from
constexpr std::size_t maxSpeedPoints = 4096; ///< iterations, the same

struct Speed {
    double charsPerSecond = 0, millisecondsPerStep = 0;
};

/// Over the last seconds of the curve, of its points from `first` on. There must be one.
Speed speedOf(const engine::RunLog& run, std::size_t first)
{
    const engine::Curve& curve = run.curve;
    const engine::CurvePoint last = curve.back();
    const std::size_t end = curve.size() - 1;
    std::size_t from = std::max(first, curve.size() - std::min(curve.size(), maxSpeedPoints));
    while (from < end && curve.seconds(from) < last.seconds - speedSpan) {
        ++from;
    }
    const double seconds = last.seconds - curve.seconds(from);
    const auto steps = static_cast<double>(last.iteration - curve.iteration(from));
    if (steps < 1 || !(seconds > 0)) {
        const double speed = run.perSecond(end);
        return {speed, 1000 * run.unitsUntil(1) / speed};
    }
    return {run.unitsUntil(last.iteration - curve.iteration(from)) / seconds, 1000 * seconds / steps};
}

double secondsOn(const QElapsedTimer& clock)
{
    return clock.isValid() ? static_cast<double>(clock.nsecsElapsed()) / 1e9 : 0;
}

} // namespace

ProgressTracker::ProgressTracker()
{
    m_sinceUpdate.start();
    m_sinceShown.start();
}

void ProgressTracker::begin(const engine::RunLog& run)
{
    m_firstPoint = run.curve.countUntil(run.start.iteration);
}

void ProgressTracker::resume()
{
    m_sinceResume.start();
}

void ProgressTracker::pause()
{
    m_unpaused += secondsOn(m_sinceResume);
    m_sinceResume.invalidate();
}

bool ProgressTracker::isOld() const
{
    return m_sinceResume.isValid() && m_sinceUpdate.elapsed() > oldAfter;
}

bool ProgressTracker::isDue() const
{
    return m_unshown && m_sinceShown.elapsed() > shownPause;
}

const TrainingProgress& ProgressTracker::show()
{
    m_unshown = false;
    m_sinceShown.start();
    return m_now;
}

void ProgressTracker::update(const engine::RunLog& run)
{
    const engine::Curve& curve = run.curve;
    const engine::StartEvent& start = run.start;
    if (curve.size() > m_firstPoint) {
        const Speed speed = speedOf(run, m_firstPoint);
        m_now.charsPerSecond = speed.charsPerSecond;
        m_now.millisecondsPerStep = speed.millisecondsPerStep;
    }
    m_now.iteration = curve.empty() ? start.iteration : curve.iteration(curve.size() - 1);
    m_now.iterations = start.hasEnd() ? start.iterations : 0;
    m_now.loss = meanLoss(curve, engine::targetWindow);
    if (start.stepsPerEpoch > 0) {
        m_now.epoch = static_cast<double>(m_now.iteration) / start.stepsPerEpoch;
        m_now.epochs = static_cast<double>(m_now.iterations) / start.stepsPerEpoch;
        m_now.secondsPerEpoch = m_now.millisecondsPerStep / 1000 * start.stepsPerEpoch;
    }
    if (const std::vector<engine::ValidationEvent>& points = run.validations; !points.empty()) {
        m_now.validationLoss = points.back().loss;
        m_now.metrics = points.back().metrics;
        // A loss that is not a number is above all others.
        m_now.bestValidationLoss =
            std::ranges::min_element(points, {}, [](const engine::ValidationEvent& point) {
                return std::isnan(point.loss) ? std::numeric_limits<double>::infinity() : point.loss;
            })->loss;
    }
    m_now.elapsed = m_unpaused + secondsOn(m_sinceResume);
    updateTimeLeft(run);
    m_sinceUpdate.start();
    m_unshown = true;
}

void ProgressTracker::updateTimeLeft(const engine::RunLog& run)
{
    if (run.start.limits != m_limits) {
        m_limits = run.start.limits;
        m_now.secondsToTarget.reset();
    }
    const engine::Curve& curve = run.curve;
    if (curve.size() < m_firstPoint + 2) {
        return;
    }
    // Validations, samples and checkpoints take their time, too.
    const double trained = curve.seconds(curve.size() - 1) - curve.seconds(m_firstPoint);
    const double around = trained > 0 ? std::max(1.0, m_now.elapsed / trained) : 1;
    const double perStep = m_now.millisecondsPerStep / 1000 * around;
    m_now.secondsLeft.reset();
    if (run.start.hasEnd()) {
        m_now.secondsLeft = perStep * static_cast<double>(run.start.iterations - m_now.iteration);
    }
    if (m_limits.seconds) {
        const double left = std::max(0.0, *m_limits.seconds - m_now.elapsed);
        m_now.secondsLeft = std::min(left, m_now.secondsLeft.value_or(left));
    }
    if (!m_limits.targetLoss || (m_sinceTrend.isValid() && m_sinceTrend.elapsed() < trendPause)) {
        return;
    }
    m_sinceTrend.start();
    const std::optional<std::int64_t> reached = iterationAtLoss(curve, *m_limits.targetLoss);
    m_now.secondsToTarget.reset();
    if (reached && (!run.start.hasEnd() || *reached <= run.start.iterations)) {
        m_now.secondsToTarget = perStep * static_cast<double>(*reached - m_now.iteration);
    }
}

} // namespace studio
