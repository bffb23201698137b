// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"
#include "engine/training/run/starvation.h"

#include <deque>
#include <optional>
#include <string>

namespace studio {

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
