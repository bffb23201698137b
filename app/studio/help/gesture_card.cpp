// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/help/gesture_card.h"

#include "editor/widgets/parts.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QTextBrowser>
#include <vector>

namespace studio {
namespace {

struct Row {
    QString keys, what;
};

QString plain(QString text)
{
    return text.remove(QLatin1Char('&')).remove(QStringLiteral("…")).trimmed();
}

/// Also what stands in menus of the menu.
void addKeys(const QMenu& menu, std::vector<Row>& rows)
{
    for (const QAction* action : menu.actions()) {
        if (action->menu()) {
            addKeys(*action->menu(), rows);
        } else if (!action->shortcut().isEmpty() && !action->text().isEmpty()) {
            rows.push_back({action->shortcut().toString(QKeySequence::NativeText), plain(action->text())});
        }
    }
}

QString tableOf(const QString& title, const std::vector<Row>& rows)
{
    QString html = QStringLiteral("<h4>%1</h4><table cellspacing='0' cellpadding='1'>").arg(title.toHtmlEscaped());
    for (const Row& row : rows) {
        html += QStringLiteral("<tr><td style='padding-right:12px; white-space:nowrap'><b>%1</b></td><td>%2</td></tr>")
                    .arg(row.keys.toHtmlEscaped(), row.what.toHtmlEscaped());
    }
    return html + QStringLiteral("</table>");
}

} // namespace

GestureCard::GestureCard(QMainWindow& window) : QDialog(&window)
{
    setObjectName(QStringLiteral("gestureCard"));
    setWindowTitle(tr("Keys and gestures"));
    const std::vector<Row> canvas = {
        {tr("Type letters"), tr("Add a layer of that name")},
        {tr("Double-click"), tr("Empty place or wire: add a layer; recurrent layer: unroll it")},
        {tr("Drag a port"), tr("Connect; over an empty place: add the next layer")},
        {tr("Drag the end of a wire"), tr("Connect it elsewhere; over an empty place: remove it")},
        {tr("Drag a layer"), tr("Move it; onto a wire: insert it; Alt: neither grid nor insertion")},
        {tr("Drag an empty place"), tr("Select by a rectangle; Ctrl or Shift: add to the selection")},
        {tr("Ctrl+right drag"), tr("Cut wires")},
        {tr("Wheel, Shift+wheel"), tr("Scroll down, sideways")},
        {tr("Ctrl+wheel, pinch"), tr("Zoom at the pointer")},
        {tr("Middle drag, Space+drag"), tr("Scroll")},
        {tr("Arrows, Shift+arrows"), tr("Move the selection by a grid step, by 1")},
        {tr("Ctrl+arrows, Tab"), tr("Go to the next layer along wires, in order")},
        {tr("While connecting: arrows, Tab"), tr("Another input, the next output; Enter: connect; Escape: cancel")},
        {tr("Escape in the unrolled view"), tr("Back to the drawing")},
    };
    const std::vector<Row> plots = {
        {tr("Drag; with Shift"), tr("Move the curves; zoom into a part of them")},
        {tr("Wheel"), tr("Zoom at the pointer")},
        {tr("Ctrl+wheel"), tr("Zoom vertically")},
        {tr("Double-click"), tr("Show everything")},
        {tr("F, 0"), tr("Follow the newest point, show everything")},
        {tr("Click a checkpoint"), tr("Generate text with it")},
    };
    const std::vector<Row> texts = {
        {tr("Point at a character, Ctrl+Space"),
         tr("Show what else was likely; click a character to continue with it")},
        {tr("Ctrl+Return in the prompt"), tr("Generate a text")},
    };
    const std::vector<Row> queue = {
        {tr("Double-click, Return"), tr("Open the run's net")},
        {tr("Delete"), tr("Remove the chosen runs")},
        {tr("Drag along an axis"), tr("Choose the runs that pass there; click: take that back")},
        {tr("Arrows on the axes, Escape"), tr("Next axis; move its brush, Shift: its upper end; no brushes")},
    };
    QString left = tableOf(tr("On the canvas"), canvas) + tableOf(tr("On curves"), plots) +
                   tableOf(tr("In a written text"), texts) + tableOf(tr("In the queue"), queue);
    QString right;
    for (const QAction* top : window.menuBar()->actions()) {
        std::vector<Row> rows;
        if (top->menu()) {
            addKeys(*top->menu(), rows);
        }
        if (!rows.empty()) {
            right += tableOf(plain(top->text()), rows);
        }
    }
    auto* page = new QTextBrowser(this);
    page->setHtml(
        QStringLiteral("<table width='100%'><tr><td style='padding-right:28px'>%1</td><td>%2</td></tr></table>")
            .arg(left, right));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    editor::inColumn(this, {page, buttons});
    resize(QSize(1040, 820).boundedTo(window.screen()->availableSize() * 0.9));
}

} // namespace studio

#include "moc_gesture_card.cpp"
