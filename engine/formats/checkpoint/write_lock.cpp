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
#include <csignal>
#include <string_view>

namespace engine {
namespace {

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
    while (!take()) {}
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

/// False where the lock file was removed meanwhile. Throws Taken.
bool WriteLock::take()
{
    constexpr int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    FileDescriptor lock(::openat(m_folder.number(), m_name.c_str(), O_RDWR | O_CREAT | O_EXCL | flags, 0666));
    const bool isMade = lock.open();
    bool isForeign = false; // another person's
    if (!isMade && errno == EEXIST) {
        lock = FileDescriptor(::openat(m_folder.number(), m_name.c_str(), O_RDWR | flags));
        if (!lock.open() && errno == ENOENT) {
            return false;
        }
        isForeign = !lock.open() && errno == EACCES;
    }
    if (isForeign) {
        lock = FileDescriptor(::openat(m_folder.number(), m_name.c_str(), O_RDONLY | flags));
    }
    if (!lock.open()) {
        fail(isForeign ? EACCES : errno);
    }
    // Any failure but EWOULDBLOCK says that the file system has no locks: then who made the file has it, and its line
    // is all there is.
    const bool isLocked = ::flock(lock.number(), LOCK_EX | LOCK_NB) == 0, isHeld = !isLocked && errno == EWOULDBLOCK;
    const bool isByLine = !isLocked && !isHeld && !isMade;
    const std::optional<Writer> writer = writerIn(lock.number());
    const bool isAlive = writer && mayLive(*writer);
    if (isHeld || (isByLine && (isAlive || !writer))) {
        throw Taken(m_file, isAlive ? *writer : Writer{});
    }
    struct stat status {};
    if (::fstat(lock.number(), &status) != 0 || status.st_nlink == 0) {
        return false;
    }
    if (isByLine) { // its holder is gone: of those who remove it, one makes it anew
        if (::unlinkat(m_folder.number(), m_name.c_str(), 0) != 0 && errno != ENOENT) {
            fail(errno);
        }
        return false;
    }
    const std::string line = std::to_string(::getpid()) + " " + hostName() + "\n";
    const bool isWritten = !isForeign && ::ftruncate(lock.number(), 0) == 0 &&
                           ::pwrite(lock.number(), line.data(), line.size(), 0) == static_cast<ssize_t>(line.size());
    const int error = errno;
    if (isWritten) {
        m_lock = std::move(lock);
    } else if (::unlinkat(m_folder.number(), m_name.c_str(), 0) != 0 || !isForeign) {
        fail(isForeign ? errno : error);
    }
    return isWritten;
}

void WriteLock::release()
{
    struct stat mine {};
    if (m_lock.open() && ::fstat(m_lock.number(), &mine) == 0 && mine.st_nlink > 0) {
        ::unlinkat(m_folder.number(), m_name.c_str(), 0); // while it is locked: who opened it looks whether it is there
    }
    m_lock = FileDescriptor(-1);
}

void WriteLock::fail(int error) const
{
    throw Error(say(ENGINE_TEXT("Sentences", "%1 cannot be written: %2"), m_file.string(), reasonOf(error)));
}

} // namespace engine
