// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/contest/measurement.h"
#include "engine/data/file_descriptor.h"
#include "engine/devices/group/own_program.h"
#include "engine/graph/go_on.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string_view>

namespace contest {

/// This program once more, with one engine in it: so that its memory and the time it takes to load are its own. Engines
/// that are compared take turns, so that what else the machine does disturbs all of them alike.
///
/// The other end is answerMeasurements(), which the program calls first. All methods throw Error with what went wrong
/// in there or how it ended, UnavailableError where it has no such engine, CancelledError. The process ends with the
/// thread that made this.
class EngineProcess {
public:
    /// The run is a new one; a max_temperature: a race rests before a turn where it is come to. `goOn` is asked while
    /// an answer is awaited; where it says no, CancelledError is thrown, and the process ends.
    EngineProcess(const Contender& contender, engine::RunDescription run, const Trial& trial, engine::GoOn goOn);

    const Loaded& loaded() const { return m_loaded; }
    const SeedResult& result() const { return m_result; } ///< of all its turns; the seed is left to who asks
    void turn();                                          ///< the next one, until the result is over

private:
    nlohmann::json ask(const nlohmann::json& question);

    engine::GoOn m_goOn;
    std::optional<engine::ChildProcess> m_process = {};
    engine::FileDescriptor m_socket; ///< behind the process, which goes when this is closed
    Loaded m_loaded = {};
    SeedResult m_result = {};
};

inline constexpr std::string_view measuringWord = "measure"; ///< what an EngineProcess calls the program with

/// Where an EngineProcess started this program: answers it, on the standard input, until that goes. False where none
/// did, and the program is to do its own work.
bool answerMeasurements(int argumentCount, char** arguments);

} // namespace contest
