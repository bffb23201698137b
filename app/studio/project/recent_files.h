// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QStringList>

namespace studio {

/// The files that were opened last, the newest first, kept in the user's settings.
class RecentFiles : public QObject {
    Q_OBJECT

public:
    static constexpr int most = 15;

    explicit RecentFiles(QObject* parent = nullptr);

    struct Entry {
        QString file; ///< absolute
        bool exists;  ///< where not, it stays until it is chosen: the disk may come back
    };
    QList<Entry> entries() const;

    void add(const QString& file);
    void remove(const QString& file);
    void clear();

signals:
    void changed();

private:
    void keep(const QStringList& files);

    QSettings m_settings;
};

} // namespace studio
