// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/prototxt/prototxt.h"
#include "engine/formats/prototxt/prototxt_text.h"
#include "engine/graph/params.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Between a tree of fields and settings, for any list of ParamSpecs: the names, the messages, the ranges come from
/// there.
namespace engine::prototxt {

/// What a reader needs to know besides the fields.
struct Source {
    const std::string& fileName;
    Dialect dialect = Dialect::Bvlc;
    Sentence owner = {}; ///< whose settings they are, for errors: "layer lstm1"
};

/// Where the caller asked for sentences.
inline void tell(std::vector<Sentence>* sentences, const Sentence& sentence)
{
    if (sentences) {
        sentences->push_back(sentence);
    }
}

/// Throws ParseError with the place of the field's value.
[[noreturn]] void failAt(const Field& field, const Source& source, const Sentence& sentence);
[[noreturn]] void failAt(Place place, const Source& source, const Sentence& sentence);
/// For a field of another name than a message has.
[[noreturn]] void failName(const Field& field, const Source& source, std::initializer_list<std::string_view> wanted,
                           const Field& message);

// One value; `wanted` says what it is for: "a whole number for num_output".
std::string readText(const Field& field, const Source& source);
std::string readWord(const Field& field, const Source& source); ///< an enumeration's word, quoted or not
std::int64_t readInteger(const Field& field, const Source& source);
double readNumber(const Field& field, const Source& source);
bool readFlag(const Field& field, const Source& source);
const Message& readMessage(const Field& field, const Source& source);

/// "message.name", or the name alone where there is no message: the path of a field.
std::string inside(std::string_view message, std::string_view name);

/// Refuses a field that comes a second time where one is meant.
class RepeatedFieldCheck {
public:
    explicit RepeatedFieldCheck(const Source& source) : m_source(&source) {}
    void note(const Field& field);

private:
    const Source* m_source;
    std::vector<std::pair<std::string, int>> m_seen; ///< with the line
};

/// What the specifications made of some fields.
struct ReadParams {
    Params params;
    Message unknown; ///< the fields that no specification knows, inside the messages that they came in
    std::vector<std::string> comments; ///< lines of comment at and in the fields that are known
};

/// Reads every field that `skip` does not name. Throws ParseError for a value of another kind or out of its range.
ReadParams readParams(std::span<const ParamSpec> specs, const Message& message, const Source& source,
                      const std::function<bool(const Field&)>& skip = {});

/// The settings as fields, each inside its message, in the order of the specifications. Throws Error for a setting that
/// has none.
Message writeParams(std::span<const ParamSpec> specs, const Params& params, WriteStyle style, const Sentence& owner);

/// Puts the unknown fields back where they came from: the k-th message of a name goes into the k-th that is there.
void mergeUnknown(Message& message, const Message& unknown);

/// Puts the unknown fields in the order in which mergeUnknown writes them to `known`, in which they are read again.
void orderUnknown(Message& unknown, const Message& known);

/// The number in the fewest digits that read back as the same, in the form that people write: 0.0005, 100000, 1e-08.
std::string numberText(double number);
std::string flagText(bool flag, WriteStyle style);

/// Appends the field's own lines of comment; that behind its value with its name before it, since it goes elsewhere.
void ownComments(const Field& field, std::vector<std::string>& lines);

/// The same for the whole tree below the field.
void collectComments(const Field& field, std::vector<std::string>& lines);

} // namespace engine::prototxt
