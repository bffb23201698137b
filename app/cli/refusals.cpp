// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/refusals.h"

#include "engine/graph/error.h"
#include "engine/graph/go_on.h"

namespace cli {

std::vector<std::string> rowOf(const Refusal& refusal, std::size_t columns)
{
    std::vector<std::string> cells(columns, "-");
    cells.front() = refusal.name;
    cells.back() = refusal.reason;
    return cells;
}

Json toJson(const std::vector<Refusal>& refusals)
{
    Json json = Json::array();
    for (const Refusal& refusal : refusals) {
        json.push_back({{"name", refusal.name}, {"reason", refusal.reason}});
    }
    return json;
}

bool Refusals::attempt(const Contender& contender, const std::string& name, const std::function<void()>& work)
{
    try {
        if (!contender.refusal.empty()) {
            throw engine::UnavailableError(contender.refusal);
        }
        work();
        return true;
    } catch (const engine::CancelledError&) {
        throw;
    } catch (const engine::Error& error) {
        if (!m_first) {
            m_first = std::current_exception();
        }
        if (contender.asked || dynamic_cast<const engine::UnavailableError*>(&error) == nullptr) {
            m_told.push_back({name, error.what()});
        }
        return false;
    }
}

void Refusals::requireAny(bool isLeft) const
{
    if (!isLeft && m_first) {
        std::rethrow_exception(m_first);
    }
}

} // namespace cli
