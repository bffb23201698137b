// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_result.h"

#include "app/studio/follow/band_plot.h"
#include "app/studio/plots/words.h"
#include "app/studio/race/race.h"
#include "app/studio/race/race_words.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <numeric>
#include <QColor>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStandardItemModel>
#include <QTableWidget>
#include <QVBoxLayout>

namespace studio {
namespace {

/// Columns of tableOf() that go where there is no room, in this order; the others stay.
constexpr int columnsHiddenFirst[] = {8, 7, 1, 6, 2}; // energy, utilisation, precision, memory, iterations

} // namespace

RaceResult::RaceResult(const Race& race, QWidget* parent)
    : QWidget(parent),
      m_race(race),
      m_axis(new QComboBox),
      m_plot(new BandPlot),
      m_empty(new QLabel(tr("Press Start to draw the loss of each chosen engine here."))),
      m_table(new QTableWidget),
      m_verdict(new QLabel)
{
    m_axis->setObjectName(QStringLiteral("raceAxis"));
    m_axis->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_axis->addItem(tr("over time"), static_cast<int>(RaceAxis::Seconds));
    m_axis->addItem(tr("over iterations"), static_cast<int>(RaceAxis::Iterations));
    m_axis->addItem(QString(), static_cast<int>(RaceAxis::Joules));
    connect(m_axis, &QComboBox::currentIndexChanged, this, &RaceResult::drawCurves);
    auto* label = new QLabel(tr("&Loss"));
    label->setBuddy(m_axis);
    m_table->setObjectName(QStringLiteral("raceTable"));
    m_table->setAccessibleName(tr("Results by engine"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->verticalHeader()->hide();
    m_table->setShowGrid(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->viewport()->installEventFilter(this);
    m_verdict->setObjectName(QStringLiteral("raceVerdict"));
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);

    m_plot->setObjectName(QStringLiteral("racePlot"));
    m_plot->setMinimumSize(320, 200);
    m_empty->setObjectName(QStringLiteral("raceEmpty"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    (new QVBoxLayout(m_plot))->addWidget(m_empty);

    auto* head = new QHBoxLayout;
    head->addWidget(label);
    head->addWidget(m_axis);
    head->addStretch(1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(head);
    rows->addWidget(m_plot, 3);
    rows->addWidget(m_table, 1);
    rows->addWidget(m_verdict);
    connect(&race, &Race::grew, this, &RaceResult::refresh);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &RaceResult::refresh);
    refresh();
}

void RaceResult::refresh()
{
    drawCurves();
    showTable();
    showVerdict();
    offerEnergy();
}

/// One that failed has no curve, as it has no figures. Axes without a curve look like a plot that is broken: until a
/// race has begun a sentence stands there.
void RaceResult::drawCurves()
{
    const auto axis = static_cast<RaceAxis>(m_axis->currentData().toInt());
    std::vector<BandPlot::Look> looks;
    std::vector<std::vector<SpreadPoint>> points;
    const auto& all = m_race.contestants();
    for (int index = 0; index < static_cast<int>(all.size()); ++index) {
        const Contestant& one = *all[static_cast<std::size_t>(index)];
        if (one.state() != Contestant::State::Failed) {
            looks.push_back({.name = QString::fromStdString(one.contender().name),
                             .colour = [index](const editor::Theme& theme) { return theme.curve(index); }});
            points.push_back(pointsOf(one.sums(), one.meter(), axis));
        }
    }
    m_plot->setLooks(looks);
    m_plot->setPoints(points);
    const QString places[] = {tr("Seconds of training"), tr("Iteration"), tr("Energy of the device, joules")};
    m_plot->xAxis->setLabel(places[static_cast<int>(axis)]);
    m_plot->yAxis->setLabel(titleOf(Measure::Loss, LossUnit::Nats, m_race.kind()));
    m_plot->axisRect()->setVisible(!all.empty());
    m_empty->setVisible(all.empty());
}

/// Columns grow with what is in them and do not shrink: numbers that change would make them jump.
void RaceResult::showTable()
{
    const RaceTable table = tableOf(m_race);
    const auto rows = static_cast<int>(table.rows.size()), columns = static_cast<int>(table.headings.size());
    if (m_table->rowCount() != rows || m_table->columnCount() != columns) {
        m_table->setRowCount(rows);
        m_table->setColumnCount(columns);
        m_widths.assign(static_cast<std::size_t>(columns), 0);
        for (int cell = 0; cell < rows * columns; ++cell) {
            m_table->setItem(cell / columns, cell % columns, new QTableWidgetItem);
        }
    }
    m_table->setHorizontalHeaderLabels(table.headings);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            m_table->item(row, column)->setText(table.rows[static_cast<std::size_t>(row)][column]);
        }
        m_table->item(row, 0)->setData(Qt::DecorationRole, editor::theme().curve(row));
    }
    const QAbstractItemView& cells = *m_table;
    for (int column = 0; column < columns; ++column) {
        int& width = m_widths[static_cast<std::size_t>(column)];
        width = std::max({width, cells.sizeHintForColumn(column) + 1, // the grid's, as the view counts it
                          m_table->horizontalHeader()->sectionSizeHint(column)});
        m_table->setColumnWidth(column, width);
    }
    fitColumns();
}

/// Hides what there is no room for: in a table that scrolls the last columns would look cut off.
void RaceResult::fitColumns()
{
    int wanted = std::accumulate(m_widths.begin(), m_widths.end(), 0);
    for (const int column : columnsHiddenFirst) {
        if (column >= m_table->columnCount()) {
            continue;
        }
        const bool hide = wanted > m_table->viewport()->width();
        wanted -= hide ? m_widths[static_cast<std::size_t>(column)] : 0;
        if (m_table->isColumnHidden(column) != hide) {
            m_table->setColumnHidden(column, hide);
        }
    }
}

bool RaceResult::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        fitColumns();
    }
    return QWidget::eventFilter(watched, event);
}

void RaceResult::showVerdict()
{
    m_verdict->setText(sentencesOf(m_race).join(QLatin1Char('\n'))); // the same text costs nothing
}

/// The choice says why it cannot be made.
void RaceResult::offerEnergy()
{
    const auto& all = m_race.contestants();
    const bool tells = std::ranges::any_of(all, [](const auto& one) { return one->meter().tellsEnergy(); });
    const bool isKnown = std::ranges::any_of(all, [](const auto& one) { return one->meter().hasBegun(); });
    const int item = m_axis->findData(static_cast<int>(RaceAxis::Joules));
    const QString text = tells     ? tr("over energy")
                         : isKnown ? tr("over energy (no device here tells it)")
                                   : tr("over energy (known when it trains)");
    if (m_axis->itemText(item) == text) {
        return;
    }
    m_axis->setItemText(item, text);
    qobject_cast<QStandardItemModel*>(m_axis->model())->item(item)->setEnabled(tells);
    if (isKnown && !tells && m_axis->currentIndex() == item) {
        m_axis->setCurrentIndex(0);
    }
}

} // namespace studio

#include "moc_race_result.cpp"
