// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/project/autosave.h"
#include "app/studio/project/recent_files.h"
#include "app/studio/workspace.h"
#include "editor/words/symbols.h"

#include <QMainWindow>
#include <QTimer>

class QDockWidget;
class QLabel;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace editor {
class CanvasView;
class Inspector;
class LayerTree;
class Palette;
class ProblemsPanel;
class SizeTable;
class UnrollView;
} // namespace editor

namespace studio {

class CurvesLink;
class DataPages;
class ExchangeLink;
class StartPage;
class TextLink;
class TrainingPanel;

/// The studio's window: the canvas in the middle, panels around it, or the start page. It wires; what things do is
/// theirs.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    Workspace& workspace() { return m_workspace; }
    editor::CanvasView& canvas() { return *m_canvas; }
    TrainingActions& trainingActions() { return *m_training; }

    /// Opens a file as from a command line or a drop. False where it was refused; then the window says why.
    bool openFile(const QString& file);

    /// Copies that a crash left are offered on the start page.
    void offerRecovery();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makePages();
    void makeDocks();
    void makeFileActions();
    void makeMenus();
    void makeViewMenu(QMenu& menu);
    void makeLooksMenu(QMenu& menu);
    void makeLanguageMenu(QMenu& menu);
    void makeHelpMenu(QMenu& menu);
    void makeToolBar();
    void makeStatusBar();
    void wire();
    QDockWidget* dock(const QString& name, const QString& title, QWidget* widget, Qt::DockWidgetArea area);
    void dressDocks();
    void showDocks(bool open);
    void arrangeDocks(const QByteArray& kept);

    QAction* action(const QString& icon, const QString& text, const QKeySequence& keys,
                    const std::function<void()>& act);
    bool mayLeave(); ///< asks where something would be lost
    bool save();     ///< false: not saved
    std::optional<QString> saveTo(const std::filesystem::path& file);
    bool saveAs();
    void chooseAndOpen();
    void say(const QString& sentence); ///< where the user looks
    void showPage();
    void showTitle();
    void listRunProblems();
    void showStatus();
    void showCanvasWords();
    void keepView();
    void recover(const Recoverable& copy);
    void keepCopy();
    void forgetRecovered();
    void keepMenuKeys();
    void showWhole();
    void showWhatItSays();
    void unroll(editor::Id node);
    void showDrawing();
    void showCommands();
    void showKeys();
    void showAbout();

    Workspace m_workspace;
    RecentFiles m_recent;
    AutoSave m_autosave;
    editor::LiveSymbols m_symbols;
    TrainingActions* m_training;
    ExchangeLink* m_exchange;

    QStackedWidget* m_pages;
    StartPage* m_start;
    editor::CanvasView* m_canvas;
    editor::Palette* m_palette;
    editor::Inspector* m_inspector;
    editor::LayerTree* m_tree;
    QDockWidget* m_treeDock;
    editor::UnrollView* m_unroll;
    editor::SizeTable* m_sizes;
    editor::ProblemsPanel* m_problems;
    QDockWidget* m_problemsDock;
    QDockWidget *m_diaryDock, *m_resultsDock;
    TrainingPanel* m_trainingPanel;
    DataPages* m_data;
    CurvesLink* m_curves;
    TextLink* m_text;
    QList<QDockWidget*> m_docks;
    QByteArray m_usualDocks; ///< how they stand at first
    QByteArray m_docksAside; ///< how they stood when the start page came
    bool m_docksShown = false;
    bool m_fitted = false; ///< the whole drawing is in view, and shall stay so
    QTimer m_dressDocks;
    QAction *m_new, *m_open, *m_save, *m_saveAs, *m_import, *m_export, *m_close;
    QMenu* m_recentMenu;
    std::optional<Recoverable> m_recovered; ///< the copy that the project came from
    QLabel *m_runStatus, *m_sizeStatus, *m_zoomStatus;
    QToolButton* m_problemStatus;
};

} // namespace studio
