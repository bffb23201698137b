// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace engine {

/// What the processor's packages take, by the counters that Linux shows of them (RAPL). Often only root may read them.
class ProcessorEnergy {
public:
    /// `root` is where /sys is looked for.
    explicit ProcessorEnergy(const std::filesystem::path& root = "/");

    /// Joules since this was made, of all packages; nothing if one of them is unknown. The counters wrap around every
    /// quarter of an hour or so, which is noticed only if this is called more often.
    std::optional<double> joules();

private:
    struct Package {
        std::filesystem::path counter;
        double range; ///< microjoules after which it wraps around
        double last;
    };
    std::vector<Package> m_packages;
    double m_joules = 0;
};

} // namespace engine
