// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/torch_weights.h"

#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/json_fault.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/layers/layers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace engine {
namespace {

constexpr const char* modelKey = "hamnet.model";
constexpr const char* vocabularyKey = "hamnet.vocabulary";
constexpr const char* sequencesKey = "hamnet.sequences";
constexpr const char* iterationKey = "hamnet.iteration";

/// A layer with weights as a module of PyTorch's.
struct Module {
    std::string name, ownName; ///< as written, and by the layer
    LayerPlaces places;

    std::array<std::string, 2> names() const { return {ownName, name}; }
};

using Extents = std::vector<std::int64_t>;

/// Parts with the same fit each other: whether they read backwards, and the shapes of the matrices and of a bias.
using PartKey = std::tuple<bool, Extents, Extents, Extents>;

constexpr std::string_view reverse = "_reverse";
constexpr std::size_t matrix = 0, hidden = 1, bias = 2, hiddenBias = 3;
using TensorNames = std::array<std::string_view, 4>; ///< in that order; empty where there is none
constexpr TensorNames plainNames = {"weight", "", "bias", ""};
constexpr TensorNames recurrentNames = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"};
constexpr TensorNames typedNames = {};

/// Tensors of the net that are taken all or none: a matrix with its bias, one direction of one stacked layer, or a
/// tensor of a typed cell.
struct Part {
    const Module* module;
    const TensorNames* names;
    std::string level; ///< "_l1_reverse"; of a typed cell the tensor's own name, "l0.back.Wf"
    std::array<const LayerWeight*, 4> weights;

    bool isTransposed() const
    {
        return module->places.type == "INNERPRODUCT" && flagParam(module->places.params, "transpose");
    }

    /// As the matrix stands in a file.
    Shape matrixShape() const
    {
        const Shape& shape = weights[matrix]->spec.shape;
        return isTransposed() ? Shape{shape[1], shape[0]} : shape;
    }

    /// None of an EMBED's, whose bias stands in the rows of a file.
    const LayerWeight* inFile(std::size_t tensor) const
    {
        return tensor == bias && module->places.type == "EMBED" ? nullptr : weights[tensor];
    }

    PartKey key() const
    {
        const auto extents = [&](std::size_t tensor) {
            return inFile(tensor) ? inFile(tensor)->spec.shape.extents() : Extents();
        };
        return {level.ends_with(reverse), matrixShape().extents(), extents(hidden), extents(bias)};
    }

    /// "rnn.weight_ih_l1_reverse"
    std::string nameOf(std::size_t tensor) const { return say("%1.%2%3", module->name, (*names)[tensor], level); }
};

bool isTyped(const Module& module)
{
    return module.places.stack && module.places.stack->cell->typed;
}

/// With underscores for what parts the names of modules: "net.lstm" and "net/lstm" -> "net_lstm".
std::string moduleName(std::string name)
{
    std::ranges::replace_if(
        name, [](char letter) { return letter == '.' || letter == '/'; }, '_');
    return name;
}

/// The name of a module that is the only one of its kind. PyTorch has no typed cells, so those keep their own.
std::string nameOfOnly(const Module& module)
{
    const std::string& type = module.places.type;
    return isTyped(module)          ? module.ownName
           : module.places.stack    ? "rnn"
           : type == "EMBED"        ? "embed"
           : type == "INNERPRODUCT" ? "decoder"
                                    : "scale";
}

std::vector<Module> modulesOf(const Model& model)
{
    std::vector<Module> modules;
    std::set<std::string> names;
    std::map<std::string, int> counts;
    for (LayerPlaces& places : weightPlaces(model)) {
        const std::string own = moduleName(places.layer.name);
        names.insert(own);
        modules.push_back({.name = own, .ownName = own, .places = std::move(places)});
        ++counts[nameOfOnly(modules.back())];
    }
    for (Module& module : modules) {
        const std::string only = nameOfOnly(module);
        if (counts[only] == 1 && !names.contains(only)) { // another layer may be called so
            module.name = only;
        }
    }
    return modules;
}

std::vector<Part> partsOf(const Module& module)
{
    const std::vector<LayerWeight>& weights = module.places.weights;
    if (!module.places.stack && weights.size() <= 2) {
        return {
            {&module, &plainNames, {}, {&weights[0], nullptr, weights.size() > 1 ? &weights[1] : nullptr, nullptr}}};
    }
    std::vector<Part> parts;
    const bool byName = isTyped(module) || !module.places.stack;
    for (std::size_t weight = 0; byName && weight < weights.size(); ++weight) {
        parts.push_back({&module, &typedNames, weights[weight].spec.name, {&weights[weight]}});
    }
    for (const RecurrentPlaces& places : recurrentPlaces(module.places)) {
        const std::string_view direction = places.direction == Direction::Backward ? reverse : "";
        parts.push_back({&module,
                         &recurrentNames,
                         say("_l%1%2", places.layer, direction),
                         {places.Wx, places.Wh, places.b, places.bh}});
    }
    return parts;
}

NamedTensor zerosFor(const LayerWeight& place, const std::string& name)
{
    return {name, place.spec.shape, std::vector<float>(static_cast<std::size_t>(place.spec.shape.count()))};
}

// Writing
// -----------------------------------------------------------------------------------------------------------------

/// The part's matrix as the file has it. A bias of an EMBED is in each of its rows then, which is a note in the report.
std::vector<float> matrixOf(const Part& part, const TensorIndex& weights, TransferReport& report)
{
    const NamedTensor& tensor = weights.of(*part.weights[matrix]);
    std::vector<float> values = part.isTransposed() ? transposed(tensor.values, tensor.shape[0]) : tensor.values;
    if (part.weights[bias] && !part.inFile(bias)) {
        const std::vector<float>& added = weights.of(*part.weights[bias]).values;
        for (std::size_t index = 0; index < values.size(); ++index) {
            values[index] += added[index % added.size()];
        }
        report.notes.push_back(
            say(ENGINE_TEXT("Sentences",
                            "weight %1 was added into each row of %2.weight, since PyTorch's Embedding has no bias"),
                part.weights[bias]->name, part.module->name));
    }
    return values;
}

void write(const Part& part, const TensorIndex& weights, TensorFile& file, TransferReport& report)
{
    for (const std::size_t tensor : {matrix, hidden, bias, hiddenBias}) {
        if (const LayerWeight* const place = part.inFile(tensor)) {
            file.tensors.push_back(
                tensor == matrix ? NamedTensor{part.nameOf(matrix), part.matrixShape(), matrixOf(part, weights, report)}
                                 : NamedTensor{part.nameOf(tensor), place->spec.shape, weights.of(*place).values});
            report.moved.push_back({place->name, file.tensors.back().name, file.tensors.back().shape});
        } else if (tensor == hiddenBias && part.weights[hidden]) {
            file.tensors.push_back(zerosFor(*part.weights[bias], part.nameOf(hiddenBias)));
        }
    }
}

// Reading
// -----------------------------------------------------------------------------------------------------------------

/// A part as a file has it; that of an LSTMCell, GRUCell or RNNCell has no level.
struct FilePart {
    std::string module, level;
    std::array<const NamedTensor*, 4> tensors;

    PartKey key() const
    {
        const auto extents = [&](std::size_t tensor) {
            return tensors[tensor] ? tensors[tensor]->shape.extents() : Extents();
        };
        return {level.ends_with(reverse), extents(matrix), extents(hidden), extents(bias)};
    }
};

constexpr std::size_t digitsOfNumber = 20; ///< no number of a module is longer

/// A name with its numbers so long that texts compare as the numbers do: "cells.10" -> "cells_00000000000000000010".
std::string withLongNumbers(const std::string& text)
{
    std::string name, digits;
    for (const char letter : moduleName(text) + '_') {
        if (letter >= '0' && letter <= '9') {
            digits += letter;
            continue;
        }
        const std::size_t count = digits.empty() ? 0 : std::max(digits.size(), digitsOfNumber);
        name += std::string(count - digits.size(), '0') + digits + letter;
        digits.clear();
    }
    return name;
}

/// Of a name with long numbers, what others have that differ in numbers alone.
std::string stemOf(std::string name)
{
    std::ranges::replace_if(
        name, [](char letter) { return letter >= '0' && letter <= '9'; }, '0');
    return name;
}

/// G of weight_hh [G·H, H]; 0 where it is no such matrix.
std::int64_t gatesOf(const Shape& shape)
{
    return shape.axes() == 2 && shape[1] > 0 && shape[0] % shape[1] == 0 ? shape[0] / shape[1] : 0;
}

/// "LSTM", the layer whose cells have as many gates; an RNN's tensors do not tell its activation.
std::string_view layerOfGates(std::int64_t gates)
{
    const auto cell = std::ranges::find(recurrentCells(), gates, [](const Cell* one) { return one->gateCount(); });
    return cell != recurrentCells().end() ? (*cell)->layer : std::string_view();
}

/// The places of the names in the order of their numbers, where they differ in nothing else.
std::optional<std::vector<std::size_t>> orderByNumbers(const std::vector<std::string>& names)
{
    std::map<std::string, std::size_t> sorted;
    for (const std::string& name : names) {
        sorted.emplace(withLongNumbers(name), sorted.size());
    }
    std::vector<std::size_t> order;
    for (const auto& [name, place] : sorted) {
        if (stemOf(name) != stemOf(sorted.begin()->first)) {
            return std::nullopt;
        }
        order.push_back(place);
    }
    return order.size() == names.size() ? std::optional(order) : std::nullopt; // else two are the same
}

/// What all names begin with, up to a dot: "net." of "net.embed" and "net.rnn".
std::string commonPrefix(const std::set<std::string>& names)
{
    if (names.empty()) {
        return {};
    }
    const std::string &first = *names.begin(), &last = *names.rbegin();
    const auto same = static_cast<std::size_t>(std::ranges::mismatch(first, last).in1 - first.begin());
    return first.substr(0, first.substr(0, same).rfind('.') + 1); // npos + 1 is 0
}

Sentence namesOf(std::vector<std::string> names)
{
    std::ranges::transform(names, names.begin(), printable);
    return listed(std::vector<std::string_view>(names.begin(), names.end()), "and");
}

/// Whether each of the layers reads what the one before it has made, directly or through others.
bool isChain(const Model& training, const std::vector<std::string>& layers)
{
    std::map<std::string, std::size_t> passed; // by blob: so many of the layers, from the first on
    std::size_t count = 0;
    for (const Layer& layer : training.layers) {
        std::size_t here = 0;
        for (const std::string& bottom : layer.bottoms) {
            here = std::max(here, passed[bottom]);
        }
        if (count < layers.size() && layer.name == layers[count]) {
            if (here != count) {
                return false;
            }
            here = ++count;
        }
        for (const std::string& top : layer.tops) {
            passed[top] = here;
        }
    }
    return count == layers.size();
}

class TorchWeightReader {
public:
    TorchWeightReader(const TensorFile& file, const Model& model, TransferReport& report)
        : m_file(&file),
          m_tensors(file.tensors),
          m_training(forPhase(model, Phase::Train)),
          m_report(&report),
          m_weights(report)
    {
        if (const auto text = file.metadata.find(modelKey); text != file.metadata.end()) {
            const Model ofFile = readModel(text->second, "metadata");
            requireSameCells(model, ofFile);
            for (const Module& module : modulesOf(ofFile)) {
                if (module.places.stack && !isTyped(module)) {
                    m_cells.emplace(module.name, module.places.stack->cell);
                }
            }
        }
        std::set<std::string> names;
        for (const NamedTensor& tensor : file.tensors) {
            const std::size_t leaf = tensor.name.rfind('.') + 1; // npos + 1 is 0
            if (addPart(tensor.name.substr(0, leaf), tensor.name.substr(leaf))) {
                names.insert(m_theirs.back().module);
            }
        }
        m_prefix = commonPrefix(names);
    }

    std::vector<NamedTensor> run(const std::vector<Module>& modules)
    {
        for (const Module& module : modules) {
            std::ranges::move(partsOf(module), std::back_inserter(m_ours));
        }
        pairAll();
        requireStacks();
        for (const Part& part : m_ours) {
            if (const auto found = m_pairs.find(&part); found != m_pairs.end()) {
                take(part, *found->second);
            } else {
                miss(part);
            }
        }
        for (const NamedTensor& tensor : m_file->tensors) {
            if (!m_used.contains(&tensor)) {
                m_report->skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "tensor %1 %2 was left out: the model has no place for it"),
                        tensor.name, tensor.shape));
            }
        }
        return std::move(m_weights).taken();
    }

private:
    /// Of one key.
    struct Fitting {
        std::vector<const Part*> ours;
        std::vector<const FilePart*> theirs;
    };

    /// Adds the part that begins with this matrix. False where it is none, or others of the part do not belong to it.
    bool addPart(const std::string& start, const std::string& leaf)
    {
        const bool plain = leaf == plainNames[matrix];
        const std::string_view first = recurrentNames[matrix];
        if (!plain && !leaf.starts_with(first)) {
            return false;
        }
        FilePart part{.module = start.substr(0, start.empty() ? 0 : start.size() - 1),
                      .level = leaf.substr(plain ? leaf.size() : first.size()),
                      .tensors = {}};
        for (const std::size_t tensor : {matrix, hidden, bias, hiddenBias}) {
            const std::string_view name = (plain ? plainNames : recurrentNames)[tensor];
            part.tensors[tensor] = name.empty() ? nullptr : m_tensors.find(say("%1%2%3", start, name, part.level));
        }
        if (!plain) {
            const NamedTensor *const one = part.tensors[bias], *const other = part.tensors[hiddenBias];
            const std::int64_t gates = part.tensors[hidden] ? gatesOf(part.tensors[hidden]->shape) : 0;
            if (layerOfGates(gates).empty() || (one && other ? one->shape != other->shape : one != other)) {
                return false;
            }
            m_gates.emplace(gates, part.tensors[hidden]);
        }
        m_theirs.push_back(std::move(part));
        return true;
    }

    std::string shortName(const FilePart& part) const { return moduleName(part.module.substr(m_prefix.size())); }

    void pairAll()
    {
        std::map<PartKey, Fitting> all;
        for (const Part& part : m_ours) {
            if (part.names == &typedNames) {
                pairTyped(part);
                continue;
            }
            all[part.key()].ours.push_back(&part);
            addIfZero(part.module->ownName, m_ourZeros);
        }
        for (const FilePart& part : m_theirs) {
            PartKey key = part.key();
            if (!part.tensors[bias] && !all.contains(key) && part.tensors[matrix]->shape.axes() > 0) {
                std::get<3>(key) = {part.tensors[matrix]->shape[0]}; // one of zeros is the same
            }
            if (const auto found = all.find(key); found != all.end()) {
                found->second.theirs.push_back(&part);
            }
            addIfZero(shortName(part), m_theirZeros);
        }
        for (const auto& [key, fitting] : all) {
            if (!fitting.theirs.empty() && !pairByNames(fitting)) {
                pairInOrder(fitting);
            }
        }
    }

    /// By the names alone, which no other program gives.
    void pairTyped(const Part& part)
    {
        for (const std::string& name : part.module->names()) {
            const NamedTensor* const tensor = m_tensors.find(say("%1%2.%3", m_prefix, name, part.level));
            if (tensor && tensor->shape == part.matrixShape()) {
                m_typed.push_back({name, part.level, {tensor}});
                m_pairs.emplace(&part, &m_typed.back());
            }
        }
    }

    static void addIfZero(const std::string& text, std::set<std::string>& zeros)
    {
        const std::string name = withLongNumbers(text);
        if (name.find(std::string(digitsOfNumber, '0')) != std::string::npos) {
            zeros.insert(stemOf(name));
        }
    }

    /// Not so where one side counts from 0 and the other from 1: then the same name is another module.
    bool countsAlike(const std::string& name) const
    {
        const std::string stem = stemOf(withLongNumbers(name));
        return m_ourZeros.contains(stem) == m_theirZeros.contains(stem);
    }

    /// False, and nothing is done, where parts of both sides would be left over.
    bool pairByNames(const Fitting& fitting)
    {
        std::map<std::string, const FilePart*> named;
        for (const FilePart* part : fitting.theirs) {
            const bool isCell = part->level.empty() && part->tensors[hidden] != nullptr; // LSTMCell and the like
            if (!named.emplace(shortName(*part) + (isCell ? "_l0" : part->level), part).second) {
                return false; // "net.a" and "net_a"
            }
        }
        const std::string prefix = moduleName(m_prefix);
        const auto find = [&](const std::string& name, const Part& part) {
            const auto found = named.find(name + part.level);
            return found == named.end() && name.starts_with(prefix)
                       ? named.find(name.substr(prefix.size()) + part.level)
                       : found;
        };
        const bool haveAll = std::ranges::all_of(fitting.ours, [&](const Part* part) {
            return std::ranges::any_of(part->module->names(),
                                       [&](const std::string& name) { return find(name, *part) != named.end(); });
        });
        const bool mayBeShifted = fitting.ours.size() != fitting.theirs.size() || !haveAll;
        std::map<const Part*, const FilePart*> pairs;
        for (const Part* part : fitting.ours) {
            for (const std::string& name : part->module->names()) {
                const auto found = find(name, *part);
                if (found != named.end() && (!mayBeShifted || countsAlike(name))) {
                    pairs.emplace(part, found->second);
                    named.erase(found);
                    break;
                }
            }
        }
        const bool all = pairs.size() == std::min(fitting.ours.size(), fitting.theirs.size());
        if (all) {
            m_pairs.merge(pairs);
        }
        return all;
    }

    /// As many of both, in the order of their numbers, or of the net where one reads what the other has made. Throws
    /// Error where that is not so.
    void pairInOrder(const Fitting& fitting)
    {
        std::vector<std::string> ours, layers, theirs;
        for (const Part* part : fitting.ours) {
            ours.push_back(part->module->ownName + part->level);
            if (layers.empty() || layers.back() != part->module->places.layer.name) {
                layers.push_back(part->module->places.layer.name);
            }
        }
        std::ranges::transform(fitting.theirs, std::back_inserter(theirs),
                               [](const FilePart* part) { return part->tensors[matrix]->name; });
        auto order = orderByNumbers(ours);
        const auto theirOrder = orderByNumbers(theirs);
        if (!order && isChain(m_training, layers)) {
            order.emplace(ours.size());
            std::iota(order->begin(), order->end(), std::size_t{0});
        }
        if (!order || !theirOrder || ours.size() != theirs.size()) {
            throw Error(say(
                ENGINE_TEXT("Sentences",
                            "the file does not tell which of its tensors %1 belongs to which of the layers %2: wanted "
                            "are layers with the names of the modules, all of them, or as many of both whose names "
                            "differ in numbers alone; nothing was taken; name the layers in the net's prototxt as the "
                            "modules are called, or the other way round"),
                namesOf(theirs), namesOf(layers)));
        }
        for (std::size_t place = 0; place < ours.size(); ++place) {
            m_pairs.emplace(fitting.ours[(*order)[place]], fitting.theirs[(*theirOrder)[place]]);
        }
    }

    /// The parts of a module read one behind the other, in both directions. Throws Error where they go to several
    /// layers that do not, or that take parts of other modules, too.
    void requireStacks() const
    {
        std::map<std::string, std::map<std::string, std::set<std::string>>> taken; // layers by module and level
        std::map<std::string, std::set<std::string>> modules;                      // by layer
        for (const auto& [ours, theirs] : m_pairs) {
            const std::string& layer = ours->module->places.layer.name;
            taken[theirs->module][withLongNumbers(theirs->level.substr(0, theirs->level.find(reverse)))].insert(layer);
            modules[layer].insert(theirs->module);
        }
        for (const auto& [module, levels] : taken) {
            std::vector<std::string> layers;
            for (const auto& [level, ofLevel] : levels) {
                std::ranges::copy_if(ofLevel, std::back_inserter(layers), [&](const std::string& layer) {
                    return layers.empty() || layers.back() != layer;
                });
            }
            const auto isMixed = [&](const std::string& layer) { return modules[layer].size() > 1; };
            const bool isSplit = std::ranges::any_of(levels, [](const auto& level) { return level.second.size() > 1; });
            if (layers.size() > 1 &&
                (isSplit || !isChain(m_training, layers) || std::ranges::any_of(layers, isMixed))) {
                throw Error(say(
                    ENGINE_TEXT("Sentences",
                                "module %1 of the file is a stack, each part of which reads the one before it, but "
                                "layers %2 would take its parts and are no such stack; nothing was taken; wanted is "
                                "one layer with the module's name and num_layers, or layers one behind the other"),
                    printable(module), namesOf(layers)));
            }
        }
    }

    void take(const Part& part, const FilePart& from)
    {
        const std::optional<RecurrentStack>& stack = part.module->places.stack;
        if (const auto told = m_cells.find(from.module);
            stack && told != m_cells.end() && told->second->kind != stack->cell->kind) {
            refuseCell(part.module->places.layer.name, *stack->cell, std::string(told->second->name));
        }
        m_used.insert(from.tensors.begin(), from.tensors.end());
        const auto put = [&](std::size_t tensor, std::vector<float> values) {
            const LayerWeight& place = *part.weights[tensor];
            m_weights.put({place.name, place.spec.shape, std::move(values)}, from.tensors[tensor]->name);
        };
        const std::vector<float>& values = from.tensors[matrix]->values;
        put(matrix, part.isTransposed() ? transposed(values, part.matrixShape()[0]) : values);
        if (part.weights[hidden]) {
            put(hidden, from.tensors[hidden]->values);
        }
        for (const std::size_t tensor : {bias, hiddenBias}) {
            const LayerWeight* const place = part.weights[tensor];
            if (place && !from.tensors[tensor]) {
                m_weights.putFirst(zerosFor(*place, place->name));
            } else if (place) {
                put(tensor, tensor == bias ? biasOf(part, from) : from.tensors[tensor]->values);
            }
        }
    }

    /// The sum of the file's two where the net has one.
    static std::vector<float> biasOf(const Part& part, const FilePart& from)
    {
        std::vector<float> values = from.tensors[bias]->values;
        if (const NamedTensor* const other = from.tensors[hiddenBias]; other && !part.weights[hiddenBias]) {
            std::ranges::transform(values, other->values, values.begin(), std::plus<>());
        }
        return values;
    }

    /// Throws Error where the file has recurrent parts, but none with as many gates.
    void miss(const Part& part)
    {
        const LayerPlaces& layer = part.module->places;
        if (part.weights[hidden] && !m_gates.empty() && !m_gates.contains(layer.stack->cell->gateCount())) {
            const auto& [gates, other] = *m_gates.begin();
            refuseCell(layer.layer.name, *layer.stack->cell,
                       say("%1 (%2 is %3)", layerOfGates(gates), other->name, other->shape));
        }
        std::vector<std::string> wanted;
        for (const std::size_t tensor : {matrix, hidden, bias, hiddenBias}) {
            if (const LayerWeight* const place = part.inFile(tensor)) {
                wanted.push_back(
                    say("%1 %2", part.nameOf(tensor), tensor == matrix ? part.matrixShape() : place->spec.shape));
            }
        }
        const Sentence rest =
            part.names == &plainNames && !part.inFile(bias) ? ENGINE_TEXT("Sentences", " without a bias") : Sentence();
        m_report->skipped.push_back(say(ENGINE_TEXT("Sentences", "weight %1 %2 was not found: the file has no %3%4"),
                                        part.weights[matrix]->name, part.weights[matrix]->spec.shape, namesOf(wanted),
                                        rest));
    }

    const TensorFile* m_file;
    TensorIndex m_tensors;
    Model m_training;
    TransferReport* m_report;
    GatheredWeights m_weights;
    std::vector<Part> m_ours;
    std::vector<FilePart> m_theirs;
    std::deque<FilePart> m_typed;
    std::map<std::int64_t, const NamedTensor*> m_gates; ///< numbers of gates that the file has, each with a weight_hh
    std::map<std::string, const Cell*> m_cells;         ///< of the file's modules, where its model tells them
    std::string m_prefix;                               ///< that all modules of the file begin with
    std::set<std::string> m_ourZeros, m_theirZeros;     ///< the stems of names with a 0
    std::map<const Part*, const FilePart*> m_pairs;
    std::set<const NamedTensor*> m_used;
};

/// False for what no data can be.
bool isUsable(const SampleFacts& facts)
{
    const auto usable = [](const Standardisation& one) {
        return std::isfinite(one.mean) && std::isfinite(one.deviation) && one.deviation > 0;
    };
    const bool scaled = facts.inputScales.empty() || (std::ssize(facts.inputScales) == facts.width &&
                                                      facts.inputs.size() == facts.inputScales.size());
    return sequencesNamed(facts.kind).name == facts.kind && facts.steps > 0 && facts.width > 0 && scaled &&
           std::ranges::all_of(facts.inputScales, usable) && usable(facts.targetScale);
}

using Json = nlohmann::json;

/// What `read` makes of JSON that anyone may have written. Throws Error with this sentence where that is nothing.
template <typename Read>
auto readJson(const std::string& text, int deepest, const Sentence& damaged, const Read& read)
{
    try {
        if (faultOf(text, deepest).empty()) {
            if (auto result = read(Json::parse(text))) {
                return *std::move(result);
            }
        }
    } catch (const Json::exception&) { // its words are for programmers
    }
    throw Error(damaged);
}

} // namespace

std::string printVocabulary(const Vocabulary& vocabulary)
{
    nlohmann::ordered_json characters = nlohmann::ordered_json::array();
    for (const char32_t character : vocabulary.characters()) {
        characters.push_back(static_cast<std::uint32_t>(character));
    }
    return nlohmann::ordered_json{{"encoding", vocabulary.encoding() == Encoding::Utf8 ? "utf8" : "bytes"},
                                  {"characters", characters}}
        .dump();
}

Vocabulary parseVocabulary(const std::string& text, const std::string& fileName)
{
    constexpr int deepest = 2; // the list of characters
    const auto read = [](const Json& json) -> std::optional<Vocabulary> {
        constexpr std::uint64_t highestCode = 0x10FFFF;
        std::vector<char32_t> characters;
        for (const Json& code : json.at("characters")) {
            const auto number = code.get_ref<const Json::number_unsigned_t&>(); // get() takes 97.5, too
            if (number > highestCode) {
                return std::nullopt;
            }
            characters.push_back(static_cast<char32_t>(number));
        }
        const auto encoding = json.at("encoding").get<std::string>();
        return encoding == "utf8"    ? std::optional(Vocabulary(Encoding::Utf8, std::move(characters)))
               : encoding == "bytes" ? std::optional(Vocabulary(Encoding::Bytes, std::move(characters)))
                                     : std::nullopt;
    };
    return readJson(text, deepest, say(ENGINE_TEXT("Sentences", "%1: its vocabulary is damaged"), fileName), read);
}

std::string printSequences(const SampleFacts& facts)
{
    const auto scale = [](const Standardisation& one) { return nlohmann::ordered_json{one.mean, one.deviation}; };
    nlohmann::ordered_json scales = nlohmann::ordered_json::array();
    for (const Standardisation& one : facts.inputScales) {
        scales.push_back(scale(one));
    }
    return nlohmann::ordered_json{{"kind", facts.kind},     {"steps", facts.steps},
                                  {"width", facts.width},   {"classes", facts.classes},
                                  {"target", facts.target}, {"inputs", facts.inputs},
                                  {"input_scales", scales}, {"target_scale", scale(facts.targetScale)}}
        .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

SampleFacts parseSequences(const std::string& text, const std::string& fileName)
{
    constexpr int deepest = 3; // the list of scales
    const auto read = [](const Json& json) {
        const auto scale = [](const Json& pair) {
            return Standardisation{.mean = pair.at(0).get<double>(), .deviation = pair.at(1).get<double>()};
        };
        const auto wholeNumber = [](const Json& number) -> std::int64_t { // get() would make one of 5e48, too
            return number.get_ref<const Json::number_integer_t&>();
        };
        SampleFacts facts{.kind = json.at("kind").get<std::string>(),
                          .steps = wholeNumber(json.at("steps")),
                          .width = wholeNumber(json.at("width")),
                          .classes = json.at("classes").get<std::vector<std::string>>(),
                          .target = json.at("target").get<std::string>(),
                          .inputs = json.at("inputs").get<std::vector<std::string>>(),
                          .targetScale = scale(json.at("target_scale"))};
        std::ranges::transform(json.at("input_scales"), std::back_inserter(facts.inputScales), scale);
        return isUsable(facts) ? std::optional(facts) : std::nullopt;
    };
    return readJson(text, deepest,
                    say(ENGINE_TEXT("Sentences", "%1: what it says of its sequences is damaged"), fileName), read);
}

std::map<std::string, std::string> torchModules(const Model& model)
{
    std::map<std::string, std::string> names;
    for (const Module& module : modulesOf(model)) {
        names.emplace(module.places.layer.name, module.name);
    }
    return names;
}

std::map<std::string, std::string> metadataOf(const PortableNet& net)
{
    std::map<std::string, std::string> metadata = {{modelKey, writeModel(net.model)},
                                                   {iterationKey, std::to_string(net.iteration)}};
    if (net.vocabulary) {
        metadata[vocabularyKey] = printVocabulary(*net.vocabulary);
    }
    if (net.sequences) {
        metadata[sequencesKey] = printSequences(*net.sequences);
    }
    return metadata;
}

TensorFile toTorch(const PortableNet& net, TransferReport& report)
{
    TensorFile file{.tensors = {}, .metadata = metadataOf(net), .skipped = {}};
    file.metadata["format"] = "pt";
    const TensorIndex known(net.weights);
    for (const Module& module : modulesOf(net.model)) {
        for (const Part& part : partsOf(module)) {
            write(part, known, file, report);
        }
    }
    return file;
}

TorchFile torchFileOf(const std::map<std::string, std::string>& metadata, const std::string& fileName)
{
    TorchFile about;
    if (const auto model = metadata.find(modelKey); model != metadata.end()) {
        about.model = readModel(model->second, fileName);
    }
    if (const auto vocabulary = metadata.find(vocabularyKey); vocabulary != metadata.end()) {
        about.vocabulary = parseVocabulary(vocabulary->second, fileName);
    }
    if (const auto sequences = metadata.find(sequencesKey); sequences != metadata.end()) {
        about.sequences = parseSequences(sequences->second, fileName);
    }
    if (const auto given = metadata.find(iterationKey); given != metadata.end()) {
        const std::string& text = given->second;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), about.iteration);
        if (error != std::errc() || end != text.data() + text.size() || about.iteration < 0) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: its number of iterations is damaged"), fileName));
        }
    }
    return about;
}

std::vector<NamedTensor> fromTorch(const TensorFile& file, const Model& model, TransferReport& report)
{
    const std::vector<Module> modules = modulesOf(model);
    report.skipped.insert(report.skipped.end(), file.skipped.begin(), file.skipped.end());
    return TorchWeightReader(file, model, report).run(modules);
}

std::int64_t vocabularyOf(const TensorFile& file, const Model& model)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const auto embedding = std::ranges::find_if(places, [](const LayerPlaces& layer) {
        return layer.type == "EMBED" && layer.weights.front().characters.has_value();
    });
    const TensorIndex tensors(file.tensors);
    std::set<std::int64_t> rows;
    for (const NamedTensor& tensor : file.tensors) {
        const std::size_t leaf = tensor.name.rfind('.') + 1; // npos + 1 is 0
        if (embedding != places.end() && tensor.name.substr(leaf) == plainNames[matrix] && tensor.shape.axes() == 2 &&
            tensor.shape[1] == embedding->weights.front().spec.shape[1] &&
            !tensors.find(tensor.name.substr(0, leaf) + "bias")) {
            rows.insert(tensor.shape[0]);
        }
    }
    return rows.size() == 1 ? *rows.begin() : 0;
}

namespace {

/// What the metadata say, without a look at the tensors.
TorchFile aboutFile(const std::filesystem::path& file)
{
    return torchFileOf(readSafetensorsMetadata(file), file.string());
}

PortableNet readTorchNet(const std::filesystem::path& file, const NetFileHints& hints)
{
    const TensorFile tensors = readSafetensors(file);
    const TorchFile about = torchFileOf(tensors.metadata, file.string());
    if (!hints.model && !about.model) {
        wantModel(file);
    }
    const Model& model = hints.model ? *hints.model : *about.model;
    const std::optional<Vocabulary>& vocabulary = hints.vocabulary ? hints.vocabulary : about.vocabulary;
    PortableNet net{.model = sizedFor(model, vocabulary, vocabularyOf(tensors, model), file.string())};
    net.vocabulary = vocabulary;
    net.sequences = about.sequences;
    if (hints.model && about.sequences && !dataKindOf(model).answersEachStep) {
        net.model = sizedFor(model, *about.sequences, vocabulary, net.report);
    }
    net.iteration = about.iteration;
    net.weights = fromTorch(tensors, net.model, net.report);
    return net;
}

void writeTorchNet(const std::filesystem::path& file, const PortableNet& net, TransferReport& report)
{
    writeSafetensors(file, toTorch(net, report));
}

} // namespace

NetFunctions safetensorsFunctions()
{
    return {.read = readTorchNet,
            .write = writeTorchNet,
            .bringsNet = [](const std::filesystem::path& file) { return aboutFile(file).model.has_value(); },
            .vocabulary = [](const std::filesystem::path& file) { return aboutFile(file).vocabulary; }};
}

} // namespace engine
