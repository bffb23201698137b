// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"

#include "engine/graph/characters.h"

#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

namespace cli {
namespace {

constexpr auto ending = "_base64";

std::string base64(std::string_view bytes)
{
    using namespace boost::archive::iterators;
    using Digits = base64_from_binary<transform_width<std::string_view::const_iterator, 6, 8>>;
    return std::string(Digits(bytes.begin()), Digits(bytes.end())).append((3 - bytes.size() % 3) % 3, '=');
}

/// A text, or a list that has one.
bool losesBytes(const Json& value)
{
    if (value.is_string()) {
        return !engine::isUtf8(value.get_ref<const std::string&>());
    }
    return value.is_array() &&
           std::ranges::any_of(value, [](const Json& one) { return one.is_string() && losesBytes(one); });
}

Json inBase64(const Json& value)
{
    if (value.is_string()) {
        return base64(value.get_ref<const std::string&>());
    }
    Json list = Json::array();
    for (const Json& one : value) {
        list.push_back(one.is_string() ? inBase64(one) : one);
    }
    return list;
}

/// The value with what its texts would lose.
Json whole(const Json& value)
{
    if (!value.is_structured()) {
        return value;
    }
    Json result = value.is_array() ? Json::array() : Json::object();
    for (const auto& [key, inner] : value.items()) {
        if (value.is_array()) {
            result.push_back(whole(inner));
            continue;
        }
        result[key] = whole(inner);
        if (losesBytes(inner)) {
            result[key + ending] = inBase64(inner);
        }
    }
    return result;
}

} // namespace

Json jsonRows(const engine::Report& report)
{
    Json rows = Json::array();
    for (const std::vector<engine::ReportCell>& cells : report.rows) {
        Json& row = rows.emplace_back(Json::object());
        for (std::size_t column = 0; column < cells.size(); ++column) {
            if (const std::string& key = report.columns[column].key; !key.empty()) {
                Json& json = row[key]; // null until it has something
                std::visit(
                    [&](const auto& value) {
                        if constexpr (!std::is_same_v<decltype(value), const std::monostate&>) {
                            json = value;
                        }
                    },
                    cells[column].value);
            }
        }
    }
    return rows;
}

Json shortest(float number)
{
    char text[32];
    const char* const end = std::to_chars(std::begin(text), std::end(text), number).ptr;
    double read = 0;
    std::from_chars(text, end, read); // a double is written with as few digits, too
    return std::isfinite(number) ? Json(read) : Json();
}

std::string toLine(const Json& json)
{
    try {
        return json.dump(); // strict: nearly always all is UTF-8
    } catch (const Json::type_error&) {
        return whole(json).dump(-1, ' ', false, Json::error_handler_t::replace);
    }
}

void printLine(Output& out, const Json& json)
{
    out.outside(toLine(json) + "\n"); // what a terminal gets instead is an escape of JSON, too
    out.flush();
}

} // namespace cli
