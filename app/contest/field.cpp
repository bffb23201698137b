// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/field.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <future>
#include <utility>

namespace contest {

Field::Field(std::vector<Entrant> entrants)
    : m_entrants(std::move(entrants)), m_processes(m_entrants.size()), m_failed(m_entrants.size(), false)
{}

void Field::attempt(std::size_t entrant, const std::function<void()>& work)
{
    const Contender& contender = m_entrants[entrant].contender;
    try {
        if (!contender.refusal.empty()) {
            throw engine::UnavailableError(contender.refusal);
        }
        work();
    } catch (const engine::CancelledError&) {
        throw;
    } catch (const engine::Error& error) {
        m_first = m_first ? m_first : std::current_exception();
        if (contender.asked || dynamic_cast<const engine::UnavailableError*>(&error) == nullptr) {
            m_refusals.push_back({m_entrants[entrant].name, error.what()});
        }
        m_failed[entrant] = true;
        m_processes[entrant].reset();
    }
}

void Field::start(std::uint64_t seed)
{
    std::ranges::for_each(m_processes, [](auto& process) { process.reset(); });
    for (std::size_t index = 0; index < m_entrants.size(); ++index) {
        if (m_failed[index]) {
            continue;
        }
        attempt(index, [&] {
            const Contender& contender = m_entrants[index].contender;
            Measurement measurement = m_entrants[index].measurement;
            measurement.device = contender.device;
            measurement.run.settings.insert_or_assign("engine", contender.engine.value_or(""));
            measurement.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(seed));
            m_processes[index] = std::make_unique<EngineProcess>(measurement);
        });
    }
}

void Field::inTurns(const Turn& turn)
{
    for (std::size_t index = 0; index < m_entrants.size(); ++index) {
        if (m_processes[index]) {
            attempt(index, [&] { turn(index, *m_processes[index]); });
        }
    }
}

void Field::atOnce(const Turn& turn)
{
    std::vector<std::future<void>> turns(m_entrants.size());
    for (std::size_t index = 0; index < m_entrants.size(); ++index) {
        if (m_processes[index]) {
            turns[index] = std::async(std::launch::async, [&, index] { turn(index, *m_processes[index]); });
        }
    }
    inTurns([&](std::size_t index, const EngineProcess&) { turns[index].get(); });
}

void Field::requireSameStart() const
{
    for (std::size_t index = 0; index < m_entrants.size(); ++index) {
        for (std::size_t other = 0; other < index; ++other) {
            if (m_processes[index] && m_processes[other] &&
                m_entrants[index].measurement.run.model == m_entrants[other].measurement.run.model &&
                m_processes[index]->loaded().weights != m_processes[other]->loaded().weights) {
                throw engine::Error(
                    engine::say("%1 and %2 did not start from the same weights, so they cannot be compared",
                                m_entrants[index].name, m_entrants[other].name));
            }
        }
    }
}

void Field::requireOwnDevices() const
{
    for (std::size_t index = 0; index < m_entrants.size(); ++index) {
        for (std::size_t other = 0; other < index; ++other) {
            if (m_processes[index] && m_processes[other] &&
                m_processes[index]->loaded().device == m_processes[other]->loaded().device) {
                throw engine::Error(
                    engine::say("--at-once wants a device for each engine, but %1 and %2 both run on %3; name them as "
                                "in cuda:0/caffe,cuda:1/cudnn",
                                m_entrants[other].name, m_entrants[index].name, m_processes[index]->loaded().device));
            }
        }
    }
}

void Field::requireAny() const
{
    if (m_first && std::ranges::find(m_failed, false) == m_failed.end()) {
        std::rethrow_exception(m_first);
    }
}

} // namespace contest
