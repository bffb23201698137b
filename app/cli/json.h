// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "engine/graph/report.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>

namespace cli {

/// Keys stay in the order in which they were set.
using Json = nlohmann::ordered_json;

/// Null where nothing is known.
template <typename Value>
Json orNull(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json();
}

template <typename Values, typename Of>
Json jsonList(const Values& values, const Of& of)
{
    Json list = Json::array();
    for (const auto& value : values) {
        list.push_back(std::invoke(of, value));
    }
    return list;
}

/// A list of the report's rows, an object each of the columns that have keys.
Json jsonRows(const engine::Report& report);

/// A number that was computed as a float, with as few digits as tell it from its neighbours: 10.49, where a double of
/// the same value would be 10.489999771118164. Null where it is none.
Json shortest(float number);

/// The object on one line, always valid JSON: what is no number is null, and what is no UTF-8 is U+FFFD. Where a text
/// loses bytes by that, or one of a list of texts, a key `<key>_base64` follows that has all of them.
std::string toLine(const Json& json);

/// One line, handed on at once: whoever reads the events reads them as they happen.
void printLine(Output& out, const Json& json);

} // namespace cli
