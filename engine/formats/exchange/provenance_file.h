// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/provenance.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

// How files carry their provenance:
//
//     SVG            the JSON as text of <metadata>
//     PNG            the JSON in a chunk iTXt (or tEXt) with the keyword "Hamnet provenance", not packed
//     .hamnet-state  the JSON in a section "provenance"

/// The bytes of a picture, .svg or .png, with the provenance in them. Throws Error for bytes that are no such picture.
std::string withProvenance(std::string_view picture, Format format, const Provenance& provenance);

/// What the file was made from; nothing where it does not say. Throws Error for a file that cannot be read, and where
/// what it says is damaged. Costs a small multiple of maxProvenanceBytes at most, whatever the file's size.
std::optional<Provenance> provenanceIn(const std::filesystem::path& file);

/// The same of a picture that is to bring a net. Throws Error where there is none in it.
Provenance netOfPicture(const std::filesystem::path& file);

} // namespace engine
