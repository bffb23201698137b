// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/equation_views.h"

#include "editor/words/numbers.h"
#include "engine/cells/latex.h"
#include "engine/cells/work.h"

#include <algorithm>
#include <QCoreApplication>

namespace editor {

QString mathematicsHtml(const engine::cells::Definition& cell)
{
    QString rows;
    for (std::size_t equation = 0; equation < cell.syntax.equations.size(); ++equation) {
        const QString html = QString::fromStdString(htmlOf(cell, equation));
        const qsizetype sign = html.indexOf(QStringLiteral(" = "));
        rows += QStringLiteral("<tr><td align='right'>%1</td><td>&nbsp;=&nbsp;</td><td>%2</td></tr>")
                    .arg(html.left(sign), html.mid(sign + 3));
    }
    return QStringLiteral(
               "<table cellspacing='0' cellpadding='1' style='font-family:serif; font-size:large'>%1</table>")
        .arg(rows);
}

using engine::cells::CellSizes;
using engine::cells::Definition;
using engine::cells::Learned;

namespace {

struct EquationSummary {
    Q_DECLARE_TR_FUNCTIONS(editor::EquationSummary)
};

QString firstValueText(const Learned& learned)
{
    if (learned.firstValue) {
        return realText(*learned.firstValue);
    }
    return learned.kind == Learned::Kind::Vector ? EquationSummary::tr("bias filler")
                                                 : EquationSummary::tr("weight filler");
}

QString rowHtml(const QStringList& cells, const QString& tag = QStringLiteral("td"))
{
    QString row;
    for (const QString& cell : cells) {
        row += QStringLiteral("<%1 align='%2'>%3</%1>")
                   .arg(tag, row.isEmpty() ? QStringLiteral("left") : QStringLiteral("right"), cell.toHtmlEscaped());
    }
    return QStringLiteral("<tr>%1</tr>").arg(row);
}

QString learnedHtml(const Definition& cell, CellSizes sizes)
{
    std::int64_t parameters = 0;
    QString rows = rowHtml({EquationSummary::tr("Learned"), EquationSummary::tr("Shape"),
                            EquationSummary::tr("Numbers"), EquationSummary::tr("First value")},
                           QStringLiteral("th"));
    for (const Learned& learned : cell.learned) {
        const engine::Shape shape = shapeOf(learned, sizes);
        parameters += shape.count();
        rows += rowHtml({QString::fromStdString(learned.name),
                         QStringLiteral("[%1] = %2")
                             .arg(QString::fromStdString(axesOf(learned)), shapeText(shape))
                             .replace(QLatin1Char(' '), QChar::Nbsp), // on one line
                         countText(shape.count()), firstValueText(learned)});
    }
    rows += rowHtml({EquationSummary::tr("Total"), {}, countText(parameters), {}}, QStringLiteral("th"));
    return QStringLiteral("<table cellspacing='0' cellpadding='3' width='100%'>%1</table>").arg(rows);
}

QString statesText(const Definition& cell)
{
    const auto name = [](const engine::cells::State& state) { return QString::fromStdString(state.name); };
    return cell.states.empty()
               ? EquationSummary::tr("It has no state: no step knows of the one before.")
               : EquationSummary::tr("States: %1, H numbers each").arg(listed(cell.states, QStringLiteral(", "), name));
}

QString workText(const QString& pattern, const engine::cells::Work& work, CellSizes sizes)
{
    return pattern.arg(QString::fromStdString(work.arithmetic()), flopsText(work.flops(sizes)));
}

QString workHtml(const Definition& cell, const engine::cells::Schedule& schedule, CellSizes sizes)
{
    const std::int64_t kept = keptVectors(schedule);
    const QStringList lines{
        EquationSummary::tr("For each step and stream, with H = %1 and I = %2:")
            .arg(countText(sizes.units), countText(sizes.width)),
        workText(EquationSummary::tr("Forward: %1 = %2"), forwardWork(schedule, cell), sizes),
        workText(EquationSummary::tr("Backward: %1 = %2"), backwardWork(schedule, cell), sizes),
        EquationSummary::tr("Kept until the backward pass: %1·H numbers = %2")
            .arg(countText(kept), bytesText(kept * sizes.units * static_cast<std::int64_t>(sizeof(float))))};
    return lines.join(QStringLiteral("<br>"));
}

/// "Product Wz, Wh": the matrices in the order of the text, each once.
QString productText(const Definition& cell, const engine::cells::Stage& stage)
{
    QStringList matrices;
    for (std::size_t index = 0; index < cell.learned.size(); ++index) {
        const bool isHere = std::ranges::any_of(stage.products, [&](const engine::cells::Product& product) {
            return std::ranges::count(product.terms, static_cast<int>(index), &engine::cells::Value::Term::matrix) > 0;
        });
        if (isHere) {
            matrices << QString::fromStdString(cell.learned[index].name);
        }
    }
    return EquationSummary::tr("Product") + QLatin1Char(' ') + matrices.join(QStringLiteral(", "));
}

/// "<b>Each step</b>: Product U → Elements 3 operations"
QString stagesHtml(const QString& when, const Definition& cell, const engine::cells::Part& part)
{
    using engine::cells::Instruction;
    QStringList stages;
    for (const engine::cells::Stage& stage : part.forward) {
        if (!stage.products.empty()) {
            stages << productText(cell, stage);
        }
        if (!stage.norms.empty()) {
            stages << EquationSummary::tr("Layernorm") + QLatin1Char(' ') +
                          EquationSummary::tr("%1 vectors").arg(countText(std::ssize(stage.norms)));
        }
        const auto operations =
            std::ranges::count(stage.elements.instructions, Instruction::Kind::Operation, &Instruction::kind);
        if (operations > 0) {
            stages << EquationSummary::tr("Elements") + QLatin1Char(' ') +
                          EquationSummary::tr("%1 operations").arg(countText(operations));
        }
    }
    return stages.isEmpty() ? QString()
                            : QStringLiteral("<b>%1</b>: %2<br>").arg(when, stages.join(QStringLiteral(" → ")));
}

} // namespace

QString summaryHtml(const Definition& cell, CellSizes sizes)
{
    const engine::cells::Schedule schedule = scheduleOf(cell);
    return learnedHtml(cell, sizes) +
           QStringLiteral("<p>%1</p><p>%2%3</p><p>%4</p>")
               .arg(statesText(cell), stagesHtml(EquationSummary::tr("Once, over all steps"), cell, schedule.atOnce),
                    stagesHtml(EquationSummary::tr("Each step"), cell, schedule.perStep),
                    workHtml(cell, schedule, sizes));
}

} // namespace editor
