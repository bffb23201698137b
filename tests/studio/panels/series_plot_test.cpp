// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/series_plot.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"

#include <QWheelEvent>

namespace studio {

class SeriesPlotTest : public QObject {
    Q_OBJECT

private slots:
    void theWheelIsThePagesUnlessCtrlIsHeld()
    {
        SeriesPlot plot;
        plot.resize(400, 300);
        plot.setCurves({{.name = QStringLiteral("truth"), .places = {0, 1, 2}, .values = {1, 3, 2}}});
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot, patience));
        const auto turn = [&](Qt::KeyboardModifiers held) {
            const QPointF middle(200, 200);
            QWheelEvent wheel(middle, plot.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, held, Qt::NoScrollPhase,
                              false);
            wheel.setAccepted(false);
            QApplication::sendEvent(&plot, &wheel);
            return wheel.isAccepted();
        };
        const QCPRange whole = plot.xAxis->range();
        QVERIFY(!turn(Qt::NoModifier)); // so that it goes on to what holds the plot
        QCOMPARE(plot.xAxis->range().size(), whole.size());
        QVERIFY(turn(Qt::ControlModifier));
        QVERIFY(plot.xAxis->range().size() < whole.size());
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::SeriesPlotTest)
#include "series_plot_test.moc"
