// SPDX-License-Identifier: GPL-3.0-or-later
// The window on the screen of a small laptop: it stays there, and what one works on has room in it.
#include "app/studio/panels/training_actions.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/queue/runs_panel.h"
#include "app/studio/start/start_page.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/text/written_view.h"
#include "app/studio/trying/verdict_view.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/panels/flow_layout.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/small_net.h"
#include "tests/support/night.h"

#include <algorithm>
#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

namespace studio {
namespace {

constexpr QSize large{1440, 900};
constexpr int minCurves = 120, wideCurves = 400; ///< logical pixels
constexpr int roomForWords =
    900; ///< of a window, in logical pixels: a narrower one shows tools as icons, or puts them into menus

/// With the pixel that frames lose where the scale is no whole number, or their own size is not even.
QRect screenArea()
{
    return QGuiApplication::primaryScreen()->availableGeometry().adjusted(-1, -1, 1, 1);
}

QList<QScrollArea*> formsIn(const QDockWidget& dock)
{
    QList<QScrollArea*> forms = dock.findChildren<QScrollArea*>(QStringLiteral("form"));
    forms.removeIf([](const QScrollArea* form) { return !form->isVisible(); });
    return forms;
}

bool isWhole(const QScrollArea& form)
{
    return form.viewport()->width() >= form.widget()->minimumSizeHint().width();
}

QString inWords(const QRect& area)
{
    return QStringLiteral("%1 x %2 at %3, %4").arg(area.width()).arg(area.height()).arg(area.x()).arg(area.y());
}

void maximize(Stage& stage)
{
    stage.window().showMaximized();
    TRY_VERIFY(stage.window().isMaximized());
    TRY_VERIFY(stage.window().width() <= QGuiApplication::primaryScreen()->availableSize().width());
}

struct SmallStage : Stage {
    explicit SmallStage(const std::string& sample = "char_rnn_small")
    {
        openSample(sample);
        maximize(*this);
    }
};

} // namespace

class SmallWindowTest : public QObject {
    Q_OBJECT

public:
    explicit SmallWindowTest(const Home& home) : m_home(home) {}

private slots:
    void init()
    {
        QSettings().clear();
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter"))); // a plot without any height
    }

    void noWorkspaceTakesAMaximizedWindowOffTheScreen()
    {
        SmallStage stage;
        const QRect screen = screenArea();
        for (const Activity activity : {Activity::Train, Activity::Write, Activity::Try, Activity::Draw}) {
            stage.go(activity);
            const auto there = [&] { return stage.place(); };
            TRY_VERIFY2(screen.contains(there()), qPrintable(inWords(there())));
            QVERIFY(stage.window().isMaximized());
            const QSize least = stage.window().minimumSizeHint();
            QVERIFY2(least.height() <= screen.height() - 40, qPrintable(QString::number(least.height())));
        }
    }

    void aProjectOfALargerWindowFitsAndItsCurvesHaveRoom()
    {
        const auto file = m_home.path("large.hamnet");
        saveLarge(file);
        Stage stage;
        QVERIFY(stage.window().openFile(QString::fromStdString(file.string())));
        TRY_VERIFY(stage.window().centre().shown() == Activity::Train);
        const QRect screen = screenArea();
        const auto there = [&] { return stage.place(); };
        TRY_VERIFY2(screen.contains(there()), qPrintable(inWords(there())));
        press(Qt::Key_F5);
        QVERIFY(stage.waitForIteration(2));
        const auto& curves = stage.window().findChild<LossPlot*>()->view();
        TRY_VERIFY2(curves.height() >= minCurves && curves.width() >= wideCurves,
                    qPrintable(inWords(curves.geometry())));
        QVERIFY2(screen.contains(there()), qPrintable(inWords(there())));
        QVERIFY(stage.stops());
    }

    void theSwitchOfWorkspacesIsSeenWhole()
    {
        SmallStage stage;
        for (const Activity activity : activities) {
            stage.go(activity);
            int seen = 0;
            for (const QToolButton* button : stage.window().findChildren<QToolButton*>()) {
                if (button->defaultAction() && button->defaultAction()->objectName().startsWith(u"activity")) {
                    const auto whole = [&] {
                        return button->visibleRegion().boundingRect() == button->rect() &&
                               button->width() >= button->sizeHint().width();
                    };
                    TRY_VERIFY2(whole(), qPrintable(button->text()));
                    ++seen;
                }
            }
            QCOMPARE(seen, 5);
        }
    }

    void theRunsAndTheirToolsAreInSight()
    {
        const auto file = m_home.path("runs.hamnet");
        saveLarge(file);
        Stage stage;
        QVERIFY(stage.window().openFile(QString::fromStdString(file.string())));
        maximize(stage);
        QVERIFY(stage.trains(2));
        stage.showPanel(QStringLiteral("runs"));
        auto& panel = *stage.window().findChild<RunsPanel*>();
        const QTreeView& names = panel.findChild<RunTable*>()->names();
        const auto rowsInSight = [&] {
            const int row = names.visualRect(names.model()->index(0, 0)).height();
            return row > 0 ? names.viewport()->height() / row : 0;
        };
        TRY_VERIFY2(rowsInSight() >= 8, qPrintable(QString::number(rowsInSight())));
        const auto& curves = *panel.findChild<CurveView*>();
        QVERIFY2(curves.height() >= minCurves, qPrintable(inWords(curves.geometry())));
        for (const QAbstractButton* button : panel.findChildren<QAbstractButton*>()) {
            const bool whole = button->visibleRegion().boundingRect() == button->rect();
            QVERIFY2(!button->isVisible() || whole, qPrintable(button->text()));
        }
    }

    void noPanelWidensTheWindow_data() { eachSample(); }

    void noPanelWidensTheWindow()
    {
        QFETCH(const std::string, sample);
        Stage stage;
        stage.openSample(sample);
        const MainWindow& window = stage.window();
        const int before = window.width();
        for (const Activity activity : activities) {
            stage.go(activity);
            for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
                if (dock->isHidden()) {
                    dock->toggleViewAction()->trigger();
                }
                dock->raise();
                const auto hasSettled = [&] {
                    return !dock->visibleRegion().isEmpty() &&
                           std::ranges::all_of(formsIn(*dock), [](const auto* form) {
                               return isWhole(*form) || form->horizontalScrollBar()->isVisible();
                           });
                };
                const auto words = [&] {
                    return QStringLiteral("%1: the window is %2 wide and at least %3, after %4")
                        .arg(dock->objectName())
                        .arg(window.width())
                        .arg(window.minimumSizeHint().width())
                        .arg(before);
                };
                bool isOver =
                    false; // what is given room waits for a timer of no time, and what comes of that for another
                QTimer::singleShot(0, &window, [&] { QTimer::singleShot(0, &window, [&] { isOver = true; }); });
                TRY_VERIFY2(isOver && hasSettled(), qPrintable(words()));
                QVERIFY2(window.width() <= before && window.minimumSizeHint().width() <= before, qPrintable(words()));
            }
        }
    }

    void nothingIsCutInTheNarrowestDataPanel_data() { eachSample(); }

    void nothingIsCutInTheNarrowestDataPanel()
    {
        QFETCH(const std::string, sample);
        SmallStage stage(sample);
        stage.showPanel(QStringLiteral("data"));
        QDockWidget& dock = *stage.window().findChild<QDockWidget*>(QStringLiteral("data"));
        const QList<QScrollArea*> forms = formsIn(dock);
        QCOMPARE(forms.size(), 1);
        const auto edge = [&] { return QPoint(dock.x() - 2, dock.geometry().center().y()); };
        TRY_VERIFY(stage.window().isSeparator(edge()));
        drag(stage.window(), edge(), QPoint(stage.window().width() - 40, edge().y()));
        const auto isScrolled = [&] { return !isWhole(*forms[0]) && forms[0]->horizontalScrollBar()->isVisible(); };
        TRY_VERIFY2(isScrolled(), qPrintable(inWords(dock.geometry())));
        const auto found = [&] {
            QStringList all = wordsThatDoNotFit(dock);
            all.removeIf(
                [](const QString& words) { return words.contains(QStringLiteral("/columns/")); }); // an excerpt
            return all;
        };
        TRY_VERIFY2(found().isEmpty(), qPrintable(found().join(u'|')));
    }

    void nothingThatARunSaysWidensTheWindow()
    {
        Stage stage;
        stage.openSample("rows_lstm");
        setUnits(stage.document(), 16);
        stage.go(Activity::Train);
        const int screen = QGuiApplication::primaryScreen()->availableSize().width(), before = stage.window().width();
        press(Qt::Key_F5);
        const auto validated = [&] { return !stage.training().run().validations.empty(); };
        TRY_VERIFY(validated());
        const auto* speed = stage.window().findChild<QLabel*>(QStringLiteral("speed"));
        const QWidget* strip = speed->parentWidget()->parentWidget(); // of all figures
        const auto* best = strip->findChild<QLabel*>(QStringLiteral("bestLoss"));
        // Figures of a long run on a slow machine, in the strip's own words.
        for (QLabel* value : strip->findChildren<QLabel*>()) {
            value->setMinimumWidth(value->objectName().isEmpty() ? 0 : screen / 6);
        }
        const auto done = stage.training().progressNow().iteration;
        QVERIFY(stage.waitForIteration(done + 1));
        TRY_VERIFY(!best->isVisible() && strip->toolTip().contains(best->text()));
        QVERIFY(speed->isVisible());
        QCOMPARE(stage.window().width(), before);
        QVERIFY2(stage.window().minimumSizeHint().width() <= screen,
                 qPrintable(QString::number(stage.window().minimumSizeHint().width())));
        QVERIFY(stage.stops());
    }

    void theLearningRateAndGenerateAreInSight()
    {
        SmallStage stage;
        stage.go(Activity::Train);
        QDockWidget& solver = *stage.window().findChild<QDockWidget*>(QStringLiteral("solver"));
        QVERIFY(!solver.isHidden());
        stage.showPanel(solver.objectName());
        const auto* form = solver.findChild<QScrollArea*>();
        TRY_VERIFY(form->widget()->width() <= form->viewport()->width());
        stage.go(Activity::Write); // whose last tools are icons in a narrow window
        const auto buttons = stage.writing().findChild<editor::ToolFlow*>()->findChildren<QToolButton*>();
        if (stage.window().width() < roomForWords) {
            TRY_VERIFY(buttons.back()->toolButtonStyle() == Qt::ToolButtonIconOnly);
        }
        TRY_COMPARE(buttons.front()->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    }

    void theTextHasTwelveLinesBesideTheState()
    {
        SmallStage stage;
        stage.go(Activity::Write);
        for (const char* const dock : {"state", "lens"}) {
            stage.window().findChild<QDockWidget*>(QLatin1String(dock))->toggleViewAction()->trigger();
            const WrittenView& text = stage.writing().view();
            const int line = text.fontMetrics().lineSpacing();
            TRY_VERIFY2(text.viewport()->height() >= 12 * line && text.viewport()->width() >= 14 * line,
                        qPrintable(inWords(text.geometry())));
        }
    }

    void stopIsSeenWhileOneDraws()
    {
        SmallStage stage;
        stage.go(Activity::Draw);
        const auto* bar = stage.window().findChild<QToolBar*>(QStringLiteral("tools"));
        const auto* stop = bar->widgetForAction(stage.window().findChild<TrainingActions*>()->stop);
        TRY_VERIFY(stop->visibleRegion().boundingRect() == stop->rect());
        const auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
        if (stage.window().width() < roomForWords) { // where not all tools have room
            TRY_VERIFY2(more->isVisible() && more->width() >= 20, qPrintable(inWords(more->geometry())));
        }
    }

private:
    /// A project whose panels were arranged in a larger window.
    void saveLarge(const std::filesystem::path& file)
    {
        Stage stage;
        stage.openSample("char_rnn_small");
        stage.shrink();
        stage.window().resize(large);
        TRY_COMPARE(stage.window().size(), large);
        for (const Activity activity : {Activity::Write, Activity::Try, Activity::Draw, Activity::Train}) {
            stage.go(activity);
        }
        QVERIFY(Answer({byFile(file)}).to([&] { press(Qt::Key_S, Qt::ControlModifier); }));
        TRY_VERIFY(!stage.workspace().files().path().empty());
        stage.window().close(); // which keeps its size
    }

    /// One for each kind of data, which has a form of its own; all of them at night.
    static void eachSample()
    {
        QTest::addColumn<std::string>("sample");
        for (const char* sample : {"char_rnn_small", "rows_lstm", "series_lstm", "lines_gru"}) {
            if (atNight() || sample == std::string_view("series_lstm")) {
                QTest::newRow(sample) << std::string(sample);
            }
        }
    }

    const Home& m_home;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::SmallWindowTest)

#include "small_window_test.moc"
