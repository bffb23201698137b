// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

#include <cstdint>

namespace engine {

/// What it takes to read a text and keep what every unit held, told beforehand.
struct ReadingMemory {
    std::int64_t characters = 0; ///< of the text
    std::int64_t ofText = 0;     ///< bytes that grow with the text: what is kept, and what layers hand on
    std::int64_t ofNet = 0;      ///< bytes for a text of any length: of the steps under way

    std::int64_t total() const { return ofText + ofNet; }
};

/// Of a model of one phase that reads T steps of one stream. Throws Error where a layer does not fit.
ReadingMemory readingMemory(const Model& model);

/// Throws Error where it is more than is free, in bytes; says how many characters would fit.
void requireRoom(const ReadingMemory& memory, std::int64_t available);

} // namespace engine
