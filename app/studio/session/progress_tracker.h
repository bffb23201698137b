// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"
#include "engine/training/run/run_log.h"
#include "engine/training/run/starvation.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <QElapsedTimer>
#include <string>

namespace studio {

/// How far a run is. What cannot be told is empty.
struct TrainingProgress {
    std::int64_t iteration = 0, iterations = 0; ///< iterations: 0 where the run has no end
    double loss = 0;                            ///< mean over the last 100 iterations; in nats per character of a text
    double epoch = 0;                           ///< how often the training part was read through
    double epochs = 0;                          ///< the same at the end; 0 where the run has none
    double secondsPerEpoch = 0;                 ///< at the speed of the last seconds; 0: not known
    double charsPerSecond = 0;             ///< of training, over the last seconds; sequences where it learns from those
    double millisecondsPerStep = 0;        ///< the same
    double elapsed = 0;                    ///< seconds since the start, pauses left out
    std::optional<double> secondsLeft;     ///< until the iterations or the time end
    std::optional<double> secondsToTarget; ///< until the target loss, where the trend leads there
};

/// How far one run is: its speed, its time without pauses, the time left.
class ProgressTracker {
public:
    void begin(const engine::RunLog& run); ///< its start is known; a run that goes on has a curve already
    void resume();                         ///< time counts from now on
    void pause();
    void update(const engine::RunLog& run);

    const TrainingProgress& now() const { return m_now; } ///< as of the last update

private:
    void updateTimeLeft(const engine::RunLog& run);

    TrainingProgress m_now;
    engine::RunLimits m_limits;   ///< that m_now.secondsToTarget was told for
    std::size_t m_firstPoint = 0; ///< of the run's curve: the first one of this start
    double m_unpaused = 0;        ///< seconds up to the last pause
    QElapsedTimer m_sinceResume;  ///< invalid in a pause
};

/// The mean loss of the last `count` points, or of all where there are fewer; NaN without any.
double meanLoss(const engine::Curve& curve, std::int64_t count);

/// The mean of the last `count` steps, or of all where there are fewer. There must be two points.
double secondsOfStep(const engine::Curve& curve, std::int64_t count);

/// The iteration at which the loss will be at `target` if it goes on falling as over the last half of the iterations:
/// a line through the means of 20 pieces over the logarithm of the iteration. Nothing where it does not clearly fall,
/// where there are fewer than 200 points, or where the target lies beyond ten times the present iteration.
std::optional<std::int64_t> iterationAtLoss(const engine::Curve& curve, double target);

/// Seconds of a run up to some moment.
struct RunTimes {
    double elapsed = 0; ///< pauses left out
    double trained = 0; ///< in steps; the rest passed between them
};

/// How the GPU of the run under way was used in the last seconds of training.
class GpuWatch {
public:
    static constexpr std::size_t readings = 20; ///< ten seconds of the meters

    void begin(const std::string& busId); ///< a run on that GPU; empty: on the processor
    void add(const engine::DeviceReading& reading, const RunTimes& times = {});
    void forget() { m_last.clear(); } ///< the run rests: what was seen is not of training

    std::optional<engine::GpuUse> use() const; ///< mean of the last `readings`; nothing before there are so many

private:
    struct Reading {
        double busy;
        std::optional<double> power;
        RunTimes times;
    };
    double betweenShare() const;

    std::string m_busId;
    std::deque<Reading> m_last;
};

} // namespace studio
