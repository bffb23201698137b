// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/device_watch.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "app/cli/words.h"
#include "engine/backends/backends.h"
#include "engine/backends/cpu_backend.h"
#include "engine/backends/engine_choices.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/monitor/device_monitor.h"
#include "engine/graph/error.h"

#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <thread>
#include <utility>

namespace cli {
namespace {

/// The instruction sets that matter to the kernels, by the kernel's names for them.
constexpr std::array<std::string_view, 10> instructionSets = {
    "sse4_2", "avx", "avx2", "fma", "avx512f", "avx512_vnni", "avx512_bf16", "amx_tile", "amx_bf16", "asimd"};

struct Processor {
    std::string name = "processor";
    std::int64_t cores = 0, threads = 0; ///< of the machine; a process may be allowed fewer
    std::vector<std::string> instructions;
};

/// From /proc/cpuinfo: "key : value" lines, one block for each thread.
Processor readProcessor()
{
    Processor processor;
    std::set<std::pair<std::string, std::string>> cores;
    std::string package;
    std::ifstream table("/proc/cpuinfo");
    for (std::string line; std::getline(table, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) {
            continue;
        }
        const std::string key = line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1);
        const std::string value = colon + 2 < line.size() ? line.substr(colon + 2) : "";
        if (key == "processor") {
            ++processor.threads;
        } else if (key == "model name") {
            processor.name = value;
        } else if (key == "physical id") {
            package = value;
        } else if (key == "core id") {
            cores.insert({package, value});
        } else if ((key == "flags" || key == "Features") && processor.instructions.empty()) {
            std::istringstream flags(value);
            for (std::string flag; flags >> flag;) {
                if (std::ranges::find(instructionSets, flag) != instructionSets.end()) {
                    processor.instructions.push_back(flag);
                }
            }
        }
    }
    processor.cores = cores.empty() ? processor.threads : static_cast<std::int64_t>(cores.size());
    return processor;
}

/// The GPUs that can be computed with.
std::vector<engine::DeviceInfo> usableGpus()
{
    std::vector<engine::DeviceInfo> gpus;
    for (const engine::KnownBackend& kind : engine::backends()) {
        try {
            std::ranges::copy_if(kind.backend == nullptr ? std::vector<engine::DeviceInfo>() : kind.backend->devices(),
                                 std::back_inserter(gpus), [](const engine::DeviceInfo& device) {
                                     return !device.busId.empty() && !device.refusal;
                                 });
        } catch (const engine::UnavailableError&) { // NOLINT(bugprone-empty-catch): unavailable() has the sentence
        }
    }
    return gpus;
}

/// Every engine, on each kind of device that it is for.
std::vector<engine::EngineChoice> engines()
{
    std::vector<engine::EngineChoice> choices = engine::engineChoices(engine::Model());
    std::erase_if(choices, [](const engine::EngineChoice& choice) { return choice.device.empty(); });
    return choices;
}

/// What it cannot compute with, and why.
std::vector<engine::DeviceChoice> unavailable()
{
    std::vector<engine::DeviceChoice> choices = engine::deviceChoices();
    std::erase_if(choices, [](const engine::DeviceChoice& choice) { return !choice.refusal; });
    return choices;
}

/// Single keys from a terminal, without waiting for Enter. Where the descriptor is of something else there are none.
/// The terminal is as before when this goes.
class KeyReader {
public:
    explicit KeyReader(int descriptor) : m_descriptor(descriptor)
    {
        // Not in the background: whoever changes the terminal from there is stopped.
        const bool ours = ::isatty(m_descriptor) == 1 && ::tcgetpgrp(m_descriptor) == ::getpgrp();
        if (!ours || ::tcgetattr(m_descriptor, &m_earlier) != 0) {
            return;
        }
        termios keys = m_earlier;
        keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
        m_reads = ::tcsetattr(m_descriptor, TCSANOW, &keys) == 0;
    }

    ~KeyReader()
    {
        if (m_reads) {
            ::tcsetattr(m_descriptor, TCSANOW, &m_earlier);
        }
    }

    KeyReader(const KeyReader&) = delete;
    KeyReader& operator=(const KeyReader&) = delete;

    /// A key that is pressed within this time; the time goes by otherwise.
    std::optional<char> wait(std::chrono::milliseconds patience)
    {
        if (!m_reads) {
            std::this_thread::sleep_for(patience);
            return std::nullopt;
        }
        pollfd input = {m_descriptor, POLLIN, 0};
        char key = 0;
        if (::poll(&input, 1, static_cast<int>(patience.count())) <= 0) {
            return std::nullopt;
        }
        if (::read(m_descriptor, &key, 1) != 1) { // the terminal is gone
            m_reads = false;
            return std::nullopt;
        }
        return key;
    }

private:
    int m_descriptor;
    bool m_reads = false;
    termios m_earlier = {};
};

using engine::DeviceReading;
using engine::GpuReading;
using engine::ProcessorReading;

constexpr const char* notTold = "n/a";

std::string percent(const std::optional<double>& value)
{
    return value ? fmt::format("{:.0f} %", *value) : notTold;
}

std::string megahertz(const std::optional<double>& value)
{
    return value ? grouped(std::llround(*value)) + " MHz" : notTold;
}

/// "61 of 87 °C": a value and where its range ends; one of them may be unknown.
std::string outOf(const std::optional<double>& value, const std::optional<double>& end, std::string_view unit)
{
    if (!value) {
        return notTold;
    }
    return end ? fmt::format("{:.0f} of {:.0f} {}", *value, *end, unit) : fmt::format("{:.0f} {}", *value, unit);
}

/// "12.0 of 139.7 GiB"
std::string memory(const std::optional<std::int64_t>& used, const std::optional<std::int64_t>& total)
{
    if (!used || !total) {
        return used ? bytesInWords(*used) : notTold;
    }
    const std::string whole = bytesInWords(*total), part = bytesInWords(*used);
    const std::size_t unit = whole.find(' ');
    const bool same = part.ends_with(whole.substr(unit));
    return (same ? part.substr(0, part.find(' ')) : part) + " of " + whole;
}

std::string gpuName(std::size_t index)
{
    return "GPU " + std::to_string(index);
}

engine::Report devicesReport(const DeviceReading& reading)
{
    engine::Report report{
        .columns = {{"device"}, {"busy"}, {"memory"}, {"temperature"}, {"power"}, {"clock"}, {"memory clock"}}};
    for (engine::Report::Column& column : report.columns) { // figures in words, but the name
        column.align = column.title == "device" ? engine::Report::Align::Left : engine::Report::Align::Right;
    }
    const ProcessorReading& processor = reading.processor;
    report.rows.push_back({"CPU", percent(processor.machinePercent), memory(processor.usedBytes, processor.totalBytes),
                           outOf(processor.celsius, {}, "°C"), "", megahertz(processor.megahertz), ""});
    for (std::size_t index = 0; index < reading.gpus.size(); ++index) {
        const GpuReading& gpu = reading.gpus[index];
        if (!gpu.present) {
            report.rows.push_back({gpuName(index), "disconnected", "", "", "", "", ""});
            continue;
        }
        report.rows.push_back({gpuName(index), percent(gpu.utilisationPercent), memory(gpu.usedBytes, gpu.totalBytes),
                               outOf(gpu.celsius, gpu.slowdownCelsius, "°C"), outOf(gpu.watts, gpu.limitWatts, "W"),
                               megahertz(gpu.megahertz), megahertz(gpu.memoryMegahertz)});
    }
    return report;
}

engine::Report processesReport(const DeviceReading& reading)
{
    engine::Report report{
        .columns = {{"process"}, {"device"}, {"memory", "", bytesInWords, notTold}, {"name", "", {}, notTold}}};
    for (std::size_t index = 0; index < reading.gpus.size(); ++index) {
        for (const engine::GpuProcess& process :
             reading.gpus[index].processes.value_or(std::vector<engine::GpuProcess>())) {
            report.rows.push_back({process.id, gpuName(index), process.bytes,
                                   process.name.empty() ? engine::ReportCell() : engine::ReportCell(process.name)});
        }
    }
    return report;
}

/// Why it does not run at its highest clocks; empty where nothing keeps it from that.
std::string heldBack(const GpuReading& gpu)
{
    if (!gpu.present) {
        return {};
    }
    if (!gpu.throttleReasons) {
        return "throttle reasons not available";
    }
    return gpu.throttleReasons->empty() ? "" : "throttled by " + joined(*gpu.throttleReasons);
}

// As JSON: null is what is not told
// --------------------------------------------------------------------------------------------------

Json toJson(const ProcessorReading& reading)
{
    return {{"utilisation_percent", orNull(reading.machinePercent)},
            {"used_memory", orNull(reading.usedBytes)},
            {"memory", orNull(reading.totalBytes)},
            {"celsius", orNull(reading.celsius)},
            {"megahertz", orNull(reading.megahertz)},
            {"joules", orNull(reading.joules)}};
}

Json toJson(const std::vector<engine::GpuProcess>& processes)
{
    return jsonList(processes, [](const engine::GpuProcess& process) -> Json {
        return {{"id", process.id},
                {"name", process.name.empty() ? Json() : Json(process.name)},
                {"memory", orNull(process.bytes)}};
    });
}

Json toJson(const GpuReading& reading)
{
    return {{"name", reading.name},
            {"bus_id", reading.busId},
            {"present", reading.present},
            {"utilisation_percent", orNull(reading.utilisationPercent)},
            {"memory_utilisation_percent", orNull(reading.memoryUtilisationPercent)},
            {"used_memory", orNull(reading.usedBytes)},
            {"memory", orNull(reading.totalBytes)},
            {"celsius", orNull(reading.celsius)},
            {"slowdown_celsius", orNull(reading.slowdownCelsius)},
            {"watts", orNull(reading.watts)},
            {"limit_watts", orNull(reading.limitWatts)},
            {"megahertz", orNull(reading.megahertz)},
            {"memory_megahertz", orNull(reading.memoryMegahertz)},
            {"joules", orNull(reading.joules)},
            {"throttle_reasons", orNull(reading.throttleReasons)},
            {"processes", reading.processes ? toJson(*reading.processes) : Json()}};
}

Json toJson(const DeviceReading& reading)
{
    return {{"seconds", reading.seconds},
            {"processor", toJson(reading.processor)},
            {"gpus", jsonList(reading.gpus, [](const GpuReading& gpu) { return toJson(gpu); })},
            {"why_no_gpus", reading.whyNoGpus.empty() ? Json() : Json(reading.whyNoGpus)}};
}

std::string linesOf(const DeviceReading& reading)
{
    const std::string at = fmt::format("{:.1f} s  ", reading.seconds);
    const engine::Report report = devicesReport(reading);
    const auto figures = [&](std::size_t row) {
        std::string words;
        for (std::size_t column = 1; column < report.columns.size(); ++column) {
            const std::string figure = engine::textOf(report.rows[row][column], report.columns[column]);
            words += figure.empty() ? "" : "  " + report.columns[column].title + " " + figure;
        }
        return words;
    };
    std::string lines = at + "CPU" + figures(0) + "\n";
    for (std::size_t index = 0; index < reading.gpus.size(); ++index) {
        const GpuReading& gpu = reading.gpus[index];
        std::string line = at + gpuName(index) + "  " + oneLine(gpu.busId);
        if (!gpu.present) {
            lines += line + "  gone\n";
            continue;
        }
        line += figures(index + 1);
        const std::string words = heldBack(gpu);
        line += words.empty() ? "" : "  " + words;
        for (const engine::GpuProcess& process : gpu.processes.value_or(std::vector<engine::GpuProcess>())) {
            line +=
                fmt::format("  process {} {} {}", process.id, process.name.empty() ? notTold : oneLine(process.name),
                            process.bytes ? bytesInWords(*process.bytes) : notTold);
        }
        lines += line + "\n";
    }
    return lines;
}

class DevicesCommand : public Command {
public:
    explicit DevicesCommand(CLI::App& app) : Command(app)
    {
        app.add_flag("--json", m_json, "Print it as one JSON object; with --watch one line per reading.");
        CLI::Option* const watch =
            app.add_flag("--watch", m_watch,
                         "Show utilisation, memory, temperature and its throttling limit, power and its limit, clocks, "
                         "throttle reasons and the processes that use each device. On a terminal until q or Ctrl-C.");
        addValue(app, "--interval", m_interval, "S", "Seconds between readings, at least 0.2.")
            ->capture_default_str()
            ->check(numberIn({.least = 0.2, .most = 3600}))
            ->needs(watch);
        addWhole(app, "--count", m_count, "Stop after this many readings.", {1})->needs(watch);
    }

    ExitCode run(Console& console) override
    {
        const Processor processor = readProcessor();
        if (m_watch) {
            watch(console, processor.name);
            return ExitCode::Done;
        }
        const engine::CpuDevice device(engine::cpuBackend());
        if (m_json) {
            printLine(console.out, toJson(processor, device));
        } else {
            print(console, processor, device);
        }
        return ExitCode::Done;
    }

private:
    static Json toJson(const Processor& processor, const engine::CpuDevice& device)
    {
        Json devices = {{{"name", device.name()},
                         {"processor", processor.name},
                         {"cores", processor.cores},
                         {"threads", processor.threads},
                         {"usable_threads", device.threads()},
                         {"memory", device.memory().total},
                         {"available_memory", device.memory().available},
                         {"instruction_sets", processor.instructions}}};
        for (const engine::DeviceInfo& gpu : usableGpus()) {
            devices.push_back({{"name", gpu.name},
                               {"gpu", gpu.model},
                               {"bus_id", gpu.busId},
                               {"compute_capability", gpu.capability},
                               {"memory", gpu.memory}});
        }
        Json usable = Json::array(), unusable = Json::array(), lacking = Json::array();
        for (const engine::EngineChoice& choice : engines()) {
            if (choice.refusal) {
                unusable.push_back({{"name", choice.name}, {"device", choice.device}, {"reason", *choice.refusal}});
            } else {
                usable.push_back({{"name", choice.name}, {"device", choice.device}, {"library", choice.library}});
            }
        }
        for (const engine::DeviceChoice& choice : unavailable()) {
            lacking.push_back({{"name", choice.name}, {"reason", *choice.refusal}});
        }
        return {{"devices", devices}, {"engines", usable}, {"unavailable", lacking}, {"unavailable_engines", unusable}};
    }

    static void print(Console& console, const Processor& processor, const engine::CpuDevice& device)
    {
        const engine::Device::Memory memory = device.memory();
        console.out.line(console.paint.bold("CPU   ") + processor.name);
        console.out.line("      " + grouped(processor.cores) +
                         std::string(plural(processor.cores, " core, ", " cores, ")) + grouped(processor.threads) +
                         std::string(plural(processor.threads, " thread", " threads")) + ", of which Hamnet may use " +
                         grouped(device.threads()));
        console.out.line("      " + bytesInWords(memory.available) + " of " + bytesInWords(memory.total) +
                         " memory free");
        console.out.line("      " + joined(processor.instructions));
        for (const engine::DeviceInfo& gpu : usableGpus()) {
            console.out.line(console.paint.bold(gpu.name + "  ") + oneLine(gpu.model) + ", compute capability " +
                             gpu.capability + ", " + bytesInWords(gpu.memory) + ", " + gpu.busId);
        }
        const std::vector<engine::DeviceChoice> lacking = unavailable();
        for (const engine::DeviceChoice& choice : lacking) {
            console.out.line(console.paint.bold(choice.name + "  ") + "not available: " + *choice.refusal);
        }
        console.out.line("");
        engine::Report report{.columns = {{"engine"}, {"device"}, {"library"}}};
        for (const engine::EngineChoice& choice : engines()) {
            const bool asItsDevice = std::ranges::any_of(
                lacking, [&](const engine::DeviceChoice& one) { return one.refusal == choice.refusal; });
            report.rows.push_back({choice.name, choice.device,
                                   !choice.refusal ? choice.library
                                   : asItsDevice   ? "not available, as " + choice.device + " is not"
                                                   : "not available: " + *choice.refusal});
        }
        console.out.write(engine::aligned(report));
    }

    /// Shows what the machine's devices do: redrawn in place on a terminal, until q or Ctrl-C; as lines elsewhere.
    void watch(Console& console, const std::string& processor) const
    {
        constexpr std::chrono::milliseconds glance{50};
        const Interrupt interrupt;
        KeyReader keys(console.in);
        LiveLine frame(console.out);
        engine::DeviceMonitor monitor({.interval = std::chrono::milliseconds(std::llround(1e3 * m_interval))});
        std::int64_t readings = 0; // the first is what the next one's shares of the time are counted from
        while (!interrupt.requested()) {
            const std::optional<char> key = keys.wait(glance);
            if (key == 'q' || key == 'Q') {
                return;
            }
            for (const DeviceReading& reading : monitor.take()) {
                if (++readings == 1) {
                    continue;
                }
                if (m_json) {
                    printLine(console.out, cli::toJson(reading));
                } else if (console.out.isTerminal()) {
                    std::vector<std::string> lines = frameOf(reading, processor);
                    lines.insert(lines.end(), {"", "press q to quit"});
                    frame.draw(std::move(lines));
                } else {
                    if (readings == 2 && !reading.whyNoGpus.empty()) {
                        console.note("no GPU: " + oneLine(reading.whyNoGpus));
                    }
                    console.out.write(linesOf(reading));
                    console.out.flush();
                }
                if (m_count && readings > *m_count) {
                    return;
                }
            }
        }
    }

    bool m_json = false, m_watch = false;
    double m_interval = 1; ///< seconds
    std::optional<std::int64_t> m_count;
};

} // namespace

std::vector<std::string> frameOf(const DeviceReading& reading, const std::string& processor)
{
    std::string text = "CPU    " + oneLine(processor) + "\n";
    for (std::size_t index = 0; index < reading.gpus.size(); ++index) {
        const GpuReading& gpu = reading.gpus[index];
        text += fmt::format("{:<6} {} ({})\n", gpuName(index), oneLine(gpu.name), oneLine(gpu.busId));
    }
    if (!reading.whyNoGpus.empty()) {
        text += "GPU    none: " + oneLine(reading.whyNoGpus) + "\n";
    }
    text += "\n" + engine::aligned(devicesReport(reading));
    for (std::size_t index = 0; index < reading.gpus.size(); ++index) {
        if (const std::string words = heldBack(reading.gpus[index]); !words.empty()) {
            text += gpuName(index) + ": " + words + "\n";
        }
    }
    const engine::Report processes = processesReport(reading);
    return linesIn(text + (processes.rows.empty() ? "" : "\n" + engine::aligned(processes)));
}

extern const CommandSpec devicesCommand = {"devices", "Show what this machine can compute with.", R"(  hamnet devices
  hamnet devices --json
  hamnet devices --watch
  hamnet devices --watch --interval 0.2 --json | jq '.gpus[0].watts')",
                                           make<DevicesCommand>};

} // namespace cli
