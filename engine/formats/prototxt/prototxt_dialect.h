// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/prototxt/prototxt.h"
#include "engine/formats/prototxt/prototxt_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::prototxt {

/// "BVLC" or "MyCaffe".
std::string_view dialectName(Dialect dialect);

/// The line of comment that says the dialect, without '#'.
std::string marker(Dialect dialect);
std::optional<Dialect> markedDialect(std::string_view commentLine);

/// Removes the first such line from the head of the file and says what it named.
std::optional<Dialect> takeMarker(Message& file);

/// What the spelling shows, without the marker.
DialectFinding findDialect(const Message& file);

/// Whether only MyCaffe has a field of this name, in whatever message.
bool isMyCaffesOwn(std::string_view name);

/// A type of ours whose name BVLC Caffe has for another layer: the setting `key`, which only ours has, is always
/// written and tells them apart. Caffe's RNN has a second product behind h.
struct NamesakeOfCaffe {
    std::string_view type, key;
};
inline constexpr NamesakeOfCaffe rnnOfCaffe = {"RNN", "activation"};

} // namespace engine::prototxt
