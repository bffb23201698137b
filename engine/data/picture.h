// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace engine {

/// A picture in shades of grey: 0 black, 255 white.
struct Picture {
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::vector<std::uint8_t> pixels; ///< [height, width]

    bool operator==(const Picture&) const = default;
};

/// Whether a file's name ends as those of pictures do that can be read: .png, .jpg, .jpeg, in any case.
bool namesPicture(const std::filesystem::path& file);
/// Whether it ends as those of other pictures do, such as .bmp, .gif, .webp, .tif.
bool namesOtherPicture(const std::filesystem::path& file);

/// Reads a PNG or a JPEG file, told by its first bytes, as it is to be seen: EXIF's orientation turns and mirrors it.
/// Colours become grey by one formula for both, that of Pillow's convert("L"), on the values as the file has them: of
/// 16 bits the upper 8 count, and a gAMA chunk or a colour profile changes nothing. What is transparent lies on white.
/// Throws Error for any other file, and for one that is damaged, cut short or larger than its bytes can make it.
Picture readPicture(const std::filesystem::path& file);

/// The picture at another size: each new pixel is the mean of the area of the old picture that it covers, so a picture
/// with other proportions is stretched. The arithmetic is in integers, rounded to the nearest.
Picture scaled(const Picture& picture, std::int64_t height, std::int64_t width);

} // namespace engine
