// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <QElapsedTimer>
#include <QSignalSpy>

using namespace studio;

namespace {

constexpr int expensive = 40; ///< milliseconds

void replot(ReplotSchedule& schedule, int milliseconds)
{
    schedule.begin();
    if (milliseconds > 0) {
        passTime(std::chrono::milliseconds(milliseconds));
    }
    schedule.end();
}

/// Until one that is asked now is due: then so would one be that was asked before.
void waitForAnother(ReplotSchedule::Hurry hurry)
{
    ReplotSchedule another;
    const QSignalSpy due(&another, &ReplotSchedule::due);
    another.request(hurry);
    TRY_COMPARE(due.size(), 1);
}

} // namespace

class ReplotScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void isDueOnceForManyRequests()
    {
        ReplotSchedule schedule;
        QSignalSpy due(&schedule, &ReplotSchedule::due);
        for (int count = 0; count < 3; ++count) {
            schedule.request(ReplotSchedule::Hurry::Live);
        }
        QCOMPARE(due.size(), 0);
        TRY_COMPARE(due.size(), 1);
        waitForAnother(ReplotSchedule::Hurry::Live);
        QCOMPARE(due.size(), 1);
    }

    void isNotDueWhereItWasReplottedAnyway()
    {
        ReplotSchedule schedule;
        QSignalSpy due(&schedule, &ReplotSchedule::due);
        schedule.request(ReplotSchedule::Hurry::ByHand);
        replot(schedule, 0);
        waitForAnother(ReplotSchedule::Hurry::ByHand);
        QCOMPARE(due.size(), 0);
        QCOMPARE(schedule.replots(), 1);
    }

    void newPointsWaitLongAfterAnExpensiveReplot()
    {
        ReplotSchedule schedule;
        QSignalSpy due(&schedule, &ReplotSchedule::due);
        replot(schedule, expensive);
        QElapsedTimer clock;
        clock.start();
        schedule.request(ReplotSchedule::Hurry::Live);
        TRY_COMPARE(due.size(), 1);
        QVERIFY2(clock.elapsed() >= 250, qPrintable(QString::number(clock.elapsed())));
    }

    void theUserDoesNotWaitForThem()
    {
        // Compared with a schedule beside it, for a busy machine is late with both.
        ReplotSchedule points, user;
        QStringList order;
        connect(&points, &ReplotSchedule::due, this, [&] { order << QStringLiteral("points"); });
        connect(&user, &ReplotSchedule::due, this, [&] { order << QStringLiteral("user"); });
        replot(points, expensive);
        replot(user, expensive);
        points.request(ReplotSchedule::Hurry::Live);
        user.request(ReplotSchedule::Hurry::Live);
        user.request(ReplotSchedule::Hurry::ByHand);
        TRY_COMPARE(order.size(), 2);
        QCOMPARE(order.front(), QStringLiteral("user"));
    }

    void isSlowUntilAReplotIsCheapAgain()
    {
        ReplotSchedule schedule;
        QVERIFY(!schedule.isSlow());
        replot(schedule, expensive);
        QVERIFY(schedule.isSlow());
        replot(schedule, 10);
        QVERIFY2(schedule.isSlow(), "without smooth edges it is cheaper: that alone is no reason to draw them again");
        const auto isQuickAgain = [&] {
            replot(schedule, 0);
            return !schedule.isSlow();
        };
        TRY_VERIFY(isQuickAgain()); // more than once where the machine is busy
    }
};

HAMNET_QT_TEST(ReplotScheduleTest)
#include "replot_schedule_test.moc"
