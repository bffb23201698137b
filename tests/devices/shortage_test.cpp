// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/memory.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/devices/shortage.h"
#include "engine/graph/error.h"
#include "tests/support/paths.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace engine {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::int64_t mebibyte = 1024 * 1024, gibibyte = 1024 * mebibyte;

// The processor's memory

constexpr std::int64_t needed = 66 * mebibyte;
const Device::Memory plenty{.total = 32 * gibibyte, .available = 23 * gibibyte};

TEST(WhyNoBlock, NamesTheLimitThatKeepsFreeMemoryFromTheProcess)
{
    EXPECT_EQ(whyNoBlock(needed, {.memory = {.total = gibibyte, .available = 50 * mebibyte}}),
              "CPU: a block of 66.0 MiB is needed, but 50.0 MiB of memory are free");
    const Limit tight{.most = 500 * mebibyte, .used = 450 * mebibyte};
    EXPECT_EQ(
        whyNoBlock(needed, {.memory = plenty, .addressSpace = tight}),
        "CPU: a block of 66.0 MiB is needed, but this process may have 500.0 MiB of address space (ulimit -v), of "
        "which 450.0 MiB are in use; 23.0 GiB of memory are free");
    EXPECT_THAT(whyNoBlock(needed, {.memory = plenty, .data = tight}), HasSubstr("500.0 MiB of data (ulimit -d)"));
    EXPECT_THAT(whyNoBlock(needed, {.memory = plenty, .promises = tight}),
                HasSubstr("the system promises 500.0 MiB in all (vm.overcommit_memory is 2)"));
    EXPECT_THAT(
        whyNoBlock(40 * mebibyte, {.memory = plenty, .addressSpace = tight}, 16 * mebibyte),
        StartsWith("CPU: a block of 40.0 MiB is needed, and 16.0 MiB besides for libraries, but this process "));
    const Limit wide{.most = gibibyte, .used = 0};
    EXPECT_THAT(whyNoBlock(needed, {.memory = plenty, .addressSpace = wide, .data = wide, .promises = wide}),
                HasSubstr("the system does not give it in one piece, although 23.0 GiB of memory are free"));
}

TEST(WhyNoBlock, IsToldByTheDeviceUnderALimitOfAddressSpace)
{
#ifdef HAMNET_SANITIZED
    GTEST_SKIP() << "the sanitizers' own memory is beyond any limit of address space";
#endif
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
    CpuDevice device(cpuBackend(), 1);
    const MemoryLimits unlimited = memoryLimits();
    rlimit tight = before;
    tight.rlim_cur = static_cast<rlim_t>(4 * gibibyte + ::getpagesize());
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &tight), 0);
    const std::string sentence = sentenceOf([&] { device.allocate(gibibyte); });
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
    if (unlimited.memory.available < 4 * gibibyte) {
        GTEST_SKIP() << "this machine has less memory than the limit";
    }
    EXPECT_THAT(sentence, StartsWith("CPU: a block of 4.0 GiB is needed, but this process may have 4.0 GiB of address "
                                     "space (ulimit -v), of which "));
}

/// Leaves this process so many bytes of address space beyond what it has, while it lives.
class AddressSpaceLeft {
public:
    explicit AddressSpaceLeft(std::int64_t bytes)
    {
        std::int64_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        ::getrlimit(RLIMIT_AS, &m_before);
        const rlimit tight{.rlim_cur = static_cast<rlim_t>(pages * ::getpagesize() + bytes),
                           .rlim_max = m_before.rlim_max};
        ::setrlimit(RLIMIT_AS, &tight);
    }
    ~AddressSpaceLeft() { ::setrlimit(RLIMIT_AS, &m_before); }
    AddressSpaceLeft(const AddressSpaceLeft&) = delete;
    AddressSpaceLeft& operator=(const AddressSpaceLeft&) = delete;

private:
    rlimit m_before{};
};

TEST(HasAddressSpace, IsWhatALimitLeaves)
{
#ifdef HAMNET_SANITIZED
    GTEST_SKIP() << "the sanitizers' own memory is beyond any limit of address space";
#endif
    EXPECT_TRUE(hasAddressSpace(256 * mebibyte));
    const AddressSpaceLeft some(64 * mebibyte);
    EXPECT_TRUE(isMemoryLimited());
    EXPECT_TRUE(hasAddressSpace(32 * mebibyte));
    EXPECT_FALSE(hasAddressSpace(256 * mebibyte));
}

TEST(WhyNoBlock, IsToldWhereABlockWouldLeaveNothingToTheLibraries)
{
#ifdef HAMNET_SANITIZED
    GTEST_SKIP() << "the sanitizers' own memory is beyond any limit of address space";
#endif
    CpuDevice device(cpuBackend(), 1);
    device.allocate(1); // what is taken once
    const AddressSpaceLeft little(8 * mebibyte);
    const std::string sentence = sentenceOf([&] { device.allocate(1000); });
    EXPECT_THAT(sentence, StartsWith("CPU: a block of 3.9 KiB is needed, and 16.0 MiB besides for libraries, but this "
                                     "process may have "));
}

TEST(MemoryLimits, ReadWhatTheSystemPromises)
{
    const TemporaryFolder machine;
    std::filesystem::create_directories(machine.path() / "proc/sys/vm");
    machine.write("proc/meminfo", "MemTotal: 100 kB\nMemAvailable: 80 kB\nCommitLimit:  64 kB\nCommitted_AS:  60 kB\n");
    machine.write("proc/sys/vm/overcommit_memory", "0\n");
    EXPECT_FALSE(memoryLimits(machine.path()).promises);
    machine.write("proc/sys/vm/overcommit_memory", "2\n");
    const MemoryLimits limits = memoryLimits(machine.path());
    ASSERT_TRUE(limits.promises);
    EXPECT_EQ(limits.promises->most, 64 * 1024);
    EXPECT_EQ(limits.promises->used, 60 * 1024);
    EXPECT_EQ(limits.memory.available, 80 * 1024);
}

// A GPU's memory

const DeviceInfo secondOnTheBus{
    .name = "CUDA:0", .model = "NVIDIA H200", .busId = "0000:3b:00.0", .capability = "9.0", .memory = 1000};

TEST(GpuRoom, IsWhatTheDriverTellsOfThisGpu)
{
    const TemporaryFolder machine;
    std::filesystem::create_directories(machine.path() / "proc/1");
    machine.write("proc/1/comm", "python\n");
    Nvml nvml(fakeNvml(), machine.path());
    const GpuRoom room = gpuRoom(secondOnTheBus, nvml);
    EXPECT_EQ(room.free, 650);
    EXPECT_EQ(room.total, 1000);
    EXPECT_EQ(
        whyGpuNotOpened(600 * mebibyte, room),
        "CUDA:0 (NVIDIA H200) has no room: to compute there takes about 600.0 MiB before any net, but 650 bytes of "
        "its 1000 bytes are free; python (process 1) holds 4.0 KiB, process 2 computes there");
}

TEST(GpuRoom, SaysWhatTheDriverDoesNotTell)
{
    Nvml none("libno-such-driver.so");
    const GpuRoom room = gpuRoom(secondOnTheBus, none);
    EXPECT_EQ(whyNoBlock(needed, room), "CUDA:0 (NVIDIA H200): a block of 66.0 MiB is needed, but the driver does not "
                                        "report its free memory; the driver names no process that holds the rest");
}

TEST(GpuRoom, NamesThoseThatHoldMost)
{
    GpuRoom room{.device = "CUDA:1", .name = "", .free = 299 * mebibyte, .total = 140 * gibibyte};
    for (std::uint32_t id = 1; id <= 5; ++id) {
        room.holders.push_back({.id = id, .name = "net" + std::to_string(id), .bytes = id * gibibyte});
    }
    room.holders.push_back({.id = static_cast<std::uint32_t>(::getpid()), .name = "x", .bytes = 4 * gibibyte + 1});
    EXPECT_EQ(whyNoBlock(needed, room),
              "CUDA:1: a block of 66.0 MiB is needed, but 299.0 MiB of its 140.0 GiB are free; net5 (process 5) holds "
              "5.0 GiB, this process holds 4.0 GiB, net4 (process 4) holds 4.0 GiB and 3 more are there");
}

} // namespace
} // namespace engine
