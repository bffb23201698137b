// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/monitor/device_gauge.h"
#include "engine/devices/monitor/device_monitor.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/devices/monitor/processor_energy.h"
#include "engine/devices/monitor/processor_meter.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"

#include <dlfcn.h>
#include <gmock/gmock.h>

namespace engine {

using testing::Optional;

namespace {

namespace fs = std::filesystem;

/// A file system of the test's own.
class Machine {
public:
    void write(const std::string& file, const std::string& text) const
    {
        fs::create_directories((root() / file).parent_path());
        m_folder.write(file, text);
    }
    fs::path root() const { return m_folder.path(); }

private:
    TemporaryFolder m_folder;
};

/// Calls into the fake library itself; the copy that is loaded is the one that Nvml uses.
class FakeNvml {
public:
    FakeNvml() : m_handle(::dlopen(fakeNvml().c_str(), RTLD_NOW)) {}
    ~FakeNvml() { ::dlclose(m_handle); }
    FakeNvml(const FakeNvml&) = delete;
    FakeNvml& operator=(const FakeNvml&) = delete;

    void call(const char* function, int gpu) const
    {
        reinterpret_cast<void (*)(int)>(::dlsym(m_handle, function))(gpu);
    }

private:
    void* m_handle;
};

} // namespace

TEST(ProcessorMeter, TellsTheShareOfTheTimeBetweenTwoReadings)
{
    const Machine machine;
    machine.write("proc/stat", "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 2 3\n");
    machine.write("proc/self/stat", "7 (a (b) c) R 1 1 1 0 -1 0 0 0 0 0 30 20 0 0 20 0 1 0 5 6 7");
    ProcessorMeter meter(machine.root());
    EXPECT_FALSE(meter.read().machinePercent) << "there is nothing before it";
    machine.write("proc/stat", "cpu  150 0 110 720 120 0 0 0 0 0\n");
    machine.write("proc/self/stat", "7 (a (b) c) R 1 1 1 0 -1 0 0 0 0 0 50 25 0 0 20 0 1 0 5 6 7");
    const ProcessorReading reading = meter.read();
    EXPECT_THAT(reading.machinePercent, Optional(60.0)); // 60 of 100 ticks
    EXPECT_THAT(reading.processPercent, Optional(25.0));
}

TEST(ProcessorMeter, ReadsMemoryTemperatureAndClocks)
{
    const Machine machine;
    machine.write("proc/self/status", "Name:\tstudio\nVmRSS:\t    2048 kB\n");
    machine.write("proc/meminfo", "MemTotal:       1000 kB\nMemFree: 1 kB\nMemAvailable:    400 kB\n");
    machine.write("sys/class/hwmon/hwmon0/name", "nvme\n");
    machine.write("sys/class/hwmon/hwmon0/temp1_input", "30000\n");
    machine.write("sys/class/hwmon/hwmon1/name", "k10temp\n");
    machine.write("sys/class/hwmon/hwmon1/temp1_input", "61500\n");
    machine.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "2000000\n");
    machine.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "3000000\n");
    const ProcessorReading reading = ProcessorMeter(machine.root()).read();
    EXPECT_THAT(reading.processBytes, Optional(2048 * 1024));
    EXPECT_THAT(reading.totalBytes, Optional(1000 * 1024));
    EXPECT_THAT(reading.usedBytes, Optional(600 * 1024));
    EXPECT_THAT(reading.celsius, Optional(61.5));
    EXPECT_THAT(reading.megahertz, Optional(2500.0));
}

TEST(ProcessorMeter, LooksElsewhereForTemperatureAndClock)
{
    const Machine machine;
    machine.write("sys/class/thermal/thermal_zone0/type", "acpitz\n");
    machine.write("sys/class/thermal/thermal_zone0/temp", "20000\n");
    machine.write("sys/class/thermal/thermal_zone1/type", "x86_pkg_temp\n");
    machine.write("sys/class/thermal/thermal_zone1/temp", "45000\n");
    machine.write("proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2100.5\nprocessor\t: 1\ncpu MHz\t\t: 2200.5\n");
    const ProcessorReading reading = ProcessorMeter(machine.root()).read();
    EXPECT_THAT(reading.celsius, Optional(45.0));
    EXPECT_THAT(reading.megahertz, Optional(2150.5));
}

TEST(ProcessorMeter, LeavesEmptyWhatTheMachineDoesNotTell)
{
    const Machine machine;
    ProcessorMeter meter(machine.root());
    meter.read();
    const ProcessorReading reading = meter.read();
    EXPECT_FALSE(reading.processPercent || reading.machinePercent || reading.processBytes || reading.usedBytes ||
                 reading.totalBytes || reading.celsius || reading.megahertz);
}

TEST(NvmlTest, TellsAllOfAGpuThatTellsAll)
{
    Nvml nvml(fakeNvml());
    const std::vector<GpuReading> readings = nvml.read();
    ASSERT_EQ(readings.size(), 2u);
    const GpuReading& gpu = readings[0];
    EXPECT_EQ(gpu.name, "Fake A") << "they are in the order of the bus";
    EXPECT_EQ(gpu.busId, "00000000:3B:00.0");
    EXPECT_TRUE(gpu.present);
    EXPECT_THAT(gpu.utilisationPercent, Optional(87.0));
    EXPECT_THAT(gpu.memoryUtilisationPercent, Optional(33.0));
    EXPECT_THAT(gpu.usedBytes, Optional(250));
    EXPECT_THAT(gpu.totalBytes, Optional(1000));
    EXPECT_THAT(gpu.celsius, Optional(61.0));
    EXPECT_THAT(gpu.slowdownCelsius, Optional(87.0));
    EXPECT_THAT(gpu.watts, Optional(312.5));
    EXPECT_THAT(gpu.limitWatts, Optional(700.0));
    EXPECT_THAT(gpu.megahertz, Optional(1980.0));
    EXPECT_THAT(gpu.memoryMegahertz, Optional(3201.0));
    EXPECT_THAT(gpu.throttleReasons, Optional(testing::ElementsAre("power limit", "temperature")));
    EXPECT_THAT(gpu.joules, Optional(testing::Ge(5000.25)));
    ASSERT_TRUE(gpu.processes);
    ASSERT_EQ(gpu.processes->size(), 2u);
    EXPECT_EQ(gpu.processes->at(0).id, 1u);
    EXPECT_THAT(gpu.processes->at(0).bytes, Optional(4096));
    EXPECT_FALSE(gpu.processes->at(1).bytes);
    EXPECT_EQ(nvml.trouble(), "");
}

TEST(NvmlTest, LeavesEmptyWhatAGpuDoesNotSupport)
{
    Nvml nvml(fakeNvml());
    const GpuReading gpu = nvml.read().at(1);
    EXPECT_EQ(gpu.name, "Fake B");
    EXPECT_TRUE(gpu.present);
    EXPECT_THAT(gpu.usedBytes, Optional(250));
    EXPECT_FALSE(gpu.utilisationPercent || gpu.celsius || gpu.slowdownCelsius || gpu.watts || gpu.limitWatts ||
                 gpu.megahertz || gpu.memoryMegahertz || gpu.throttleReasons || gpu.joules || gpu.processes);
}

TEST(NvmlTest, TakesOlderFunctionsAndDoesWithoutMissingOnes)
{
    Nvml nvml(oldFakeNvml());
    const GpuReading gpu = nvml.read().at(0);
    EXPECT_EQ(gpu.name, "Fake A");
    EXPECT_EQ(gpu.busId, "0000:3B:00.0");
    EXPECT_THAT(gpu.usedBytes, Optional(350));
    EXPECT_THAT(gpu.utilisationPercent, Optional(87.0));
    EXPECT_THAT(gpu.processes, Optional(testing::SizeIs(2)));
    EXPECT_FALSE(gpu.watts || gpu.limitWatts || gpu.megahertz || gpu.throttleReasons || gpu.joules);
}

TEST(NvmlTest, SaysThatAGpuIsGoneAndSeesItComeBack)
{
    const FakeNvml fake;
    Nvml nvml(fakeNvml());
    fake.call("fakeNvmlLose", 1);
    GpuReading gpu = nvml.read().at(0);
    EXPECT_FALSE(gpu.present);
    EXPECT_EQ(gpu.name, "Fake A");
    EXPECT_FALSE(gpu.usedBytes || gpu.celsius);
    EXPECT_TRUE(nvml.read().at(1).present);
    fake.call("fakeNvmlFind", 1);
    gpu = nvml.read().at(0);
    EXPECT_TRUE(gpu.present);
    EXPECT_THAT(gpu.utilisationPercent, Optional(87.0));
}

TEST(NvmlTest, HasNoGpusWithoutTheLibraryOrItsDriver)
{
    Nvml none("/nowhere/libnvidia-ml.so.1"), silent(silentFakeNvml());
    EXPECT_TRUE(none.read().empty());
    EXPECT_THAT(none.trouble(), testing::HasSubstr("libnvidia-ml.so.1 is not found"));
    EXPECT_TRUE(silent.read().empty());
    EXPECT_THAT(silent.trouble(), testing::EndsWith("Driver Not Loaded"));
}

TEST(NvmlTest, TellsTemperatureAndEnergyOfTheGpuThatCudaNames)
{
    Nvml nvml(fakeNvml());
    const GpuReading whole = nvml.read().front();
    const Vitals first = nvml.vitals("0000:3b:00.0");
    EXPECT_THAT(first.celsius, Optional(61.0));
    EXPECT_EQ(first.name, whole.name);
    EXPECT_TRUE(first.utilisationPercent && first.usedBytes && first.totalBytes && first.watts);
    EXPECT_EQ(first.utilisationPercent, whole.utilisationPercent);
    EXPECT_EQ(first.usedBytes, whole.usedBytes);
    EXPECT_EQ(first.totalBytes, whole.totalBytes);
    EXPECT_EQ(first.watts, whole.watts);
    EXPECT_THAT(nvml.vitals("0000:3b:00.0").joules, Optional(testing::DoubleNear(*first.joules + 1, 1e-6)));
    const Vitals ofOneInParts = nvml.vitals("0000:81:00.0"), ofNone = nvml.vitals("0000:99:00.0");
    EXPECT_FALSE(ofOneInParts.celsius || ofOneInParts.joules || ofNone.celsius || ofNone.joules);
}

TEST(IsSameBus, MindsNeitherLettersNorZerosBeforeTheDomain)
{
    EXPECT_TRUE(isSameBus("0000:3b:00.0", "00000000:3B:00.0"));
    EXPECT_TRUE(isSameBus("0001:3b:00.0", "00000001:3B:00.0"));
    EXPECT_FALSE(isSameBus("0001:3b:00.0", "00000000:3B:00.0"));
    EXPECT_FALSE(isSameBus("0000:3b:00.0", "00000000:3C:00.0"));
}

TEST(ProcessorEnergyTest, AddsThePackagesAndNoticesACounterThatWrapsAround)
{
    const Machine machine;
    const std::string power = "sys/class/powercap/";
    machine.write(power + "intel-rapl:0/name", "package-0\n");
    machine.write(power + "intel-rapl:0/max_energy_range_uj", "10000000\n");
    machine.write(power + "intel-rapl:0/energy_uj", "9000000\n");
    machine.write(power + "intel-rapl:1/name", "package-1\n");
    machine.write(power + "intel-rapl:1/energy_uj", "1000000\n");
    machine.write(power + "intel-rapl:2/name", "psys\n"); // the whole machine, packages and all
    machine.write(power + "intel-rapl:2/energy_uj", "0\n");
    ProcessorEnergy energy(machine.root());
    EXPECT_THAT(energy.joules(), Optional(0.0));
    machine.write(power + "intel-rapl:1/energy_uj", "1500000\n");
    EXPECT_THAT(energy.joules(), Optional(0.5));
    machine.write(power + "intel-rapl:0/energy_uj", "2000000\n");
    machine.write(power + "intel-rapl:2/energy_uj", "7000000\n");
    EXPECT_THAT(energy.joules(), Optional(3.5));
}

TEST(ProcessorEnergyTest, TellsNothingWhereAPackageDoesNot)
{
    const Machine machine;
    EXPECT_FALSE(ProcessorEnergy(machine.root()).joules());
    machine.write("sys/class/powercap/intel-rapl:0/name", "package-0\n");
    machine.write("sys/class/powercap/intel-rapl:0/energy_uj", "1\n");
    machine.write("sys/class/powercap/intel-rapl:1/name", "package-1\n");
    EXPECT_FALSE(ProcessorEnergy(machine.root()).joules());
}

TEST(DeviceGaugeTest, IsOfTheProcessorOrOfAGpu)
{
    const Machine machine;
    machine.write("sys/class/hwmon/hwmon0/name", "coretemp\n");
    machine.write("sys/class/hwmon/hwmon0/temp1_input", "50000\n");
    const auto processor = makeGauge({.root = machine.root()});
    EXPECT_THAT(processor->latest().celsius, Optional(50.0));
    machine.write("sys/class/hwmon/hwmon0/temp1_input", "52000\n");
    EXPECT_THAT(processor->now().celsius, Optional(52.0));
    EXPECT_THAT(processor->latest().celsius, Optional(52.0));
    EXPECT_FALSE(processor->latest().joules);
    const auto gpu = makeGauge({.busId = "0000:3b:00.0", .nvml = fakeNvml()});
    EXPECT_THAT(gpu->latest().celsius, Optional(61.0));
    EXPECT_TRUE(gpu->latest().joules);
    EXPECT_EQ(gpu->place(), "GPU");
}

TEST(DeviceGaugeTest, KeepsItsReadingFresh)
{
    const Machine machine;
    machine.write("sys/class/hwmon/hwmon0/name", "coretemp\n");
    machine.write("sys/class/hwmon/hwmon0/temp1_input", "50000\n");
    const auto gauge = makeGauge({.root = machine.root()});
    machine.write("sys/class/hwmon/hwmon0/temp1_input", "60000\n");
    EXPECT_TRUE(comesTrue([&] { return gauge->latest().celsius == 60.0; }));
}

TEST(DeviceMonitorTest, SamplesUntilItIsDestroyed)
{
    DeviceMonitor monitor({.interval = std::chrono::milliseconds(1), .root = "/", .nvml = fakeNvml()});
    std::vector<DeviceReading> readings;
    ASSERT_TRUE(comesTrue([&] {
        for (DeviceReading& reading : monitor.take()) {
            readings.push_back(std::move(reading));
        }
        return readings.size() >= 3;
    }));
    EXPECT_GE(readings[2].seconds, 2 * 0.2) << "five times a second at most";
    EXPECT_TRUE(readings[2].processor.processPercent);
    EXPECT_TRUE(readings[2].processor.processBytes);
    EXPECT_EQ(readings[2].gpus.size(), 2u);
}

} // namespace engine
