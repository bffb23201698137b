// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/monitor/nvml.h"

#include "engine/graph/params.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string>
#include <utility>

namespace engine {

namespace {

// NVML's interface as far as it is used here: names, numbers and layouts are the library's.

using NvmlHandle = void*;
using Result = int;
constexpr Result success = 0, insufficientSize = 7, gpuIsLost = 15;

struct PciInfo {
    std::array<char, 16> shortBusId;
    unsigned domain, bus, device, deviceId, subsystemId;
    std::array<char, 32> busId;
};
/// Of the first version: the short name only.
struct PciInfo1 {
    std::array<char, 16> busId;
    unsigned domain, bus, device, deviceId, subsystemId;
    std::array<unsigned, 4> reserved;
};
struct Utilisation {
    unsigned gpu, memory; ///< percent
};
struct Memory1 {
    unsigned long long total, free, used;
};
struct Memory2 {
    unsigned version;
    unsigned long long total, reserved, free, used;
};
constexpr unsigned memory2Version = static_cast<unsigned>(sizeof(Memory2)) | 2U << 24;
struct Process1 {
    unsigned id;
    unsigned long long bytes;
};
struct Process2 {
    unsigned id;
    unsigned long long bytes; ///< all ones: not known
    unsigned gpuInstance, computeInstance;
};

enum TemperatureSensor : int { core = 0 };
enum TemperatureThreshold : int { slowdown = 1 };
enum ClockKind : int { multiprocessors = 1, memory = 2 };

struct ThrottleReason {
    unsigned long long bit;
    const char* text;
};
/// The lowest bit, idle, is not worth showing as a reason.
constexpr std::array<ThrottleReason, 8> throttleReasons = {{
    {0x002, ENGINE_TEXT("Devices", "clocks set by the user")},
    {0x004, ENGINE_TEXT("Devices", "power limit")},
    {0x008, ENGINE_TEXT("Devices", "hardware slowdown")},
    {0x010, ENGINE_TEXT("Devices", "synchronized with another GPU")},
    {0x020, ENGINE_TEXT("Devices", "temperature")},
    {0x040, ENGINE_TEXT("Devices", "temperature (hardware)")},
    {0x080, ENGINE_TEXT("Devices", "power supply")},
    {0x100, ENGINE_TEXT("Devices", "clocks set for a display")},
}};

/// A function of the library, which may lack it.
template <typename... Arguments>
class Call {
public:
    void find(void* library, std::initializer_list<const char*> names)
    {
        for (const char* const name : names) {
            if (void* const symbol = m_function ? nullptr : ::dlsym(library, name)) {
                m_function = reinterpret_cast<Result (*)(Arguments...)>(symbol);
            }
        }
    }
    explicit operator bool() const { return m_function != nullptr; }
    Result operator()(Arguments... arguments) const
    {
        constexpr Result functionNotFound = 13;
        return m_function ? m_function(arguments...) : functionNotFound;
    }

private:
    Result (*m_function)(Arguments...) = nullptr;
};

template <std::size_t Size>
std::string textIn(const std::array<char, Size>& letters)
{
    return {letters.begin(), std::find(letters.begin(), letters.end(), '\0')};
}

} // namespace

/// The loaded library; newer functions before older ones of the same use.
class Nvml::Library {
public:
    /// Null, and a sentence in `trouble`, where it cannot be loaded or the driver does not answer.
    static std::unique_ptr<Library> load(const std::filesystem::path& file, Sentence& trouble)
    {
        void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) {
            trouble = say(ENGINE_TEXT("Sentences", "no NVIDIA driver is installed here: its library %1 is not found"),
                          file.filename().string());
            return nullptr;
        }
        std::unique_ptr<Library> library(new Library(handle));
        if (!library->m_initialised) {
            trouble = say(ENGINE_TEXT("Sentences", "the NVIDIA driver does not respond: %1"),
                          library->inWords(library->m_answer));
            return nullptr;
        }
        return library;
    }
    ~Library()
    {
        if (m_initialised) {
            shutdown();
        }
        ::dlclose(m_handle);
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    std::string busId(NvmlHandle device) const
    {
        PciInfo info{};
        if (pciInfo(device, &info) == success) {
            return textIn(info.busId);
        }
        PciInfo1 old{};
        return pciInfo1(device, &old) == success ? textIn(old.busId) : std::string();
    }

    std::string inWords(Result result) const
    {
        const char* const words = m_errorString == nullptr ? nullptr : m_errorString(result);
        return words == nullptr ? "its library's error is " + std::to_string(result) : words;
    }

    Call<> initialise, shutdown;
    Call<unsigned*> count;
    Call<unsigned, NvmlHandle*> byIndex;
    Call<const char*, NvmlHandle*> byBusId;
    Call<NvmlHandle, char*, unsigned> name;
    Call<NvmlHandle, PciInfo*> pciInfo;
    Call<NvmlHandle, PciInfo1*> pciInfo1;
    Call<NvmlHandle, Utilisation*> utilisation;
    Call<NvmlHandle, Memory2*> memory2;
    Call<NvmlHandle, Memory1*> memory1;
    Call<NvmlHandle, int, unsigned*> temperature, threshold, clock;
    Call<NvmlHandle, unsigned*> power, powerLimit;
    Call<NvmlHandle, unsigned long long*> throttle, energy;
    Call<NvmlHandle, unsigned*, Process2*> processes2;
    Call<NvmlHandle, unsigned*, Process1*> processes1;

private:
    explicit Library(void* handle) : m_handle(handle)
    {
        m_errorString = reinterpret_cast<const char* (*) (Result)>(::dlsym(handle, "nvmlErrorString"));
        initialise.find(handle, {"nvmlInit_v2", "nvmlInit"});
        shutdown.find(handle, {"nvmlShutdown"});
        count.find(handle, {"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"});
        byIndex.find(handle, {"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex"});
        byBusId.find(handle, {"nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetHandleByPciBusId"});
        name.find(handle, {"nvmlDeviceGetName"});
        pciInfo.find(handle, {"nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2"});
        pciInfo1.find(handle, {"nvmlDeviceGetPciInfo"});
        utilisation.find(handle, {"nvmlDeviceGetUtilizationRates"});
        memory2.find(handle, {"nvmlDeviceGetMemoryInfo_v2"});
        memory1.find(handle, {"nvmlDeviceGetMemoryInfo"});
        temperature.find(handle, {"nvmlDeviceGetTemperature"});
        threshold.find(handle, {"nvmlDeviceGetTemperatureThreshold"});
        clock.find(handle, {"nvmlDeviceGetClockInfo"});
        power.find(handle, {"nvmlDeviceGetPowerUsage"});
        powerLimit.find(handle, {"nvmlDeviceGetEnforcedPowerLimit"});
        throttle.find(handle, {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
        energy.find(handle, {"nvmlDeviceGetTotalEnergyConsumption"});
        processes2.find(handle, {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"});
        processes1.find(handle, {"nvmlDeviceGetComputeRunningProcesses"});
        m_answer = initialise();
        m_initialised = m_answer == success;
    }

    void* m_handle;
    const char* (*m_errorString)(Result) = nullptr;
    Result m_answer = 0;
    bool m_initialised = false;
};

struct Nvml::Gpu {
    NvmlHandle device;
    std::string name, busId;
    bool lost = false;

    GpuReading read(const Library& library);
    Vitals vitals(const Library& library);

private:
    bool isHere(const Library& library);
    std::optional<double> joules(const Library& library);
    std::optional<double> watts(const Library& library);
    void readMemory(const Library& library, GpuReading& reading);
    void readProcesses(const Library& library, GpuReading& reading);

    /// One number; nothing where the GPU does not tell it, or is gone.
    template <typename Function, typename... Arguments>
    std::optional<double> number(const Function& function, const Arguments&... arguments)
    {
        unsigned value = 0;
        return asked(function(device, arguments..., &value)) ? std::optional<double>(value) : std::nullopt;
    }

    bool asked(Result result)
    {
        lost = lost || result == gpuIsLost;
        return result == success;
    }
};

void Nvml::Gpu::readMemory(const Library& library, GpuReading& reading)
{
    Memory2 memory2{};
    memory2.version = memory2Version;
    Memory1 memory1{};
    if (asked(library.memory2(device, &memory2))) {
        reading.usedBytes = static_cast<std::int64_t>(memory2.used);
        reading.freeBytes = static_cast<std::int64_t>(memory2.free);
        reading.totalBytes = static_cast<std::int64_t>(memory2.total);
    } else if (asked(library.memory1(device, &memory1))) {
        reading.usedBytes = static_cast<std::int64_t>(memory1.used);
        reading.freeBytes = static_cast<std::int64_t>(memory1.free);
        reading.totalBytes = static_cast<std::int64_t>(memory1.total);
    }
}

namespace {

/// Those of the function that the library has. How many there are changes between two calls.
template <typename Process>
std::optional<std::vector<GpuProcess>> processesBy(const Call<NvmlHandle, unsigned*, Process*>& call, NvmlHandle device)
{
    unsigned count = 0;
    Result result = call(device, &count, nullptr);
    std::vector<Process> found;
    for (int turn = 0; turn < 3 && result == insufficientSize; ++turn) {
        count += 8;
        found.resize(count);
        result = call(device, &count, found.data());
    }
    if (result != success) {
        return std::nullopt;
    }
    std::vector<GpuProcess> processes;
    for (std::size_t index = 0; index < std::min<std::size_t>(count, found.size()); ++index) {
        const bool known = found[index].bytes != ~0ULL;
        processes.push_back(
            {.id = found[index].id,
             .name = {},
             .bytes = known ? std::optional(static_cast<std::int64_t>(found[index].bytes)) : std::nullopt});
    }
    return processes;
}

} // namespace

void Nvml::Gpu::readProcesses(const Library& library, GpuReading& reading)
{
    auto processes = processesBy(library.processes2, device);
    if (!processes) {
        processes = processesBy(library.processes1, device);
    }
    reading.processes = std::move(processes);
}

/// Looks again for one that was lost: after a reset, say, it has another handle.
bool Nvml::Gpu::isHere(const Library& library)
{
    if (lost && library.byBusId(busId.c_str(), &device) == success) {
        lost = false;
    }
    return !lost;
}

std::optional<double> Nvml::Gpu::joules(const Library& library)
{
    unsigned long long millijoules = 0;
    return asked(library.energy(device, &millijoules)) ? std::optional(1e-3 * static_cast<double>(millijoules))
                                                       : std::nullopt;
}

std::optional<double> Nvml::Gpu::watts(const Library& library)
{
    const std::optional<double> milliwatts = number(library.power);
    return milliwatts ? std::optional(1e-3 * *milliwatts) : std::nullopt;
}

Vitals Nvml::Gpu::vitals(const Library& library)
{
    if (!isHere(library)) {
        return {};
    }
    GpuReading memory;
    readMemory(library, memory);
    Utilisation utilisation{};
    return {.celsius = number(library.temperature, TemperatureSensor::core),
            .joules = joules(library),
            .name = name,
            .utilisationPercent = asked(library.utilisation(device, &utilisation))
                                      ? std::optional<double>(utilisation.gpu)
                                      : std::nullopt,
            .usedBytes = memory.usedBytes,
            .totalBytes = memory.totalBytes,
            .watts = watts(library)};
}

GpuReading Nvml::Gpu::read(const Library& library)
{
    GpuReading reading;
    isHere(library);
    Utilisation utilisation{};
    if (!lost && asked(library.utilisation(device, &utilisation))) {
        reading.utilisationPercent = utilisation.gpu;
        reading.memoryUtilisationPercent = utilisation.memory;
    }
    if (!lost) {
        readMemory(library, reading);
        reading.celsius = number(library.temperature, TemperatureSensor::core);
        reading.slowdownCelsius = number(library.threshold, TemperatureThreshold::slowdown);
        reading.megahertz = number(library.clock, ClockKind::multiprocessors);
        reading.memoryMegahertz = number(library.clock, ClockKind::memory);
        reading.watts = watts(library);
        constexpr double milli = 1e-3;
        if (const auto limit = number(library.powerLimit)) {
            reading.limitWatts = *limit * milli;
        }
        reading.joules = joules(library);
    }
    unsigned long long reasons = 0;
    if (!lost && asked(library.throttle(device, &reasons))) {
        reading.throttleReasons.emplace();
        for (const ThrottleReason& reason : throttleReasons) {
            if ((reasons & reason.bit) != 0) {
                reading.throttleReasons->emplace_back(reason.text);
            }
        }
    }
    if (!lost) {
        readProcesses(library, reading);
    } else {
        reading = {};
        reading.present = false;
    }
    reading.name = name;
    reading.busId = busId;
    return reading;
}

Nvml::Nvml(const std::filesystem::path& library, const std::filesystem::path& root)
    : m_root(root), m_library(Library::load(library, m_trouble))
{
    unsigned count = 0;
    if (!m_library) {
        return;
    }
    if (const Result result = m_library->count(&count); result != success) {
        m_trouble =
            say(ENGINE_TEXT("Sentences", "the NVIDIA driver does not list its GPUs: %1"), m_library->inWords(result));
        return;
    }
    if (count == 0) {
        m_trouble = say(ENGINE_TEXT("Sentences", "the NVIDIA driver finds no GPU"));
    }
    for (unsigned index = 0; index < count; ++index) {
        NvmlHandle device = nullptr;
        if (m_library->byIndex(index, &device) != success) {
            continue;
        }
        std::array<char, 96> name{};
        m_library->name(device, name.data(), static_cast<unsigned>(name.size()));
        m_gpus.push_back({.device = device, .name = textIn(name), .busId = m_library->busId(device)});
    }
    std::sort(m_gpus.begin(), m_gpus.end(), [](const Gpu& a, const Gpu& b) { return a.busId < b.busId; });
}

Nvml::~Nvml() = default;

std::vector<GpuReading> Nvml::read()
{
    std::vector<GpuReading> readings;
    for (Gpu& gpu : m_gpus) {
        GpuReading& reading = readings.emplace_back(gpu.read(*m_library));
        if (!reading.processes) {
            continue;
        }
        for (GpuProcess& process : *reading.processes) {
            std::ifstream name(m_root / "proc" / std::to_string(process.id) / "comm");
            std::getline(name, process.name);
        }
    }
    return readings;
}

Vitals Nvml::vitals(std::string_view busId)
{
    const auto gpu =
        std::find_if(m_gpus.begin(), m_gpus.end(), [&](const Gpu& one) { return isSameBus(one.busId, busId); });
    return gpu == m_gpus.end() ? Vitals() : gpu->vitals(*m_library);
}

namespace {

/// "00000000:3B:00.0" -> ":3b:00.0": without the zeros before the domain.
std::string plainBus(std::string_view busId)
{
    std::string plain;
    for (const char letter : busId.substr(std::min(busId.find_first_not_of('0'), busId.size()))) {
        plain += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return plain;
}

} // namespace

bool isSameBus(std::string_view a, std::string_view b)
{
    return plainBus(a) == plainBus(b);
}

} // namespace engine
