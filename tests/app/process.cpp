// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/process.h"

#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace {

constexpr std::chrono::milliseconds longest{patience};

struct Pipe {
    int readEnd, writeEnd;
};

Pipe openPipe()
{
    std::array<int, 2> ends = {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::runtime_error("no pipe");
    }
    return {ends[0], ends[1]};
}

void limit(int resource, const std::optional<std::uint64_t>& most)
{
    if (most) {
        const rlimit value = {*most, *most};
        ::setrlimit(resource, &value);
    }
}

/// In the new process, before the program: only what may be done between fork and exec.
void become(char* const* arguments, const Launch& launch, int input, int out, int err)
{
    ::dup2(input, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    if (!launch.folder.empty() && ::chdir(launch.folder.c_str()) != 0) {
        _exit(126);
    }
    limit(RLIMIT_FSIZE, launch.maxFileBytes);
    if (launch.maxFileBytes) {
        ::signal(SIGXFSZ, SIG_IGN); // then a write that is too long fails, as on a full disk
    }
    limit(RLIMIT_CPU, launch.maxProcessorSeconds);
    if (launch.user) {
        limit(RLIMIT_NPROC, launch.user->maxThreads);
        if (::setgroups(0, nullptr) != 0 || ::setgid(launch.user->id) != 0 || ::setuid(launch.user->id) != 0) {
            _exit(126);
        }
    }
    // What is tested computes on the processor, on any machine, unless it is told another device.
    ::setenv("CUDA_VISIBLE_DEVICES", "", 1);
    for (const std::string& setting : launch.environment) {
        ::putenv(const_cast<char*>(setting.c_str()));
    }
    limit(RLIMIT_AS, launch.maxAddressSpace); // last, as what comes before takes memory
    ::execv(arguments[0], arguments);
    _exit(127);
}

/// Appends what can be read; false at the end of the file.
bool append(int descriptor, std::string& text)
{
    std::array<char, 65536> block;
    const ssize_t size = ::read(descriptor, block.data(), block.size());
    if (size > 0) {
        text.append(block.data(), static_cast<std::size_t>(size));
    }
    return size > 0 || (size < 0 && errno == EINTR);
}

void closeOnce(int& descriptor)
{
    if (descriptor >= 0) {
        ::close(descriptor);
        descriptor = -1;
    }
}

} // namespace

engine::FileDescriptor fileWith(const std::string& text)
{
    engine::FileDescriptor file(::memfd_create("hamnet", MFD_CLOEXEC));
    if (::write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
        ::lseek(file.number(), 0, SEEK_SET) != 0) {
        throw std::runtime_error("no file in memory");
    }
    return file;
}

FilledPipe::FilledPipe(const std::string& text)
{
    const Pipe pipe = openPipe();
    const engine::FileDescriptor writer(pipe.writeEnd);
    m_end = engine::FileDescriptor(pipe.readEnd);
    if (::write(writer.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        throw std::runtime_error("the pipe is full");
    }
}

Process::Process(const std::string& program, const Launch& launch)
{
    std::vector<std::string> words = launch.arguments;
    words.insert(words.begin(), program);
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);

    const int input = launch.inputFile.empty() ? fileWith(launch.input).release()
                                               : ::open(launch.inputFile.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC);
    const Pipe out = openPipe(), err = openPipe();
    const int file =
        launch.outputFile.empty() ? -1 : ::open(launch.outputFile.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    m_process = ::fork();
    if (m_process == 0) {
        become(arguments.data(), launch, input, file >= 0 ? file : out.writeEnd, err.writeEnd);
    }
    ::close(input);
    ::close(out.writeEnd);
    ::close(err.writeEnd);
    if (file >= 0) {
        ::close(file);
    }
    m_out = out.readEnd;
    m_err = err.readEnd;
}

Process::~Process()
{
    if (!m_over) {
        send(SIGKILL);
        static_cast<void>(wait());
    }
    closeOnce(m_out);
    closeOnce(m_err);
}

bool Process::readSome(std::chrono::milliseconds wait)
{
    std::array<pollfd, 2> ends = {{{m_out, POLLIN, 0}, {m_err, POLLIN, 0}}}; // those of -1 are passed over
    if (::poll(ends.data(), ends.size(), static_cast<int>(wait.count())) <= 0) {
        return m_out >= 0 || m_err >= 0;
    }
    if (ends[0].revents != 0 && !append(m_out, m_outcome.out)) {
        closeOnce(m_out);
    }
    if (ends[1].revents != 0 && !append(m_err, m_outcome.err)) {
        closeOnce(m_err);
    }
    return m_out >= 0 || m_err >= 0;
}

bool Process::waitFor(const std::string& text)
{
    const auto end = std::chrono::steady_clock::now() + longest;
    while (m_outcome.out.find(text) == std::string::npos) {
        if (std::chrono::steady_clock::now() > end || !readSome(std::chrono::milliseconds(100))) {
            return m_outcome.out.find(text) != std::string::npos;
        }
    }
    return true;
}

bool Process::isRunning() const
{
    siginfo_t ended{};
    return ::waitid(P_PID, static_cast<id_t>(m_process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
}

pid_t Process::child() const
{
    const std::string id = std::to_string(m_process);
    std::ifstream children("/proc/" + id + "/task/" + id + "/children");
    pid_t child = 0;
    children >> child;
    return child;
}

void Process::send(int signal) const
{
    ::kill(m_process, signal);
}

void Process::stopReading()
{
    closeOnce(m_out);
}

Outcome Process::wait()
{
    const auto end = std::chrono::steady_clock::now() + longest;
    while (readSome(std::chrono::milliseconds(100))) {
        if (std::chrono::steady_clock::now() > end) {
            send(SIGKILL);
        }
    }
    int status = 0;
    while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {}
    m_over = true;
    m_outcome.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    m_outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return m_outcome;
}

Outcome run(const std::string& program, const Launch& launch)
{
    return Process(program, launch).wait();
}

Outcome hamnetProcess(const Launch& launch)
{
    return run(hamnetProgram(), launch);
}
