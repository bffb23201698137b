// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/net_file.h"

#include "engine/cells/typed_cell.h"
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <map>
#include <set>

namespace engine {
namespace {

namespace fs = std::filesystem;

constexpr std::array nets = {Content::Project, Content::Weights};

/// The text as a string of Python's, whose escapes are those of JSON.
std::string inPython(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Throws Error for what torch.save() writes, whatever it is called: an archive of pickles, or one pickle, which is a
/// program rather than data.
void refusePickle(const fs::path& file)
{
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown)) {
        return; // which is told where it is opened
    }
    const std::vector<std::byte> first = readFirstBytes(file, 256);
    const std::string_view bytes(reinterpret_cast<const char*>(first.data()), first.size());
    const bool zip = bytes.starts_with("PK\x03\x04") && bytes.find("data.pkl") != std::string_view::npos;
    constexpr std::uint64_t longestHeader = 16 << 20; // of safetensors, which start with its length
    std::uint64_t length = 0;
    if (!bytes.empty()) {
        std::memcpy(&length, bytes.data(), std::min(bytes.size(), sizeof length));
    }
    const bool pickle =
        bytes.size() > sizeof length && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 && length > longestHeader;
    const std::string ending = file.extension().string();
    if (!zip && !pickle && ending != ".pt" && ending != ".pth") {
        return;
    }
    std::string plain = file.stem().string() + ".safetensors";
    if (plain == file.filename().string()) {
        plain = file.stem().string() + "_weights.safetensors"; // beside what is read, not over it
    }
    throw Error(
        say(ENGINE_TEXT("Sentences", "%1 is a file of PyTorch's torch.save(), which holds a program and is not opened; "
                                     "three lines of Python save its weights so that they can be: %2"),
            file.string(),
            say(ENGINE_TEXT("Sentences", "import torch, safetensors.torch; weights = torch.load(%1, "
                                         "map_location=\"cpu\"); safetensors.torch.save_file({name: "
                                         "tensor.clone().contiguous() for name, tensor in weights.items()}, %2)"),
                inPython(file.filename().string()), inPython(plain))));
}

/// By contents or name. Throws Error where that holds no net's weights.
const FileFormat& requiredFormat(const fs::path& file)
{
    refusePickle(file);
    const FileFormat* const format = formatOf(file);
    if (format == nullptr || format->net.read == nullptr) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has none of the endings of nets: %2"), file.string(),
                        endingsOf(nets, FileUse::Read)));
    }
    return *format;
}

/// In the order of the model's layers.
void arrange(PortableNet& net)
{
    std::map<std::string, std::size_t> order;
    for (const LayerPlaces& layer : weightPlaces(net.model)) {
        for (const LayerWeight& place : layer.weights) {
            order.emplace(place.name, order.size());
        }
    }
    std::stable_sort(net.weights.begin(), net.weights.end(),
                     [&](const NamedTensor& a, const NamedTensor& b) { return order.at(a.name) < order.at(b.name); });
}

PortableNet readOnce(const fs::path& file, const NetFileHints& hints)
{
    PortableNet net = requiredFormat(file).net.read(file, hints);
    if (!net.checkpoint) {
        arrange(net);
    }
    return net;
}

/// The report of what was taken over by name, with the file's own names where reading has changed them.
std::vector<TensorMove> fromTheFile(const std::vector<TensorMove>& read, const std::vector<TensorMove>& taken)
{
    std::map<std::string_view, std::vector<const TensorMove*>> readAs;
    for (const TensorMove& move : read) {
        readAs[move.to].push_back(&move);
    }
    std::vector<TensorMove> moves;
    for (const TensorMove& move : taken) {
        const auto found = readAs.find(move.from);
        if (found == readAs.end()) {
            moves.push_back(move);
            continue;
        }
        std::transform(found->second.begin(), found->second.end(), std::back_inserter(moves),
                       [](const TensorMove* one) { return *one; });
    }
    return moves;
}

void requireFiniteIn(const fs::path& file, const PortableNet& net)
{
    try {
        requireFinite(net.weights);
    } catch (const Error& error) {
        throw Error(say("%1: %2", file.string(), error.sentence()));
    }
}

} // namespace

PortableNet readNet(const fs::path& file, const NetFileHints& hints)
{
    PortableNet net = readOnce(file, hints);
    if (!net.vocabulary && hints.characters && dataKindOf(net.model).writes) {
        NetFileHints known = hints;
        known.vocabulary = hints.characters(net.model);
        net = readOnce(file, known);
    }
    requireFiniteIn(file, net);
    return net;
}

bool bringsItsNet(const fs::path& file)
{
    return requiredFormat(file).net.bringsNet(file);
}

void writeNet(const fs::path& file, const PortableNet& net, TransferReport& report)
{
    const FileFormat* const format = formatByName(file);
    if (format == nullptr || format->net.write == nullptr) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has none of the endings of nets that can be written: %2"),
                        file.string(), endingsOf(nets, FileUse::Write)));
    }
    requireFiniteIn(file, net);
    format->net.write(file, net, report);
}

std::vector<std::string> missingWeights(const PortableNet& net)
{
    std::set<std::string> known;
    for (const NamedTensor& tensor : net.weights) {
        known.insert(tensor.name);
    }
    std::vector<std::string> missing;
    for (const LayerPlaces& layer : weightPlaces(net.model)) {
        for (const LayerWeight& place : layer.weights) {
            if (known.insert(place.name).second) {
                missing.push_back(place.name);
            }
        }
    }
    return missing;
}

void requireAllWeights(const PortableNet& net, std::string_view remedy)
{
    const std::vector<std::string> missing = missingWeights(net);
    if (missing.empty()) {
        return;
    }
    Sentence reasons;
    for (const Sentence& skipped : net.report.skipped) {
        reasons = say("%1; %2", reasons, skipped);
    }
    throw Error(say(ENGINE_TEXT("Sentences", "the weights of %1%2 were not found%3%4"), missing.front(),
                    missing.size() > 1 ? say(ENGINE_TEXT("Sentences", " and %1 more"), missing.size() - 1) : Sentence(),
                    remedy, reasons));
}

namespace {

/// The layer that says a score for each class: the last INNERPRODUCT with as many outputs.
std::optional<LayerPlaces> scoresLayer(const Model& model, std::int64_t classes)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const auto last = std::find_if(places.rbegin(), places.rend(), [&](const LayerPlaces& layer) {
        return layer.type == "INNERPRODUCT" && intParam(layer.params, "num_output") == classes;
    });
    return last == places.rend() ? std::nullopt : std::optional(*last);
}

/// Copies what belongs to the names that both know; that of the others stays. `axis` has an element for each name, or
/// several blocks of those.
void copyByName(const NamedTensor& from, const std::vector<std::string>& fromNames, NamedTensor& to,
                const std::vector<std::string>& names, std::size_t axis)
{
    const std::int64_t outer = to.shape.count(0, axis + 1) / std::ssize(names), inner = to.shape.count(axis + 1);
    for (std::size_t row = 0; row < names.size(); ++row) {
        const auto source = std::ranges::find(fromNames, names[row]) - fromNames.begin();
        if (source == std::ssize(fromNames)) {
            continue;
        }
        for (std::int64_t block = 0; block < outer; ++block) {
            std::copy_n(from.values.begin() + (block * std::ssize(fromNames) + source) * inner, inner,
                        to.values.begin() + (block * std::ssize(names) + static_cast<std::int64_t>(row)) * inner);
        }
    }
}

/// Puts what the weight has for each of `theirs` where `names` has it. False where it is not there, or fits not.
bool moveByName(std::vector<NamedTensor>& weights, const std::vector<NamedTensor>& drawn, const LayerWeight& weight,
                std::size_t axis, const std::vector<std::string>& theirs, const std::vector<std::string>& names)
{
    const auto from = std::ranges::find(weights, weight.name, &NamedTensor::name);
    const NamedTensor* const mine = findTensor(drawn, weight.name);
    if (from == weights.end() || mine == nullptr || from->shape.axes() != mine->shape.axes() ||
        from->shape[axis] * std::ssize(names) != mine->shape[axis] * std::ssize(theirs) ||
        mine->shape[axis] % std::ssize(names) != 0 ||
        from->values.size() / theirs.size() != mine->values.size() / names.size()) {
        return false; // told where it does not fit
    }
    NamedTensor moved = *mine;
    copyByName(*from, theirs, moved, names, axis);
    *from = std::move(moved);
    return true;
}

std::int64_t knownAmong(const std::vector<std::string>& theirs, const std::vector<std::string>& names)
{
    return std::ranges::count_if(
        names, [&](const std::string& name) { return std::ranges::find(theirs, name) != theirs.end(); });
}

/// The weights of `net` with the rows of its classes where `classes` has them.
std::vector<NamedTensor> withClasses(const PortableNet& net, const Model& model, const std::vector<NamedTensor>& drawn,
                                     const std::vector<std::string>& classes, TransferReport& report)
{
    std::vector<NamedTensor> weights = net.weights;
    if (!net.sequences || net.sequences->classes.empty() || classes.empty() || net.sequences->classes == classes) {
        return weights;
    }
    const std::vector<std::string>& theirs = net.sequences->classes;
    const std::optional<LayerPlaces> scores = scoresLayer(model, std::ssize(classes));
    for (const LayerWeight& weight : scores ? scores->weights : std::vector<LayerWeight>()) {
        const std::size_t axis = weight.spec.name == "W" && flagParam(scores->params, "transpose") ? 1 : 0;
        if (moveByName(weights, drawn, weight, axis, theirs, classes)) {
            report.notes.push_back(
                say(ENGINE_TEXT("Sentences",
                                "%1: %2 of the %3 classes are among those of the file; the others start as drawn"),
                    weight.name, knownAmong(theirs, classes), classes.size()));
        }
    }
    return weights;
}

/// The axis of a weight that has elements for the columns that its layer reads; nothing where none has.
std::optional<std::size_t> columnAxis(const LayerPlaces& layer, const LayerWeight& weight)
{
    if (layer.type == "INNERPRODUCT" && weight.spec.name == "W" && intParam(layer.params, "heads") == 1) {
        return flagParam(layer.params, "transpose") ? 0 : 1;
    }
    if (layer.type == "SCALE" && weight.spec.shape.axes() > 0) {
        return weight.spec.shape.axes() - 1;
    }
    if (layer.stack && layer.stack->cell->typed) {
        const std::vector<cells::Learned>& learned = layer.stack->cell->typed->definition.learned;
        const auto place = std::ranges::find(layer.weights, weight.name, &LayerWeight::name);
        const auto number = static_cast<std::size_t>(place - layer.weights.begin());
        const bool isFirst = number < layer.stack->weight(1, Direction::Forward, 0);
        return isFirst && learned[number % learned.size()].kind == cells::Learned::Kind::InputMatrix
                   ? std::optional<std::size_t>(1)
                   : std::nullopt;
    }
    const std::vector<RecurrentPlaces> parts = recurrentPlaces(layer);
    const bool isFirst = std::ranges::any_of(
        parts, [&](const RecurrentPlaces& part) { return part.layer == 0 && part.Wx->name == weight.name; });
    return isFirst ? std::optional<std::size_t>(1) : std::nullopt;
}

/// The layers with weights that read a table's columns, each with the layer before it that mixes them, or nothing.
std::map<std::string, std::string> columnReaders(const Model& model)
{
    static const std::set<std::string_view> alsoKeeping = {"SPLIT", "SCALE", "LAST", "MEANOVERSTEPS"};
    const Model training = forPhase(model, Phase::Train);
    const std::vector<LayerSizes> sizes = inferSizes(training);
    std::map<std::string, std::string> readers, holding = {{sampleWiring(model, Phase::Train).values, {}}}; // by tensor
    for (std::size_t index = 0; index < sizes.size(); ++index) {
        const Layer& layer = training.layers[index];
        const LayerType& type = layerType(layer.type);
        const bool keeps = type.inPlace || alsoKeeping.contains(type.name);
        const bool learns = !sizes[index].sizes.weights.empty();
        std::optional<std::string> mixedBy;
        for (const std::string& bottom : layer.bottoms) {
            if (const auto found = holding.find(bottom); found != holding.end() && (!mixedBy || mixedBy->empty())) {
                mixedBy = found->second;
            }
        }
        if (mixedBy && learns) {
            readers.emplace(layer.name, *mixedBy);
        }
        for (const std::string& top : layer.bottoms.empty() ? std::vector<std::string>() : layer.tops) {
            holding.erase(top);
            if (mixedBy && (keeps || !learns)) {
                holding.emplace(top, keeps || !mixedBy->empty() ? *mixedBy : layer.name);
            }
        }
    }
    return readers;
}

Sentence columnsInWords(const std::vector<std::string>& names)
{
    return listed(std::vector<std::string_view>(names.begin(), names.end()), "and");
}

/// The weights with those of a table's columns where `inputs` has them. Throws Error where nobody can tell which those
/// are.
void moveColumns(std::vector<NamedTensor>& weights, const PortableNet& net, const Model& model,
                 const std::vector<NamedTensor>& drawn, const std::vector<std::string>& inputs, TransferReport& report)
{
    if (!net.sequences || net.sequences->inputs.empty() || inputs.empty() || net.sequences->inputs == inputs) {
        return;
    }
    const std::vector<std::string>& given = net.sequences->inputs;
    const std::map<std::string, std::string> theirs = columnReaders(net.model), mine = columnReaders(model);
    std::set<std::string> moved; // layers may share a weight
    for (const LayerPlaces& layer : weightPlaces(model)) {
        const auto to = mine.find(layer.layer.name), from = theirs.find(layer.layer.name);
        const bool reads = to != mine.end() && from != theirs.end();
        for (const LayerWeight& weight : reads ? layer.weights : std::vector<LayerWeight>()) {
            const std::optional<std::size_t> axis = columnAxis(layer, weight);
            const NamedTensor* const tensor = findTensor(weights, weight.name);
            if (!axis || tensor == nullptr || !moved.insert(weight.name).second) {
                continue;
            }
            const std::string& mixedBy = to->second.empty() ? from->second : to->second;
            if (!mixedBy.empty() && tensor->shape == weight.spec.shape) {
                throw Error(say(ENGINE_TEXT("Sentences",
                                            "%1 is for the columns %2 of the file, but the data have %3, and layer %4 "
                                            "mixes them: wanted are the file's columns in their order"),
                                weight.name, columnsInWords(given), columnsInWords(inputs), mixedBy));
            }
            const std::int64_t known = knownAmong(given, inputs);
            if (mixedBy.empty() && moveByName(weights, drawn, weight, *axis, given, inputs) &&
                known < std::ssize(inputs)) {
                report.notes.push_back(
                    say(ENGINE_TEXT("Sentences",
                                    "%1: %2 of the %3 columns are among those of the file; the others start as drawn"),
                        weight.name, known, inputs.size()));
            }
        }
    }
}

} // namespace

FirstWeights firstWeights(const PortableNet& net, const Model& model, const Vocabulary& vocabulary,
                          const std::vector<NamedTensor>& drawn, const SampleFacts& facts)
{
    FirstWeights first;
    std::vector<NamedTensor> weights = withClasses(net, model, drawn, facts.classes, first.report);
    moveColumns(weights, net, model, drawn, facts.inputs, first.report);
    first.weights =
        adopted(model, vocabulary, drawn,
                {.model = net.model, .vocabulary = net.vocabulary ? &*net.vocabulary : nullptr, .weights = &weights},
                first.report);
    TransferReport& report = first.report;
    first.taken = report.moved.size();
    if (first.taken > 0 && !dataKindOf(model).answersEachStep && !net.sequences) {
        report.notes.push_back(
            say(ENGINE_TEXT("Sentences", "the file does not say what its net reads and answers, as files of Hamnet do: "
                                         "numbers of a step and classes were taken in their order")));
    }
    report.moved = fromTheFile(net.report.moved, report.moved);
    report.skipped.insert(report.skipped.begin(), net.report.skipped.begin(), net.report.skipped.end());
    report.notes.insert(report.notes.begin(), net.report.notes.begin(), net.report.notes.end());
    return first;
}

Sentence requireAny(const fs::path& file, const FirstWeights& first)
{
    if (first.taken == 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has no weights for this model%2"), file.string(),
                        first.report.skipped.empty() ? Sentence() : say("; %1", first.report.skipped.front())));
    }
    return say(ENGINE_TEXT("Sentences", "%1 of %2 weights come from %3"), first.taken, first.weights.size(),
               file.string());
}

void takeSolverState(Checkpoint& checkpoint, const Model& model, const fs::path& solverState)
{
    const CaffeSolverState state = readCaffeSolverState(solverState);
    std::vector<NamedTensor> history = historyFromCaffe(state.history, model);
    // The weights that training goes on with where it averages them: Caffe's file has none.
    std::vector<NamedTensor> raw = checkpoint.history;
    std::erase_if(raw, [](const NamedTensor& tensor) { return !tensor.name.starts_with("raw/"); });
    if (history.size() != checkpoint.history.size() - raw.size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has %2 tensors, but the solver keeps %3"), solverState.string(),
                        history.size(), checkpoint.history.size() - raw.size()));
    }
    std::ranges::move(raw, std::back_inserter(history));
    checkpoint.history = std::move(history);
    checkpoint.iteration = state.iteration;
}

Vocabulary readVocabulary(const fs::path& file, Encoding encoding)
{
    if (const FileFormat* const format = formatOf(file); format != nullptr && format->net.vocabulary != nullptr) {
        if (auto vocabulary = format->net.vocabulary(file)) {
            return *std::move(vocabulary);
        }
        throw Error(say(ENGINE_TEXT("Sentences", "%1 tells no vocabulary"), file.string()));
    }
    constexpr std::uint64_t most = 8 << 20; // more than all of Unicode
    const std::vector<std::byte> bytes = readFileBytes(file, most);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    try {
        return listedVocabulary(text, encoding, "the text");
    } catch (const Error& error) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "%1 is no vocabulary, which has each character once, in the order of their numbers: %2"),
                file.string(), error.sentence()));
    }
}

} // namespace engine
