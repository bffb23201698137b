// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/data/pictures.h"

#include <png.h>

#include <cstdio>
#include <stdexcept>

// Last: it needs <cstdio> and does not include it.
#include <jpeglib.h>

namespace {

void write(const std::filesystem::path& file, std::size_t width, std::size_t height, png_uint_32 format,
           const std::vector<std::uint8_t>& bytes)
{
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = format;
    if (png_image_write_to_file(&image, file.c_str(), 0, bytes.data(), 0, nullptr) == 0) {
        throw std::runtime_error(image.message);
    }
}

} // namespace

void writePng(const std::filesystem::path& file, const engine::Picture& picture)
{
    write(file, static_cast<std::size_t>(picture.width), static_cast<std::size_t>(picture.height), PNG_FORMAT_GRAY,
          picture.pixels);
}

void writeColours(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels)
{
    write(file, pixels.size() / 4, 1, PNG_FORMAT_RGBA, pixels);
}

void writePng(const std::filesystem::path& file, const StoredPicture& picture)
{
    std::FILE* const stream = std::fopen(file.c_str(), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, stream);
    const int types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
    png_set_IHDR(png, info, static_cast<png_uint_32>(picture.width), static_cast<png_uint_32>(picture.height),
                 picture.bits, types[picture.channels - 1],
                 picture.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (picture.gamma > 0) {
        png_set_gAMA(png, info, picture.gamma);
    }
    std::string exif = picture.exif;
    const auto exifBytes = static_cast<png_uint_32>(exif.size());
    if (!exif.empty() && !picture.exifIsBehind) {
        png_set_eXIf_1(png, info, exifBytes, reinterpret_cast<png_bytep>(exif.data()));
    }
    png_write_info(png, info);
    const std::size_t rowBytes = png_get_rowbytes(png, info);
    std::vector<std::uint8_t> bytes = picture.bytes;
    std::vector<png_bytep> rows;
    for (std::size_t at = 0; at < bytes.size(); at += rowBytes) {
        rows.push_back(bytes.data() + at);
    }
    png_write_image(png, rows.data());
    if (!exif.empty() && picture.exifIsBehind) {
        png_write_chunk(png, reinterpret_cast<png_const_bytep>("eXIf"), reinterpret_cast<png_bytep>(exif.data()),
                        exifBytes);
    }
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    std::fclose(stream);
}

void writeJpeg(const std::filesystem::path& file, const engine::Picture& picture)
{
    writeJpeg(file, StoredPicture{.height = picture.height, .width = picture.width, .bytes = picture.pixels});
}

std::string exifOf(int orientation, bool bigEndian)
{
    const auto number = [&](int value, int bytes) {
        std::string text;
        for (int index = 0; index < bytes; ++index) {
            const int byte = bigEndian ? bytes - 1 - index : index;
            text += static_cast<char>(value >> 8 * byte & 0xFF);
        }
        return text;
    };
    const auto entry = [&](int tag, int value) {
        return number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + number(0, 2);
    };
    return (bigEndian ? "MM" : "II") + number(42, 2) + number(8, 4) + number(2, 2) + entry(0x0103, 6) +
           entry(0x0112, orientation) + number(0, 4);
}

void writeJpeg(const std::filesystem::path& file, const StoredPicture& picture)
{
    std::FILE* const stream = std::fopen(file.c_str(), "wb");
    jpeg_compress_struct jpeg = {};
    jpeg_error_mgr errors = {};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, stream);
    jpeg.image_width = static_cast<JDIMENSION>(picture.width);
    jpeg.image_height = static_cast<JDIMENSION>(picture.height);
    jpeg.input_components = picture.channels;
    jpeg.in_color_space = picture.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 100, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    if (!picture.exif.empty()) {
        const std::string marked = std::string("Exif\0\0", 6) + picture.exif;
        jpeg_write_marker(&jpeg, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(marked.data()),
                          static_cast<unsigned>(marked.size()));
    }
    for (std::int64_t row = 0; row < picture.height; ++row) {
        JSAMPROW pixels = const_cast<JSAMPROW>(picture.bytes.data() + row * picture.width * picture.channels);
        jpeg_write_scanlines(&jpeg, &pixels, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    std::fclose(stream);
}
