// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/atomic_file.h"

#include "engine/graph/error.h"
#include "engine/graph/system_reason.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace engine {
namespace {

constexpr std::string_view suffix = ".hamnet-tmp";
constexpr std::string_view hiddenStart = ".hamnet-"; ///< see hiddenPrefix
constexpr std::size_t largestWrite = 16 << 20;       ///< bytes; Linux would take at most 2 GiB

std::filesystem::path folderOf(const std::filesystem::path& file)
{
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// No two files of all processes get the same.
std::string numberOfTheNext()
{
    static std::atomic<unsigned> count{0};
    return std::to_string(::getpid()) + "-" + std::to_string(count++);
}

[[noreturn]] void fail(const std::filesystem::path& file, const Sentence& what, int error)
{
    throw Error(say(ENGINE_TEXT("Sentences", "%1: %2: %3; any earlier file of that name is as it was"), file.string(),
                    what, reasonOf(error)));
}

/// Whether the name is that of an open file, as /dev/stdout is: a shell that appends to it would lose what is in it.
bool isOpenFile(const std::filesystem::path& name)
{
    std::error_code unknown;
    const std::filesystem::path link = std::filesystem::read_symlink(name, unknown); // of /dev/stdout
    for (const std::filesystem::path& one : {name, name.parent_path() / link}) {
        const std::filesystem::path folder = std::filesystem::canonical(folderOf(one), unknown);
        if (!unknown && folder.native().starts_with("/proc/")) {
            return true;
        }
    }
    return false;
}

} // namespace

void makeFolder(const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        throw Error(say(ENGINE_TEXT("Sentences", "the folder %1 cannot be made: %2; choose another folder"),
                        folder.string(), reasonOf(error.value())));
    }
}

bool requireReplaceable(const std::filesystem::path& target)
{
    struct stat status {};
    if (::lstat(target.c_str(), &status) != 0) {
        if (errno == ENOENT) {
            return false;
        }
        fail(target, say(ENGINE_TEXT("Sentences", "cannot be written")), errno);
    }
    const bool leadsNowhere = S_ISLNK(status.st_mode) && ::stat(target.c_str(), &status) != 0;
    if ((!leadsNowhere && !S_ISREG(status.st_mode)) || isOpenFile(target)) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "%1: cannot be written, as it is a folder or a device; wanted is the name of a file"),
                target.string()));
    }
    return true;
}

FileDescriptor openOwnFile(const std::filesystem::path& file, int flags, const Sentence& remedy)
{
    // Without O_NONBLOCK, opening a pipe would wait for its reader for ever.
    FileDescriptor descriptor(::open(file.c_str(), flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
    const int error = descriptor.open() ? 0 : errno;
    struct stat status {};
    if (error == ELOOP || (error == 0 && ::fstat(descriptor.number(), &status) == 0 && !S_ISREG(status.st_mode))) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 is a link, a pipe or a device, but must be a file of its own; "
                                                 "remove it"),
                        file.string()));
    }
    if (error != 0) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 cannot be written: %2; %3"), file.string(), reasonOf(error), remedy));
    }
    return descriptor;
}

void requireOwnFolder(const std::filesystem::path& folder)
{
    if (std::error_code unknown; std::filesystem::is_symlink(folder, unknown)) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 is a link to another place, but must be a folder of its own; "
                                                 "remove it"),
                        folder.string()));
    }
}

std::string hiddenPrefix(const std::filesystem::path& target)
{
    std::uint64_t hash = 14695981039346656037u; // FNV-1a
    const std::string name = target.filename().string();
    for (const char byte : name) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
    }
    return std::string(hiddenStart) + std::to_string(hash) + "-";
}

AtomicFile::AtomicFile(const std::filesystem::path& target) : m_target(target)
{
    requireReplaceable(m_target);
    std::error_code error; // a folder that cannot be read is refused when the temporary is made
    for (std::filesystem::directory_iterator entry(folderOf(m_target), error), end; !error && entry != end;
         entry.increment(error)) { // abandoned ones of whatever target: a checkpoint's name may never be written again
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(hiddenStart) || !name.ends_with(suffix)) {
            continue;
        }
        const FileDescriptor abandoned(::open(entry->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        if (abandoned.open() && ::flock(abandoned.number(), LOCK_EX | LOCK_NB) == 0) {
            ::unlink(entry->path().c_str());
        }
    }
    while (!create(hiddenPrefix(m_target))) {}
    struct stat status {}; // the new file may be read by whoever might read the old one
    if (::lstat(m_target.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
        ::fchmod(m_descriptor.number(), status.st_mode & 07777); // where it fails, the file has the mode of a new one
    }
}

AtomicFile::~AtomicFile()
{
    if (m_descriptor.open()) {
        ::unlink(m_temporary.c_str());
    }
}

/// False where another process took the name, or took the file for abandoned before it was locked.
bool AtomicFile::create(const std::string& prefix)
{
    m_temporary = folderOf(m_target) / (prefix + numberOfTheNext() + std::string(suffix));
    FileDescriptor descriptor(::open(m_temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!descriptor.open()) {
        if (errno == EEXIST) {
            return false;
        }
        fail(m_target, say(ENGINE_TEXT("Sentences", "cannot be written")), errno);
    }
    // Any other failure means that the file system has no locks: then the file is not taken for abandoned either.
    const bool taken = ::flock(descriptor.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    struct stat status {};
    if (taken || (::fstat(descriptor.number(), &status) == 0 && status.st_nlink == 0)) {
        return false;
    }
    m_descriptor = std::move(descriptor);
    return true;
}

void AtomicFile::write(std::span<const std::byte> bytes)
{
    std::signal(SIGXFSZ, SIG_IGN); // a write beyond the process's limit fails as any other, with EFBIG
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_descriptor.number(), bytes.data(), std::min(bytes.size(), largestWrite));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            fail(m_target, say(ENGINE_TEXT("Sentences", "cannot be written beyond %1 bytes"), m_size),
                 count < 0 ? errno : ENOSPC);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        m_size += static_cast<std::uint64_t>(count);
    }
}

void AtomicFile::sync()
{
    int result = -1;
    do {
        result = ::fsync(m_descriptor.number());
    } while (result != 0 && errno == EINTR);
    if (result != 0) {
        fail(m_target, say(ENGINE_TEXT("Sentences", "cannot be brought to the disk")), errno);
    }
}

void AtomicFile::startSync()
{
    (void) ::sync_file_range(m_descriptor.number(), 0, 0, SYNC_FILE_RANGE_WRITE); // sync() tells what fails
}

void AtomicFile::replaceTarget()
{
    assert(m_descriptor.open());
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        fail(m_target, say(ENGINE_TEXT("Sentences", "cannot be replaced")), errno);
    }
    m_descriptor = FileDescriptor(-1);
    const FileDescriptor folder(::open(folderOf(m_target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.open()) {
        return; // a folder that may be written but not read: its entry reaches the disk in the system's own time
    }
    const int error = ::fsync(folder.number()) == 0 ? 0 : errno;
    if (error != 0 && error != EINVAL) { // EINVAL: this file system does not sync folders
        throw Error(say(ENGINE_TEXT("Sentences", "%1: was written, but its folder cannot be brought to the disk: %2"),
                        m_target.string(), reasonOf(error)));
    }
}

} // namespace engine
