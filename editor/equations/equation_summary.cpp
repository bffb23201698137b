// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/equation_summary.h"

#include "editor/equations/stage_picture.h"
#include "editor/words/numbers.h"
#include "engine/cells/work.h"

#include <QLabel>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

namespace editor {

using engine::cells::CellSizes;
using engine::cells::Definition;
using engine::cells::Learned;

namespace {

QLabel* htmlLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

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
    QStringList names;
    for (const engine::cells::State& state : cell.states) {
        names << QString::fromStdString(state.name);
    }
    return names.isEmpty() ? EquationSummary::tr("It has no state: no step knows of the one before.")
                           : EquationSummary::tr("States: %1, H numbers each").arg(names.join(QStringLiteral(", ")));
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

} // namespace

EquationSummary::EquationSummary(QWidget* parent)
    : QWidget(parent),
      m_learned(htmlLabel(this)),
      m_states(htmlLabel(this)),
      m_work(htmlLabel(this)),
      m_stages(new StagePicture(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (QWidget* part : std::initializer_list<QWidget*>{m_learned, m_states, m_stages, m_work}) {
        column->addWidget(part);
    }
}

void EquationSummary::setCell(const Definition& cell, CellSizes sizes)
{
    const engine::cells::Schedule schedule = scheduleOf(cell);
    m_learned->setText(learnedHtml(cell, sizes));
    m_states->setText(statesText(cell));
    m_stages->setCell(cell, schedule);
    m_work->setText(workHtml(cell, schedule, sizes));
}

QString EquationSummary::text() const
{
    const QStringList parts{m_learned->text(), m_states->text(), m_work->text()};
    return QTextDocumentFragment::fromHtml(parts.join(QStringLiteral("<br>"))).toPlainText();
}

} // namespace editor

#include "moc_equation_summary.cpp"
