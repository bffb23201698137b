// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

namespace engine {

/// The machine's processor with one pool of threads (OpenMP's): our loops, the matrix products and oneDNN all run on
/// it.
class CpuDevice final : public Device {
public:
    /// `threads` of 0 is one for each core that the process may use.
    explicit CpuDevice(int threads = 0);

    DeviceKind kind() const override { return DeviceKind::Cpu; }
    std::string name() const override { return "CPU"; }
    std::string description() const override;
    Memory memory() const override;
    Buffer allocate(std::int64_t floats) override;
    void toDevice(std::span<const float> host, float* device) override;
    void copy(const float* from, float* to, std::int64_t floats) override;
    void zero(float* data, std::int64_t floats) override;
    void toHost(const float* device, std::span<float> host) override;
    void finish() override {}

    int threads() const { return m_threads; }

private:
    int m_threads;
};

} // namespace engine
