// SPDX-License-Identifier: GPL-3.0-or-later
// PNG and JPEG files.
#include "engine/data/picture.h"
#include "tests/data/pictures.h"
#include "tests/fuzz/target.h"

namespace fuzz {

namespace {

using namespace engine;

Picture slope(std::int64_t height, std::int64_t width)
{
    Picture picture{.height = height, .width = width, .pixels = {}};
    for (std::int64_t pixel = 0; pixel < height * width; ++pixel) {
        picture.pixels.push_back(static_cast<std::uint8_t>(pixel * 7));
    }
    return picture;
}

void eatPicture(std::span<const std::byte> file)
{
    static MemoryFile memory;
    const std::filesystem::path& name = memory.with(file);
    reads([&] {
        const Picture picture = readPicture(name);
        require(static_cast<std::int64_t>(picture.pixels.size()) == picture.height * picture.width,
                "a picture is whole");
        require(scaled(picture, 5, 3).pixels.size() == 15, "a picture has the size that it is scaled to");
    });
}

std::vector<Bytes> pictureSeeds()
{
    MemoryFile memory;
    const std::filesystem::path name = memory.with({});
    std::vector<Bytes> seeds;
    writePng(name, slope(5, 7));
    seeds.push_back(contentOf(name));
    writeJpeg(memory.with({}), slope(17, 9));
    seeds.push_back(contentOf(name));
    writeColours(memory.with({}), {1, 2, 3, 255, 200, 100, 0, 40});
    seeds.push_back(contentOf(name));
    return seeds;
}

} // namespace

const Target picture = {"picture", eatPicture, pictureSeeds};

} // namespace fuzz
