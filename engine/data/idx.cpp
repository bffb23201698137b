// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/idx.h"

#include "engine/data/data_memory.h"
#include "engine/data/gzip_file.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace engine {
namespace {

/// More would be no file of images or labels that a machine trains on: 64 GiB.
constexpr std::int64_t maxBytes = std::int64_t{1} << 36;
constexpr int maxDimensions = 8;

std::uint32_t bigEndian(const std::uint8_t* bytes)
{
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

bool isType(std::uint8_t byte)
{
    return byte == 0x08 || byte == 0x09 || (byte >= 0x0B && byte <= 0x0E);
}

using Magic = std::array<std::uint8_t, 4>;

bool fits(const Magic& magic, IdxContent wanted)
{
    const auto type = static_cast<IdxType>(magic[2]);
    switch (wanted) {
    case IdxContent::Images:
        return magic[3] == 3 && type == IdxType::UnsignedByte;
    case IdxContent::Labels:
        return magic[3] == 1 && type != IdxType::Float && type != IdxType::Double;
    case IdxContent::Any:
        break;
    }
    return true;
}

Sentence wantedMagic(IdxContent wanted)
{
    switch (wanted) {
    case IdxContent::Images:
        return ENGINE_TEXT("Sentences", "00 00 08 03, that of images");
    case IdxContent::Labels:
        return ENGINE_TEXT("Sentences", "00 00 08 01, that of labels");
    case IdxContent::Any:
        break;
    }
    return ENGINE_TEXT("Sentences", "that of an IDX file, such as 00 00 08 03 of images or 00 00 08 01 of labels");
}

void checkMagic(const Magic& magic, IdxContent wanted, const std::string& owner)
{
    const bool isIdx = magic[0] == 0 && magic[1] == 0 && isType(magic[2]) && magic[3] >= 1 && magic[3] <= maxDimensions;
    if (isIdx && fits(magic, wanted)) {
        return;
    }
    const Sentence type = isIdx ? nameOf(static_cast<IdxType>(magic[2])) : Sentence();
    const Sentence meaning = !isIdx          ? Sentence()
                             : magic[3] == 1 ? say(ENGINE_TEXT("Sentences", " (%1 in 1 dimension)"), type)
                                             : say(ENGINE_TEXT("Sentences", " (%1 in %2 dimensions)"), type, magic[3]);
    throw Error(say(ENGINE_TEXT("Sentences", "%1: found the magic number %2%3, wanted %4"), owner,
                    fmt::format("{:02X}", fmt::join(magic, " ")), meaning, wantedMagic(wanted)));
}

/// The type and the dimensions; the file is read up to the values then.
IdxFile headerOf(GzipFile& file, const std::string& owner, IdxContent wanted)
{
    Magic magic = {};
    const std::size_t count = file.read(magic);
    if (count < magic.size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found %2 bytes, wanted an IDX file, which has at least 8"), owner,
                        count));
    }
    checkMagic(magic, wanted, owner);
    IdxFile idx{.type = static_cast<IdxType>(magic[2]), .dimensions = {}, .bytes = {}};
    for (int axis = 0; axis < magic[3]; ++axis) {
        std::array<std::uint8_t, 4> bytes = {};
        if (file.read(bytes) < bytes.size()) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: ends within its header, wanted %2 dimensions of 4 bytes"),
                            owner, magic[3]));
        }
        idx.dimensions.push_back(bigEndian(bytes.data()));
        if (idx.dimensions.back() == 0) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: found 0 as dimension %2, wanted at least 1"), owner, axis + 1));
        }
    }
    return idx;
}

/// Bytes of all values by the header. Throws Error beyond maxBytes.
std::int64_t promisedBytes(const IdxFile& idx, const std::string& owner)
{
    std::int64_t bytes = bytesOf(idx.type);
    for (const std::int64_t dimension : idx.dimensions) {
        if (dimension > maxBytes / bytes) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: its header says %2 %3, wanted at most %4 bytes of them"),
                            owner, dimensionsInWords(idx.dimensions), nameOf(idx.type), maxBytes));
        }
        bytes *= dimension;
    }
    return bytes;
}

} // namespace

std::int64_t IdxFile::integer(std::int64_t index) const
{
    const std::uint8_t* const value = bytes.data() + index * bytesOf(type);
    switch (type) {
    case IdxType::UnsignedByte:
        return value[0];
    case IdxType::SignedByte:
        return static_cast<std::int8_t>(value[0]);
    case IdxType::Short:
        return static_cast<std::int16_t>(value[0] << 8 | value[1]);
    case IdxType::Int:
        return static_cast<std::int32_t>(bigEndian(value));
    case IdxType::Float:
    case IdxType::Double:
        break;
    }
    assert(!"an IDX file of integers");
    return 0;
}

int bytesOf(IdxType type)
{
    switch (type) {
    case IdxType::UnsignedByte:
    case IdxType::SignedByte:
        return 1;
    case IdxType::Short:
        return 2;
    case IdxType::Int:
    case IdxType::Float:
        return 4;
    case IdxType::Double:
        break;
    }
    return 8;
}

Sentence nameOf(IdxType type)
{
    switch (type) {
    case IdxType::UnsignedByte:
        return ENGINE_TEXT("Sentences", "unsigned bytes");
    case IdxType::SignedByte:
        return ENGINE_TEXT("Sentences", "signed bytes");
    case IdxType::Short:
        return ENGINE_TEXT("Sentences", "integers of 16 bits");
    case IdxType::Int:
        return ENGINE_TEXT("Sentences", "integers of 32 bits");
    case IdxType::Float:
        return say(ENGINE_TEXT("Sentences", "floats"));
    case IdxType::Double:
        break;
    }
    return say(ENGINE_TEXT("Sentences", "doubles"));
}

std::string dimensionsInWords(std::span<const std::int64_t> dimensions)
{
    std::string words;
    for (const std::int64_t dimension : dimensions) {
        words += (words.empty() ? "" : "×") + std::to_string(dimension);
    }
    return words;
}

IdxFile readIdx(const std::filesystem::path& file, const GoOn& goOn, IdxContent content)
{
    constexpr std::int64_t piece = 1 << 20;
    const std::string owner = file.string();
    GzipFile stream(file);
    IdxFile idx = headerOf(stream, owner, content);
    const std::int64_t wanted = promisedBytes(idx, owner);
    std::int64_t there = 0;
    while (there < wanted) {
        if (!goesOn(goOn)) {
            throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), owner));
        }
        const std::int64_t next = std::min(wanted, there + piece);
        if (next > static_cast<std::int64_t>(idx.bytes.capacity())) {
            requireDataMemory(std::min(wanted, 2 * next), owner); // to grow
        }
        idx.bytes.resize(static_cast<std::size_t>(next));
        there += static_cast<std::int64_t>(stream.read(std::span(idx.bytes).subspan(static_cast<std::size_t>(there))));
        if (there < next) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1 is cut short: found %2 bytes of values, wanted the %3 of %4 %5"),
                    owner, there, wanted, dimensionsInWords(idx.dimensions), nameOf(idx.type)));
        }
    }
    std::uint8_t more = 0;
    if (stream.read({&more, 1}) > 0) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 is too long: found more than the %2 bytes of values that %3 %4 have"),
                owner, wanted, dimensionsInWords(idx.dimensions), nameOf(idx.type)));
    }
    return idx;
}

} // namespace engine
