// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/log_writer.h"

#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/system_reason.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

namespace watch {
namespace {

constexpr std::chrono::milliseconds betweenWrites{50};

[[noreturn]] void failToWrite(const std::filesystem::path& file, int error, const engine::Sentence& remedy)
{
    throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 cannot be written: %2; %3"), file.string(),
                                    engine::reasonOf(error), remedy));
}

/// Whether the file ends in the midst of a line, as a writer leaves it that was killed.
bool endsInALine(int descriptor)
{
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    char last = '\n';
    return size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n';
}

} // namespace

LogWriter::LogWriter(std::filesystem::path file, Start start, std::function<void()> failed,
                     const engine::Sentence& remedy)
    : m_file(std::move(file)), m_failed(std::move(failed)), m_remedy(remedy)
{
    const engine::FileDescriptor log =
        engine::openOwnFile(m_file, start == Start::Anew ? O_WRONLY | O_TRUNC : O_RDWR, engine::chooseAnotherFolder);
    if (start == Start::Append && endsInALine(log.number())) {
        m_waiting += '\n';
    }
    m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

LogWriter::~LogWriter()
{
    m_thread.request_stop();
    m_thread.join();
}

void LogWriter::put(std::string_view bytes)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_failure) {
            return;
        }
        m_waiting += bytes;
    }
    m_changed.notify_all();
}

void LogWriter::check() const
{
    const std::scoped_lock lock(m_mutex);
    if (m_failure) {
        std::rethrow_exception(m_failure);
    }
}

void LogWriter::finish()
{
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_failure || m_waiting.empty(); });
    }
    check();
}

void LogWriter::append(std::string_view bytes) const
{
    engine::FileDescriptor log = engine::openOwnFile(m_file, O_WRONLY | O_APPEND, m_remedy);
    while (!bytes.empty()) {
        const ssize_t written = ::write(log.number(), bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            failToWrite(m_file, errno, m_remedy);
        }
        bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    if (::close(log.release()) != 0 && errno != EINTR) { // a network disk may say only here that it is full
        failToWrite(m_file, errno, m_remedy);
    }
}

void LogWriter::work(const std::stop_token& stop)
{
    std::signal(SIGXFSZ, SIG_IGN); // a file's largest size is a failure to write, not the program's end
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [&] { return !m_waiting.empty(); })) {
        const std::string bytes = m_waiting;
        lock.unlock();
        std::exception_ptr failure;
        try {
            append(bytes);
        } catch (...) {
            failure = std::current_exception();
            m_failed();
        }
        lock.lock();
        m_failure = failure;
        m_waiting.erase(0, failure ? std::string::npos : bytes.size());
        m_changed.notify_all();
        if (failure) {
            return;
        }
        m_changed.wait_for(lock, stop, betweenWrites, [] { return false; });
    }
}

} // namespace watch
