// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace engine {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(CpuDevice, GivesZeroedMemoryAlignedTo64Bytes)
{
    CpuDevice device(cpuBackend(), 2);
    for (const std::int64_t floats : {1, 17, 1000, 3'000'001}) {
        const Buffer buffer = device.allocate(floats);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u) << floats;
        EXPECT_EQ(buffer.count(), floats);
        EXPECT_TRUE(std::ranges::all_of(buffer.span(), [](float value) { return value == 0; })) << floats;
    }
    EXPECT_EQ(device.allocate(0).data(), nullptr);
}

/// Pages of memory that this process holds.
std::int64_t heldPages()
{
    std::ifstream stream("/proc/self/statm");
    std::int64_t size = 0, held = 0;
    stream >> size >> held;
    return held;
}

TEST(CpuDevice, TakesMemoryBack)
{
    CpuDevice device(cpuBackend(), 1);
    const std::int64_t before = heldPages();
    for (int time = 0; time < 10; ++time) {
        const Buffer large = device.allocate(4'000'000), small = device.allocate(100'000);
        EXPECT_GT(heldPages() - before, 3'900);
    }
#ifdef HAMNET_SANITIZED
    GTEST_SKIP() << "the address sanitizer keeps memory that was given back, to see who uses it";
#else
    EXPECT_LT(heldPages() - before, 2'000);
#endif
}

TEST(CpuDevice, SaysWhatWasNeededAndWhatIsFreeWhereMemoryLacks)
{
    CpuDevice device(cpuBackend(), 1);
    const std::string sentence = sentenceOf([&] { device.allocate(std::int64_t{1} << 42); });
    EXPECT_THAT(sentence, StartsWith("CPU: a block of 16.0 TiB is needed, but "));
    EXPECT_THAT(sentence, ::testing::EndsWith(" of memory are free"));
}

TEST(CpuDevice, SaysHowManyThreadsThereMayBe)
{
    for (const int threads : {-1, 1025}) {
        EXPECT_EQ(sentenceOf([&] { CpuDevice device(cpuBackend(), threads); }),
                  "CPU: threads is " + std::to_string(threads) + ", but must be from 1 to 1024, or 0 for one per core");
    }
}

TEST(CpuDevice, SetsTheSizeOfThePoolToThatOfItsProcessorsByDefault)
{
    for (const int threads : {3, 1}) {
        const CpuDevice device(cpuBackend(), threads);
        EXPECT_EQ(device.threads(), threads);
        EXPECT_EQ(ThreadPool::current()->threads(), threads);
    }
    EXPECT_EQ(ThreadPool::current(), nullptr);
    EXPECT_GE(CpuDevice(cpuBackend()).threads(), 1);
    EXPECT_LE(CpuDevice(cpuBackend()).threads(), static_cast<int>(std::thread::hardware_concurrency()));
}

TEST(CpuDevice, ComputesWithNoMoreThreadsThanThereAreProcessorsAndSaysSo)
{
    const int processors = CpuDevice(cpuBackend()).threads();
    CpuDevice many(cpuBackend(), processors + 14), few(cpuBackend(), 1);
    many.limitToProcessors();
    few.limitToProcessors();
    EXPECT_EQ(many.threads(), processors);
    EXPECT_EQ(many.allocate(1).count(), 1);
    EXPECT_EQ(many.threads(), processors);
    EXPECT_THAT(many.notes(), testing::Contains(testing::StartsWith(
                                  "the CPU computes with " + std::to_string(processors) + " of " +
                                  std::to_string(processors + 14) + " threads, as this process may use ")));
    EXPECT_EQ(few.threads(), 1);
    EXPECT_TRUE(few.notes().empty());
}

TEST(CpuDevice, DescribesItself)
{
    const CpuDevice one(cpuBackend(), 1), two(cpuBackend(), 2);
    EXPECT_EQ(one.name(), "CPU");
    EXPECT_THAT(one.description(), HasSubstr(", 1 thread, "));
    EXPECT_THAT(two.description(), HasSubstr(", 2 threads, "));
    EXPECT_EQ(CpuDevice(cpuBackend(), 1, Precision::Bfloat16).description(), one.description() + ", bf16");
}

TEST(CpuDevice, CopiesAndZeroesBlocksThatSeveralThreadsShare)
{
    CpuDevice device(cpuBackend(), 3);
    constexpr std::int64_t count = 400'003;
    std::vector<float> host(count);
    for (std::size_t index = 0; index < host.size(); ++index) {
        host[index] = static_cast<float>(index);
    }
    const Buffer one = device.allocate(count), other = device.allocate(count);
    device.toDevice(host, one.data());
    device.copy(one.data(), other.data(), count);
    std::vector<float> back(count);
    device.toHost(other.data(), back);
    EXPECT_EQ(back, host);
    device.zero(other.data(), count);
    EXPECT_TRUE(std::ranges::all_of(other.span(), [](float value) { return value == 0; }));
}

} // namespace
} // namespace engine
