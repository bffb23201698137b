// SPDX-License-Identifier: GPL-3.0-or-later
// IDX files, plain and by gzip, as images and as their labels.
#include "engine/data/image_rows.h"
#include "tests/data/idx_bytes.h"
#include "tests/fuzz/target.h"

namespace fuzz {

namespace {

using namespace engine;

void walk(const IdxFile& idx)
{
    std::int64_t bytes = 1;
    for (const std::int64_t dimension : idx.dimensions) {
        require(dimension > 0, "no dimension is 0");
        bytes *= dimension;
    }
    require(static_cast<std::int64_t>(idx.bytes.size()) == bytes, "a file has as many bytes as its header says");
}

void walk(const ImageSet& set)
{
    require(static_cast<std::int64_t>(set.pixels.size()) == set.count * set.height * set.width, "each image is whole");
    require(static_cast<std::int64_t>(set.labels.size()) == set.count, "each image has a label");
    for (const std::int32_t label : set.labels) {
        require(label >= 0 && label < static_cast<std::int32_t>(set.classes.size()), "each label has a class");
    }
}

void eatIdx(std::span<const std::byte> file)
{
    static MemoryFile memory, labelFile, imageFile;
    static const std::filesystem::path labels = labelFile.with(bytesOf(idxBytes(8, {2}, std::string("\1\0", 2))));
    static const std::filesystem::path images = imageFile.with(bytesOf(idxBytes(8, {2, 1, 2}, "abcd")));
    const std::filesystem::path& name = memory.with(file);
    reads([&] { walk(readIdx(name, IdxContent::Images)); });
    reads([&] { walk(readIdx(name, IdxContent::Labels)); });
    reads([&] { walk(readIdxImages(name, labels)); });
    reads([&] { walk(readIdxImages(images, name)); });
}

std::vector<Bytes> idxSeeds()
{
    using namespace std::string_literals;
    // 00 00 08 01 00 00 00 03 01 02 03, compressed.
    const std::string gzip = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x63\x60\xe0\x60\x64\x60\x60\x60"
                             "\x66\x64\x62\x06\x00\x8b\xe5\xbd\xa4\x0b\x00\x00\x00"s;
    return {
        bytesOf(idxBytes(8, {2, 2, 3}, "abcdefghijkl")),
        bytesOf(idxBytes(8, {2}, "\1\2")),
        bytesOf(idxBytes(0x0C, {2}, "\0\0\0\1\0\0\0\2"s)),
        bytesOf(idxBytes(0x0D, {1, 2}, "\0\0\0\1\0\0\0\2"s)),
        bytesOf(gzip),
    };
}

} // namespace

const Target idx = {"idx", eatIdx, idxSeeds};

} // namespace fuzz
