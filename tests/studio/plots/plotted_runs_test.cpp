// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/plotted_runs.h"
#include "tests/studio/plots/sample_runs.h"
#include "tests/support/qt_tests.h"

#include <QSignalSpy>

using namespace studio;

/// What is drawn as data: which runs, and whether a change asks for other lines or only for more of the same.
class PlottedRunsTest : public QObject {
    Q_OBJECT

private slots:
    void pointsGrowAlongTheLinesThatAreThere()
    {
        PlottedRuns runs;
        QSignalSpy changed(&runs, &PlottedRuns::changed), grew(&runs, &PlottedRuns::grew);
        runs.follow({.curve = {{.iteration = 1, .loss = 2}}});
        runs.follow({.curve = {{.iteration = 1, .loss = 2}}, .checkpoints = {{1, "a.hamnet", false}}});
        QCOMPARE(grew.size(), 2);
        QCOMPARE(changed.size(), 0);
    }

    void theFirstValidationAndEachNewMetricAskForLines()
    {
        PlottedRuns runs;
        QSignalSpy changed(&runs, &PlottedRuns::changed);
        engine::RunLog run{.validations = {{.iteration = 1, .loss = 2}}};
        runs.follow(run);
        QCOMPARE(changed.size(), 1);
        run.validations.push_back({.iteration = 2, .loss = 2});
        runs.follow(run);
        QCOMPARE(changed.size(), 1);
        run.validations.push_back({.iteration = 3, .loss = 2, .metrics = {{"mae", 3}}});
        runs.follow(run);
        QCOMPARE(changed.size(), 2);
    }

    void aRunWhoseEpochsAreUnknownIsNotDrawnAlongThem()
    {
        PlottedRuns runs;
        RunRecord run = sampleRun(1, 50);
        runs.setCurrent(run);
        QCOMPARE(runs.shown().size(), std::size_t{1});
        runs.setOptions({.along = Along::Epoch});
        QVERIFY(runs.shown().empty());
        QVERIFY(runs.isEmpty());
        QSignalSpy changed(&runs, &PlottedRuns::changed);
        run.start.stepsPerEpoch = 100;
        runs.follow(run);
        QCOMPARE(changed.size(), 1);
        QVERIFY(!runs.isEmpty());
    }

    void theRunUnderWayLiesOnTop()
    {
        PlottedRuns runs;
        runs.setCurrent(sampleRun(3, 10));
        runs.setEarlier({sampleRun(1, 10), sampleRun(2, 10)});
        runs.setShown(1, true);
        QCOMPARE(runs.shown().size(), std::size_t{2});
        QCOMPARE(runs.shown().front()->curves.id(), 1);
        QCOMPARE(runs.shown().back(), &runs.current());
    }

    void theRunBeforeStaysBesideANewOne()
    {
        PlottedRuns runs;
        runs.setCurrent(sampleRun(1, 10));
        runs.setCurrent(sampleRun(2, 10));
        runs.setEarlier({sampleRun(1, 10)});
        QCOMPARE(runs.shown().size(), std::size_t{2});
        runs.setShown(2, false);
        RunRecord other = sampleRun(3, 10);
        other.start.kind = &engine::kinds::rows;
        runs.setCurrent(other); // which has another loss
        runs.setEarlier({sampleRun(1, 10), sampleRun(2, 10)});
        QVERIFY(runs.current().shown);
        QVERIFY(!runs.earlier().back().shown);
    }

    void theChosenRunsAreShownAndNoOthers()
    {
        PlottedRuns runs;
        runs.setCurrent(sampleRun(3, 10));
        runs.setEarlier({sampleRun(1, 10), sampleRun(2, 10)});
        runs.setShown(1, true);
        runs.showOnly({2});
        QCOMPARE(runs.shown().size(), std::size_t{1});
        QCOMPARE(runs.shown().front()->curves.id(), 2);
        runs.showOnly({1, 3});
        QCOMPARE(runs.shown().size(), std::size_t{2});
        QCOMPARE(runs.shown().back(), &runs.current());
    }

    void theSameOptionsChangeNothing()
    {
        PlottedRuns runs;
        QSignalSpy changed(&runs, &PlottedRuns::changed);
        runs.setOptions(runs.options());
        QCOMPARE(changed.size(), 0);
    }
};

HAMNET_QT_TEST(PlottedRunsTest)
#include "plotted_runs_test.moc"
