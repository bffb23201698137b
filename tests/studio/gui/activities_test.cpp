// SPDX-License-Identifier: GPL-3.0-or-later
// The four activities of the window: what owns its middle, and how much of it there is.
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/run_bar/run_bar.h"
#include "app/studio/run_bar/run_notice.h"
#include "app/studio/state/state_panel.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/text/written_view.h"
#include "app/studio/workspace/project_files.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/net_picture.h"
#include "engine/data/places.h"
#include "tests/studio/gui/stage.h"

#include <QDockWidget>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QTest>
#include <QToolButton>

namespace studio {
namespace {

using State = TrainingSession::State;

constexpr QSize usual{1440, 900}, small{960, 540};

void resizeTo(QWidget& window, QSize size)
{
    window.resize(size);
    QTRY_COMPARE_WITH_TIMEOUT(window.size(), size, patience);
}

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
    void init();
    void theDrawingHasMostOfTheWindow();
    void aRunIsWatchedAndItsCurvesHaveRoomOnASmallWindow();
    void aWrittenTextHasTwentyFiveLinesBesideHistoryAndState();
    void eachActivityKeepsItsPanels();
    void theMiddleAloneComesByOneKey();
    void aProjectKeepsWhereOneWas();
    void aNoticeMovesNothing();
    void aDoubleClickOnThePictureOfTheNetShowsTheLayer();
    void aWindowOfALargerScreenComesBackOnThisOne();

private:
    static QDockWidget& dock(Stage& stage, const char* name)
    {
        return *stage.window().findChild<QDockWidget*>(QLatin1String(name));
    }
    static void trainShortly(Stage& stage);

    const Home& m_home;
};

void ActivitiesTest::init()
{
    QSettings().remove(QStringLiteral("window"));
}

void ActivitiesTest::trainShortly(Stage& stage)
{
    press(Qt::Key_F5);
    QVERIFY(stage.waitForIteration(20));
    press(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(stage.waitForState(State::Idle));
}

void ActivitiesTest::theDrawingHasMostOfTheWindow()
{
    Stage stage;
    resizeTo(stage.window(), usual);
    const auto model = engine::bundledModels() / "char_rnn_caffe.prototxt";
    QVERIFY(stage.window().openFile(QString::fromStdString(model.string())));
    QVERIFY(stage.waitForPage(true));
    QVERIFY(stage.window().centre().shown() == Activity::Draw);
    const auto share = [&] { return areaOf(stage.canvas().size()) / areaOf(stage.window().size()); };
    QTRY_VERIFY2_WITH_TIMEOUT(share() >= 0.6, qPrintable(QString::number(share())), patience);
    QTRY_VERIFY2_WITH_TIMEOUT(stage.canvas().camera().zoom() >= 0.75,
                              qPrintable(QString::number(stage.canvas().camera().zoom())), patience);
    QCOMPARE(stage.document().content().nodes.size(), std::size_t{9});
}

void ActivitiesTest::aRunIsWatchedAndItsCurvesHaveRoomOnASmallWindow()
{
    Stage stage;
    stage.openFirstSample();
    resizeTo(stage.window(), small);
    stage.shrink();
    QVERIFY(!stage.window().findChild<RunBar*>()->isVisible());
    press(Qt::Key_F5);
    QVERIFY(stage.window().centre().shown() == Activity::Train);
    QVERIFY(stage.waitForIteration(2));
    const CurveView& curves = stage.window().findChild<LossPlot*>()->view();
    QTRY_VERIFY_WITH_TIMEOUT(curves.isVisible() && stage.window().findChild<RunBar*>()->isVisible(), patience);
    QTRY_VERIFY2_WITH_TIMEOUT(curves.height() >= 120 && curves.width() >= 240,
                              qPrintable(QStringLiteral("%1x%2").arg(curves.width()).arg(curves.height())), patience);
    QCOMPARE(stage.window().size(), small); // its panels have not widened it
    press(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(stage.waitForState(State::Idle));
}

void ActivitiesTest::aWrittenTextHasTwentyFiveLinesBesideHistoryAndState()
{
    Stage stage;
    resizeTo(stage.window(), usual);
    stage.openFirstSample();
    stage.shrink();
    trainShortly(stage);
    stage.go(Activity::Write);
    TextPanel& writing = stage.writing();
    writing.generate();
    QTRY_VERIFY_WITH_TIMEOUT(!writing.isBusy() && !writing.shown().text.empty(), patience);
    for (QToolButton* button : writing.findChildren<QToolButton*>()) {
        if (button->text() == QStringLiteral("State")) {
            click(*button);
        }
    }
    QTRY_VERIFY_WITH_TIMEOUT(stage.window().findChild<StatePanel*>()->isVisible(), patience);
    QVERIFY(writing.pages().history().isVisible());
    const WrittenView& view = writing.pages().view();
    const auto lines = [&] { return view.viewport()->height() / view.fontMetrics().lineSpacing(); };
    QTRY_VERIFY2_WITH_TIMEOUT(lines() >= 25, qPrintable(QString::number(lines())), patience);
}

void ActivitiesTest::eachActivityKeepsItsPanels()
{
    Stage stage;
    resizeTo(stage.window(), usual);
    stage.openFirstSample();
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

void ActivitiesTest::theMiddleAloneComesByOneKey()
{
    Stage stage;
    resizeTo(stage.window(), usual);
    stage.openFirstSample();
    const int before = stage.canvas().width();
    press(Qt::Key_F11);
    QTRY_COMPARE_WITH_TIMEOUT(stage.canvas().width(), stage.window().width(), patience);
    press(Qt::Key_F11);
    QTRY_COMPARE_WITH_TIMEOUT(stage.canvas().width(), before, patience);
}

void ActivitiesTest::aProjectKeepsWhereOneWas()
{
    const auto file = m_home.path("where.hamnet");
    {
        Stage stage;
        stage.openFirstSample();
        stage.go(Activity::Train);
        dock(stage, "net").close();
        const Answer answer({byFile(file)});
        press(Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(answer.given() && !stage.workspace().files().path().empty(), patience);
    }
    Stage again;
    QVERIFY(again.window().openFile(QString::fromStdString(file.string())));
    QTRY_VERIFY_WITH_TIMEOUT(again.window().centre().shown() == Activity::Train, patience);
    QVERIFY(dock(again, "net").isHidden());
    press(Qt::Key_N, Qt::ControlModifier); // another drawing begins where one draws
    QTRY_VERIFY_WITH_TIMEOUT(again.window().centre().shown() == Activity::Draw, patience);
}

void ActivitiesTest::aNoticeMovesNothing()
{
    Stage stage;
    resizeTo(stage.window(), usual);
    stage.openFirstSample();
    stage.shrink();
    stage.go(Activity::Train);
    QTRY_VERIFY_WITH_TIMEOUT(stage.window().findChild<RunBar*>()->isVisible(), patience);
    const QRect before = stage.window().centre().geometry();
    trainShortly(stage);
    const auto* notice = stage.window().findChild<RunNotice*>();
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), patience);
    QCOMPARE(stage.window().centre().geometry(), before);
    const auto* bar = stage.window().findChild<RunBar*>(); // which has room for one line
    const auto isInBar = [&] {
        return QRect(bar->mapTo(&stage.window(), QPoint(0, 0)), bar->size()).contains(notice->geometry());
    };
    QTRY_VERIFY_WITH_TIMEOUT(isInBar(), patience);
}

void ActivitiesTest::aDoubleClickOnThePictureOfTheNetShowsTheLayer()
{
    Stage stage;
    resizeTo(stage.window(), usual);
    stage.openFirstSample();
    stage.go(Activity::Train);
    auto& net = *stage.window().findChild<editor::NetPicture*>();
    const QRectF layer = stage.canvas().canvas().area(stage.document().nodeNamed("lstm"));
    QTRY_VERIFY_WITH_TIMEOUT(net.viewport()->rect().contains(net.mapFromScene(layer).boundingRect()), patience);
    doubleClick(*net.viewport(), net.mapFromScene(layer.center()));
    QTRY_VERIFY_WITH_TIMEOUT(stage.window().centre().shown() == Activity::Draw, patience);
    QCOMPARE(stage.canvas().current(), stage.document().nodeNamed("lstm"));
}

void ActivitiesTest::aWindowOfALargerScreenComesBackOnThisOne()
{
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    {
        QWidget other;
        other.setGeometry(screen.right() - 300, screen.bottom() - 200, 1200, 800);
        QSettings().setValue(QStringLiteral("window/geometry"), other.saveGeometry());
    }
    Stage stage;
    const auto there = [&] {
        const QRect at = stage.window().frameGeometry();
        return QStringLiteral("%1, %2: %3 x %4").arg(at.x()).arg(at.y()).arg(at.width()).arg(at.height());
    };
    QTRY_VERIFY2_WITH_TIMEOUT(screen.contains(stage.window().frameGeometry()), qPrintable(there()), patience);
}

} // namespace studio

int main(int argc, char** argv)
{
    return studio::runOnStage(argc, argv, [](const studio::Home& home, int count, char** words) {
        studio::ActivitiesTest test(home);
        return QTest::qExec(&test, count, words);
    });
}

#include "activities_test.moc"
