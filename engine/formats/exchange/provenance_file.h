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
//     PNG            the JSON in a chunk iTXt with the keyword "Hamnet provenance"
//     PDF            the JSON as text of <hamnet:provenance> in the XMP packet
//     text           the JSON in a note at the end (engine/data/text_note.h)
//     .hamnet-state  the JSON in a section "provenance"

/// For the table of files.
ProvenanceFunctions svgProvenance();
ProvenanceFunctions pngProvenance();
ProvenanceFunctions pdfProvenance();
ProvenanceFunctions textProvenance();
ProvenanceFunctions stateProvenance();

/// The bytes of a picture, .svg or .png, with the provenance in them. Throws Error for bytes that are no such picture.
std::string withProvenance(std::string_view picture, Format format, const Provenance& provenance);

/// The XMP packet for whoever writes a PDF file.
std::string xmpOf(const Provenance& provenance);

/// What is put behind a text.
std::string textNoteOf(const Provenance& provenance);

/// What the file was made from; nothing where it does not say. Throws Error for a file that cannot be read, and where
/// what it says is damaged. Costs a small multiple of maxProvenanceBytes at most, whatever the file's size.
std::optional<Provenance> provenanceIn(const std::filesystem::path& file);

/// The same of a picture that is to bring a net. Throws Error where there is none in it.
Provenance netOfPicture(const std::filesystem::path& file);

/// The text in the file without a note of what wrote it.
std::string textWithoutNote(const std::filesystem::path& file);

} // namespace engine
