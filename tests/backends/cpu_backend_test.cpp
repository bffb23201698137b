// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/backends.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/device.h"
#include "engine/graph/error.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/engine.h"
#include "engine/training/write/device_sampler.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

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

std::string refusalOf(Precision precision)
{
    try {
        EXPECT_EQ(cpuBackend().open({.precision = precision, .threads = 1})->precision(), precision);
        return {};
    } catch (const UnavailableError& error) {
        return error.what();
    }
}

TEST(CpuBackend, UsesNoMoreThreadsThanHelp)
{
    const int all = cpuBackend().open({})->threads();
    EXPECT_EQ(cpuBackend().open({.threads = 1})->threads(), 1);
    EXPECT_EQ(cpuBackend().open({.threads = all + 14})->threads(), all);
}

TEST(CpuBackend, ComputesInBfloat16WhereOnednnMultipliesItInHardware)
{
    const bool can = cpuMultipliesBfloat16();
    constexpr Precision automatic = Precision::Float32; // bf16 is for those who ask for it
    EXPECT_EQ(cpuBackend().devices().at(0).automatic, automatic);
    EXPECT_EQ(cpuBackend().open({.threads = 1})->precision(), automatic);
    EXPECT_EQ(refusalOf(Precision::Float32), "");
    EXPECT_EQ(refusalOf(Precision::Bfloat16),
              can ? ""
                  : "the precision is bf16, but this CPU has neither AVX512_BF16 nor AMX "
                    "for it and computes in fp32 only");
    EXPECT_EQ(refusalOf(Precision::Tf32), can ? "the precision is tf32, but this CPU computes in fp32 or bf16"
                                              : "the precision is tf32, but this CPU computes in fp32 only");
}

TEST(CpuBackend, MultipliesBfloat16OnlyOnAProcessorThatTellsSo)
{
    std::ifstream table("/proc/cpuinfo");
    const std::string flags((std::istreambuf_iterator<char>(table)), std::istreambuf_iterator<char>());
    const bool has = flags.find(" avx512_bf16") != std::string::npos || flags.find(" amx_bf16") != std::string::npos;
    if (const char* const most = std::getenv("DNNL_MAX_CPU_ISA")) {
        EXPECT_FALSE(cpuMultipliesBfloat16()) << "DNNL_MAX_CPU_ISA is " << most;
    } else {
        EXPECT_EQ(cpuMultipliesBfloat16(), has);
    }
}

TEST(CpuBackend, TellsItsEnginesWithTheirLibraries)
{
    const std::vector<Backend::OwnEngine> engines = cpuBackend().engines();
    ASSERT_EQ(engines.size(), 3U);
    EXPECT_EQ(engines[0].engine->name(), "CAFFE");
    EXPECT_THAT(engines[0].library, testing::StartsWith("OpenBLAS"));
    EXPECT_EQ(engines[1].engine->name(), "ONEDNN");
    EXPECT_THAT(engines[1].library, testing::MatchesRegex("oneDNN [0-9]+\\.[0-9]+\\.[0-9]+"));
    EXPECT_EQ(engines[2].engine->name(), "FUSED");
    EXPECT_EQ(engines[2].library, engines[0].library);
}

TEST(CpuBackend, LeavesDrawingToTheHost)
{
    const std::unique_ptr<Device> device = cpuBackend().open({.threads = 1});
    EXPECT_EQ(cpuBackend().makeSampler(*device, {}), nullptr);
}

} // namespace
} // namespace engine
