// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/engine_choices.h"
#include "engine/backends/open_device.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run_description.h"

#include <span>
#include <string>
#include <vector>

namespace contest {

/// An engine on a device, to be compared with others.
struct Contender {
    std::string name = {};          ///< what sentences and tables call it
    engine::DeviceWish device = {}; ///< with the engine
    bool asked = true;              ///< by name; one that was not is left out where it cannot run the net
    engine::Sentence refusal = {};  ///< why it runs nowhere here; empty where nothing is known against it

    bool onGpu() const;
};

/// A net on an engine, to be measured beside others.
struct Entrant {
    std::string name = {}; ///< what it differs in: "cpu/onednn", "gru", "batch 64"
    Contender contender = {};
    engine::RunDescription run = {}; ///< but for engine, device and seed
    std::string net = {};            ///< where several are measured
    std::string cell = {};           ///< that the net was given; empty: its own
};

/// Every engine on every device of its kind, also those that cannot run the model of the engines' choices here; these
/// say why. Named as `hamnet compare --engines` takes them: "CPU/ONEDNN", "CUDA:1/CUDNN".
std::vector<Contender> allContenders(std::span<const engine::EngineChoice> engines,
                                     std::span<const engine::DeviceChoice> devices = engine::deviceChoices());

} // namespace contest
