// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace studio {

/// The name under which a PNG holds the prototxt of the net that it shows; an SVG has it in its <metadata>.
inline constexpr char modelKey[] = "Hamnet model";

/// That prototxt. Throws engine::Error where the picture holds none.
std::string modelInPicture(const std::filesystem::path& file);

} // namespace studio
