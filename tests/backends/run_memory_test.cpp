// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/backends/run_memory.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"
#include "engine/kernels/cpu_engines.h"
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>

using namespace engine;
using namespace engine::test;
using ::testing::HasSubstr;

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

/// An engine of a GPU that is not there: recurrent layers keep 1 MiB, and twice that in bf16.
class GpuEngine final : public Engine {
public:
    std::string_view name() const override { return "FAKE"; }
    std::optional<Sentence> refusal(const LayerSetup&) const override { return std::nullopt; }
    std::unique_ptr<Kernel> makeKernel(const LayerSetup&) const override { throw Error("it is not there"); }
    LayerMemory kernelMemory(const LayerSetup& layer) const override
    {
        const bool twice = layer.precision() == Precision::Bfloat16;
        return layer.type->recurrent ? LayerMemory{.kept = (twice ? 2 : 1) * mebibyte} : LayerMemory{};
    }
};

RunPlace gpuPlace(std::int64_t free)
{
    static const GpuEngine engine;
    return {.device = "CUDA:0",
            .precision = Precision::Tf32,
            .preferred = [](const LayerSetup&) { return std::vector<const Engine*>{&engine}; },
            .memory = Device::Memory{.total = 8192 * mebibyte, .available = free},
            .toOpen = 630 * mebibyte,
            .host = Device::Memory{.total = 1024 * mebibyte, .available = 512 * mebibyte}};
}

std::int64_t keptBy(const RunPlace& place)
{
    return sizesNamed(runMemory(smallTextNet(), {}, place, {}).sizes.layers, "lstm").memory.kept;
}

} // namespace

TEST(RunMemory, IsToldByTheEnginesOfThePlace)
{
    const RunMemory memory = runMemory(smallTextNet(), {}, gpuPlace(0), {});
    EXPECT_EQ(memory.engine, "FAKE");
    EXPECT_EQ(memory.device, "CUDA:0");
    EXPECT_EQ(keptBy(gpuPlace(0)), mebibyte);
    RunPlace rounded = gpuPlace(0);
    rounded.precision = Precision::Bfloat16;
    EXPECT_EQ(keptBy(rounded), 2 * mebibyte);
}

TEST(RunMemory, OfAGpuIsHeldAgainstItsOwnMemoryAndThatOfTheProgramAgainstTheHosts)
{
    const RunMemory memory = runMemory(smallTextNet(), {}, gpuPlace(4096 * mebibyte), {});
    ASSERT_EQ(memory.rooms.size(), 2u);
    EXPECT_EQ(memory.rooms[0].of, "CUDA:0");
    EXPECT_EQ(memory.rooms[0].needed, memory.sizes.memory.onDevice() + 630 * mebibyte);
    EXPECT_EQ(memory.rooms[0].memory.available, 4096 * mebibyte);
    EXPECT_EQ(memory.rooms[1].of, "CPU");
    EXPECT_EQ(memory.rooms[1].needed, memory.sizes.memory.program);
    EXPECT_FALSE(whyItDoesNotFit(memory));
}

TEST(RunMemory, SaysWhichMemoryIsTooSmall)
{
    EXPECT_THAT(whyItDoesNotFit(runMemory(smallTextNet(), {}, gpuPlace(600 * mebibyte), {})).value_or("it fits"),
                AllOf(HasSubstr("training with FAKE on CUDA:0 needs 631"), HasSubstr("only 600.0 MiB of 8.0 GiB")));
    RunPlace crowded = gpuPlace(4096 * mebibyte);
    crowded.host->available = mebibyte;
    EXPECT_THAT(whyItDoesNotFit(runMemory(smallTextNet(), {}, crowded, {})).value_or("it fits"),
                HasSubstr("of memory on the CPU, but only 1.0 MiB"));
}

TEST(RunMemory, OfTheCpuIsOneRoomForAll)
{
    CpuDevice device(cpuBackend(), 1);
    const RunMemory memory = runMemory(smallTextNet(), {}, placeOf(device), "caffe");
    EXPECT_EQ(memory.engine, "CAFFE");
    ASSERT_EQ(memory.rooms.size(), 1u);
    EXPECT_EQ(memory.rooms[0].needed, memory.sizes.memory.total());
    EXPECT_EQ(runMemory(smallTextNet(), {}, placeFor({.name = "cpu"}, {}), "caffe").sizes.memory.total(),
              memory.sizes.memory.total());
}

TEST(RunMemory, FollowsTheLayersOwnWish)
{
    CpuDevice device(cpuBackend(), 1);
    const RunPlace cpu = placeOf(device);
    Model model = smallTextNet();
    EXPECT_EQ(runMemory(model, {}, cpu, {}).engine, "ONEDNN");
    layerNamed(model, "lstm").params["engine"] = std::string("CAFFE");
    EXPECT_EQ(runMemory(model, {}, cpu, {}).engine, "CAFFE");
    EXPECT_EQ(runMemory(model, {}, cpu, "DEFAULT").engine, "ONEDNN");
}

TEST(RunMemory, SaysWhatNoEngineThereCanRun)
{
    CpuDevice device(cpuBackend(), 1);
    const RunMemory memory = runMemory(smallTextNet(), {}, placeOf(device), "CUDNN");
    ASSERT_EQ(memory.uncounted.size(), 1u);
    EXPECT_EQ(memory.uncounted[0].layer, "lstm");
    EXPECT_THAT(memory.uncounted[0].why, HasSubstr("layer lstm: no engine CUDNN can run it"));
    EXPECT_TRUE(memory.sizes.fits()) << "that is no fault of the model";
    const LayerSizes lstm = sizesNamed(memory.sizes.layers, "lstm");
    EXPECT_EQ(lstm.memory.kept, 4 * lstm.sizes.kept);
}

TEST(RunMemory, WithoutFiguresOfADeviceTellsNothingOfItsRoom)
{
    RunPlace place = gpuPlace(0);
    place.memory.reset();
    const RunMemory memory = runMemory(smallTextNet(), {}, place, {});
    ASSERT_EQ(memory.rooms.size(), 1u);
    EXPECT_EQ(memory.rooms[0].of, "CPU");
}

TEST(RefusedPrecision, IsWhatOpeningTheDeviceWouldSay)
{
    const DeviceWish wish{.name = "cpu", .precision = Precision::Tf32};
    const std::optional<Sentence> why = refusedPrecision(placeFor(wish, {}));
    ASSERT_TRUE(why);
    EXPECT_THAT(*why, HasSubstr("the precision is tf32, but "));
    EXPECT_THAT([&] { openDevice(wish); }, ::testing::ThrowsMessage<UnavailableError>(*why));
    EXPECT_FALSE(refusedPrecision(placeFor({.name = "cpu"}, {})));
}

TEST(PlaceFor, OfSeveralDevicesTheFirstTells)
{
    EXPECT_EQ(placeFor({.name = "cpu,cuda:77"}, {}).device, "CPU");
    EXPECT_THROW(placeFor({.name = "cuda:77,cpu"}, {}), UnavailableError);
}

TEST(PlaceFor, AnEngineOfOneKindOfDeviceIsThere)
{
    EXPECT_EQ(placeFor({}, "ONEDNN").device, "CPU");
    EXPECT_THROW(placeFor({.name = "cuda:77"}, {}), UnavailableError);
    EXPECT_THROW(placeFor({.name = "tpu"}, {}), UnavailableError);
}
