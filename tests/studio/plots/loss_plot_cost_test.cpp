// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of 200,000 points, more of them coming all the time: what the window does for them takes as long as for
// those of 10,000, so that the event loop stands still for neither.
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "tests/studio/plots/sample_runs.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"

#include <algorithm>
#include <QElapsedTimer>
#include <random>

using namespace studio;

namespace {

/// A plot of a run that goes on and of two earlier ones, each of so many iterations.
class Fed {
public:
    Fed(std::int64_t iterations, const CurveOptions& options)
    {
        const RunRecord run = sampleRun(3, iterations, 1);
        m_run = run;
        m_plot.resize(1200, 800);
        m_plot.runs().setCurrent(run);
        m_plot.runs().setEarlier({sampleRun(1, iterations, 2, 1.5), sampleRun(2, iterations, 3, 1.6)});
        m_plot.runs().setShown(1, true);
        m_plot.runs().setShown(2, true);
        m_plot.runs().setOptions(options);
        m_plot.show();
    }

    LossPlot& plot() { return m_plot; }

    /// What the trainer sends in a thirtieth of a second at 10,000 iterations a second.
    void append()
    {
        for (int point = 0; point < 300; ++point) {
            m_run.curve.append(samplePoint(static_cast<std::int64_t>(m_run.curve.size()) + 1, m_random));
        }
        m_plot.runs().follow(m_run);
    }

    /// A hand that moves over the curves and zooms in and out.
    void zoomAndPoint()
    {
        QTest::mouseMove(&m_plot.view(), {200 + 7 * (++m_moves % 100), 200});
        QTest::keyClick(&m_plot.view(), m_moves % 2 == 0 ? Qt::Key_Plus : Qt::Key_Minus);
    }

private:
    LossPlot m_plot;
    std::mt19937 m_random{9};
    engine::RunLog m_run;
    int m_moves = 0;
};

} // namespace

class LossPlotCostTest : public QObject {
    Q_OBJECT

private slots:
    void aReplotCostsByItsPixels()
    {
        const auto slower = [](const CurveOptions& options, bool zooming) {
            Fed few(10'000, options), many(200'000, options);
            const auto turn = [&](Fed& fed) {
                fed.append();
                if (zooming) {
                    fed.zoomAndPoint();
                }
                fed.plot().view().refresh();
            };
            return slowdown([&] { turn(few); }, [&] { turn(many); }, 4);
        };
        const double loss = slower({}, false), all = slower({.panes = everyPane}, false),
                     zooming = slower({.panes = everyPane}, true);
        QVERIFY2(std::max({loss, all, zooming}) < 4,
                 qPrintable(QStringLiteral("%1, all panes %2, zooming %3").arg(loss).arg(all).arg(zooming)));
    }

    void itIsDrawnThirtyTimesASecondAtMost()
    {
        Fed fed(10'000, {});
        QVERIFY(QTest::qWaitForWindowExposed(&fed.plot(), patience));
        const int before = fed.plot().view().replots();
        QElapsedTimer clock;
        clock.start();
        QVERIFY(QTest::qWaitFor(
            [&] {
                fed.append();
                return fed.plot().view().replots() >= before + 4;
            },
            patience));
        QVERIFY(clock.elapsed() >= 3 * 30);
    }

    void appendingCostsByWhatIsAppended()
    {
        struct Grown {
            engine::Curve trained;
            engine::RunLog record;
            RunCurves drawn;
        };
        std::mt19937 random(5);
        const auto append = [&](Grown& run) {
            run.trained.append(samplePoint(static_cast<std::int64_t>(run.trained.size()) + 1, random));
            run.record.curve.follow(run.trained);
            run.drawn.follow(run.record);
        };
        const auto grown = [&](std::int64_t iterations) {
            Grown run{
                .trained = sampleRun(1, iterations - 1).curve, .record = {.start = {.batchUnits = 2500}}, .drawn = {}};
            run.drawn.setSmoothing(33);
            append(run);
            return run;
        };
        Grown few = grown(1'000), many = grown(200'000);
        const auto appendMany = [&](Grown& run) {
            for (int count = 0; count < 2'000; ++count) {
                append(run);
            }
        };
        const double slower = slowdown([&] { appendMany(few); }, [&] { appendMany(many); }, 3);
        QVERIFY2(slower < 3, qPrintable(QString::number(slower)));
    }
};

HAMNET_QT_TEST(LossPlotCostTest)
#include "loss_plot_cost_test.moc"
