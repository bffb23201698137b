// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/field.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <utility>

namespace contest {

void Comparison::add(Comparison&& more)
{
    std::ranges::move(more.results, std::back_inserter(results));
    std::ranges::move(more.refusals, std::back_inserter(refusals));
    firstFailure = firstFailure ? firstFailure : more.firstFailure;
}

void Comparison::requireAny() const
{
    if (results.empty() && firstFailure) {
        std::rethrow_exception(firstFailure);
    }
}

Field::Field(const std::vector<Entrant>& entrants, engine::GoOn goOn) : m_goOn(std::move(goOn))
{
    for (const Entrant& entrant : entrants) {
        m_places.push_back({.result = {.entrant = entrant}});
    }
}

void Field::attempt(Place& place, const std::function<void()>& work)
{
    const Entrant& entrant = place.result.entrant;
    try {
        work();
    } catch (const engine::CancelledError&) {
        throw;
    } catch (const engine::Error& error) {
        m_failures.firstFailure = m_failures.firstFailure ? m_failures.firstFailure : std::current_exception();
        if (entrant.contender.asked || dynamic_cast<const engine::UnavailableError*>(&error) == nullptr) {
            m_failures.refusals.push_back({entrant.net, entrant.name, error.what()});
        }
        place.failed = true;
        place.process.reset();
    }
}

void Field::start(std::uint64_t seed)
{
    std::ranges::for_each(m_places, [](Place& place) { place.process.reset(); });
    for (Place& place : m_places) {
        if (!place.failed) {
            attempt(place, [&] {
                engine::RunDescription run = place.result.entrant.run;
                run.settings.insert_or_assign("seed", static_cast<std::int64_t>(seed));
                place.process = std::make_unique<EngineProcess>(place.result.entrant.contender, run, m_goOn);
                place.result.loaded = place.process->loaded();
            });
        }
    }
}

void Field::inTurns(const Turn& turn)
{
    for (Place& place : m_places) {
        if (place.process) {
            attempt(place, [&] { turn(place.result, *place.process); });
        }
    }
}

void Field::atOnce(const Turn& turn)
{
    std::vector<std::future<void>> turns;
    for (Place& place : m_places) {
        if (place.process) {
            turns.push_back(std::async(std::launch::async, [&] { turn(place.result, *place.process); }));
        }
    }
    auto next = turns.begin();
    inTurns([&](Result&, const EngineProcess&) { (next++)->get(); });
}

void Field::eachPair(const std::function<void(const Place& one, const Place& before)>& look) const
{
    for (auto one = m_places.begin(); one != m_places.end(); ++one) {
        for (auto before = m_places.begin(); one->process && before != one; ++before) {
            if (before->process) {
                look(*one, *before);
            }
        }
    }
}

void Field::requireSameStart() const
{
    eachPair([](const Place& one, const Place& before) {
        if (haveSameNet(one.result, before.result) && one.result.loaded.weights != before.result.loaded.weights) {
            throw engine::Error(engine::say("%1 and %2 did not start from the same weights, so they cannot be compared",
                                            one.result.entrant.name, before.result.entrant.name));
        }
    });
}

void Field::requireOwnDevices() const
{
    eachPair([](const Place& one, const Place& before) {
        if (one.result.loaded.device == before.result.loaded.device) {
            throw engine::Error(
                engine::say("--at-once wants a device for each engine, but %1 and %2 both run on %3; name them as "
                            "in cuda:0/caffe,cuda:1/cudnn",
                            before.result.entrant.name, one.result.entrant.name, one.result.loaded.device));
        }
    });
}

void Field::requireAny() const
{
    if (std::ranges::all_of(m_places, &Place::failed)) {
        m_failures.requireAny();
    }
}

Comparison Field::take()
{
    for (Place& place : m_places) {
        if (!place.failed) {
            m_failures.results.push_back(std::move(place.result));
        }
    }
    return std::move(m_failures);
}

} // namespace contest
