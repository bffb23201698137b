// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt_fields.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <type_traits>
#include <utility>

namespace engine {

namespace prototxt {

namespace {

template <typename Element>
void append(std::vector<Element>& all, std::vector<Element> more)
{
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// "message.name", or the name alone where there is no message: the path of a field.
std::string inside(std::string_view message, std::string_view name)
{
    return message.empty() ? std::string(name) : say("%1.%2", message, name);
}

/// The first field of the name; null if there is none.
Field* fieldOf(Message& message, std::string_view name)
{
    const auto match = std::ranges::find(message.fields, name, &Field::name);
    return match == message.fields.end() ? nullptr : &*match;
}

/// The names of a thing's fields.
template <typename Thing>
std::vector<std::string_view> namesIn(const Thing& thing)
{
    std::vector<std::string_view> names;
    fields(thing, [&](std::string_view name, const auto& member) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(member)>, Kept>) {
            names.push_back(name);
        }
    });
    return names;
}

/// What the file has in place of a value.
std::string found(const Field& field)
{
    return field.kind == Kind::Message ? "'{'" : shown(field.kind == Kind::Quoted ? inQuotes(field.text) : field.text);
}

/// The choice as the specification spells it; where there is none, what a sentence can say of the word.
std::string choiceText(const Choices& choices, const std::string& word)
{
    const auto match = std::find_if(choices.names.begin(), choices.names.end(),
                                    [&](std::string_view name) { return folded(name) == folded(word); });
    return match == choices.names.end() ? printable(word) : std::string(*match);
}

/// Reads fields into what they stand for. Throws ParseError with the place of what is wrong.
class FieldReader {
public:
    FieldReader(const std::string& fileName, Dialect dialect, Sentence whose = {})
        : owner(std::move(whose)), m_fileName(fileName), m_dialect(dialect)
    {}

    Sentence owner;  ///< whose settings they are, for errors: "layer lstm1"
    Message unknown; ///< the other fields, inside the messages that they came in

    [[noreturn]] void fail(Place place, const Sentence& sentence) const
    {
        throw ParseError(m_fileName, place.line, place.column, sentence);
    }

    // One value.

    void read(Field& field, std::string& value)
    {
        if (field.kind == Kind::Message) {
            failKind(field, "text");
        }
        value = field.text;
    }
    template <typename Number>
    requires std::is_arithmetic_v<Number>
    void read(Field& field, Number& value)
    {
        constexpr bool isWhole = std::is_integral_v<Number>;
        const std::string_view wanted = isWhole ? "a whole number" : "a number";
        std::string_view text = field.text;
        const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
        if (field.kind != Kind::Word) {
            failKind(field, wanted);
        }
        if (digits.size() > 1 && digits[0] == '0' && // to protobuf octal or hexadecimal, to MyCaffe decimal
            std::string_view("0123456789xX").find(digits[1]) != std::string_view::npos) {
            failKind(field, "a decimal number without leading zeros");
        }
        if (!isWhole && (text.ends_with('f') || text.ends_with('F')) && !folded(text).ends_with("inf")) {
            text.remove_suffix(1); // 0.5f, as C writes it
        }
        const char* const last = text.data() + text.size();
        const auto [end, problem] = std::from_chars(text.data(), last, value);
        if (end != last || problem == std::errc::invalid_argument) {
            failKind(field, wanted);
        }
        if (problem == std::errc::result_out_of_range) {
            failKind(field, !isWhole            ? "a number from 1e-308 to 1e308"
                            : sizeof(value) > 4 ? "a whole number of less than 64 bits"
                                                : "a number of at most 32 bits");
        }
        if (!std::isfinite(static_cast<double>(value))) {
            failKind(field, wanted);
        }
    }
    void read(Field& field, bool& value)
    {
        const std::string word = field.kind == Kind::Word ? folded(field.text) : "";
        value = word == "true" || word == "t" || word == "1";
        if (!value && word != "false" && word != "f" && word != "0") {
            failKind(field, "true or false");
        }
    }
    /// NONE is MyCaffe's word for no condition.
    void read(Field& field, std::optional<Phase>& value)
    {
        std::string text;
        read(field, text);
        value = std::nullopt;
        for (const Phase phase : {Phase::Train, Phase::Test, Phase::Run}) {
            value = folded(phaseName(phase)) == folded(text) ? phase : value;
        }
        if (!value && folded(text) != "none") {
            fail(field.valuePlace,
                 say(ENGINE_TEXT("Sentences", "found %1, expected TRAIN, TEST or RUN for phase of %2"),
                     shown(field.text), owner));
        }
    }
    void read(Field& field, Shape& value)
    {
        std::vector<std::int64_t> extents;
        Message& message = messageIn(field);
        for (Field& inner : message.fields) {
            if (inner.name != "dim") {
                failName(inner, std::array<std::string_view, 1>{"dim"}, field);
            }
            read(inner, extents.emplace_back());
        }
        value = Shape(std::move(extents));
    }
    void read(Field& field, Filler& value)
    {
        value = {.type = m_dialect == Dialect::MyCaffe ? "gaussian" : "constant"}; // FillerParameter's own default
        readThing(field, value);
        value.type = printable(folded(value.type));
        value.varianceNorm = printable(value.varianceNorm);
    }
    template <typename Value>
    void read(Field& field, std::optional<Value>& value)
    {
        read(field, value.emplace());
    }
    template <typename Thing>
    void read(Field& field, Thing& thing)
    {
        readThing(field, thing);
    }

    /// A text that must not be empty, such as the name of a tensor.
    std::string readName(Field& field)
    {
        std::string name;
        read(field, name);
        if (name.empty()) {
            fail(field.valuePlace,
                 say(ENGINE_TEXT("Sentences", "found an empty text, expected a name for %1"), field.name));
        }
        if (name.size() > maxNameBytes) { // many sentences may name it
            fail(field.valuePlace,
                 say(ENGINE_TEXT("Sentences", "found a text of %1 bytes, expected a name of at most %2 for %3"),
                     name.size(), maxNameBytes, field.name));
        }
        return name;
    }

    Message& messageIn(Field& field) const
    {
        if (field.kind != Kind::Message) {
            fail(field.valuePlace,
                 say(ENGINE_TEXT("Sentences", "found %1, expected '{' after %2"), found(field), field.name));
        }
        return field.message;
    }

    /// Refuses a field of which there is one before it.
    void requireFirst(Message& message, const Field& field) const
    {
        const Field* const first = fieldOf(message, field.name);
        if (first != &field) {
            fail(field.place, say(ENGINE_TEXT("Sentences", "found %1 a second time, expected it once, as on line %2"),
                                  field.name, first->place.line));
        }
    }

    /// Reads the fields that fields() of the thing lists, and gives each other one to `other`.
    template <typename Thing, typename Other>
    void readMembers(Message& message, Thing& thing, const Other& other)
    {
        for (Field& field : message.fields) {
            bool isMember = false;
            fields(thing, [&](std::string_view name, auto&& member) {
                if (name == field.name) {
                    isMember = true;
                    readMember<Thing>(message, field, member);
                }
            });
            if (!isMember) {
                other(field);
            }
        }
    }

    /// Reads the settings of the message at `path`, and of those inside it, in their own order: so unknown fields
    /// inside them, which come before others, stay in their order however they are written.
    void readSettings(std::span<const ParamSpec> specs, const std::string& path, Message& message, Params& params)
    {
        std::multimap<std::size_t, Field*> known; // by the setting, or the first one inside
        std::vector<Field> others;
        for (Field& field : message.fields) {
            const std::string inner = inside(path, field.name);
            const auto spec = std::ranges::find_if(specs, [&](const ParamSpec& one) {
                return (one.message == path && one.key == field.name) || one.message == inner ||
                       one.message.starts_with(inner + ".");
            });
            if (spec == specs.end()) {
                others.push_back(std::move(field));
            } else {
                known.emplace(spec - specs.begin(), &field);
            }
        }
        for (const auto& entry : known) {
            const ParamSpec& spec = specs[entry.first];
            Field& field = *entry.second;
            if (spec.message == path) {
                readSetting(spec, message, field, params);
            } else {
                requireFirst(message, field);
                const auto read = [&] { readSettings(specs, inside(path, field.name), messageIn(field), params); };
                keep(field.name, unknownIn(read));
            }
        }
        append(unknown.fields, std::move(others));
    }

private:
    [[noreturn]] void failKind(const Field& field, std::string_view wanted) const
    {
        const Sentence whose = owner.empty() ? Sentence() : say(ENGINE_TEXT("Sentences", " of %1"), owner);
        fail(field.valuePlace,
             say(ENGINE_TEXT("Sentences", "found %1, expected %2 for %3%4"), found(field), wanted, field.name, whose));
    }

    /// For a field of another name than a message has.
    [[noreturn]] void failName(const Field& field, std::span<const std::string_view> wanted, const Field& message) const
    {
        fail(field.place, say(ENGINE_TEXT("Sentences", "found %1, expected %2 in %3"), shown(field.name),
                              listed(wanted), message.name));
    }

    /// What reads adds to the unknown fields.
    template <typename Reads>
    Message unknownIn(const Reads& reads)
    {
        Message outer = std::exchange(unknown, {});
        reads();
        return std::exchange(unknown, std::move(outer));
    }

    void keep(const std::string& name, Message rest)
    {
        if (!rest.fields.empty()) {
            unknown.fields.push_back(messageField(name, std::move(rest)));
        }
    }

    template <typename Thing, typename Member>
    void readMember(Message& message, Field& field, Member& member)
    {
        if constexpr (std::is_same_v<Member, Kept>) {
            unknown.fields.push_back(std::move(field));
        } else if constexpr (isList<Member>) {
            typename Member::value_type element{};
            if constexpr (std::is_same_v<Thing, Layer> && std::is_same_v<Member, std::vector<std::string>>) {
                element = readName(field); // bottoms and tops; a stage may be empty
            } else {
                read(field, element);
            }
            member.push_back(std::move(element));
        } else {
            requireFirst(message, field);
            if constexpr (!std::is_same_v<Member, Checked>) {
                read(field, member);
            }
        }
    }

    /// A message whose fields are all listed.
    template <typename Thing>
    void readThing(Field& field, Thing& thing)
    {
        Message& message = messageIn(field);
        Message rest = unknownIn(
            [&] { readMembers(message, thing, [&](const Field& other) { failName(other, namesIn(thing), field); }); });
        if constexpr (std::is_same_v<Thing, WeightSettings>) { // the k-th is put back into the k-th
            unknown.fields.push_back(messageField(field.name, std::move(rest)));
        } else {
            keep(field.name, std::move(rest));
        }
    }

    void check(const ParamSpec& spec, const ParamValue& value, const Field& field) const
    {
        try {
            checkParam(spec, value, owner);
        } catch (const Error& error) {
            fail(field.valuePlace, error.sentence());
        }
    }

    void readSetting(const ParamSpec& spec, Message& message, Field& field, Params& params)
    {
        ParamValue& value = params.try_emplace(std::string(spec.key), fallbackOf(spec, Dialect::Bvlc)).first->second;
        std::visit(
            [&](auto& held) {
                using Held = std::decay_t<decltype(held)>;
                if constexpr (isList<Held>) {
                    if (!isShape(spec)) { // checked one by one: the error has the place of the element
                        Held one(1);
                        read(field, one.front());
                        check(spec, one, field);
                        held.push_back(std::move(one.front()));
                        return;
                    }
                }
                requireFirst(message, field);
                if constexpr (std::is_same_v<Held, std::vector<std::int64_t>>) {
                    Shape shape;
                    read(field, shape);
                    held = shape.extents();
                } else if constexpr (!isList<Held>) {
                    read(field, held);
                }
                if constexpr (std::is_same_v<Held, std::string>) {
                    const auto* const choices = std::get_if<Choices>(&spec.kind);
                    held = choices ? choiceText(*choices, held) : held;
                } else if constexpr (std::is_same_v<Held, Filler>) {
                    const Field* const type = fieldOf(field.message, "type");
                    const Field* const norm = fieldOf(field.message, "variance_norm");
                    check(spec, Filler{.type = held.type}, type ? *type : field);
                    check(spec, Filler{.varianceNorm = held.varianceNorm}, norm ? *norm : field);
                }
                check(spec, held, field);
            },
            value);
    }

    const std::string& m_fileName;
    Dialect m_dialect;
};

/// Known fields that an unknown one may stand for: settings, and others such as name and bottom.
struct KnownFields {
    std::span<const ParamSpec> specs;
    std::vector<std::string_view> others;
};

/// " (did you mean num_output?)": what is known in this message, by name or by label, then settings of other messages.
Sentence meant(const KnownFields& known, const std::string& path, std::string_view wanted)
{
    std::vector<std::string_view> here = path.empty() ? known.others : std::vector<std::string_view>(), labels, keys;
    std::vector<std::string> elsewhere;
    for (const ParamSpec& spec : known.specs) {
        if (spec.message == path) {
            here.push_back(spec.key);
            labels.push_back(spec.label);
            keys.push_back(spec.key);
            continue;
        }
        elsewhere.push_back(inside(spec.message, spec.key));
        if (path.empty()) {
            here.push_back(spec.message.substr(0, spec.message.find('.')));
        }
    }
    const Sentence near = hint(wanted, here);
    const std::vector<std::string_view> labelled = nearestNames(wanted, labels);
    return !near.empty() ? near
           : labelled.empty()
               ? hint(wanted, std::vector<std::string_view>(elsewhere.begin(), elsewhere.end()))
               : say(ENGINE_TEXT("Sentences", " (did you mean %1?)"),
                     keys[static_cast<std::size_t>(std::ranges::find(labels, labelled.front()) - labels.begin())]);
}

enum class Lines { Told, Untold };

/// A sentence on each unknown field; of many, one for the rest. Fields without a place are known messages that others
/// came in.
void noteUnknown(const Message& unknown, const Sentence& owner, const KnownFields& known, std::vector<Sentence>* told,
                 Lines lines = Lines::Told)
{
    if (!told) {
        return;
    }
    constexpr std::size_t maxNotes = 6; // one more where that names all of them
    std::set<std::string> names;        // paths that were noted or counted
    std::vector<Sentence> notes;
    const auto walk = [&](const auto& self, const Message& message, const std::string& path) -> void {
        for (const Field& field : message.fields) {
            const std::string name = inside(path, field.name);
            if (field.place.line == 0) {
                self(self, field.message, name);
            } else if (names.insert(name).second && notes.size() <= maxNotes) {
                const Sentence where = lines == Lines::Told
                                           ? say(ENGINE_TEXT("Sentences", "line %1: %2"), field.place.line, owner)
                                           : owner;
                notes.push_back(
                    isMyCaffesOwn(field.name)
                        ? say(ENGINE_TEXT("Sentences", "%1: %2 is MyCaffe's own and has no effect here; it is kept"),
                              where, name)
                        : say(ENGINE_TEXT("Sentences", "%1: %2 is not known%3; it is kept and has no effect"), where,
                              name, meant(known, path, field.name)));
            }
        }
    };
    walk(walk, unknown, {});
    if (names.size() > notes.size()) {
        notes.resize(maxNotes);
        notes.push_back(
            say(ENGINE_TEXT("Sentences", "%1: %2 more fields are not known; they are kept and have no effect"), owner,
                names.size() - maxNotes));
    }
    append(*told, std::move(notes));
}

void noteUnknownOfSolver(const Message& unknown, std::vector<Sentence>* told, Lines lines = Lines::Told)
{
    noteUnknown(unknown, say(ENGINE_TEXT("Sentences", "the solver")),
                {.specs = solverSpecs(), .others = namesIn(SolverSettings())}, told, lines);
}

/// The dialect: asked for, marked, or found by its signs.
Dialect settleDialect(Message& file, std::optional<Dialect> asked, std::vector<Sentence>* notes)
{
    const std::optional<Dialect> marked = takeMarker(file);
    if (asked || marked) {
        return asked ? *asked : *marked;
    }
    const DialectFinding finding = findDialect(file);
    if (finding.dialect == Dialect::MyCaffe) {
        tell(notes, finding.reason);
    }
    return finding.dialect;
}

/// Takes the comment at the head of the file: what stands before the first field, but the last `own` lines, which
/// belong to that field itself.
std::vector<std::string> takeHeader(Message& file, std::size_t own)
{
    std::vector<std::string>& lines = file.fields.empty() ? file.tail : file.fields.front().comments;
    const auto border = lines.end() - static_cast<std::ptrdiff_t>(own);
    std::vector<std::string> header(lines.begin(), border);
    lines.erase(lines.begin(), border);
    return header;
}

/// Without a layer, a setting of a solver shows that the wrong file was given.
void refuseSolver(Message& file, const FieldReader& reader)
{
    if (fieldOf(file, "layer") || fieldOf(file, "name") || fieldOf(file, "input")) {
        return;
    }
    for (const Field& field : file.fields) {
        if (field.name != "debug_info" && // which nets have as well
            std::ranges::find(solverSpecs(), field.name, &ParamSpec::key) != solverSpecs().end()) {
            reader.fail(
                field.place,
                say(ENGINE_TEXT("Sentences", "found %1, a setting of a solver, expected a net with layer { ... }"),
                    field.name));
        }
    }
}

Layer readLayer(Field& field, FieldReader& reader, std::vector<Sentence>* notes)
{
    Message& message = reader.messageIn(field);
    Field* const name = fieldOf(message, "name");
    Field* const type = fieldOf(message, "type");
    if (!name) {
        reader.fail(field.place,
                    ENGINE_TEXT("Sentences", "found a layer without a name, expected one such as name: \"lstm1\""));
    }
    const std::string typeName = type ? reader.readName(*type) : "";
    const LayerType* const known = findLayerType(typeName);
    Layer layer{.line = field.place.line};
    reader.owner = say(ENGINE_TEXT("Sentences", "layer %1"), printable(reader.readName(*name)));
    if (!type) {
        reader.fail(field.place,
                    say(ENGINE_TEXT("Sentences", "%1 has no type, expected one such as type: \"LSTM\""), reader.owner));
    }
    Message settings;
    reader.readMembers(message, layer, [&](Field& other) { settings.fields.push_back(std::move(other)); });
    while (!reader.unknown.fields.empty() && reader.unknown.fields.back().message.fields.empty()) {
        reader.unknown.fields.pop_back(); // of a `param` without unknown fields
    }
    const std::span<const ParamSpec> specs =
        known ? std::span<const ParamSpec>(known->params) : std::span<const ParamSpec>();
    layer.type = known ? std::string(known->name) : typeName;
    reader.readSettings(specs, {}, settings, layer.params);
    const Message unknown = std::exchange(reader.unknown, {});
    if (layer.type == rnnOfCaffe.type && !layer.params.contains(rnnOfCaffe.key)) {
        reader.fail(
            type->valuePlace,
            say(ENGINE_TEXT("Sentences",
                            "found %1 of the type %2 without %3, which is Caffe's own RNN with a second product behind "
                            "h; expected %4: TANH or %5: RELU in its recurrent_param, as Hamnet's plain RNN has it"),
                reader.owner, shown(typeName), rnnOfCaffe.key, rnnOfCaffe.key, rnnOfCaffe.key));
    }
    layer.comment = commentText(field.comments);
    layer.unknown = print(unknown);
    if (known) {
        noteUnknown(unknown, reader.owner, {.specs = specs, .others = namesIn(layer)}, notes);
    } else {
        tell(notes, say(ENGINE_TEXT("Sentences",
                                    "line %1: %2 has the type %3, which is not known here: it is kept, and cannot run"),
                        layer.line, reader.owner, printable(layer.type)));
    }
    return layer;
}

} // namespace

} // namespace prototxt

using namespace prototxt;

DialectFinding detectDialect(std::string_view text, const std::string& fileName)
{
    Message file = parse(text, fileName);
    if (const std::optional<Dialect> marked = takeMarker(file)) {
        return {*marked,
                say(ENGINE_TEXT("Sentences", "read as the dialect that its comment names: %1"), dialectName(*marked))};
    }
    return findDialect(file);
}

Model readModel(std::string_view text, const std::string& fileName, std::optional<Dialect> dialect,
                std::vector<Sentence>* notes)
{
    Message file = parse(text, fileName), unknown;
    Model model{.dialect = settleDialect(file, dialect, notes)};
    FieldReader reader(fileName, model.dialect);
    refuseSolver(file, reader);
    const bool isNamed = file.fields.empty() || file.fields.front().name == "name";
    std::vector<std::string> header = takeHeader(file, isNamed ? 0 : file.fields.front().attached);
    for (Field& field : file.fields) {
        reader.owner = {};
        if (field.name == "layer") {
            model.layers.push_back(readLayer(field, reader, notes));
        } else if (field.name == "name") {
            reader.requireFirst(file, field);
            reader.read(field, model.name);
            append(header, field.comments);
        } else if (field.name == "layers" || field.name == "input" || field.name == "input_dim" ||
                   field.name == "input_shape") {
            reader.fail(
                field.place,
                say(ENGINE_TEXT("Sentences",
                                "found %1, the form of Caffe's first versions, expected layer { name: ... type: "
                                "\"InnerProduct\" ... }: Caffe's upgrade_net_proto_text converts such files"),
                    field.name));
        } else {
            unknown.fields.push_back(std::move(field));
        }
    }
    unknown.tail = std::move(file.tail);
    model.comment = commentText(header);
    model.unknown = print(unknown);
    noteUnknown(unknown, say(ENGINE_TEXT("Sentences", "the net")), {.specs = {}, .others = {"name", "layer"}}, notes);
    return model;
}

std::vector<Sentence> notesOnUnknown(const SolverSettings& settings)
{
    const std::string name = "unknown fields of the solver";
    Message file = parse(settings.unknown, name);
    FieldReader reader(name, settings.dialect);
    Params known;
    std::vector<Sentence> notes;
    reader.readSettings(solverSpecs(), {}, file, known);
    noteUnknownOfSolver(reader.unknown, &notes, Lines::Untold);
    return notes;
}

SolverSettings readSolver(std::string_view text, const std::string& fileName, std::optional<Dialect> dialect,
                          std::vector<Sentence>* notes)
{
    Message file = parse(text, fileName), settings;
    SolverSettings solver{.dialect = settleDialect(file, dialect, notes)};
    FieldReader reader(fileName, solver.dialect, "solver");
    std::vector<std::string> comments;
    for (Field& field : file.fields) {
        append(comments, std::move(field.comments));
        field.comments.clear();
        if (field.name == "layer" || field.name == "layers") {
            reader.fail(field.place,
                        ENGINE_TEXT("Sentences", "found a layer, expected a solver's settings such as base_lr: 0.05"));
        }
        field.name = field.name == "ransom_seed"   ? "random_seed" // MyCaffe's slip of the pen
                     : field.name == "solver_type" ? "type"        // of Caffe's older solvers
                                                   : field.name;
    }
    for (const auto& [name, own] : {std::pair("train_state", Phase::Train), std::pair("test_state", Phase::Test)}) {
        Field* const state = fieldOf(file, name);
        Field* const phase = state ? fieldOf(state->message, "phase") : nullptr;
        std::optional<Phase> said = own;
        if (phase) {
            reader.read(*phase, said);
        }
        if (said != own) { // which would train the net of TEST
            reader.fail(phase->valuePlace,
                        say(ENGINE_TEXT("Sentences", "found %1, expected %2 for phase in %3"), shown(phase->text),
                            own == Phase::Train ? "TRAIN" : "TEST", std::string(name)));
        }
    }
    reader.readMembers(file, solver, [&](Field& other) { settings.fields.push_back(std::move(other)); });
    reader.readSettings(solverSpecs(), {}, settings, solver.params);
    noteUnknownOfSolver(reader.unknown, notes);
    append(comments, std::move(file.tail));
    solver.comment = commentText(comments);
    solver.unknown = print(reader.unknown);
    return solver;
}

} // namespace engine
