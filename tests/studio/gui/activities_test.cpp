// SPDX-License-Identifier: GPL-3.0-or-later
// The five activities of the window: what owns its middle, and how much of it there is.
#include "app/studio/inside/values_panel.h"
#include "app/studio/lens/lens_panel.h"
#include "app/studio/lens/lens_text.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/run_bar/run_bar.h"
#include "app/studio/state/state_panel.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/text/written_view.h"
#include "app/studio/workspace/project_files.h"
#include "editor/canvas/canvas_actions.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/canvas/overlays.h"
#include "engine/data/places.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/studio/gui/stage.h"
#include "tests/support/qt_find.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QTimer>
#include <QToolButton>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr QSize usual{1440, 900}, small{960, 540};

void resizeTo(QWidget& window, QSize size)
{
    window.resize(size);
    TRY_COMPARE(window.size(), size);
}

/// A window of that size, with a net in it.
struct UsualStage : Stage {
    UsualStage()
    {
        resizeTo(window(), usual);
        openFirstSample();
    }
};

double areaOf(QSize size)
{
    return static_cast<double>(size.width()) * size.height();
}

} // namespace

class ActivitiesTest : public QObject {
    Q_OBJECT

public:
    explicit ActivitiesTest(const Home& home) : m_home(home) {}

private slots:
    void init() { QSettings().remove(QStringLiteral("window")); }

    void theDrawingHasMostOfTheWindow()
    {
        Stage stage;
        resizeTo(stage.window(), usual);
        const auto model = engine::bundledModels() / "char_rnn_caffe.prototxt";
        QVERIFY(stage.window().openFile(QString::fromStdString(model.string())));
        QVERIFY(stage.waitForPage(true));
        QVERIFY(stage.window().centre().shown() == Activity::Draw);
        const auto share = [&] { return areaOf(stage.canvas().size()) / areaOf(stage.window().size()); };
        TRY_VERIFY2(share() >= 0.53, qPrintable(QString::number(share())));
        TRY_VERIFY2(stage.canvas().camera().zoom() >= 0.75,
                    qPrintable(QString::number(stage.canvas().camera().zoom())));
        QCOMPARE(stage.document().content().nodes.size(), std::size_t{9});
    }

    void theCurvesHaveAThirdOfTheWindow()
    {
        UsualStage stage;
        stage.go(Activity::Train);
        const CurveView& curves = stage.window().findChild<LossPlot*>()->view();
        const auto share = [&] { return areaOf(curves.size()) / areaOf(stage.window().size()); };
        TRY_VERIFY2(share() >= 0.35, qPrintable(QString::number(share())));
    }

    void aRunIsWatchedAndItsCurvesHaveRoomOnASmallWindow()
    {
        Stage stage(Stage::With::Sample);
        resizeTo(stage.window(), small);
        stage.shrink();
        QVERIFY(!stage.window().findChild<RunBar*>()->isVisible());
        press(Qt::Key_F5);
        QVERIFY(stage.window().centre().shown() == Activity::Train);
        QVERIFY(stage.waitForIteration(2));
        const CurveView& curves = stage.window().findChild<LossPlot*>()->view();
        TRY_VERIFY(curves.isVisible() && stage.window().findChild<RunBar*>()->isVisible());
        TRY_VERIFY2(curves.height() >= 120 && curves.width() >= 240,
                    qPrintable(QStringLiteral("%1x%2").arg(curves.width()).arg(curves.height())));
        QCOMPARE(stage.window().size(), small); // its panels have not widened it
        QVERIFY(stage.stops());
    }

    void aWrittenTextHasTwentyFiveLinesBesideHistoryStateAndLens()
    {
        UsualStage stage;
        stage.shrink();
        QVERIFY(stage.trains(20));
        stage.go(Activity::Write);
        TextPanel& writing = stage.writing();
        writing.generate();
        TRY_VERIFY(!writing.isBusy() && !writing.shown().text.empty());
        click(*called<QToolButton>(writing, QStringLiteral("State")));
        click(*called<QToolButton>(writing, QStringLiteral("Lens")));
        const auto& state = *stage.window().findChild<StatePanel*>();
        const auto& lens = *stage.window().findChild<LensPanel*>();
        TRY_VERIFY(state.isVisible() && lens.isVisible() && !lens.findChild<LensText*>()->looks().empty());
        QVERIFY(state.mapTo(&stage.window(), QPoint()).x() > writing.geometry().right());
        QVERIFY(lens.mapTo(&stage.window(), QPoint()).y() >
                state.mapTo(&stage.window(), QPoint(0, state.height())).y());
        TRY_VERIFY2(state.height() < lens.height(), qPrintable(QString::number(state.height())));
        QVERIFY(writing.history().isVisible());
        const WrittenView& view = writing.view();
        const auto lines = [&] { return view.viewport()->height() / view.fontMetrics().lineSpacing(); };
        TRY_VERIFY2(lines() >= 25, qPrintable(QString::number(lines())));
    }

    void theResultsComeUpBesideWhatIsTried()
    {
        UsualStage stage;
        stage.go(Activity::Try);
        QVERIFY(dock(stage, "results").isHidden());
        click(*called<QToolButton>(*stage.window().centre().currentWidget(), QStringLiteral("Results")));
        TRY_VERIFY(dock(stage, "results").isVisible());
        QVERIFY(dock(stage, "results").x() > stage.window().centre().geometry().right());
    }

    void eachActivityKeepsItsPanels()
    {
        UsualStage stage;
        dock(stage, "inspector").close();
        stage.go(Activity::Train);
        QVERIFY(dock(stage, "training").isVisible() && dock(stage, "palette").isHidden());
        dock(stage, "net").close();
        stage.go(Activity::Draw);
        QVERIFY(dock(stage, "inspector").isHidden() && dock(stage, "palette").isVisible());
        stage.go(Activity::Train);
        QVERIFY(dock(stage, "net").isHidden() && dock(stage, "training").isVisible());
        stage.window().findChild<QAction*>(QStringLiteral("defaultArrangement"))->trigger();
        QVERIFY(dock(stage, "net").isVisible());
        stage.go(Activity::Draw);
        QVERIFY(dock(stage, "inspector").isHidden()); // of that one nothing was reset
    }

    void aProjectKeepsWhereOneWas()
    {
        const auto file = m_home.path("where.hamnet");
        {
            Stage stage(Stage::With::Sample);
            stage.go(Activity::Train);
            dock(stage, "net").close();
            QVERIFY(Answer({byFile(file)}).to([&] { press(Qt::Key_S, Qt::ControlModifier); }));
            TRY_VERIFY(!stage.workspace().files().path().empty());
        }
        Stage again;
        QVERIFY(again.window().openFile(QString::fromStdString(file.string())));
        TRY_VERIFY(again.window().centre().shown() == Activity::Train);
        QVERIFY(dock(again, "net").isHidden());
        press(Qt::Key_N, Qt::ControlModifier); // another drawing begins where one draws
        TRY_VERIFY(again.window().centre().shown() == Activity::Draw);
    }

    void aPanelOpenedBesideTheMiddleAloneStays()
    {
        UsualStage stage;
        press(Qt::Key_F11);
        TRY_COMPARE(stage.canvas().width(), stage.window().width());
        QVERIFY(dock(stage, "palette").isHidden());
        dock(stage, "problems").toggleViewAction()->trigger();
        const auto* middleOnly = stage.window().findChild<QAction*>(QStringLiteral("middleOnly"));
        QVERIFY(middleOnly->isChecked() && dock(stage, "palette").isHidden());
        press(Qt::Key_F11);
        TRY_VERIFY(dock(stage, "palette").isVisible());
        QVERIFY(!middleOnly->isChecked() && dock(stage, "problems").isVisible());
        press(Qt::Key_F11);
        dock(stage, "sizes").toggleViewAction()->trigger();
        stage.go(Activity::Train);
        QVERIFY(!middleOnly->isChecked());
        stage.go(Activity::Draw);
        QVERIFY(dock(stage, "palette").isVisible() && dock(stage, "sizes").isVisible());
    }

    void whatIsSaidCoversNoTool()
    {
        UsualStage stage;
        for (const Activity activity : {Activity::Train, Activity::Write, Activity::Try}) {
            stage.go(Activity::Draw); // where its place is another
            Centre& centre = stage.window().centre();
            const auto* banner =
                centre.findChild<editor::Banner*>(QStringLiteral("canvasBanner"), Qt::FindDirectChildrenOnly);
            centre.say(QStringLiteral("A sentence of some length that says what went wrong, and what was wanted."));
            TRY_VERIFY(banner->isVisible());
            stage.go(activity);
            for (const QAbstractButton* button : centre.currentWidget()->findChildren<QAbstractButton*>()) {
                const QRect place(button->mapTo(&centre, QPoint(0, 0)), button->size());
                QVERIFY2(!button->isVisible() || !place.intersects(banner->geometry()), qPrintable(button->text()));
            }
        }
    }

    void theLensClosesWithItsProject()
    {
        UsualStage stage;
        stage.go(Activity::Write);
        QDockWidget& lens = dock(stage, "lens");
        QVERIFY(lens.isHidden());
        lens.toggleViewAction()->trigger();
        stage.go(Activity::Draw);
        stage.go(Activity::Write);
        QVERIFY(lens.isVisible());
        const auto other = engine::bundledModels() / "char_rnn_caffe.prototxt";
        QVERIFY(stage.window().openFile(QString::fromStdString(other.string())));
        stage.go(Activity::Write);
        QVERIFY(lens.isHidden());
    }

    void aPanelStaysAsNarrowAsTheUserMadeIt()
    {
        Stage stage;
        resizeTo(stage.window(), {1700, 900});
        stage.openFirstSample();
        stage.go(Activity::Train);
        QDockWidget& training = dock(stage, "training");
        TRY_VERIFY(training.width() >= 340);
        const auto edgeOf = [&] { return QPoint(training.x() - 2, training.geometry().center().y()); };
        TRY_VERIFY(stage.window().isSeparator(edgeOf()));
        const QPoint edge = edgeOf();
        drag(stage.window(), edge, edge + QPoint(training.width() - 260, 0));
        TRY_VERIFY2(training.width() < 300, qPrintable(QString::number(training.width())));
        const int narrow = training.width();
        stage.go(Activity::Draw);
        stage.go(Activity::Train);
        bool isOver = false; // what would widen it waits for a timer of no time, and that for another
        QTimer::singleShot(0, &stage.window(), [&] { QTimer::singleShot(0, &stage.window(), [&] { isOver = true; }); });
        TRY_VERIFY(isOver);
        QCOMPARE(training.width(), narrow);
        stage.window().findChild<QAction*>(QStringLiteral("defaultArrangement"))->trigger();
        TRY_VERIFY(training.width() >= 340);
    }

    void oneWhoDrawsReadsWhatF5WillDo()
    {
        UsualStage stage;
        const auto* plan = stage.window().findChild<QLabel*>(QStringLiteral("planStatus"));
        TRY_VERIFY2(plan->text().startsWith(QStringLiteral("F5 trains char-rnn small on ")), qPrintable(plan->text()));
        TRY_VERIFY(plan->isVisible());
        stage.go(Activity::Train); // where the bar says it
        TRY_COMPARE(plan->text(), QString());
    }

    void theToolsOfTheDrawingAreThereWhileOneDraws()
    {
        UsualStage stage;
        QAction* const minimap = stage.canvas().actions().minimap;
        QToolButton* tool = nullptr;
        for (QToolButton* button : stage.window().findChildren<QToolButton*>()) {
            tool = button->defaultAction() == minimap ? button : tool;
        }
        QVERIFY(tool && tool->isVisible());
        stage.go(Activity::Write);
        TRY_VERIFY(!tool->isVisible() && minimap->isVisible());
        stage.go(Activity::Draw);
        TRY_VERIFY(tool->isVisible());
    }

    void theKeysOfAnActivityGiveItsPageTheFocus()
    {
        UsualStage stage;
        stage.shrink();
        QVERIFY(stage.trains(20));
        for (const Activity activity :
             {Activity::Draw, Activity::Train, Activity::Write, Activity::Try, Activity::Write, Activity::Runs}) {
            stage.go(activity);
            const auto inPage = [&] {
                const QWidget* focus = QApplication::focusWidget();
                return focus && focus->isVisible() &&
                       (focus == stage.window().centre().currentWidget() ||
                        stage.window().centre().currentWidget()->isAncestorOf(focus));
            };
            TRY_VERIFY2(inPage(), qPrintable(QString::number(static_cast<int>(activity))));
            QVERIFY(activity != Activity::Train ||
                    stage.window().findChild<LossPlot*>()->view().hasFocus()); // it has keys
            press(Qt::Key_Escape);
            QVERIFY(stage.window().centre().shown() == activity);
        }
    }

    void aClickOnALayerBesideTheCurvesShowsIt()
    {
        UsualStage stage;
        stage.go(Activity::Train);
        auto& strip = *stage.window().findChild<LayerStrip*>();
        const QListWidgetItem& layer = *strip.findItems(QStringLiteral("lstm"), Qt::MatchExactly).value(0);
        TRY_VERIFY(strip.viewport()->rect().contains(strip.visualItemRect(&layer)));
        QTest::mouseClick(strip.viewport(), Qt::LeftButton, {}, strip.visualItemRect(&layer).center());
        TRY_VERIFY(stage.window().centre().shown() == Activity::Draw);
        QCOMPARE(stage.canvas().current(), stage.document().nodeNamed("lstm"));
    }

private:
    static QDockWidget& dock(Stage& stage, const char* name)
    {
        return *stage.window().findChild<QDockWidget*>(QLatin1String(name));
    }
    const Home& m_home;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::ActivitiesTest)

#include "activities_test.moc"
