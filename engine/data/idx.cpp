// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/idx.h"

#include "engine/data/data_memory.h"
#include "engine/data/gzip_file.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace engine {
namespace {

/// More would be no file of images or labels that a machine trains on: 64 GiB.
constexpr std::int64_t maxBytes = std::int64_t{1} << 36;

/// The file is read up to the values then, of which there are as many as is returned.
std::int64_t readHeader(GzipFile& file, const std::string& owner, IdxContent content, IdxFile& idx)
{
    const auto axes = static_cast<std::uint8_t>(content);
    std::array<std::uint8_t, 4> magic = {}, dimension = {};
    file.read(magic);
    if (magic != std::array<std::uint8_t, 4>{0, 0, 8, axes}) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found the magic number %2, wanted %3"), owner,
                        fmt::format("{:02X}", fmt::join(magic, " ")),
                        content == IdxContent::Images ? ENGINE_TEXT("Sentences", "00 00 08 03, that of images")
                                                      : ENGINE_TEXT("Sentences", "00 00 08 01, that of labels")));
    }
    std::int64_t bytes = 1;
    while (std::ssize(idx.dimensions) < axes) {
        file.read(dimension);
        std::int64_t size = 0;
        for (const std::uint8_t byte : dimension) {
            size = size * 256 + byte;
        }
        if (size < 1 || size > maxBytes / bytes) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: its header says %2 for a dimension, wanted at least 1, and at "
                                             "most %3 values in all"),
                    owner, size, maxBytes));
        }
        idx.dimensions.push_back(size);
        bytes *= size;
    }
    return bytes;
}

} // namespace

IdxFile readIdx(const std::filesystem::path& file, IdxContent content, const GoOn& goOn)
{
    constexpr std::int64_t piece = 1 << 20;
    const std::string owner = file.string();
    GzipFile stream(file);
    IdxFile idx;
    const std::int64_t wanted = readHeader(stream, owner, content, idx);
    std::int64_t there = 0;
    for (bool isWhole = false; !isWhole;) {
        if (!goesOn(goOn)) {
            throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), owner));
        }
        const std::int64_t next = std::min(wanted + 1, there + piece); // one more tells that the file is too long
        if (next > static_cast<std::int64_t>(idx.bytes.capacity())) {
            requireDataMemory(std::min(wanted, 2 * next), owner); // to grow
        }
        idx.bytes.resize(static_cast<std::size_t>(next));
        there += static_cast<std::int64_t>(stream.read(std::span(idx.bytes).subspan(static_cast<std::size_t>(there))));
        isWhole = there < next || there > wanted;
    }
    if (there != wanted) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found %2 bytes of values, wanted %3, as its header says"), owner,
                        there, wanted));
    }
    idx.bytes.resize(static_cast<std::size_t>(wanted));
    return idx;
}

} // namespace engine
