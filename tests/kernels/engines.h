// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/cpu_engines.h"

namespace engine::test {

/// An engine that the tests run on this machine.
struct NamedEngine {
    const char* name;
    const Engine& (*engine)();
};

inline constexpr NamedEngine engines[] = {{"CAFFE", caffeCpuEngine}, {"ONEDNN", onednnEngine}};

} // namespace engine::test
