// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/backends/open_device.h"
#include "engine/graph/error.h"
#include "tests/backends/gpus_in_use.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace engine {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// On a machine with GPUs that cannot be taken.
class OpenDevice : public testing::Test {
protected:
    std::string errorOf(const DeviceWish& wish)
    {
        try {
            openDevice(wish, m_kinds);
        } catch (const UnavailableError& error) {
            return error.what();
        }
        return "no error";
    }

    test::GpusInUse m_gpus;
    std::vector<KnownBackend> m_kinds = {{.name = "CPU", .backend = &cpuBackend()},
                                         {.name = "CUDA", .backend = &m_gpus}};
    std::vector<KnownBackend> m_withoutModule = {{.name = "CPU", .backend = &cpuBackend()},
                                                 {.name = "CUDA", .refusal = "built without"}};
    std::vector<engine::Sentence> m_notes;
};

TEST_F(OpenDevice, SaysWhyTheProcessorComputesWhereThereAreGpus)
{
    EXPECT_EQ(openDevice({.threads = 1}, m_kinds, &m_notes)->name(), "CPU");
    EXPECT_THAT(m_notes,
                ElementsAre("the CPU computes, as no GPU can be taken: CUDA:0 (A) cannot be taken: it is closed; "
                            "CUDA:1 (B) has no room"));
}

TEST_F(OpenDevice, SaysNothingWhereThereIsNoGpuOrNoneWasWanted)
{
    openDevice({.threads = 1}, m_withoutModule, &m_notes);
    openDevice({.name = "cpu", .threads = 1}, m_kinds, &m_notes);
    EXPECT_THAT(m_notes, IsEmpty());
}

TEST_F(OpenDevice, TellsWhyTheGpuWasRefusedWhereTheProcessorCannotServe)
{
    EXPECT_THAT(
        errorOf({.threads = 1, .precision = Precision::Tf32}),
        AllOf(StartsWith("the precision is tf32, but this CPU computes in fp32"), EndsWith("CUDA:1 (B) has no room")));
}

TEST_F(OpenDevice, TakesTheFirstGpuThatDoesNotRefuseOrTheOneThatIsNamed)
{
    EXPECT_EQ(errorOf({.name = "Cuda"}), "CUDA:1 (B) has no room");
    EXPECT_EQ(errorOf({.name = "CUDA:7"}), "CUDA:7 (B) has no room");
}

TEST_F(OpenDevice, NeverReplacesADeviceThatIsNamed)
{
    m_kinds = m_withoutModule;
    EXPECT_EQ(errorOf({.name = "cuda:0"}), "device \"cuda:0\" is not available: built without");
    for (const char* name : {"tpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "cpu:0", ""}) {
        EXPECT_EQ(errorOf({.name = name}),
                  "the device is \"" + std::string(name) + "\", but must be auto, cpu, cuda or cuda:N");
    }
}

TEST_F(OpenDevice, TakesThePrecisionThatIsAskedForOrThatOfTheRunBeforeOrTheDevices)
{
    errorOf({.name = "cuda"});
    EXPECT_EQ(m_gpus.asked.precision, std::nullopt);
    const EarlierRun before{.device = "CUDA:1", .precision = "tf32"};
    errorOf({.name = "cuda", .before = before});
    EXPECT_EQ(m_gpus.asked.precision, Precision::Tf32);
    errorOf({.name = "cuda", .precision = Precision::Bfloat16, .before = before});
    EXPECT_EQ(m_gpus.asked.precision, Precision::Bfloat16);
}

TEST_F(OpenDevice, ForgetsThePrecisionOfARunOnAnotherKindOfDevice)
{
    errorOf({.name = "cuda", .before = {.device = "CPU", .precision = "fp32"}});
    EXPECT_EQ(m_gpus.asked.precision, std::nullopt);
    const DeviceWish wish{.name = "cpu", .threads = 1, .before = {.device = "CUDA:0", .precision = "tf32"}};
    const std::unique_ptr<Device> cpu = openDevice(wish, m_kinds);
    EXPECT_EQ(cpu->precision(), cpuBackend().devices().front().automatic);
    EXPECT_EQ(precisionFrom(*cpu, wish), PrecisionFrom::Auto);
}

TEST_F(OpenDevice, IsInFloat32WhereAnEngineIsNamedThatKnowsNoOther)
{
    for (const char* engine : {"CAFFE", "caffe"}) {
        const DeviceWish wish{.name = "cpu", .threads = 1, .engine = engine};
        const std::unique_ptr<Device> cpu = openDevice(wish, m_kinds);
        EXPECT_EQ(cpu->precision(), Precision::Float32);
        EXPECT_EQ(precisionFrom(*cpu, wish), PrecisionFrom::Auto);
    }
    const std::unique_ptr<Device> cpu = openDevice({.name = "cpu", .threads = 1, .engine = "ONEDNN"}, m_kinds);
    EXPECT_EQ(cpu->precision(), cpuBackend().devices().front().automatic);
}

TEST_F(OpenDevice, TellsWhoDecidedThePrecision)
{
    const std::unique_ptr<Device> cpu = openDevice({.name = "cpu", .threads = 1}, m_kinds);
    EXPECT_EQ(precisionFrom(*cpu, {}), PrecisionFrom::Auto);
    EXPECT_EQ(precisionFrom(*cpu, {.precision = Precision::Float32}), PrecisionFrom::Option);
    EXPECT_EQ(precisionFrom(*cpu, {.before = {.device = "CPU", .precision = "fp32"}}), PrecisionFrom::Checkpoint);
}

} // namespace
} // namespace engine
