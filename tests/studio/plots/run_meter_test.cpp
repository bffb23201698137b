// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/plots/run_meter.h"
#include "tests/studio/plots/sample_runs.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"

#include <cmath>

using namespace studio;

/// The strip under the curves: shown with the run's readings, zoomed and read with the curves.
class RunMeterTest : public QObject {
    Q_OBJECT

private:
    /// 1,000 iterations in 13.5 s; the device is busy for 20 % of the first half and 90 % of the second.
    static void fill(LossPlot& plot)
    {
        plot.resize(900, 420);
        plot.runs().setCurrent(sampleRun(3, 1000));
        for (double second = 0; second <= 13.5; second += 0.5) {
            plot.meter().add(3, QStringLiteral("NVIDIA H200"),
                             {.seconds = second, .utilisation = second < 6.75 ? 20.0F : 90.0F, .memoryShare = 12});
        }
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot, patience));
        plot.view().refresh();
        QTRY_VERIFY_WITH_TIMEOUT(plot.meter().isVisible(), patience);
    }

private slots:
    void isHiddenWithoutReadingsOfTheRunInFront()
    {
        LossPlot plot;
        plot.runs().setCurrent(sampleRun(3, 200));
        plot.meter().add(4, QStringLiteral("NVIDIA H200"), {.seconds = 1, .utilisation = 50, .memoryShare = 12});
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot, patience));
        plot.view().refresh(); // at once
        QCoreApplication::processEvents();
        QVERIFY(!plot.meter().isVisible());
    }

    void saysTheReadingAtTheCursor()
    {
        LossPlot plot;
        fill(plot);
        RunMeter& meter = plot.meter();
        QCOMPARE(meter.words(), QStringLiteral("NVIDIA H200: utilisation 90 %, memory 12 %"));
        // The mouse in the first quarter of the strip moves the curves' cursor, too.
        const QRect pane = plot.view().axisRect()->rect();
        QTest::mouseMove(&meter, QPoint(pane.left() + pane.width() / 4, meter.height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(plot.view().readout().iteration().has_value(), patience);
        QVERIFY(std::abs(*plot.view().readout().iteration() - 250) < 40);
        QCOMPARE(meter.words(), QStringLiteral("NVIDIA H200: utilisation 20 %, memory 12 %"));
    }

    void zoomsWithTheCurves()
    {
        LossPlot plot;
        fill(plot);
        const QCPRange before = plot.view().zoom().places();
        QWheelEvent wheel(QPointF(300, 20), plot.meter().mapToGlobal(QPointF(300, 20)), {}, {0, 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&plot.meter(), &wheel);
        QTRY_VERIFY_WITH_TIMEOUT(plot.view().zoom().places().size() < 0.95 * before.size(), patience);
    }

    void isPaintedAtThePlacesOfTheCurves()
    {
        LossPlot plot;
        fill(plot);
        // The line lies low on the left and high on the right, on the axis of iterations as on that of time.
        for (const Along along : {Along::Iteration, Along::Time}) {
            CurveOptions options = plot.runs().options();
            options.along = along;
            plot.runs().setOptions(options);
            plot.view().zoom().fit();
            plot.view().refresh();
            // At half the height there is ground on the left and the filled line on the right.
            const auto colourAt = [&](double part) {
                const QImage picture = plot.meter().grab().toImage();
                const QRect pane = plot.view().axisRect()->rect();
                return picture.pixelColor(pane.left() + static_cast<int>(part * pane.width()), picture.height() / 2);
            };
            QTRY_VERIFY_WITH_TIMEOUT(colourAt(0.25) != colourAt(0.75), patience);
        }
    }
};

HAMNET_QT_TEST(RunMeterTest)
#include "run_meter_test.moc"
