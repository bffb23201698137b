// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "editor/document/content.h"
#include "engine/graph/model.h"

#include <cstddef>
#include <cstdint>
#include <span>
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

/// The jobs of all runs, all cells with a seed before those with the next one; `base` with what the data settle. Throws
/// engine::Error where a net does not fit together.
std::vector<queue::Job> cellJobs(const CellTrial& trial, const queue::SweepBase& base);

/// The runs in a queue that were added together to compare cells.
struct CellRuns {
    struct Cell {
        std::string shown;
        std::int64_t parameters = 0;
        std::string model = {};              ///< prototxt of the net with it
        std::vector<std::int64_t> runs = {}; ///< their numbers
    };
    std::int64_t first = 0; ///< the number of the first that was added
    std::vector<Cell> cells = {};

    std::size_t count() const; ///< of all runs
    bool has(std::int64_t run) const;
};

/// Gives recurrent layers of the drawing the cell, with the units that it was trained with. Throws engine::Error as
/// contest::withRecurrentLayers() does.
void give(editor::Content& drawn, const CellRuns::Cell& cell);

/// All that are in a queue with two cells or more, in the order in which they were added.
std::vector<CellRuns> cellRunsIn(std::span<const queue::QueuedRun> runs);

} // namespace studio
