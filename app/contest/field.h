// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/engine_process.h"
#include "app/contest/results.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace contest {

/// What was to be measured and cannot be.
struct Refusal {
    std::string net, name; ///< of the entrant
    std::string reason;    ///< a sentence
};

struct Comparison {
    Results results = {};
    std::vector<Refusal> refusals = {};
    std::exception_ptr firstFailure = {}; ///< null where none failed

    void add(Comparison&& more);
    void requireAny() const; ///< throws the first failure where nothing has a result
};

/// Entrants while they are measured, each in a process of its own. One that fails keeps its name and the reason, and
/// the others go on; one whose engine is not here, and was not asked for by name, is passed over. Throws
/// CancelledError.
class Field {
public:
    Field(const std::vector<Entrant>& entrants, engine::GoOn goOn);

    /// A new process for each that has not failed.
    void start(std::uint64_t seed = 1);

    using Turn = std::function<void(Result& result, EngineProcess& process)>;
    void inTurns(const Turn& turn); ///< one after the other
    void atOnce(const Turn& turn);

    /// Throws Error where nets that are equal did not start from the same weights.
    void requireSameStart() const;

    /// Throws Error where two of them run on one device.
    void requireOwnDevices() const;

    void requireAny() const; ///< throws the first failure where all have failed
    Comparison take();       ///< what it came to

private:
    struct Place {
        Result result;
        std::unique_ptr<EngineProcess> process = {}; ///< null: not started, or failed
        bool failed = false;
    };
    void attempt(Place& place, const std::function<void()>& work);
    void eachPair(const std::function<void(const Place& one, const Place& before)>& look) const;

    engine::GoOn m_goOn;
    std::vector<Place> m_places;
    Comparison m_failures; ///< no results
};

} // namespace contest
