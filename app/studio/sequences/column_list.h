// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/read_samples.h"

#include <QTreeWidget>
#include <string>
#include <vector>

namespace studio {

/// The columns of a table with their kinds and first values, and which of them the net reads: a column of numbers has
/// a box to check. Lists them also where the table has a problem, as it may be mended by leaving a column out.
class ColumnList : public QTreeWidget {
    Q_OBJECT

public:
    explicit ColumnList(QWidget* parent = nullptr);

    void setColumns(const engine::TableOutline& outline, const engine::TableSettings& settings);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// By the user. Empty: all columns of numbers, as by default.
    void inputsChosen(const std::vector<std::string>& names);

private:
    void noteChange(QTreeWidgetItem* changed);

    engine::TableOutline m_outline;
    std::vector<std::string> m_usual; ///< the columns that are read where none is named
};

/// What a column holds, in the user's language.
QString kindOfColumn(engine::ColumnKind kind);

} // namespace studio
