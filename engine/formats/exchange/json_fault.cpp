// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/json_fault.h"

#include <nlohmann/json.hpp>

#include <string>
#include <unordered_set>

namespace engine {
namespace {

using Json = nlohmann::json;

/// Stops at the first fault: each of these returns whether reading goes on.
class Watch final : public nlohmann::json_sax<Json> {
public:
    explicit Watch(int deepest) : m_deepest(deepest) {}
    JsonFault fault() const { return m_fault; }

    bool null() override { return count(); }
    bool boolean(bool) override { return count(); }
    bool number_integer(number_integer_t) override { return count(); }
    bool number_unsigned(number_unsigned_t) override { return count(); }
    bool number_float(number_float_t, const string_t&) override { return count(); }
    bool string(string_t&) override { return count(); }
    bool binary(binary_t&) override { return count(); }
    bool start_object(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override
    {
        return count() && (m_depth != 1 || m_names.insert(name).second || stop(JsonFault::NameTwice));
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override
    {
        return stop(JsonFault::NoJson);
    }

private:
    bool count() { return ++m_parts <= maxJsonParts || stop(JsonFault::TooMany); }

    bool open() { return count() && (++m_depth <= m_deepest || stop(JsonFault::TooDeep)); }

    bool close()
    {
        --m_depth;
        return true;
    }

    bool stop(JsonFault fault)
    {
        m_fault = fault;
        return false;
    }

    int m_deepest, m_depth = 0, m_parts = 0;
    JsonFault m_fault = JsonFault::None;
    std::unordered_set<std::string> m_names;
};

} // namespace

JsonFault faultOf(std::string_view text, int deepest)
{
    Watch watch(deepest);
    Json::sax_parse(text.begin(), text.end(), &watch);
    return watch.fault();
}

} // namespace engine
