// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/device_watch.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "app/cli/words.h"
#include "engine/backends/backends.h"
#include "engine/backends/cpu_backend.h"
#include "engine/backends/engine_choices.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
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
            watchDevices(console, processor.name,
                         {.interval = std::chrono::milliseconds(std::llround(1e3 * m_interval)),
                          .count = m_count,
                          .json = m_json});
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

    bool m_json = false, m_watch = false;
    double m_interval = 1; ///< seconds
    std::optional<std::int64_t> m_count;
};

} // namespace

extern const CommandSpec devicesCommand = {"devices", "Show what this machine can compute with.", R"(  hamnet devices
  hamnet devices --json
  hamnet devices --watch
  hamnet devices --watch --interval 0.2 --json | jq '.gpus[0].watts')",
                                           make<DevicesCommand>};

} // namespace cli
