// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/part_file.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/system_reason.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace engine {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error, const Sentence& wanted)
{
    throw Error(say(ENGINE_TEXT("Sentences", "%1: %2, wanted %3"), path.string(), reasonOf(error), wanted));
}

FileDescriptor openIn(const std::filesystem::path& path)
{
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) {
        fail(path.parent_path(), error.value(), say(ENGINE_TEXT("Sentences", "a folder to write in")));
    }
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!file.open()) {
        fail(path, errno, say(ENGINE_TEXT("Sentences", "a file to write to")));
    }
    return file;
}

} // namespace

PartFile::PartFile(std::filesystem::path file)
    : m_file(std::move(file)), m_path(m_file.string() + ".part"), m_open(openIn(m_path))
{
    if (::flock(m_open.number(), LOCK_EX | LOCK_NB) != 0) {
        fail(m_path, errno, say(ENGINE_TEXT("Sentences", "it free: another download may be writing it")));
    }
    m_size = ::lseek(m_open.number(), 0, SEEK_END);
    if (m_size < 0) {
        fail(m_path, errno, say(ENGINE_TEXT("Sentences", "a file to write to")));
    }
}

PartFile::~PartFile()
{
    if (m_isPart && m_size == 0) {
        ::unlink(m_path.c_str());
    }
}

void PartFile::append(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_open.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            fail(m_path, errno, say(ENGINE_TEXT("Sentences", "room for more than its %1 bytes"), m_size));
        }
        m_size += written;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void PartFile::restart()
{
    if (m_size == 0) {
        return;
    }
    if (::ftruncate(m_open.number(), 0) != 0 || ::lseek(m_open.number(), 0, SEEK_SET) != 0) {
        fail(m_path, errno, say(ENGINE_TEXT("Sentences", "to empty it")));
    }
    m_size = 0;
}

void PartFile::sync()
{
    if (::fsync(m_open.number()) != 0) {
        fail(m_path, errno, say(ENGINE_TEXT("Sentences", "it written to the disk")));
    }
}

void PartFile::finish()
{
    if (::rename(m_path.c_str(), m_file.c_str()) != 0) {
        fail(m_path, errno, say(ENGINE_TEXT("Sentences", "it renamed to %1"), m_file.filename().string()));
    }
    m_isPart = false;
    const FileDescriptor folder(::open(m_file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ::fsync(folder.number()); // not every file system can; the text itself is on the disk already
}

void PartFile::remove()
{
    if (::unlink(m_path.c_str()) != 0) {
        fail(m_path, errno, say(ENGINE_TEXT("Sentences", "it removed")));
    }
    m_isPart = false;
    m_size = 0;
}

} // namespace engine
