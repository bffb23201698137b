// SPDX-License-Identifier: GPL-3.0-or-later
// What a process may have less of than the machine has: address space (ulimit -v), threads (ulimit -u).
#include "tests/app/workshop.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace {

using testing::HasSubstr;

constexpr std::uint64_t kibibyte = 1024;

/// What a run of some iterations takes many times over, on any machine.
constexpr std::uint64_t muchProcessorTime = 30;

/// Whether it did its work, or told in one sentence why it could not.
testing::AssertionResult worksOrIsRefused(const Outcome& outcome)
{
    if (outcome.exitCode == 0) {
        return testing::AssertionSuccess();
    }
    const auto lines = std::count(outcome.err.begin(), outcome.err.end(), '\n');
    if (outcome.exitCode == 4 && lines == 1 && outcome.err.starts_with("hamnet: ")) {
        return testing::AssertionSuccess() << outcome.err;
    }
    return testing::AssertionFailure() << "exit code " << outcome.exitCode << ", signal " << outcome.signal << ": "
                                       << outcome.err;
}

std::vector<std::string> training(const std::string& engine, const std::vector<std::string>& more)
{
    return joined({"train", "tiny.prototxt", "--data", "text.txt", "--device", "cpu", "--engine", engine, "--threads",
                   "4", "--json"},
                  more);
}

/// With products so large that several threads compute them, and each needs OpenBLAS's memory.
std::string wideModel()
{
    return changed(tinyModel(),
                   {{"batch_size: 2", "batch_size: 16"}, {"num_output: 8", "num_output: 128"}, {"dim: 8", "dim: 128"}});
}

class Limits : public Workshop {
protected:
    Limits() { write("tiny.prototxt", wideModel()); }

    /// Whether training works with so much address space, in KiB. It must work or be refused.
    bool worksWith(const std::string& engine, std::uint64_t space) const
    {
        const Outcome outcome = hamnetProcess({.arguments = training(engine, {"--iterations", "5", "--overwrite"}),
                                               .maxAddressSpace = space * kibibyte,
                                               .maxProcessorSeconds = muchProcessorTime});
        EXPECT_TRUE(worksOrIsRefused(outcome)) << engine << ", ulimit -v " << space;
        return outcome.exitCode == 0;
    }
};

/// Values of ulimit -v, in KiB: from less than the libraries take to more than the net needs.
constexpr std::array<std::uint64_t, 14> addressSpaces = {140'000, 155'000, 170'000, 185'000,  200'000,
                                                         225'000, 260'000, 300'000, 340'000,  390'000,
                                                         450'000, 560'000, 750'000, 1'000'000};

TEST_F(Limits, OfAddressSpaceLetTrainingWorkOrAreToldInASentence)
{
#ifdef HAMNET_SANITIZED
    GTEST_SKIP() << "the sanitizers' own memory is beyond any limit of address space";
#endif
    for (const char* const engine : {"caffe", "onednn"}) {
        std::uint64_t refused = addressSpaces.front(), works = addressSpaces.back();
        for (const std::uint64_t space : addressSpaces) {
            if (worksWith(engine, space)) {
                works = std::min(works, space);
            } else if (space < works) { // above, the addresses that the system chose may have lain badly
                refused = space;
            }
        }
        ASSERT_LT(refused, works) << engine;
        // Where a little lacks is where libraries crash: the steps below the smallest limit that lets it work.
        while (works - refused > 1'000) {
            const std::uint64_t middle = (refused + works) / 2;
            (worksWith(engine, middle) ? works : refused) = middle;
        }
        for (std::uint64_t space = refused; space > refused - 24'000; space -= 1'000) {
            worksWith(engine, space);
        }
    }
}

TEST_F(Limits, OfAddressSpaceDoNotKeepAStopFromEndingIt)
{
#ifdef HAMNET_SANITIZED
    GTEST_SKIP() << "the sanitizers' own memory is beyond any limit of address space";
#endif
    for (const std::uint64_t space : addressSpaces) {
        Launch launch{.arguments = training("caffe", {"--seconds", "600", "--no-checkpoint"}),
                      .folder = folder(),
                      .maxAddressSpace = space * kibibyte,
                      .maxProcessorSeconds = muchProcessorTime};
        Process process(hamnetProgram(), launch);
        process.waitFor(R"("event":"train")");
        process.send(SIGTERM);
        const Outcome outcome = process.wait();
        EXPECT_TRUE(outcome.exitCode == 130 || worksOrIsRefused(outcome))
            << "ulimit -v " << space << ": exit code " << outcome.exitCode << ", signal " << outcome.signal << ": "
            << outcome.err;
    }
}

TEST_F(Limits, OfThreadsLetTrainingWorkOrAreToldInASentence)
{
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root starts a program as another user, and ulimit -u does not hold for root";
    }
    const auto user = static_cast<std::uint32_t>(58'000 + ::getpid() % 2'000); // who has no other process
    ASSERT_EQ(::chown(folder().c_str(), user, user), 0);
    const auto outcomeWith = [&](std::uint64_t threads, std::vector<std::string> words) {
        return hamnetProcess({.arguments = std::move(words),
                              .maxProcessorSeconds = muchProcessorTime,
                              .user = LimitedUser{.id = user, .maxThreads = threads}});
    };
    if (outcomeWith(100, {"--version"}).exitCode != 0) {
        GTEST_SKIP() << "another user may not run " << hamnetProgram();
    }
    for (const std::uint64_t threads : {1, 2, 3, 4, 5, 20}) {
        const Outcome outcome = outcomeWith(threads, training("onednn", {"--iterations", "5", "--overwrite"}));
        EXPECT_TRUE(worksOrIsRefused(outcome)) << "ulimit -u " << threads;
        EXPECT_EQ(outcome.exitCode, threads <= 2 ? 4 : 0) << "ulimit -u " << threads << ": " << outcome.err;
        if (outcome.exitCode == 4) {
            EXPECT_THAT(outcome.err, HasSubstr("the system starts no more threads for this process (ulimit -u"));
        }
    }
}

} // namespace
