// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_check.h"

#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"
#include "editor/words/numbers.h"

#include <algorithm>
#include <cmath>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>

namespace editor {

using engine::cells::GradientError;
using engine::cells::ValueRange;

namespace {

/// To three digits: a range is looked at, not computed with.
QString roundedText(double number)
{
    return shownLocale().toString(number, 'g', 3);
}

QString remarkOf(const ValueRange& range)
{
    if (range.lostAt) {
        return CellCheck::tr("no number at step %1").arg(countText(*range.lostAt));
    }
    return range.grows ? CellCheck::tr("grows") : QString();
}

QString gradientSentence(const GradientError& gradient)
{
    if (std::isnan(gradient.relative)) {
        return CellCheck::tr("The gradient cannot be compared: the values of a short run are no numbers.");
    }
    const QString tensor = QString::fromStdString(gradient.tensor);
    return gradient.isRight()
               ? CellCheck::tr("The gradient agrees with differences: relative error at most %1, in %2.")
                     .arg(roundedText(gradient.relative), tensor)
               : CellCheck::tr("The gradient is wrong: relative error %1 against differences, in element %2 of %3.")
                     .arg(roundedText(gradient.relative), countText(gradient.element + 1), tensor);
}

QString rangesSentence(const std::vector<ValueRange>& ranges)
{
    const auto lost = std::ranges::find_if(ranges, [](const ValueRange& range) { return range.lostAt.has_value(); });
    if (lost != ranges.end()) {
        return CellCheck::tr("%1 is no number, or too large for one, at step %2: the cell explodes.")
            .arg(QString::fromStdString(lost->name), countText(*lost->lostAt));
    }
    QStringList growing, saturated;
    for (const ValueRange& range : ranges) {
        if (range.grows) {
            growing << QString::fromStdString(range.name);
        }
        if (range.saturated.value_or(0) > 0.5) {
            saturated << QString::fromStdString(range.name);
        }
    }
    const QString steps = countText(engine::cells::rangeSteps);
    const QString growth =
        growing.isEmpty()
            ? CellCheck::tr("Its values stay within bounds over %1 steps.").arg(steps)
            : CellCheck::tr("Still growing after %2 steps: %1.").arg(growing.join(QStringLiteral(", ")), steps);
    return saturated.isEmpty() ? growth
                               : growth + QLatin1Char(' ') +
                                     CellCheck::tr("Saturated more than half of the time: %1.")
                                         .arg(saturated.join(QStringLiteral(", ")));
}

QString speedSentence(const CellSpeeds& speeds)
{
    const auto text = [](const CellSpeeds::Engine& engine) {
        return CellCheck::tr("%1 %2 ms").arg(engine.name, roundedText(engine.milliseconds));
    };
    return CellCheck::tr("A training step here, of %1 units over %2 steps of %3 sequences: %4.")
        .arg(countText(speeds.units), countText(speeds.steps), countText(speeds.streams),
             listed(speeds.engines, QStringLiteral(", "), text));
}

QTableWidgetItem* cellOf(const QString& text, Qt::Alignment alignment)
{
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment(alignment | Qt::AlignVCenter);
    return item;
}

} // namespace

CellCheck::CellCheck(QWidget* parent)
    : QWidget(parent),
      m_start(described(
          new QPushButton(this),
          {.tip = tr("Compares the gradient with differences, looks at the values over 1,000 random steps, and "
                     "measures how fast each engine trains the cell here")},
          this, &CellCheck::startOrStop)),
      m_sentence(label({}, this, Look::Wraps | Look::Selectable)),
      m_speed(label({}, this, Look::Wraps | Look::Selectable)),
      m_table(described(new QTableWidget(this), {.title = tr("Values of the equations")}))
{
    m_table->setColumnCount(5);
    m_table->setHorizontalHeaderLabels({tr("Equation"), tr("Minimum"), tr("Maximum"), tr("Saturated"), tr("Remark")});
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    inColumn(this, {{m_start, 0, Qt::AlignLeft}, m_sentence, m_speed, {m_table, 1}}, QMargins());
    clear();
}

void CellCheck::setCell(std::optional<engine::cells::Definition> cell, const QString& equations,
                        engine::cells::CellSizes sizes)
{
    if (cell.has_value() == m_cell.has_value() && equations == m_equations && sizes == m_sizes) {
        return;
    }
    m_cell = std::move(cell);
    m_equations = equations;
    m_sizes = sizes;
    m_work.stop();
    m_timing.stop();
    clear();
}

void CellCheck::clear()
{
    m_start->setEnabled(m_cell.has_value());
    m_sentence->hide();
    m_sentence->clear();
    m_table->hide();
    m_table->setRowCount(0);
    showSpeed({});
}

void CellCheck::startOrStop()
{
    if (m_timing.isBusy()) {
        m_timing.stop();
        showSpeed({});
    } else {
        start();
    }
}

void CellCheck::start()
{
    if (!m_cell) {
        return;
    }
    m_timing.stop();
    m_work.start([this, cell = *m_cell, sizes = m_sizes](const engine::GoOn& goOn) -> LatestWork::Deliver {
        return [this, found = check(cell, sizes, goOn)] { showFound(found); };
    });
}

/// On the other thread. What is cancelled is never shown.
CellCheck::Found CellCheck::check(const engine::cells::Definition& cell, engine::cells::CellSizes sizes,
                                  const engine::GoOn& goOn)
{
    try {
        return {.problem = {}, .gradient = checkGradient(cell, sizes, goOn), .ranges = valueRanges(cell, sizes, goOn)};
    } catch (const engine::Error& error) {
        return {.problem = sentenceOf(error), .gradient = {}, .ranges = {}};
    }
}

QString CellCheck::inSentence(const Found& found)
{
    return found.problem.empty() ? gradientSentence(found.gradient) + QLatin1Char(' ') + rangesSentence(found.ranges)
                                 : inWords(found.problem);
}

void CellCheck::showFound(const Found& found)
{
    m_sentence->setText(inSentence(found));
    m_sentence->show();
    m_table->setRowCount(static_cast<int>(found.ranges.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const ValueRange& range = found.ranges[static_cast<std::size_t>(row)];
        m_table->setItem(row, 0, cellOf(QString::fromStdString(range.name), Qt::AlignLeft));
        m_table->setItem(row, 1, cellOf(roundedText(range.min), Qt::AlignRight));
        m_table->setItem(row, 2, cellOf(roundedText(range.max), Qt::AlignRight));
        m_table->setItem(row, 3, cellOf(range.saturated ? shareText(*range.saturated, 1) : QString(), Qt::AlignRight));
        m_table->setItem(row, 4, cellOf(remarkOf(range), Qt::AlignLeft));
    }
    m_table->setVisible(m_table->rowCount() > 0);
    m_table->resizeColumnsToContents();
    if (m_measure && found.problem.empty()) {
        measure();
    }
    emit finished();
}

void CellCheck::measure()
{
    const auto work = [this, measure = m_measure,
                       equations = m_equations.toStdString()](const engine::GoOn& goOn) -> LatestWork::Deliver {
        QString sentence;
        try {
            sentence = speedSentence(measure(equations, goOn));
        } catch (const engine::Error& error) {
            sentence = inWords(error);
        }
        return [this, sentence] { showSpeed(sentence); };
    };
    m_timing.start(work);
    showSpeed(tr("The speed here is measured…"));
}

/// Also while it is measured, which the button then stops.
void CellCheck::showSpeed(const QString& sentence)
{
    m_start->setText(m_timing.isBusy() ? tr("Stop") : tr("Check"));
    m_speed->setText(sentence);
    m_speed->setVisible(!sentence.isEmpty());
}

QString CellCheck::speed() const
{
    return m_timing.isBusy() ? QString() : m_speed->text();
}

QString CellCheck::sentence() const
{
    return m_sentence->text();
}

} // namespace editor

#include "moc_cell_check.cpp"
