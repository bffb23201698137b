// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt_params.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <system_error>
#include <type_traits>

namespace engine::prototxt {

namespace {

/// What the file has in place of a value.
std::string found(const Field& field)
{
    return field.kind == Kind::Message ? "'{'" : shown(field.kind == Kind::Quoted ? inQuotes(field.text) : field.text);
}

[[noreturn]] void failKind(const Field& field, const Source& source, std::string_view wanted)
{
    const Sentence owner = source.owner.empty() ? Sentence() : say(ENGINE_TEXT("Sentences", " of %1"), source.owner);
    failAt(field, source,
           say(ENGINE_TEXT("Sentences", "found %1, expected %2 for %3%4"), found(field), wanted, field.name, owner));
}

/// The field under the name that it has here: MyCaffe writes the seed with a slip of the pen, and Caffe's older solvers
/// have their type as an enumeration.
std::optional<Field> corrected(const Field& field)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 2> names = {
        {{"ransom_seed", "random_seed"}, {"solver_type", "type"}}};
    const auto match = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == field.name; });
    if (match == names.end()) {
        return std::nullopt;
    }
    Field same = field;
    same.name = match->second;
    return same;
}

/// Protobuf takes a whole number behind a leading 0 for an octal or hexadecimal one, MyCaffe for a decimal one.
void requireDecimal(const Field& field, const Source& source)
{
    const std::string_view digits = std::string_view(field.text).substr(field.text.starts_with('-') ? 1 : 0);
    const auto isDigit = [](char letter) { return letter >= '0' && letter <= '9'; };
    if (digits.size() > 1 && digits[0] == '0' && (isDigit(digits[1]) || digits[1] == 'x' || digits[1] == 'X')) {
        failKind(field, source, "a decimal number without leading zeros");
    }
}

/// Reads one layer's or one solver's fields.
class ParamReader {
public:
    ParamReader(std::span<const ParamSpec> specs, const Source& source) : m_specs(specs), m_source(source) {}

    void read(std::string_view message, const Message& fields, Message& unknown,
              const std::function<bool(const Field&)>& skip = {});

    ReadParams result; ///< `unknown` is left to the caller

private:
    const ParamSpec* find(std::string_view message, std::string_view key) const;
    bool isMessage(const std::string& path) const;
    void readSetting(const ParamSpec& spec, const Field& field, Message& unknown);
    Filler readFiller(const ParamSpec& spec, const Field& field, Message& unknown);
    Shape readShape(const Field& field);
    void check(const ParamSpec& spec, const ParamValue& value, const Field& field) const;
    template <typename Element>
    void append(const ParamSpec& spec, Element element);

    std::span<const ParamSpec> m_specs;
    const Source& m_source;
};

const ParamSpec* ParamReader::find(std::string_view message, std::string_view key) const
{
    const auto match = std::find_if(m_specs.begin(), m_specs.end(),
                                    [&](const ParamSpec& spec) { return spec.message == message && spec.key == key; });
    return match == m_specs.end() ? nullptr : &*match;
}

/// Whether any setting lives in the message `path`, or in a message inside it.
bool ParamReader::isMessage(const std::string& path) const
{
    return std::any_of(m_specs.begin(), m_specs.end(), [&](const ParamSpec& spec) {
        return spec.message == path ||
               (spec.message.starts_with(path) && spec.message.substr(path.size()).starts_with("."));
    });
}

bool isRepeated(const ParamSpec& spec)
{
    const auto* list = std::get_if<IntList>(&spec.kind);
    return list ? !list->extents
                : std::holds_alternative<FloatList>(spec.kind) || std::holds_alternative<ShapeList>(spec.kind);
}

void ParamReader::read(std::string_view message, const Message& fields, Message& unknown,
                       const std::function<bool(const Field&)>& skip)
{
    RepeatedFieldCheck once(m_source);
    for (const Field& field : fields.fields) {
        if (skip && skip(field)) {
            continue;
        }
        const std::optional<Field> correction = corrected(field);
        const Field& meant = correction ? *correction : field;
        const ParamSpec* spec = find(message, meant.name);
        const std::string path = inside(message, field.name);
        if (spec) {
            if (!isRepeated(*spec)) {
                once.note(meant);
            }
            ownComments(field, result.comments);
            readSetting(*spec, meant, unknown);
        } else if (isMessage(path)) {
            once.note(field);
            ownComments(field, result.comments);
            Message rest;
            read(path, readMessage(field, m_source), rest);
            if (!rest.fields.empty()) {
                unknown.fields.push_back(messageField(field.name, std::move(rest)));
            }
        } else {
            unknown.fields.push_back(field);
        }
    }
    result.comments.insert(result.comments.end(), fields.tail.begin(), fields.tail.end());
}

void ParamReader::check(const ParamSpec& spec, const ParamValue& value, const Field& field) const
{
    try {
        checkParam(spec, value, m_source.owner);
    } catch (const Error& error) {
        failAt(field, m_source, error.sentence());
    }
}

template <typename Element>
void ParamReader::append(const ParamSpec& spec, Element element)
{
    using List = std::vector<Element>;
    const auto [param, isNew] = result.params.try_emplace(std::string(spec.key), List());
    std::get<List>(param->second).push_back(std::move(element));
}

/// The choice as the specification spells it; where there is none, what a sentence can say of the word.
std::string choiceText(const Choices& choices, const std::string& word)
{
    const auto match = std::find_if(choices.names.begin(), choices.names.end(),
                                    [&](std::string_view name) { return folded(name) == folded(word); });
    return match == choices.names.end() ? printable(word) : std::string(*match);
}

void ParamReader::readSetting(const ParamSpec& spec, const Field& field, Message& unknown)
{
    const auto set = [&](ParamValue value) {
        check(spec, value, field);
        result.params.emplace(spec.key, std::move(value));
    };
    // A list is checked one element at a time: the error has the place of the element, and long lists cost no more.
    const auto add = [&](auto element) {
        check(spec, std::vector{element}, field);
        append(spec, std::move(element));
    };
    std::visit(
        [&](const auto& kind) {
            using Kind = std::decay_t<decltype(kind)>;
            if constexpr (std::is_same_v<Kind, IntRange>) {
                set(readInteger(field, m_source));
            } else if constexpr (std::is_same_v<Kind, FloatRange>) {
                set(readNumber(field, m_source));
            } else if constexpr (std::is_same_v<Kind, Choices>) {
                set(choiceText(kind, readWord(field, m_source)));
            } else if constexpr (std::is_same_v<Kind, Flag>) {
                set(readFlag(field, m_source));
            } else if constexpr (std::is_same_v<Kind, FreeText>) {
                set(readText(field, m_source));
            } else if constexpr (std::is_same_v<Kind, IntList>) {
                if (kind.extents) {
                    set(readShape(field).extents());
                } else {
                    add(readInteger(field, m_source));
                }
            } else if constexpr (std::is_same_v<Kind, FloatList>) {
                add(readNumber(field, m_source));
            } else if constexpr (std::is_same_v<Kind, ShapeList>) {
                add(readShape(field));
            } else {
                static_assert(std::is_same_v<Kind, FillerKind>);
                set(readFiller(spec, field, unknown));
            }
        },
        spec.kind);
}

Shape ParamReader::readShape(const Field& field)
{
    std::vector<std::int64_t> extents;
    const Message& message = readMessage(field, m_source);
    for (const Field& inner : message.fields) {
        if (inner.name != "dim") {
            failName(inner, m_source, {"dim"}, field);
        }
        extents.push_back(readInteger(inner, m_source));
        ownComments(inner, result.comments);
    }
    result.comments.insert(result.comments.end(), message.tail.begin(), message.tail.end());
    return Shape(std::move(extents));
}

Filler ParamReader::readFiller(const ParamSpec& spec, const Field& field, Message& unknown)
{
    Filler filler;
    filler.type = m_source.dialect == Dialect::MyCaffe ? "gaussian" : "constant"; // FillerParameter's own default
    static constexpr std::array<std::pair<std::string_view, double Filler::*>, 5> numbers = {{{"value", &Filler::value},
                                                                                              {"min", &Filler::min},
                                                                                              {"max", &Filler::max},
                                                                                              {"mean", &Filler::mean},
                                                                                              {"std", &Filler::std}}};
    RepeatedFieldCheck once(m_source);
    Message rest;
    const Message& message = readMessage(field, m_source);
    for (const Field& inner : message.fields) {
        const auto number =
            std::find_if(numbers.begin(), numbers.end(), [&](const auto& n) { return n.first == inner.name; });
        if (inner.name == "type") {
            filler.type = printable(folded(readText(inner, m_source)));
            check(spec, Filler{.type = filler.type}, inner);
        } else if (inner.name == "variance_norm") {
            filler.varianceNorm = printable(readWord(inner, m_source));
            check(spec, Filler{.varianceNorm = filler.varianceNorm}, inner);
        } else if (number != numbers.end()) {
            filler.*number->second = readNumber(inner, m_source);
        } else if (inner.name == "sparse") {
            rest.fields.push_back(inner); // BVLC's own, without effect here
            continue;
        } else {
            failName(inner, m_source, {"type", "value", "min", "max", "mean", "std", "variance_norm"}, field);
        }
        once.note(inner);
        ownComments(inner, result.comments);
    }
    result.comments.insert(result.comments.end(), message.tail.begin(), message.tail.end());
    if (!rest.fields.empty()) {
        unknown.fields.push_back(messageField(field.name, std::move(rest)));
    }
    return filler;
}

/// The numbers that the type reads are always written, so that readers need not know the defaults; others where they
/// differ.
Message fillerMessage(const Filler& filler)
{
    const Filler standard;
    Message message;
    message.fields.push_back(quotedField("type", filler.type));
    const auto number = [&](std::string_view type, std::string name, double value, double fallback) {
        if (filler.type == type || value != fallback) {
            message.fields.push_back(wordField(std::move(name), numberText(value)));
        }
    };
    number("constant", "value", filler.value, standard.value);
    number("uniform", "min", filler.min, standard.min);
    number("uniform", "max", filler.max, standard.max);
    number("", "mean", filler.mean, standard.mean);
    number("gaussian", "std", filler.std, standard.std);
    if (filler.varianceNorm != standard.varianceNorm) {
        message.fields.push_back(wordField("variance_norm", filler.varianceNorm));
    }
    return message;
}

Field shapeField(std::string_view name, const Shape& shape)
{
    Field field = messageField(std::string(name), {});
    field.oneLine = true;
    for (const std::int64_t extent : shape.extents()) {
        field.message.fields.push_back(wordField("dim", std::to_string(extent)));
    }
    return field;
}

Field choiceField(const ParamSpec& spec, const std::string& word, WriteStyle style)
{
    const bool text = std::get<Choices>(spec.kind).quoted && style != WriteStyle::MyCaffe;
    return text ? quotedField(std::string(spec.key), word) : wordField(std::string(spec.key), word);
}

/// One field, or one for each element of a list.
void writeSetting(const ParamSpec& spec, const ParamValue& value, WriteStyle style, std::vector<Field>& out)
{
    const std::string key(spec.key);
    std::visit(
        [&](const auto& held) {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, bool>) {
                out.push_back(wordField(key, flagText(held, style)));
            } else if constexpr (std::is_same_v<Held, std::int64_t>) {
                out.push_back(wordField(key, std::to_string(held)));
            } else if constexpr (std::is_same_v<Held, double>) {
                out.push_back(wordField(key, numberText(held)));
            } else if constexpr (std::is_same_v<Held, std::string>) {
                out.push_back(std::holds_alternative<Choices>(spec.kind) ? choiceField(spec, held, style)
                                                                         : quotedField(key, held));
            } else if constexpr (std::is_same_v<Held, Filler>) {
                out.push_back(messageField(key, fillerMessage(held)));
            } else {
                if constexpr (std::is_same_v<Held, std::vector<std::int64_t>>) {
                    const auto* list = std::get_if<IntList>(&spec.kind);
                    if (list && list->extents) {
                        out.push_back(shapeField(key, Shape(held)));
                        return;
                    }
                }
                for (const auto& element : held) {
                    if constexpr (std::is_same_v<Held, std::vector<Shape>>) {
                        out.push_back(shapeField(key, element));
                    } else if constexpr (std::is_same_v<Held, std::vector<double>>) {
                        out.push_back(wordField(key, numberText(element)));
                    } else {
                        out.push_back(wordField(key, std::to_string(element)));
                    }
                }
            }
        },
        value);
}

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

} // namespace

std::string inside(std::string_view message, std::string_view name)
{
    return message.empty() ? std::string(name) : say("%1.%2", message, name);
}

void failAt(Place place, const Source& source, const Sentence& text)
{
    throw ParseError(source.fileName, place.line, place.column, text);
}

void failAt(const Field& field, const Source& source, const Sentence& text)
{
    failAt(field.valuePlace, source, text);
}

void failName(const Field& field, const Source& source, std::initializer_list<std::string_view> wanted,
              const Field& message)
{
    failAt(field.place, source,
           say(ENGINE_TEXT("Sentences", "found %1, expected %2 in %3"), shown(field.name),
               listed(std::vector<std::string_view>(wanted)), message.name));
}

std::string readText(const Field& field, const Source& source)
{
    if (field.kind == Kind::Message) {
        failKind(field, source, "text");
    }
    return field.text;
}

std::string readWord(const Field& field, const Source& source)
{
    if (field.kind == Kind::Message) {
        failKind(field, source, "a word");
    }
    return field.text;
}

std::int64_t readInteger(const Field& field, const Source& source)
{
    if (field.kind != Kind::Word) {
        failKind(field, source, "a whole number");
    }
    requireDecimal(field, source);
    std::int64_t number = 0;
    const char* const last = field.text.data() + field.text.size();
    const auto [end, problem] = std::from_chars(field.text.data(), last, number);
    if (end != last || problem == std::errc::invalid_argument) {
        failKind(field, source, "a whole number");
    }
    if (problem == std::errc::result_out_of_range) {
        failKind(field, source, "a whole number of less than 64 bits");
    }
    return number;
}

double readNumber(const Field& field, const Source& source)
{
    if (field.kind != Kind::Word) {
        failKind(field, source, "a number");
    }
    std::string_view text = field.text;
    if ((text.ends_with('f') || text.ends_with('F')) && !folded(text).ends_with("inf")) {
        text.remove_suffix(1); // 0.5f, as C writes it
    }
    requireDecimal(field, source);
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || end != text.data() + text.size() || problem != std::errc() || !std::isfinite(number)) {
        failKind(field, source,
                 problem == std::errc::result_out_of_range ? ENGINE_TEXT("Sentences", "a number from 1e-308 to 1e308")
                                                           : ENGINE_TEXT("Sentences", "a number"));
    }
    return number;
}

bool readFlag(const Field& field, const Source& source)
{
    const std::string word = field.kind == Kind::Word ? folded(field.text) : "";
    if (word == "true" || word == "t" || word == "1") {
        return true;
    }
    if (word != "false" && word != "f" && word != "0") {
        failKind(field, source, "true or false");
    }
    return false;
}

const Message& readMessage(const Field& field, const Source& source)
{
    if (field.kind != Kind::Message) {
        failAt(field, source,
               say(ENGINE_TEXT("Sentences", "found %1, expected '{' after %2"), found(field), field.name));
    }
    return field.message;
}

void RepeatedFieldCheck::note(const Field& field)
{
    const auto match =
        std::find_if(m_seen.begin(), m_seen.end(), [&](const auto& seen) { return seen.first == field.name; });
    if (match != m_seen.end()) {
        failAt(field.place, *m_source,
               say(ENGINE_TEXT("Sentences", "found %1 a second time, expected it once, as on line %2"), field.name,
                   match->second));
    }
    m_seen.emplace_back(field.name, field.place.line);
}

ReadParams readParams(std::span<const ParamSpec> specs, const Message& message, const Source& source,
                      const std::function<bool(const Field&)>& skip)
{
    ParamReader reader(specs, source);
    Message unknown;
    reader.read("", message, unknown, skip);
    if (!unknown.fields.empty()) {
        orderUnknown(unknown, writeParams(specs, reader.result.params, WriteStyle::Hamnet, source.owner));
    }
    reader.result.unknown = std::move(unknown);
    return std::move(reader.result);
}

Message writeParams(std::span<const ParamSpec> specs, const Params& params, WriteStyle style, const Sentence& owner)
{
    for (const auto& [key, value] : params) {
        if (std::none_of(specs.begin(), specs.end(), [&key = key](const ParamSpec& spec) { return spec.key == key; })) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: there is no setting %2 that could be written"), owner, shown(key)));
        }
    }
    Message message;
    for (const ParamSpec& spec : specs) {
        const auto value = params.find(spec.key);
        if (value != params.end()) {
            writeSetting(spec, value->second, style, messageAt(message, spec.message).fields);
        }
    }
    return message;
}

namespace {

/// For each unknown field the index of the message that it goes into; nothing for one that stands by itself.
std::vector<std::optional<std::size_t>> targetsIn(const Message& message, const Message& unknown)
{
    std::map<std::string, std::vector<std::size_t>> there; // indices of the messages of each name
    for (std::size_t index = 0; index < message.fields.size(); ++index) {
        if (message.fields[index].kind == Kind::Message) {
            there[message.fields[index].name].push_back(index);
        }
    }
    std::map<std::string, std::size_t> met;
    std::vector<std::optional<std::size_t>> targets(unknown.fields.size());
    for (std::size_t index = 0; index < targets.size(); ++index) {
        const Field& field = unknown.fields[index];
        const auto known = there.find(field.name);
        const std::size_t ordinal = field.kind == Kind::Message ? met[field.name]++ : 0;
        if (field.kind == Kind::Message && known != there.end() && ordinal < known->second.size()) {
            targets[index] = known->second[ordinal];
        }
    }
    return targets;
}

} // namespace

void orderUnknown(Message& unknown, const Message& known)
{
    const std::vector<std::optional<std::size_t>> targets = targetsIn(known, unknown);
    std::vector<std::pair<std::size_t, Field>> placed;
    placed.reserve(targets.size());
    for (std::size_t index = 0; index < targets.size(); ++index) {
        Field& field = unknown.fields[index];
        if (targets[index]) {
            orderUnknown(field.message, known.fields[*targets[index]].message);
        }
        placed.emplace_back(targets[index].value_or(known.fields.size()), std::move(field));
    }
    std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::transform(placed.begin(), placed.end(), unknown.fields.begin(),
                   [](auto& one) { return std::move(one.second); });
}

void mergeUnknown(Message& message, const Message& unknown)
{
    const std::vector<std::optional<std::size_t>> targets = targetsIn(message, unknown);
    for (std::size_t index = 0; index < targets.size(); ++index) {
        const Field& field = unknown.fields[index];
        if (targets[index]) {
            Field& target = message.fields[*targets[index]];
            target.oneLine = false;
            mergeUnknown(target.message, field.message);
        } else {
            message.fields.push_back(field);
        }
    }
    message.tail.insert(message.tail.end(), unknown.tail.begin(), unknown.tail.end());
}

std::string numberText(double number)
{
    char text[32];
    const char* end = std::to_chars(text, text + sizeof text, number, std::chars_format::scientific).ptr;
    const std::string_view shortest(text, static_cast<std::size_t>(end - text));
    int exponent = 0;
    const std::size_t e = shortest.find('e');
    if (e != std::string_view::npos) {
        const std::size_t digits = e + (shortest[e + 1] == '+' ? 2 : 1);
        std::from_chars(shortest.data() + digits, end, exponent);
    }
    if (exponent < -6 || exponent > 14) {
        return std::string(shortest);
    }
    char fixed[64];
    return std::string(fixed, std::to_chars(fixed, fixed + sizeof fixed, number, std::chars_format::fixed).ptr);
}

std::string flagText(bool flag, WriteStyle style)
{
    const bool capital = style == WriteStyle::MyCaffe;
    return flag ? (capital ? "True" : "true") : (capital ? "False" : "false");
}

void ownComments(const Field& field, std::vector<std::string>& lines)
{
    lines.insert(lines.end(), field.comments.begin(), field.comments.end());
    if (!field.trailing.empty()) {
        lines.push_back(say("%1: %2", field.name, field.trailing));
    }
}

void collectComments(const Field& field, std::vector<std::string>& lines)
{
    ownComments(field, lines);
    for (const Field& inner : field.message.fields) {
        collectComments(inner, lines);
    }
    lines.insert(lines.end(), field.message.tail.begin(), field.message.tail.end());
}

} // namespace engine::prototxt
