// SPDX-License-Identifier: GPL-3.0-or-later
// 100,000 points in three curves, more of them coming all the time, and an event loop that must not stand still.
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "tests/studio/plots/sample_runs.h"

#include <time.h>

#include <QElapsedTimer>
#include <QTest>
#include <QTimer>
#include <utility>

using namespace studio;

namespace {

constexpr std::int64_t count = 100'000;

/// Milliseconds that this thread has worked. Tests share their machine: the time in which another program had the core
/// says nothing of the plot.
double worked()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// Beats every few milliseconds and keeps the most that was worked, and the longest time, between two beats.
class Watchdog : public QObject {
public:
    Watchdog()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            const double now = worked();
            most = std::max(most, now - std::exchange(m_worked, now));
            longest = std::max(longest, static_cast<double>(m_since.nsecsElapsed()) / 1e6);
            m_since.start();
        });
        m_since.start();
        m_timer.start(2);
    }

    double most = 0, longest = 0; ///< milliseconds

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    double m_worked = worked();
};

} // namespace

class LossPlotBench : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
#ifdef HAMNET_SANITIZED
        QSKIP("a sanitizer's build is not what is timed");
#endif
        m_run = sampleRun(3, count, 1);
        m_earlier = {sampleRun(1, count, 2, 1.5), sampleRun(2, count, 3, 1.6)};
    }

    void theEventLoopNeverStandsStill_data()
    {
        QTest::addColumn<bool>("allPanes");
        QTest::addColumn<bool>("zooming");
        QTest::newRow("loss") << false << false;
        QTest::newRow("four panes") << true << false;
        QTest::newRow("four panes, zooming and pointing") << true << true;
    }

    void theEventLoopNeverStandsStill()
    {
        QFETCH(const bool, allPanes);
        QFETCH(const bool, zooming);
        LossPlot plot;
        plot.resize(1200, 800);
        plot.setCurrent(m_run);
        plot.setEarlier(m_earlier);
        plot.view().setShown(1, true);
        plot.view().setShown(2, true);
        CurveOptions options;
        options.panes = {true, allPanes, allPanes, allPanes};
        plot.setOptions(options);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QTest::qWait(200);

        const int before = plot.view().replots();
        Watchdog watchdog;
        train(plot, zooming);
        const int replots = plot.view().replots() - before;
        qInfo("%.1f ms of work at once at most, %.1f ms with what else ran; %d replots in 2 s", watchdog.most,
              watchdog.longest, replots);
        QVERIFY2(replots >= 2, "nothing was drawn");
        QVERIFY2(replots <= 61, "drawn more often than 30 times a second");
        QVERIFY2(watchdog.most < 50, "the event loop stood still");
    }

    void appendingCostsByWhatIsAppended()
    {
        const auto timed = [&](RunCurves& curves, std::int64_t first, std::int64_t last) {
            std::mt19937 random(5);
            std::vector<CurvePoint> points;
            for (std::int64_t iteration = first; iteration <= last; ++iteration) {
                points.push_back(samplePoint(iteration, random));
            }
            const double before = worked();
            for (const CurvePoint& point : points) {
                curves.append(std::span(&point, 1));
            }
            return (worked() - before) * 1e6 / static_cast<double>(points.size());
        };
        RunCurves curves;
        curves.setSmoothing(0.97);
        const double early = timed(curves, 1, 20'000);
        timed(curves, 20'001, 1'000'000);
        const double late = timed(curves, 1'000'001, 1'020'000);
        qInfo("%.0f ns a point at first, %.0f after a million", early, late);
        QVERIFY2(late < 10 * early + 1'000, "appending slows down");
    }

private:
    /// Two seconds at full speed.
    void train(LossPlot& plot, bool zooming)
    {
        QTimer training, hand;
        connect(&training, &QTimer::timeout, this, [&] {
            std::vector<CurvePoint> points;
            for (int point = 0; point < 300; ++point) { // 10,000 iterations a second
                points.push_back(samplePoint(++m_iteration, m_random));
            }
            plot.append(points);
        });
        int moves = 0;
        connect(&hand, &QTimer::timeout, this, [&] {
            QTest::mouseMove(&plot.view(), {200 + 7 * (++moves % 100), 200});
            QTest::keyClick(&plot.view(), moves % 40 < 20 ? Qt::Key_Plus : Qt::Key_Minus);
        });
        training.start(33);
        if (zooming) {
            hand.start(33);
        }
        QTest::qWait(2'000);
    }

    std::mt19937 m_random{9};
    std::int64_t m_iteration = count;
    RunRecord m_run;
    std::vector<RunRecord> m_earlier;
};

QTEST_MAIN(LossPlotBench)
#include "loss_plot_bench.moc"
