// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_watch.h"
#include "tests/app/terminal.h"
#include "tests/app/workshop.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

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

TEST_F(Devices, OnATerminalItIsRedrawnInPlaceUntilQOrCtrlC)
{
    if (!Terminal::isPossible()) {
        GTEST_SKIP() << "this system has no pseudo-terminals: nothing is mounted at /dev/pts";
    }
    for (const char key : {'q', '\x03'}) {
        Terminal terminal(80);
        Process sitting("/usr/bin/setsid",
                        {.arguments = {"--ctty", hamnetProgram(), "devices", "--watch", "--interval", "0.2"},
                         .inputFile = terminal.name(),
                         .outputFile = terminal.name(),
                         .environment = withGpus()});
        const std::regex drawn("press q to quit"), goesUp("\x1b\\[[0-9]+A");
        const auto isDrawnThreeTimes = [&] {
            const std::string text = terminal.text();
            return std::distance(std::sregex_iterator(text.begin(), text.end(), drawn), std::sregex_iterator()) >= 3;
        };
        ASSERT_TRUE(comesTrue(isDrawnThreeTimes)) << terminal.text();
        EXPECT_TRUE(std::regex_search(terminal.text(), goesUp)) << "up to where the last one began";
        terminal.press(key);
        EXPECT_EQ(sitting.wait().exitCode, 0);
    }
}
