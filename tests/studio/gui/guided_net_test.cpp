// SPDX-License-Identifier: GPL-3.0-or-later
// The guided first net, from the start page to a net that writes, by mouse and keys. CTest also runs it in German and
// on a dense screen.
#include "app/studio/guide/guide_bubble.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/panels/palette.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/small_net.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <QTreeWidget>

namespace studio {

using State = TrainingSession::State;

namespace {

GuideBubble* bubble(Stage& stage)
{
    GuideBubble* found = nullptr;
    for (GuideBubble* each : stage.window().findChildren<GuideBubble*>()) {
        found = each->isVisible() ? each : found; // one that was left may still wait for its deletion
    }
    return found;
}

QList<GuideRing*> rings(Stage& stage)
{
    return stage.window().findChildren<GuideRing*>();
}

QPushButton& button(Stage& stage, const char* name)
{
    return *bubble(stage)->findChild<QPushButton*>(QLatin1String(name));
}

/// "3 of 5": the step, 0 where nobody is guided, 6 at the end.
int step(Stage& stage)
{
    if (!bubble(stage)) {
        return 0;
    }
    const auto* count = bubble(stage)->findChild<QLabel*>(QStringLiteral("guideCount"));
    return count->isVisible() ? count->text().left(1).toInt() : guideStepCount + 1;
}

bool waitForStep(Stage& stage, int wanted)
{
    return QTest::qWaitFor([&] { return step(stage) == wanted; }, patience);
}

struct GuidedStage : Stage {
    GuidedStage()
    {
        press(Qt::Key_F1, Qt::ShiftModifier);
        [this] { QVERIFY(waitForStep(*this, 1)); }();
    }
};

/// The bubble without its arrow.
QRect plate(Stage& stage)
{
    constexpr int arrowRoom = 12;
    return bubble(stage)->geometry().adjusted(arrowRoom, arrowRoom, -arrowRoom, -arrowRoom);
}

/// The bubble's plate, and none of the rings under it.
bool coversNothing(Stage& stage)
{
    const QRect whole = plate(stage);
    const QList<GuideRing*> all = rings(stage);
    return stage.window().rect().contains(whole) && std::none_of(all.begin(), all.end(), [&](const GuideRing* ring) {
               return ring->geometry().adjusted(6, 6, -6, -6).intersects(whole);
           });
}

QPoint middle(const GuideRing& ring)
{
    return ring.geometry().center();
}

bool isOnALayer(Stage& stage, const QPoint& place)
{
    const auto& palette = *stage.window().findChild<editor::Palette*>();
    const auto& tree = *palette.findChild<QTreeWidget*>();
    const QTreeWidgetItem* item = tree.itemAt(tree.viewport()->mapFrom(&stage.window(), place));
    return item && item->parent();
}

} // namespace

class GuidedNetTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsDeclinedIsNotOfferedAgain()
    {
        {
            Stage first;
            auto* offer = first.window().findChild<QWidget*>(QStringLiteral("guideOffer"));
            QVERIFY(offer && offer->isVisible());
            QVERIFY(!bubble(first)); // offered, not forced
            click(*offer->findChild<QPushButton*>(QStringLiteral("guideDecline")));
            TRY_VERIFY(!offer->isVisible());
        }
        Stage second;
        QVERIFY(!second.window().findChild<QWidget*>(QStringLiteral("guideOffer")));
        press(Qt::Key_F1, Qt::ShiftModifier); // but whoever wants it has it
        QVERIFY(waitForStep(second, 1));
    }

    void whoHasOpenedSomethingIsNotNew()
    {
        QSettings().remove(QStringLiteral("guide"));
        for (const int start : {0, 1, 2}) {
            Stage stage;
            const auto* offer = stage.window().findChild<QWidget*>(QStringLiteral("guideOffer"));
            QCOMPARE(offer != nullptr, start < 2);
            if (start > 0) { // nothing was done at the first
                stage.openFirstSample();
                QVERIFY(!offer || offer->isHidden());
            }
        }
    }

    void theOfferLeadsIntoIt()
    {
        QSettings().remove(QStringLiteral("guide"));
        Stage stage;
        click(*stage.window().findChild<QPushButton*>(QStringLiteral("guideAccept")));
        QVERIFY(stage.waitForPage(true));
        QVERIFY(waitForStep(stage, 1));
        stage.window().findChild<QAction*>(QStringLiteral("guidedNet"))->trigger(); // is there already
        QCOMPARE(stage.window().findChildren<GuideBubble*>().size(), 1);
        Stage again;
        QVERIFY(!again.window().findChild<QWidget*>(QStringLiteral("guideOffer")));
    }

    void aNetIsDrawnByMouseAndTrained()
    {
        Stage stage;
        stage.window().resize(1280, 800);
        press(Qt::Key_F1, Qt::ShiftModifier);
        for (const int wanted : {1, 2, 2, 3, 3}) {
            QVERIFY(waitForStep(stage, wanted));
            addMarked(stage);
        }
        QVERIFY(waitForStep(stage, 4));
        QVERIFY(stage.document().derived().problems.empty());
        setUnits(stage.document(), 16); // so that its loss falls in a moment
        QVERIFY(coversNothing(stage));
        click(stage.window(), middle(*rings(stage).first())); // Train
        QVERIFY(stage.waitForState(State::Running));
        QVERIFY(waitForStep(stage, 5));
        TRY_COMPARE(rings(stage).size(), 2);
        QVERIFY(coversNothing(stage));

        TRY_VERIFY(button(stage, "guideDoIt").isVisible()); // what is to be read stays
        QCOMPARE(step(stage), 5);
        QVERIFY(coversNothing(stage));
        click(button(stage, "guideDoIt"));
        QVERIFY(waitForStep(stage, guideStepCount + 1));
        const RunRecord& record = stage.training().run();
        QVERIFY(record.samples.size() >= 3);
        QVERIFY2(record.curve.back().loss < 0.8F * record.curve[0].loss, "the loss does not fall");
        QVERIFY(coversNothing(stage));
        QCOMPARE(rings(stage).size(), 1);
        const QWidget* const marked =
            stage.window().childAt(middle(*rings(stage).first())); // rings let the mouse through
        const auto* const choice = qobject_cast<const QToolButton*>(marked);
        QVERIFY(choice && choice->defaultAction() == stage.window().findChild<QAction*>(QStringLiteral("activity3")));
        for (const QWidget* const read :
             {stage.window().centralWidget(),
              static_cast<QWidget*>(stage.window().findChild<QDockWidget*>(QStringLiteral("diary")))}) {
            const QRect area(read->mapTo(&stage.window(), QPoint()), read->size());
            QVERIFY2(!area.intersects(plate(stage)), qPrintable(read->objectName()));
        }
        click(button(stage, "guideLeave"));
        TRY_VERIFY(!bubble(stage));
        QVERIFY(stage.training().isBusy()); // it trains on
    }

    /// Typed names, and what the bubble does for the user.
    void aNetIsDrawnByKeysAlone()
    {
        GuidedStage stage;
        TRY_VERIFY(stage.canvas().hasFocus());
        type(QStringLiteral("textdata"));
        press(Qt::Key_Return);
        QVERIFY(waitForStep(stage, 2));
        press(Qt::Key_F1, Qt::ShiftModifier); // into the bubble
        TRY_VERIFY(button(stage, "guideDoIt").hasFocus());
        press(Qt::Key_Space);
        QVERIFY(waitForStep(stage, 3));
        QCOMPARE(stage.document().content().nodes.size(), 3U);
        QVERIFY(button(stage, "guideDoIt").hasFocus());
        press(Qt::Key_Space);
        QVERIFY(waitForStep(stage, 4));
        press(Qt::Key_Escape);
        TRY_VERIFY(stage.canvas().hasFocus());
        QVERIFY(stage.document().derived().problems.empty());
        press(Qt::Key_F1, Qt::ShiftModifier);
        press(Qt::Key_Tab);
        TRY_VERIFY(button(stage, "guideLeave").hasFocus());
        press(Qt::Key_Space);
        TRY_VERIFY(!bubble(stage));
        TRY_VERIFY(stage.canvas().hasFocus());
    }

    void aLooseLayerIsConnectedFromRingToRing()
    {
        GuidedStage stage;
        addMarked(stage);
        QVERIFY(waitForStep(stage, 2));
        click(*stage.canvas().viewport(), QPoint(20, 20)); // nothing is selected: the next stands alone
        addMarked(stage);
        QVERIFY(!stage.hasWire("textdata", "embed"));
        TRY_COMPARE(rings(stage).size(), 2);
        QVERIFY(coversNothing(stage));
        drag(stage.window(), middle(*rings(stage).at(0)), middle(*rings(stage).at(1)));
        TRY_VERIFY(stage.hasWire("textdata", "embed"));
        TRY_COMPARE(rings(stage).size(), 1);
    }

    void whatIsUndoneIsAskedForAgain()
    {
        GuidedStage stage;
        for (const int wanted : {1, 2, 3}) {
            QVERIFY(waitForStep(stage, wanted));
            click(button(stage, "guideDoIt"));
        }
        QVERIFY(waitForStep(stage, 4));
        for (const int wanted : {3, 2, 1}) { // one step of the guide is one of the undo
            press(Qt::Key_Z, Qt::ControlModifier);
            QVERIFY(waitForStep(stage, wanted));
        }
        QVERIFY(stage.document().content().nodes.empty());
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(waitForStep(stage, 2));
    }

    void leavingTakesEverythingAway()
    {
        GuidedStage stage;
        const auto leave = [&] {
            click(button(stage, "guideLeave"));
            TRY_VERIFY(stage.window().findChildren<GuideBubble*>().isEmpty());
            QVERIFY(rings(stage).isEmpty());
        };
        leave();
        press(Qt::Key_F1, Qt::ShiftModifier);
        QVERIFY(waitForStep(stage, 1));
        click(button(stage, "guideDoIt"));
        QVERIFY(waitForStep(stage, 2));
        leave();
        QCOMPARE(stage.document().content().nodes.size(), 1U);
        press(Qt::Key_F1, Qt::ShiftModifier);
        QVERIFY(waitForStep(stage, 2)); // goes on there
    }

    void itFollowsThePanels()
    {
        GuidedStage stage;
        TRY_COMPARE(rings(stage).size(), 1);
        auto* tree = stage.window().findChild<editor::Palette*>()->findChild<QTreeWidget*>();
        const auto rowIsMarked = [&] {
            const QTreeWidgetItem* item =
                tree->findItems(QStringLiteral("TEXTDATA"), Qt::MatchExactly | Qt::MatchRecursive).first();
            const QRect row = tree->visualItemRect(item);
            return rings(stage).size() == 1 &&
                   rings(stage).first()->geometry().contains(tree->viewport()->mapTo(&stage.window(), row.center()));
        };
        TRY_VERIFY(rowIsMarked());
        auto* dock = stage.window().findChild<QDockWidget*>(QStringLiteral("palette"));
        stage.window().addDockWidget(Qt::RightDockWidgetArea, dock); // to the other side
        TRY_VERIFY(rowIsMarked() && coversNothing(stage));
        stage.window().resize(1280, 940); // the row is in view in a half of that, too
        TRY_VERIFY(rowIsMarked() && coversNothing(stage));
        dock->hide();
        TRY_VERIFY(rings(stage).isEmpty());
        QVERIFY(bubble(stage)); // the name can still be typed
        dock->show();
        TRY_VERIFY(rowIsMarked() && coversNothing(stage));
    }

    /// What was possible without the guide is possible with it.
    void itCoversNothingThatTheUserNeeds()
    {
        GuidedStage stage;
        for (const char* name : {"training", "data", "solver", "inspector"}) {
            stage.showPanel(QLatin1String(name));
        }
        doubleClick(*stage.canvas().viewport(), stage.canvas().viewport()->rect().center());
        TRY_VERIFY(stage.canvas().adding().openQuickAdd());
        press(Qt::Key_Escape);
        TRY_VERIFY(!stage.canvas().adding().openQuickAdd());
        type(QStringLiteral("gru")); // out of order
        press(Qt::Key_Return);
        TRY_COMPARE(stage.document().content().nodes.size(), 1U);
        QCOMPARE(step(stage), 1);
        press(Qt::Key_Z, Qt::ControlModifier);
        // Another project ends it.
        QVERIFY(stage.window().openFile(
            QString::fromStdString((sourceRoot() / "models/char_rnn_small.prototxt").string())));
        TRY_VERIFY(!bubble(stage) && rings(stage).isEmpty());
    }

private:
    /// A double-click into the ring reaches what it surrounds.
    void addMarked(Stage& stage)
    {
        const std::size_t before = stage.document().content().nodes.size();
        TRY_COMPARE(rings(stage).size(), 1);
        QVERIFY(coversNothing(stage));
        TRY_VERIFY(isOnALayer(stage, middle(*rings(stage).first()))); // the panels are laid out
        doubleClick(stage.window(), middle(*rings(stage).first()));
        TRY_COMPARE(stage.document().content().nodes.size(), before + 1);
    }
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::GuidedNetTest)

#include "guided_net_test.moc"
