// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/window/exchange_link.h"
#include "app/studio/window/recent_menu.h"
#include "app/studio/workspace/crash_copies.h"
#include "app/studio/workspace/workspace.h"

#include <filesystem>
#include <optional>
#include <QAction>
#include <QMainWindow>
#include <QObject>

namespace studio {

/// What the menu File does, with its questions to the user.
class FileCommands : public QObject {
    Q_OBJECT

public:
    FileCommands(Workspace& workspace, CrashCopies& copies, QMainWindow& window);

    // Named for what the menu calls them. Those that need a project are off on the start page.
    QAction *begin, *open, *save, *saveAs, *restore, *importFrom, *exportTo, *close;
    RecentMenu* recent;

    /// Opens a file as from a command line. False where it was refused; then said() says why.
    bool openFile(const QString& file);

    /// Opens it where it joins the project, or where the user lets the project go.
    bool leaveFor(const QString& file);

    bool mayLeave(); ///< asks where something would be lost

    void showExport(ExportContent content, int run);

signals:
    void said(const QString& sentence);  ///< where the user looks; empty: what was said before no longer holds
    void noted(const QString& sentence); ///< for a while

private:
    void makeActions();
    void updateActions(); ///< which of them can be used now
    void chooseAndOpen();
    bool saveProject(); ///< false: not saved
    bool saveProjectAs();
    std::optional<std::filesystem::path> askForProjectFile();
    bool saveTo(const std::filesystem::path& file);
    enum class Choice { Saved, Recovered, Cancel };
    Choice askToRecover(const std::filesystem::path& file, const Recoverable& copy);
    void offerFoundRuns();
    int askToLeave(); ///< a QMessageBox::StandardButton
    void restorePreviousVersion();

    Workspace& m_workspace;
    CrashCopies& m_copies;
    QMainWindow& m_window;
    ExchangeLink* m_exchange;
};

} // namespace studio
