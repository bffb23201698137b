// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/picture.h"

#include "engine/data/mapped_file.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <png.h>
#include <strings.h>

#include <algorithm>
#include <cassert>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

// Last: it needs <cstdio> and does not include it.
#include <jpeglib.h>

namespace engine {
namespace {

constexpr std::int64_t maxPixels = std::int64_t{1} << 26;

/// A byte of a file can stand for so many pixels at most: deflate packs 1032 to 1, of 8 pixels a byte; a block of
/// 64 pixels of a JPEG takes a bit at least. What a header says beyond that takes no memory.
constexpr std::int64_t pixelsPerByteOfPng = 1032 * 8;
constexpr std::int64_t pixelsPerByteOfJpeg = 64 * 8;

void checkSize(const std::string& owner, std::int64_t width, std::int64_t height, std::int64_t bytes,
               std::int64_t pixelsPerByte)
{
    if (width < 1 || height < 1 || width > maxPixels / height) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found a picture of %2 × %3 pixels, wanted at most %4 of them"),
                        owner, width, height, maxPixels));
    }
    if (width * height > bytes * pixelsPerByte) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: its header says %2 × %3 pixels, which its %4 bytes cannot hold"),
                        owner, width, height, bytes));
    }
}

/// As Pillow's convert("L"), libjpeg and OpenCV make grey of colours: 0.299 R + 0.587 G + 0.114 B of the values as the
/// file has them (ITU-R BT.601), without a look at gamma. The factors are of 65,536.
constexpr std::uint8_t greyOf(std::uint32_t red, std::uint32_t green, std::uint32_t blue)
{
    return static_cast<std::uint8_t>((red * 19'595 + green * 38'470 + blue * 7'471 + 0x8000) >> 16);
}

/// A row of `width` pixels of 1 (grey), 2 (grey, opacity), 3 (red, green, blue) or 4 values as grey on white.
void takeGrey(const std::uint8_t* row, std::size_t width, std::size_t channels, std::uint8_t* grey)
{
    constexpr std::uint32_t white = 255;
    const bool isColour = channels > 2, hasOpacity = channels % 2 == 0;
    for (std::size_t pixel = 0; pixel < width; ++pixel, row += channels) {
        const std::uint32_t opacity = hasOpacity ? row[channels - 1] : white;
        const auto onWhite = [&](std::size_t channel) {
            return (row[channel] * opacity + white * (white - opacity) + white / 2) / white;
        };
        grey[pixel] = isColour ? greyOf(onWhite(0), onWhite(1), onWhite(2)) : static_cast<std::uint8_t>(onWhite(0));
    }
}

/// The orientation that EXIF data in TIFF's form tell, from 1 to 8; 1 (as it is stored) where they tell none.
int orientationOf(std::string_view exif)
{
    const bool bigEndian = exif.starts_with("MM");
    const auto number = [&](std::size_t at, std::size_t bytes) {
        std::size_t value = 0;
        for (std::size_t index = 0; index < bytes; ++index) {
            const std::size_t byte = bigEndian ? index : bytes - 1 - index;
            value = value * 256 + static_cast<std::uint8_t>(exif[at + byte]);
        }
        return value;
    };
    constexpr std::size_t head = 8, entryBytes = 12, orientationTag = 0x0112, typeShort = 3, typeLong = 4;
    if (exif.size() < head || !(bigEndian || exif.starts_with("II")) || number(2, 2) != 42) {
        return 1;
    }
    const std::size_t first = number(4, 4);
    if (first > exif.size() - 2) {
        return 1;
    }
    const std::size_t entries = number(first, 2);
    for (std::size_t entry = 0; entry < entries; ++entry) {
        const std::size_t at = first + 2 + entry * entryBytes;
        if (at + entryBytes > exif.size()) {
            break;
        }
        if (number(at, 2) == orientationTag) {
            const std::size_t type = number(at + 2, 2);
            const std::size_t value = type == typeShort ? number(at + 8, 2) : type == typeLong ? number(at + 8, 4) : 1;
            return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
        }
    }
    return 1;
}

/// The picture as it is to be seen: EXIF's orientations, of which 5 to 8 swap rows and columns.
Picture upright(Picture stored, int orientation)
{
    if (orientation == 1) {
        return stored;
    }
    const std::int64_t height = stored.height, width = stored.width;
    Picture seen = stored;
    if (orientation >= 5) {
        std::swap(seen.height, seen.width);
    }
    const bool fromBelow = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const bool fromRight = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    for (std::int64_t row = 0; row < seen.height; ++row) {
        for (std::int64_t column = 0; column < seen.width; ++column) {
            const std::int64_t down = orientation >= 5 ? column : row, right = orientation >= 5 ? row : column;
            const std::int64_t from =
                (fromBelow ? height - 1 - down : down) * width + (fromRight ? width - 1 - right : right);
            seen.pixels[static_cast<std::size_t>(row * seen.width + column)] =
                stored.pixels[static_cast<std::size_t>(from)];
        }
    }
    return seen;
}

/// A PNG file in memory, and libpng's errors, which it reports by a function that must not come back.
struct PngSource {
    const char* next;
    std::size_t left;
    std::jmp_buf jump;
    char words[128];
};

[[noreturn]] void leavePng(png_structp png, png_const_charp words)
{
    auto* const source = static_cast<PngSource*>(png_get_error_ptr(png));
    std::snprintf(source->words, sizeof source->words, "%s", words);
    std::longjmp(source->jump, 1);
}

void onPngWarning(png_structp, png_const_charp)
{
    // of what is not needed for the pixels
}

void readPngBytes(png_structp png, png_bytep target, png_size_t count)
{
    auto* const source = static_cast<PngSource*>(png_get_io_ptr(png));
    if (count > source->left) {
        png_error(png, "it ends too early");
    }
    std::memcpy(target, source->next, count);
    source->next += count;
    source->left -= count;
}

/// Nothing in it has a destructor, which a jump would skip.
bool decodePng(png_structp png, png_infop info, PngSource& source)
{
    if (setjmp(source.jump) != 0) {
        return false;
    }
    png_set_read_fn(png, &source, readPngBytes);
    png_set_benign_errors(png, 1);
    png_read_png(png, info, PNG_TRANSFORM_EXPAND | PNG_TRANSFORM_STRIP_16, nullptr);
    return true;
}

/// What the header says, which stands behind the mark of 8 bytes and the head of a chunk; 0 where it is cut short or
/// another chunk stands there, whose numbers would be others than those libpng reads.
std::int64_t pngSize(std::string_view bytes, std::size_t at)
{
    return bytes.size() < at + 4 || bytes.substr(12, 4) != "IHDR"
               ? 0
               : png_get_uint_32(reinterpret_cast<png_const_bytep>(bytes.data() + at));
}

Picture readPng(std::string_view bytes, const std::string& owner)
{
    PngSource source = {.next = bytes.data(), .left = bytes.size(), .jump = {}, .words = {}};
    struct Reader {
        png_structp png = nullptr;
        png_infop info = nullptr;
        ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
    } reader;
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, leavePng, onPngWarning);
    reader.info = reader.png ? png_create_info_struct(reader.png) : nullptr;
    if (!reader.info) {
        throw std::bad_alloc();
    }
    Picture picture{.height = pngSize(bytes, 20), .width = pngSize(bytes, 16), .pixels = {}};
    checkSize(owner, picture.width, picture.height, std::ssize(bytes), pixelsPerByteOfPng);
    if (!decodePng(reader.png, reader.info, source)) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: the PNG file is damaged or cut short (%2)"), owner, source.words));
    }
    const auto width = static_cast<std::size_t>(picture.width), height = static_cast<std::size_t>(picture.height);
    const std::size_t channels = png_get_channels(reader.png, reader.info);
    picture.pixels.resize(width * height);
    for (std::size_t row = 0; row < height; ++row) {
        takeGrey(png_get_rows(reader.png, reader.info)[row], width, channels, picture.pixels.data() + row * width);
    }
    png_uint_32 exifBytes = 0;
    png_bytep exif = nullptr;
    if (png_get_eXIf_1(reader.png, reader.info, &exifBytes, &exif) != 0) {
        return upright(std::move(picture), orientationOf({reinterpret_cast<const char*>(exif), exifBytes}));
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
    jpeg_save_markers(&jpeg, JPEG_APP0 + 1, 0xFFFF); // EXIF's
    jpeg_read_header(&jpeg, TRUE);
    return true;
}

/// `line` is room for one row of three values a pixel.
bool finishJpeg(jpeg_decompress_struct& jpeg, JpegErrors& errors, std::uint8_t* line, std::uint8_t* pixels)
{
    if (setjmp(errors.jump) != 0) {
        return false;
    }
    jpeg.out_color_space = jpeg.jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
        std::uint8_t* const grey = pixels + std::size_t{jpeg.output_scanline} * jpeg.output_width;
        JSAMPROW row = line;
        jpeg_read_scanlines(&jpeg, &row, 1);
        takeGrey(line, jpeg.output_width, static_cast<std::size_t>(jpeg.output_components), grey);
    }
    jpeg_finish_decompress(&jpeg);
    return true;
}

int orientationOf(const jpeg_decompress_struct& jpeg)
{
    using namespace std::literals;
    constexpr std::string_view exif = "Exif\0\0"sv;
    for (const jpeg_marker_struct* marker = jpeg.marker_list; marker; marker = marker->next) {
        const std::string_view data(reinterpret_cast<const char*>(marker->data), marker->data_length);
        if (marker->marker == JPEG_APP0 + 1 && data.starts_with(exif)) {
            return orientationOf(data.substr(exif.size()));
        }
    }
    return 1;
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
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: the JPEG file is damaged or cut short (%2)"), owner, errors.words));
    };
    if (!beginJpeg(jpeg, errors, bytes)) {
        fail();
    }
    checkSize(owner, jpeg.image_width, jpeg.image_height, static_cast<std::int64_t>(bytes.size()), pixelsPerByteOfJpeg);
    if (jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: found a JPEG file in the colours of print (CMYK), wanted grey or RGB"),
                owner));
    }
    Picture picture{.height = jpeg.image_height, .width = jpeg.image_width, .pixels = {}};
    picture.pixels.resize(static_cast<std::size_t>(picture.height * picture.width));
    std::vector<std::uint8_t> line(static_cast<std::size_t>(3 * picture.width));
    const int orientation = orientationOf(jpeg);
    if (!finishJpeg(jpeg, errors, line.data(), picture.pixels.data())) {
        fail();
    }
    return upright(std::move(picture), orientation);
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

/// In any case.
bool endsAs(const std::filesystem::path& file, std::initializer_list<const char*> endings)
{
    const std::string own = file.extension().string();
    return std::ranges::any_of(endings, [&](const char* ending) { return ::strcasecmp(own.c_str(), ending) == 0; });
}

} // namespace

bool namesPicture(const std::filesystem::path& file)
{
    return endsAs(file, {".png", ".jpg", ".jpeg", ".jpe", ".jfif"});
}

bool namesOtherPicture(const std::filesystem::path& file)
{
    return endsAs(file, {".avif", ".bmp", ".dib", ".gif", ".heic", ".heif", ".ico", ".jp2", ".pbm", ".pgm", ".ppm",
                         ".svg", ".tga", ".tif", ".tiff", ".webp"});
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
    throw Error(say(ENGINE_TEXT("Sentences", "%1 starts as neither PNG nor JPEG does, wanted one of them"), owner));
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
