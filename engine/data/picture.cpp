// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/picture.h"

#include "engine/data/mapped_file.h"
#include "engine/graph/error.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <csetjmp>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

// Last: it needs <cstdio> and does not include it.
#include <jpeglib.h>

namespace engine {
namespace {

constexpr std::int64_t mostPixels = std::int64_t{1} << 26;

/// A byte of a file can stand for so many pixels at most: deflate packs 1032 to 1, of 8 pixels a byte; a block of
/// 64 pixels of a JPEG takes a bit at least. What a header says beyond that takes no memory.
constexpr std::int64_t pixelsPerByteOfPng = 1032 * 8;
constexpr std::int64_t pixelsPerByteOfJpeg = 64 * 8;

void checkSize(const std::string& owner, std::int64_t width, std::int64_t height, std::int64_t bytes,
               std::int64_t pixelsPerByte)
{
    if (width < 1 || height < 1 || width > mostPixels / height) {
        throw Error(sentence(owner, ": found a picture of ", width, " × ", height, " pixels, wanted at most ",
                             mostPixels, " of them"));
    }
    if (width * height > bytes * pixelsPerByte) {
        throw Error(sentence(owner, ": its header says ", width, " × ", height, " pixels, which its ", bytes,
                             " bytes cannot hold"));
    }
}

Picture readPng(std::string_view bytes, const std::string& owner)
{
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    const std::unique_ptr<png_image, decltype(&png_image_free)> owned(&image, png_image_free);
    const auto fail = [&] {
        throw Error(sentence(owner, ": the PNG file is damaged or cut short (", image.message, ")"));
    };
    if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
        fail();
    }
    checkSize(owner, image.width, image.height, static_cast<std::int64_t>(bytes.size()), pixelsPerByteOfPng);
    image.format = PNG_FORMAT_GRAY;
    Picture picture{.height = image.height, .width = image.width, .pixels = {}};
    picture.pixels.resize(PNG_IMAGE_SIZE(image));
    const png_color white = {255, 255, 255};
    if (png_image_finish_read(&image, &white, picture.pixels.data(), 0, nullptr) == 0) {
        fail();
    }
    return picture;
}

/// libjpeg's errors, which it reports by a function that must not come back.
struct JpegErrors {
    jpeg_error_mgr manager; ///< first: libjpeg knows the address of this
    std::jmp_buf jump;
    char words[JMSG_LENGTH_MAX];
};

[[noreturn]] void leaveJpeg(j_common_ptr jpeg)
{
    auto* const errors = reinterpret_cast<JpegErrors*>(jpeg->err);
    jpeg->err->format_message(jpeg, errors->words);
    std::longjmp(errors->jump, 1);
}

/// A warning is an error, too: libjpeg goes on with grey where data is missing.
void onJpegMessage(j_common_ptr jpeg, int level)
{
    if (level < 0) {
        leaveJpeg(jpeg);
    }
}

/// Between the two the caller makes room. Nothing in these has a destructor, which a jump would skip.
bool beginJpeg(jpeg_decompress_struct& jpeg, JpegErrors& errors, std::string_view bytes)
{
    if (setjmp(errors.jump) != 0) {
        return false;
    }
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    jpeg_read_header(&jpeg, TRUE);
    return true;
}

bool finishJpeg(jpeg_decompress_struct& jpeg, JpegErrors& errors, std::uint8_t* pixels)
{
    if (setjmp(errors.jump) != 0) {
        return false;
    }
    jpeg.out_color_space = JCS_GRAYSCALE;
    jpeg_start_decompress(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
        JSAMPROW row = pixels + std::size_t{jpeg.output_scanline} * jpeg.output_width;
        jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    return true;
}

Picture readJpeg(std::string_view bytes, const std::string& owner)
{
    JpegErrors errors = {};
    jpeg_decompress_struct jpeg = {};
    jpeg.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = leaveJpeg;
    errors.manager.emit_message = onJpegMessage;
    const std::unique_ptr<jpeg_decompress_struct, decltype(&jpeg_destroy_decompress)> owned(&jpeg,
                                                                                            jpeg_destroy_decompress);
    const auto fail = [&] {
        throw Error(sentence(owner, ": the JPEG file is damaged or cut short (", errors.words, ")"));
    };
    if (!beginJpeg(jpeg, errors, bytes)) {
        fail();
    }
    checkSize(owner, jpeg.image_width, jpeg.image_height, static_cast<std::int64_t>(bytes.size()), pixelsPerByteOfJpeg);
    if (jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK) {
        throw Error(sentence(owner, ": found a JPEG file in the colours of print (CMYK), wanted grey or RGB"));
    }
    Picture picture{.height = jpeg.image_height, .width = jpeg.image_width, .pixels = {}};
    picture.pixels.resize(static_cast<std::size_t>(picture.height * picture.width));
    if (!finishJpeg(jpeg, errors, picture.pixels.data())) {
        fail();
    }
    return picture;
}

/// One axis of scaling, in units of 1 / `to` of an old pixel: which old pixels a new one covers, and how far.
template <typename Add>
void overCovered(std::int64_t at, std::int64_t from, std::int64_t to, Add add)
{
    const std::int64_t begin = at * from, end = begin + from;
    for (std::int64_t old = begin / to; old * to < end; ++old) {
        add(old, static_cast<std::uint64_t>(std::min(end, (old + 1) * to) - std::max(begin, old * to)));
    }
}

} // namespace

bool namesPicture(const std::filesystem::path& file)
{
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    return ending == ".png" || ending == ".jpg" || ending == ".jpeg";
}

Picture readPicture(const std::filesystem::path& file)
{
    const std::string owner = file.string();
    const MappedFile mapped(file, owner);
    const std::string bytes(mapped.bytes()); // a copy: a mapped file could be cut short while libpng reads it
    if (bytes.starts_with("\x89PNG\r\n\x1A\n")) {
        return readPng(bytes, owner);
    }
    if (bytes.starts_with("\xFF\xD8\xFF")) {
        return readJpeg(bytes, owner);
    }
    throw Error(sentence(owner, " starts as neither PNG nor JPEG does, wanted one of them"));
}

Picture scaled(const Picture& picture, std::int64_t height, std::int64_t width)
{
    assert(height > 0 && width > 0 && picture.height > 0 && picture.width > 0);
    if (picture.height == height && picture.width == width) {
        return picture;
    }
    const auto at = [](std::int64_t row, std::int64_t columns, std::int64_t column) {
        return static_cast<std::size_t>(row * columns + column);
    };
    std::vector<std::uint64_t> narrow(static_cast<std::size_t>(picture.height * width)); // sums along the rows
    for (std::int64_t row = 0; row < picture.height; ++row) {
        for (std::int64_t column = 0; column < width; ++column) {
            std::uint64_t& sum = narrow[at(row, width, column)];
            overCovered(column, picture.width, width, [&](std::int64_t old, std::uint64_t part) {
                sum += part * picture.pixels[at(row, picture.width, old)];
            });
        }
    }
    Picture result{.height = height, .width = width, .pixels = {}};
    result.pixels.resize(static_cast<std::size_t>(height * width));
    const auto area = static_cast<std::uint64_t>(picture.height * picture.width);
    for (std::int64_t row = 0; row < height; ++row) {
        for (std::int64_t column = 0; column < width; ++column) {
            std::uint64_t sum = area / 2; // to round
            overCovered(row, picture.height, height,
                        [&](std::int64_t old, std::uint64_t part) { sum += part * narrow[at(old, width, column)]; });
            result.pixels[at(row, width, column)] = static_cast<std::uint8_t>(sum / area);
        }
    }
    return result;
}

} // namespace engine
