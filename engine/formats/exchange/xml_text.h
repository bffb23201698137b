// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

// The little of XML that it takes to find one element's text in a picture, by one pass over its bytes: no tree, no
// entities but XML's own, so a hostile file costs no more than its bytes.

/// Text as it stands in an element; what XML forbids becomes U+FFFD.
std::string escapedXml(std::string_view text);

/// What stands between the tags of the next element of that name at or behind `place`, which moves behind it. Nothing:
/// there is none. An element of the same name inside it ends it.
std::optional<std::string_view> nextElement(std::string_view xml, std::string_view name, std::size_t& place);

/// The text of an element's content, without the tags and remarks in it.
std::string textOfXml(std::string_view content);

/// Behind the first start tag of that name; npos: there is none.
std::size_t endOfStartTag(std::string_view xml, std::string_view name);

} // namespace engine
