// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt.h"
#include "engine/formats/prototxt/prototxt_dialect.h"
#include "engine/formats/prototxt/prototxt_params.h"
#include "engine/formats/prototxt/prototxt_unknown.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <utility>

namespace engine {

using namespace prototxt;

namespace {

/// Fields of a layer that are not its type's settings.
constexpr std::array<std::string_view, 9> structural = {"name",  "type",    "bottom",  "top",           "loss_weight",
                                                        "param", "include", "exclude", "propagate_down"};

/// Fields of a solver that are no settings.
constexpr std::array<std::string_view, 2> stateFields = {"train_state", "test_state"};

/// Fields of a net that are read.
constexpr std::array<std::string_view, 2> netFields = {"name", "layer"};

bool isStructural(const Field& field)
{
    return std::find(structural.begin(), structural.end(), field.name) != structural.end();
}

template <typename Text>
void append(std::vector<Text>& lines, const std::vector<Text>& more)
{
    lines.insert(lines.end(), more.begin(), more.end());
}

void noteUnknown(const Message& unknown, const KnownFields& known, std::vector<Sentence>* notes)
{
    if (notes && !unknown.fields.empty()) {
        append(*notes, prototxt::notesOnUnknown(unknown, known));
    }
}

void forgetPlaces(Message& message)
{
    for (Field& field : message.fields) {
        field.place = {};
        forgetPlaces(field.message);
    }
}

/// A text that must not be empty, such as the name of a tensor.
std::string readName(const Field& field, const Source& source)
{
    std::string name = readText(field, source);
    if (name.empty()) {
        failAt(field, source, say(ENGINE_TEXT("Sentences", "found an empty text, expected a name for %1"), field.name));
    }
    if (name.size() > maxNameBytes) { // many sentences may name it
        failAt(field, source,
               say(ENGINE_TEXT("Sentences", "found a text of %1 bytes, expected a name of at most %2 for %3"),
                   name.size(), maxNameBytes, field.name));
    }
    return name;
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

/// Takes the comment at the head of the file: what stands before the first field, apart from what a blank line shows to
/// belong to that field itself. `belongs` says whether the field can have a comment of its own.
std::vector<std::string> takeHeader(Message& file, const std::function<bool(const Field&)>& belongs)
{
    if (file.fields.empty()) {
        return std::exchange(file.tail, {});
    }
    Field& first = file.fields.front();
    if (!belongs(first)) {
        first.attached = 0;
        return std::exchange(first.comments, {});
    }
    const auto border = first.comments.end() - static_cast<std::ptrdiff_t>(first.attached);
    std::vector<std::string> header(first.comments.begin(), border);
    first.comments.erase(first.comments.begin(), border);
    return header;
}

Phase readPhase(const Field& field, const Source& source)
{
    const std::string word = folded(readWord(field, source));
    if (word == "train") {
        return Phase::Train;
    }
    if (word == "test") {
        return Phase::Test;
    }
    if (word != "run") {
        failAt(field, source,
               say(ENGINE_TEXT("Sentences", "found %1, expected TRAIN, TEST or RUN for phase of %2"), shown(field.text),
                   source.owner));
    }
    return Phase::Run;
}

int readLevel(const Field& field, const Source& source)
{
    const std::int64_t level = readInteger(field, source);
    if (level < std::numeric_limits<int>::min() || level > std::numeric_limits<int>::max()) {
        failAt(field, source,
               say(ENGINE_TEXT("Sentences", "found %1, expected a number of at most 32 bits for %2"), shown(field.text),
                   field.name));
    }
    return static_cast<int>(level);
}

PhaseRule readRule(const Field& field, const Source& source)
{
    PhaseRule rule;
    RepeatedFieldCheck once(source);
    for (const Field& inner : readMessage(field, source).fields) {
        if (inner.name == "phase") {
            const bool none =
                inner.kind == Kind::Word && folded(inner.text) == "none"; // MyCaffe's word for no condition
            rule.phase = none ? std::nullopt : std::optional(readPhase(inner, source));
        } else if (inner.name == "min_level") {
            rule.minLevel = readLevel(inner, source);
        } else if (inner.name == "max_level") {
            rule.maxLevel = readLevel(inner, source);
        } else if (inner.name == "stage") {
            rule.stages.push_back(readText(inner, source));
            continue;
        } else if (inner.name == "not_stage") {
            rule.notStages.push_back(readText(inner, source));
            continue;
        } else {
            failName(inner, source, {"phase", "min_level", "max_level", "stage", "not_stage"}, field);
        }
        once.note(inner);
    }
    return rule;
}

/// Caffe's phase there is the net's own: another one would train the net of TEST.
NetState readState(const Field& field, const Source& source, Phase phase)
{
    NetState state;
    RepeatedFieldCheck once(source);
    for (const Field& inner : readMessage(field, source).fields) {
        if (inner.name == "stage") {
            state.stages.push_back(readText(inner, source));
            continue;
        }
        if (inner.name == "level") {
            state.level = readLevel(inner, source);
        } else if (inner.name != "phase") {
            failName(inner, source, {"level", "stage", "phase"}, field);
        } else if (readPhase(inner, source) != phase) {
            failAt(inner, source,
                   say(ENGINE_TEXT("Sentences", "found %1, expected %2 for phase in %3"), shown(inner.text),
                       phase == Phase::Train ? "TRAIN" : "TEST", field.name));
        }
        once.note(inner);
    }
    return state;
}

/// Takes the first train_state and the first test_state out of the file: there is one net of each.
void takeStates(Message& file, const Source& source, SolverSettings& solver, std::vector<std::string>& comments)
{
    std::vector<Field> rest;
    for (Field& field : file.fields) {
        const bool train = field.name == "train_state";
        std::optional<NetState>& state = train ? solver.trainState : solver.testState;
        const bool isState = train || field.name == "test_state";
        if (isState && state && std::ranges::find(rest, field.name, &Field::name) == rest.end()) {
            rest.push_back(messageField(field.name, {})); // so that mergeUnknown leaves the first one's place alone
        }
        if (!isState || state) {
            rest.push_back(std::move(field));
            continue;
        }
        state = readState(field, source, train ? Phase::Train : Phase::Test);
        collectComments(field, comments);
    }
    file.fields = std::move(rest);
}

/// What has no effect goes to `unknown`.
WeightSettings readWeight(const Field& field, const Source& source, Message& unknown)
{
    WeightSettings weight;
    RepeatedFieldCheck once(source);
    for (const Field& inner : readMessage(field, source).fields) {
        if (inner.name == "name") {
            weight.name = readText(inner, source);
        } else if (inner.name == "lr_mult") {
            weight.lrMult = readNumber(inner, source);
        } else if (inner.name == "decay_mult") {
            weight.decayMult = readNumber(inner, source);
        } else if (inner.name == "share_mode") {
            unknown.fields.push_back(inner);
            continue;
        } else {
            failName(inner, source, {"name", "lr_mult", "decay_mult"}, field);
        }
        once.note(inner);
    }
    return weight;
}

/// Puts what is unknown of each `param` where mergeUnknown finds its place again.
void keepWeightRests(std::vector<Message> rests, Message& unknown)
{
    while (!rests.empty() && rests.back().fields.empty()) {
        rests.pop_back();
    }
    for (Message& rest : rests) {
        unknown.fields.push_back(messageField("param", std::move(rest)));
    }
}

/// Comments of what readRule and readWeight take apart.
void collectInner(const Field& field, std::vector<std::string>& lines)
{
    ownComments(field, lines);
    for (const Field& inner : field.message.fields) {
        if (field.name != "param" || inner.name != "share_mode") {
            ownComments(inner, lines);
        }
    }
    append(lines, field.message.tail);
}

class ModelReader {
public:
    ModelReader(const std::string& fileName, Dialect dialect, std::vector<Sentence>* notes)
        : m_source{fileName, dialect}, m_notes(notes)
    {}

    Model read(Message& file);

private:
    void refuseSolver(const Message& file) const;
    void topField(const Field& field);
    std::string nameOf(const Field& field) const;
    Layer readLayer(const Field& field);
    void readStructure(const Message& message, Layer& layer, Message& unknown, std::vector<std::string>& comments);
    void refuseNamesake(const Layer& layer, const Field& type) const;
    void noteKept(const Layer& layer, const Message& unknown);

    Source m_source;
    std::vector<Sentence>* m_notes;
    Model m_model;
    Message m_unknown;
    std::vector<std::string> m_header;
};

/// Without a layer, a setting of a solver shows that the wrong file was given.
void ModelReader::refuseSolver(const Message& file) const
{
    const auto isNets = [](const Field& field) {
        return field.name == "layer" || field.name == "name" || field.name == "input";
    };
    if (std::any_of(file.fields.begin(), file.fields.end(), isNets)) {
        return;
    }
    for (const Field& field : file.fields) {
        const auto specs = solverSpecs();
        if (field.name != "debug_info" && // which nets have as well
            std::any_of(specs.begin(), specs.end(), [&](const ParamSpec& spec) { return spec.key == field.name; })) {
            failAt(field.place, m_source,
                   say(ENGINE_TEXT("Sentences", "found %1, a setting of a solver, expected a net with layer { ... }"),
                       field.name));
        }
    }
}

Model ModelReader::read(Message& file)
{
    m_model.dialect = m_source.dialect;
    refuseSolver(file);
    m_header = takeHeader(file, [](const Field& first) { return first.name != "name"; });
    RepeatedFieldCheck once(m_source);
    for (const Field& field : file.fields) {
        if (field.name == "name") {
            once.note(field);
        }
        topField(field);
    }
    m_unknown.tail = std::move(file.tail);
    m_model.comment = commentText(m_header);
    m_model.unknown = print(m_unknown);
    noteUnknown(m_unknown, {.owner = say(ENGINE_TEXT("Sentences", "the net")), .others = netFields}, m_notes);
    return std::move(m_model);
}

void ModelReader::topField(const Field& field)
{
    m_source.owner = {};
    if (field.name == "layer") {
        m_model.layers.push_back(readLayer(field));
    } else if (field.name == "name") {
        m_model.name = readText(field, m_source);
        ownComments(field, m_header);
    } else if (field.name == "input" || field.name == "input_dim" || field.name == "input_shape") {
        failAt(field.place, m_source,
               say(ENGINE_TEXT("Sentences",
                               "found %1, the form of Caffe's first versions, expected layer { name: \"data\" type: "
                               "\"Input\" top: \"data\" input_param { shape { dim: 1 dim: 3 } } }"),
                   field.name));
    } else if (field.name == "layers") {
        failAt(field.place, m_source,
               say(ENGINE_TEXT("Sentences",
                               "found %1, the form of Caffe's first versions, expected layer { name: ... type: "
                               "\"InnerProduct\" ... }: Caffe's upgrade_net_proto_text converts such files"),
                   field.name));
    } else {
        m_unknown.fields.push_back(field);
    }
}

std::string ModelReader::nameOf(const Field& layer) const
{
    for (const Field& field : readMessage(layer, m_source).fields) {
        if (field.name == "name") {
            return readName(field, m_source);
        }
    }
    failAt(layer.place, m_source,
           ENGINE_TEXT("Sentences", "found a layer without a name, expected one such as name: \"lstm1\""));
}

Layer ModelReader::readLayer(const Field& field)
{
    Layer layer;
    layer.line = field.place.line;
    layer.name = nameOf(field);
    m_source.owner = say(ENGINE_TEXT("Sentences", "layer %1"), printable(layer.name));
    const Message& message = field.message;
    const auto type =
        std::find_if(message.fields.begin(), message.fields.end(), [](const Field& f) { return f.name == "type"; });
    if (type == message.fields.end()) {
        failAt(field.place, m_source,
               say(ENGINE_TEXT("Sentences", "%1 has no type, expected one such as type: \"LSTM\""), m_source.owner));
    }
    const std::string typeName = readName(*type, m_source);
    const LayerType* known = findLayerType(typeName);
    layer.type = known ? std::string(known->name) : typeName;

    const std::span<const ParamSpec> specs =
        known ? std::span<const ParamSpec>(known->params) : std::span<const ParamSpec>();
    ReadParams settings = readParams(specs, message, m_source, isStructural);
    std::vector<std::string> comments = field.comments;
    Message unknown;
    readStructure(message, layer, unknown, comments);
    append(comments, settings.comments);
    append(unknown.fields, settings.unknown.fields);
    layer.params = std::move(settings.params);
    refuseNamesake(layer, *type);
    layer.comment = commentText(comments);
    layer.unknown = print(unknown);
    noteKept(layer, unknown);
    return layer;
}

void ModelReader::refuseNamesake(const Layer& layer, const Field& type) const
{
    if (layer.type == rnnOfCaffe.type && !layer.params.contains(rnnOfCaffe.key)) {
        failAt(
            type, m_source,
            say(ENGINE_TEXT("Sentences",
                            "found %1 of the type %2 without %3, which is Caffe's own RNN with a second product behind "
                            "h; expected %4: TANH or %5: RELU in its recurrent_param, as Hamnet's plain RNN has it"),
                m_source.owner, shown(type.text), rnnOfCaffe.key, rnnOfCaffe.key, rnnOfCaffe.key));
    }
}

void ModelReader::readStructure(const Message& message, Layer& layer, Message& unknown,
                                std::vector<std::string>& comments)
{
    std::vector<Message> weightRests;
    RepeatedFieldCheck once(m_source);
    for (const Field& field : message.fields) {
        if (!isStructural(field)) {
            continue;
        }
        if (field.name == "name" || field.name == "type") {
            once.note(field);
        } else if (field.name == "bottom") {
            layer.bottoms.push_back(readName(field, m_source));
        } else if (field.name == "top") {
            layer.tops.push_back(readName(field, m_source));
        } else if (field.name == "loss_weight") {
            layer.lossWeights.push_back(readNumber(field, m_source));
        } else if (field.name == "propagate_down") {
            layer.propagateDown.push_back(readFlag(field, m_source));
        } else if (field.name == "include") {
            layer.include.push_back(readRule(field, m_source));
        } else if (field.name == "exclude") {
            layer.exclude.push_back(readRule(field, m_source));
        } else {
            layer.weights.push_back(readWeight(field, m_source, weightRests.emplace_back()));
        }
        collectInner(field, comments);
    }
    keepWeightRests(std::move(weightRests), unknown);
}

void ModelReader::noteKept(const Layer& layer, const Message& unknown)
{
    const LayerType* known = findLayerType(layer.type);
    if (!known) {
        tell(m_notes,
             say(ENGINE_TEXT("Sentences",
                             "line %1: %2 has the type %3, which is not known here: it is kept, and cannot run"),
                 layer.line, m_source.owner, printable(layer.type)));
        return;
    }
    noteUnknown(unknown, {.owner = m_source.owner, .specs = known->params, .others = structural}, m_notes);
}

} // namespace

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
    Message file = parse(text, fileName);
    const Dialect settled = settleDialect(file, dialect, notes);
    return ModelReader(fileName, settled, notes).read(file);
}

std::vector<Sentence> notesOnUnknown(const SolverSettings& settings)
{
    Message unknown = parse(settings.unknown, "unknown fields of the solver");
    forgetPlaces(unknown); // which are not the file's
    return prototxt::notesOnUnknown(
        unknown, {.owner = say(ENGINE_TEXT("Sentences", "the solver")), .specs = solverSpecs(), .others = stateFields});
}

SolverSettings readSolver(std::string_view text, const std::string& fileName, std::optional<Dialect> dialect,
                          std::vector<Sentence>* notes)
{
    Message file = parse(text, fileName);
    const Source source{fileName, settleDialect(file, dialect, notes), "solver"};
    for (const Field& field : file.fields) {
        if (field.name == "layer" || field.name == "layers") {
            failAt(field.place, source,
                   ENGINE_TEXT("Sentences", "found a layer, expected a solver's settings such as base_lr: 0.05"));
        }
    }
    std::vector<std::string> comments = takeHeader(file, [](const Field&) { return false; });
    const std::vector<std::string> tail = std::exchange(file.tail, {}); // which stays at the end
    SolverSettings solver;
    takeStates(file, source, solver, comments);
    ReadParams settings = readParams(solverSpecs(), file, source);
    append(comments, settings.comments);
    solver.dialect = source.dialect;
    solver.params = std::move(settings.params);
    noteUnknown(settings.unknown,
                {.owner = say(ENGINE_TEXT("Sentences", "the solver")), .specs = solverSpecs(), .others = stateFields},
                notes);
    settings.unknown.tail = tail;
    solver.comment = commentText(comments);
    solver.unknown = print(settings.unknown);
    return solver;
}

} // namespace engine
