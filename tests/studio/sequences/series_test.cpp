// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/series_plot.h"
#include "editor/looks/theme.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <QDateTime>
#include <QWheelEvent>

namespace studio {

namespace {

constexpr double day = 24 * 3600, first = 1'577'836'800; // 2020-01-01

/// So many days of a test part with a forecast of the day behind them.
Evaluation evaluationOf(int days)
{
    Evaluation evaluation;
    for (int index = 0; index < days; ++index) {
        evaluation.samples.times.push_back(static_cast<std::int64_t>(1e6 * (first + index * day)));
        evaluation.guesses.push_back({.sample = index, .target = 10.0 + index % 7, .predicted = 9.0 + index % 6});
    }
    evaluation.forecasts = {{.ahead = 1, .predicted = 12, .time = first + days * day}};
    return evaluation;
}

} // namespace

class SeriesTest : public QObject {
    Q_OBJECT

private slots:
    void showAllOfAPartAndWhatFollows()
    {
        Evaluation evaluation = evaluationOf(730);
        evaluation.samples.times.clear();
        const SeriesCurves series = curvesOf(evaluation);
        QVERIFY(!series.byTime);
        QCOMPARE(series.curves.size(), std::size_t{3});
        QCOMPARE(series.curves[0].places.size(), 730);
        QCOMPARE(series.curves[1].places.front(), 1.0);
        QCOMPARE(series.curves[2].places.front(), 731.0);
    }

    void lieAlongTheirTimes()
    {
        const SeriesCurves series = curvesOf(evaluationOf(730));
        QVERIFY(series.byTime);
        QCOMPARE(series.curves[0].places.front(), first);
        QCOMPARE(series.curves[1].places.back(), first + 729 * day);
        QCOMPARE(series.curves[2].places.front(), first + 730 * day);
    }

    void ofSeveralSeriesLieByNumber()
    {
        Evaluation evaluation = evaluationOf(4);
        evaluation.samples.times[2] = 0; // another series begins
        QVERIFY(!curvesOf(evaluation).byTime);
    }

    void theAxisHasDatesAndCanBeZoomed()
    {
        for (const auto mode : {editor::Looks::Mode::Light, editor::Looks::Mode::Dark}) {
            editor::Looks::instance().setMode(mode);
            SeriesPlot plot;
            plot.resize(700, 300);
            plot.setAxes({}, QStringLiteral("wind"), SeriesPlot::Across::Times);
            plot.setCurves(curvesOf(evaluationOf(730)).curves);
            plot.replot();
            QVERIFY2(plot.xAxis->tickVectorLabels().contains(QStringLiteral("2021-01-01")) ||
                         plot.xAxis->tickVectorLabels().join(u' ').contains(QStringLiteral("2020-")),
                     qPrintable(plot.xAxis->tickVectorLabels().join(u'|')));
            const double all = plot.xAxis->range().size();
            plot.xAxis->setRange(first + 100 * day, first + 103 * day);
            plot.replot();
            QVERIFY2(plot.xAxis->tickVectorLabels().join(u' ').contains(u':'), "hours, where few days are seen");
            QTest::mouseDClick(&plot, Qt::LeftButton, {}, plot.axisRect()->center());
            QVERIFY(plot.xAxis->range().size() > 0.9 * all);
        }
    }

    void datesAreThoseOfTheFileWhereverTheComputerIs()
    {
        const QByteArray before = qgetenv("TZ");
        const auto restore = qScopeGuard([&] { before.isNull() ? qunsetenv("TZ") : qputenv("TZ", before); });
        qputenv("TZ", "EST5");
        SeriesPlot plot;
        plot.resize(700, 300);
        plot.setAxes({}, QStringLiteral("wind"), SeriesPlot::Across::Times);
        plot.setCurves(curvesOf(evaluationOf(730)).curves);
        plot.replot();
        const QVector<QString> labels = plot.xAxis->tickVectorLabels();
        QVERIFY(labels.size() > 1);
        for (qsizetype tick = 0; tick < labels.size(); ++tick) {
            const auto milliseconds = static_cast<qint64>(1000 * plot.xAxis->tickVector()[tick]);
            QCOMPARE(labels[tick], QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC).toString(u"yyyy-MM-dd"));
        }
    }

    void validationAndTestAreUnlike()
    {
        SeriesPlot plot;
        plot.setCurves({{.name = {}, .colour = SeriesPlot::Colour::Held, .places = {1, 2}, .values = {1, 2}},
                        {.name = {}, .colour = SeriesPlot::Colour::Test, .places = {1, 2}, .values = {1, 2}}});
        QVERIFY(plot.graph(0)->pen().style() != plot.graph(1)->pen().style());
        QVERIFY(std::abs(plot.graph(0)->pen().color().hslHue() - plot.graph(1)->pen().color().hslHue()) > 40);
    }

    void theWheelIsThePagesUnlessCtrlIsHeld()
    {
        SeriesPlot plot;
        plot.resize(400, 300);
        plot.setCurves({{.name = QStringLiteral("truth"), .places = {0, 1, 2}, .values = {1, 3, 2}}});
        expose(plot);
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

HAMNET_QT_TEST(studio::SeriesTest)
#include "series_test.moc"
