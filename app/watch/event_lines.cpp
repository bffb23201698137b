// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/event_lines.h"

#include "engine/formats/exchange/json_fault.h"

namespace watch {
namespace {

constexpr int maxDepth = 8; // more than any line of ours: a destructor takes stack for each

} // namespace

Json lineIn(std::string_view text)
{
    const auto opens = std::ranges::count_if(text, [](char byte) { return byte == '{' || byte == '['; });
    const bool isFlat = opens <= maxDepth || engine::faultOf(text, maxDepth).empty();
    return isFlat ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
}

Json toJson(const engine::Event& event)
{
    return std::visit(
        [](const auto& one) {
            Json json = {{"event", one.name}};
            json.update(jsonOf(one));
            return json;
        },
        event);
}

std::optional<engine::Event> eventIn(const Json& line)
{
    std::optional<engine::Event> found;
    const auto readAs = [&]<typename One>(One one) {
        if (line.at("event") == One::name) {
            read(line, one);
            found = std::move(one);
        }
    };
    try {
        [&]<typename... Each>(std::type_identity<std::variant<Each...>>) {
            (readAs(Each{}), ...);
        }(std::type_identity<engine::Event>());
    } catch (const std::exception&) {} // a line of another program
    return found;
}

} // namespace watch
