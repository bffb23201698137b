// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/mathematics_view.h"

#include "engine/cells/latex.h"

namespace editor {

MathematicsView::MathematicsView(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void MathematicsView::setCell(const engine::cells::Definition& cell)
{
    QString rows;
    for (std::size_t equation = 0; equation < cell.syntax.equations.size(); ++equation) {
        const QString html = QString::fromStdString(htmlOf(cell, equation));
        const qsizetype sign = html.indexOf(QStringLiteral(" = "));
        rows += QStringLiteral("<tr><td align='right'>%1</td><td>&nbsp;=&nbsp;</td><td>%2</td></tr>")
                    .arg(html.left(sign), html.mid(sign + 3));
    }
    setText(
        QStringLiteral("<table cellspacing='0' cellpadding='1' style='font-family:serif; font-size:large'>%1</table>")
            .arg(rows));
}

} // namespace editor

#include "moc_mathematics_view.cpp"
