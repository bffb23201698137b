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

constexpr std::size_t largestRead = 16 << 20;

void readAll(const std::filesystem::path& file, int descriptor, std::span<std::byte> into)
{
    while (!into.empty()) {
        const ssize_t count = ::read(descriptor, into.data(), std::min(into.size(), largestRead));
        if (count < 0 && errno != EINTR) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1 cannot be read: %2"), file.string(), reasonOf(errno)));
        }
        if (count == 0) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1 became shorter while it was read"), file.string()));
        }
        into = into.subspan(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
}

std::uint64_t sizeOf(const FileDescriptor& file)
{
    struct stat status = {};
    return ::fstat(file.number(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::vector<std::byte> firstBytes(const std::filesystem::path& file, const FileDescriptor& source, std::uint64_t count)
{
    std::vector<std::byte> bytes(count);
    readAll(file, source.number(), bytes);
    return bytes;
}

} // namespace

std::vector<std::byte> readFileBytes(const std::filesystem::path& file, std::uint64_t most)
{
    const FileDescriptor source = openToRead(file, file.string());
    const std::uint64_t size = sizeOf(source);
    if (size > most) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has %2 bytes, but %3 are the most that it may have"),
                        file.string(), size, most));
    }
    return firstBytes(file, source, size);
}

std::vector<std::byte> readFirstBytes(const std::filesystem::path& file, std::uint64_t count)
{
    const FileDescriptor source = openToRead(file, file.string());
    return firstBytes(file, source, std::min(count, sizeOf(source)));
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
