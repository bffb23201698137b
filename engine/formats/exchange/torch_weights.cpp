// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/torch_weights.h"

#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/json_fault.h"
#include "engine/formats/exchange/module_names.h"
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

enum class PlaceKind { Embedding, Recurrent, Typed, Linear, Scale };

PlaceKind kindOf(const LayerPlaces& places)
{
    return places.type == "EMBED"                      ? PlaceKind::Embedding
           : places.stack && places.stack->cell->typed ? PlaceKind::Typed
           : places.stack                              ? PlaceKind::Recurrent
           : places.type == "INNERPRODUCT"             ? PlaceKind::Linear
                                                       : PlaceKind::Scale;
}

const char* usualName(PlaceKind kind)
{
    switch (kind) {
    case PlaceKind::Embedding:
        return "embed";
    case PlaceKind::Recurrent:
        return "rnn";
    case PlaceKind::Linear:
        return "decoder";
    case PlaceKind::Typed: // PyTorch has none, so it keeps its own
    case PlaceKind::Scale:
        break;
    }
    return "scale";
}

struct Module {
    std::string name, ownName; ///< as written, and by the layer
    PlaceKind kind;
    LayerPlaces places;
};

/// A word that PyTorch takes as a module's name.
std::string moduleName(const std::string& layer)
{
    std::string name = layer;
    std::replace_if(
        name.begin(), name.end(), [](char letter) { return letter == '.' || letter == '/'; }, '_');
    return name;
}

/// Names that differ: "ip_1" and, of another layer, "ip_1_2".
class ModuleNames {
public:
    std::string add(const std::string& wish)
    {
        std::string name = wish;
        int& number = m_numbers.try_emplace(wish, 1).first->second;
        while (!m_names.insert(name).second) {
            name = say("%1_%2", wish, ++number);
        }
        return name;
    }

    bool contains(const std::string& name) const { return m_names.contains(name); }

private:
    std::set<std::string> m_names;
    std::map<std::string, int> m_numbers;
};

std::vector<Module> modulesOf(const Model& model)
{
    std::vector<Module> modules;
    std::map<PlaceKind, int> counts;
    ModuleNames names;
    for (LayerPlaces& places : weightPlaces(model)) {
        const PlaceKind kind = kindOf(places);
        ++counts[kind];
        const std::string own = names.add(moduleName(places.layer.name));
        modules.push_back({.name = own, .ownName = own, .kind = kind, .places = std::move(places)});
    }
    for (Module& module : modules) {
        const std::string usual = usualName(module.kind);
        const bool isOnly = module.kind != PlaceKind::Typed && counts[module.kind] == 1;
        if (isOnly && !names.contains(usual)) { // another layer may be called so
            module.name = usual;
        }
    }
    return modules;
}

bool isTransposed(const Module& module)
{
    return module.kind == PlaceKind::Linear && flagParam(module.places.params, "transpose");
}

/// One direction of one stacked layer of a recurrent module.
struct Level {
    std::size_t layer = 0;
    Direction direction = Direction::Forward;

    auto operator<=>(const Level&) const = default;
};

Level levelOf(const RecurrentPlaces& places)
{
    return {static_cast<std::size_t>(places.layer), places.direction};
}

/// "rnn.weight_ih_l1_reverse"
std::string levelName(const std::string& module, const char* tensor, const Level& level)
{
    return say("%1%2%3_l%4%5", module, module.empty() ? "" : ".", tensor, level.layer,
               level.direction == Direction::Backward ? "_reverse" : "");
}

/// "janet.Wf", "janet.l0.back.Wf"
std::string typedName(const std::string& module, const LayerWeight& place)
{
    return say("%1.%2", module, place.spec.name);
}

bool isPlain(const Module& module)
{
    return module.kind != PlaceKind::Recurrent && module.kind != PlaceKind::Typed;
}

// Writing
// -----------------------------------------------------------------------------------------------------------------

class Writing {
public:
    Writing(const std::vector<NamedTensor>& weights, TensorFile& file, TransferReport& report)
        : m_weights(weights), m_file(&file), m_report(&report)
    {}

    void add(const Module& module)
    {
        switch (module.kind) {
        case PlaceKind::Recurrent:
            addRecurrent(module);
            return;
        case PlaceKind::Embedding:
            addEmbedding(module);
            return;
        case PlaceKind::Typed:
            for (const LayerWeight& place : module.places.weights) {
                put(typedName(module.name, place), place, place.spec.shape, m_weights.of(place).values);
            }
            return;
        case PlaceKind::Linear:
        case PlaceKind::Scale:
            addPlain(module);
            return;
        }
    }

private:
    void put(const std::string& name, const LayerWeight& from, const Shape& shape, std::vector<float> values)
    {
        m_report->moved.push_back({from.name, name, shape});
        m_file->tensors.push_back({name, shape, std::move(values)});
    }

    void addRecurrent(const Module& module)
    {
        for (const RecurrentPlaces& places : recurrentPlaces(module.places)) {
            const auto add = [&](const char* tensor, const LayerWeight& place) {
                put(levelName(module.name, tensor, levelOf(places)), place, place.spec.shape,
                    m_weights.of(place).values);
            };
            add("weight_ih", *places.Wx);
            add("weight_hh", *places.Wh);
            add("bias_ih", *places.b);
            if (places.bh != nullptr) {
                add("bias_hh", *places.bh);
                continue;
            }
            const Shape& shape = places.b->spec.shape;
            m_file->tensors.push_back({levelName(module.name, "bias_hh", levelOf(places)), shape,
                                       std::vector<float>(static_cast<std::size_t>(shape.count()))});
        }
    }

    void addEmbedding(const Module& module)
    {
        const LayerWeight& place = module.places.weights[0];
        std::vector<float> rows = m_weights.of(place).values;
        if (module.places.weights.size() > 1) {
            const std::vector<float>& bias = m_weights.of(module.places.weights[1]).values;
            for (std::size_t index = 0; index < rows.size(); ++index) {
                rows[index] += bias[index % bias.size()];
            }
            m_report->notes.push_back(say(
                ENGINE_TEXT("Sentences",
                            "weight %1 was added into each row of %2.weight, since PyTorch's Embedding has no bias"),
                module.places.weights[1].name, module.name));
        }
        put(module.name + ".weight", place, place.spec.shape, std::move(rows));
    }

    void addPlain(const Module& module)
    {
        for (const LayerWeight& place : module.places.weights) {
            const NamedTensor& tensor = m_weights.of(place);
            const bool matrix = place.spec.name == "W";
            const std::string name = module.name + (matrix ? ".weight" : ".bias");
            if (matrix && isTransposed(module)) {
                const Shape& shape = place.spec.shape;
                put(name, place, {shape[1], shape[0]}, transposed(tensor.values, shape[0]));
            } else {
                put(name, place, place.spec.shape, tensor.values);
            }
        }
    }

    TensorIndex m_weights;
    TensorFile* m_file;
    TransferReport* m_report;
};

// Reading
// -----------------------------------------------------------------------------------------------------------------

/// One direction of one stacked layer of a file, or an LSTMCell, GRUCell or RNNCell.
struct FileLevel {
    std::string module;
    Level level;
    bool cell = false; ///< "weight_ih" without "_l0"

    auto operator<=>(const FileLevel&) const = default;

    std::string name(const char* tensor) const
    {
        return cell ? say("%1%2%3", module, module.empty() ? "" : ".", tensor) : levelName(module, tensor, level);
    }
};

constexpr std::array levelTensors = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"};

/// "rnn.weight_ih_l1_reverse" -> rnn, 1, Backward; "cell.weight_ih" -> cell, 0, Forward
bool isLevel(const std::string& name, FileLevel& found)
{
    constexpr std::string_view mark = "weight_ih", layer = "_l";
    const std::size_t at = name.rfind(mark);
    if (at == std::string::npos || (at > 0 && name[at - 1] != '.')) {
        return false;
    }
    found = {.module = at == 0 ? "" : name.substr(0, at - 1), .level = {}, .cell = at + mark.size() == name.size()};
    if (found.cell) {
        return true;
    }
    if (name.compare(at + mark.size(), layer.size(), layer) != 0) {
        return false;
    }
    const char* const digits = name.data() + at + mark.size() + layer.size();
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(digits, end, found.level.layer);
    const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
    found.level.direction = rest.empty() ? Direction::Forward : Direction::Backward;
    return error == std::errc() && (rest.empty() || rest == "_reverse");
}

/// "LSTM", the layer whose cells have as many gates; an RNN's tensors do not tell its activation.
std::string_view layerOfGates(std::int64_t gates)
{
    const auto cell = std::ranges::find(recurrentCells(), gates, [](const Cell* one) { return one->gateCount(); });
    return cell != recurrentCells().end() ? (*cell)->layer : ENGINE_TEXT("Sentences", "recurrent layer");
}

/// What all names begin with, up to a dot: "net." of "net.embed" and "net.rnn".
std::string commonPrefix(const std::set<std::string>& names)
{
    if (names.empty()) {
        return {};
    }
    const std::string &first = *names.begin(), &last = *names.rbegin();
    const auto same = static_cast<std::size_t>(std::ranges::mismatch(first, last).in1 - first.begin());
    const std::size_t dot = first.substr(0, same).rfind('.');
    return dot == std::string::npos ? std::string() : first.substr(0, dot + 1);
}

/// Whether each of the layers reads what the one before it has made, directly or through others.
bool isChain(const Model& model, const std::vector<std::string>& layers)
{
    std::map<std::string, std::size_t> passed; // by blob: so many of the layers, from the first on
    std::size_t count = 0;
    for (const Layer& layer : forPhase(model, Phase::Train).layers) {
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

/// "a, b, c and 4 more"
Sentence someOf(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 12;
    std::vector<std::string> shownNames;
    for (std::size_t index = 0; index < std::min(names.size(), most); ++index) {
        shownNames.push_back(printable(names[index]));
    }
    const std::vector<std::string_view> views(shownNames.begin(), shownNames.end());
    return names.size() > most
               ? say(ENGINE_TEXT("Sentences", "%1 and %2 more"), listed(views, "and"), names.size() - most)
               : listed(views, "and");
}

/// Throws Error where nothing tells which of the file's modules is which layer.
[[noreturn]] void refuseToGuess(const std::vector<std::string>& layers, const std::vector<std::string>& modules)
{
    throw Error(say(
        ENGINE_TEXT(
            "Sentences",
            "the file does not tell which of its modules %1 belongs to which of the layers %2: wanted are layers with "
            "the names of the modules, all of them, or names that count from 0 or from 1 on both sides; nothing was "
            "taken; name the layers in the net's prototxt as the modules are called, or the other way round"),
        someOf(modules), someOf(layers)));
}

class TorchWeightReader {
public:
    TorchWeightReader(const TensorFile& file, const Model& model, TransferReport& report)
        : m_model(&model), m_report(&report), m_weights(report)
    {
        for (const NamedTensor& tensor : file.tensors) {
            m_tensors.emplace(tensor.name, &tensor);
        }
        std::set<std::string> names;
        for (const auto& [name, tensor] : m_tensors) {
            if (FileLevel level; isLevel(name, level)) {
                m_fileLevels[level.module].insert(level);
                names.insert(std::move(level.module));
            } else if (name.ends_with(matrixEnding)) {
                const std::string owner = name.substr(0, name.size() - matrixEnding.size());
                m_matrices.push_back(owner);
                names.insert(owner);
            }
        }
        m_prefix = commonPrefix(names);
    }

    /// `namesInFile`: by layer, where the file's metadata tell which module that is.
    std::vector<NamedTensor> run(const std::vector<Module>& modules, std::map<std::string, std::string> namesInFile)
    {
        m_namesInFile = std::move(namesInFile);
        findLevels(modules);
        findMatrices(modules);
        for (const Module& module : modules) {
            if (module.kind == PlaceKind::Recurrent) {
                readRecurrent(module);
            } else if (module.kind == PlaceKind::Typed) {
                readTyped(module);
            } else {
                readPlain(module);
            }
        }
        for (const auto& [name, tensor] : m_tensors) {
            if (!m_used.contains(name)) {
                m_report->skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "tensor %1 %2 was left out: the model has no place for it"), name,
                        tensor->shape));
            }
        }
        return std::move(m_weights).taken();
    }

private:
    static constexpr std::string_view matrixEnding = ".weight";

    const NamedTensor* find(const std::string& name) const
    {
        const auto found = m_tensors.find(name);
        return found == m_tensors.end() ? nullptr : found->second;
    }

    std::string shortName(const std::string& module) const
    {
        return module.starts_with(m_prefix) ? module.substr(m_prefix.size()) : module;
    }

    /// Under which of its names the file has the module: the layer's own before those that layers of its kind usually
    /// have.
    std::optional<std::string> namedIn(const Module& module, const std::function<bool(const std::string&)>& has) const
    {
        std::string dotted = module.places.layer.name;
        std::ranges::replace(dotted, '/', '.');
        const auto told = m_namesInFile.find(module.ownName);
        for (const std::string& name : {module.places.layer.name, dotted, module.ownName,
                                        told != m_namesInFile.end() ? told->second : module.name, module.name}) {
            for (const std::string& whole : {name, m_prefix + name}) {
                if (has(whole)) {
                    return whole;
                }
            }
        }
        return std::nullopt;
    }

    // Recurrent modules

    struct PlacedModule {
        const Module* module;
        RecurrentPlaces places;
    };

    /// Which of the file's levels the model's parts are: by the names of all modules, else by their numbers, else where
    /// only one fits. Throws Error for a level of another cell, and where none of that tells.
    void findLevels(const std::vector<Module>& modules)
    {
        std::vector<const Module*> ours;
        std::vector<std::string> theirs, ourNames, theirNames;
        for (const Module& module : modules) {
            if (module.kind == PlaceKind::Recurrent) {
                ours.push_back(&module);
                ourNames.push_back(module.places.layer.name);
            }
        }
        for (const auto& [name, levels] : m_fileLevels) {
            theirs.push_back(name);
            theirNames.push_back(shortName(name));
        }
        if (ours.empty() || theirs.empty() || pairByNames(ours, ourNames, theirNames)) {
            return;
        }
        if (const auto pairs = pairedByNumbers(ourNames, theirNames)) {
            for (std::size_t index = 0; index < ours.size(); ++index) {
                pairLevels(*ours[index], theirs[(*pairs)[index]]);
            }
            return;
        }
        if (!pairStack(ours, ourNames, theirs, theirNames)) {
            pairByShapes(ours, theirs);
        }
    }

    /// Each of the module's parts with the same level of the file's.
    void pairLevels(const Module& module, const std::string& theirs)
    {
        std::map<Level, FileLevel> levels;
        for (const FileLevel& level : m_fileLevels.at(theirs)) {
            levels.emplace(level.level, level);
        }
        for (const RecurrentPlaces& places : recurrentPlaces(module.places)) {
            if (const auto found = levels.find(levelOf(places)); found != levels.end()) {
                pair({&module, places}, found->second);
            }
        }
    }

    void pair(const PlacedModule& part, const FileLevel& level)
    {
        requireCell(*part.module, level);
        m_levels.emplace(part.places.Wx, level);
    }

    /// False, and nothing is done, where modules of both sides would be left over or mean others by the same names.
    bool pairByNames(const std::vector<const Module*>& ours, const std::vector<std::string>& ourNames,
                     const std::vector<std::string>& theirNames)
    {
        std::vector<std::pair<const Module*, std::string>> pairs;
        std::set<std::string> taken;
        for (const Module* module : ours) {
            const auto name = namedIn(*module, [&](const std::string& wanted) {
                return m_fileLevels.contains(wanted) && !taken.contains(wanted);
            });
            if (name) {
                taken.insert(*name);
                pairs.emplace_back(module, *name);
            }
        }
        const bool leftOver = pairs.size() < ours.size() && taken.size() < theirNames.size();
        if (leftOver || !countedOtherwise(ourNames, theirNames).empty()) {
            return false;
        }
        for (const auto& [module, name] : pairs) {
            pairLevels(*module, name);
        }
        return true;
    }

    /// The levels of one module for layers one behind the other, or the other way round. False where that is not so.
    bool pairStack(const std::vector<const Module*>& ours, const std::vector<std::string>& ourNames,
                   const std::vector<std::string>& theirs, const std::vector<std::string>& theirNames)
    {
        if (ours.size() != 1 && theirs.size() != 1) {
            return false;
        }
        std::optional<std::vector<std::size_t>> ourOrder = orderedByNumbers(ourNames);
        if (isChain(*m_model, ourNames)) {
            ourOrder.emplace(ours.size());
            std::iota(ourOrder->begin(), ourOrder->end(), std::size_t{0});
        }
        const auto theirOrder = orderedByNumbers(theirNames);
        if (!ourOrder || !theirOrder) {
            return false;
        }
        std::vector<PlacedModule> parts;
        for (const std::size_t index : *ourOrder) {
            for (const RecurrentPlaces& places : recurrentPlaces(ours[index]->places)) {
                parts.push_back({ours[index], places});
            }
        }
        std::vector<FileLevel> levels;
        for (const std::size_t index : *theirOrder) {
            levels.insert(levels.end(), m_fileLevels.at(theirs[index]).begin(), m_fileLevels.at(theirs[index]).end());
        }
        const bool same = std::ranges::equal(
            levels, parts, {}, [](const FileLevel& one) { return one.level.direction; },
            [](const PlacedModule& part) { return part.places.direction; });
        for (std::size_t place = 0; same && place < parts.size(); ++place) {
            pair(parts[place], levels[place]);
        }
        return same;
    }

    /// What is left where the matrices are the only ones of their shapes in the net and in the file.
    void pairByShapes(const std::vector<const Module*>& ours, const std::vector<std::string>& theirs)
    {
        using Shapes = std::tuple<Direction, std::vector<std::int64_t>, std::vector<std::int64_t>>;
        struct Fitting {
            std::vector<PlacedModule> parts;
            std::vector<FileLevel> levels;
        };
        std::map<Shapes, Fitting> byShapes;
        std::set<std::int64_t> gates;
        for (const std::string& name : theirs) {
            for (const FileLevel& level : m_fileLevels.at(name)) {
                refuseProjection(*ours.front(), level);
                if (const NamedTensor* const hidden = find(level.name("weight_hh"))) {
                    byShapes[{level.level.direction, find(level.name("weight_ih"))->shape.extents(),
                              hidden->shape.extents()}]
                        .levels.push_back(level);
                }
                gates.insert(gatesOf(level));
            }
        }
        for (const Module* module : ours) {
            if (!gates.contains(module->places.stack->cell->gateCount())) {
                requireCell(*module, *m_fileLevels.at(theirs.front()).begin());
            }
            for (const RecurrentPlaces& places : recurrentPlaces(module->places)) {
                byShapes[{places.direction, places.Wx->spec.shape.extents(), places.Wh->spec.shape.extents()}]
                    .parts.push_back({module, places});
            }
        }
        for (const auto& [shapes, fitting] : byShapes) {
            if (fitting.parts.size() == 1 && fitting.levels.size() == 1) {
                pair(fitting.parts.front(), fitting.levels.front());
            } else if (!fitting.parts.empty() && !fitting.levels.empty()) {
                refuseToGuess(layersOf(ours), theirs);
            }
        }
    }

    static std::vector<std::string> layersOf(const std::vector<const Module*>& modules)
    {
        std::vector<std::string> layers;
        std::ranges::transform(modules, std::back_inserter(layers),
                               [](const Module* module) { return module->places.layer.name; });
        return layers;
    }

    // All others, which have one matrix each

    /// The plain modules of one shape, and the file's matrices of it.
    struct SameShape {
        std::vector<const Module*> named, left; ///< found by their names, and not
        std::vector<std::string> theirs, free;  ///< all, and those that nothing is called by
    };

    std::vector<std::int64_t> matrixShape(const Module& module) const
    {
        const Shape& shape = module.places.weights.front().spec.shape;
        return isTransposed(module) ? Shape{shape[1], shape[0]}.extents() : shape.extents();
    }

    const Shape& matrixOf(const std::string& name) const { return find(name + std::string(matrixEnding))->shape; }

    /// Which of the file's matrices the model's modules are, in the same way; here a name holds where no other matrix
    /// of that shape is left for another module of the kind.
    void findMatrices(const std::vector<Module>& modules)
    {
        std::vector<std::string> ourNames, theirNames;
        for (const Module& module : modules) {
            if (isPlain(module)) {
                ourNames.push_back(module.places.layer.name);
            }
        }
        std::ranges::transform(m_matrices, std::back_inserter(theirNames),
                               [&](const std::string& name) { return shortName(name); });
        const std::set<std::string> otherwise = countedOtherwise(ourNames, theirNames);
        std::map<std::vector<std::int64_t>, SameShape> shapes;
        std::set<std::string> taken;
        for (const Module& module : modules) {
            if (!isPlain(module)) {
                continue;
            }
            const auto name = namedIn(module, [&](const std::string& wanted) {
                return find(wanted + std::string(matrixEnding)) != nullptr && !taken.contains(wanted) &&
                       !otherwise.contains(stemOf(shortName(wanted)));
            });
            SameShape& same = shapes[matrixShape(module)];
            if (!name) {
                same.left.push_back(&module);
                continue;
            }
            if (matrixOf(*name).extents() == matrixShape(module)) {
                same.named.push_back(&module);
            }
            taken.insert(*name);
            m_matrixOf.emplace(&module, *name);
        }
        for (const std::string& name : m_matrices) {
            if (const auto same = shapes.find(matrixOf(name).extents()); same != shapes.end()) {
                same->second.theirs.push_back(name);
                if (!taken.contains(name)) {
                    same->second.free.push_back(name);
                }
            }
        }
        for (const auto& [shape, same] : shapes) {
            const bool done =
                std::ranges::all_of(same.left, [&](const Module* one) { return m_matrixOf.contains(one); });
            if (!done && !same.free.empty() && !pairOnly(same) && !pairFamilies(modules, same)) {
                std::vector<const Module*> ours = same.named;
                ours.insert(ours.end(), same.left.begin(), same.left.end());
                refuseToGuess(layersOf(ours), same.theirs);
            }
        }
    }

    /// The only two that are left, where no module of the kind was found by its name.
    bool pairOnly(const SameShape& same)
    {
        const bool only = same.left.size() == 1 && same.free.size() == 1 &&
                          std::ranges::find(same.named, same.left.front()->kind, &Module::kind) == same.named.end();
        if (only) {
            m_matrixOf.emplace(same.left.front(), same.free.front());
        }
        return only;
    }

    /// By the numbers of whole families, whose members have to be of the same shapes.
    bool pairFamilies(const std::vector<Module>& modules, const SameShape& same)
    {
        const std::string ourStem = stemOf(same.left.front()->places.layer.name);
        const std::string theirStem = stemOf(shortName(same.free.front()));
        std::vector<const Module*> ours;
        for (const Module& module : modules) {
            if (isPlain(module) && stemOf(module.places.layer.name) == ourStem) {
                ours.push_back(&module);
            }
        }
        std::vector<std::string> theirs, theirNames;
        for (const std::string& name : m_matrices) {
            if (stemOf(shortName(name)) == theirStem) {
                theirs.push_back(name);
                theirNames.push_back(shortName(name));
            }
        }
        const auto pairs = pairedByNumbers(layersOf(ours), theirNames);
        if (!pairs) {
            return false;
        }
        const std::set<const Module*> family(ours.begin(), ours.end());
        bool fits = std::ranges::all_of(same.left, [&](const Module* one) { return family.contains(one); });
        for (std::size_t index = 0; fits && index < ours.size(); ++index) {
            fits = matrixOf(theirs[(*pairs)[index]]).extents() == matrixShape(*ours[index]);
        }
        for (std::size_t index = 0; fits && index < ours.size(); ++index) {
            m_matrixOf.insert_or_assign(ours[index], theirs[(*pairs)[index]]);
        }
        return fits;
    }

    /// G of weight_hh [G·H, H]; 0 where it is no such matrix.
    std::int64_t gatesOf(const FileLevel& level) const
    {
        const NamedTensor* const hidden = find(level.name("weight_hh"));
        const bool matrix = hidden != nullptr && hidden->shape.axes() == 2 && hidden->shape[1] > 0;
        return matrix && hidden->shape[0] % hidden->shape[1] == 0 ? hidden->shape[0] / hidden->shape[1] : 0;
    }

    void refuseProjection(const Module& module, const FileLevel& from) const
    {
        if (const NamedTensor* const projection = find(from.name("weight_hr"))) {
            throw Error(say(ENGINE_TEXT("Sentences",
                                        "layer %1 has no projection, but the file has %2 %3 (proj_size of PyTorch's "
                                        "LSTM): wanted are weights of a module without one; nothing was taken"),
                            module.places.layer.name, projection->name, projection->shape));
        }
    }

    void requireCell(const Module& module, const FileLevel& from) const
    {
        refuseProjection(module, from);
        const Cell& cell = *module.places.stack->cell;
        const std::int64_t gates = gatesOf(from);
        if ((gates == 1 || gates == 3 || gates == 4) && gates != cell.gateCount()) {
            refuseCell(module.places.layer.name, cell,
                       say(ENGINE_TEXT("Sentences", "%1 (%2 is %3)"), layerOfGates(gates), from.name("weight_hh"),
                           find(from.name("weight_hh"))->shape));
        }
    }

    /// Why the level's tensors are not the part's, as a sentence; empty where they are.
    Sentence misfit(const RecurrentPlaces& places, const FileLevel& from) const
    {
        const std::array wanted = {&places.Wx->spec.shape, &places.Wh->spec.shape, &places.b->spec.shape,
                                   &places.b->spec.shape};
        const bool biases = find(from.name("bias_ih")) != nullptr || find(from.name("bias_hh")) != nullptr;
        for (std::size_t index = 0; index < wanted.size(); ++index) {
            const std::string name = from.name(levelTensors[index]);
            const NamedTensor* const tensor = find(name);
            if (tensor == nullptr && (index < 2 || biases)) {
                return say(ENGINE_TEXT("Sentences", "the file has no %1 %2"), name, *wanted[index]);
            }
            if (tensor != nullptr && tensor->shape != *wanted[index]) {
                return say(ENGINE_TEXT("Sentences", "%1 is %2, but %3 is wanted"), name, tensor->shape, *wanted[index]);
            }
        }
        return {};
    }

    void readRecurrent(const Module& module)
    {
        for (const RecurrentPlaces& places : recurrentPlaces(module.places)) {
            const auto from = m_levels.find(places.Wx);
            if (from == m_levels.end()) {
                miss(*places.Wx, levelName(module.name, "weight_ih", levelOf(places)));
                continue;
            }
            const Sentence why = misfit(places, from->second);
            if (why.empty()) {
                takeLevel(places, from->second);
            } else {
                leaveLevel(places, from->second, why);
            }
        }
    }

    void takeLevel(const RecurrentPlaces& places, const FileLevel& from)
    {
        take(*places.Wx, from.name("weight_ih"));
        take(*places.Wh, from.name("weight_hh"));
        const std::string first = from.name("bias_ih"), second = from.name("bias_hh");
        if (find(first) == nullptr) {
            leaveZero(*places.b, first);
            if (places.bh != nullptr) {
                leaveZero(*places.bh, second);
            }
        } else if (places.bh != nullptr) {
            take(*places.b, first);
            take(*places.bh, second);
        } else {
            std::vector<float> sum = find(first)->values;
            const std::vector<float>& other = find(second)->values;
            std::transform(sum.begin(), sum.end(), other.begin(), sum.begin(), std::plus<>());
            m_used.insert({first, second});
            m_weights.put({places.b->name, places.b->spec.shape, std::move(sum)}, first);
        }
    }

    /// All of a level, as its parts mean nothing without each other.
    void leaveLevel(const RecurrentPlaces& places, const FileLevel& from, const Sentence& why)
    {
        for (const char* tensor : levelTensors) {
            if (const std::string name = from.name(tensor); find(name) != nullptr) {
                m_used.insert(name);
                m_report->skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "tensor %1 %2 was left out: %3"), name, find(name)->shape, why));
            }
        }
        m_report->skipped.push_back(
            say(ENGINE_TEXT("Sentences", "weights %1, ... were not found: %2"), places.Wx->name, why));
    }

    /// By the names of the cell's tensors. Throws Error where the file has PyTorch's own kind of module for the layer.
    void readTyped(const Module& module)
    {
        const LayerPlaces& layer = module.places;
        const auto name = namedIn(module, [&](const std::string& wanted) {
            return find(typedName(wanted, layer.weights.front())) != nullptr;
        });
        const auto other = namedIn(module, [&](const std::string& wanted) { return m_fileLevels.contains(wanted); });
        if (!name && other) {
            const FileLevel& level = *m_fileLevels.at(*other).begin();
            refuseCell(layer.layer.name, *layer.stack->cell,
                       say(ENGINE_TEXT("Sentences", "%1 (%2)"), layerOfGates(gatesOf(level)), level.name("weight_ih")));
        }
        for (const LayerWeight& place : layer.weights) {
            take(place, typedName(name.value_or(module.name), place));
        }
    }

    void readPlain(const Module& module)
    {
        const auto found = m_matrixOf.find(&module);
        const std::string& name = found != m_matrixOf.end() ? found->second : module.name;
        bool matrixTaken = false;
        for (const LayerWeight& place : module.places.weights) {
            const bool matrix = place.spec.name == "W";
            const std::string wanted = name + (matrix ? ".weight" : ".bias");
            if (matrix) {
                matrixTaken = take(place, wanted, isTransposed(module));
            } else if (matrixTaken && find(wanted) == nullptr) {
                leaveZero(place, wanted);
            } else {
                take(place, wanted);
            }
        }
    }

    /// A bias that the file lacks; the matrix that it belongs to, which was found, proves that it may be so long.
    void leaveZero(const LayerWeight& place, const std::string& name)
    {
        const auto count = static_cast<std::size_t>(place.spec.shape.count());
        if (m_weights.putFirst({place.name, place.spec.shape, std::vector<float>(count)})) {
            m_report->notes.push_back(
                say(ENGINE_TEXT("Sentences", "weight %1 is all zeros: the file has no %2"), place.name, name));
        }
    }

    /// False where it is not there, does not fit or has a place already.
    bool take(const LayerWeight& place, const std::string& name, bool transpose = false)
    {
        const Shape& shape = place.spec.shape;
        const Shape wanted = transpose ? Shape{shape[1], shape[0]} : shape;
        const NamedTensor* const from = fitting(place, name, wanted);
        if (from == nullptr) {
            return false;
        }
        m_weights.put({place.name, shape, transpose ? transposed(from->values, wanted[0]) : from->values}, name);
        return true;
    }

    /// The tensor of that name, which is taken with it. Null, and a sentence in the report, as take() says.
    const NamedTensor* fitting(const LayerWeight& place, const std::string& name, const Shape& wanted)
    {
        const NamedTensor* const from = find(name);
        if (from == nullptr) {
            miss(place, name);
            return nullptr;
        }
        if (!m_used.insert(name).second) {
            m_report->skipped.push_back(
                say(ENGINE_TEXT("Sentences", "weight %1 %2 was not found: the file's %3 went to another layer"),
                    place.name, place.spec.shape, name));
            return nullptr;
        }
        if (from->shape != wanted) {
            m_report->skipped.push_back(
                say(ENGINE_TEXT("Sentences", "tensor %1 was left out: it is %2, but %3 is wanted"), name, from->shape,
                    wanted));
            return nullptr;
        }
        return from;
    }

    void miss(const LayerWeight& place, const std::string& name)
    {
        m_report->skipped.push_back(say(ENGINE_TEXT("Sentences", "weight %1 %2 was not found: the file has no %3"),
                                        place.name, place.spec.shape, name));
    }

    std::map<std::string, const NamedTensor*> m_tensors;
    std::map<std::string, std::set<FileLevel>> m_fileLevels; ///< by module
    std::vector<std::string> m_matrices;                     ///< the modules of the file that have a "weight"
    std::string m_prefix;                                    ///< that all modules of the file begin with
    std::map<std::string, std::string> m_namesInFile;
    std::map<const Module*, std::string> m_matrixOf;
    std::set<std::string> m_used;                     ///< names in the file
    std::map<const LayerWeight*, FileLevel> m_levels; ///< of the file, by the Wx that its weight_ih is for
    const Model* m_model;
    TransferReport* m_report;
    GatheredWeights m_weights;
};

/// The modules of the net in the file's metadata, which tell what tensors do not: which activation an RNN has, and
/// which layer a module is.
std::vector<Module> modulesInMetadata(const TensorFile& file)
{
    std::vector<Module> modules;
    try {
        if (const auto text = file.metadata.find(modelKey); text != file.metadata.end()) {
            modules = modulesOf(readModel(text->second, "metadata"));
        }
    } catch (const Error&) {
        modules.clear(); // a net that does not fit together tells nothing of the weights
    }
    return modules;
}

/// Throws Error where a module of the same name or, of as many, in the same place has another cell in the file.
void requireCells(std::vector<Module> given, const std::vector<Module>& modules)
{
    std::erase_if(given, isPlain);
    std::map<std::string_view, const Module*> byName;
    for (const Module& module : given) {
        byName.emplace(module.name, &module);
    }
    const auto count =
        std::count_if(modules.begin(), modules.end(), [](const Module& module) { return !isPlain(module); });
    std::size_t place = 0;
    for (const Module& module : modules) {
        if (isPlain(module)) {
            continue;
        }
        const auto named = byName.find(module.name);
        const bool asMany = given.size() == static_cast<std::size_t>(count);
        const Module* const theirs = named != byName.end() ? named->second : asMany ? &given[place] : nullptr;
        ++place;
        const Cell& cell = *module.places.stack->cell;
        if (theirs != nullptr && theirs->places.stack->cell->kind != cell.kind) {
            refuseCell(module.places.layer.name, cell, std::string(theirs->places.stack->cell->name));
        }
    }
}

/// Throws Error for what no data can be: of a file that anyone may have made.
void requireUsable(const SampleFacts& facts, const std::string& fileName)
{
    constexpr std::string_view kinds[] = {"rows", "table", "lines"};
    const auto usable = [](const Standardisation& one) {
        return std::isfinite(one.mean) && std::isfinite(one.deviation) && one.deviation > 0;
    };
    const bool scaled = facts.inputScales.empty() || (std::ssize(facts.inputScales) == facts.width &&
                                                      facts.inputs.size() == facts.inputScales.size());
    if (std::ranges::find(kinds, facts.kind) == std::end(kinds) || facts.steps < 1 || facts.width < 1 || !scaled ||
        !std::ranges::all_of(facts.inputScales, usable) || !usable(facts.targetScale)) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: what it says of its sequences is damaged"), fileName));
    }
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
    constexpr std::uint64_t highestCode = 0x10FFFF;
    constexpr int deepest = 2; // the list of characters
    if (faultOf(text, deepest) != JsonFault::None) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: its vocabulary is damaged"), fileName));
    }
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        const auto encoding = json.at("encoding").get<std::string>();
        std::vector<char32_t> characters;
        for (const nlohmann::json& code : json.at("characters")) {
            if (!code.is_number_unsigned() || code.get<std::uint64_t>() > highestCode) {
                throw Error(say(
                    ENGINE_TEXT("Sentences", "%1: its vocabulary has a character that is no number from 0 to 1114111"),
                    fileName));
            }
            characters.push_back(static_cast<char32_t>(code.get<std::uint64_t>()));
        }
        if (encoding != "utf8" && encoding != "bytes") {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: its vocabulary's encoding is neither bytes nor utf8"), fileName));
        }
        return {encoding == "utf8" ? Encoding::Utf8 : Encoding::Bytes, std::move(characters)};
    } catch (const nlohmann::json::exception&) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: its vocabulary is damaged"), fileName));
    }
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
    const auto scale = [](const nlohmann::json& pair) {
        return Standardisation{.mean = pair.at(0).get<double>(), .deviation = pair.at(1).get<double>()};
    };
    const auto wholeNumber = [](const nlohmann::json& number) -> std::int64_t { // get() would make one of 5e48, too
        return number.get_ref<const nlohmann::json::number_integer_t&>();
    };
    try {
        if (faultOf(text, deepest) != JsonFault::None) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: what it says of its sequences is damaged"), fileName));
        }
        const nlohmann::json json = nlohmann::json::parse(text);
        SampleFacts facts{.kind = json.at("kind").get<std::string>(),
                          .steps = wholeNumber(json.at("steps")),
                          .width = wholeNumber(json.at("width")),
                          .classes = json.at("classes").get<std::vector<std::string>>(),
                          .target = json.at("target").get<std::string>(),
                          .inputs = json.at("inputs").get<std::vector<std::string>>(),
                          .targetScale = scale(json.at("target_scale"))};
        for (const nlohmann::json& pair : json.at("input_scales")) {
            facts.inputScales.push_back(scale(pair));
        }
        requireUsable(facts, fileName);
        return facts;
    } catch (const nlohmann::json::exception&) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: what it says of its sequences is damaged"), fileName));
    }
}

TensorFile toTorch(const Model& model, const std::vector<NamedTensor>& weights, const TorchFile& about,
                   TransferReport& report)
{
    TensorFile file;
    Writing writing(weights, file, report);
    for (const Module& module : modulesOf(model)) {
        writing.add(module);
    }
    file.metadata["format"] = "pt";
    file.metadata[modelKey] = writeModel(model);
    file.metadata[iterationKey] = std::to_string(about.iteration);
    if (about.vocabulary) {
        file.metadata[vocabularyKey] = printVocabulary(*about.vocabulary);
    }
    if (about.sequences) {
        file.metadata[sequencesKey] = printSequences(*about.sequences);
    }
    return file;
}

TorchFile torchFileOf(const TensorFile& file, const std::string& fileName)
{
    TorchFile about;
    if (const auto model = file.metadata.find(modelKey); model != file.metadata.end()) {
        about.model = readModel(model->second, fileName);
    }
    if (const auto vocabulary = file.metadata.find(vocabularyKey); vocabulary != file.metadata.end()) {
        about.vocabulary = parseVocabulary(vocabulary->second, fileName);
    }
    if (const auto sequences = file.metadata.find(sequencesKey); sequences != file.metadata.end()) {
        about.sequences = parseSequences(sequences->second, fileName);
    }
    if (const auto given = file.metadata.find(iterationKey); given != file.metadata.end()) {
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
    const std::vector<Module> given = modulesInMetadata(file);
    requireCells(given, modules);
    std::map<std::string, std::string> namesInFile;
    for (const Module& module : given) {
        namesInFile.emplace(module.ownName, module.name);
    }
    report.skipped.insert(report.skipped.end(), file.skipped.begin(), file.skipped.end());
    return TorchWeightReader(file, model, report).run(modules, std::move(namesInFile));
}

std::int64_t vocabularyOf(const TensorFile& file, const Model& model)
{
    std::vector<std::int64_t> candidates;
    for (const Module& module : modulesOf(model)) {
        if (module.kind != PlaceKind::Embedding || !module.places.weights.front().characters) {
            continue;
        }
        const std::int64_t width = module.places.weights.front().spec.shape[1];
        for (const NamedTensor& tensor : file.tensors) {
            const bool matrix = tensor.shape.axes() == 2 && tensor.shape[1] == width;
            if (matrix && (tensor.name == module.name + ".weight" || tensor.name == module.ownName + ".weight")) {
                return tensor.shape[0];
            }
            if (matrix && tensor.name.ends_with(".weight")) {
                candidates.push_back(tensor.shape[0]);
            }
        }
        break;
    }
    return candidates.size() == 1 ? candidates.front() : 0;
}

namespace {

/// What the metadata say, without a look at the tensors.
TorchFile aboutFile(const std::filesystem::path& file)
{
    return torchFileOf({.tensors = {}, .metadata = readSafetensorsMetadata(file), .skipped = {}}, file.string());
}

PortableNet readTorchNet(const std::filesystem::path& file, const NetFileHints& hints)
{
    const TensorFile tensors = readSafetensors(file);
    const TorchFile about = torchFileOf(tensors, file.string());
    if (!hints.model && !about.model) {
        wantModel(file);
    }
    const Model& model = hints.model ? *hints.model : *about.model;
    const std::optional<Vocabulary>& vocabulary = hints.vocabulary ? hints.vocabulary : about.vocabulary;
    PortableNet net{.model = sizedFor(model, vocabulary, vocabularyOf(tensors, model), file.string())};
    net.vocabulary = vocabulary;
    net.sequences = about.sequences;
    if (hints.model && about.sequences && !dataKindOf(model).writes) {
        net.model = sizedFor(model, *about.sequences, vocabulary, net.report);
    }
    net.iteration = about.iteration;
    net.weights = fromTorch(tensors, net.model, net.report);
    return net;
}

void writeTorchNet(const std::filesystem::path& file, const PortableNet& net, TransferReport& report)
{
    writeSafetensors(
        file,
        toTorch(net.model, net.weights,
                {.model = {}, .vocabulary = net.vocabulary, .sequences = net.sequences, .iteration = net.iteration},
                report));
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
