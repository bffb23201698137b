// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/precision.h"

#include <optional>
#include <string>

namespace engine {

/// Where a run computed before, as its checkpoint tells; empty: there is none.
struct EarlierRun {
    std::string device = {};    ///< "CUDA:0"
    std::string precision = {}; ///< "bf16"
    bool operator==(const EarlierRun&) const = default;
};

/// Which device is wanted, and how it is to compute.
struct DeviceWish {
    std::string name =
        "auto";      ///< any case: "auto" (a GPU that can, see device_trial.h; else the CPU), "cpu", "cuda", "cuda:1"
    int threads = 0; ///< of the CPU; 0: one for each core that the process may use
    std::optional<Precision> precision = {}; ///< nothing: that of `before`, else the device's own choice
    std::string engine = {};                 ///< see DeviceSettings
    bool graphs = true;                      ///< likewise
    EarlierRun before = {};                  ///< counts on a device of the same kind
    bool operator==(const DeviceWish&) const = default;
};

} // namespace engine
