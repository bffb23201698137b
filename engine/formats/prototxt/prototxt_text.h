// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Protobuf's text format without a schema: text to a tree of fields and back. What the fields mean is prototxt.h's.
namespace engine::prototxt {

// A file may come from anywhere. These stop the ones that would eat the memory or the stack.
inline constexpr std::size_t maxBytes = 16u << 20;
inline constexpr std::size_t maxFields = 400'000;
inline constexpr int maxDepth = 64;
inline constexpr std::size_t maxNameBytes = 256;

/// Where something starts in its file, from 1; the column in bytes.
struct Place {
    int line = 0, column = 0;
};

struct Field;

/// What stands between two braces, or a whole file.
struct Message {
    std::vector<Field> fields;
    std::vector<std::string> tail; ///< of a file: lines of comment behind the last field, without '#'
};

enum class Kind {
    Word,   ///< 512, TRAIN, True: text holds it as it came
    Quoted, ///< "lstm1": text holds what the escapes stand for
    Message,
};

/// One `name: value` or `name { ... }`. A list [a, b] is as many fields of one name.
struct Field {
    std::string name = {};
    Kind kind = Kind::Word;
    std::string text = {};
    Message message = {};
    /// Of a field of the file itself: the lines of comment before, in and behind it, without '#'; a blank line among
    /// them is "". One behind the value of a scalar has the scalar's name before it.
    std::vector<std::string> comments = {};
    std::size_t attached = 0; ///< how many of the last of them stand at the field, with no blank line between
    Place place = {};         ///< of the name
    Place valuePlace = {};
    bool oneLine = false; ///< print the message on one line
};

/// Reads a text. Takes what BVLC Caffe and MyCaffe write: words without quotes, `key: { }`, `key < >`, [a, b], commas
/// and semicolons, 'single' and "adjacent" "strings". Throws ParseError that says what was found and what was expected.
Message parse(std::string_view text, const std::string& fileName);

/// One field a line, two spaces a level. Comments are those of the file's own fields.
std::string print(const Message& message);

/// The lines as comment: "# line", "#" for an empty one.
std::string printComment(const std::vector<std::string>& lines);

// Comments are lines in a tree and one text in a model. Both ways drop what means nothing: blank lines at either end,
// blanks at the end of a line.
std::vector<std::string> commentLines(std::string_view comment);
std::string commentText(const std::vector<std::string>& lines);

/// "text" with escapes. Bytes above 127 stay as they are where the whole is UTF-8.
std::string inQuotes(std::string_view text);

Field messageField(std::string name, Message message);

} // namespace engine::prototxt
