// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/main_window.h"

#include "app/studio/queue/runs_panel.h"
#include "app/studio/run_bar/run_bar.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/text/elided_label.h"
#include "app/studio/window/activities.h"
#include "app/studio/window/centre.h"
#include "app/studio/window/file_commands.h"
#include "app/studio/window/panels.h"
#include "app/studio/workspace/workspace.h"
#include "editor/looks/theme.h"
#include "editor/panels/problems_panel.h"
#include "editor/widgets/parts.h"
#include "editor/words/numbers.h"
#include "engine/graph/data_kind.h"

#include <algorithm>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

namespace studio {

namespace {

constexpr int noticeTime = 8000; ///< milliseconds

} // namespace

/// The window's status bar: notices for a while, what F5 will start, the run, problems, sizes and zoom.
class StatusLine : public QObject {
    Q_OBJECT

public:
    StatusLine(QStatusBar& bar, Workspace& workspace, const editor::ProblemsPanel& problems)
        : QObject(&bar),
          m_bar(bar),
          m_workspace(workspace),
          m_list(problems),
          m_plan(editor::described(new ElidedLabel(&bar), {.name = "planStatus"})),
          m_run(new ElidedLabel(&bar)),
          m_zoom(new QLabel(&bar)),
          m_sizes(editor::described(new QToolButton(&bar),
                                    {.name = "sizeStatus", .tip = tr("Show the sizes of all layers")}, &workspace,
                                    [&workspace] { emit workspace.panelWanted(QStringLiteral("sizes")); })),
          m_problems(editor::described(new QToolButton(&bar), {.name = "problemStatus"}, &workspace,
                                       [&workspace] { emit workspace.panelWanted(QStringLiteral("problems")); }))
    {
        m_plan->setContentsMargins(8, 0, 8, 0);
        bar.addPermanentWidget(m_plan, 1); // which is not hidden by a message
        connect(&bar, &QStatusBar::messageChanged, this, &StatusLine::showPlan);
        m_run->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        m_run->setMinimumWidth(1); // its words do not widen the window
        m_problems->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_problems->setAutoRaise(true);
        m_sizes->setAutoRaise(true);
        for (QWidget* part : std::initializer_list<QWidget*>{m_run, m_problems, m_sizes, m_zoom}) {
            bar.addPermanentWidget(part);
        }
        setZoom(1);
        workspace.onChange(this,
                           Changes(Change::Project) | Change::Drawing | Change::Training | Change::Stale | Change::Fit |
                               Change::Blocked,
                           [this] { refresh(); });
        connect(&workspace.training(), &TrainingSession::started, this, [this] {
            m_bar.clearMessage(); // what Start does
            showRun();
        });
        connect(&workspace, &Workspace::noted, this, &StatusLine::note);
    }

    /// for a while
    void note(const QString& sentence) { m_bar.showMessage(sentence, noticeTime); }
    /// what F5 will start
    void setPlan(const QString& sentence)
    {
        m_sentence = sentence;
        showPlan();
    }
    void setZoom(double zoom) { m_zoom->setText(QLocale().toString(100 * zoom, 'f', 0) + QStringLiteral(" %")); }
    void refresh()
    {
        const bool open = m_workspace.files().isOpen();
        const bool drawn = open && !m_workspace.document().content().nodes.empty();
        m_problems->setVisible(drawn);
        m_sizes->setVisible(drawn);
        m_zoom->setVisible(open);
        showProblems();
        showSizes();
        showRun();
    }

private:
    /// Or the message in its place, which the bar itself would cut in a word.
    void showPlan()
    {
        const QString message = m_bar.currentMessage();
        m_plan->setText(message.isEmpty() ? m_sentence : message);
    }
    void showProblems()
    {
        const int errors = m_list.errors(), doubts = m_list.doubts(), hints = m_list.hints();
        m_problems->setIcon(editor::icon(errors > 0   ? QStringLiteral("error")
                                         : doubts > 0 ? QStringLiteral("warning")
                                                      : QStringLiteral("info")));
        m_problems->setText(errors > 0   ? tr("%n problem(s)", nullptr, errors)
                            : doubts > 0 ? tr("%n warning(s)", nullptr, doubts)
                            : hints > 0  ? tr("%n note(s)", nullptr, hints)
                                         : tr("No problems"));
    }
    void showSizes()
    {
        const editor::Derived& derived = m_workspace.document().derived();
        m_sizes->setText(
            tr("%1 parameters, %2 to train")
                .arg(editor::countText(derived.report.parameters), editor::bytesText(derived.report.memory.total())));
    }
    void showRun()
    {
        const TrainingSession& training = m_workspace.training();
        m_run->setVisible(training.isBusy());
        if (training.isBusy()) {
            const bool knows = training.state() != TrainingSession::State::Starting;
            const QString words = knows ? whereInWords(training.run().start) : tr("Starting…");
            m_run->setText(m_workspace.nextRun().isStale() ? tr("The drawing has changed since · %1").arg(words)
                                                           : words);
        }
    }

    QStatusBar& m_bar;
    Workspace& m_workspace;
    const editor::ProblemsPanel& m_list;
    QString m_sentence; ///< what F5 will start
    QLabel *m_plan, *m_run, *m_zoom;
    QToolButton *m_sizes, *m_problems;
};

namespace {

constexpr QSize firstSize{1480, 920};

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_copies(m_workspace, this), m_training(new TrainingActions(m_workspace, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(editor::icon(QStringLiteral("hamnet")));
    setAcceptDrops(true);
    resize(firstSize.boundedTo(screen()->availableSize() * 0.96));
    m_files = new FileCommands(m_workspace, m_copies, *this);
    m_centre = new Centre(m_workspace, {m_files->begin, m_files->open}, this);
    setCentralWidget(m_centre);
    m_activities = new Activities(*this, *m_centre);
    const WindowParts parts{*this, m_workspace, *m_training, *m_files, *m_centre, *m_activities};
    makePanels(parts);
    m_guide = makeGuide(parts);
    editor::described(
        new QAction(tr("Ne&xt panel"), this),
        {.name = "nextPanel", .tip = tr("Move the keyboard focus into the next panel"), .keys = "Ctrl+F6"}, this,
        &MainWindow::focusNextPart);
    makeMenus(parts);
    m_activities->leaveKeysToMenus();
    m_status = new StatusLine(*statusBar(), m_workspace, *findChild<editor::ProblemsPanel*>());
    wire();
    wireStartPage();
    addRunBar();
    const QSettings settings;
    m_activities->restore(settings.value(QStringLiteral("window/activities")).toByteArray());
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    keepOnScreen();
    showPage();
}

/// The parts look at the workspace: they go before it, which children of a window would not by themselves.
MainWindow::~MainWindow()
{
    delete m_guide;
    delete m_status;
    delete m_bottom;
    delete m_activities;
    delete m_centre;
    delete m_files;
}

editor::CanvasView& MainWindow::canvas()
{
    return m_centre->canvas();
}

/// A geometry that was kept may be of another screen, or of another scale.
void MainWindow::keepOnScreen()
{
    constexpr int frame = 4, title = 36; // at most, on most desks; they are not known before the window is shown
    const QScreen* const there = QGuiApplication::screenAt(geometry().center());
    const QRect room = (there ? there : screen())->availableGeometry().adjusted(0, 0, -frame, -title);
    if (isMaximized() || isFullScreen() || room.contains(geometry())) {
        return;
    }
    resize(size().boundedTo(room.size()));
    move(std::clamp(x(), room.left(), room.right() + 1 - width()),
         std::clamp(y(), room.top(), room.bottom() + 1 - height()));
}

void MainWindow::wire()
{
    connect(&m_workspace, &Workspace::opened, this, &MainWindow::showPage);
    m_workspace.onChange(this, Change::File, [this] { showTitle(); });
    connect(&m_workspace, &Workspace::warned, m_centre, &Centre::say);
    connect(&m_workspace, &Workspace::panelWanted, m_activities, &Activities::showPanel);
    connect(&m_workspace, &Workspace::viewWanted, this, &MainWindow::keepView);
    connect(&m_workspace, &Workspace::limitReached, m_activities, [this] { m_activities->go(Activity::Train); });
    connect(&m_workspace.document(), &editor::Document::focusRequested, this, &MainWindow::showDrawing);
    const TrainingSession& training = m_workspace.training();
    connect(&training, &TrainingSession::failed, m_centre, &Centre::say);
    connect(&training, &TrainingSession::troubled, m_centre, &Centre::say);
    connect(&training, &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
        if (state == TrainingSession::State::Starting) {
            m_activities->go(Activity::Train);
            showWhatItSays();
        }
    });
    connect(&canvas().camera(), &editor::Camera::zoomChanged, m_status, &StatusLine::setZoom);
}

void MainWindow::wireStartPage()
{
    StartPage& start = m_centre->start();
    connect(m_files->recent, &RecentMenu::filesChanged, &start, &StartPage::setRecent);
    connect(&m_copies, &CrashCopies::offered, &start, &StartPage::setRecoverable);
    connect(&start, &StartPage::recoverChosen, &m_copies, &CrashCopies::recover);
    connect(&start, &StartPage::discardChosen, &m_copies, &CrashCopies::remove);
    connect(&start, &StartPage::fileChosen, m_files, &FileCommands::leaveFor);
    connect(&start, &StartPage::sampleChosen, this, &MainWindow::showSample);
    start.setRecent(m_files->recent->files());
}

/// With the offer to fetch its data.
void MainWindow::showSample(const QString& file, const QString& knownSet)
{
    if (m_files->mayLeave() && openFile(file)) {
        m_activities->go(Activity::Draw);
        m_activities->bringForward("data");
        findChild<SequencePanel*>()->useKnownSet(
            {.data = engine::knownData(engine::kinds::sequences, knownSet.toStdString())});
    }
}

void MainWindow::addRunBar()
{
    m_bottom = editor::described(new QToolBar(tr("Run and machine"), this), {.name = "runBar"});
    m_bottom->setMovable(false);
    m_bottom->toggleViewAction()->setVisible(false);
    addToolBar(Qt::BottomToolBarArea, m_bottom);
    auto* content = new RunBar(m_workspace, *m_training, m_bottom);
    m_bottom->addWidget(content);
    // While one draws and nothing runs, the canvas has its room; it is not taken back before one leaves the drawing.
    connect(m_activities, &Activities::changed, m_bottom, [this](Activity now) {
        m_bottom->setVisible(m_workspace.files().isOpen() &&
                             (now != Activity::Draw || m_workspace.training().isBusy()));
    });
    connect(content, &RunBar::planned, m_status, &StatusLine::setPlan);
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
    m_activities->setOpen(open);
    m_activities->restore(QByteArray::fromStdString(m_workspace.view().docks));
    m_centre->showOpened();
    statusBar()->clearMessage(); // "Saved" was of another drawing
    if (open) {
        leaveEmptyPage();
        showWhatItSays();
        m_centre->takeFocus();
    }
    showTitle();
    m_status->refresh();
}

/// A net of texts has nothing to try, and another one writes nothing.
void MainWindow::leaveEmptyPage()
{
    const bool writes = engine::dataKindOf(m_workspace.document().derived().model).writes;
    if (m_centre->shown() == (writes ? Activity::Try : Activity::Write)) {
        m_activities->go(writes ? Activity::Write : Activity::Try);
    }
}

void MainWindow::showWhatItSays()
{
    const bool writes = engine::dataKindOf(m_workspace.document().derived().model).writes;
    QDockWidget& says = m_activities->named(writes ? "diary" : "results");
    if (!says.isHidden()) {
        says.raise();
    }
}

/// A layer is to be seen; the list that it was chosen from stays in sight.
void MainWindow::showDrawing()
{
    const bool problems = m_activities->named("problems").isVisible(), sizes = m_activities->named("sizes").isVisible();
    m_activities->go(Activity::Draw);
    if (problems || sizes) {
        m_activities->bringForward(problems ? "problems" : "sizes");
    }
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
    m_centre->keepView();
    m_workspace.view().docks = m_activities->kept().toStdString();
}

bool MainWindow::mayStopQueue()
{
    const auto& queue = *findChild<RunsPanel*>();
    const QString planned = queue.plannedStart();
    if (!queue.isWorking() && planned.isEmpty()) {
        return true;
    }
    const QString question =
        queue.isWorking()
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
    settings.setValue(QStringLiteral("window/activities"), m_activities->kept());
    event->accept();
}

/// Nothing where the window does not hold it.
const QWidget* MainWindow::partOf(const QWidget& widget) const
{
    const QWidget* part = &widget;
    while (part && part->parentWidget() != this) {
        part = part->parentWidget();
    }
    return part;
}

/// Qt counts docks behind others in tabs as visible, and keeps them beside the window: Tab passes over them.
bool MainWindow::takesKeys(const QWidget& widget) const
{
    return (widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy() && widget.isVisibleTo(this) &&
           widget.isEnabled() && widget.window() == this && partOf(widget)->geometry().intersects(rect());
}

bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget* const from = focusWidget() ? focusWidget() : this;
    QWidget* found = nullptr; // as Qt itself does it: the way back is not always the reverse one
    for (QWidget* to = from->nextInFocusChain(); to != from && !(found && next); to = to->nextInFocusChain()) {
        found = takesKeys(*to) ? to : found;
    }
    if (found) {
        found->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    }
    return found;
}

void MainWindow::focusNextPart()
{
    QWidget* const from = focusWidget() ? focusWidget() : this;
    for (QWidget* to = from->nextInFocusChain(); to != from; to = to->nextInFocusChain()) {
        if (takesKeys(*to) && partOf(*to) != partOf(*from)) {
            to->setFocus(Qt::TabFocusReason);
            return;
        }
    }
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

#include "main_window.moc"
#include "moc_main_window.cpp"
