// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_folder_button.h"

#include "editor/looks/theme.h"

#include <QFileDialog>
#include <QMenu>
#include <QSettings>
#include <QStandardPaths>

namespace studio {
namespace {

const QString folderKey = QStringLiteral("queue/folder");

} // namespace

QString usualQueue()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/queue");
}

QueueFolderButton::QueueFolderButton(QWidget* parent) : QToolButton(parent)
{
    setObjectName(QStringLiteral("queueFolder"));
    setIcon(editor::icon(QStringLiteral("project")));
    setAccessibleName(tr("Folder of the queue"));
    setPopupMode(QToolButton::InstantPopup);
    setMenu(new QMenu(this));
    connect(menu(), &QMenu::aboutToShow, this, &QueueFolderButton::showFolders);
    const QString kept = QSettings().value(folderKey).toString();
    choose(kept.isEmpty() ? usualQueue() : kept);
}

void QueueFolderButton::showFolders()
{
    menu()->clear();
    QString shown = m_folder;
    menu()->addAction(shown.replace(QLatin1Char('&'), QStringLiteral("&&")))->setEnabled(false); // no mnemonic
    menu()->addSeparator();
    menu()->addAction(tr("Another folder…"), this, &QueueFolderButton::ask);
    menu()
        ->addAction(tr("The usual folder"), this, [this] { choose(usualQueue()); })
        ->setEnabled(m_folder != usualQueue());
}

void QueueFolderButton::ask()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of the queue"), m_folder);
    if (!folder.isEmpty()) {
        choose(folder);
    }
}

void QueueFolderButton::choose(const QString& folder)
{
    m_folder = folder;
    QSettings().setValue(folderKey, folder == usualQueue() ? QString() : folder);
    setToolTip(tr("The queue is in %1").arg(folder));
    emit chosen(folder);
}

} // namespace studio

#include "moc_queue_folder_button.cpp"
