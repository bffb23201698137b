// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_result.h"

#include "app/studio/plots/words.h"
#include "app/studio/race/race.h"
#include "app/studio/race/race_plot.h"
#include "app/studio/race/race_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/report_table.h"

#include <algorithm>
#include <numeric>
#include <QColor>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace studio {
RaceResult::RaceResult(const Race& race, QWidget* parent)
    : QWidget(parent),
      m_race(race),
      m_axis(new QComboBox),
      m_plot(new RacePlot),
      m_empty(new QLabel(tr("Press Start to draw the loss of each chosen engine here."))),
      m_table(new editor::ReportTable(tr("Results by engine"))),
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
    m_table->setLook([](qint64 id, const std::string& column, int role) {
        const bool isSwatch = role == Qt::DecorationRole && column == Race::tr("Engine").toStdString();
        return isSwatch ? QVariant(editor::theme().curve(static_cast<int>(id))) : QVariant();
    });
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
    std::vector<RacePlot::Line> lines;
    const auto& all = m_race.contestants();
    for (int index = 0; index < static_cast<int>(all.size()); ++index) {
        const Contestant& one = *all[static_cast<std::size_t>(index)];
        if (one.state() != Contestant::State::Failed) {
            lines.push_back({.name = QString::fromStdString(one.contender().name),
                             .colour = index,
                             .points = pointsOf(one.sums(), one.meter(), axis)});
        }
    }
    m_plot->show(lines);
    const QString places[] = {tr("Seconds of training"), tr("Iteration"), tr("Energy of the device, joules")};
    m_plot->xAxis->setLabel(places[static_cast<int>(axis)]);
    m_plot->yAxis->setLabel(titleOf(Measure::Loss, LossUnit::Nats, m_race.kind()));
    m_plot->axisRect()->setVisible(!all.empty());
    m_empty->setVisible(all.empty());
}

void RaceResult::showTable()
{
    std::vector<qint64> ids(m_race.contestants().size());
    std::iota(ids.begin(), ids.end(), 0);
    m_table->setReport(reportOf(m_race), ids);
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
