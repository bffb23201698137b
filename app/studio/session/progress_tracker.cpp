// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/progress_tracker.h"

#include "app/contest/results.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace studio {
namespace {

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
constexpr std::size_t pieces = 20;
constexpr std::size_t minPoints = 200;
constexpr std::size_t maxRead = 5000; ///< points of the curve, so that a long run costs no more than a short one
constexpr double furthest = 10;       ///< times the present iteration: beyond, a trend says nothing

struct TrendPoint {
    double time, loss; ///< logarithm of the iteration, mean loss
};

/// Means over equal pieces of the points from `begin` on; of many points only each n-th counts.
std::vector<TrendPoint> piecesOf(const engine::Curve& curve, std::size_t begin)
{
    const std::size_t points = curve.size() - begin;
    const std::size_t stride = points / maxRead + 1;
    std::vector<TrendPoint> all;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t first = begin + points * piece / pieces, last = begin + points * (piece + 1) / pieces;
        TrendPoint sum{0, 0};
        int count = 0;
        for (std::size_t index = first; index < last; index += stride, ++count) {
            sum.time += std::log(static_cast<double>(curve.iteration(index)));
            sum.loss += curve.loss(index);
        }
        all.push_back({sum.time / count, sum.loss / count});
    }
    return all;
}

} // namespace

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
    m_now.elapsed = m_unpaused + secondsOn(m_sinceResume);
    updateTimeLeft(run);
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
    if (!m_limits.targetLoss) {
        return;
    }
    const std::optional<std::int64_t> reached = iterationAtLoss(curve, *m_limits.targetLoss);
    m_now.secondsToTarget.reset();
    if (reached && (!run.start.hasEnd() || *reached <= run.start.iterations)) {
        m_now.secondsToTarget = perStep * static_cast<double>(*reached - m_now.iteration);
    }
}

double meanLoss(const engine::Curve& curve, std::int64_t count)
{
    return contest::endLoss(curve, count).value_or(std::numeric_limits<double>::quiet_NaN());
}

double secondsOfStep(const engine::Curve& curve, std::int64_t count)
{
    const std::size_t last = curve.size() - 1, first = last - std::min(last, static_cast<std::size_t>(count));
    return (curve.seconds(last) - curve.seconds(first)) /
           static_cast<double>(curve.iteration(last) - curve.iteration(first));
}

std::optional<std::int64_t> iterationAtLoss(const engine::Curve& curve, double target)
{
    if (curve.size() < minPoints) {
        return std::nullopt;
    }
    const std::vector<TrendPoint> means = piecesOf(curve, curve.size() - curve.size() / 2);
    TrendPoint center{0, 0};
    for (const TrendPoint& piece : means) {
        center.time += piece.time / pieces;
        center.loss += piece.loss / pieces;
    }
    double square = 0, product = 0;
    for (const TrendPoint& piece : means) {
        square += (piece.time - center.time) * (piece.time - center.time);
        product += (piece.time - center.time) * (piece.loss - center.loss);
    }
    const double slope = product / square;
    double rest = 0;
    for (const TrendPoint& piece : means) {
        const double off = piece.loss - center.loss - slope * (piece.time - center.time);
        rest += off * off;
    }
    const double error = std::sqrt(rest / (pieces - 2) / square);
    const auto present = static_cast<double>(curve.iteration(curve.size() - 1));
    const double there = std::exp(center.time + (target - center.loss) / slope);
    if (!(slope < -2 * error) || !(there <= furthest * present)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(std::max(there, present));
}

void GpuWatch::begin(const std::string& busId)
{
    m_busId = busId;
    m_last.clear();
}

void GpuWatch::add(const engine::DeviceReading& reading, const RunTimes& times)
{
    const auto gpu = std::ranges::find_if(reading.gpus, [&](const engine::GpuReading& one) {
        return !m_busId.empty() && engine::isSameBus(one.busId, m_busId);
    });
    if (gpu == reading.gpus.end() || !gpu->utilisationPercent) {
        return;
    }
    const bool tellsPower = gpu->watts && gpu->limitWatts && *gpu->limitWatts > 0;
    m_last.push_back({.busy = *gpu->utilisationPercent / 100,
                      .power = tellsPower ? std::optional(*gpu->watts / *gpu->limitWatts) : std::nullopt,
                      .times = times});
    if (m_last.size() > readings) {
        m_last.pop_front();
    }
}

/// Of the time that passed over the readings.
double GpuWatch::betweenShare() const
{
    const RunTimes &first = m_last.front().times, &last = m_last.back().times;
    const double elapsed = last.elapsed - first.elapsed;
    return elapsed > 0 ? std::clamp(1 - (last.trained - first.trained) / elapsed, 0.0, 1.0) : 0;
}

std::optional<engine::GpuUse> GpuWatch::use() const
{
    if (m_last.size() < readings) {
        return std::nullopt;
    }
    const auto count = static_cast<double>(m_last.size());
    double busy = 0, power = 0;
    bool tellsPower = true;
    for (const Reading& reading : m_last) {
        busy += reading.busy / count;
        power += reading.power.value_or(0) / count;
        tellsPower = tellsPower && reading.power;
    }
    return engine::GpuUse{.busyShare = busy,
                          .powerShare = tellsPower ? std::optional(power) : std::nullopt,
                          .betweenShare = betweenShare()};
}

} // namespace studio
