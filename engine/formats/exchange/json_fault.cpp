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
    const Sentence& fault() const { return m_fault; }

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
        return count() &&
               (m_depth != 1 || m_names.insert(name).second || stop(ENGINE_TEXT("Sentences", "it has a name twice")));
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override
    {
        return stop(ENGINE_TEXT("Sentences", "it is no JSON"));
    }

private:
    bool count()
    {
        return ++m_parts <= maxJsonParts ||
               stop(say(ENGINE_TEXT("Sentences", "it has more than %1 names and values"), maxJsonParts));
    }

    bool open()
    {
        return count() && (++m_depth <= m_deepest ||
                           stop(say(ENGINE_TEXT("Sentences", "it is nested more than %1 deep"), m_deepest)));
    }

    bool close()
    {
        --m_depth;
        return true;
    }

    bool stop(const Sentence& fault)
    {
        m_fault = fault;
        return false;
    }

    int m_deepest, m_depth = 0, m_parts = 0;
    Sentence m_fault;
    std::unordered_set<std::string> m_names;
};

} // namespace

Sentence faultOf(std::string_view text, int deepest)
{
    Watch watch(deepest);
    Json::sax_parse(text.begin(), text.end(), &watch);
    return watch.fault();
}

} // namespace engine
