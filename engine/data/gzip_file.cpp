// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/gzip_file.h"

#include "engine/data/data_memory.h"
#include "engine/data/mapped_file.h"
#include "engine/graph/error.h"
#include "engine/graph/system_reason.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <new>

namespace engine {

GzipFile::GzipFile(const std::filesystem::path& file) : m_owner(file.string()), m_file(nullptr, gzclose)
{
    FileDescriptor descriptor = openToRead(file, m_owner);
    m_file.reset(gzdopen(descriptor.number(), "rb"));
    if (!m_file) {
        throw std::bad_alloc();
    }
    descriptor.release(); // gzclose() closes it
    constexpr unsigned bufferBytes = 128 << 10;
    gzbuffer(m_file.get(), bufferBytes);
}

std::size_t GzipFile::read(std::span<std::uint8_t> target)
{
    constexpr std::size_t piece = 1 << 20;
    std::size_t there = 0;
    while (there < target.size()) {
        const int count =
            gzread(m_file.get(), target.data() + there, static_cast<unsigned>(std::min(piece, target.size() - there)));
        if (count > 0) {
            there += static_cast<std::size_t>(count);
            continue;
        }
        int code = Z_OK;
        const char* const words = gzerror(m_file.get(), &code);
        if (code == Z_BUF_ERROR) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: the compressed data is cut short, wanted the whole file"), m_owner));
        }
        if (code == Z_ERRNO) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: %2, wanted its bytes"), m_owner, reasonOf(errno)));
        }
        if (code != Z_OK && code != Z_STREAM_END) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: the compressed data is damaged (%2), wanted what gzip wrote"),
                            m_owner, words));
        }
        break;
    }
    return there;
}

std::vector<std::uint8_t> GzipFile::readRest(std::int64_t most, const Sentence& owner, const GoOn& goOn)
{
    constexpr std::size_t piece = 1 << 20;
    std::vector<std::uint8_t> bytes;
    for (bool isWhole = false; !isWhole;) {
        if (!goesOn(goOn)) {
            throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), owner));
        }
        const std::size_t there = bytes.size(), next = std::min(there + piece, static_cast<std::size_t>(most));
        if (next > bytes.capacity()) {
            requireDataMemory(std::min(most, static_cast<std::int64_t>(2 * next)), owner); // to grow
        }
        bytes.resize(next);
        bytes.resize(there + read(std::span(bytes).subspan(there)));
        isWhole = bytes.size() < next || std::ssize(bytes) == most;
    }
    return bytes;
}

} // namespace engine
