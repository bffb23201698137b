// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/drawing/drawing.h"
#include "engine/formats/exchange/file_formats.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The checkpoint whose weights were used. The file may move, be renamed or be written again; the digest tells.
struct CheckpointUsed {
    std::string file;                      ///< as shortPath() writes it
    std::string digest = {};               ///< netDigest(); empty: not known
    std::optional<std::int64_t> iteration; ///< nothing: not known
    bool operator==(const CheckpointUsed&) const = default;
};

/// What a picture or a state was made from. It goes along in the file, so that opening the file brings it back:
///
///     SVG            the JSON as text of <metadata>
///     PNG            the JSON in a chunk iTXt (or tEXt) with the keyword "Hamnet provenance", not packed
///     .hamnet-state  the JSON in a section "provenance"
struct Provenance {
    enum class Kind { Drawing, Curves, Race, State };

    Kind kind = Kind::Drawing;
    std::string model = {};  ///< prototxt
    std::string solver = {}; ///< prototxt; empty: not known
    std::vector<DrawingPoint> positions =
        {};                                 ///< on the canvas, of the model's layers, in their order; empty: not known
    std::vector<DrawnNote> notes = {};      ///< beside the layers
    std::optional<std::uint64_t> seed = {}; ///< a state: of its text's characters; else of the training
    std::optional<std::int64_t> iteration = {}; ///< of the net
    std::optional<CheckpointUsed> checkpoint = {};

    bool operator==(const Provenance&) const = default;
};

/// No file carries more bytes of it.
inline constexpr std::size_t maxProvenanceBytes = 16 << 20;

/// As one line of JSON in UTF-8; bytes that are no text become U+FFFD. Throws Error where it is longer than
/// maxProvenanceBytes.
std::string printProvenance(const Provenance& provenance);

/// Throws Error where the text says no provenance; the sentence starts with `owner`.
Provenance parseProvenance(std::string_view text, const std::string& owner);

/// The bytes of a picture, .svg or .png, with the provenance in them. Throws Error for bytes that are no such picture.
std::string withProvenance(std::string_view picture, Format format, const Provenance& provenance);

/// What the file was made from; nothing where it does not say. Throws Error for a file that cannot be read, and where
/// what it says is damaged. Costs a small multiple of maxProvenanceBytes at most, whatever the file's size.
std::optional<Provenance> provenanceIn(const std::filesystem::path& file);

/// The same of a picture that is to bring a net. Throws Error where there is none in it.
Provenance netOfPicture(const std::filesystem::path& file);

/// A file's path for a file that others may get: absolute, with ~ for the home folder, whose name is private.
std::string shortPath(const std::filesystem::path& file);
std::filesystem::path longPath(const std::string& file);

/// What tells a net's file from any other, 16 hexadecimal digits: of a .hamnet file the checksum of its table, which
/// has the checksums of all its sections, and of any other file the XXH3 of its bytes. Throws Error.
std::string netDigest(const std::filesystem::path& file);

} // namespace engine
