// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"

#include <string>
#include <vector>

namespace cli {

/// Whether work is recorded as a CUDA graph where it can be: as Hamnet usually does, never, or each way in turn.
enum class Graphs { On, Off, Both };

/// An engine on a device, to be measured beside others.
struct Contender {
    std::string name; ///< as it was asked for, and with or without a graph where both are measured
    engine::EngineWish engine;
    engine::DeviceWish device;
    bool asked = true;        ///< by name; one that was not is left out where it cannot run the net
    std::string refusal = {}; ///< why it runs nowhere here; empty where nothing is known against it

    bool onGpu() const;
};

/// "caffe,cuda:1/cudnn": the engines of a list; one without a device runs on that of `machine`. Empty: those that are
/// usual there, the unrolled one and the fused ones.
std::vector<Contender> contenders(const std::string& list, const MachineOptions& machine, Graphs graphs);

} // namespace cli
