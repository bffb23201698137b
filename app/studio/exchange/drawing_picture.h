// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"
#include "engine/drawing/drawing.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/provenance.h"

#include <filesystem>
#include <optional>
#include <QString>
#include <string>

namespace studio {

/// The net as the canvas draws it in the phase that is shown: the boxes where they stand with their settings, sizes,
/// parameters and problems, the wires with their shapes, the notes. In the user's language. Not in the picture is what
/// belongs to the screen or to the moment: selection and pointer, grid, the layers of other phases, doubts, the colours
/// of the panel Sizes and the values of a net in training.
engine::Drawing drawnNet(const editor::Document& document);

/// Writes .svg, .png (two pixels a unit) or .pdf, in the theme's colours. `made` goes along, so that opening the
/// picture brings the net back. Gives the sentence of what went wrong.
std::optional<QString> writePicture(const engine::Drawing& drawing, const engine::Provenance& made,
                                    engine::Format format, const std::filesystem::path& file);

} // namespace studio
