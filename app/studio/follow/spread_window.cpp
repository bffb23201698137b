// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/spread_window.h"

#include "app/contest/results.h"

#include <QHeaderView>
#include <QLocale>
#include <QTableWidget>

namespace studio {
namespace {

using namespace std::chrono_literals;

constexpr auto betweenPlots = 300ms; ///< at most so often

} // namespace

SummedRun::SummedRun(const std::filesystem::path& folder, int id, QObject* parent)
    : FollowedRun(folder, id, parent), m_sums(record().curve)
{
    connect(this, &FollowedRun::begun, this,
            [this] { m_sums = contest::LossSums(record().curve); }); // which may have been cut
}

SpreadWindow::SpreadWindow(const QString& title, const std::vector<BandPlot::Look>& looks,
                           const std::vector<Heading>& headings, QWidget* parent)
    : FollowFrame(title, parent),
      m_plot(new BandPlot(looks, this)),
      m_table(new QTableWidget(0, static_cast<int>(headings.size()), this))
{
    for (int column = 0; column < m_table->columnCount(); ++column) {
        const Heading& heading = headings[static_cast<std::size_t>(column)];
        auto* const item = new QTableWidgetItem(heading.text);
        item->setTextAlignment(Qt::AlignVCenter | heading.side);
        m_table->setHorizontalHeaderItem(column, item);
    }
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setShowGrid(false);
    layOut(m_plot, m_table);
    m_shows.setSingleShot(true);
    m_shows.setInterval(betweenPlots);
    connect(&m_shows, &QTimer::timeout, this, &SpreadWindow::showAll);
}

SummedRun* SpreadWindow::follow(const std::filesystem::path& folder, int id)
{
    auto* const run = new SummedRun(folder, id, this);
    for (const auto change : {&FollowedRun::begun, &FollowedRun::curveGrew, &FollowedRun::stateChanged}) {
        connect(run, change, this, &SpreadWindow::showLater);
    }
    connect(run, &FollowedRun::validated, this, &SpreadWindow::showLater);
    return run;
}

void SpreadWindow::showLater()
{
    if (!m_shows.isActive() && isVisible()) {
        m_shows.start();
    }
}

/// A window that was hidden has drawn nothing meanwhile.
void SpreadWindow::showEvent(QShowEvent* event)
{
    FollowFrame::showEvent(event);
    showAll();
}

void SpreadWindow::showRow(int row, const QStringList& words)
{
    for (int column = 0; column < words.size(); ++column) {
        if (m_table->item(row, column) == nullptr) {
            auto* const item = new QTableWidgetItem;
            item->setTextAlignment(Qt::Alignment::fromInt(m_table->horizontalHeaderItem(column)->textAlignment()));
            m_table->setItem(row, column, item);
        }
        m_table->item(row, column)->setText(words[column]);
    }
}

QString lossInWords(const std::optional<double>& loss)
{
    return loss ? QLocale().toString(*loss, 'f', 4) : QStringLiteral("–");
}

QString spreadInWords(const contest::Spread& spread)
{
    if (spread.values.empty()) {
        return lossInWords({});
    }
    const QString mean = lossInWords(spread.mean());
    const std::optional<double> deviation = spread.deviation();
    return deviation ? QStringLiteral("%1 ± %2").arg(mean, lossInWords(deviation)) : mean;
}

} // namespace studio

#include "moc_spread_window.cpp"
