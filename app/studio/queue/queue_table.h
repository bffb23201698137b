// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/queue_watch.h"
#include "editor/widgets/report_table.h"

namespace studio {

/// The runs of a queue as a table: number, state, the settings in which they differ, seed, best loss, time, energy,
/// iterations.
class QueueTable : public editor::ReportTable {
    Q_OBJECT

public:
    explicit QueueTable(QWidget* parent = nullptr);

    void showQueue(const QueueView& view); ///< the runs that are chosen stay chosen

private:
    QueueView m_view;
};

} // namespace studio
