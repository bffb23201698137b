// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/library.h"
#include "engine/cells/typed_cell.h"
#include "engine/graph/error.h"
#include "engine/layers/layers.h"
#include "engine/layers/recurrent.h"

namespace engine {
namespace {

const Cell& cellBy(const Params& params)
{
    const std::string &name = textParam(params, "cell"), &equations = textParam(params, "equations");
    if (name.empty() == equations.empty()) {
        throw Error(name.empty() ? say(ENGINE_TEXT("Sentences", "neither cell nor equations is given"))
                                 : say(ENGINE_TEXT("Sentences", "cell is %1, and equations are given, but only one of "
                                                                "the two can be"),
                                       shown(name)));
    }
    return cells::typedCell(name.empty() ? std::string_view(equations) : cells::libraryCell(name)).cell;
}

} // namespace

/// A recurrent layer whose cell is written as equations; the notation: engine/cells/README.md.
///
///     x [T, N, ...], cont [T, N]  ->  h [T, N, H]        T steps, N streams, H units; the axes after N are I wide
///     together
///
/// Its weights are the tensors that the equations name and none of them gives, its states the names that are read with
/// [t-1], both in the order of first use. Ports, stacks and both directions: engine/layers/recurrent.h.
LayerType cellType()
{
    constexpr std::string_view message = "recurrent_param";
    return recurrentType({
        .name = "CELL",
        .caffeName = "CELL",
        .help = ENGINE_TEXT("Layers", "A recurrent layer whose cell is written as equations, as a paper has them."),
        .formula = "x [T, N, I], cont [T, N] -> h [T, N, H]; each step by its equations, such as "
                   "f = sigmoid(Wf x + Uf h[t-1] + bf); Wf [H, I], Uf [H, H], bf [H]",
        .params = {{.key = "cell",
                    .label = ENGINE_TEXT("Layers", "Cell"),
                    .help = ENGINE_TEXT("Layers", "The name of a cell that comes with Hamnet, such as janet or slstm. "
                                                  "Empty: the cell is written as equations."),
                    .kind = FreeText{""},
                    .message = message,
                    .extension = true},
                   {.key = "equations",
                    .label = ENGINE_TEXT("Layers", "Equations"),
                    .help = ENGINE_TEXT("Layers", "The cell, one equation a line, such as "
                                                  "h = tanh(W x + U h[t-1] + b). What no equation gives is learned."),
                    .kind = FreeText{""},
                    .message = message,
                    .extension = true}},
        .cellBy = cellBy,
        .extension = true,
    });
}

} // namespace engine
