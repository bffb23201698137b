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

namespace studio {
namespace {

constexpr int pictureMargin = 16, plotHeight = 440, leastWidth = 1000, gap = 18;

/// Paints a race from top to bottom; without a painter it only measures.
class Sheet {
public:
    Sheet(const Race& race, RacePlot& plot)
        : m_race(race), m_plot(plot), m_font(plot.font()), m_bold(m_font), m_table(tableOf(race))
    {
        m_bold.setBold(true);
        const QFontMetrics metrics(m_bold);
        m_line = metrics.height() + 8;
        for (qsizetype column = 0; column < m_table.headings.size(); ++column) {
            int width = metrics.horizontalAdvance(m_table.headings[column]);
            for (const QStringList& row : m_table.rows) {
                width = std::max(width, metrics.horizontalAdvance(row[column]));
            }
            m_widths.push_back(width + gap);
            m_width += width + gap;
        }
        m_width = std::max(leastWidth, m_width + swatch + 2 * pictureMargin);
        m_sentences = sentencesOf(race);
    }

    QSize size() const
    {
        int height = pictureMargin + m_line + plotHeight + m_line * static_cast<int>(m_table.rows.size() + 2);
        for (const QString& sentence : m_sentences) {
            height += heightOf(sentence);
        }
        return {m_width, height + pictureMargin};
    }

    void draw(QCPPainter& painter)
    {
        const editor::Theme& theme = editor::theme();
        painter.fillRect(QRect({}, size()), theme.canvas);
        painter.setPen(theme.text);
        painter.setFont(m_bold);
        int y = pictureMargin;
        painter.drawText(QRect(pictureMargin, y, m_width - 2 * pictureMargin, m_line), Qt::AlignVCenter,
                         headingOf(m_race));
        y += m_line;
        painter.save();
        painter.translate(0, y);
        m_plot.toPainter(&painter, m_width, plotHeight);
        painter.restore();
        y += plotHeight + m_line / 2;
        painter.setPen(theme.mutedText);
        drawRow(painter, y, m_table.headings);
        painter.setFont(m_font);
        for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
            y += m_line;
            painter.fillRect(QRect(pictureMargin, y + m_line / 2 - 4, 8, 8), RacePlot::colourOf(row));
            painter.setPen(theme.text);
            drawRow(painter, y, m_table.rows[row]);
        }
        y += m_line + m_line / 2;
        for (const QString& sentence : m_sentences) {
            const int height = heightOf(sentence);
            painter.drawText(QRect(pictureMargin, y, m_width - 2 * pictureMargin, height), Qt::TextWordWrap, sentence);
            y += height;
        }
    }

private:
    static constexpr int swatch = 18; ///< room for the curve's colour before a row

    int heightOf(const QString& sentence) const
    {
        const QRect room(0, 0, m_width - 2 * pictureMargin, 10'000);
        return sentence.isEmpty() ? 0
                                  : QFontMetrics(m_font).boundingRect(room, Qt::TextWordWrap, sentence).height() + 6;
    }

    void drawRow(QCPPainter& painter, int y, const QStringList& cells) const
    {
        int x = pictureMargin + swatch;
        for (qsizetype column = 0; column < cells.size(); ++column) {
            const int width = m_widths[static_cast<std::size_t>(column)];
            painter.drawText(QRect(x, y, width, m_line), Qt::AlignVCenter, cells[column]);
            x += width;
        }
    }

    const Race& m_race;
    RacePlot& m_plot;
    QFont m_font, m_bold;
    RaceTable m_table;
    std::vector<int> m_widths;
    int m_width = 0, m_line = 0;
    QStringList m_sentences;
};

} // namespace

bool savePicture(const Race& race, RacePlot& plot, const QString& file, QString* sentence)
{
    Sheet sheet(race, plot);
    try {
        const engine::FileFormat* const format = engine::formatByName(file.toStdString());
        return savePicture(file, format ? format->format : engine::Format::Png,
                           {.size = sheet.size(),
                            .title = headingOf(race),
                            .draw = [&](QCPPainter& painter) { sheet.draw(painter); },
                            .made = provenanceOfRace(race.request())},
                           sentence);
    } catch (const engine::Error& error) {
        *sentence = editor::inWords(error);
        return false;
    }
}

} // namespace studio
