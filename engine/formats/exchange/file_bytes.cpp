// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/file_bytes.h"

#include "engine/data/mapped_file.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/system_reason.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace engine {
namespace {

std::uint64_t sizeOf(const FileDescriptor& file)
{
    struct stat status = {};
    return ::fstat(file.number(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// Of a file that is opened once: whoever replaces it meanwhile changes nothing in what is read.
template <typename Bytes>
Bytes someBytes(const std::filesystem::path& file, const FileDescriptor& source, std::uint64_t at, std::uint64_t count)
{
    const std::uint64_t size = sizeOf(source);
    Bytes bytes;
    bytes.resize(std::min(count, size - std::min(at, size)));
    for (auto into = std::as_writable_bytes(std::span(bytes)); !into.empty();) {
        const ssize_t got = ::pread(source.number(), into.data(), into.size(), static_cast<off_t>(at));
        if (got == 0 || (got < 0 && errno != EINTR)) {
            throw Error(got < 0 ? say(ENGINE_TEXT("Sentences", "%1 cannot be read: %2"), file.string(), reasonOf(errno))
                                : say(ENGINE_TEXT("Sentences", "%1 became shorter while it was read"), file.string()));
        }
        const auto read = static_cast<std::size_t>(std::max(got, ssize_t{0}));
        at += read;
        into = into.subspan(read);
    }
    return bytes;
}

template <typename Bytes>
Bytes allBytes(const std::filesystem::path& file, std::uint64_t most)
{
    const FileDescriptor source = openToRead(file, file.string());
    const std::uint64_t size = sizeOf(source);
    if (size > most) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has %2 bytes, but %3 are the most that it may have"),
                        file.string(), size, most));
    }
    return someBytes<Bytes>(file, source, 0, size);
}

} // namespace

std::vector<std::byte> readFileBytes(const std::filesystem::path& file, std::uint64_t most)
{
    return allBytes<std::vector<std::byte>>(file, most);
}

std::string readText(const std::filesystem::path& file, std::uint64_t most)
{
    return allBytes<std::string>(file, most);
}

std::string readTextAt(const std::filesystem::path& file, std::uint64_t at, std::uint64_t count)
{
    return readTextAt(file, openToRead(file, file.string()), at, count);
}

std::string readTextAt(const std::filesystem::path& file, const FileDescriptor& source, std::uint64_t at,
                       std::uint64_t count)
{
    return someBytes<std::string>(file, source, at, count);
}

void writeFileBytes(const std::filesystem::path& file, std::span<const std::byte> bytes)
{
    AtomicFile target(file);
    target.write(bytes);
    target.sync();
    target.replaceTarget();
}

void writeFileBytes(const std::filesystem::path& file, std::string_view bytes)
{
    writeFileBytes(file, std::as_bytes(std::span(bytes)));
}

} // namespace engine
