// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace engine::test {

/// Why no test can run on CUDA on this machine, as a sentence; nothing where they can. Throws std::runtime_error where
/// the machine has a GPU, Hamnet was built for it, and CUDA refuses all the same: a failure, and no reason to skip.
std::optional<std::string> gpuRefusal();

/// The same where nothing may be thrown, such as for a list of tests.
const std::optional<std::string>& gpuProblem();

/// Whether the folder of devices has an NVIDIA GPU's node.
bool hasGpuNode(const std::filesystem::path& devices);

/// The refusal, as a reason to skip; throws std::runtime_error where the machine has a GPU.
std::optional<std::string> skipReason(const std::string& refusal, bool hasGpu);

/// The first GPU at full precision, opened once for all tests of a program. Throws UnavailableError with gpuRefusal().
Device& sharedGpu();

/// One of its own, whose account of memory begins with what is held now.
std::unique_ptr<Device> ownGpu();

} // namespace engine::test

/// Skips a test, or all of a fixture's in its SetUp(), where none can run on CUDA on this machine.
#define HAMNET_NEEDS_GPU()                                                                                             \
    if (const std::optional<std::string> refusal = engine::test::gpuRefusal()) {                                       \
        GTEST_SKIP() << *refusal;                                                                                      \
    }
