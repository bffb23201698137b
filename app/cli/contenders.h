// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/options.h"
#include "app/contest/contender.h"
#include "engine/graph/model.h"
#include "engine/graph/report.h"
#include "engine/graph/solver_settings.h"

#include <string>
#include <vector>

namespace cli {

/// Whether work is recorded as a CUDA graph where it can be: as Hamnet usually does, never, or each way in turn.
enum class Graphs { On, Off, Both };

using contest::Contender;

/// "caffe,cuda:1/cudnn": the engines of a list; one without a device runs on that of `machine`. Empty: those that are
/// usual there, the unrolled one and the fused ones.
std::vector<Contender> contenders(const std::string& list, const MachineOptions& machine, Graphs graphs);

/// The options that `compare` and `bench` share.
struct ComparedOptions {
    std::string model, solver, data, engines;
    TableOptions table;
    MachineOptions machine;
    bool json = false, markdown = false;

    void addNet(CLI::App& app, CLI::Option* needed);               ///< engines, data, columns, solver
    void addOutput(CLI::App& app, const std::string& aboutOfJson); ///< device, --markdown, --json

    /// The net with the columns and states that it has here, its solver and its data. What is to be said of the solver
    /// is remarked. Throws Error as reading them does.
    engine::RunDescription read(Console& console) const;

    void print(Console& console, const engine::Report& report) const; ///< with --json a line for each row
};

} // namespace cli
