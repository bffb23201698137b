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
class AheadDevice final : public CpuDevice {
public:
    AheadDevice() : CpuDevice(cpuBackend(), 1) {}

    std::string name() const override { return "AHEAD"; }
    void toHost(const float* device, std::span<float> host) override
    {
        if (atToHost) {
            atToHost();
        }
        CpuDevice::toHost(device, host);
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
};

} // namespace engine
