// SPDX-License-Identifier: GPL-3.0-or-later
// A run that keeps earlier checkpoints is ended at each step that its saves ask of the system, and goes on.
#include "engine/training/run/best.h"
#include "engine/training/run/run_saver.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/support/temporary_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>

namespace {

namespace fs = std::filesystem;

int stepsLeft = -1; ///< of this process, until it ends without another word; negative: for ever

void step()
{
    if (stepsLeft >= 0 && stepsLeft-- == 0) {
        ::_exit(1);
    }
}

} // namespace

// In place of the system library's, for all of the program.
extern "C" {

int rename(const char* from, const char* to) noexcept
{
    step();
    return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int link(const char* from, const char* to) noexcept
{
    step();
    return static_cast<int>(::syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int unlink(const char* file) noexcept
{
    step();
    return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, file, 0));
}

int remove(const char* file) noexcept
{
    const int result = ::unlink(file);
    return result != 0 && errno == EISDIR ? ::rmdir(file) : result;
}

} // extern "C"

namespace {

constexpr std::int64_t lastIteration = 30, saveEvery = 5, validateEvery = 6;
constexpr std::int64_t keptLast = 3, keptBest = 2;

/// A run that gets better at each validation.
engine::Checkpoint stateAt(std::int64_t iteration)
{
    engine::Checkpoint state = engine::sampleCheckpoint();
    state.solver = "type: \"SGD\"\n";
    state.iteration = iteration;
    state.bestIteration = iteration / validateEvery * validateEvery;
    state.bestValidationLoss = state.bestIteration > 0 ? 1.0 / static_cast<double>(state.bestIteration) : NAN;
    return state;
}

/// Goes on with what is saved, as the trainer does; from the start where nothing is.
void trainOn(const fs::path& folder)
{
    const fs::path file = folder / "x.hamnet";
    const engine::Checkpoint first = fs::exists(file) ? engine::loadCheckpoint(file) : stateAt(0);
    engine::RunSaver saver(file, first);
    saver.keep(keptLast, keptBest);
    const auto told = [](std::int64_t, const fs::path&, bool) {};
    for (std::int64_t iteration = first.iteration + 1; iteration <= lastIteration; ++iteration) {
        const engine::Checkpoint state = stateAt(iteration);
        if (iteration % validateEvery == 0 && saver.isBest(state.bestValidationLoss)) {
            saver.saveBest(state, told);
        }
        if (iteration % saveEvery == 0) {
            saver.save(state, told);
        }
    }
}

/// The files, and of which iteration they are; -1 of one that does not open.
std::map<std::string, std::int64_t> iterationsIn(const fs::path& folder)
{
    std::map<std::string, std::int64_t> found;
    for (const std::string& name : engine::namesIn(folder)) {
        try {
            found[name] = engine::loadCheckpoint(folder / name).iteration;
        } catch (const engine::Error&) {
            found[name] = -1;
        }
    }
    return found;
}

class KeptCheckpoints : public testing::Test {
protected:
    fs::path makeFolder(const std::string& name) const
    {
        fs::create_directory(m_folder.path() / name);
        return m_folder.path() / name;
    }

    /// Whether it came to its end in so many steps.
    static bool trainsIn(int steps, const fs::path& folder)
    {
        const pid_t child = ::fork();
        if (child == 0) {
            stepsLeft = steps;
            try {
                trainOn(folder);
            } catch (...) { // else this child would go on with the parent's tests
                ::_exit(2);
            }
            ::_exit(0);
        }
        int status = -1;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

private:
    TemporaryFolder m_folder;
};

/// Of those that end in ".hamnet" and begin so, how many different iterations there are.
std::size_t kept(const std::map<std::string, std::int64_t>& files, const std::string& start)
{
    std::map<std::int64_t, std::string> iterations;
    for (const auto& [name, iteration] : files) {
        const bool isBest = name.find(".best") != std::string::npos;
        if (name.front() != '.' && isBest == (start == "x.best")) {
            iterations[iteration] = name;
        }
    }
    return iterations.size();
}

} // namespace

TEST_F(KeptCheckpoints, AreTheSameWhereverTheRunWasEnded)
{
    const fs::path calm = makeFolder("calm");
    trainOn(calm);
    const std::map<std::string, std::int64_t> wanted = iterationsIn(calm);
    EXPECT_EQ(wanted, (std::map<std::string, std::int64_t>{{"x.at-20.hamnet", 20},
                                                           {"x.at-25.hamnet", 25},
                                                           {"x.best-at-24.hamnet", 24},
                                                           {"x.best.hamnet", 30},
                                                           {"x.hamnet", 30}}));
    int ends = 0;
    for (bool isDone = false; !isDone; ++ends) {
        const fs::path folder = makeFolder(std::to_string(ends));
        isDone = trainsIn(ends, folder);
        const std::map<std::string, std::int64_t> left = iterationsIn(folder);
        const std::int64_t saved = left.contains("x.hamnet") ? left.at("x.hamnet") : 0;
        EXPECT_GE(kept(left, "x."), static_cast<std::size_t>(std::min(keptLast, saved / saveEvery))) << ends;
        trainOn(folder);
        EXPECT_EQ(iterationsIn(folder), wanted) << "ended after step " << ends;
    }
    EXPECT_GT(ends, 20) << "what a save asks of the system has changed";
}
