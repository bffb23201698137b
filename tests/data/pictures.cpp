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

void writeJpeg(const std::filesystem::path& file, const engine::Picture& picture)
{
    std::FILE* const stream = std::fopen(file.c_str(), "wb");
    jpeg_compress_struct jpeg = {};
    jpeg_error_mgr errors = {};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, stream);
    jpeg.image_width = static_cast<JDIMENSION>(picture.width);
    jpeg.image_height = static_cast<JDIMENSION>(picture.height);
    jpeg.input_components = 1;
    jpeg.in_color_space = JCS_GRAYSCALE;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 100, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    for (std::int64_t row = 0; row < picture.height; ++row) {
        JSAMPROW pixels = const_cast<JSAMPROW>(picture.pixels.data() + row * picture.width);
        jpeg_write_scanlines(&jpeg, &pixels, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    std::fclose(stream);
}
