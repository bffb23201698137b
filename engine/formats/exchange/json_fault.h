// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <string_view>

namespace engine {

/// Names, values, lists and objects: a tree takes up to some hundred bytes for each, where the text has two or three.
inline constexpr int maxJsonParts = 1 << 20;

/// Why a stranger's JSON is not to be made into a tree; empty: it may be. It is none, has more than maxJsonParts or
/// more brackets open at once than `deepest`, or names something twice in the outermost object.
///
/// Reads the text once and keeps nothing of it but the outermost names. Takes time by the text's length, which
/// nlohmann's reader with a callback does not: behind each bracket it goes through all that lies beside it.
Sentence faultOf(std::string_view text, int deepest);

} // namespace engine
