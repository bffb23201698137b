// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_picture.h"

#include "app/studio/plots/plot_export.h"
#include "app/studio/race/race.h"
#include "app/studio/race/race_plot.h"
#include "app/studio/race/race_words.h"
#include "app/studio/workspace/made_with.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QTextDocument>

namespace studio {
namespace {

constexpr int minWidth = 1000, plotHeight = 440, margin = 12;

QString cellsOf(const QStringList& words, const QColor& colour)
{
    QString row;
    for (const QString& word : words) {
        row += QStringLiteral("<td style='color:%1; white-space:pre'>%2</td>").arg(colour.name(), word.toHtmlEscaped());
    }
    return row;
}

/// Table and sentences, a swatch of its curve's colour before each row.
QString wordsOf(const Race& race, const editor::Theme& theme)
{
    const QString row = QStringLiteral("<tr><td bgcolor='%1' width='8'></td>%2</tr>");
    const engine::Report report = reportOf(race);
    QStringList headings;
    for (const engine::Report::Column& column : report.columns) {
        headings.append(QString::fromStdString(column.title));
    }
    QString words =
        QStringLiteral("<table cellpadding='4'>") + row.arg(theme.canvas.name(), cellsOf(headings, theme.mutedText));
    for (std::size_t index = 0; index < report.rows.size(); ++index) {
        QStringList cells;
        for (std::size_t column = 0; column < report.columns.size(); ++column) {
            cells.append(QString::fromStdString(engine::textOf(report.rows[index][column], report.columns[column])));
        }
        words += row.arg(theme.curve(static_cast<int>(index)).name(), cellsOf(cells, theme.text));
    }
    words += QStringLiteral("</table>");
    for (const QString& sentence : sentencesOf(race)) {
        words += QStringLiteral("<p style='color:%1'>%2</p>").arg(theme.text.name(), sentence.toHtmlEscaped());
    }
    return words;
}

} // namespace

bool savePicture(const Race& race, RacePlot& plot, const QString& file, QString* sentence)
{
    const editor::Theme& theme = editor::theme();
    QTextDocument heading, words;
    for (QTextDocument* const part : {&heading, &words}) {
        part->setDefaultFont(plot.font());
        part->setDocumentMargin(margin);
        part->setTextWidth(minWidth);
    }
    heading.setHtml(
        QStringLiteral("<b style='color:%1'>%2</b>").arg(theme.text.name(), headingOf(race).toHtmlEscaped()));
    words.setHtml(wordsOf(race, theme));
    const int width = std::max(minWidth, static_cast<int>(std::ceil(words.size().width()))); // of a wide table
    const int top = static_cast<int>(std::ceil(heading.size().height()));
    const QSize size(width, top + plotHeight + static_cast<int>(std::ceil(words.size().height())));
    const auto draw = [&](QCPPainter& painter) {
        painter.fillRect(QRect({}, size), theme.canvas);
        heading.drawContents(&painter);
        painter.translate(0, top);
        painter.save();
        plot.toPainter(&painter, width, plotHeight);
        painter.restore();
        painter.translate(0, plotHeight);
        words.drawContents(&painter);
    };
    try {
        const engine::FileFormat* const format = engine::formatByName(file.toStdString());
        return savePicture(
            file, format ? format->format : engine::Format::Png,
            {.size = size, .title = headingOf(race), .draw = draw, .made = provenanceOfRace(race.request())}, sentence);
    } catch (const engine::Error& error) {
        *sentence = editor::inWords(error);
        return false;
    }
}

} // namespace studio
