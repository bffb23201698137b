// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/start_run.h"
#include "engine/devices/device_wish.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_control.h"

#include <cstddef>
#include <exception>
#include <stop_token>
#include <vector>

namespace engine {

// Several runs at the same time in one process: each has a thread, a device object and a stream of its own, so that it
// computes what it would compute alone.

/// Who has runs trained together. Its methods are called on the threads of the runs, of several at the same time. But
/// for begins() they must not throw.
class TogetherView {
public:
    virtual ~TogetherView() = default;

    /// How a run goes on, and where it saves.
    struct Go {
        RunSettings settings = {};
        RunControl* control = nullptr; ///< for requests of other threads; null: there are none
        std::stop_token stop = {};     ///< of this run alone
    };

    /// The run `index` will begin. What it throws ends that run.
    virtual Go begins(std::size_t index, const StartedRun& run) = 0;
    virtual void show(std::size_t index, const Event& event) = 0;

    /// `failure`: what kept it from its end; null where it came there.
    virtual void ended(std::size_t index, const std::exception_ptr& failure) = 0;
};

/// How runs share a device.
struct TogetherPlan {
    int atOnce = 1;  ///< runs at the same time, at most
    int threads = 0; ///< of each, where it is the processor that trains; else as the wish has it
};

/// Of so many runs on the wished device. `atOnce`: at most so many at the same time; 0: on a GPU all of them, on the
/// processor one for each core. `wish.threads` are those of each run; of 0 the cores are shared out.
TogetherPlan togetherPlan(const DeviceWish& wish, int runs, int atOnce);

/// Trains the runs, at most `atOnce` at the same time, and fewer where the device has no room for so many: what finds
/// no room waits until another run has ended. One that fails does not keep the others from going on. Those that have
/// not begun when `stop` is asked for do not begin, and end with CancelledError.
void trainTogether(std::vector<RunDescription> runs, int atOnce, std::stop_token stop, TogetherView& view,
                   const StartPlace& place = {});

} // namespace engine
