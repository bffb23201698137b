// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/blas_memory.h"
#include "engine/devices/cpu/thread_pool.h"
#include "engine/devices/device.h"

#include <optional>

namespace engine {

/// The machine's processor with one pool of threads: our loops, the matrix products and oneDNN all run on it. Threads
/// start with the first allocation, so that a device that only describes itself costs nothing.
class CpuDevice : public Device {
public:
    /// `threads` of 0 is one for each core that the process may use. The backend knows which precisions it has.
    explicit CpuDevice(const Backend& backend, int threads = 0, Precision precision = Precision::Float32);

    /// Computes with no more threads than the process may use processors, whatever was asked for. Before the first
    /// allocation.
    void limitToProcessors();

    const Backend& backend() const override { return *m_backend; }
    std::string name() const override { return "CPU"; }
    std::string description() const override;
    Memory memory() const override;
    Buffer allocate(std::int64_t floats) override;
    void toDevice(std::span<const float> host, float* device) override;
    void copy(const float* from, float* to, std::int64_t floats) override;
    void zero(float* data, std::int64_t floats) override;
    void toHost(const float* device, std::span<float> host) override;
    void finish() override {}
    Precision precision() const override { return m_precision; }

    /// As many as were asked for, or fewer once they have started and the system gave no more.
    int threads() const override { return m_pool.threads(); }

    std::vector<Sentence> notes() const override;

private:
    void start();

    const Backend* m_backend;
    int m_wanted; ///< threads
    int m_most;   ///< of them that may compute
    Precision m_precision;
    ThreadPool m_pool;
    std::optional<BlasMemory> m_blasMemory; ///< once started
};

} // namespace engine
