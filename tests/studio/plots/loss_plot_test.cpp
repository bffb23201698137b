// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_readout.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/plots/plot_export.h"
#include "app/studio/plots/run_colour.h"
#include "editor/looks/theme.h"
#include "tests/studio/plots/sample_runs.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <cmath>
#include <QMenu>
#include <QSignalSpy>
#include <QWheelEvent>

using namespace studio;

namespace {

std::vector<engine::CurvePoint> points(std::int64_t first, std::int64_t last, double loss)
{
    std::vector<engine::CurvePoint> made;
    for (std::int64_t iteration = first; iteration <= last; ++iteration) {
        made.push_back({.iteration = iteration,
                        .seconds = static_cast<double>(iteration),
                        .loss = loss,
                        .learningRate = 0.1,
                        .gradientNorm = 1});
    }
    return made;
}

void turnWheel(QWidget& widget, const QPoint& where, int notches, Qt::KeyboardModifiers keys = Qt::NoModifier)
{
    QWheelEvent event(where, widget.mapToGlobal(where), {}, {0, 120 * notches}, Qt::NoButton, keys, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(&widget, &event);
}

/// From this point on, all at one value.
RunRecord withLosses(RunRecord run, std::size_t from, double loss)
{
    std::vector<engine::CurvePoint> changed = run.curve.points();
    for (std::size_t point = from; point < changed.size(); ++point) {
        changed[point].loss = loss;
    }
    run.curve = engine::Curve(changed);
    return run;
}

} // namespace

class LossPlotTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_plot = std::make_unique<LossPlot>();
        m_plot->resize(900, 420);
        expose(*m_plot);
    }

    void cleanup() { m_plot.reset(); }

    void followsTheNewestPointUntilTheUserPans()
    {
        append(points(1, 100, 2));
        view().refresh();
        QVERIFY(view().places().contains(100));
        append(points(101, 1'000, 2));
        view().refresh();
        QVERIFY(view().places().contains(1'000));

        turnWheel(view(), {300, 150}, 3);
        QVERIFY(!view().isFollowing());
        const QCPRange before = view().places();
        append(points(1'001, 3'000, 2));
        view().refresh();
        QCOMPARE(view().places().lower, before.lower);
        QCOMPARE(view().places().upper, before.upper);

        QTest::keyClick(&view(), Qt::Key_F);
        QVERIFY(view().isFollowing());
        QVERIFY(view().places().contains(3'000));
        QVERIFY2(view().places().size() < 1'000, "a zoom is kept while following");
        QTest::keyClick(&view(), Qt::Key_0);
        QVERIFY(view().places().contains(1));
    }

    void appendingAloneNeverReplots()
    {
        append(points(1, 10, 2));
        const int before = view().replots();
        for (std::int64_t iteration = 11; iteration < 2'000; ++iteration) {
            append(points(iteration, iteration, 2));
        }
        QCOMPARE(view().replots(), before);
        TRY_VERIFY(view().replots() > before);
    }

    void theFirstPointsOpenThePanes()
    {
        QVERIFY(runs().isEmpty());
        QCOMPARE(view().axisRectCount(), 0);
        append(points(1, 10, 2));
        TRY_COMPARE(view().axisRectCount(), 1);
    }

    void aClickOnAMarkTellsItsCheckpoint()
    {
        append(points(1, 1'000, 2));
        runs().follow({.curve = runs().current().curves.points(),
                       .checkpoints = {{400, "bard.hamnet"}, {500, "bard.hamnet"}}}); // the file was written again
        QCOMPARE(runs().current().curves.checkpoints().size(), std::size_t{1});
        view().refresh();
        QSignalSpy clicked(&view(), &CurveView::checkpointActivated);
        const QCPAxisRect* pane = view().axisRect(0);
        const int x = qRound(pane->axis(QCPAxis::atBottom)->coordToPixel(500));
        QTest::mouseClick(&view(), Qt::LeftButton, {}, {x + 60, pane->bottom() - 8});
        QCOMPARE(clicked.size(), 0);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, {x, pane->bottom() - 8});
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked.at(0).at(0).toString(), QStringLiteral("bard.hamnet"));
        QCOMPARE(clicked.at(0).at(1).toLongLong(), 500);
    }

    void theCursorSnapsToPointsAndReadsAllPanes()
    {
        append(points(1, 100, 1.5));
        runs().setOptions({.smoothing = 0, .panes = everyPane});
        QSignalSpy hovered(&view().readout(), &CurveReadout::iterationHovered);
        const QCPAxis* places = view().axisRect(0)->axis(QCPAxis::atBottom);
        const int x = qRound(places->coordToPixel(40.4));
        QTest::mouseMove(&view(), {x, view().axisRect(2)->center().y()});
        TRY_VERIFY(!hovered.isEmpty());
        QCOMPARE(hovered.back().at(0).toLongLong(), 40);
        const QString text = view().readout().words();
        for (const char* part : {"Iteration 40", "Loss: 1.5", "Learning rate: 0.1", "Gradient norm: 1", "Speed: 100"}) {
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
        }
        QTest::keyClick(&view(), Qt::Key_Left);
        QCOMPARE(hovered.back().at(0).toLongLong(), 39);
    }

    void whatIsNoNumberIsMarkedAndSaid()
    {
        std::vector<engine::CurvePoint> broken = points(1, 100, 2);
        broken[49].loss = std::nan("");
        append(broken);
        view().refresh();
        int marks = 0;
        for (int graph = 0; graph < view().graphCount(); ++graph) {
            const QCPGraph* one = view().graph(graph);
            if (one->scatterStyle().shape() == QCPScatterStyle::ssCross) {
                marks += one->dataCount();
            }
        }
        QCOMPARE(marks, 1);
        const QCPAxis* places = view().axisRect(0)->axis(QCPAxis::atBottom);
        QTest::mouseMove(&view(), {qRound(places->coordToPixel(50)), 100});
        TRY_VERIFY(view().readout().words().contains(QStringLiteral("not a number")));
    }

    void aLossThatDivergedStretchesTheAxisOnlyWhenAllIsAskedFor()
    {
        runs().setCurrent(sampleRun(2, 1'000));
        const QCPRange alone = view().panes().valuesOf(Measure::Loss);
        runs().setEarlier({withLosses(sampleRun(1, 1'000), 20, 1e6)});
        runs().setShown(1, true);
        const auto top = [&] { return view().panes().valuesOf(Measure::Loss).upper; };
        QVERIFY2(top() < 2.2 * alone.upper, qPrintable(QString::number(top())));
        QTest::keyClick(&view(), Qt::Key_0);
        QVERIFY2(top() > 1e6, qPrintable(QString::number(top())));
        QTest::keyClick(&view(), Qt::Key_0);
        QVERIFY2(top() < 2.2 * alone.upper, qPrintable(QString::number(top())));
    }

    void aRunThatIsMostlyAboveItsFirstLossIsSeenWhole()
    {
        runs().setCurrent(withLosses(sampleRun(1, 1'000), 20, 50));
        QVERIFY(view().panes().valuesOf(Measure::Loss).contains(50));
    }

    void zoomsBoxesAndFits()
    {
        append(points(1, 1'000, 2));
        view().refresh();
        const QCPRange all = view().places();
        const QPoint middle = view().axisRect(0)->center();
        const QCPRange values = view().panes().valuesOf(Measure::Loss);
        turnWheel(view(), middle, 1, Qt::ControlModifier);
        QVERIFY(view().panes().valuesOf(Measure::Loss).size() < values.size());
        QCOMPARE(view().places().size(), all.size());

        QTest::mousePress(&view(), Qt::LeftButton, Qt::ShiftModifier, middle - QPoint(100, 40));
        QTest::mouseMove(&view(), middle + QPoint(100, 40));
        QTest::mouseRelease(&view(), Qt::LeftButton, Qt::ShiftModifier, middle + QPoint(100, 40));
        QVERIFY(view().places().size() < all.size() / 2);
        QVERIFY(!view().isFollowing());
        QTest::mouseDClick(&view(), Qt::LeftButton, {}, middle);
        QCOMPARE(view().places().size(), all.size());
        QVERIFY(view().isFollowing());
    }

    void aDragPansAndPausesFollowing()
    {
        append(points(1, 1'000, 2));
        view().refresh();
        const QPoint middle = view().axisRect(0)->center();
        turnWheel(view(), middle, 4);
        view().setFollowing(true);
        const QCPRange before = view().places();
        QTest::mousePress(&view(), Qt::LeftButton, {}, middle);
        QTest::mouseMove(&view(), middle + QPoint(50, 0));
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, middle + QPoint(50, 0));
        QVERIFY(view().places().lower < before.lower);
        QVERIFY(!view().isFollowing());
    }

    void anotherAxisKeepsWhatIsSeen()
    {
        append(points(1, 1'000, 2));
        view().refresh();
        turnWheel(view(), view().axisRect(0)->center(), 6);
        const QCPRange iterations = view().places();
        runs().setOptions({.along = Along::Characters});
        const QCPRange characters = view().places();
        QVERIFY(std::abs(characters.lower / 100 - iterations.lower) <= 1);
        QVERIFY(std::abs(characters.upper / 100 - iterations.upper) <= 1);
    }

    void bitsAreNatsOverTheLogarithmOfTwo()
    {
        append(points(1, 100, 2));
        runs().setOptions({.unit = LossUnit::Bits});
        QVERIFY(view().panes().valuesOf(Measure::Loss).contains(2 / std::log(2.0)));
        QVERIFY(!view().panes().valuesOf(Measure::Loss).contains(2));
    }

    void exportsEveryPointAsATableInCsLocale()
    {
        QLocale::setDefault(QLocale(QLocale::German));
        RunRecord run;
        run.name = "A, \"quoted\" run";
        run.shortName = "A"; // only the key has it
        std::vector<engine::CurvePoint> broken = points(1, 30'000, 1.25);
        broken[2].loss = std::nan("");
        run.start.batchUnits = 100;
        run.curve = engine::Curve(broken);
        run.validations = {
            {.iteration = 2, .loss = 1.5, .metrics = {{"bits_per_char", 2.2}, {"accuracy", 0.5}}, .best = true}};
        const RunCurves curves(run);
        const RunCurves* const all[] = {&curves};
        const QList<QByteArray> lines = QByteArray::fromStdString(csvOf(all)).split('\n');
        QLocale::setDefault(QLocale(QLocale::English));
        QCOMPARE(lines.size(), 30'002);
        QCOMPARE(lines[1], QByteArray("\"A, \"\"quoted\"\" run\",1,1,100,1.25,0.1,1,100,,"));
        QVERIFY(lines[2].endsWith(",1.25,0.1,1,100,1.5,0.5"));
        QVERIFY(lines[3].contains(",nan,0.1,"));
    }

    void metricsHavePanesWhereARunReadsSequences()
    {
        RunRecord run = sampleRun(1, 300);
        run.start.kind = &engine::kinds::rows;
        run.validations = {{.iteration = 100, .loss = 1, .metrics = {{"accuracy", 0.5}}},
                           {.iteration = 200, .loss = 1, .metrics = {{"accuracy", 0.7}, {"mae", 3}, {"rmse", 4}}}};
        runs().setCurrent(run);
        QVERIFY(view().panes().valuesOf(Measure::Accuracy).contains(0.5));
        QVERIFY(view().panes().valuesOf(Measure::Accuracy).contains(0.7));
        QVERIFY(view().panes().valuesOf(Measure::Errors).contains(4));
        QVERIFY(!view().panes().valuesOf(Measure::Errors).contains(0.7));
        run.start.kind = &engine::kinds::text;
        runs().setCurrent(run);
        QCOMPARE(view().panes().valuesOf(Measure::Accuracy).size(), 0.0);
    }

    void aPaneOfMetricsComesUpWithTheFirstOne()
    {
        RunRecord run = sampleRun(1, 300);
        run.start.kind = &engine::kinds::rows;
        run.validations.clear();
        runs().setCurrent(run);
        QCOMPARE(view().panes().valuesOf(Measure::Accuracy).size(), 0.0);
        run.validations = {{.iteration = 100, .loss = 1, .metrics = {{"accuracy", 0.5}}}};
        runs().follow(run);
        QVERIFY(view().panes().valuesOf(Measure::Accuracy).contains(0.5));
    }

    void aRunKeepsItsColourForLife()
    {
        const auto colour = [](const PlottedRun& run) { return colourOf(run.curves.id(), editor::theme()); };
        runs().setCurrent(sampleRun(3, 100));
        runs().setEarlier({sampleRun(1, 100), sampleRun(2, 100)});
        const QColor second = colour(runs().earlier()[1]), third = colour(runs().current());
        QVERIFY(second != third && second != colour(runs().earlier()[0]));
        runs().setCurrent(sampleRun(4, 100));
        runs().setEarlier({sampleRun(2, 100), sampleRun(3, 100)}); // the first was removed, the third has ended
        QCOMPARE(colour(runs().earlier()[0]), second);
        QCOMPARE(colour(runs().earlier()[1]), third);
        QVERIFY(colour(runs().current()) != third);
    }

    void eightRunsHaveColoursOfTheirOwnAndTheNinthIsDotted()
    {
        const editor::Theme& theme = editor::theme();
        std::vector<QRgb> colours;
        for (int number = 1; number <= 8; ++number) {
            colours.push_back(colourOf(number, theme).rgb());
            QCOMPARE(lineOf(number), Qt::SolidLine);
        }
        QCOMPARE(colourOf(9, theme).rgb(), colours.front());
        QCOMPARE(lineOf(9), Qt::DotLine);
        std::ranges::sort(colours);
        QVERIFY(std::ranges::adjacent_find(colours) == colours.end());
    }

    void theRunInFrontIsNeverDotted()
    {
        runs().setCurrent(sampleRun(9, 100));
        QCOMPARE(view().panes().lines().front().main->pen().style(), Qt::SolidLine);
        runs().setCurrent(sampleRun(1, 100));
        const RunLine& behind = view().panes().lines().front();
        QCOMPARE(behind.run->curves.id(), 9);
        QCOMPARE(behind.main->pen().style(), Qt::DotLine);
    }

    void severalRunsAreNamedOverTheCurves()
    {
        runs().setCurrent(sampleRun(3, 100));
        runs().setEarlier({sampleRun(1, 100), sampleRun(2, 100)});
        runs().setShown(1, true);
        QCOMPARE(legend(), QStringList({QStringLiteral("Run 3"), QStringLiteral("Run 1"),
                                        QStringLiteral("Each iteration"), QStringLiteral("Dashed: validation")}));
    }

    void theLegendSaysWhatTheLossIsAveragedOver()
    {
        runs().setCurrent(sampleRun(1, 100));
        runs().setOptions({.smoothing = 4});
        QVERIFY(legend().contains(QStringLiteral("Training, mean of 4")));
        QVERIFY(legend().contains(QStringLiteral("Each iteration")));
        runs().setOptions({.smoothing = 0});
        QVERIFY(legend().contains(QStringLiteral("Training, each iteration")));
    }

    void validationsHaveTheirRunsColourAndAreNoTraining()
    {
        runs().setCurrent(sampleRun(2, 100));
        runs().setEarlier({sampleRun(1, 100)});
        runs().setShown(1, true);
        int validations = 0;
        for (int graph = 0; graph < view().graphCount(); ++graph) {
            const QCPGraph* one = view().graph(graph);
            if (one->scatterStyle().shape() == QCPScatterStyle::ssDisc) {
                const int run = ++validations;
                QCOMPARE(one->pen().color(), colourOf(run, editor::theme()));
                QVERIFY(one->pen().style() != lineOf(run));
            }
        }
        QCOMPARE(validations, 2);
    }

    void readoutsStandBesideThePointAndOverNoOther()
    {
        runs().setCurrent(sampleRun(4, 1'000, 1, 1.2));
        runs().setEarlier({sampleRun(1, 1'000, 2, 1.6), sampleRun(2, 1'000, 3, 2.4), sampleRun(3, 1'000, 3, 2)});
        for (const int run : {1, 2, 3}) {
            runs().setShown(run, true);
        }
        runs().setOptions({.panes = everyPane});
        m_plot->resize(900, 420);
        QCoreApplication::processEvents();
        const CurveReadout& overlay = view().readout();
        for (const double place : {60.0, 500.0, 990.0}) {
            view().readout().moveTo(place);
            const std::vector<QRect> boxes = overlay.boxes();
            QCOMPARE(boxes.size(), std::size_t{4});
            const std::vector<PaneReadout> readouts = view().readout().values();
            for (std::size_t one = 0; one < boxes.size(); ++one) {
                QVERIFY(overlay.rect().contains(boxes[one]));
                for (std::size_t other = 0; other < one; ++other) {
                    QVERIFY(!boxes[one].intersects(boxes[other]));
                }
                for (const PaneReadout::Row& row : readouts[one].rows) {
                    QVERIFY(!QRectF(boxes[one]).contains(row.dot));
                }
            }
            const double point = readouts.front().rows.back().dot.y();
            QVERIFY2(std::abs(boxes.front().center().y() - point) < 120,
                     qPrintable(QStringLiteral("%1 from %2").arg(boxes.front().center().y()).arg(point)));
        }
        QVERIFY(view().readout().words().contains(QStringLiteral("Learning rate; Run 1: ")));
    }

    void shownRunsStayShownWhenAnotherOneComes()
    {
        runs().setCurrent(sampleRun(3, 100));
        runs().setEarlier({sampleRun(1, 100), sampleRun(2, 100)});
        const auto choice = [&](int place) {
            auto* const menu = m_plot->findChild<QMenu*>(QStringLiteral("runs"));
            emit menu->aboutToShow();
            return menu->actions().value(place);
        };
        QCOMPARE(choice(2)->text(), QStringLiteral("Run 1"));
        QVERIFY(!choice(3));
        choice(2)->trigger();
        QVERIFY(runs().earlier()[0].shown);
        runs().setEarlier({sampleRun(1, 100), sampleRun(2, 100), sampleRun(3, 100)});
        QVERIFY(runs().earlier()[0].shown);
        QVERIFY(!runs().earlier()[2].shown);
        choice(0)->trigger();
        QVERIFY(!runs().current().shown);
        runs().setCurrent(sampleRun(4, 100));
        QVERIFY2(runs().current().shown, "a new run is seen");
    }

    void noMeterIsThereWithoutReadingsOfTheRunInFront()
    {
        runs().setCurrent(sampleRun(3, 200));
        view().addReading(4, QStringLiteral("NVIDIA H200"), {.seconds = 1, .utilisation = 50, .memoryShare = 12});
        view().refresh(); // at once
        QCOMPARE(view().axisRectCount(), 1);
    }

    void theMeterSaysTheReadingAtTheCursor()
    {
        fillMeter();
        // The mouse in the first quarter of the strip moves the curves' cursor, too.
        QTest::mouseMove(&view(), {strip().left() + strip().width() / 4, strip().center().y()});
        TRY_VERIFY(view().readout().iteration().has_value());
        QVERIFY(std::abs(*view().readout().iteration() - 250) < 40);
        const std::vector<PaneReadout> values = view().readout().values();
        QCOMPARE(values.size(), std::size_t{2});
        QCOMPARE(values.back().rows.at(0).value, QStringLiteral("20 %"));
        QCOMPARE(values.back().rows.at(1).value, QStringLiteral("12 %"));
        QVERIFY(strip().contains(values.back().rows.at(0).dot.toPoint()));
    }

    void theMeterZoomsWithTheCurves()
    {
        fillMeter();
        const QCPRange before = view().places();
        const QPointF place = strip().center();
        turnWheel(view(), place.toPoint(), 1);
        view().refresh();
        QVERIFY(view().places().size() < 0.95 * before.size());
        QCOMPARE(view().axisRect(1)->axis(QCPAxis::atBottom)->range(), view().places());
    }

    void theMeterIsPaintedAtThePlacesOfTheCurves()
    {
        fillMeter();
        // The line lies low on the left and high on the right, on the axis of iterations as on that of time.
        for (const Along along : {Along::Iteration, Along::Time}) {
            runs().setOptions({.along = along});
            view().fit();
            // At half the height there is ground on the left and the filled line on the right.
            const auto colourAt = [&](double part) {
                const QImage picture = view().grab().toImage();
                return picture.pixelColor(strip().left() + static_cast<int>(part * strip().width()),
                                          strip().center().y());
            };
            TRY_VERIFY(colourAt(0.25) != colourAt(0.75));
        }
    }

    void picturesHaveNoMeter()
    {
        fillMeter();
        int panes = 0;
        view().drawFor(600, CurveView::Ground::Light, [&] { panes = view().axisRectCount(); });
        QCOMPARE(panes, 1);
        QCOMPARE(view().axisRectCount(), 2);
    }

private:
    /// The run under way has trained these as well.
    void append(const std::vector<engine::CurvePoint>& points)
    {
        engine::RunLog run{.start = {.batchUnits = 100}, .curve = m_plot->runs().current().curves.points()};
        for (const engine::CurvePoint& point : points) {
            run.curve.append(point);
        }
        m_plot->runs().follow(run);
    }

    /// 1,000 iterations in 13.5 s; the device is busy for 20 % of the first half and 90 % of the second.
    void fillMeter() const
    {
        runs().setCurrent(sampleRun(3, 1000));
        for (double second = 0; second <= 13.5; second += 0.5) {
            view().addReading(3, QStringLiteral("NVIDIA H200"),
                              {.seconds = second, .utilisation = second < 6.75 ? 20.0F : 90.0F, .memoryShare = 12});
        }
        view().refresh();
        QCOMPARE(view().axisRectCount(), 2);
        QCOMPARE(strip().left(), view().axisRect(0)->left());
        QCOMPARE(strip().width(), view().axisRect(0)->width());
    }

    QRect strip() const { return view().axisRect(1)->rect(); }

    QStringList legend() const
    {
        QStringList names;
        const auto* key = view().findChild<QCPLegend*>();
        for (int item = 0; item < key->itemCount(); ++item) {
            names << qobject_cast<QCPPlottableLegendItem*>(key->item(item))->plottable()->name();
        }
        return names;
    }

    CurveView& view() const { return m_plot->view(); }
    PlottedRuns& runs() const { return m_plot->runs(); }

    std::unique_ptr<LossPlot> m_plot;
};

HAMNET_QT_TEST(LossPlotTest)
#include "loss_plot_test.moc"
