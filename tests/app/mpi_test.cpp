// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/workshop.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <fstream>

namespace {

using testing::HasSubstr;

constexpr const char* launcher = "/usr/bin/mpirun";

/// Runs that mpirun starts as several processes, on processors alone.
class Mpi : public Workshop {
protected:
    void SetUp() override
    {
        if (!std::filesystem::exists(launcher) || !std::filesystem::exists(mpiModule())) {
            GTEST_SKIP() << "Open MPI is not installed, so nothing runs as several processes";
        }
        write("eight.prototxt", changed(tinyModel(), {{"batch_size: 2", "batch_size: 8"}}));
    }

    Launch launch(int processes, const std::vector<std::string>& more) const
    {
        Launch launch{.arguments = {"--oversubscribe", "--bind-to", "none", "-n", std::to_string(processes),
                                    hamnetProgram(), "train", "eight.prototxt", "--data", "text.txt", "--device", "cpu",
                                    "--threads", "1", "--json", "--seed", "3"},
                      .folder = folder(),
                      .environment = environment()};
        launch.arguments.insert(launch.arguments.end(), more.begin(), more.end());
        return launch;
    }

    /// A run that would go on for days, with checkpoints.
    const std::vector<std::string> endless = {"--iterations",       "100000000", "--every",          "100",
                                              "--checkpoint-every", "20",        "--validate-every", "0",
                                              "--sample-every",     "0",         "--checkpoint",     "net.hamnet"};

    std::vector<std::string> environment() const
    {
        return {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", mark()};
    }

    /// By which the processes of this test are known among those of others.
    std::string mark() const { return "HAMNET_TEST=" + folder().string(); }

    Outcome train(int processes, const std::vector<std::string>& more) const
    {
        return processes == 1 ? alone(more) : ::run(launcher, launch(processes, more));
    }

    static void expectSameLosses(const Outcome& one, const Outcome& several)
    {
        ASSERT_EQ(one.exitCode, 0) << one.err;
        ASSERT_EQ(several.exitCode, 0) << several.err;
        EXPECT_THAT(losses(several), testing::Pointwise(testing::DoubleNear(1e-5), losses(one)));
    }

    /// Those of a rank of this test's run, by what the launcher tells them.
    std::vector<pid_t> processes(int rank) const
    {
        std::vector<pid_t> found;
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            std::ifstream file(entry.path() / "environ", std::ios::binary);
            const std::string environment((std::istreambuf_iterator<char>(file)), {});
            const std::string name = entry.path().filename();
            if (environment.find("OMPI_COMM_WORLD_RANK=" + std::to_string(rank)) != std::string::npos &&
                environment.find(mark()) != std::string::npos &&
                name.find_first_not_of("0123456789") == std::string::npos) {
                found.push_back(std::stoi(name));
            }
        }
        return found;
    }

private:
    Outcome alone(const std::vector<std::string>& more) const
    {
        const Launch one = launch(1, more);
        return hamnet({std::ranges::find(one.arguments, "train"), one.arguments.end()});
    }
};

TEST_F(Mpi, FourProcessesTrainTheRunOfOne)
{
    const std::vector<std::string> more = {"--iterations", "100", "--checkpoint", "one.hamnet"};
    const Outcome one = train(1, more);
    const Outcome four = train(4, {"--iterations", "100", "--checkpoint", "four.hamnet"});
    expectSameLosses(one, four);
    EXPECT_EQ(events(four.out, "start").size(), 1U) << "rank 0 prints alone";
    EXPECT_NEAR(events(four.out, "validation").at(0).at("loss").get<double>(),
                events(one.out, "validation").at(0).at("loss").get<double>(), 1e-4);

    // One process goes on with what four have saved.
    done({"train", "--resume", "four.hamnet", "--iterations", "110", "--json"});
}

TEST_F(Mpi, WhatCannotBeSharedOutIsSaid)
{
    const Outcome outcome = train(9, {"--iterations", "1", "--no-checkpoint"});
    EXPECT_NE(outcome.exitCode, 0);
    EXPECT_THAT(outcome.err, HasSubstr("a batch size of 8 is too small for 9 devices"));
}

TEST_F(Mpi, ARankThatIsKilledOrHangsEndsAllAndLeavesACheckpoint)
{
    for (const auto& [signal, words] :
         {std::pair(SIGKILL, "signal 9"), std::pair(SIGSTOP, "another process of the run has not answered for 15 s")}) {
        Process run(launcher, launch(3, endless));
        ASSERT_TRUE(run.waitFor("\"iteration\":200,"));
        const std::vector<pid_t> ranks = processes(2);
        ASSERT_EQ(ranks.size(), 1U);
        ::kill(ranks.front(), signal);
        const Outcome outcome = run.wait();
        EXPECT_NE(outcome.exitCode, 0);
        EXPECT_THAT(outcome.err, HasSubstr(words));
        EXPECT_EQ(hamnet({"info", "net.hamnet"}).exitCode, 0) << "the last checkpoint is whole";
        std::filesystem::remove(folder() / "net.hamnet");
    }
}

/// Runs that mpirun starts on two machines, which are network namespaces here.
class MpiHosts : public Mpi {
protected:
    void SetUp() override
    {
        Mpi::SetUp();
        const std::string cut = "/usr/bin/nsenter";
        if (!std::filesystem::exists(cut)) {
            GTEST_SKIP() << cut << " is missing, by which a machine leaves the network";
        }
        Launch trial{.arguments = onHosts(), .environment = environment()};
        trial.arguments.insert(trial.arguments.end(), {"-n", "2", "--map-by", "node", "true"});
        const Outcome outcome = ::run(hosts, trial);
        if (outcome.exitCode != 0) {
            GTEST_SKIP()
                << "mpirun starts nothing in network namespaces here, which takes root, iproute2 and the words of "
                   "Open MPI 4: "
                << outcome.err;
        }
    }

    Launch launchOnHosts(const std::vector<std::string>& more) const
    {
        Launch two = launch(4, more);
        const std::vector<std::string> words = onHosts();
        two.arguments.insert(two.arguments.begin(), words.begin(), words.end());
        return two;
    }

    std::vector<std::string> onHosts() const
    {
        std::vector<std::string> words = {launcher, "-H", "east:2,west:2"};
        const std::vector<std::pair<std::string, std::string>> settings = {
            {"plm_rsh_agent", hosts + " --on"},
            {"btl", "self,tcp"},
            {"btl_tcp_if_include", network},
            {"oob_tcp_if_include", network},
            {"oob_tcp_keepalive_time", "5"},
            {"oob_tcp_keepalive_intvl", "1"}, // mpirun itself waits for minutes else
            {"oob_tcp_keepalive_probes", "3"}};
        for (const auto& [name, value] : settings) {
            words.insert(words.end(), {"--mca", name, value});
        }
        return words;
    }

    const std::string hosts = (sourceRoot() / "tests/app/two_hosts").string();
    static constexpr const char* network = "10.99.0.0/24";
};

TEST_F(MpiHosts, TwoMachinesTrainTheRunOfOne)
{
    const Outcome one = train(1, {"--iterations", "50", "--no-checkpoint"});
    const Outcome two = ::run(hosts, launchOnHosts({"--iterations", "50", "--checkpoint", "two.hamnet"}));
    expectSameLosses(one, two);
    EXPECT_TRUE(has("two.hamnet"));
}

TEST_F(MpiHosts, AMachineThatLeavesTheNetworkEndsAllAndLeavesACheckpoint)
{
    Process run(hosts, launchOnHosts(endless));
    ASSERT_TRUE(run.waitFor("\"iteration\":200,"));
    const std::vector<pid_t> west = processes(3);
    ASSERT_EQ(west.size(), 1U);
    const Launch cut{.arguments = {"-t", std::to_string(west.front()), "-n", "ip", "link", "set", "eth0", "down"}};
    ASSERT_EQ(::run("/usr/bin/nsenter", cut).exitCode, 0);
    const Outcome outcome = run.wait();
    EXPECT_NE(outcome.exitCode, 0);
    EXPECT_EQ(hamnet({"info", "net.hamnet"}).exitCode, 0) << "the last checkpoint is whole";
    EXPECT_TRUE(comesTrue([&] { return processes(3).empty(); }))
        << "on the machine that was lost they end by themselves";
}

} // namespace
