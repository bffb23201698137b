// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/cpu_device.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"
#include "tests/support/temporary_folder.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// What a small run is made of, for the tests to change.
struct SmallRun {
    std::int64_t steps = 8, streams = 4, units = 12, layers = 1;
    double dropout = 0;
    std::string cell = "LSTM", recurrent = "forget_bias: 1"; ///< the layer's type, more fields of it
    std::string order = "STREAMS";
    std::string loss = {}; ///< more fields of the loss layer
    std::string solver = "type: \"Adam\" base_lr: 0.01 lr_policy: \"fixed\" max_iter: 60 clip_gradients: 1";

    Model model() const;
    RunDescription description(const std::string& engine = {}) const; ///< empty: as set in each layer
};

/// A text with a rule that a small net learns: verses of a counting rhyme.
std::string rhyme(std::size_t characters = 6000);

/// The values of a weight, "<layer>/<weight>".
std::span<float> weightNamed(const WeightStore& store, std::string_view name);

/// Every event of a run, in order.
struct Witness {
    std::vector<Event> events;
    EndReason reason = EndReason::Iterations;
    EventSink sink()
    {
        return [this](const Event& event) { events.push_back(event); };
    }
    template <typename Kind>
    std::vector<Kind> all() const
    {
        std::vector<Kind> found;
        for (const Event& event : events) {
            if (const Kind* one = std::get_if<Kind>(&event)) {
                found.push_back(*one);
            }
        }
        return found;
    }
    /// Of each step that was told.
    std::vector<double> losses() const;
};

/// Lets it run; what it told. It is asked to stop once it tells of the iteration `stopAt`.
Witness ran(Trainer& trainer, const RunSettings& settings, std::int64_t stopAt = -1);

} // namespace engine
