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

/// Entrants while they are measured.
class Field {
public:
    Field(const std::vector<Entrant>& entrants, const Trial& trial, const engine::GoOn& goOn)
        : m_trial(trial), m_goOn(goOn)
    {
        for (const Entrant& entrant : entrants) {
            m_places.push_back({.result = {.entrant = entrant}});
        }
    }

    Comparison measure()
    {
        for (const std::uint64_t seed : engine::seedsFrom(m_trial.firstSeed, m_trial.seeds)) {
            for (Place& place : m_places) {
                attempt(place, [&] { start(place, seed); });
            }
            while (takeTurns()) {}
            for (Place& place : m_places) {
                if (place.process) {
                    place.result.seeds.push_back(place.process->result());
                    place.result.seeds.back().seed = seed;
                    place.process.reset();
                }
            }
        }
        for (Place& place : m_places) {
            if (!place.failed) {
                m_all.results.push_back(std::move(place.result));
            }
        }
        return std::move(m_all);
    }

private:
    struct Place {
        Result result;
        std::unique_ptr<EngineProcess> process = {}; ///< null: not started, or failed
        bool failed = false;
    };

    template <typename Work>
    void attempt(Place& place, const Work& work)
    {
        const Entrant& entrant = place.result.entrant;
        try {
            if (!place.failed) {
                work();
            }
        } catch (const engine::CancelledError&) {
            throw;
        } catch (const engine::Error& error) {
            m_all.firstFailure = m_all.firstFailure ? m_all.firstFailure : std::current_exception();
            if (entrant.contender.asked || dynamic_cast<const engine::UnavailableError*>(&error) == nullptr) {
                m_all.refusals.push_back({entrant.net, entrant.name, error.what()});
            }
            place.failed = true;
            place.process.reset();
        }
    }

    void start(Place& place, std::uint64_t seed)
    {
        const Entrant& entrant = place.result.entrant;
        engine::RunDescription run = entrant.run;
        run.settings.insert_or_assign("seed", static_cast<std::int64_t>(seed));
        auto process = std::make_unique<EngineProcess>(entrant.contender, run, m_trial, m_goOn);
        place.result.loaded = process->loaded();
        for (const Place& other : m_places) {
            if (!other.process) {
                continue;
            }
            const Loaded &mine = place.result.loaded, &theirs = other.result.loaded;
            if (haveSameNet(place.result, other.result) && mine.weights != theirs.weights) {
                throw engine::Error(
                    engine::say("%1 and %2 did not start from the same weights, so they cannot be compared",
                                entrant.name, other.result.entrant.name));
            }
            m_shared = m_trial.atOnce && mine.device == theirs.device
                           ? engine::say("--at-once wants a device for each engine, but %1 and %2 both run on %3; name "
                                         "them as in cuda:0/caffe,cuda:1/cudnn",
                                         other.result.entrant.name, entrant.name, mine.device)
                           : m_shared;
        }
        place.process = std::move(process);
    }

    /// One of each; false where none has another.
    bool takeTurns()
    {
        if (!m_shared.empty()) {
            throw engine::Error(m_shared);
        }
        std::vector<std::pair<Place*, std::future<void>>> turns;
        for (Place& place : m_places) {
            if (place.process && !place.process->result().isOver) {
                turns.emplace_back(&place, std::async(m_trial.atOnce ? std::launch::async : std::launch::deferred,
                                                      [&] { turn(place); }));
            }
        }
        for (auto& [place, turn] : turns) {
            attempt(*place, [&turn = turn] { turn.get(); });
        }
        return !turns.empty();
    }

    void turn(const Place& place) const
    {
        if (m_trial.form == Trial::Form::Learn && m_trial.tell) {
            m_trial.tell(engine::say("%1: seed %2, epoch %3", place.result.entrant.name,
                                     m_trial.firstSeed + place.result.seeds.size(),
                                     place.process->result().epochs.size() + 1));
        }
        place.process->turn();
    }

    const Trial& m_trial;
    const engine::GoOn& m_goOn;
    std::vector<Place> m_places;
    engine::Sentence m_shared = {}; ///< why two cannot work at once; empty: they can
    Comparison m_all;
};

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
    return Field(entrants, trial, goOn).measure();
}

} // namespace contest
