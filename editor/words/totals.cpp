// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/words/totals.h"

#include "editor/words/numbers.h"
#include "editor/words/words.h"

#include <algorithm>

namespace editor {
namespace {

QString tableRow(const Total& total, bool strong)
{
    const QString cell = strong ? QStringLiteral("<b>%1</b>") : QStringLiteral("%1");
    return QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td align='right'>%2</td></tr>")
        .arg(cell.arg(total.name.toHtmlEscaped()), cell.arg(total.value.toHtmlEscaped()));
}

QString table(const std::vector<Total>& rows, bool lastIsSum)
{
    QString html;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        html += tableRow(rows[row], lastIsSum && row + 1 == rows.size());
    }
    return QStringLiteral("<table width='100%' cellspacing='0' cellpadding='1'>%1</table>").arg(html);
}

} // namespace

std::vector<Total> totals(const engine::SizeReport& report)
{
    const auto layers = static_cast<std::int64_t>(report.layers.size());
    return {
        {Words::tr("Layers"), countText(layers), layers},
        {Words::tr("Parameters"), countText(report.parameters), report.parameters},
        {Words::tr("Work of the forward pass"), flopsText(report.flopsForward), report.flopsForward},
        {Words::tr("Work of the backward pass"), flopsText(report.flopsBackward), report.flopsBackward},
    };
}

std::vector<Total> memoryParts(const engine::TrainingMemory& memory)
{
    const auto part = [](const QString& name, std::int64_t bytes) { return Total{name, bytesText(bytes), bytes}; };
    return {
        part(Words::tr("Weights"), memory.weights),
        part(Words::tr("Gradients of the weights"), memory.gradients),
        part(Words::tr("Solver history"), memory.history),
        part(Words::tr("Activations"), memory.activations),
        part(Words::tr("Gradients of the activations"), memory.activationGradients),
        part(Words::tr("Workspace"), memory.workspace),
        part(Words::tr("Program and checkpoint"), memory.program),
        part(Words::tr("Total"), memory.total()),
    };
}

QString totalsHtml(const Document& document)
{
    if (document.content().nodes.empty()) {
        return Words::tr("Nothing is drawn yet. Drag a layer onto the canvas, or open a sample.");
    }
    const engine::SizeReport& report = document.derived().report;
    const QString memory =
        document.shownPhase() == engine::Phase::Train ? Words::tr("Memory for training") : Words::tr("Memory");
    const auto unknown = std::count_if(report.layers.begin(), report.layers.end(),
                                       [](const engine::LayerSizes& layer) { return !layer.problem.empty(); });
    const QString without =
        unknown == 0
            ? QString()
            : QStringLiteral("<p><i>%1</i></p>")
                  .arg(Words::tr("Without %n layer(s) that have no sizes yet.", nullptr, static_cast<int>(unknown)));
    return without + table(totals(report), false) +
           QStringLiteral("<p style='margin:8px 0 2px 0'><b>%1</b></p>").arg(memory) +
           table(memoryParts(report.memory), true);
}

} // namespace editor
