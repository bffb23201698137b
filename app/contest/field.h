// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/contest/engine_process.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace contest {

/// A net on an engine, to be measured beside others.
struct Entrant {
    std::string name; ///< what it differs in: "cpu/onednn", "gru", "batch 64"
    Contender contender;
    Measurement measurement; ///< but for engine, device and seed
    std::string cell = {};   ///< that the net was given; empty: its own
};

/// What was to be measured and cannot be.
struct Refusal {
    std::string name;   ///< of the entrant
    std::string reason; ///< a sentence
};

/// Entrants while they are measured, each in a process of its own. One that fails keeps its name and the reason, and
/// the others go on; one whose engine is not here, and was not asked for by name, is passed over. Throws
/// CancelledError.
class Field {
public:
    explicit Field(std::vector<Entrant> entrants);

    /// A new process for each that has not failed.
    void start(std::uint64_t seed = 1);

    using Turn = std::function<void(std::size_t entrant, EngineProcess& process)>;
    void inTurns(const Turn& turn); ///< one after the other
    void atOnce(const Turn& turn);

    /// Throws Error where nets that are equal did not start from the same weights.
    void requireSameStart() const;

    /// Throws Error where two of them run on one device.
    void requireOwnDevices() const;

    /// Throws the first failure where all have failed.
    void requireAny() const;

    const std::vector<Entrant>& entrants() const { return m_entrants; }
    bool isLeft(std::size_t entrant) const { return !m_failed[entrant]; }
    const std::vector<Refusal>& refusals() const { return m_refusals; }
    const std::exception_ptr& firstFailure() const { return m_first; } ///< null where none failed

private:
    void attempt(std::size_t entrant, const std::function<void()>& work);

    std::vector<Entrant> m_entrants;
    std::vector<std::unique_ptr<EngineProcess>> m_processes; ///< null: failed
    std::vector<bool> m_failed;
    std::vector<Refusal> m_refusals;
    std::exception_ptr m_first;
};

} // namespace contest
