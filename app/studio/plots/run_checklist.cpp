// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_checklist.h"

#include "app/studio/plots/curve_legends.h"
#include "app/studio/plots/plotted_runs.h"
#include "app/studio/plots/run_colour.h"
#include "editor/looks/theme.h"

#include <QSignalBlocker>
#include <vector>

namespace studio {

namespace {

constexpr int idRole = Qt::UserRole;

} // namespace

RunChecklist::RunChecklist(PlottedRuns& runs, QWidget* parent) : QListWidget(parent), m_runs(runs)
{
    setAccessibleName(tr("Runs to show"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideRight);
    connect(this, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        m_runs.setShown(item->data(idRole).toInt(), item->checkState() == Qt::Checked);
    });
    connect(&m_runs, &PlottedRuns::changed, this, &RunChecklist::fill);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &RunChecklist::fill);
    fill();
}

void RunChecklist::fill()
{
    std::vector<const PlottedRun*> runs;
    if (m_runs.current().curves.id() != 0) {
        runs.push_back(&m_runs.current());
    }
    for (auto run = m_runs.earlier().rbegin(); run != m_runs.earlier().rend(); ++run) {
        runs.push_back(&*run);
    }
    const QSignalBlocker quiet(this);
    // Items stay: the one whose box was clicked is still in use.
    while (count() > static_cast<int>(runs.size())) {
        delete takeItem(count() - 1);
    }
    while (count() < static_cast<int>(runs.size())) {
        addItem(QString());
    }
    for (int row = 0; row < count(); ++row) {
        const PlottedRun& run = *runs[static_cast<std::size_t>(row)];
        const QString name = CurveLegends::nameOf(run);
        item(row)->setIcon(swatchOf(colourOf(run.curves.id(), editor::theme())));
        item(row)->setText(name);
        item(row)->setToolTip(name);
        item(row)->setData(idRole, run.curves.id());
        item(row)->setCheckState(run.shown ? Qt::Checked : Qt::Unchecked);
    }
    setVisible(count() > 1);
}

} // namespace studio

#include "moc_run_checklist.cpp"
