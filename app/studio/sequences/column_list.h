// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/read_samples.h"
#include "engine/data/table_gaps.h"

#include <map>
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

    /// `gaps`: how many rows each column lacks, by name; what becomes of them is chosen beside it.
    void setColumns(const engine::TableOutline& outline, const engine::TableSettings& settings,
                    const std::map<std::string, std::int64_t>& gaps = {});

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// By the user. Empty: all columns of numbers, as by default.
    void inputsChosen(const std::vector<std::string>& names);
    void gapsChosen(const std::vector<std::string>& rules); ///< see engine::gapRules()

private:
    void noteChange(QTreeWidgetItem* changed);
    void showGaps(const engine::TableSettings& settings);
    void addRule(QTreeWidgetItem& item, const std::string& column, bool isTime);
    void chooseRule(const std::string& column, engine::GapRule rule);

    engine::TableOutline m_outline;
    std::map<std::string, std::int64_t> m_gaps;
    engine::GapRules m_rules;
    std::vector<std::string> m_usual; ///< the columns that are read where none is named
};

/// What a column holds, in the user's language.
QString kindOfColumn(engine::ColumnKind kind);

} // namespace studio
