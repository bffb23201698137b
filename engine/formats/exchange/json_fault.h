// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace engine {

/// Why a stranger's JSON is not to be made into a tree.
enum class JsonFault {
    None,
    NoJson,
    TooDeep,   ///< more brackets are open at once than wanted
    TooMany,   ///< more than maxJsonParts
    NameTwice, ///< in the outermost object
};

/// Names, values, lists and objects: a tree takes up to some hundred bytes for each, where the text has two or three.
inline constexpr int maxJsonParts = 1 << 20;

/// Reads the text once and keeps nothing of it but the outermost names. Takes time by the text's length, which
/// nlohmann's reader with a callback does not: behind each bracket it goes through all that lies beside it.
JsonFault faultOf(std::string_view text, int deepest);

} // namespace engine
