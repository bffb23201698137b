// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/train_process.h"

#include "app/watch/detached_process.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace queue {

TrainProcess::TrainProcess(const watch::RunFolder& folder, const std::vector<std::string>& arguments)
{
    std::array<int, 2> ends = {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "a training cannot be started in %1: %2"),
                                        folder.path().string(), std::string(std::strerror(errno))));
    }
    m_out = ends[0];
    std::vector<std::string> words = {"hamnet", attachedWord, std::to_string(::getpid())};
    words.insert(words.end(), arguments.begin(), arguments.end());
    try {
        m_process = watch::startDetached(
            {.words = std::move(words), .folder = folder.path(), .errors = folder.errors(), .out = ends[1]});
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
