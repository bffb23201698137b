// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/write_lock.h"

#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/sentence.h"
#include "engine/graph/system_reason.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <string_view>
#include <thread>

namespace engine {
namespace {

/// Between the making of a lock file and its first line, and while an abandoned one is removed, others look again: a
/// tenth of a second in all.
constexpr int maxAttempts = 100;
constexpr std::chrono::milliseconds betweenAttempts{1};

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// What the lock file says of its holder: "4711 alder\n". Nothing where the line is not whole.
std::optional<WriteLock::Writer> writerIn(int lock)
{
    std::array<char, 512> bytes{};
    const ssize_t count = ::pread(lock, bytes.data(), bytes.size(), 0);
    const std::string_view line(bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    WriteLock::Writer writer;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), writer.process);
    if (error != std::errc() || writer.process <= 0 || !line.ends_with('\n') || *rest != ' ') {
        return std::nullopt;
    }
    writer.host = std::string(rest + 1, line.data() + line.size() - 1);
    for (char& byte : writer.host) {
        byte = byte < ' ' || byte > '~' ? '?' : byte; // a terminal would obey
    }
    return writer;
}

/// Whether the holder may still be there; of another host nothing is known.
bool mayLive(const WriteLock::Writer& writer)
{
    return writer.host != hostName() || ::kill(static_cast<pid_t>(writer.process), 0) == 0 || errno != ESRCH;
}

bool sameFile(const struct stat& a, const struct stat& b)
{
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

Sentence takenSentence(const std::filesystem::path& file, const WriteLock::Writer& writer)
{
    const Sentence process = writer.process > 0
                                 ? say(ENGINE_TEXT("Sentences", "process %1 on %2"), writer.process, writer.host)
                                 : say(ENGINE_TEXT("Sentences", "another process"));
    return say(
        ENGINE_TEXT("Sentences", "%1 is in use: %2 writes to it; wait until it has finished, or choose another name"),
        file.string(), process);
}

} // namespace

WriteLock::Taken::Taken(const std::filesystem::path& file, Writer writer)
    : Error(takenSentence(file, writer)), m_writer(std::move(writer))
{}

WriteLock::WriteLock(const std::filesystem::path& file) : m_file(file), m_folder(-1), m_lock(-1)
{
    m_name = hiddenPrefix(file) + "lock";
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    m_folder = FileDescriptor(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!m_folder.open()) {
        fail(errno);
    }
    for (int attempt = 0; !create(); ++attempt) {
        removeAbandoned(attempt);
    }
}

WriteLock::~WriteLock()
{
    release();
}

WriteLock& WriteLock::operator=(WriteLock&& other) noexcept
{
    release();
    m_file = std::move(other.m_file);
    m_name = std::move(other.m_name);
    m_folder = std::move(other.m_folder);
    m_lock = std::move(other.m_lock);
    return *this;
}

/// False where a lock file is there, or where this one was taken for abandoned before it was locked.
bool WriteLock::create()
{
    FileDescriptor lock(
        ::openat(m_folder.number(), m_name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!lock.open()) {
        if (errno == EEXIST) {
            return false;
        }
        fail(errno);
    }
    // Any other failure says that the file system has no locks: then the line in the file is all there is.
    struct stat status {};
    if ((::flock(lock.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) ||
        ::fstat(lock.number(), &status) != 0 || status.st_nlink == 0) {
        return false;
    }
    const std::string line = std::to_string(::getpid()) + " " + hostName() + "\n";
    if (::pwrite(lock.number(), line.data(), line.size(), 0) != static_cast<ssize_t>(line.size())) {
        const int error = errno;
        ::unlinkat(m_folder.number(), m_name.c_str(), 0);
        fail(error);
    }
    m_lock = std::move(lock);
    return true;
}

/// Of a lock file that is there: removes it where its holder is gone, and waits a moment where that is not certain.
/// Throws Taken if it is held by another.
void WriteLock::removeAbandoned(int attempt) const
{
    constexpr int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int number = ::openat(m_folder.number(), m_name.c_str(), O_RDWR | flags); // NFS locks only what may be written
    if (number < 0 && errno == EACCES) {                                      // another person's
        number = ::openat(m_folder.number(), m_name.c_str(), O_RDONLY | flags);
    }
    const FileDescriptor lock(number);
    if (!lock.open()) {
        if (errno == ENOENT) {
            return;
        }
        fail(errno);
    }
    if (isAbandoned(lock.number())) {
        struct stat here {
        }, there{};
        if (::fstat(lock.number(), &here) == 0 &&
            ::fstatat(m_folder.number(), m_name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 && sameFile(here, there) &&
            ::unlinkat(m_folder.number(), m_name.c_str(), 0) != 0 && errno != ENOENT) {
            fail(errno);
        }
        return;
    }
    const std::optional<Writer> writer = writerIn(lock.number());
    if ((writer && mayLive(*writer)) || attempt >= maxAttempts) {
        throw Taken(m_file, writer.value_or(Writer{}));
    }
    std::this_thread::sleep_for(betweenAttempts);
}

bool WriteLock::isAbandoned(int lock) const
{
    if (::flock(lock, LOCK_EX | LOCK_NB) == 0) {
        return true;
    }
    if (errno == EWOULDBLOCK) {
        return false;
    }
    const std::optional<Writer> writer = writerIn(lock);
    return writer && !mayLive(*writer);
}

void WriteLock::release()
{
    if (!m_lock.open()) {
        return;
    }
    struct stat mine {
    }, there{};
    if (::fstat(m_lock.number(), &mine) == 0 &&
        ::fstatat(m_folder.number(), m_name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 && sameFile(mine, there)) {
        ::unlinkat(m_folder.number(), m_name.c_str(),
                   0); // before the lock is released, so that no process finds a free lock file
    }
    m_lock = FileDescriptor(-1);
}

void WriteLock::fail(int error) const
{
    throw Error(say(ENGINE_TEXT("Sentences", "%1 cannot be written: %2"), m_file.string(), reasonOf(error)));
}

} // namespace engine
