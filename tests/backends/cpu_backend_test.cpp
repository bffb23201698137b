// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/backends.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/device.h"
#include "engine/kernels/engine.h"
#include "engine/training/device_sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace engine {
namespace {

TEST(CpuBackend, IsTheFirstOfAll)
{
    ASSERT_FALSE(backends().empty());
    EXPECT_EQ(backends().front().backend, &cpuBackend());
    for (const KnownBackend& kind : backends()) {
        EXPECT_EQ(kind.backend == nullptr, !kind.refusal.empty()) << kind.name;
        if (kind.backend != nullptr) {
            EXPECT_EQ(kind.name, kind.backend->name());
        }
    }
}

TEST(CpuBackend, OpensTheDeviceThatItLists)
{
    const std::vector<DeviceInfo> devices = cpuBackend().devices();
    ASSERT_EQ(devices.size(), 1U);
    EXPECT_FALSE(devices[0].refusal);
    EXPECT_EQ(devices[0].busId, "");
    const std::unique_ptr<Device> device = cpuBackend().open({.threads = 2});
    EXPECT_EQ(device->name(), devices[0].name);
    EXPECT_EQ(device->memory().total, devices[0].memory);
    EXPECT_EQ(device->threads(), 2);
    EXPECT_EQ(&device->backend(), &cpuBackend());
    EXPECT_EQ(device->busId(), "");
}

TEST(CpuBackend, TellsItsEnginesWithTheirLibraries)
{
    const std::vector<Backend::OwnEngine> engines = cpuBackend().engines();
    ASSERT_EQ(engines.size(), 2U);
    EXPECT_EQ(engines[0].engine->name(), "CAFFE");
    EXPECT_THAT(engines[0].library, testing::StartsWith("OpenBLAS"));
    EXPECT_EQ(engines[1].engine->name(), "ONEDNN");
    EXPECT_THAT(engines[1].library, testing::MatchesRegex("oneDNN [0-9]+\\.[0-9]+\\.[0-9]+"));
}

TEST(CpuBackend, LeavesDrawingToTheHost)
{
    const std::unique_ptr<Device> device = cpuBackend().open({.threads = 1});
    EXPECT_EQ(cpuBackend().makeSampler(*device, {}), nullptr);
}

} // namespace
} // namespace engine
