// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "tests/studio/plots/sample_runs.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <cmath>

using namespace studio;

/// The strip under the curves: made with the run's readings, zoomed and read with the curves.
class RunMeterTest : public QObject {
    Q_OBJECT

private:
    /// 1,000 iterations in 13.5 s; the device is busy for 20 % of the first half and 90 % of the second.
    static void fill(LossPlot& plot)
    {
        plot.resize(900, 420);
        plot.runs().setCurrent(sampleRun(3, 1000));
        for (double second = 0; second <= 13.5; second += 0.5) {
            plot.view().addReading(
                3, QStringLiteral("NVIDIA H200"),
                {.seconds = second, .utilisation = second < 6.75 ? 20.0F : 90.0F, .memoryShare = 12});
        }
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot, patience));
        plot.view().refresh();
        QCOMPARE(plot.view().axisRectCount(), 2);
        QCOMPARE(strip(plot).left(), plot.view().axisRect(0)->left());
        QCOMPARE(strip(plot).width(), plot.view().axisRect(0)->width());
    }

    static QRect strip(LossPlot& plot) { return plot.view().axisRect(1)->rect(); }

private slots:
    void isNotThereWithoutReadingsOfTheRunInFront()
    {
        LossPlot plot;
        plot.runs().setCurrent(sampleRun(3, 200));
        plot.view().addReading(4, QStringLiteral("NVIDIA H200"), {.seconds = 1, .utilisation = 50, .memoryShare = 12});
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot, patience));
        plot.view().refresh(); // at once
        QCOMPARE(plot.view().axisRectCount(), 1);
    }

    void saysTheReadingAtTheCursor()
    {
        LossPlot plot;
        fill(plot);
        // The mouse in the first quarter of the strip moves the curves' cursor, too.
        QTest::mouseMove(&plot.view(), {strip(plot).left() + strip(plot).width() / 4, strip(plot).center().y()});
        TRY_VERIFY(plot.view().readout().iteration().has_value());
        QVERIFY(std::abs(*plot.view().readout().iteration() - 250) < 40);
        const std::vector<PaneReadout> values = plot.view().readout().values();
        QCOMPARE(values.size(), std::size_t{2});
        QCOMPARE(values.back().rows.at(0).value, QStringLiteral("20 %"));
        QCOMPARE(values.back().rows.at(1).value, QStringLiteral("12 %"));
        QVERIFY(strip(plot).contains(values.back().rows.at(0).dot.toPoint()));
    }

    void zoomsWithTheCurves()
    {
        LossPlot plot;
        fill(plot);
        const QCPRange before = plot.view().zoom().places();
        const QPointF place = strip(plot).center();
        QWheelEvent wheel(place, plot.view().mapToGlobal(place), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&plot.view(), &wheel);
        plot.view().refresh();
        QVERIFY(plot.view().zoom().places().size() < 0.95 * before.size());
        QCOMPARE(plot.view().axisRect(1)->axis(QCPAxis::atBottom)->range(), plot.view().zoom().places());
    }

    void isPaintedAtThePlacesOfTheCurves()
    {
        LossPlot plot;
        fill(plot);
        // The line lies low on the left and high on the right, on the axis of iterations as on that of time.
        for (const Along along : {Along::Iteration, Along::Time}) {
            plot.runs().setOptions({.along = along});
            plot.view().zoom().fit();
            // At half the height there is ground on the left and the filled line on the right.
            const auto colourAt = [&](double part) {
                const QImage picture = plot.view().grab().toImage();
                return picture.pixelColor(strip(plot).left() + static_cast<int>(part * strip(plot).width()),
                                          strip(plot).center().y());
            };
            TRY_VERIFY(colourAt(0.25) != colourAt(0.75));
        }
    }

    void picturesHaveNone()
    {
        LossPlot plot;
        fill(plot);
        int panes = 0;
        plot.view().drawFor(600, CurveView::Ground::Light, [&] { panes = plot.view().axisRectCount(); });
        QCOMPARE(panes, 1);
        QCOMPARE(plot.view().axisRectCount(), 2);
    }
};

HAMNET_QT_TEST(RunMeterTest)
#include "run_meter_test.moc"
