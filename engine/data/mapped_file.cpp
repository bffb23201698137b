// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/mapped_file.h"

#include "engine/graph/error.h"
#include "engine/graph/system_reason.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

namespace engine {
namespace {

/// A slow disk brings it in a tenth of a second, so that who reads can be stopped soon.
constexpr std::size_t pieceBytes = std::size_t{1} << 22;

/// A pass over a file that is larger leaves nothing of it in the system's cache, where it would push out all else;
/// training reads it again at a few kilobytes a step.
constexpr std::size_t cachedBytes = std::size_t{1} << 30;

struct stat statusOf(const FileDescriptor& file, const Sentence& owner)
{
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2, wanted its size"), owner, reasonOf(errno)));
    }
    return status;
}

} // namespace

FileDescriptor openToRead(const std::filesystem::path& file, const Sentence& owner)
{
    FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)); // else a pipe would wait
    if (!opened.open()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2, wanted a file that can be read"), owner, reasonOf(errno)));
    }
    if (const struct stat status = statusOf(opened, owner); !S_ISREG(status.st_mode)) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 is %2, wanted a file"), owner,
                        S_ISDIR(status.st_mode) ? ENGINE_TEXT("Sentences", "a folder")
                                                : ENGINE_TEXT("Sentences", "a pipe or a device")));
    }
    return opened;
}

MappedFile::MappedFile(const std::filesystem::path& file, Sentence owner)
    : m_owner(std::move(owner)), m_file(openToRead(file, m_owner))
{
    const struct stat status = statusOf(m_file, m_owner);
    if (status.st_size == 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 is empty, wanted at least 2 characters"), m_owner));
    }
    m_size = static_cast<std::size_t>(status.st_size);
    void* pages = ::mmap(nullptr, m_size, PROT_READ, MAP_SHARED, m_file.number(), 0);
    if (pages == MAP_FAILED) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: %2, wanted its %3 bytes mapped"), m_owner, reasonOf(errno), m_size));
    }
    m_data = static_cast<const char*>(pages);
}

MappedFile::~MappedFile()
{
    ::munmap(const_cast<char*>(m_data), m_size);
}

std::int64_t MappedFile::checkedAge() const
{
    const struct stat status = statusOf(m_file, m_owner);
    if (static_cast<std::size_t>(status.st_size) < m_size) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 was cut short while in use: found %2 bytes, wanted the %3 that it had"),
                m_owner, status.st_size, m_size));
    }
    return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

void MappedFile::passOver(const std::function<void(std::string_view piece)>& work) const
{
    char* pages = const_cast<char*>(m_data);
    ::madvise(pages, m_size, MADV_SEQUENTIAL);
    for (std::size_t begin = 0; begin < m_size; begin += pieceBytes) {
        const std::string_view piece = bytes().substr(begin, pieceBytes);
        checkedAge();
        work(piece);
        ::madvise(pages + begin, piece.size(), MADV_DONTNEED);
        if (m_size > cachedBytes) {
            ::posix_fadvise(m_file.number(), static_cast<off_t>(begin), static_cast<off_t>(piece.size()),
                            POSIX_FADV_DONTNEED);
        }
    }
    ::madvise(pages, m_size, MADV_NORMAL);
}

} // namespace engine
