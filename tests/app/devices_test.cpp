// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_watch.h"
#include "tests/app/workshop.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

using testing::HasSubstr;
using testing::Not;

namespace {

class Devices : public Workshop {
protected:
    /// Where the program finds a driver's library with two GPUs, of which one tells its memory only. The loader reads
    /// it as a process begins.
    std::vector<std::string> withGpus() const
    {
        std::filesystem::create_directories(folder() / "driver");
        std::filesystem::copy_file(fakeNvml(), folder() / "driver/libnvidia-ml.so.1",
                                   std::filesystem::copy_options::overwrite_existing);
        return {"LD_LIBRARY_PATH=" + (folder() / "driver").string()};
    }

    Outcome watch(const std::vector<std::string>& more) const
    {
        return hamnetProcess(
            {.arguments = joined({"devices", "--watch", "--interval", "0.2"}, more), .environment = withGpus()});
    }
};

} // namespace

TEST_F(Devices, WatchGivesAnObjectALineForEachReading)
{
    const Outcome outcome = watch({"--count", "2", "--json"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const std::vector<nlohmann::json> readings = jsonLines(outcome.out);
    ASSERT_EQ(readings.size(), 2u);
    EXPECT_GT(readings[1].at("seconds"), readings[0].at("seconds"));
    EXPECT_TRUE(readings[0].at("processor").at("utilisation_percent").is_number()) << "also in the first one";
    const nlohmann::json gpu = readings[0].at("gpus").at(0);
    EXPECT_EQ(gpu.at("bus_id"), "00000000:3B:00.0");
    EXPECT_EQ(gpu.at("utilisation_percent"), 87);
    EXPECT_EQ(gpu.at("slowdown_celsius"), 87);
    EXPECT_EQ(gpu.at("limit_watts"), 700);
    EXPECT_EQ(gpu.at("throttle_reasons"), nlohmann::json({"power limit", "temperature"}));
    EXPECT_EQ(gpu.at("processes").at(0).at("id"), 1);
    EXPECT_GT(readings[1].at("gpus").at(0).at("joules"), gpu.at("joules"));
}

TEST_F(Devices, WhatAGpuDoesNotTellIsNullAndNeverZero)
{
    const nlohmann::json gpu = jsonLines(watch({"--count", "1", "--json"}).out).at(0).at("gpus").at(1);
    EXPECT_EQ(gpu.at("used_memory"), 250);
    for (const char* const key : {"utilisation_percent", "celsius", "slowdown_celsius", "watts", "limit_watts",
                                  "joules", "megahertz", "memory_megahertz", "throttle_reasons", "processes"}) {
        EXPECT_TRUE(gpu.at(key).is_null()) << key;
    }
}

TEST_F(Devices, InAPipeWatchPrintsALineForEachDevice)
{
    const Outcome outcome = watch({"--count", "2"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 6) << outcome.out;
    EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
    EXPECT_THAT(outcome.out, HasSubstr("temperature 61 of 87 °C  power 312 of 700 W"));
    EXPECT_THAT(outcome.out, HasSubstr("throttled by power limit, temperature"));
    EXPECT_THAT(outcome.out, HasSubstr("busy n/a  memory 250 of 1000 bytes  temperature n/a  power n/a"));
}

TEST_F(Devices, WatchWithoutADriverSaysSoOnce)
{
    std::filesystem::create_directories(folder() / "driver");
    write("driver/libnvidia-ml.so.1", "no library");
    const Outcome outcome = hamnetProcess({.arguments = {"devices", "--watch", "--interval", "0.2", "--count", "2"},
                                           .environment = {"LD_LIBRARY_PATH=" + (folder() / "driver").string()}});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("NVIDIA driver"));
}

TEST_F(Devices, TheModuleForCudaIsTheOneBesideTheProgram)
{
    std::filesystem::copy_file(hamnetProgram(), folder() / "hamnet");
    write("libhamnet_cuda.so", "no library");
    const Outcome outcome = run((folder() / "hamnet").string(), {.arguments = {"devices"}, .folder = folder()});
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr((folder() / "libhamnet_cuda.so").string()));
}

TEST_F(Devices, HowToWatchIsForWatchOnly)
{
    EXPECT_EQ(hamnet({"devices", "--interval", "1"}).exitCode, 2);
    EXPECT_EQ(hamnet({"devices", "--count", "1"}).exitCode, 2);
    EXPECT_EQ(hamnet({"devices", "--watch", "--interval", "0.1"}).exitCode, 2) << "a GPU's figures are no newer";
}

TEST(DeviceFrame, HasARowForEachDeviceAndSaysWhatIsGone)
{
    engine::DeviceReading reading;
    reading.processor.machinePercent = 42;
    reading.gpus.resize(2);
    reading.gpus[0].name = "Some GPU";
    reading.gpus[1].name = "Lost \x1b[2J";
    reading.gpus[1].present = false;
    reading.gpus[0].utilisationPercent = 0;
    reading.gpus[0].throttleReasons.emplace();
    reading.gpus[0].processes = {{.id = 4711, .name = "hamnet", .bytes = std::int64_t(3) << 30}};
    const std::vector<std::string> lines = cli::frameOf(reading, "Some processor");
    const auto matches = [&](const std::string& pattern) {
        return std::ranges::any_of(
            lines, [&](const std::string& line) { return testing::Matches(testing::ContainsRegex(pattern))(line); });
    };
    EXPECT_TRUE(matches("^CPU +42 % +n/a"));
    EXPECT_TRUE(matches("^GPU 0 +0 % +n/a")) << "idle is told, the others are not";
    EXPECT_TRUE(matches("^GPU 1 +disconnected"));
    EXPECT_TRUE(matches("^ +4711 +GPU 0 +3.0 GiB +hamnet"));
    EXPECT_FALSE(matches("\x1b")) << "a name may not command the terminal";
    EXPECT_FALSE(matches("throttled"));
}

// On a terminal
// --------------------------------------------------------------------------------------------------

namespace {

/// The program at a terminal of its own, with someone at the keys.
class Sitting {
public:
    Sitting(const std::vector<std::string>& arguments, const std::vector<std::string>& environment)
    {
        const winsize size = {.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
        m_process = ::forkpty(&m_terminal, nullptr, nullptr, &size);
        if (m_process == 0) {
            const std::string program = hamnetProgram();
            std::vector<char*> words = {const_cast<char*>(program.c_str())};
            for (const std::string& argument : arguments) {
                words.push_back(const_cast<char*>(argument.c_str()));
            }
            words.push_back(nullptr);
            for (const std::string& setting : environment) {
                ::putenv(const_cast<char*>(setting.c_str()));
            }
            ::execv(program.c_str(), words.data());
            ::_exit(99);
        }
    }
    ~Sitting()
    {
        if (m_process > 0) {
            ::kill(m_process, SIGKILL);
            ::waitpid(m_process, nullptr, 0);
        }
        ::close(m_terminal);
    }
    Sitting(const Sitting&) = delete;
    Sitting& operator=(const Sitting&) = delete;

    bool there() const { return m_process > 0; }
    void press(char key) const { EXPECT_EQ(::write(m_terminal, &key, 1), 1); }

    /// Waits until it has written this so many times.
    bool waitFor(const std::string& text, int times)
    {
        return comesTrue([&] {
            read();
            int count = 0;
            for (std::size_t at = m_text.find(text); at != std::string::npos; at = m_text.find(text, at + 1)) {
                ++count;
            }
            return count >= times;
        });
    }

    /// Waits for its end; -1 where it goes on.
    int exitCode()
    {
        int status = 0;
        const bool over = comesTrue([&] {
            read();
            return ::waitpid(m_process, &status, WNOHANG) == m_process;
        });
        m_process = over ? -1 : m_process;
        return over && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    const std::string& text() const { return m_text; }

private:
    void read()
    {
        std::array<char, 4096> block;
        pollfd end = {m_terminal, POLLIN, 0};
        if (::poll(&end, 1, 20) > 0 && (end.revents & POLLIN) != 0) {
            const ssize_t size = ::read(m_terminal, block.data(), block.size());
            m_text.append(block.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
        } else if ((end.revents & POLLHUP) != 0) { // it has let go of the terminal, and ends soon
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }

    int m_terminal = -1;
    pid_t m_process = -1;
    std::string m_text;
};

} // namespace

TEST_F(Devices, OnATerminalItIsRedrawnInPlaceUntilQOrCtrlC)
{
    for (const char key : {'q', '\x03'}) {
        Sitting sitting({"devices", "--watch", "--interval", "0.2"}, withGpus());
        if (!sitting.there()) {
            GTEST_SKIP() << "this system has no pseudo-terminals: nothing is mounted at /dev/pts";
        }
        ASSERT_TRUE(sitting.waitFor("press q to quit", 3)) << sitting.text();
        EXPECT_THAT(sitting.text(), testing::ContainsRegex("\x1b\\[[0-9]+A")) << "up to where the last one began";
        sitting.press(key);
        EXPECT_EQ(sitting.exitCode(), 0);
    }
}
