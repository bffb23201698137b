// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/comparison.h"

#include "app/contest/engine_process.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <memory>
#include <utility>

namespace contest {
namespace {

/// An entrant while it is measured.
struct Place {
    Result result;
    std::unique_ptr<EngineProcess> process = {}; ///< null: not started, or failed
    bool failed = false;
};

void start(Place& place, const std::vector<Place>& others, std::uint64_t seed, const Trial& trial,
           const engine::GoOn& goOn)
{
    const Entrant& entrant = place.result.entrant;
    engine::RunDescription run = entrant.run;
    run.settings.insert_or_assign("seed", static_cast<std::int64_t>(seed));
    auto process = std::make_unique<EngineProcess>(entrant.contender, run, trial, goOn);
    place.result.loaded = process->loaded();
    for (const Place& other : others) {
        if (other.process && haveSameNet(place.result, other.result) &&
            place.result.loaded.weights != other.result.loaded.weights) {
            throw engine::Error(engine::say("%1 and %2 did not start from the same weights, so they cannot be compared",
                                            entrant.name, other.result.entrant.name));
        }
    }
    place.process = std::move(process);
}

void requireOwnDevices(const std::vector<Place>& places)
{
    for (const Place& place : places) {
        const auto isShared = [&](const Place& other) {
            return other.process && other.result.loaded.device == place.result.loaded.device;
        };
        const auto other = std::ranges::find_if(places, isShared);
        if (place.process && &*other != &place) {
            throw engine::Error(engine::say("--at-once wants a device for each engine, but %1 and %2 both run on %3; "
                                            "name them as in cuda:0/caffe,cuda:1/cudnn",
                                            other->result.entrant.name, place.result.entrant.name,
                                            place.result.loaded.device));
        }
    }
}

void turn(const Place& place, const Trial& trial)
{
    if (trial.tell) {
        trial.tell(engine::say("%1: seed %2, epoch %3", place.result.entrant.name,
                               trial.firstSeed + place.result.seeds.size(), place.process->result().epochs.size() + 1));
    }
    place.process->turn();
}

} // namespace

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

Comparison compare(const std::vector<Entrant>& entrants, const Trial& trial, const engine::GoOn& goOn)
{
    Comparison all;
    std::vector<Place> places;
    for (const Entrant& entrant : entrants) {
        places.push_back({.result = {.entrant = entrant}});
    }
    const auto attempt = [&all](Place& place, const auto& work) {
        const Entrant& entrant = place.result.entrant;
        try {
            work();
        } catch (const engine::CancelledError&) {
            throw;
        } catch (const engine::Error& error) {
            all.firstFailure = all.firstFailure ? all.firstFailure : std::current_exception();
            if (entrant.contender.asked || dynamic_cast<const engine::UnavailableError*>(&error) == nullptr) {
                all.refusals.push_back({entrant.net, entrant.name, error.what()});
            }
            place.failed = true;
            place.process.reset();
        }
    };
    for (const std::uint64_t seed : engine::seedsFrom(trial.firstSeed, trial.seeds)) {
        for (Place& place : places) {
            if (!place.failed) {
                attempt(place, [&] { start(place, places, seed, trial, goOn); });
            }
        }
        if (trial.atOnce) {
            requireOwnDevices(places);
        }
        const auto isOver = [](const Place& place) { return !place.process || place.process->result().isOver; };
        while (!std::ranges::all_of(places, isOver)) { // a turn of each
            std::vector<std::pair<Place*, std::future<void>>> turns;
            for (Place& place : places) {
                if (!isOver(place)) {
                    const auto when = trial.atOnce ? std::launch::async : std::launch::deferred;
                    turns.emplace_back(&place, std::async(when, [&] { turn(place, trial); }));
                }
            }
            for (auto& [place, turn] : turns) {
                attempt(*place, [&turn = turn] { turn.get(); });
            }
        }
        for (Place& place : places) {
            if (place.process) {
                place.result.seeds.push_back(place.process->result());
                place.result.seeds.back().seed = seed;
                place.process.reset();
            }
        }
    }
    for (Place& place : places) {
        if (!place.failed) {
            all.results.push_back(std::move(place.result));
        }
    }
    return all;
}

} // namespace contest
