// SPDX-License-Identifier: GPL-3.0-or-later
// What a newcomer does first: open a sample, train it, watch it learn. Light and dark; CTest also runs it in German and
// on dense screens.
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_view.h"
#include "editor/looks/theme.h"
#include "tests/studio/gui/stage.h"

#include <QLocale>
#include <QMenuBar>

namespace studio {

using State = TrainingSession::State;

class FirstMinuteTest : public QObject {
    Q_OBJECT

private slots:
    void theMenusSpeakTheUsersLanguage()
    {
        Stage stage;
        const QString file = stage.window().menuBar()->actions().first()->text().remove(QLatin1Char('&'));
        QCOMPARE(file, QLocale().language() == QLocale::German ? QStringLiteral("Datei") : QStringLiteral("File"));
    }

    void aSampleIsOpenedTrainedPausedAndStopped_data()
    {
        QTest::addColumn<editor::Looks::Mode>("mode");
        QTest::newRow("light") << editor::Looks::Mode::Light;
        QTest::newRow("dark") << editor::Looks::Mode::Dark;
    }

    void aSampleIsOpenedTrainedPausedAndStopped()
    {
        QFETCH(const editor::Looks::Mode, mode);
        editor::Looks::instance().setMode(mode);
        Stage stage;
        QVERIFY(stage.waitForPage(false));
        stage.openFirstSample();
        QVERIFY(stage.document().content().nodes.size() >= 5);
        QVERIFY(stage.document().derived().problems.empty());
        QVERIFY(!stage.window().isWindowModified());
        TRY_VERIFY(stage.canvas().rect().contains(stage.middleOf("lstm")));

        stage.shrink();
        QVERIFY(stage.starts());
        const RunRecord& record = stage.training().run();
        TRY_VERIFY(!record.samples.empty()); // a sample of text has arrived
        QVERIFY(!record.samples.front().text.empty());
        QVERIFY(record.curve.size() >= 20);
        QVERIFY2(record.curve.back().loss < 0.95F * record.curve[0].loss, "the loss does not fall");

        // Without a panel being chosen: how far it is, and what the processor does.
        const auto part = [&](const char* name) { return stage.window().findChild<QWidget*>(QLatin1String(name)); };
        for (const char* name : {"howFar", "timeLeft", "trainingLoss", "speed", "deviceChip"}) {
            TRY_VERIFY2(part(name) && part(name)->isVisible(), name);
        }
        TRY_VERIFY(stage.window().findChild<LossPlot*>()->view().meter().isMade());
        QVERIFY(!part("runPlan")->isVisible());

        press(Qt::Key_F6);
        QVERIFY(stage.waitForState(State::Paused));
        const std::int64_t paused = stage.training().progressNow().iteration;
        QVERIFY(stage.starts());
        QVERIFY(stage.waitForIteration(paused + 2));

        QVERIFY(stage.stops());
        QVERIFY(std::filesystem::exists(stage.workspace().runs().newestCheckpoint()));
        TRY_VERIFY(part("runSentence")->isVisible()); // how it ended
        QVERIFY(part("runPlan")->isVisible());
        QVERIFY(QApplication::activeModalWidget() == nullptr); // no dialog stood in the way
    }
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::FirstMinuteTest)

#include "first_minute_test.moc"
