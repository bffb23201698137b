// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/torch_weights.h"

#include "engine/formats/json_fault.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace engine {
namespace {

constexpr const char* modelKey = "hamnet.model";
constexpr const char* vocabularyKey = "hamnet.vocabulary";
constexpr const char* iterationKey = "hamnet.iteration";

enum class Kind { Embedding, Recurrent, Linear, Scale };

Kind kindOf(const std::string& type)
{
    return type == "EMBED"                           ? Kind::Embedding
           : type == "LSTM" || type == "LSTM_SIMPLE" ? Kind::Recurrent
           : type == "INNERPRODUCT"                  ? Kind::Linear
                                                     : Kind::Scale;
}

const char* usualName(Kind kind)
{
    switch (kind) {
    case Kind::Embedding:
        return "embed";
    case Kind::Recurrent:
        return "rnn";
    case Kind::Linear:
        return "decoder";
    case Kind::Scale:
        break;
    }
    return "scale";
}

struct Module {
    std::string name, ownName; ///< as written, and by the layer
    Kind kind;
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
            name = sentence(wish, "_", ++number);
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
    std::map<Kind, int> counts;
    ModuleNames names;
    for (LayerPlaces& places : weightPlaces(model)) {
        const Kind kind = kindOf(places.type);
        ++counts[kind];
        const std::string own = names.add(moduleName(places.layer.name));
        modules.push_back({.name = own, .ownName = own, .kind = kind, .places = std::move(places)});
    }
    for (Module& module : modules) {
        const std::string usual = usualName(module.kind);
        if (counts[module.kind] == 1 && !names.contains(usual)) { // another layer may be called so
            module.name = usual;
        }
    }
    return modules;
}

bool isTransposed(const Module& module)
{
    return module.kind == Kind::Linear && flagParam(module.places.params, "transpose");
}

/// The tensors of LSTM number `level` of a stack.
struct Level {
    const LayerWeight *input, *hidden, *bias;
};

std::vector<Level> levelsOf(const Module& module)
{
    std::vector<Level> levels;
    for (std::size_t first = 0; first + 2 < module.places.weights.size(); first += 3) {
        levels.push_back(
            {&module.places.weights[first], &module.places.weights[first + 1], &module.places.weights[first + 2]});
    }
    return levels;
}

std::string levelName(const std::string& module, const char* tensor, std::size_t level)
{
    return sentence(module, ".", tensor, "_l", level);
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
        case Kind::Recurrent:
            addRecurrent(module);
            return;
        case Kind::Embedding:
            addEmbedding(module);
            return;
        case Kind::Linear:
        case Kind::Scale:
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
        const std::vector<Level> levels = levelsOf(module);
        for (std::size_t level = 0; level < levels.size(); ++level) {
            for (const auto& [tensor, place] :
                 {std::pair("weight_ih", levels[level].input), std::pair("weight_hh", levels[level].hidden),
                  std::pair("bias_ih", levels[level].bias)}) {
                put(levelName(module.name, tensor, level), *place, place->spec.shape, m_weights.of(*place).values);
            }
            const Shape& shape = levels[level].bias->spec.shape;
            m_file->tensors.push_back({levelName(module.name, "bias_hh", level), shape,
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
            m_report->notes.push_back(sentence("weight ", module.places.weights[1].name, " was added into each row of ",
                                               module.name, ".weight, since PyTorch's Embedding has no bias"));
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

/// One LSTM of a file.
struct FileLevel {
    std::string module;
    std::size_t level;
};

/// "rnn.weight_ih_l1" -> rnn, 1
bool isLevel(const std::string& name, FileLevel& found)
{
    constexpr std::string_view mark = "weight_ih_l";
    const std::size_t at = name.rfind(mark);
    if (at == std::string::npos || (at > 0 && name[at - 1] != '.')) {
        return false;
    }
    const char* const digits = name.data() + at + mark.size();
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(digits, end, found.level);
    found.module = at == 0 ? "" : name.substr(0, at - 1);
    return error == std::errc() && stop == end;
}

class Reading {
public:
    Reading(const TensorFile& file, TransferReport& report) : m_report(&report), m_weights(report)
    {
        for (const NamedTensor& tensor : file.tensors) {
            m_tensors.emplace(tensor.name, &tensor);
            if (tensor.name.ends_with(matrixEnding)) {
                m_freeMatrices[tensor.shape.extents()].insert(tensor.name);
            }
        }
    }

    std::vector<NamedTensor> run(const std::vector<Module>& modules)
    {
        findLevels(modules);
        for (const Module& module : modules) {
            if (module.kind == Kind::Recurrent) {
                readRecurrent(module);
            } else {
                readPlain(module);
            }
        }
        for (const auto& [name, tensor] : m_tensors) {
            if (!m_used.contains(name)) {
                m_report->skipped.push_back(
                    sentence("tensor ", name, " ", tensor->shape, " was left out: the model has no place for it"));
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

    /// In the file's modules and levels, for the model's in the same order.
    void findLevels(const std::vector<Module>& modules)
    {
        std::size_t wanted = 0;
        for (const Module& module : modules) {
            wanted += module.kind == Kind::Recurrent ? levelsOf(module).size() : 0;
        }
        for (const auto& [name, tensor] : m_tensors) {
            FileLevel level;
            if (isLevel(name, level)) {
                m_fileLevels.push_back(level);
            }
        }
        std::sort(m_fileLevels.begin(), m_fileLevels.end(), [](const FileLevel& a, const FileLevel& b) {
            return std::pair(a.module, a.level) < std::pair(b.module, b.level);
        });
        m_sameLevels = m_fileLevels.size() == wanted;
    }

    /// Where the file has the model's LSTM `level` of `module`, which is number `place` of all its LSTMs.
    std::optional<FileLevel> levelFor(const Module& module, std::size_t level, std::size_t place) const
    {
        for (const std::string& name : {module.name, module.ownName}) {
            if (find(levelName(name, "weight_ih", level)) != nullptr) {
                return FileLevel{name, level};
            }
        }
        return m_sameLevels ? std::optional(m_fileLevels[place]) : std::nullopt;
    }

    void readRecurrent(const Module& module)
    {
        const std::vector<Level> levels = levelsOf(module);
        for (std::size_t level = 0; level < levels.size(); ++level) {
            const std::optional<FileLevel> from = levelFor(module, level, m_levelsRead++);
            if (!from) {
                miss(*levels[level].input, levelName(module.name, "weight_ih", level));
                continue;
            }
            const std::string prefix = from->module.empty() ? "" : from->module + ".";
            const auto named = [&](const char* tensor) { return sentence(prefix, tensor, "_l", from->level); };
            const bool matrix = take(*levels[level].input, named("weight_ih"));
            take(*levels[level].hidden, named("weight_hh"));
            const LayerWeight& bias = *levels[level].bias;
            if (matrix && find(named("bias_ih")) == nullptr && find(named("bias_hh")) == nullptr) {
                leaveZero(bias, named("bias_ih"));
            } else {
                takeBiases(bias, named("bias_ih"), named("bias_hh"));
            }
        }
    }

    void takeBiases(const LayerWeight& place, const std::string& first, const std::string& second)
    {
        if (find(first) == nullptr || find(second) == nullptr) {
            take(place, find(first) == nullptr && find(second) != nullptr ? second : first);
            return;
        }
        const NamedTensor* const a = fitting(place, first, place.spec.shape);
        const NamedTensor* const b = a == nullptr ? nullptr : fitting(place, second, place.spec.shape);
        if (a == nullptr) {
            return;
        }
        std::vector<float> sum = a->values;
        for (std::size_t index = 0; b != nullptr && index < sum.size(); ++index) {
            sum[index] += b->values[index];
        }
        m_weights.put({place.name, place.spec.shape, std::move(sum)}, first);
    }

    void readPlain(const Module& module)
    {
        const std::optional<std::string> name = nameFor(module);
        bool matrixTaken = false;
        for (const LayerWeight& place : module.places.weights) {
            const bool matrix = place.spec.name == "W";
            const std::string wanted = name.value_or(module.name) + (matrix ? ".weight" : ".bias");
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
            m_report->notes.push_back(sentence("weight ", place.name, " is all zeros: the file has no ", name));
        }
    }

    /// The module's name in the file: ours, or that of the only matrix of its shape that nothing else is called by.
    std::optional<std::string> nameFor(const Module& module) const
    {
        for (const std::string& name : {module.name, module.ownName}) {
            if (find(name + ".weight") != nullptr) {
                return name;
            }
        }
        const Shape& shape = module.places.weights.front().spec.shape;
        const auto free =
            m_freeMatrices.find(isTransposed(module) ? Shape{shape[1], shape[0]}.extents() : shape.extents());
        if (free == m_freeMatrices.end() || free->second.size() != 1) {
            return std::nullopt;
        }
        const std::string_view only = *free->second.begin();
        return std::string(only.substr(0, only.size() - matrixEnding.size()));
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
        if (from == nullptr || !m_used.insert(name).second) {
            miss(place, name);
            return nullptr;
        }
        if (const auto free = m_freeMatrices.find(from->shape.extents()); free != m_freeMatrices.end()) {
            free->second.erase(name);
        }
        if (from->shape != wanted) {
            m_report->skipped.push_back(
                sentence("tensor ", name, " was left out: it is ", from->shape, ", but ", wanted, " is wanted"));
            return nullptr;
        }
        return from;
    }

    void miss(const LayerWeight& place, const std::string& name)
    {
        m_report->skipped.push_back(
            sentence("weight ", place.name, " ", place.spec.shape, " was not found: the file has no ", name));
    }

    std::map<std::string, const NamedTensor*> m_tensors;
    std::map<std::vector<std::int64_t>, std::set<std::string_view>> m_freeMatrices; ///< by shape, those not taken yet
    std::set<std::string> m_used;                                                   ///< names in the file
    std::vector<FileLevel> m_fileLevels;
    std::size_t m_levelsRead = 0;
    bool m_sameLevels = false;
    TransferReport* m_report;
    GatheredWeights m_weights;
};

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
        throw Error(fileName + ": its vocabulary is damaged");
    }
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        const auto encoding = json.at("encoding").get<std::string>();
        std::vector<char32_t> characters;
        for (const nlohmann::json& code : json.at("characters")) {
            if (!code.is_number_unsigned() || code.get<std::uint64_t>() > highestCode) {
                throw Error(fileName + ": its vocabulary has a character that is no number from 0 to 1114111");
            }
            characters.push_back(static_cast<char32_t>(code.get<std::uint64_t>()));
        }
        if (encoding != "utf8" && encoding != "bytes") {
            throw Error(fileName + ": its vocabulary's encoding is neither bytes nor utf8");
        }
        return {encoding == "utf8" ? Encoding::Utf8 : Encoding::Bytes, std::move(characters)};
    } catch (const nlohmann::json::exception&) {
        throw Error(fileName + ": its vocabulary is damaged");
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
    if (const auto given = file.metadata.find(iterationKey); given != file.metadata.end()) {
        const std::string& text = given->second;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), about.iteration);
        if (error != std::errc() || end != text.data() + text.size() || about.iteration < 0) {
            throw Error(fileName + ": its number of iterations is damaged");
        }
    }
    return about;
}

std::vector<NamedTensor> fromTorch(const TensorFile& file, const Model& model, TransferReport& report)
{
    report.skipped.insert(report.skipped.end(), file.skipped.begin(), file.skipped.end());
    return Reading(file, report).run(modulesOf(model));
}

std::int64_t vocabularyOf(const TensorFile& file, const Model& model)
{
    std::vector<std::int64_t> candidates;
    for (const Module& module : modulesOf(model)) {
        if (module.kind != Kind::Embedding || !module.places.weights.front().characters) {
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

} // namespace engine
