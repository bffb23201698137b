// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/portable_net.h"

#include "engine/data/table_format.h"
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/model.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace engine {

void wantModel(const std::filesystem::path& file)
{
    throw ModelWanted(
        say(ENGINE_TEXT("Sentences", "%1 holds weights without their net, so the net's prototxt is wanted with it"),
            file.string()));
}

void requireRows(const std::string& fileName, std::int64_t rows, const std::optional<Vocabulary>& vocabulary)
{
    if (vocabulary && rows > 0 && rows != vocabulary->size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: the net has rows for %2 characters, but the vocabulary given for "
                                                 "it has %3: wanted is the one that the net was trained with"),
                        fileName, rows, vocabulary->size()));
    }
}

Model sizedFor(const Model& model, const std::optional<Vocabulary>& vocabulary, std::int64_t rows,
               const std::string& fileName)
{
    requireRows(fileName, rows, vocabulary);
    const std::int64_t size = vocabulary ? vocabulary->size() : rows;
    return size > 0 ? withVocabulary(model, size) : model;
}

Model sizedFor(const Model& model, const SampleFacts& facts, const std::optional<Vocabulary>& vocabulary,
               TransferReport& report)
{
    const std::int64_t characters = sequencesNamed(facts.kind).ofCharacters && vocabulary ? vocabulary->size() : 0;
    const SampleSizes sizes{.steps = facts.steps,
                            .width = characters > 0 ? 0 : facts.width,
                            .classes = std::ssize(facts.classes),
                            .vocabulary = characters};
    Model sized = model;
    std::vector<Sentence> notes;
    for (const OtherWidth& other : otherWidths(model, sizes)) {
        for (Layer& layer : sized.layers) {
            if (layer.name == other.layer) {
                layer.params["num_output"] = other.wanted;
            }
        }
        notes.push_back(say(
            ENGINE_TEXT("Sentences", "layer %1 has %2 outputs in the model, but %3 in the file, as which it was read"),
            other.layer, other.width, other.wanted));
    }
    try {
        sized = withSamples(sized, sizes);
    } catch (const Error&) {
        return model; // what does not fit then is told tensor by tensor
    }
    report.notes.insert(report.notes.end(), notes.begin(), notes.end());
    return sized;
}

namespace {

namespace fs = std::filesystem;

constexpr std::initializer_list<Content> nets = {Content::Project, Content::Weights};

PortableNet readCheckpointNet(const fs::path& file, const NetFileHints& /*hints*/)
{
    Checkpoint checkpoint = loadCheckpoint(file);
    PortableNet net{.model = readModel(checkpoint.model, file.string())};
    net.vocabulary = checkpoint.vocabulary;
    if (!checkpoint.sequences.kind.empty()) {
        net.sequences = checkpoint.sequences;
        net.vocabulary = checkpoint.vocabulary.size() > 0 ? net.vocabulary : std::nullopt;
    }
    net.weights = checkpoint.weights;
    net.iteration = checkpoint.iteration;
    net.checkpoint = std::move(checkpoint);
    return net;
}

/// The text as a string of Python's, whose escapes are those of JSON.
std::string inPython(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Throws Error for what torch.save() writes: an archive with a pickle, which is a program rather than data.
void refusePickle(const fs::path& file)
{
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown)) {
        return; // which is told where it is opened
    }
    const std::string bytes = readTextAt(file, 0, 256);
    const bool zip = bytes.starts_with("PK\x03\x04") && bytes.find("data.pkl") != std::string_view::npos;
    const std::string ending = file.extension().string();
    if (!zip && ending != ".pt" && ending != ".pth") {
        return;
    }
    throw Error(
        say(ENGINE_TEXT("Sentences", "%1 is a file of PyTorch's torch.save(), which holds a program and is not opened; "
                                     "three lines of Python save its weights so that they can be: %2"),
            file.string(),
            say(ENGINE_TEXT("Sentences", "import torch, safetensors.torch; weights = torch.load(%1, "
                                         "map_location=\"cpu\"); safetensors.torch.save_file({name: "
                                         "tensor.clone().contiguous() for name, tensor in weights.items()}, %2)"),
                inPython(file.filename().string()), inPython(file.stem().string() + "_weights.safetensors"))));
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

void requireFiniteIn(const fs::path& file, const PortableNet& net)
{
    try {
        requireFinite(net.weights);
    } catch (const Error& error) {
        throw Error(say("%1: %2", file.string(), error.sentence()));
    }
}

} // namespace

NetFunctions checkpointFunctions()
{
    return {.read = readCheckpointNet,
            .write = [](const fs::path& file, const PortableNet& net,
                        TransferReport& /*report*/) { saveCheckpoint(file, net.checkpoint.value()); },
            .bringsNet = [](const fs::path& /*file*/) { return true; },
            .vocabulary = [](const fs::path& file) { return std::optional(loadCheckpoint(file).vocabulary); }};
}

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

/// The weights of `net` with the rows of its classes where `classes` has them: those of the last INNERPRODUCT with a
/// score for each.
std::vector<NamedTensor> withClasses(const PortableNet& net, const Model& model, const std::vector<NamedTensor>& drawn,
                                     const std::vector<std::string>& classes, TransferReport& report)
{
    std::vector<NamedTensor> weights = net.weights;
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const auto scores = std::find_if(places.rbegin(), places.rend(), [&](const LayerPlaces& layer) {
        return layer.type == "INNERPRODUCT" && intParam(layer.params, "num_output") == std::ssize(classes);
    });
    if (scores == places.rend() || !net.sequences || net.sequences->classes.empty() ||
        net.sequences->classes == classes) {
        return weights;
    }
    const std::vector<std::string>& theirs = net.sequences->classes;
    for (const LayerWeight& weight : scores->weights) {
        const std::size_t axis = weight.spec.name == "W" && flagParam(scores->params, "transpose") ? 1 : 0;
        const auto from = std::ranges::find(weights, weight.name, &NamedTensor::name);
        const NamedTensor* const mine = findTensor(drawn, weight.name);
        if (from == weights.end() || mine == nullptr ||
            from->shape != withExtent(mine->shape, axis, std::ssize(theirs))) {
            continue; // told where it does not fit
        }
        NamedTensor moved = *mine;
        copyRows(*from, moved, axis, [&](std::size_t row) -> std::optional<std::int64_t> {
            const auto source = std::ranges::find(theirs, classes[row]);
            return source == theirs.end() ? std::nullopt : std::optional(source - theirs.begin());
        });
        *from = std::move(moved);
        const auto known = std::ranges::count_if(
            classes, [&](const std::string& name) { return std::ranges::find(theirs, name) != theirs.end(); });
        report.notes.push_back(say(
            ENGINE_TEXT("Sentences", "%1: %2 of the %3 classes are among those of the file; the others start as drawn"),
            weight.name, known, classes.size()));
    }
    return weights;
}

/// Throws Error where the file's net reads other columns of a table than the data have, or in another order.
void requireColumns(const PortableNet& net, const std::vector<std::string>& inputs)
{
    const std::vector<std::string> theirs = net.sequences ? net.sequences->inputs : std::vector<std::string>();
    if (theirs.empty() || inputs.empty() || theirs == inputs) {
        return;
    }
    const auto missing = std::ranges::find_if(
        theirs, [&](const std::string& name) { return std::ranges::find(inputs, name) == inputs.end(); });
    if (missing == theirs.end()) {
        throw Error(say(ENGINE_TEXT("Sentences", "the file's weights are for other columns than the data have, or in "
                                                 "another order; inputs: %1 of SEQUENCEDATA reads those of the file"),
                        quotedList(theirs)));
    }
    throw Error(say(ENGINE_TEXT("Sentences", "the file's weights are for the column %1, which the data do not give; "
                                             "where the table has it, inputs: %2 of SEQUENCEDATA reads the columns of "
                                             "the file; where not, these weights cannot be used for the table"),
                    quotedList({*missing}), quotedList(theirs)));
}

} // namespace

FirstWeights firstWeights(const PortableNet& net, const Model& model, const Vocabulary& vocabulary,
                          const std::vector<NamedTensor>& drawn, const SampleFacts& facts)
{
    FirstWeights first;
    requireColumns(net, facts.inputs);
    const std::vector<NamedTensor> weights = withClasses(net, model, drawn, facts.classes, first.report);
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
    if (!net.report.moved.empty()) { // by the file's own names
        std::set<std::string> taken;
        std::ranges::transform(report.moved, std::inserter(taken, taken.end()), &TensorMove::to);
        report.moved = net.report.moved;
        std::erase_if(report.moved, [&](const TensorMove& move) { return !taken.contains(move.to); });
    }
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
    const std::string text = readText(file, most);
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
