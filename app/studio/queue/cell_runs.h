// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "engine/graph/model.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace studio {

/// A cell that a net is trained with.
struct TriedCell {
    std::string name; ///< as contest::withCell() takes it; empty: the net as it is drawn
    std::string shown;
};

/// Which cells a net is trained with, and what is equal in all of these nets.
struct CellTrial {
    std::vector<TriedCell> cells = {};
    enum class Equal { Units, Parameters } equal = Equal::Parameters; ///< as in the net that is drawn
    std::int64_t seeds = 3;
};

/// The net with the cell; it reads in both directions where the given net does. Throws engine::Error as
/// contest::withCell() does.
engine::Model withTriedCell(const engine::Model& model, const TriedCell& cell);

/// The cells that Hamnet has but the net does not, each in the directions of the net.
std::vector<TriedCell> cellsToTry(const engine::Model& model);

/// Those runs in a queue.
struct CellRuns {
    struct Cell {
        std::string shown;
        std::int64_t parameters = 0;
    };
    std::filesystem::path queue = {}; ///< its folder
    std::vector<Cell> cells = {};
    std::int64_t seeds = 0;
    std::int64_t first = 0; ///< its number; all cells with a seed come before those with the next one

    std::int64_t count() const { return static_cast<std::int64_t>(cells.size()) * seeds; }
    const Cell& cellOf(std::int64_t run) const { return cells[static_cast<std::size_t>(run - first) % cells.size()]; }
};

/// The jobs of all runs, in their order, and which cells they have; `base` with what the data settle. Throws
/// engine::Error where a net does not fit together.
struct CellJobs {
    std::vector<queue::Job> jobs = {};
    CellRuns runs = {}; ///< without queue and number
};
CellJobs cellJobs(const CellTrial& trial, const queue::SweepBase& base);

} // namespace studio
