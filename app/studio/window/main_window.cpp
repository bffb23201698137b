// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/main_window.h"

#include "app/studio/run_bar/run_bar.h"
#include "app/studio/window/canvas_pages.h"
#include "app/studio/window/file_commands.h"
#include "app/studio/window/guide_link.h"
#include "app/studio/window/menus.h"
#include "app/studio/window/panels.h"
#include "app/studio/window/status_line.h"
#include "app/studio/workspace/project_files.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/looks/theme.h"
#include "editor/panels/unroll_view.h"
#include "engine/graph/catalog.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QLayout>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QToolBar>

namespace studio {
namespace {

constexpr QSize firstSize{1480, 920};

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_copies(m_workspace), m_training(new TrainingActions(m_workspace, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(editor::icon(QStringLiteral("hamnet")));
    setAcceptDrops(true);
    findSize(); // before the docks, which share it
    m_files = new FileCommands(m_workspace, m_copies, *this);
    m_pages = new CanvasPages(m_workspace, {m_files->begin, m_files->open}, this);
    setCentralWidget(m_pages);
    m_panels = new Panels(*this, m_workspace, *m_training);
    m_guide = new GuideLink(*this, {m_workspace, *m_files, *m_pages, *m_panels, *m_training});
    const auto* menus = new Menus(*this, {m_workspace, *m_files, *m_pages, *m_panels, *m_training, *m_guide});
    connect(menus, &Menus::said, m_pages, &CanvasPages::say);
    DockArea& docks = m_panels->docks();
    docks.leaveKeysToMenus();
    m_status = new StatusLine(*statusBar(), m_workspace, *m_panels);
    wire();
    wireStartPage();
    addRunBar();
    docks.keepAsDefault();
    const QSettings settings;
    docks.hideAtFirst(settings.value(QStringLiteral("window/docks")).toByteArray());
    // Again: side by side, before they became tabs, the docks have widened the window and its minimum size.
    layout()->activate();
    findSize();
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    showPage();
}

/// The parts look at the workspace: they go before it, which children of a window would not by themselves.
MainWindow::~MainWindow()
{
    delete m_guide;
    delete m_status;
    delete m_bottom;
    delete m_panels;
    delete m_pages;
    delete m_files;
}

editor::CanvasView& MainWindow::canvas()
{
    return m_pages->canvas();
}

void MainWindow::findSize()
{
    resize(firstSize.boundedTo(screen()->availableSize() * 0.96));
}

void MainWindow::wire()
{
    connect(&m_workspace, &Workspace::opened, this, &MainWindow::showPage);
    connect(&m_workspace, &Workspace::fileChanged, this, &MainWindow::showTitle);
    connect(&m_workspace, &Workspace::warned, m_pages, &CanvasPages::say);
    connect(&m_workspace.training(), &TrainingSession::failed, m_pages, &CanvasPages::say);
    connect(&m_workspace.training(), &TrainingSession::troubled, m_pages, &CanvasPages::say);
    connect(m_training, &TrainingActions::refused, m_pages, &CanvasPages::say);
    connect(&m_copies, &CrashCopies::failed, m_pages, &CanvasPages::say);
    connect(m_files, &FileCommands::said, m_pages, &CanvasPages::say);
    connect(m_files, &FileCommands::noted, m_status, &StatusLine::note);
    connect(m_files, &FileCommands::viewWanted, this, &MainWindow::keepView);
    connect(m_panels, &Panels::said, m_pages, &CanvasPages::say);
    connect(m_panels, &Panels::openRequested, m_files, &FileCommands::leaveFor);
    connect(m_panels, &Panels::importRequested, m_files->importFrom, &QAction::trigger);
    connect(m_panels, &Panels::exportRequested, m_files, &FileCommands::showExport);
    connect(m_panels, &Panels::heatChanged, &canvas(), &editor::CanvasView::setHeat);
    connect(m_panels, &Panels::valuesChanged, &canvas().canvas(), &editor::CanvasScene::setValues);
    connect(m_panels, &Panels::stepsChanged, &m_pages->unrolled(), &editor::UnrollView::setValues);
    connect(m_panels, &Panels::addRequested, &canvas(),
            [this](const QString& type) { canvas().adding().append(engine::layerType(type.toStdString())); });
    connect(&canvas(), &editor::CanvasView::inspectRequested, m_panels, &Panels::showInspector);
    connect(&canvas().camera(), &editor::Camera::zoomChanged, m_status, &StatusLine::setZoom);
}

void MainWindow::wireStartPage()
{
    StartPage& start = m_pages->start();
    connect(m_files->recent, &RecentMenu::filesChanged, &start, &StartPage::setRecent);
    connect(&m_copies, &CrashCopies::offered, &start, &StartPage::setRecoverable);
    connect(&start, &StartPage::recoverChosen, &m_copies, &CrashCopies::recover);
    connect(&start, &StartPage::discardChosen, &m_copies, &CrashCopies::remove);
    connect(&start, &StartPage::fileChosen, m_files, &FileCommands::leaveFor);
    connect(&start, &StartPage::sampleChosen, this, [this](const QString& file, const QString& knownSet) {
        if (m_files->mayLeave() && openFile(file)) {
            m_panels->showData(engine::knownSet(knownSet.toStdString()));
        }
    });
    start.setRecent(m_files->recent->files());
}

/// The bar itself is always there, so that no arrangement of the docks hides it; what is in it shows with a project.
void MainWindow::addRunBar()
{
    m_bottom = new QToolBar(tr("Run and machine"), this);
    m_bottom->setObjectName(QStringLiteral("runBar"));
    m_bottom->setMovable(false);
    m_bottom->toggleViewAction()->setVisible(false);
    addToolBar(Qt::BottomToolBarArea, m_bottom);
    auto* content = new RunBar(m_workspace, *m_training, m_bottom);
    m_run = m_bottom->addWidget(content);
    connect(m_panels, &Panels::readingTaken, content, &RunBar::noteReading);
    connect(m_panels, &Panels::runBlocked, content, &RunBar::setBlocked);
    connect(m_panels, &Panels::starved, content, &RunBar::noteStarvation);
    connect(content, &RunBar::said, m_pages, &CanvasPages::say);
    connect(content, &RunBar::writeRequested, m_panels,
            [this](const QString& file) { m_panels->write(file.toStdString()); });
}

bool MainWindow::openFile(const QString& file)
{
    return m_files->openFile(file);
}

void MainWindow::offerRecovery()
{
    m_copies.offer();
}

void MainWindow::showPage()
{
    const bool open = m_workspace.files().isOpen();
    m_panels->docks().show(open);
    m_run->setVisible(open);
    if (open && !m_workspace.view().docks.empty()) {
        m_panels->docks().arrange(QByteArray::fromStdString(m_workspace.view().docks));
    }
    m_pages->showOpened();
    if (open) {
        m_panels->showWhatItSays();
    }
    showTitle();
    m_status->refresh();
}

void MainWindow::showTitle()
{
    const ProjectFiles& files = m_workspace.files();
    setWindowModified(files.isModified());
    setWindowTitle(files.isOpen() ? tr("%1[*] – Hamnet").arg(files.title()) : tr("Hamnet"));
    if (!files.path().empty()) {
        setWindowFilePath({});
    }
}

void MainWindow::keepView()
{
    m_pages->keepView();
    m_workspace.view().docks = m_panels->docks().arrangement().toStdString();
}

bool MainWindow::mayStopQueue()
{
    const QString planned = m_panels->plannedQueueStart();
    if (!m_panels->isQueueWorking() && planned.isEmpty()) {
        return true;
    }
    const QString question =
        m_panels->isQueueWorking()
            ? tr("The queue is still being worked on. Stop that and close? The runs under way are saved and wait "
                 "again.")
            : tr("Work on the queue is planned: %1 It does not start where the window is closed. Close it?")
                  .arg(planned);
    return QMessageBox::question(this, tr("Queue"), question, QMessageBox::Yes | QMessageBox::No, QMessageBox::No) ==
           QMessageBox::Yes;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayStopQueue() || !m_files->mayLeave()) {
        event->ignore();
        return;
    }
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/docks"), m_panels->docks().arrangement());
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            m_files->leaveFor(url.toLocalFile());
            event->acceptProposedAction();
            return;
        }
    }
}

} // namespace studio
