// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/monitor/processor_meter.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

namespace engine {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t bytesPerKibibyte = 1024;

/// Names of sensors in the processor's package, as the kernel's drivers give them.
constexpr std::array<std::string_view, 6> sensors = {"coretemp",    "k10temp",      "zenpower",
                                                     "cpu_thermal", "x86_pkg_temp", "cpu-thermal"};

std::string firstLine(const fs::path& file)
{
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

std::optional<double> sensorValue(const fs::path& file)
{
    std::ifstream stream(file);
    double number = 0;
    return stream >> number ? std::optional(number) : std::nullopt;
}

/// The KiB after `key` in lines "key:  number kB", in bytes.
std::optional<std::int64_t> bytesAfter(const fs::path& file, std::string_view key)
{
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string word;
        std::int64_t number = 0;
        if (words >> word >> number && word == key) {
            return number * bytesPerKibibyte;
        }
    }
    return std::nullopt;
}

/// The entries of a folder by name; none where it is not there.
std::vector<fs::path> entriesOf(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code unknown;
    for (fs::directory_iterator entry(folder, unknown), end; !unknown && entry != end; entry.increment(unknown)) {
        entries.push_back(entry->path());
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

bool isSensor(const std::string& name)
{
    return std::find(sensors.begin(), sensors.end(), name) != sensors.end();
}

/// The file of the processor's temperature: of its own sensor, or else of a thermal zone.
fs::path temperatureFile(const fs::path& root)
{
    for (const fs::path& sensor : entriesOf(root / "sys/class/hwmon")) {
        if (isSensor(firstLine(sensor / "name")) && sensorValue(sensor / "temp1_input")) {
            return sensor / "temp1_input";
        }
    }
    for (const fs::path& zone : entriesOf(root / "sys/class/thermal")) {
        if (isSensor(firstLine(zone / "type")) && sensorValue(zone / "temp")) {
            return zone / "temp";
        }
    }
    return {};
}

std::vector<fs::path> clockFiles(const fs::path& root)
{
    std::vector<fs::path> files;
    for (const fs::path& processor : entriesOf(root / "sys/devices/system/cpu")) {
        const fs::path file = processor / "cpufreq/scaling_cur_freq";
        if (sensorValue(file)) {
            files.push_back(file);
        }
    }
    return files;
}

/// Mean of the lines "cpu MHz : 2000.000".
std::optional<double> clockInTable(const fs::path& file)
{
    std::ifstream table(file);
    double sum = 0;
    int count = 0;
    for (std::string line; std::getline(table, line);) {
        const std::size_t colon = line.find(':');
        if (line.rfind("cpu MHz", 0) == 0 && colon != std::string::npos) {
            double megahertz = 0;
            if (std::istringstream(line.substr(colon + 1)) >> megahertz) {
                sum += megahertz;
                ++count;
            }
        }
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

} // namespace

ProcessorMeter::ProcessorMeter(const fs::path& root)
    : m_root(root), m_temperature(temperatureFile(root)), m_clocks(clockFiles(root)), m_energy(root)
{}

std::optional<ProcessorMeter::Ticks> ProcessorMeter::ticks() const
{
    // "cpu  user nice system idle iowait irq softirq steal ...", where guests count in user and nice already.
    std::istringstream machine(firstLine(m_root / "proc/stat"));
    std::string word;
    machine >> word;
    Ticks ticks{0, 0, 0};
    std::int64_t number = 0;
    for (int column = 0; column < 8 && machine >> number; ++column) {
        ticks.all += number;
        ticks.idle += column == 3 || column == 4 ? number : 0;
    }
    // "id (name) state ...": user and system time are columns 14 and 15, and a name may have any character.
    const std::string line = firstLine(m_root / "proc/self/stat");
    const std::size_t name = line.rfind(')');
    if (ticks.all == 0 || name == std::string::npos) {
        return std::nullopt;
    }
    std::istringstream process(line.substr(name + 1));
    for (int column = 3; column < 14; ++column) {
        process >> word;
    }
    std::int64_t user = 0, system = 0;
    if (!(process >> user >> system)) {
        return std::nullopt;
    }
    ticks.process = user + system;
    return ticks;
}

std::optional<double> ProcessorMeter::celsius() const
{
    const auto thousandths = m_temperature.empty() ? std::nullopt : sensorValue(m_temperature);
    return thousandths ? std::optional(*thousandths / 1000) : std::nullopt;
}

ProcessorReading ProcessorMeter::read()
{
    ProcessorReading reading;
    const std::optional<Ticks> now = ticks();
    if (now && m_last && now->all > m_last->all) {
        const auto all = static_cast<double>(now->all - m_last->all);
        const auto percent = [&](std::int64_t part) {
            return std::clamp(100 * static_cast<double>(part) / all, 0.0, 100.0);
        };
        reading.processPercent = percent(now->process - m_last->process);
        reading.machinePercent = percent(now->all - m_last->all - (now->idle - m_last->idle));
    }
    m_last = now;
    reading.processBytes = bytesAfter(m_root / "proc/self/status", "VmRSS:");
    reading.totalBytes = bytesAfter(m_root / "proc/meminfo", "MemTotal:");
    if (const auto available = bytesAfter(m_root / "proc/meminfo", "MemAvailable:"); available && reading.totalBytes) {
        reading.usedBytes = *reading.totalBytes - *available;
    }
    reading.celsius = celsius();
    reading.joules = m_energy.joules();
    double kilohertz = 0;
    for (const fs::path& file : m_clocks) {
        kilohertz += sensorValue(file).value_or(0) / static_cast<double>(m_clocks.size());
    }
    reading.megahertz = kilohertz > 0 ? std::optional(kilohertz / 1000) : clockInTable(m_root / "proc/cpuinfo");
    return reading;
}

} // namespace engine
