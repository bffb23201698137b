// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/monitor/processor_energy.h"

#include <fstream>
#include <string>
#include <system_error>

namespace engine {

namespace {

namespace fs = std::filesystem;

std::optional<double> microjoulesIn(const fs::path& file)
{
    std::ifstream stream(file);
    double number = 0;
    return stream >> number ? std::optional(number) : std::nullopt;
}

/// Whether the folder is of a whole package ("intel-rapl:0", on AMD's too) and not of a part of one ("intel-rapl:0:1").
bool isPackage(const fs::path& folder)
{
    std::ifstream stream(folder / "name");
    std::string name;
    std::getline(stream, name);
    return folder.filename().string().rfind("intel-rapl:", 0) == 0 && name.rfind("package", 0) == 0;
}

} // namespace

ProcessorEnergy::ProcessorEnergy(const fs::path& root)
{
    std::error_code unknown;
    for (fs::directory_iterator entry(root / "sys/class/powercap", unknown), end; !unknown && entry != end;
         entry.increment(unknown)) {
        const fs::path& folder = entry->path();
        if (!isPackage(folder)) {
            continue;
        }
        const std::optional<double> now = microjoulesIn(folder / "energy_uj");
        if (!now) { // a sum without one package would be taken for the whole
            m_packages.clear();
            return;
        }
        m_packages.push_back({.counter = folder / "energy_uj",
                              .range = microjoulesIn(folder / "max_energy_range_uj").value_or(0),
                              .last = *now});
    }
}

std::optional<double> ProcessorEnergy::joules()
{
    for (Package& package : m_packages) {
        const std::optional<double> now = microjoulesIn(package.counter);
        if (!now) {
            return std::nullopt;
        }
        const double wrapped = *now < package.last ? package.range : 0;
        m_joules += 1e-6 * (*now - package.last + wrapped);
        package.last = *now;
    }
    return m_packages.empty() ? std::nullopt : std::optional(m_joules);
}

} // namespace engine
