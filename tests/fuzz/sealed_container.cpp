// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/sealed_container.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace fuzz {

namespace {

// Where things lie in a container; engine/formats/checkpoint/container.h draws it.
constexpr std::size_t headSize = 64, entrySize = 64, sectionCountAt = 12, fileBytesAt = 40, tableChecksumAt = 48,
                      headChecksumAt = 56, entryOffsetAt = 40, entryLengthAt = 48, entryChecksumAt = 56;

std::uint64_t numberAt(const Bytes& file, std::size_t at, std::size_t width = 8)
{
    std::uint64_t number = 0;
    std::memcpy(&number, &file.at(at), width);
    return number;
}

void setNumber(Bytes& file, std::size_t at, std::uint64_t number)
{
    std::memcpy(&file.at(at), &number, sizeof number);
}

void setChecksum(Bytes& file, std::size_t at, std::size_t first, std::size_t size)
{
    setNumber(file, at, XXH3_64bits(file.data() + first, size));
}

} // namespace

Bytes sealedContainer(Bytes file)
{
    if (file.size() < headSize) {
        return file;
    }
    setNumber(file, fileBytesAt, file.size());
    const std::size_t entries =
        std::min<std::size_t>(numberAt(file, sectionCountAt, 4), (file.size() - headSize) / entrySize);
    for (std::size_t entry = headSize; entry < headSize + entries * entrySize; entry += entrySize) {
        const std::uint64_t offset = numberAt(file, entry + entryOffsetAt),
                            size = numberAt(file, entry + entryLengthAt);
        if (offset <= file.size() && size <= file.size() - offset) {
            setChecksum(file, entry + entryChecksumAt, offset, size);
        }
    }
    setChecksum(file, tableChecksumAt, headSize, entries * entrySize);
    setChecksum(file, headChecksumAt, 0, headChecksumAt);
    return file;
}

} // namespace fuzz
