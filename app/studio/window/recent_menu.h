// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/recent_files.h"

#include <QMenu>

namespace studio {

/// The menu of the files that were opened last, of every kind. All can be chosen: one that was gone may be back.
class RecentMenu : public QMenu {
    Q_OBJECT

public:
    explicit RecentMenu(const QString& title, QWidget* parent = nullptr);

    void add(const QString& file);    ///< it was opened or saved
    void remove(const QString& file); ///< it is gone
    QStringList files() const;        ///< the newest first

signals:
    void chosen(const QString& file);
    void filesChanged(const QStringList& files);

private:
    void fill();

    RecentFiles m_recent;
};

} // namespace studio
