// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/spread_window.h"

#include "app/contest/results.h"

#include <QLocale>

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

SpreadWindow::SpreadWindow(const QString& title, const std::vector<BandPlot::Look>& looks, QWidget* parent)
    : FollowFrame(title, parent), m_plot(new BandPlot(looks, this)), m_table(new editor::ReportTable(title, this))
{
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
