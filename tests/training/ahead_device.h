// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "tests/support/patience.h"

#include <chrono>
#include <functional>

namespace engine {

/// The CPU as an asynchronous device: what is recorded runs when it is queued, before its results are taken.
/// Its calls can be made to fail.
class AheadDevice final : public Device {
public:
    const Backend& backend() const override { return m_cpu.backend(); }
    std::string name() const override { return "AHEAD"; }
    std::string description() const override { return "works ahead"; }
    Memory memory() const override { return m_cpu.memory(); }
    Buffer allocate(std::int64_t floats) override { return m_cpu.allocate(floats); }
    void toDevice(std::span<const float> host, float* device) override { m_cpu.toDevice(host, device); }
    void copy(const float* from, float* to, std::int64_t floats) override { m_cpu.copy(from, to, floats); }
    void zero(float* data, std::int64_t floats) override { m_cpu.zero(data, floats); }
    void toHost(const float* device, std::span<float> host) override
    {
        if (atToHost) {
            atToHost();
        }
        m_cpu.toHost(device, host);
    }
    void finish() override
    {
        if (atFinish) {
            atFinish();
        }
    }
    bool worksAhead() const override { return ahead; }

    std::unique_ptr<Recording> record(const std::function<void()>& work) override
    {
        return std::make_unique<Replay>(*this, work);
    }

    std::int64_t runs = 0;                                          ///< of recordings
    std::chrono::milliseconds slowness{0};                          ///< of each
    std::function<void()> atRun = {}, atFinish = {}, atToHost = {}; ///< may throw
    bool losesWork = false;                                         ///< recordings do nothing
    bool startsAsOne = false;                                       ///< recordings tell what is in them
    bool ahead = true;                                              ///< false: as the CPU does

private:
    class Replay final : public Recording {
    public:
        Replay(AheadDevice& device, std::function<void()> work) : m_device(device), m_work(std::move(work)) {}
        void run() override
        {
            ++m_device.runs;
            passTime(m_device.slowness);
            if (m_device.atRun) {
                m_device.atRun();
            }
            if (!m_device.losesWork) {
                m_work();
            }
        }

        bool isOneLaunch() const override { return m_device.startsAsOne; }

    private:
        AheadDevice& m_device;
        std::function<void()> m_work;
    };

    CpuDevice m_cpu{cpuBackend(), 1};
};

} // namespace engine
