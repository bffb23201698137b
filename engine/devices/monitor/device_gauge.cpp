// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/monitor/device_gauge.h"

#include "engine/devices/monitor/nvml.h"
#include "engine/devices/monitor/processor_meter.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace engine {

namespace {

constexpr std::chrono::milliseconds interval{500};

class GpuSource {
public:
    explicit GpuSource(const GaugedDevice& device)
        : m_nvml(device.nvml, device.root), m_busId(device.busId), m_more(device.moreBusIds)
    {}

    std::vector<Vitals> read()
    {
        std::vector<Vitals> each{m_nvml.vitals(m_busId)};
        for (const std::string& busId : m_more) {
            each.push_back(m_nvml.vitals(busId));
        }
        return each;
    }
    static const char* place() { return "GPU"; }

private:
    Nvml m_nvml;
    std::string m_busId;
    std::vector<std::string> m_more;
};

class ProcessorSource {
public:
    explicit ProcessorSource(const GaugedDevice& device) : m_meter(device.root) {}
    std::vector<Vitals> read()
    {
        const ProcessorReading reading = m_meter.read();
        return {{.celsius = reading.celsius,
                 .joules = reading.joules,
                 .utilisationPercent = reading.processPercent,
                 .usedBytes = reading.processBytes,
                 .totalBytes = reading.totalBytes}};
    }
    static const char* place() { return "processor"; }

private:
    ProcessorMeter m_meter;
};

/// Of devices that train together: unknown where it is of one of them.
Vitals together(const std::vector<Vitals>& each)
{
    Vitals all = each.front();
    for (std::size_t index = 1; index < each.size(); ++index) {
        const Vitals& one = each[index];
        all.celsius = all.celsius && one.celsius ? std::optional(std::max(*all.celsius, *one.celsius)) : std::nullopt;
        all.joules = all.joules && one.joules ? std::optional(*all.joules + *one.joules) : std::nullopt;
    }
    return all;
}

template <typename Source>
class Gauge final : public DeviceGauge {
public:
    explicit Gauge(const GaugedDevice& device)
        : m_source(device), m_latest(m_source.read()), m_thread([this](const std::stop_token& stop) { run(stop); })
    {}

    Vitals now() override { return together(sample()); }
    Vitals latest() const override { return together(each()); }

    std::vector<Vitals> each() const override
    {
        const std::scoped_lock lock(m_mutex);
        return m_latest;
    }

    std::string place() const override { return Source::place(); }

private:
    std::vector<Vitals> sample()
    {
        const std::scoped_lock reading(m_reading);
        const std::vector<Vitals> vitals = m_source.read();
        const std::scoped_lock lock(m_mutex);
        m_latest = vitals;
        return vitals;
    }

    void run(const std::stop_token& stop)
    {
        std::mutex mutex;
        std::condition_variable_any ended;
        while (!stop.stop_requested()) {
            std::unique_lock lock(mutex);
            ended.wait_for(lock, stop, interval, [] { return false; });
            if (!stop.stop_requested()) {
                sample();
            }
        }
    }

    std::mutex m_reading;
    Source m_source; // guarded by m_reading
    mutable std::mutex m_mutex;
    std::vector<Vitals> m_latest; // guarded by m_mutex, so that reading it never waits for the device
    std::jthread m_thread;        // last, so that it joins before what it uses goes
};

} // namespace

GaugedDevice gaugedDevice(const Device& device)
{
    return {.busId = device.busId()};
}

std::unique_ptr<DeviceGauge> makeGauge(const GaugedDevice& device)
{
    if (device.busId.empty()) {
        return std::make_unique<Gauge<ProcessorSource>>(device);
    }
    return std::make_unique<Gauge<GpuSource>>(device);
}

} // namespace engine
