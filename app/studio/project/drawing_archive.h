// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "engine/formats/checkpoint/archive.h"
#include "engine/graph/error.h"

#include <cmath>
#include <QString>
#include <set>
#include <string>
#include <utility>
#include <variant>

/// How settings and a drawing stand in a project's archive: see project_archive.cpp, whose class versions count.
namespace engine::archive {

/// The number that comes next: counting goes on from it, and must not come to an end.
template <typename Archive>
void nextNumber(Archive& archive, int& value)
{
    constexpr int most = 1'000'000'000;
    put(archive, value);
    if (!writes<Archive> && (value < 1 || value > most)) {
        throw Error(say(ENGINE_TEXT("Sentences", "it counts on from %1, but numbers are from 1 to %2"), value, most));
    }
}

template <typename Archive>
void members(Archive& archive, QString& value)
{
    as(archive, value.toStdString(), [&](const std::string& bytes) { value = QString::fromStdString(bytes); });
}

/// A place on the canvas. One that is no number would keep the drawing from being shown.
template <typename Archive>
void coordinate(Archive& archive, double& value)
{
    put(archive, value);
    if constexpr (!writes<Archive>) {
        value = std::isfinite(value) ? value : 0;
    }
}

// Settings
// -----------------------------------------------------------------------------------------------------------------

template <typename Archive>
void members(Archive& archive, Filler& value)
{
    all(archive, value.type, value.value, value.min, value.max, value.mean, value.std, value.varianceNorm);
}

/// The alternative with this number, made.
template <std::size_t... numbers>
ParamValue valueOfKind(std::size_t kind, std::index_sequence<numbers...>)
{
    ParamValue value;
    (void) ((kind == numbers && (value.emplace<numbers>(), true)) || ...);
    return value;
}

template <typename Archive>
void members(Archive& archive, ParamValue& value)
{
    constexpr std::size_t kinds = std::variant_size_v<ParamValue>;
    auto kind = static_cast<std::int64_t>(value.index());
    put(archive, kind);
    if (kind < 0 || kind >= static_cast<std::int64_t>(kinds)) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "a setting is of the kind %1, but only 0 to %2 are known"), kind, kinds - 1));
    }
    if constexpr (!writes<Archive>) {
        value = valueOfKind(static_cast<std::size_t>(kind), std::make_index_sequence<kinds>());
    }
    std::visit([&](auto& some) { put(archive, some); }, value);
}

// The drawing
// --------------------------------------------------------------------------------------------------------------

template <typename Archive>
void members(Archive& archive, Phase& phase)
{
    choice(archive, phase, Phase::Run, "the phase of a rule");
}

template <typename Archive>
void members(Archive& archive, Dialect& dialect)
{
    choice(archive, dialect, Dialect::MyCaffe, "the dialect");
}

template <typename Archive>
void members(Archive& archive, PhaseRule& value)
{
    all(archive, value.phase, value.minLevel, value.maxLevel, value.stages, value.notStages);
}

template <typename Archive>
void members(Archive& archive, WeightSettings& value)
{
    all(archive, value.name, value.lrMult, value.decayMult);
}

template <typename Archive>
void members(Archive& archive, Layer& value)
{
    all(archive, value.name, value.type, value.bottoms, value.tops, value.params, value.weights, value.lossWeights,
        value.propagateDown, value.include, value.exclude, value.comment, value.unknown, value.line);
}

template <typename Archive>
void members(Archive& archive, editor::Node& value)
{
    all(archive, value.id, value.layer);
    coordinate(archive, value.position.rx());
    coordinate(archive, value.position.ry());
}

template <typename Archive>
void members(Archive& archive, editor::Note& value)
{
    double x = value.area.x(), y = value.area.y(), width = value.area.width(), height = value.area.height();
    put(archive, value.id);
    choice(archive, value.kind, editor::Note::Kind::Frame, "the kind of a note");
    put(archive, value.text);
    for (double* const one : {&x, &y, &width, &height}) {
        coordinate(archive, *one);
    }
    value.area = {x, y, width, height};
}

template <typename Archive>
void members(Archive& archive, SolverSettings& value)
{
    all(archive, value.dialect, value.params, value.comment, value.unknown);
}

/// Every edit finds nodes and notes by their ids: two of one id, or one that comes again, would be a trap.
inline void checkIds(const editor::Content& drawing)
{
    std::set<editor::Id> ids;
    const auto take = [&](editor::Id id) {
        if (id < 1 || id >= drawing.nextId || !ids.insert(id).second) {
            throw Error(say(
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
void members(Archive& archive, editor::Content& value)
{
    all(archive, value.name, value.dialect, value.comment, value.unknown, value.nodes, value.notes, value.solver,
        value.corpus);
    nextNumber(archive, value.nextId);
    if constexpr (!writes<Archive>) {
        checkIds(value);
    }
}

} // namespace engine::archive
