// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/autosave.h"
#include "app/studio/project/recent_files.h"
#include "app/studio/window/exchange_link.h"
#include "app/studio/workspace/workspace.h"

#include <functional>
#include <optional>
#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QObject>

namespace studio {

/// What the menu File does, with its questions to the user, and the copies that outlive a crash.
class FileCommands : public QObject {
    Q_OBJECT

public:
    FileCommands(Workspace& workspace, QMainWindow& window);

    // Named for what the menu calls them. Those that need a project are off on the start page.
    QAction *begin, *open, *save, *saveAs, *restore, *importFrom, *exportTo, *close;
    QMenu* recent; ///< the files that were opened last

    /// Opens a file as from a command line. False where it was refused; then said() says why.
    bool openFile(const QString& file);

    /// Opens it where it joins the project, or where the user lets the project go.
    bool leaveFor(const QString& file);

    bool mayLeave(); ///< asks where something would be lost

    void showExport(ExportContent content, int run);
    void recover(const Recoverable& copy);
    void dropCopy(const Recoverable& copy);
    void offerRecovery(); ///< tells the copies that a crash left
    void tellRecent();    ///< and fills the menu

signals:
    void said(const QString& sentence);  ///< where the user looks
    void noted(const QString& sentence); ///< for a while
    void viewWanted();                   ///< before a save: what the window shows goes into the project's view
    void recentChanged(const QStringList& files);
    void recoverableChanged(const std::vector<studio::Recoverable>& copies);

private:
    QAction* action(const QString& icon, const QString& text, const QKeySequence& keys,
                    const std::function<void()>& act);
    void makeActions();
    void chooseAndOpen();
    bool saveProject(); ///< false: not saved
    bool saveProjectAs();
    bool saveTo(const std::filesystem::path& file);
    bool mayStopTraining();
    bool mayDropChanges();
    void noteOpened();
    void restorePreviousVersion();
    void noteFile(); ///< whether there is a version before the last save
    void keepCopy();
    void forgetRecovered();

    Workspace& m_workspace;
    QMainWindow& m_window;
    RecentFiles m_recent;
    AutoSave m_autosave;
    ExchangeLink* m_exchange;
    std::optional<Recoverable> m_recovered; ///< the copy that the project came from
};

} // namespace studio
