// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/memory.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>

namespace engine {
namespace {

/// A folder with the files of a machine that is not this one.
class MachineFiles : public ::testing::Test {
protected:
    MachineFiles()
    {
        write("proc/meminfo", "MemTotal:       8000000 kB\nMemFree:  1 kB\nMemAvailable:   5000000 kB\n");
        write("proc/self/cgroup", "0::/\n");
    }

    void write(const std::string& file, const std::string& text)
    {
        std::filesystem::create_directories((m_root / file).parent_path());
        m_folder.write(file, text);
    }

    static constexpr std::int64_t kibibyte = 1024, mebibyte = 1024 * 1024;
    TemporaryFolder m_folder;
    std::filesystem::path m_root = m_folder.path();
};

TEST_F(MachineFiles, WithoutAGroupOrItsLimitAllOfTheMachineIsThere)
{
    for (const bool isUnlimited : {false, true}) {
        EXPECT_EQ(processMemory(m_root).total, 8'000'000 * kibibyte) << isUnlimited;
        EXPECT_EQ(processMemory(m_root).available, 5'000'000 * kibibyte) << isUnlimited;
        write("proc/self/cgroup", "4:memory:/\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", "1\n");
    }
}

TEST_F(MachineFiles, AGroupsLimitCountsWhereItIsLower)
{
    write("proc/self/cgroup", "0::/box/inner\n");
    write("sys/fs/cgroup/box/memory.max", std::to_string(1000 * mebibyte));
    write("sys/fs/cgroup/box/memory.current", std::to_string(700 * mebibyte));
    write("sys/fs/cgroup/box/memory.stat", "anon 1\ninactive_file " + std::to_string(50 * mebibyte) + "\n");
    write("sys/fs/cgroup/box/inner/memory.max", "max\n");
    EXPECT_EQ(processMemory(m_root).total, 1000 * mebibyte);
    EXPECT_EQ(processMemory(m_root).available, 350 * mebibyte);
}

TEST_F(MachineFiles, AnOldGroupsLimitCountsToo)
{
    write("proc/self/cgroup", "4:memory:/box\n0::/\n");
    write("sys/fs/cgroup/memory/box/memory.limit_in_bytes", std::to_string(1000 * mebibyte));
    write("sys/fs/cgroup/memory/box/memory.usage_in_bytes", std::to_string(400 * mebibyte));
    EXPECT_EQ(processMemory(m_root).total, 1000 * mebibyte);
    EXPECT_EQ(processMemory(m_root).available, 600 * mebibyte);
}

TEST_F(MachineFiles, AContainerSeesItsOwnLimitAtTheHierarchysRoot)
{
    write("proc/self/cgroup", "0::/named/only/on/the/host\n");
    write("sys/fs/cgroup/memory.max", std::to_string(2000 * mebibyte));
    write("sys/fs/cgroup/memory.current", std::to_string(500 * mebibyte));
    EXPECT_EQ(processMemory(m_root).available, 1500 * mebibyte);
}

TEST_F(MachineFiles, AProcessorsTimeOrHalfOfItIsOneThread)
{
    for (const char* quota : {"50000 100000\n", "100000 100000\n"}) {
        write("sys/fs/cgroup/cpu.max", quota);
        EXPECT_EQ(processThreads(m_root), 1) << quota;
    }
    write("sys/fs/cgroup/cpu.max", "max 100000\n");
    EXPECT_EQ(processThreads(m_root), static_cast<int>(std::thread::hardware_concurrency()));
}

TEST(ProcessMemory, OfThisMachineIsThere)
{
    EXPECT_GT(processMemory().total, 0);
    EXPECT_GT(processMemory().available, 0);
    EXPECT_LE(processMemory().available, processMemory().total);
}

} // namespace
} // namespace engine
