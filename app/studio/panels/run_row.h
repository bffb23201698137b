// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidgetItem>

namespace studio {

/// A row of the table of runs: a run, or a group of them. Sorted, numbers stand by their values and before words.
class RunRow : public QTreeWidgetItem {
public:
    /// Behind them, but shown after the best: the settings that differ among the runs.
    enum Column {
        Name,
        Best,
        Engine,
        Device,
        Iterations,
        Duration, ///< with the seconds as user data
        Loss,
        Perplexity,
        Speed,
        From,
        Ended,
        Tags,
        Notes,
        columnCount
    };

    using QTreeWidgetItem::QTreeWidgetItem;
    bool operator<(const QTreeWidgetItem& other) const override;
};

} // namespace studio
