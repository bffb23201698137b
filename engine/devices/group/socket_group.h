// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/group/process_group.h"

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace engine {

// Processes of one machine: rank 0 starts the others, this program once more each, and talks with them over sockets.
// Each of the others shows every second that it is alive. One that ends or does not show it for ten seconds is lost;
// when rank 0 goes, however it does, the others end by themselves.

/// Rank 0.
class LeadingGroup final : public ProcessGroup {
public:
    /// Starts a process for each of the devices, "CUDA:1", which stand in errors. `words` are the arguments with which
    /// the program calls FollowingGroup. Throws Error where a process does not start.
    LeadingGroup(const std::vector<std::string>& devices, const std::vector<std::string>& words);
    ~LeadingGroup() override;
    LeadingGroup(const LeadingGroup&) = delete;
    LeadingGroup& operator=(const LeadingGroup&) = delete;

    int rank() const override { return 0; }
    int size() const override { return static_cast<int>(m_members.size()) + 1; }
    void tell(std::string_view message) override;
    std::string hear() override;
    void answer(std::string_view message) override;
    void fail(std::string_view sentence) override;
    std::vector<std::string> answers() override;
    void whenLost(std::function<void()> act) override;
    void requireAll() override;

    pid_t process(int rank) const { return m_members.at(static_cast<std::size_t>(rank) - 1).process; } ///< not of 0

private:
    struct Member {
        std::string device;
        pid_t process = -1;
        int socket = -1;
        int signs = -1; ///< of life: the reading end of a pipe
        std::chrono::steady_clock::time_point seen = {};
    };

    void start(Member& member, const std::vector<std::string>& words);
    void close();
    void watch(const std::stop_token& stop);
    bool isAlive(Member& member) const;
    void lose(std::size_t member);
    [[noreturn]] void throwLost(std::size_t member);

    std::vector<Member> m_members;
    std::atomic<int> m_lost = -1; ///< index of the first member that is; -1: none
    std::mutex m_mutex;           ///< of what follows
    std::function<void()> m_whenLost;
    std::jthread m_watcher; ///< last: it uses all of the above
};

/// One of the others: talks over its standard input and shows on its standard output that it is alive.
class FollowingGroup final : public ProcessGroup {
public:
    FollowingGroup();
    ~FollowingGroup() override;
    FollowingGroup(const FollowingGroup&) = delete;
    FollowingGroup& operator=(const FollowingGroup&) = delete;

    int rank() const override { return m_rank; }
    int size() const override { return m_size; }
    void tell(std::string_view message) override;
    std::string hear() override;
    void answer(std::string_view message) override;
    void fail(std::string_view sentence) override;
    std::vector<std::string> answers() override;

private:
    int m_rank = 0, m_size = 0;
    std::jthread m_showsLife;
};

} // namespace engine
