// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/typed_cell.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace engine::cells {
namespace {

std::unique_ptr<TypedCell> make(std::string_view text)
{
    Definition definition = define(text);
    Schedule schedule = scheduleOf(definition);
    const Work forward = forwardWork(schedule, definition), backward = backwardWork(schedule, definition);
    const std::int64_t kept = keptVectors(schedule);
    auto made = std::make_unique<TypedCell>(TypedCell{.text = std::string(text),
                                                      .definition = std::move(definition),
                                                      .schedule = std::move(schedule),
                                                      .forward = forward,
                                                      .backward = backward,
                                                      .keptVectors = kept,
                                                      .cell = {},
                                                      .gates = {},
                                                      .states = {},
                                                      .shown = {},
                                                      .firstStates = {},
                                                      .lastStates = {}});
    for (const std::size_t equation : made->definition.gates()) {
        made->gates.emplace_back(made->definition.syntax.equations[equation].name);
    }
    made->shown.emplace_back(made->definition.syntax.equations[made->definition.output].name);
    for (const State& state : made->definition.states) {
        made->states.emplace_back(state.name);
        made->firstStates.push_back(state.name + "0");
        made->lastStates.push_back(state.name + "T");
        if (state.name != made->shown.front()) {
            made->shown.emplace_back(state.name);
        }
    }
    made->cell = {.kind = Cell::Kind::Typed,
                  .name = "CELL",
                  .layer = "CELL",
                  .gates = made->gates,
                  .states = made->states,
                  .typed = made.get(),
                  .learned = made->definition.learned.size(),
                  .shown = made->shown};
    return made;
}

} // namespace

std::optional<std::size_t> TypedCell::outputState() const
{
    const std::size_t place = cell.stateNumber(definition.syntax.equations[definition.output].name);
    return place < states.size() ? std::optional(place) : std::nullopt;
}

const TypedCell& typedCell(std::string_view text)
{
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<const TypedCell>, std::less<>> cells;
    const std::lock_guard lock(mutex);
    const auto found = cells.find(text);
    return found != cells.end() ? *found->second : *cells.emplace(text, make(text)).first->second;
}

} // namespace engine::cells
