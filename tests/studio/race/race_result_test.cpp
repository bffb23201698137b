// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/engine_process.h"
#include "app/studio/race/race.h"
#include "app/studio/race/race_plot.h"
#include "app/studio/race/race_result.h"
#include "editor/looks/theme.h"
#include "editor/widgets/report_table.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <QApplication>
#include <QComboBox>
#include <QStandardItemModel>

namespace studio {
namespace {

/// A race that waits for a run, so that its contestants can be given curves that nobody has to train.
class WaitingRace {
public:
    explicit WaitingRace(const std::string& second = "CPU")
    {
        TrainingRequest endless = m_bench.request();
        endless.run.settings["iterations"] = std::int64_t{100'000'000};
        m_run.start(endless);
        m_run.pause();
        const auto contender = [](const std::string& device, const std::string& engine) {
            return contest::Contender{
                .name = device + "/" + engine, .engine = engine, .device = {.name = device, .engine = engine}};
        };
        m_race.start(m_bench.request(), {contender("CPU", "CAFFE"), contender(second, "CAFFE")},
                     {.iterations = 100'000'000});
    }

    Race& race() { return m_race; }
    void begin() { m_run.stop(); }
    Contestant& contestant(std::size_t index) { return *m_race.contestants()[index]; }

    /// Both get so many more points of a loss that falls and wobbles, at 0.25 ms a step.
    void train(std::size_t points)
    {
        for (const auto& contestant : m_race.contestants()) {
            const double phase = contestant == m_race.contestants().front() ? 12.9 : 13.9;
            contest::Lap lap{};
            lap.steps.seconds.assign(points, 0.00025);
            for (std::size_t point = 0; point < points; ++point) {
                const auto at = static_cast<double>(contestant->curve().size() + point);
                lap.steps.losses.push_back(1.5 + 3 * std::exp(-at / 30'000) + 0.2 * std::sin(at * phase));
            }
            contestant->follow(lap);
        }
    }

private:
    SmallBench m_bench;
    TrainingSession m_run;
    GenerationSession m_writing{&m_run};
    Race m_race{m_run, m_writing};
};

/// Milliseconds that this thread has computed.
double threadTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// Milliseconds of this thread for what `points` more of each curve and a refresh behind them cost, painting included.
double costOfRefresh(WaitingRace& waiting, std::size_t points)
{
    waiting.train(0);
    double shortest = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 9; ++round) {
        waiting.train(points);
        const double begin = threadTime();
        emit waiting.race().grew();
        QCoreApplication::processEvents();
        shortest = std::min(shortest, threadTime() - begin);
    }
    return shortest;
}

} // namespace

class RaceResultTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets
    void costsTheSameHoweverLongTheCurvesAre();
    void drawsNoCurveOfAContenderThatFailed();
    void offersEnergyWhereADeviceTellsIt();
};

void RaceResultTest::costsTheSameHoweverLongTheCurvesAre()
{
    WaitingRace waiting;
    RaceResult result(waiting.race());
    result.resize(1000, 700);
    result.show();
    QVERIFY(QTest::qWaitForWindowExposed(&result, patience));
    waiting.train(4'000);
    const double few = costOfRefresh(waiting, 800); // a fifth of a second of training
    waiting.train(2'000'000);
    costOfRefresh(waiting, 800);
    const double many = costOfRefresh(waiting, 800);
    qInfo("a refresh takes %.2f ms of the thread's time at 10,000 points, %.2f ms at two million", few, many);
    QVERIFY2(many < 3 * few + 1, qPrintable(QStringLiteral("%1 ms, %2 ms").arg(few).arg(many)));
}

void RaceResultTest::drawsNoCurveOfAContenderThatFailed()
{
    WaitingRace waiting("CUDA:63"); // which is not here
    RaceResult result(waiting.race());
    waiting.train(100);
    result.refresh();
    const RacePlot& plot = result.plot();
    QCOMPARE(plot.legend->itemCount(), 2);
    waiting.begin();
    QTRY_COMPARE_WITH_TIMEOUT(waiting.contestant(1).state(), Contestant::State::Failed, patience);
    result.refresh();
    QCOMPARE(plot.legend->itemCount(), 1);
    QVERIFY2(plot.legend->hasItemWithPlottable(plot.graph(0)), "table and verdict leave the other out");
    QCOMPARE(result.findChild<editor::ReportTable*>()->text(1, 4), QStringLiteral("–"));
}

void RaceResultTest::offersEnergyWhereADeviceTellsIt()
{
    WaitingRace waiting;
    RaceResult result(waiting.race());
    const auto* const axis = result.findChild<QComboBox*>(QStringLiteral("raceAxis"));
    const QStandardItem& energy = *qobject_cast<QStandardItemModel*>(axis->model())->item(2);
    QCOMPARE(energy.text(), QStringLiteral("over energy (known when it trains)"));
    QVERIFY(!energy.isEnabled());
    contest::MeterReading reading{};
    waiting.contestant(0).add(reading);
    result.refresh();
    QCOMPARE(energy.text(), QStringLiteral("over energy (no device here tells it)"));
    QVERIFY(!energy.isEnabled());
    reading.joules = 300;
    waiting.contestant(1).add(reading);
    result.refresh();
    QCOMPARE(energy.text(), QStringLiteral("over energy"));
    QVERIFY(energy.isEnabled());
}

} // namespace studio

HAMNET_QT_TEST(studio::RaceResultTest)

#include "race_result_test.moc"
