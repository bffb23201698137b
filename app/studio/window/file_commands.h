// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/exchange/file_export_dialog.h"
#include "app/studio/workspace/crash_copies.h"
#include "app/studio/workspace/workspace.h"

#include <filesystem>
#include <optional>
#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QObject>
#include <QString>

class QStatusBar;

namespace studio {

/// The files that were opened last, of every kind, kept in the user's settings. All can be chosen: one that was gone
/// may be back.
class RecentMenu : public QMenu {
    Q_OBJECT

public:
    explicit RecentMenu(const QString& title, QWidget* parent = nullptr);

    void add(const QString& file) { keep(file, true); }     ///< it was opened or saved
    void remove(const QString& file) { keep(file, false); } ///< it is gone
    QStringList files() const;                              ///< absolute, the newest first

signals:
    void chosen(const QString& file);
    void filesChanged(const QStringList& files);

private:
    void keep(const QString& file, bool isThere);
    void fill();
};

/// While this lives the cursor is a clock, and the status bar says why: for what holds the window up where its files
/// are large. What was said meanwhile stays said.
class Busy {
public:
    Busy(QStatusBar& status, const QString& words);
    ~Busy();
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

private:
    QStatusBar& m_status;
    QString m_words;
};

/// What the menu File does, with its questions to the user.
class FileCommands : public QObject {
    Q_OBJECT

public:
    FileCommands(Workspace& workspace, CrashCopies& copies, QMainWindow& window);

    // Named for what the menu calls them. Those that need a project are off on the start page.
    QAction *begin, *open, *save, *saveAs, *restore, *importFrom, *exportTo, *close;
    RecentMenu* recent;

    /// Opens a file as from a command line. False where it was refused; then the workspace has warned why.
    bool openFile(const QString& file);

    /// Opens it where it joins the project, or where the user lets the project go.
    bool leaveFor(const QString& file);

    bool mayLeave(); ///< asks where something would be lost

    /// Asks what to export, with that of a run chosen where one is given.
    void showExport(std::optional<ExportContent> content, int run);

private:
    void makeActions();
    void updateActions(); ///< which of them can be used now
    void chooseAndOpen();
    bool saveProject(); ///< false: not saved
    bool saveProjectAs();
    std::optional<std::filesystem::path> askForProjectFile();
    bool saveTo(const std::filesystem::path& file);
    void offerFoundRuns();
    int askToLeave(); ///< a QMessageBox::StandardButton
    void restorePreviousVersion();

    // Other programs' files: a net that one brings is opened, or lends its weights to what is drawn, as the user likes.
    void chooseAndImport();
    void importFile(const std::filesystem::path& file);
    std::optional<Importer::Characters> askCharacters(const std::filesystem::path& file);
    void tell(const Transfer& transfer);

    Workspace& m_workspace;
    CrashCopies& m_copies;
    QMainWindow& m_window;
};

} // namespace studio
