// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QToolButton>

namespace studio {

QString usualQueue(); ///< the folder of the queue under the user's data

/// Says which folder the queue is in, and offers another one. The choice is remembered.
class QueueFolderButton : public QToolButton {
    Q_OBJECT

public:
    explicit QueueFolderButton(QWidget* parent = nullptr);

    const QString& folder() const { return m_folder; } ///< the one that was chosen last, or the usual one

signals:
    void chosen(const QString& folder);

private:
    void showFolders();
    void ask();
    void choose(const QString& folder);

    QString m_folder;
};

} // namespace studio
