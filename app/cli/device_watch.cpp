// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_watch.h"

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/words.h"
#include "engine/devices/monitor/device_monitor.h"

#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cmath>
#include <iterator>
#include <thread>

namespace cli {

/// Single keys from a terminal, without waiting for Enter. Where the descriptor is of something else there are none.
/// The terminal is as before when this goes.
class KeyReader {
public:
    explicit KeyReader(int descriptor);
    ~KeyReader();
    KeyReader(const KeyReader&) = delete;
    KeyReader& operator=(const KeyReader&) = delete;

    /// A key that is pressed within this time; the time goes by otherwise.
    std::optional<char> wait(std::chrono::milliseconds patience);

private:
    int m_descriptor;
    bool m_reads = false;
    termios m_earlier = {};
};

KeyReader::KeyReader(int descriptor) : m_descriptor(descriptor)
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

KeyReader::~KeyReader()
{
    if (m_reads) {
        ::tcsetattr(m_descriptor, TCSANOW, &m_earlier);
    }
}

std::optional<char> KeyReader::wait(std::chrono::milliseconds patience)
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

namespace {

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

// On a terminal
// --------------------------------------------------------------------------------------------------

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

void addReport(std::vector<std::string>& lines, const engine::Report& report)
{
    std::ranges::copy(linesIn(engine::aligned(report)), std::back_inserter(lines));
}

void addProcesses(std::vector<std::string>& lines, const DeviceReading& reading)
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
    if (!report.rows.empty()) {
        lines.emplace_back();
        addReport(lines, report);
    }
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

/// Where the readings go.
class View {
public:
    View(Console& console, const std::string& processor, const WatchSettings& settings)
        : m_console(&console), m_processor(processor), m_json(settings.json), m_frame(console.out)
    {}

    void show(const DeviceReading& reading)
    {
        if (m_json) {
            printLine(m_console->out, toJson(reading));
        } else if (m_console->out.isTerminal()) {
            std::vector<std::string> lines = frameOf(reading, m_processor);
            lines.emplace_back();
            lines.emplace_back("press q to quit");
            m_frame.draw(std::move(lines));
        } else {
            if (!reading.whyNoGpus.empty() && !m_told) {
                m_console->note("no GPU: " + oneLine(reading.whyNoGpus));
                m_told = true;
            }
            for (const std::string& line : linesOf(reading)) {
                m_console->out.line(line);
            }
            m_console->out.flush();
        }
    }

private:
    Console* m_console;
    std::string m_processor;
    bool m_json;
    bool m_told = false; ///< why there are no GPUs
    LiveFrame m_frame;
};

} // namespace

std::vector<std::string> frameOf(const DeviceReading& reading, const std::string& processor)
{
    std::vector<std::string> lines = {"CPU    " + oneLine(processor)};
    for (std::size_t index = 0; index < reading.gpus.size(); ++index) {
        const GpuReading& gpu = reading.gpus[index];
        lines.push_back(fmt::format("{:<6} {} ({})", gpuName(index), oneLine(gpu.name), oneLine(gpu.busId)));
    }
    if (!reading.whyNoGpus.empty()) {
        lines.push_back("GPU    none: " + oneLine(reading.whyNoGpus));
    }
    lines.emplace_back();
    addReport(lines, devicesReport(reading));
    for (std::size_t index = 0; index < reading.gpus.size(); ++index) {
        if (const std::string words = heldBack(reading.gpus[index]); !words.empty()) {
            lines.push_back(gpuName(index) + ": " + words);
        }
    }
    addProcesses(lines, reading);
    return lines;
}

std::vector<std::string> linesOf(const DeviceReading& reading)
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
    std::vector<std::string> lines = {at + "CPU" + figures(0)};
    for (std::size_t index = 0; index < reading.gpus.size(); ++index) {
        const GpuReading& gpu = reading.gpus[index];
        std::string line = at + gpuName(index) + "  " + oneLine(gpu.busId);
        if (!gpu.present) {
            lines.push_back(line + "  gone");
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
        lines.push_back(line);
    }
    return lines;
}

void watchDevices(Console& console, const std::string& processor, const WatchSettings& settings)
{
    constexpr std::chrono::milliseconds glance{50};
    Interrupt interrupt;
    KeyReader keys(console.in);
    View view(console, processor, settings);
    engine::DeviceMonitor monitor({.interval = settings.interval});
    bool begun = false; // the first reading is what the next one's shares of the time are counted from
    std::int64_t shown = 0;
    while (!interrupt.requested()) {
        const std::optional<char> key = keys.wait(glance);
        if (key == 'q' || key == 'Q') {
            return;
        }
        for (const DeviceReading& reading : monitor.take()) {
            if (begun) {
                view.show(reading);
                ++shown;
            }
            begun = true;
            if (settings.count && shown >= *settings.count) {
                return;
            }
        }
    }
}

} // namespace cli
