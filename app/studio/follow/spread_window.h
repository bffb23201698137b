// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/follow/band_plot.h"
#include "app/studio/follow/follow_frame.h"
#include "app/studio/follow/followed_run.h"
#include "app/studio/follow/seeds_spread.h"
#include "editor/widgets/report_table.h"

#include <optional>
#include <QString>
#include <QTimer>
#include <vector>

namespace contest {
struct Spread;
} // namespace contest

namespace studio {

/// A followed run with its training losses summed up.
class SummedRun : public FollowedRun {
    Q_OBJECT

public:
    SummedRun(const std::filesystem::path& folder, int id, QObject* parent);

    contest::LossSums& sums() { return m_sums; }
    const contest::LossSums& sums() const { return m_sums; }

private:
    contest::LossSums m_sums;
};

/// What the windows of several runs have in common: means of their losses with bands, over a table, drawn again at most
/// three times a second and only while they are seen.
class SpreadWindow : public FollowFrame {
    Q_OBJECT

public:
    BandPlot& plot() { return *m_plot; }
    const editor::ReportTable& table() const { return *m_table; }

protected:
    SpreadWindow(const QString& title, const std::vector<BandPlot::Look>& looks, QWidget* parent);

    SummedRun* follow(const std::filesystem::path& folder, int id); ///< what comes of it is shown later
    void showLater();
    virtual void showAll() = 0;
    void showEvent(QShowEvent* event) override;

    BandPlot* m_plot;
    editor::ReportTable* m_table;

private:
    QTimer m_shows;
};

QString lossInWords(const std::optional<double>& loss);
QString spreadInWords(const contest::Spread& spread); ///< "1.2345 ± 0.0067"

} // namespace studio
