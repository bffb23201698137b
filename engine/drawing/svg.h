// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/drawing/colours.h"
#include "engine/drawing/drawing.h"

#include <string>

namespace engine {

struct SvgOptions {
    Ground ground = Ground::Light;
    std::string metadata = {}; ///< text of the file's <metadata>, for programs; empty: none
};

/// The drawing as an SVG file in UTF-8, of the elements that SVG Tiny 1.2 has, so that every viewer shows it. Bytes
/// that are no text become U+FFFD.
std::string svgOf(const Drawing& drawing, const SvgOptions& options = {});

} // namespace engine
