// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt_fields.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

namespace engine {

namespace prototxt {

namespace {

/// The number in the fewest digits that read back as the same, in the form that people write: 0.0005, 100000, 1e-08.
std::string numberText(double number)
{
    const double size = std::abs(number);
    const bool isPlain = size == 0 || (size >= 1e-6 && size < 1e15);
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, number,
                                isPlain ? std::chars_format::fixed : std::chars_format::scientific)
                      .ptr};
}

/// Makes fields of values, in a style.
class FieldWriter {
public:
    explicit FieldWriter(WriteStyle style) : m_style(style) {}

    /// One field, or one for each element of a list.
    template <typename Value>
    void add(Message& message, std::string_view name, const Value& value) const
    {
        if constexpr (isList<Value>) {
            for (const auto& element : value) {
                add(message, name, element);
            }
        } else {
            message.fields.push_back(field(value));
            message.fields.back().name = name;
        }
    }

    /// What fields() lists and what is not as in a thing that was just made.
    template <typename Thing>
    Message messageOf(const Thing& thing) const
    {
        Message message;
        fields(thing, [&](std::string_view name, const auto& member) {
            using Member = std::decay_t<decltype(member)>;
            if constexpr (!std::is_empty_v<Member>) {
                if (member != Member()) {
                    add(message, name, member);
                }
            }
        });
        return message;
    }

private:
    // A field without its name.

    Field field(bool value) const
    {
        const bool capital = m_style == WriteStyle::MyCaffe;
        return {.text = value ? (capital ? "True" : "true") : (capital ? "False" : "false")};
    }
    Field field(std::int64_t value) const { return {.text = std::to_string(value)}; }
    Field field(int value) const { return field(std::int64_t{value}); }
    Field field(double value) const { return {.text = numberText(value)}; }
    Field field(const std::string& value) const { return {.kind = Kind::Quoted, .text = value}; }
    Field field(Phase value) const { return {.text = std::string(phaseName(value))}; }
    Field field(const Shape& value) const
    {
        Field made{.kind = Kind::Message, .oneLine = true};
        add(made.message, "dim", value.extents());
        return made;
    }
    /// The numbers that the type reads are always written, so that readers need not know the defaults; others where
    /// they differ.
    Field field(const Filler& value) const
    {
        const Filler standard;
        Field made{.kind = Kind::Message};
        add(made.message, "type", value.type);
        for (const FillerNumber& one : fillerNumbers) {
            if (value.type == one.type || value.*one.number != standard.*one.number) {
                add(made.message, one.name, value.*one.number);
            }
        }
        if (value.varianceNorm != standard.varianceNorm) {
            made.message.fields.push_back({.name = "variance_norm", .text = value.varianceNorm});
        }
        return made;
    }
    template <typename Value>
    Field field(const std::optional<Value>& value) const
    {
        return field(*value);
    }
    template <typename Thing>
    Field field(const Thing& thing) const
    {
        return messageField({}, messageOf(thing));
    }

    WriteStyle m_style;
};

/// The message at `path` ("recurrent_param", "reshape_param.shape"), made where it is not there yet.
Message& messageAt(Message& root, std::string_view path)
{
    Message* message = &root;
    while (!path.empty()) {
        const std::string name(path.substr(0, path.find('.')));
        path.remove_prefix(std::min(name.size() + 1, path.size()));
        auto& fields = message->fields;
        auto match = std::find_if(fields.begin(), fields.end(), [&](const Field& field) {
            return field.kind == Kind::Message && field.name == name;
        });
        if (match == fields.end()) {
            match = fields.insert(fields.end(), messageField(name, {}));
        }
        message = &match->message;
    }
    return *message;
}

/// Puts the unknown fields back where they came from: the k-th message of a name into the k-th that is there.
void mergeUnknown(Message& message, const Message& unknown)
{
    std::map<std::string, std::vector<std::size_t>> left; // indices of the messages of each name, the first one last
    for (std::size_t index = message.fields.size(); index-- > 0;) {
        if (message.fields[index].kind == Kind::Message) {
            left[message.fields[index].name].push_back(index);
        }
    }
    for (const Field& field : unknown.fields) {
        const auto known = left.find(field.name);
        if (field.kind == Kind::Message && known != left.end() && !known->second.empty()) {
            Field& target = message.fields[known->second.back()];
            known->second.pop_back();
            target.oneLine = false;
            mergeUnknown(target.message, field.message);
        } else {
            message.fields.push_back(field);
        }
    }
    message.tail.insert(message.tail.end(), unknown.tail.begin(), unknown.tail.end());
}

bool isCapital(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

/// MyCaffe's spelling of a type: Lstm for LSTM. Of a run of capitals it keeps the first, and the last where a word
/// follows.
std::string myCaffeType(std::string_view caffeName)
{
    std::string name(caffeName);
    for (std::size_t index = 1; index < caffeName.size(); ++index) {
        const bool startsWord = index + 1 < caffeName.size() && !isCapital(caffeName[index + 1]);
        if (isCapital(caffeName[index]) && isCapital(caffeName[index - 1]) && !startsWord) {
            name[index] = static_cast<char>(name[index] - 'A' + 'a');
        }
    }
    return name;
}

Field layerField(Layer layer, WriteStyle style)
{
    const Sentence owner = say(ENGINE_TEXT("Sentences", "layer %1"), layer.name);
    Message settings = writeParams(paramsOf(layer), writtenParams(layer), style, owner);
    if (const LayerType* const known = findLayerType(layer.type)) {
        layer.type = style == WriteStyle::MyCaffe ? myCaffeType(known->caffeName) : std::string(known->caffeName);
    }
    Field field = messageField("layer", FieldWriter(style).messageOf(layer));
    std::move(settings.fields.begin(), settings.fields.end(), std::back_inserter(field.message.fields));
    mergeUnknown(field.message, parse(layer.unknown, say(ENGINE_TEXT("Sentences", "unknown fields of %1"), owner)));
    field.comments = commentLines(layer.comment);
    return field;
}

/// The text under its header, with the dialect's marker where the text would be taken for the other one's.
std::string withHeader(const Message& file, const std::string& comment, Dialect dialect)
{
    std::vector<std::string> header = commentLines(comment);
    const std::vector<std::string>& first = file.fields.empty() ? file.tail : file.fields.front().comments;
    const auto looksMarked = [](const std::vector<std::string>& lines) {
        return std::any_of(lines.begin(), lines.end(), [](const auto& line) { return markedDialect(line); });
    };
    if (looksMarked(header) || looksMarked(first) || findDialect(file).dialect != dialect) {
        header.insert(header.begin(), say("dialect: %1", dialectName(dialect)));
    }
    const bool both = !header.empty() && !(file.fields.empty() && file.tail.empty());
    return printComment(header) + (both ? "\n" : "") + print(file);
}

Dialect dialectOf(WriteStyle style, Dialect own)
{
    return style == WriteStyle::Hamnet ? own : style == WriteStyle::MyCaffe ? Dialect::MyCaffe : Dialect::Bvlc;
}

} // namespace

bool isShape(const ParamSpec& spec)
{
    const auto* const list = std::get_if<IntList>(&spec.kind);
    return list && list->extents;
}

Message writeParams(std::span<const ParamSpec> specs, const Params& params, WriteStyle style, const Sentence& owner)
{
    for (const auto& [key, value] : params) {
        if (std::none_of(specs.begin(), specs.end(), [&key = key](const ParamSpec& spec) { return spec.key == key; })) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: there is no setting %2 that could be written"), owner, shown(key)));
        }
    }
    const FieldWriter writer(style);
    Message message;
    for (const ParamSpec& spec : specs) {
        const auto value = params.find(spec.key);
        if (value == params.end()) {
            continue;
        }
        Message& into = messageAt(message, spec.message);
        const auto* const numbers = std::get_if<std::vector<std::int64_t>>(&value->second);
        const auto* const choices = std::get_if<Choices>(&spec.kind);
        if (numbers && isShape(spec)) {
            writer.add(into, spec.key, Shape(*numbers));
            continue;
        }
        std::visit([&](const auto& held) { writer.add(into, spec.key, held); }, value->second);
        if (choices && (!choices->quoted || style == WriteStyle::MyCaffe)) {
            into.fields.back().kind = Kind::Word;
        }
    }
    return message;
}

} // namespace prototxt

using namespace prototxt;

Params writtenParams(const Layer& layer)
{
    Params params = layer.params;
    for (const ParamSpec& spec : paramsOf(layer)) {
        if (layer.type == rnnOfCaffe.type && spec.key == rnnOfCaffe.key) {
            params.try_emplace(std::string(spec.key), fallbackOf(spec, Dialect::Bvlc));
        }
    }
    return params;
}

std::string writeModel(const Model& model, WriteStyle style, std::vector<Sentence>* dropped)
{
    const Model written = style == WriteStyle::StrictBvlc ? strictBvlcModel(model, dropped)
                                                          : inDialect(model, dialectOf(style, model.dialect));
    Message file;
    if (!written.name.empty()) {
        file.fields.push_back({.name = "name", .kind = Kind::Quoted, .text = written.name});
    }
    mergeUnknown(file, parse(written.unknown, "unknown fields of the net"));
    for (const Layer& layer : written.layers) {
        file.fields.push_back(layerField(layer, style));
    }
    return withHeader(file, written.comment, written.dialect);
}

std::string writeSolver(const SolverSettings& settings, WriteStyle style, std::vector<Sentence>* dropped)
{
    const SolverSettings written = style == WriteStyle::StrictBvlc
                                       ? strictBvlcSolver(settings, dropped)
                                       : inDialect(settings, dialectOf(style, settings.dialect));
    Message file = writeParams(solverSpecs(), written.params, style, say(ENGINE_TEXT("Sentences", "the solver")));
    for (Field& state : FieldWriter(style).messageOf(written).fields) {
        file.fields.push_back(std::move(state));
    }
    mergeUnknown(file, parse(written.unknown, "unknown fields of the solver"));
    return withHeader(file, written.comment, written.dialect);
}

} // namespace engine
