// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/gui/stage.h"

#include "app/contest/engine_process.h"
#include "app/studio/start/start_page.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/window/panels.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/looks/language.h"
#include "editor/looks/theme.h"
#include "tests/studio/small_net.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <fstream>
#include <QAction>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QTabBar>
#include <QWindow>

namespace studio {
namespace {

/// Of the window that the widget is in, and the place there.
struct Spot {
    QWindow* window;
    QPoint place;
};

Spot spot(const QWidget& widget, QPoint at)
{
    return {widget.window()->windowHandle(), widget.mapTo(widget.window(), at)};
}

/// Where the pointer now stands over the widget. Docks that were just shown move until their layout has come to rest: a
/// person waits for that, too.
Spot pointAt(const QWidget& widget, QPoint at)
{
    Spot there = spot(widget, at);
    const auto rests = [&] {
        const QPoint before = there.place;
        QTest::mouseMove(there.window, there.place);
        QCoreApplication::processEvents();
        there = spot(widget, at);
        return there.place == before;
    };
    while (!rests() || !rests()) {}
    return there;
}

QWindow* windowWithFocus()
{
    return QApplication::activeWindow() ? QApplication::activeWindow()->windowHandle() : nullptr;
}

} // namespace

Home::Home()
{
    const QByteArray home = m_folder.path().toUtf8();
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"}) {
        qputenv(name, home);
    }
    qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:"); // the desktop's wishes are not asked for
}

std::filesystem::path Home::path(const std::string& name) const
{
    return std::filesystem::path(m_folder.path().toStdString()) / name;
}

std::filesystem::path Home::write(const std::string& name, const std::string& bytes) const
{
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
}

Activity activityOf(const QString& panel)
{
    if (panel == QStringLiteral("results")) {
        return Activity::Try; // where it has most room
    }
    for (const PanelSpec& spec : panelSpecs()) {
        if (spec.page && panel == QLatin1String(spec.id)) {
            return *spec.page;
        }
        const auto open =
            std::find_if(spec.places.rbegin(), spec.places.rend(), [](Place place) { return place.open; });
        if (panel == QLatin1String(spec.id) && open != spec.places.rend()) {
            return activities[static_cast<std::size_t>(spec.places.rend() - open - 1)];
        }
    }
    return panel == QStringLiteral("lens") || panel == QStringLiteral("state") ? Activity::Write : Activity::Draw;
}

void goTo(MainWindow& window, Activity activity)
{
    window.findChild<QAction*>(QStringLiteral("activity%1").arg(static_cast<int>(activity) + 1))->trigger();
}

void click(QWidget& widget, QPoint at, Qt::KeyboardModifiers modifiers)
{
    const Spot there = pointAt(widget, at);
    QTest::mouseClick(there.window, Qt::LeftButton, modifiers, there.place);
}

void click(QWidget& widget)
{
    click(widget, widget.rect().center());
}

void doubleClick(QWidget& widget, QPoint at)
{
    const Spot there = pointAt(widget, at);
    QTest::mouseDClick(there.window, Qt::LeftButton, {}, there.place);
}

/// In several moves, as a hand would.
void drag(QWidget& widget, QPoint from, QPoint to)
{
    const Spot there = spot(widget, from);
    QTest::mouseMove(there.window, there.place);
    QTest::mousePress(there.window, Qt::LeftButton, {}, there.place);
    for (const double part : {0.2, 0.5, 0.8, 1.0}) {
        QTest::mouseMove(there.window, there.place + (to - from) * part);
    }
    QTest::mouseRelease(there.window, Qt::LeftButton, {}, there.place + (to - from));
}

namespace {

/// A dialog that closes may take the focus with it: a person clicks on the window then.
bool waitForFocus()
{
    return QTest::qWaitFor(
        [] {
            const bool found = QTest::qWaitFor([] { return windowWithFocus() != nullptr; }, 2'000);
            if (!found) {
                const QWidget* modal = QApplication::activeModalWidget();
                for (QWidget* window : QApplication::topLevelWidgets()) {
                    const bool takesFocus = window->windowType() == Qt::Window || window->windowType() == Qt::Dialog;
                    if (window->isVisible() && takesFocus && (!modal || window == modal)) {
                        window->activateWindow();
                    }
                }
            }
            return found;
        },
        patience);
}

} // namespace

void press(int key, Qt::KeyboardModifiers modifiers)
{
    QVERIFY(waitForFocus());
    QTest::keyClick(windowWithFocus(), static_cast<Qt::Key>(key), modifiers);
}

void type(const QString& latin)
{
    QVERIFY(waitForFocus());
    for (const QChar letter : latin) {
        QTest::keyClick(windowWithFocus(), letter.toLatin1());
    }
}

void drop(QWidget& window, QPoint at, const std::filesystem::path& file)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(file.string()))});
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window.windowHandle(), &enter);
    QVERIFY(enter.isAccepted());
    QDragMoveEvent move(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    move.setDropAction(enter.dropAction());
    move.accept(); // as the window system's moves are, once entering was
    QApplication::sendEvent(window.windowHandle(), &move);
    QVERIFY(move.isAccepted());
    QDropEvent let(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window.windowHandle(), &let);
}

namespace {

/// Dialogs whose answer is under way: what they ask in turn is another dialog's, which may take a while to come up.
QList<QDialog*> answered;

} // namespace

Answer::Answer(std::vector<std::function<void(QDialog&)>> answers) : m_answers(std::move(answers))
{
    QObject::connect(&m_look, &QTimer::timeout, &m_look, [this] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (dialog && dialog->isActiveWindow() && !answered.contains(dialog)) {
            m_look.stop(); // an answer may wait for something itself
            answered.append(dialog);
            m_answers[m_next++](*dialog);
            answered.removeOne(dialog);
            if (!given()) {
                m_look.start();
            }
        }
    });
    m_look.start(20);
}

bool Answer::to(const std::function<void()>& question)
{
    const QWidget* const before = QApplication::activeModalWidget();
    question();
    const auto isOver = [&] { // the dialog that it was asked in may have closed with it
        const QWidget* const now = QApplication::activeModalWidget();
        return given() && (now == before || now == nullptr);
    };
    const bool over = QTest::qWaitFor(isOver, patience);
    [over] { QVERIFY2(over, "a dialog that was to be answered did not come, or one stayed open"); }();
    return over;
}

std::function<void(QDialog&)> byButton(QMessageBox::StandardButton button)
{
    return [button](QDialog& dialog) { click(*dynamic_cast<QMessageBox&>(dialog).button(button)); };
}

std::function<void(QDialog&)> byFile(const std::filesystem::path& file)
{
    return [file](QDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        QVERIFY(name);
        click(*name);
        press(Qt::Key_A, Qt::ControlModifier);
        type(QString::fromStdString(file.string()));
        press(Qt::Key_Return);
    };
}

Stage::Stage(With open) : m_window(std::make_unique<MainWindow>())
{
    m_window->offerRecovery();
    m_window->show();
    [this] { QVERIFY(QTest::qWaitForWindowActive(m_window.get(), patience)); }();
    if (open != With::StartPage) {
        openFirstSample();
    }
    if (open == With::SmallSample) {
        shrink();
    }
}

/// A picture of the whole screen says more than the line that failed: dialogs are on it, and where windows stand.
Stage::~Stage()
{
    if (QTest::currentTestFailed()) {
        const QDir folder(QString::fromStdString((buildRoot() / "failed").string()));
        folder.mkpath(QStringLiteral("."));
        const QString file = folder.filePath(QStringLiteral("%1_%2.png")
                                                 .arg(QFileInfo(QCoreApplication::applicationFilePath()).baseName(),
                                                      QLatin1String(QTest::currentTestFunction())));
        const QRect area = place();
        QGuiApplication::primaryScreen()->grabWindow(0).save(file);
        qInfo("the canvas says: %s", qPrintable(said()));
        qInfo("the window is %d x %d at %d, %d; the screen as it was: %s", area.width(), area.height(), area.x(),
              area.y(), qPrintable(file));
    }
}

StartPage& Stage::start()
{
    return *m_window->findChild<StartPage*>();
}

TextPanel& Stage::writing()
{
    return *m_window->findChild<TextPanel*>();
}

void Stage::openFirstSample()
{
    QVERIFY(start().firstCard());
    click(*start().firstCard());
    QVERIFY(waitForPage(true));
    TRY_VERIFY(canvas().hasFocus());
}

void Stage::openSample(const std::string& stem)
{
    for (SampleCard* card : start().findChildren<SampleCard*>()) {
        if (card->sample().file.stem() == stem) {
            for (auto* more : start().findChildren<QToolButton*>(QStringLiteral("moreSamples"))) {
                if (card->isHidden() && !more->isHidden()) {
                    more->click(); // all samples of a group are shown
                }
            }
            auto* area = start().findChild<QScrollArea*>(QStringLiteral("samples"));
            const auto isInSight = [&] {
                area->ensureWidgetVisible(card);
                return QApplication::widgetAt(card->mapToGlobal(card->rect().center())) == card;
            };
            TRY_VERIFY(isInSight());
            click(*card);
            QVERIFY(waitForPage(true));
            return;
        }
    }
    QFAIL("the start page lacks this sample");
}

void Stage::shrink()
{
    studio::shrink(document(), {.units = 32, .streams = 8, .steps = 16});
    setNextRun(workspace(), {{"threads", 1}, {"iterations", 1'000'000}, {"validate_every", 1'000'000}});
}

bool Stage::waitForState(TrainingSession::State state)
{
    return QTest::qWaitFor([&] { return training().state() == state; }, patience);
}

bool Stage::waitForRun()
{
    return QTest::qWaitFor(
        [&] { return training().state() == TrainingSession::State::Running || training().run().hasEnded(); }, patience);
}

bool Stage::waitForIteration(std::int64_t iteration)
{
    return QTest::qWaitFor([&] { return training().progressNow().iteration >= iteration; }, patience);
}

bool Stage::starts()
{
    press(Qt::Key_F5);
    return waitForState(TrainingSession::State::Running);
}

bool Stage::stops()
{
    press(Qt::Key_F5, Qt::ShiftModifier);
    return waitForState(TrainingSession::State::Idle);
}

bool Stage::trains(std::int64_t iterations)
{
    press(Qt::Key_F5);
    const bool came = waitForIteration(iterations);
    return stops() && came;
}

void Stage::clickInMenu(const char* name)
{
    auto* action = window().findChild<QAction*>(QLatin1String(name));
    QVERIFY(action && action->isEnabled());
    QMenuBar& bar = *window().menuBar();
    for (QAction* head : bar.actions()) {
        if (head->menu()->actions().contains(action)) {
            click(bar, bar.actionGeometry(head).center());
            TRY_VERIFY(head->menu()->isVisible());
            click(*head->menu(), head->menu()->actionGeometry(action).center());
            return;
        }
    }
    QFAIL(name);
}

bool Stage::waitForPage(bool open)
{
    return QTest::qWaitFor([&] { return workspace().files().isOpen() == open && start().isVisible() != open; },
                           patience);
}

namespace {

/// What others cover entirely has no visible region: that of a tab behind, but also of one full of its own children.
bool isSeen(const QDockWidget& dock)
{
    const QList<QWidget*> parts = dock.findChildren<QWidget*>();
    return std::any_of(parts.begin(), parts.end(),
                       [](const QWidget* part) { return !part->visibleRegion().isEmpty(); });
}

/// What was just shown is laid out in several turns of the event loop.
bool comesToLie(const QWidget& widget)
{
    constexpr int restingTurns = 5;
    QRect place;
    int same = 0;
    return QTest::qWaitFor(
        [&] {
            same = widget.geometry() == place ? same + 1 : 0;
            place = widget.geometry();
            return same >= restingTurns;
        },
        patience);
}

} // namespace

void Stage::go(Activity activity)
{
    press(Qt::Key_1 + static_cast<int>(activity), Qt::ControlModifier);
    TRY_COMPARE(m_window->centre().shown(), activity);
}

/// QWidget::frameGeometry() keeps the frame of before, where a busy window manager takes away the borders of a
/// maximized window after its new size has come.
QRect Stage::place() const
{
    return m_window->windowHandle()->frameGeometry();
}

QString Stage::said() const
{
    return m_window->centre().said();
}

void Stage::showPanel(const QString& dock)
{
    auto* wanted = m_window->findChild<QDockWidget*>(dock);
    if (!wanted || wanted->isHidden()) {
        go(activityOf(dock));
    }
    if (!wanted) {
        return; // a page of the middle
    }
    if (wanted->isHidden()) {
        wanted->toggleViewAction()->trigger(); // as from the menu View
    }
    for (QTabBar* tabs : m_window->findChildren<QTabBar*>()) {
        for (int tab = 0; tab < tabs->count(); ++tab) {
            if (tabs->isVisible() && tabs->tabText(tab) == wanted->windowTitle()) {
                // A tab that moves under the pointer, as docks are still laid out, takes another click.
                QVERIFY(QTest::qWaitFor(
                    [&] {
                        if (!isSeen(*wanted) && tab < tabs->count() && tabs->tabText(tab) == wanted->windowTitle()) {
                            click(*tabs, tabs->tabRect(tab).center());
                        }
                        return QTest::qWaitFor([&] { return isSeen(*wanted); }, 500);
                    },
                    patience));
                QVERIFY(comesToLie(*wanted));
                return;
            }
        }
    }
    QVERIFY2(isSeen(*wanted), qPrintable(dock));
    QVERIFY(comesToLie(*wanted));
}

QPoint Stage::at(QPointF scene) const
{
    return m_window->canvas().mapFromScene(scene);
}

QPoint Stage::middleOf(const std::string& layer)
{
    return at(canvas().canvas().area(document().nodeNamed(layer)).center());
}

bool Stage::hasWire(const std::string& from, const std::string& to)
{
    const auto& wires = document().derived().wires;
    return std::any_of(wires.begin(), wires.end(), [&](const editor::Wire& wire) {
        return document().content().find(wire.from.node)->layer.name == from &&
               document().content().find(wire.to.node)->layer.name == to;
    });
}

int runOnStage(int argc, char** argv, const std::function<int(const Home&, int, char**)>& run)
{
    if (contest::answerMeasurements(argc, argv)) { // for a race
        return 0;
    }
    const Home home;
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Hamnet"));
    QCoreApplication::setApplicationName(QStringLiteral("hamnet-studio"));
    editor::installTranslations(application, editor::chosenLanguage());
    editor::Looks::instance();
    return run(home, argc, argv);
}

} // namespace studio
