// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/group/socket_group.h"

#include "engine/devices/group/message_socket.h"
#include "engine/devices/group/own_program.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds betweenSigns{1}, longestSilence{10}, longestEnd{5};

// How messages to rank 0 begin.
constexpr char isAnswer = 'a', isFailure = 'e';

[[noreturn]] void failToStart(int error)
{
    throw Error(
        say(ENGINE_TEXT("Sentences", "the process of a further device cannot be started: %1"), std::strerror(error)));
}

/// Ends that close themselves.
class Ends {
public:
    Ends(int first, int second) : m_ends{first, second} {}
    ~Ends()
    {
        for (const int end : m_ends) {
            if (end >= 0) {
                ::close(end);
            }
        }
    }
    Ends(const Ends&) = delete;
    Ends& operator=(const Ends&) = delete;
    int operator[](std::size_t index) const { return m_ends[index]; }
    int release(std::size_t index) { return std::exchange(m_ends[index], -1); }

private:
    std::array<int, 2> m_ends;
};

Ends makeSockets()
{
    std::array<int, 2> ends = {};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        failToStart(errno);
    }
    return {ends[0], ends[1]};
}

Ends makePipe()
{
    std::array<int, 2> ends = {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        failToStart(errno);
    }
    return {ends[0], ends[1]};
}

} // namespace

// Rank 0
// ---------------------------------------------------------------------------------------------------------------

LeadingGroup::LeadingGroup(const std::vector<std::string>& devices, const std::vector<std::string>& words)
{
    for (const std::string& device : devices) {
        m_members.push_back({.device = device});
    }
    try {
        for (Member& member : m_members) {
            start(member, words);
        }
        for (int rank = 1; rank < size(); ++rank) {
            const std::string place = std::to_string(rank) + " " + std::to_string(size());
            static_cast<void>(sendMessage(m_members[static_cast<std::size_t>(rank) - 1].socket, place));
        }
        m_watcher = std::jthread([this](const std::stop_token& stop) { watch(stop); });
    } catch (...) {
        close();
        throw;
    }
}

LeadingGroup::~LeadingGroup()
{
    m_watcher = {};
    close();
}

void LeadingGroup::start(Member& member, const std::vector<std::string>& words)
{
    Ends sockets = makeSockets(), signs = makePipe();
    std::vector<std::string> called = {"hamnet"};
    called.insert(called.end(), words.begin(), words.end());
    member.process = engine::start({.words = std::move(called), .input = sockets[1], .output = signs[1]});
    member.socket = sockets.release(0);
    member.signs = signs.release(0);
    member.seen = Clock::now();
}

/// Each then reads the end of its input, and goes.
void LeadingGroup::close()
{
    for (const Member& member : m_members) {
        if (member.socket >= 0) {
            ::close(member.socket);
        }
    }
    const Clock::time_point begin = Clock::now();
    for (const Member& member : m_members) {
        if (member.process <= 0) {
            continue;
        }
        while (::waitpid(member.process, nullptr, WNOHANG) == 0) {
            if (Clock::now() - begin > longestEnd) {
                ::kill(member.process, SIGKILL);
                while (::waitpid(member.process, nullptr, 0) < 0 && errno == EINTR) {}
                break;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        ::close(member.signs);
    }
}

void LeadingGroup::watch(const std::stop_token& stop)
{
    while (!stop.stop_requested() && m_lost < 0) {
        std::vector<pollfd> signs;
        for (const Member& member : m_members) {
            signs.push_back({member.signs, POLLIN, 0});
        }
        ::poll(signs.data(), signs.size(), 100);
        for (std::size_t index = 0; index < m_members.size(); ++index) {
            const bool ended = signs[index].revents != 0 && !isAlive(m_members[index]);
            const bool silent = Clock::now() - m_members[index].seen > longestSilence;
            if (ended || silent) {
                if (silent) {
                    ::kill(m_members[index].process, SIGKILL);
                }
                lose(index);
                break;
            }
        }
    }
}

/// Reads what a member has shown; false where it has ended.
bool LeadingGroup::isAlive(Member& member) const
{
    std::array<char, 4096> shown = {};
    const ssize_t got = ::read(member.signs, shown.data(), shown.size());
    if (got > 0) {
        member.seen = Clock::now();
    }
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

void LeadingGroup::lose(std::size_t member)
{
    int none = -1;
    m_lost.compare_exchange_strong(none, static_cast<int>(member));
    const std::scoped_lock lock(m_mutex);
    if (m_whenLost) {
        m_whenLost();
    }
}

void LeadingGroup::whenLost(std::function<void()> act)
{
    const std::scoped_lock lock(m_mutex);
    m_whenLost = std::move(act);
    if (m_lost >= 0 && m_whenLost) {
        m_whenLost();
    }
}

void LeadingGroup::requireAll()
{
    if (m_lost >= 0) {
        throwLost(static_cast<std::size_t>(m_lost));
    }
}

/// With its last words, where it had some.
void LeadingGroup::throwLost(std::size_t member)
{
    const Member& lost = m_members[member];
    while (const std::optional<std::string> words = receiveMessage(lost.socket, [] { return true; })) {
        if (!words->empty() && words->front() == isFailure) {
            throw Error(say("%1: %2", lost.device, words->substr(1)));
        }
    }
    throw Error(say(ENGINE_TEXT("Sentences", "the process that trains on %1 has ended"), lost.device));
}

void LeadingGroup::tell(std::string_view message)
{
    requireAll();
    for (std::size_t index = 0; index < m_members.size(); ++index) {
        if (!sendMessage(m_members[index].socket, message)) {
            throwLost(index);
        }
    }
}

std::vector<std::string> LeadingGroup::answers()
{
    std::vector<std::string> all;
    for (std::size_t index = 0; index < m_members.size(); ++index) {
        std::optional<std::string> answer;
        try {
            answer = receiveMessage(m_members[index].socket, [this] { return m_lost < 0; });
        } catch (const CancelledError&) {
            requireAll();
        }
        if (!answer) {
            throwLost(index);
        }
        if (answer->front() == isFailure) {
            throw Error(say("%1: %2", m_members[index].device, answer->substr(1)));
        }
        all.push_back(answer->substr(1));
    }
    return all;
}

std::string LeadingGroup::hear()
{
    assert(false && "rank 0 tells");
    return {};
}

void LeadingGroup::answer(std::string_view)
{
    assert(false && "rank 0 tells");
}

void LeadingGroup::fail(std::string_view)
{
    assert(false && "rank 0 tells");
}

// The others
// ----------------------------------------------------------------------------------------------------------------

FollowingGroup::FollowingGroup()
{
    ::signal(SIGPIPE, SIG_IGN);
    m_showsLife = std::jthread([](const std::stop_token& stop) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any stops;
        while (!stop.stop_requested()) {
            if (::write(STDOUT_FILENO, ".", 1) < 0 && errno == EPIPE) {
                std::_Exit(EXIT_FAILURE); // rank 0 has gone, and the thread of the device may wait for it
            }
            stops.wait_for(lock, stop, betweenSigns, [] { return false; });
        }
    });
    const std::string place = hear();
    m_rank = std::atoi(place.c_str());
    m_size = std::atoi(place.substr(place.find(' ') + 1).c_str());
}

FollowingGroup::~FollowingGroup() = default;

std::string FollowingGroup::hear()
{
    std::optional<std::string> message = receiveMessage(STDIN_FILENO);
    if (!message) {
        throw CancelledError(ENGINE_TEXT("Sentences", "the process that leads the run has ended"));
    }
    return std::move(*message);
}

void FollowingGroup::answer(std::string_view message)
{
    static_cast<void>(sendMessage(STDIN_FILENO, isAnswer + std::string(message))); // hear() tells where it has gone
}

void FollowingGroup::fail(std::string_view sentence)
{
    static_cast<void>(sendMessage(STDIN_FILENO, isFailure + std::string(sentence)));
}

void FollowingGroup::tell(std::string_view)
{
    assert(false && "only rank 0 tells");
}

std::vector<std::string> FollowingGroup::answers()
{
    assert(false && "only rank 0 takes answers");
    return {};
}

} // namespace engine
