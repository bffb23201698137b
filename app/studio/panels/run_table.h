// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/run_settings.h"
#include "app/studio/session/run_record.h"
#include "editor/widgets/report_table.h"

#include <QStringList>
#include <string>

namespace studio {

class Workspace;

std::string newestFile(const RunRecord& run); ///< the newest checkpoint that is still there; empty: none
std::string bestFile(const RunRecord& run);   ///< the same of its best net

/// The project's runs, newest first, with their figures and the settings in which they differ.
class RunTable : public editor::ReportTable {
    Q_OBJECT

public:
    explicit RunTable(Workspace& workspace, QWidget* parent = nullptr);

    void list();           ///< again, with the project's runs
    void follow();         ///< their figures alone
    void forgetSettings(); ///< another project's runs have the same ids
    void groupBy(const QString& heading);
    QStringList groupings() const; ///< the headings that groupBy() takes

private:
    std::vector<engine::ColumnOf<const RunRecord*>> columns();
    QVariant lookOf(qint64 id, const QString& column, int role) const;

    Workspace& m_workspace;
    RunSettingsCache m_settings;
    QStringList m_differing; ///< settings with a column each
};

} // namespace studio
