// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_comparison.h"

#include "editor/words/numbers.h"
#include "editor/words/words.h"
#include "engine/cells/library.h"
#include "engine/cells/work.h"

#include <algorithm>

namespace editor {

using engine::cells::Definition;
using engine::cells::Learned;

namespace {

const CellFigures& lstmFigures()
{
    static const CellFigures figures =
        figuresOf(engine::cells::define(engine::cells::libraryCell("lstm")), comparedSizes);
    return figures;
}

QStringList without(const QStringList& all, const QStringList& others)
{
    QStringList rest;
    std::ranges::copy_if(all, std::back_inserter(rest), [&](const QString& one) { return !others.contains(one); });
    return rest;
}

/// "50 %", also where it is more than all.
QString percentText(std::int64_t part, std::int64_t all)
{
    return Words::tr("%1 %").arg(countText((100 * part + all / 2) / all));
}

QString listedStates(const CellFigures& figures)
{
    return figures.states.isEmpty() ? Words::tr("none") : figures.states.join(QStringLiteral(", "));
}

QString comparedRow(const QString& what, const QString& here, const QString& lstm)
{
    return QStringLiteral("<tr><td>%1</td><td align='right'>%2</td><td align='right'>%3</td></tr>")
        .arg(what, here, lstm);
}

} // namespace

CellFigures figuresOf(const Definition& cell, engine::cells::CellSizes sizes)
{
    const engine::cells::Schedule schedule = scheduleOf(cell);
    CellFigures figures{
        .parameters = 0,
        .flops = forwardWork(schedule, cell).flops(sizes),
        .matrices = 0,
        .vectors = 0,
        .waits = static_cast<int>(std::ranges::count_if(
            schedule.perStep.forward, [](const engine::cells::Stage& stage) { return !stage.products.empty(); })),
        .states = {}};
    for (const Learned& learned : cell.learned) {
        figures.parameters += shapeOf(learned, sizes).count();
        ++(learned.kind == Learned::Kind::Vector ? figures.vectors : figures.matrices);
    }
    for (const engine::cells::State& state : cell.states) {
        figures.states << QString::fromStdString(state.name);
    }
    return figures;
}

QString comparisonHtml(const Definition& cell)
{
    const CellFigures here = figuresOf(cell, comparedSizes);
    const CellFigures& lstm = lstmFigures();
    const QString rows =
        QStringLiteral("<tr><td>%1</td><th align='right'>%2</th><th align='right'>%3</th></tr>")
            .arg(Words::tr("H = I = %1").arg(countText(comparedSizes.units)), Words::tr("here"), Words::tr("LSTM")) +
        comparedRow(Words::tr("Parameters"), countText(here.parameters), countText(lstm.parameters)) +
        comparedRow(Words::tr("Matrices, vectors"), QStringLiteral("%1, %2").arg(here.matrices).arg(here.vectors),
                    QStringLiteral("%1, %2").arg(lstm.matrices).arg(lstm.vectors)) +
        comparedRow(Words::tr("States"), listedStates(here), listedStates(lstm)) +
        comparedRow(Words::tr("Products in a row, each step"), countText(here.waits), countText(lstm.waits)) +
        comparedRow(Words::tr("Work of a step"), flopsText(here.flops), flopsText(lstm.flops));
    return QStringLiteral("<table cellspacing='0' cellpadding='2' width='100%'>%1</table>").arg(rows);
}

QString comparisonSentence(const Definition& cell)
{
    const CellFigures here = figuresOf(cell, comparedSizes);
    const CellFigures& lstm = lstmFigures();
    if (here == lstm) {
        return {};
    }
    QStringList parts{Words::tr("%1 of the LSTM's parameters").arg(percentText(here.parameters, lstm.parameters)),
                      Words::tr("%1 of its work").arg(percentText(here.flops, lstm.flops))};
    if (const QStringList more = without(here.states, lstm.states); !more.isEmpty()) {
        parts << Words::tr("adds the state %1").arg(more.join(QStringLiteral(", ")));
    }
    if (const QStringList less = without(lstm.states, here.states); !less.isEmpty()) {
        parts << Words::tr("leaves out the state %1").arg(less.join(QStringLiteral(", ")));
    }
    if (here.waits > lstm.waits) {
        parts << Words::tr("%1 products wait for each other in a step").arg(countText(here.waits));
    } else if (here.waits == 0) {
        parts << Words::tr("no product waits for the step before");
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace editor
