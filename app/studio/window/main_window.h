// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/workspace/crash_copies.h"
#include "app/studio/workspace/workspace.h"

#include <QMainWindow>

namespace editor {
class CanvasView;
} // namespace editor

namespace studio {

class Activities;
class Centre;
class FileCommands;
class StatusLine;

/// The studio's window: what is worked on in the middle, panels around it, or the start page. It makes the parts and
/// lets them know each other; what things do is theirs.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    Workspace& workspace() { return m_workspace; }
    editor::CanvasView& canvas();
    Centre& centre() { return *m_centre; }

    /// Opens a file as from a command line or a drop. False where it was refused; then the window says why.
    bool openFile(const QString& file);

    /// Copies that a crash left are offered on the start page.
    void offerRecovery();

protected:
    void closeEvent(QCloseEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    const QWidget* partOf(const QWidget& widget) const; ///< the dock, tool bar or middle that holds it
    bool takesKeys(const QWidget& widget) const;        ///< by Tab
    void focusNextPart();
    void keepOnScreen();
    void wire();
    void wireStartPage();
    void showSample(const QString& file, const QString& knownSet);
    void addRunBar();
    void showPage();
    void leaveEmptyPage();
    void showWhatItSays(); ///< a net of texts writes samples, one of sequences has results
    void showDrawing();
    void showTitle();
    void keepView();
    bool mayStopQueue(); ///< asks where processes of this window work on it, or will

    Workspace m_workspace;
    CrashCopies m_copies;
    TrainingActions* m_training;
    FileCommands* m_files;
    Centre* m_centre;
    Activities* m_activities;
    QObject* m_guide;
    StatusLine* m_status;
    QToolBar* m_bottom; ///< above the status bar: the run and the machine
};

} // namespace studio
