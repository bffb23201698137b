// SPDX-License-Identifier: GPL-3.0-or-later
// Cells as equations. What is a cell has stages, work and LaTeX, and runs.
#include "engine/cells/latex.h"
#include "engine/cells/library.h"
#include "engine/cells/reference.h"
#include "engine/cells/work.h"
#include "tests/fuzz/target.h"

namespace fuzz {

namespace {

using namespace engine::cells;

void runOneStep(const Definition& cell)
{
    CellRun run{.steps = 1,
                .streams = 1,
                .sizes = {.width = 2, .units = 2},
                .x = {1, -1},
                .cont = {1},
                .learned = {},
                .states = std::vector(cell.states.size(), std::vector<double>(2, 1))};
    for (const Learned& learned : cell.learned) {
        run.learned.emplace_back(static_cast<std::size_t>(shapeOf(learned, run.sizes).count()), 0.5);
    }
    Reference reference(cell);
    const CellResult result = reference.forward(run);
    const CellGradients gradients = reference.backward(run, result);
    require(gradients.learned.size() == cell.learned.size(), "each learned tensor has a gradient");
}

void eatCell(std::string_view text)
{
    const Definition cell = define(text);
    const Schedule schedule = scheduleOf(cell, Seen::All);
    require(!forwardWork(schedule, cell).arithmetic().empty(), "work can be explained");
    require(keptVectors(schedule) >= 0, "what is kept can be counted");
    for (std::size_t equation = 0; equation < cell.syntax.equations.size(); ++equation) {
        require(!latexOf(cell, equation).empty(), "each equation can be set");
    }
    runOneStep(cell);
}

void eatCell(std::span<const std::byte> file)
{
    reads([&] { eatCell(textOf(file)); });
}

std::vector<Bytes> cellSeeds()
{
    std::vector<Bytes> all;
    for (const LibraryCell& cell : libraryCells()) {
        all.push_back(bytesOf(cell.text));
    }
    return all;
}

} // namespace

const Target cell = {"cell", eatCell, cellSeeds};

} // namespace fuzz
