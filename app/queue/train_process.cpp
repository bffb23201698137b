// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/train_process.h"

#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace queue {
namespace {

[[noreturn]] void fail(int error, const TrainCall& call)
{
    throw engine::Error(
        engine::say(ENGINE_TEXT("Sentences", "a training cannot be started in %1: %2; see that the folder is "
                                             "there, and that more processes may run"),
                    call.folder.string(), std::string(std::strerror(error))));
}

/// Starts it with the descriptor as its output.
pid_t start(const TrainCall& call, int out)
{
    const engine::FileDescriptor errors =
        engine::openOwnFile(call.errors, O_WRONLY | O_TRUNC, engine::chooseAnotherFolder);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.number(), STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, call.folder.c_str());
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    // In a group of its own: else Ctrl-C and our own stop would be two signals, and the second ends it without a save.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    std::vector<std::string> words = {"hamnet", attachedWord, std::to_string(::getpid())};
    words.insert(words.end(), call.arguments.begin(), call.arguments.end());
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t process = -1;
    const int error = ::posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        fail(error, call);
    }
    return process;
}

} // namespace

TrainProcess::TrainProcess(const TrainCall& call)
{
    std::array<int, 2> ends = {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        fail(errno, call);
    }
    m_out = ends[0];
    try {
        m_process = start(call, ends[1]);
    } catch (...) {
        ::close(ends[0]);
        ::close(ends[1]);
        throw;
    }
    ::close(ends[1]);
}

TrainProcess::~TrainProcess()
{
    if (m_process > 0) {
        stop();
        ::close(m_out); // so that it does not wait for a reader
        m_out = -1;
        wait();
    }
    if (m_out >= 0) {
        ::close(m_out);
    }
}

bool TrainProcess::readLines(std::chrono::milliseconds wait, const std::function<void(std::string_view)>& take)
{
    pollfd end = {m_out, POLLIN, 0};
    if (::poll(&end, 1, static_cast<int>(wait.count())) <= 0) {
        return true;
    }
    std::array<char, 65536> block;
    const ssize_t size = ::read(m_out, block.data(), block.size());
    if (size < 0) {
        return errno == EINTR || errno == EAGAIN;
    }
    m_part.append(block.data(), static_cast<std::size_t>(size));
    std::size_t begin = 0;
    for (std::size_t stop = 0; (stop = m_part.find('\n', begin)) != std::string::npos; begin = stop + 1) {
        take(std::string_view(m_part).substr(begin, stop - begin));
    }
    m_part.erase(0, begin);
    return size > 0;
}

void TrainProcess::stop()
{
    if (!m_isStopped && m_process > 0) {
        ::kill(m_process, SIGTERM);
    }
    m_isStopped = true;
}

TrainProcess::End TrainProcess::wait()
{
    int status = 0;
    while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {}
    m_process = -1;
    return {.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

bool attachToParent(pid_t parent)
{
    return ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == parent;
}

} // namespace queue
