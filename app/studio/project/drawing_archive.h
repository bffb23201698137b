// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "engine/formats/checkpoint/archive.h"
#include "engine/graph/error.h"

#include <cmath>
#include <optional>
#include <QString>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// How settings and a drawing stand in a project's archive: see project_archive.cpp, whose class versions count.
/// Each function both writes and reads, by the kind of archive.
namespace studio::archive {

using namespace engine::archive;

// Small values
// -------------------------------------------------------------------------------------------------------------------

template <typename Archive>
void truth(Archive& archive, bool& value)
{
    std::uint8_t byte = value ? 1 : 0;
    archive& byte;
    value = byte != 0;
}

/// An int, with 64 bits in the file.
template <typename Archive>
void whole(Archive& archive, int& value)
{
    std::int64_t number = value;
    archive& number;
    if (!std::in_range<int>(number)) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "it has the number %1 where a small one belongs"), number));
    }
    value = static_cast<int>(number);
}

/// The number that comes next: counting goes on from it, and must not come to an end.
template <typename Archive>
void nextNumber(Archive& archive, int& value)
{
    constexpr int most = 1'000'000'000;
    whole(archive, value);
    if (!writes<Archive> && (value < 1 || value > most)) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "it counts on from %1, but numbers are from 1 to %2"), value, most));
    }
}

template <typename Archive>
void text(Archive& archive, QString& value)
{
    std::string bytes = value.toStdString();
    elements(archive, bytes);
    value = QString::fromStdString(bytes);
}

template <typename Archive, typename Value, typename One>
void perhaps(Archive& archive, std::optional<Value>& value, const One& one)
{
    bool given = value.has_value();
    truth(archive, given);
    if (!given) {
        value.reset();
        return;
    }
    if (!value) {
        value.emplace();
    }
    one(*value);
}

template <typename Archive>
void texts(Archive& archive, std::vector<std::string>& all)
{
    things(archive, all, [&](std::string& some) { elements(archive, some); });
}

/// A place on the canvas. One that is no number would keep the drawing from being shown.
template <typename Archive>
void coordinate(Archive& archive, double& value)
{
    archive& value;
    if constexpr (!writes<Archive>) {
        value = std::isfinite(value) ? value : 0;
    }
}

// Settings
// -----------------------------------------------------------------------------------------------------------------

template <typename Archive>
void shape(Archive& archive, engine::Shape& value)
{
    std::vector<std::int64_t> extents = value.extents();
    elements(archive, extents);
    value = engine::Shape(std::move(extents));
}

template <typename Archive>
void filler(Archive& archive, engine::Filler& value)
{
    elements(archive, value.type);
    archive& value.value& value.min& value.max& value.mean& value.std;
    elements(archive, value.varianceNorm);
}

template <typename Archive>
void content(Archive& archive, bool& value)
{
    truth(archive, value);
}
template <typename Archive>
void content(Archive& archive, std::int64_t& value)
{
    archive& value;
}
template <typename Archive>
void content(Archive& archive, double& value)
{
    archive& value;
}
template <typename Archive>
void content(Archive& archive, std::string& value)
{
    elements(archive, value);
}
template <typename Archive, typename Number>
void content(Archive& archive, std::vector<Number>& value)
{
    elements(archive, value);
}
template <typename Archive>
void content(Archive& archive, std::vector<engine::Shape>& value)
{
    things(archive, value, [&](engine::Shape& some) { shape(archive, some); });
}
template <typename Archive>
void content(Archive& archive, engine::Filler& value)
{
    filler(archive, value);
}

/// The alternative with this number, made.
template <std::size_t... numbers>
engine::ParamValue valueOfKind(std::size_t kind, std::index_sequence<numbers...>)
{
    engine::ParamValue value;
    (void) ((kind == numbers && (value.emplace<numbers>(), true)) || ...);
    return value;
}

template <typename Archive>
void param(Archive& archive, engine::ParamValue& value)
{
    constexpr std::size_t kinds = std::variant_size_v<engine::ParamValue>;
    auto kind = static_cast<std::int64_t>(value.index());
    archive& kind;
    if (kind < 0 || kind >= static_cast<std::int64_t>(kinds)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "a setting is of the kind %1, but only 0 to %2 are known"), kind, kinds - 1));
    }
    if constexpr (!writes<Archive>) {
        value = valueOfKind(static_cast<std::size_t>(kind), std::make_index_sequence<kinds>());
    }
    std::visit([&](auto& some) { content(archive, some); }, value);
}

template <typename Archive>
void params(Archive& archive, engine::Params& all)
{
    std::vector<std::pair<std::string, engine::ParamValue>> entries(all.begin(), all.end());
    things(archive, entries, [&](auto& entry) {
        elements(archive, entry.first);
        param(archive, entry.second);
    });
    if constexpr (!writes<Archive>) {
        all = engine::Params(entries.begin(), entries.end());
    }
}

// The drawing
// --------------------------------------------------------------------------------------------------------------

template <typename Archive>
void rule(Archive& archive, engine::PhaseRule& value)
{
    perhaps(archive, value.phase,
            [&](engine::Phase& phase) { choice(archive, phase, engine::Phase::Run, "the phase of a rule"); });
    perhaps(archive, value.minLevel, [&](int& level) { whole(archive, level); });
    perhaps(archive, value.maxLevel, [&](int& level) { whole(archive, level); });
    texts(archive, value.stages);
    texts(archive, value.notStages);
}

template <typename Archive>
void weights(Archive& archive, std::vector<engine::WeightSettings>& all)
{
    things(archive, all, [&](engine::WeightSettings& weight) {
        elements(archive, weight.name);
        perhaps(archive, weight.lrMult, [&](double& number) { archive& number; });
        perhaps(archive, weight.decayMult, [&](double& number) { archive& number; });
    });
}

template <typename Archive>
void layer(Archive& archive, engine::Layer& value)
{
    elements(archive, value.name);
    elements(archive, value.type);
    texts(archive, value.bottoms);
    texts(archive, value.tops);
    params(archive, value.params);
    weights(archive, value.weights);
    elements(archive, value.lossWeights);
    flags(archive, value.propagateDown);
    things(archive, value.include, [&](engine::PhaseRule& some) { rule(archive, some); });
    things(archive, value.exclude, [&](engine::PhaseRule& some) { rule(archive, some); });
    elements(archive, value.comment);
    elements(archive, value.unknown);
    whole(archive, value.line);
}

template <typename Archive>
void node(Archive& archive, editor::Node& value)
{
    whole(archive, value.id);
    layer(archive, value.layer);
    coordinate(archive, value.position.rx());
    coordinate(archive, value.position.ry());
}

template <typename Archive>
void note(Archive& archive, editor::Note& value)
{
    double x = value.area.x(), y = value.area.y(), width = value.area.width(), height = value.area.height();
    whole(archive, value.id);
    choice(archive, value.kind, editor::Note::Kind::Frame, "the kind of a note");
    text(archive, value.text);
    coordinate(archive, x);
    coordinate(archive, y);
    coordinate(archive, width);
    coordinate(archive, height);
    value.area = {x, y, width, height};
}

template <typename Archive>
void solver(Archive& archive, engine::SolverSettings& value)
{
    choice(archive, value.dialect, engine::Dialect::MyCaffe, "the solver's dialect");
    params(archive, value.params);
    elements(archive, value.comment);
    elements(archive, value.unknown);
}

/// Every edit finds nodes and notes by their ids: two of one id, or one that comes again, would be a trap.
inline void checkIds(const editor::Content& drawing)
{
    std::set<editor::Id> ids;
    const auto take = [&](editor::Id id) {
        if (id < 1 || id >= drawing.nextId || !ids.insert(id).second) {
            throw engine::Error(engine::say(
                ENGINE_TEXT(
                    "Sentences",
                    "its drawing has a part with the number %1, but the parts are numbered from 1 to %2, each once"),
                id, drawing.nextId - 1));
        }
    };
    for (const editor::Node& some : drawing.nodes) {
        take(some.id);
    }
    for (const editor::Note& some : drawing.notes) {
        take(some.id);
    }
}

template <typename Archive>
void drawing(Archive& archive, editor::Content& value)
{
    elements(archive, value.name);
    choice(archive, value.dialect, engine::Dialect::MyCaffe, "the dialect");
    elements(archive, value.comment);
    elements(archive, value.unknown);
    things(archive, value.nodes, [&](editor::Node& some) { node(archive, some); });
    things(archive, value.notes, [&](editor::Note& some) { note(archive, some); });
    solver(archive, value.solver);
    elements(archive, value.corpus);
    nextNumber(archive, value.nextId);
    if constexpr (!writes<Archive>) {
        checkIds(value);
    }
}

} // namespace studio::archive
