// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace engine::test {

/// Whose engines a suite of tests runs.
enum class DeviceKind { Cpu, Cuda };

/// An engine that the tests run on this machine.
struct NamedEngine {
    std::string name;
    DeviceKind kind;
    const Engine* engine;
};

/// How a failed test names it.
inline void PrintTo(const NamedEngine& one, std::ostream* to)
{
    *to << one.name << (one.kind == DeviceKind::Cpu ? " (CPU)" : " (CUDA)");
}

/// Those of a kind of device; none of CUDA where there is no GPU that can be taken.
std::vector<NamedEngine> enginesOf(DeviceKind kind);
std::vector<NamedEngine> allEngines();

/// Those that run LSTM, GRU and RNN of up to 64 units in fp32: the same without FUSED on the CPU.
std::vector<NamedEngine> enginesForSmallNets(DeviceKind kind);

/// Where an engine's tests run: a CPU of two threads, or the program's GPU at full precision, which the tests share as
/// it takes long to open.
std::shared_ptr<Device> deviceOf(const NamedEngine& one);

/// An engine that no test runs on this machine.
struct AbsentEngine {
    std::string name;
    std::string reason; ///< a sentence
};
std::vector<AbsentEngine> absentEngines();

} // namespace engine::test
