// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/net_variants.h"

#include "engine/cells/library.h"
#include "engine/cells/typed_cell.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"
#include "engine/layers/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

namespace contest {
namespace {

const std::string both = "bidirectional_";
constexpr std::string_view typed = "cell:";

struct NamedCell {
    std::string name;
    const engine::Cell* cell;
    bool bidirectional = false;
    engine::Params choice = {}; ///< what chooses it, where its layer has several
};

/// Those that the engine has: by their own names, "gru" and "rnn_tanh", by those of layers that have several, and in
/// both directions.
const std::vector<NamedCell>& knownCells()
{
    static const std::vector<NamedCell> known = [] {
        std::vector<NamedCell> all, byLayer;
        for (const engine::Cell* const cell : engine::recurrentCells()) {
            const std::string layer = engine::folded(cell->layer);
            NamedCell& one = all.emplace_back(NamedCell{.name = layer, .cell = cell});
            if (cell->choice) {
                one.name += "_" + engine::folded(cell->choice->value);
                one.choice.emplace(cell->choice->key, std::string(cell->choice->value));
                if (byLayer.empty() || byLayer.back().cell->layer != cell->layer) {
                    byLayer.push_back(one);
                    byLayer.back().name = layer;
                }
            }
        }
        all.insert(all.end(), byLayer.begin(), byLayer.end());
        for (std::size_t count = all.size(), index = 0; index < count; ++index) {
            all.push_back({both + all[index].name, all[index].cell, true, all[index].choice});
        }
        return all;
    }();
    return known;
}

NamedCell cellNamed(const std::string& name)
{
    const auto isNamed = [&](const NamedCell& cell) { return engine::folded(cell.name) == engine::folded(name); };
    if (const auto found = std::ranges::find_if(knownCells(), isNamed); found != knownCells().end()) {
        return *found;
    }
    const bool isBoth = engine::folded(name).starts_with(engine::folded(both));
    const std::string alone = name.substr(isBoth ? std::min(both.size(), name.size()) : 0);
    if (!alone.starts_with(typed)) {
        throw engine::Error("the cell is \"" + name + "\", but must be one of " +
                            fmt::format("{}", fmt::join(cellNames(), ", ")) +
                            " or cell:NAME, a cell of the library or a file with equations");
    }
    std::string text = alone.substr(typed.size()); // "janet" of the library, or "my.cell", a file
    const bool isOurs = std::ranges::count(engine::cells::libraryCells(), text, &engine::cells::LibraryCell::name) > 0;
    engine::Params choice = {{"cell", text}};
    if (!isOurs && std::filesystem::exists(text)) {
        text = engine::readText(text, engine::cells::longestText);
        choice = {{"equations", text}};
    } else {
        text = engine::cells::libraryCell(text);
    }
    return {(isBoth ? both : "") + alone, &engine::cells::typedCell(text).cell, isBoth, std::move(choice)};
}

const engine::LayerType* recurrentType(const engine::Layer& layer, engine::Dialect dialect)
{
    const engine::LayerType* const type = engine::findLayerType(layer.type);
    const bool isRecurrent = type && engine::recurrentStack(*type, engine::completeParams(layer, dialect));
    return isRecurrent ? type : nullptr;
}

constexpr std::int64_t maxUnits = 65'536;

std::int64_t unitsOf(const engine::Layer& layer, engine::Dialect dialect)
{
    return engine::intParam(engine::completeParams(layer, dialect), "num_output");
}

/// What a cell's heads want its units to be a multiple of.
std::int64_t unitsAtOnce(const engine::Layer& layer, const engine::LayerType& type, engine::Dialect dialect)
{
    const engine::Cell& cell = *engine::recurrentStack(type, engine::completeParams(layer, dialect))->cell;
    std::int64_t units = 1;
    for (std::size_t one = 0; cell.typed && one < cell.typed->definition.learned.size(); ++one) {
        units = std::lcm(units, std::int64_t{cell.typed->definition.learned[one].heads});
    }
    return units;
}

/// The net whose widest recurrent layer, now of so many units, has others; all recurrent layers in that ratio.
engine::Model withWidest(const engine::Model& model, std::int64_t widest, std::int64_t units)
{
    engine::Model changed = model;
    for (engine::Layer& layer : changed.layers) {
        if (const engine::LayerType* const type = recurrentType(layer, model.dialect)) {
            const std::int64_t atOnce = unitsAtOnce(layer, *type, model.dialect);
            const double blocks =
                static_cast<double>(unitsOf(layer, model.dialect) * units) / static_cast<double>(widest * atOnce);
            layer.params.insert_or_assign("num_output", std::max<std::int64_t>(1, std::llround(blocks)) * atOnce);
        }
    }
    return changed;
}

} // namespace

std::vector<std::string> cellNames()
{
    std::vector<std::string> names;
    std::ranges::transform(knownCells(), std::back_inserter(names), &NamedCell::name);
    return names;
}

std::string cellName(const std::string& name)
{
    return cellNamed(name).name;
}

engine::Model withCell(const engine::Model& model, const std::string& cell)
{
    const NamedCell choice = cellNamed(cell);
    engine::Model changed = model;
    bool found = false;
    for (engine::Layer& layer : changed.layers) {
        const engine::LayerType* const before = recurrentType(layer, model.dialect);
        if (!before) {
            continue;
        }
        if (engine::recurrentStack(*before, engine::completeParams(layer, model.dialect))->rows) {
            throw engine::Error(
                "layer " + layer.name + " is " + layer.type +
                ", whose cell cannot be changed, but another cell wants a layer over whole sequences there");
        }
        const engine::LayerType& after = engine::layerType(choice.cell->layer);
        if (before->name != after.name) {
            std::erase_if(layer.params, [&](const auto& given) { // that only the old one has
                return std::ranges::find(after.params, given.first, &engine::ParamSpec::key) == after.params.end();
            });
            layer.type = after.name;
        }
        if (choice.cell->typed) {
            layer.params.erase("cell");
            layer.params.erase("equations");
        }
        for (const auto& [key, value] : choice.choice) {
            layer.params.insert_or_assign(key, value);
        }
        if (choice.bidirectional) {
            layer.params.insert_or_assign("bidirectional", true);
        } else {
            layer.params.erase("bidirectional");
        }
        found = true;
    }
    if (!found) {
        throw engine::Error("the model \"" + model.name + "\" has no recurrent layer, but another cell wants one");
    }
    return changed;
}

engine::Model withRecurrentLayers(const engine::Model& model, const engine::Model& from)
{
    const auto find = [](const engine::Model& net, const engine::Layer& wanted) {
        const auto found = std::ranges::find_if(net.layers, [&](const engine::Layer& layer) {
            return layer.name == wanted.name && layer.include == wanted.include && layer.exclude == wanted.exclude &&
                   recurrentType(layer, net.dialect);
        });
        if (found == net.layers.end()) {
            throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "only one of the two nets, the one that was "
                                                                     "trained or this one, has the recurrent layer %1"),
                                            engine::shown(wanted.name)));
        }
        return found;
    };
    engine::Model changed = model;
    for (engine::Layer& layer : changed.layers) {
        if (recurrentType(layer, model.dialect)) {
            const auto trained = find(from, layer);
            layer.type = trained->type;
            layer.params = trained->params;
        }
    }
    for (const engine::Layer& layer : from.layers) {
        if (recurrentType(layer, from.dialect)) {
            static_cast<void>(find(model, layer));
        }
    }
    return changed;
}

engine::Model withParameters(const engine::Model& model, std::int64_t parameters, const CountParameters& count)
{
    std::int64_t widest = 0;
    for (const engine::Layer& layer : model.layers) {
        widest = recurrentType(layer, model.dialect) ? std::max(widest, unitsOf(layer, model.dialect)) : widest;
    }
    std::int64_t few = 0, many = 1; // units of the widest layer that give too few, and enough
    while (many < maxUnits && count(withWidest(model, widest, many)) < parameters) {
        few = many;
        many *= 2;
    }
    while (many - few > 1) {
        const std::int64_t middle = std::midpoint(few, many);
        (count(withWidest(model, widest, middle)) < parameters ? few : many) = middle;
    }
    const engine::Model less = withWidest(model, widest, std::max<std::int64_t>(few, 1));
    const engine::Model more = withWidest(model, widest, many);
    return parameters - count(less) < count(more) - parameters ? less : more;
}

engine::SolverSettings withSchedule(const engine::SolverSettings& solver, double factor)
{
    if (factor == 1) {
        return solver;
    }
    const engine::Params params = engine::completeParams(solver);
    engine::SolverSettings changed = solver;
    const auto scaled = [&](std::int64_t iterations) {
        return iterations == 0 ? iterations
                               : std::max<std::int64_t>(
                                     1, std::llround(std::min(static_cast<double>(iterations) * factor, 0x1p62)));
    };
    for (const char* const key : {"max_iter", "stepsize", "warmup_iter"}) {
        changed.params.insert_or_assign(key, scaled(engine::intParam(params, key)));
    }
    std::vector<std::int64_t> cuts = engine::intListParam(params, "stepvalue");
    for (std::size_t cut = 0; cut < cuts.size(); ++cut) {
        cuts[cut] = cut > 0 ? std::max(scaled(cuts[cut]), cuts[cut - 1] + 1) : scaled(cuts[cut]);
    }
    changed.params.insert_or_assign("stepvalue", cuts);
    const std::string policy = engine::textParam(params, "lr_policy");
    const double gamma = engine::floatParam(params, "gamma");
    if (policy == "exp") {
        changed.params.insert_or_assign("gamma", std::pow(gamma, 1 / factor));
    } else if (policy == "inv" || policy == "sigmoid") {
        changed.params.insert_or_assign("gamma", gamma / factor);
    }
    return changed;
}

bool hasSchedule(const engine::SolverSettings& solver)
{
    const engine::Params params = engine::completeParams(solver);
    return engine::textParam(params, "lr_policy") != "fixed" || engine::intParam(params, "warmup_iter") > 0;
}

} // namespace contest
