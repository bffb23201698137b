// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs and the plot below it, while a queue changes.
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/run_table.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/looks/theme.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace studio {
namespace {

const QString units = QStringLiteral("lstm: Units"), solver = QStringLiteral("Solver");

/// So many runs with these settings: units from 10 on, and a solver that is another one for the last.
QueueView runs(int count, const QStringList& settings)
{
    QueueView view;
    for (int run = 1; run <= count; ++run) {
        QueueRow row{.id = run, .state = queue::RunState::Done, .result = {.bestLoss = 3.0 - 0.01 * run}};
        std::vector<RunSetting> given;
        for (const QString& name : settings) {
            const QString kind = run == count ? QStringLiteral("SGD") : QStringLiteral("Adam");
            given.push_back({name, name == units ? QString::number(10 * run) : kind});
        }
        row.settings = std::make_shared<const std::vector<RunSetting>>(given);
        view.rows.push_back(row);
    }
    return view;
}

ParallelAxes plotted(const QueueView& view)
{
    Workspace workspace;
    RunTable table(workspace);
    table.showQueue(view);
    return table.axes();
}

void mouse(QWidget& widget, QEvent::Type type, QPoint at)
{
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, widget.mapToGlobal(at), button, held, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

} // namespace

class QueueTableTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets
    void itStaysSortedByTheSameSetting()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.showQueue(runs(3, {units}));
        table.figures().header()->setSortIndicator(table.columnOf(units), Qt::DescendingOrder);
        table.select({-2});
        table.showQueue(runs(3, {solver, units}));
        QCOMPARE(table.names().header()->sortIndicatorSection(), table.columnOf(units));
        QCOMPARE(table.figures().header()->sortIndicatorSection(), table.columnOf(units));
        QCOMPARE(table.figures().header()->sortIndicatorOrder(), Qt::DescendingOrder);
        QCOMPARE(table.text(0, 0), QStringLiteral("Queue 3"));
        QCOMPARE(table.selected(), QList<qint64>{-2});
        table.showQueue(runs(3, {solver}));
        QVERIFY2(!table.isSorted(), "that column is gone");
    }

    void theSettingsThatWereComparedComeFirst()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.showQueue(runs(3, {solver, units}));
        QVERIFY(table.columnOf(solver) < table.columnOf(units));
        table.compare({-1, -2}); // of one solver
        QVERIFY(table.columnOf(units) < table.columnOf(solver));
        table.showQueue(runs(4, {solver, units}));
        QVERIFY(table.columnOf(units) < table.columnOf(solver));
    }

    void runsOfOtherNetsAreListedWhereThatIsAskedFor()
    {
        Workspace workspace;
        QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
        RunTable table(workspace);
        QueueView view = runs(2, {units});
        view.rows[0].net = workspace.document().derived().model.name;
        view.rows[1].net = "another";
        table.showQueue(view);
        QCOMPARE(table.names().model()->rowCount(), 1);
        QVERIFY(table.hasOthers());
        table.showOthers(true);
        QCOMPARE(table.names().model()->rowCount(), 2);
    }

    void itKeepsTheWidthsThatTheUserGave()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.showQueue(runs(3, {units}));
        table.figures().header()->resizeSection(table.columnOf(units), 222);
        table.showQueue(runs(3, {solver, units}));
        QCOMPARE(table.figures().columnWidth(table.columnOf(units)), 222);
        QVERIFY(table.figures().columnWidth(table.columnOf(solver)) != 222);
    }

    void aRefreshDoesNotScroll()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.resize(300, 150);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        table.showQueue(runs(60, {units}));
        table.select({-2, -1});
        QSignalSpy chosen(&table, &RunTable::selectionChanged);
        QScrollBar& bar = *table.names().verticalScrollBar();
        bar.setValue(bar.maximum());
        QVERIFY(bar.value() > 10);
        table.showQueue(runs(60, {units}));
        table.select({-1, -2});
        QCOMPARE(bar.value(), bar.maximum());
        QCOMPARE(chosen.count(), 0);
        table.scrollToSelected();
        QCOMPARE(bar.value(), 0);
    }

    void itCopiesWhatIsSelectedInTheColumnsThatAreShown()
    {
        Workspace workspace;
        RunTable table(workspace);
        table.showQueue(runs(3, {units}));
        table.showColumn(table.columnOf(QStringLiteral("State")), false);
        table.showQueue(runs(3, {solver, units}));
        QVERIFY2(table.figures().isColumnHidden(table.columnOf(QStringLiteral("State"))), "the choice is kept");
        table.select({-3});
        for (QAction* action : table.actions()) {
            action->trigger();
        }
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith(QStringLiteral("Run\tBest validation\tSolver\t") + units), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith(QStringLiteral("Queue 3\t%1\tSGD\t30\t").arg(QLocale().toString(2.97, 'f', 4))),
                 qPrintable(lines[1]));
    }

    void aRefreshOfThePlotIsNotTheUsersAct()
    {
        ParallelPlot plot;
        plot.resize(500, 200);
        plot.setAxes(plotted(runs(4, {units})));
        QSignalSpy brushed(&plot, &ParallelPlot::brushed), passing(&plot, &ParallelPlot::passing);
        mouse(plot, QEvent::MouseButtonPress, plot.placeOf(0, 0.5));
        mouse(plot, QEvent::MouseMove, plot.placeOf(0, 1));
        mouse(plot, QEvent::MouseButtonRelease, plot.placeOf(0, 1));
        QCOMPARE(brushed.count(), 1);
        plot.setAxes(plotted(runs(4, {units})));
        QCOMPARE(brushed.count(), 1);
        QCOMPARE(passing.count(), 1); // the same runs pass
        plot.setAxes(plotted(runs(8, {units})));
        QCOMPARE(brushed.count(), 1);
        QCOMPARE(passing.count(), 2);
    }

    void namesAndLabelsOfManyAxesStandBesideEachOther()
    {
        QueueView view = runs(2, {});
        for (QueueRow& row : view.rows) {
            std::vector<RunSetting> settings;
            for (int axis = 0; axis < 9; ++axis) {
                settings.push_back({QStringLiteral("layer %1: Forget bias").arg(axis),
                                    row.id == 1 ? QStringLiteral("layernorm_lstm") : QStringLiteral("lstm")});
            }
            row.settings = std::make_shared<const std::vector<RunSetting>>(settings);
        }
        ParallelPlot plot;
        plot.setAxes(plotted(view));
        plot.resize(plot.minimumSizeHint());
        const std::vector<DrawnWords> words = drawnWords(plot);
        QVERIFY(words.size() >= 3 * static_cast<std::size_t>(plot.axes()));
        for (auto one = words.begin(); one != words.end(); ++one) {
            QVERIFY2(one->text.size() > 5 || !one->text.contains(QChar(0x2026)), qPrintable(one->text));
            for (auto other = words.begin(); other != one; ++other) {
                QVERIFY2(!one->seen().adjusted(1, 1, -1, -1).intersects(other->seen()),
                         qPrintable(one->text + QStringLiteral(" over ") + other->text));
            }
        }
    }

    void aClickThatTremblesIsNoBrush()
    {
        ParallelPlot plot;
        plot.resize(500, 200);
        plot.setAxes(plotted(runs(4, {units})));
        QSignalSpy passing(&plot, &ParallelPlot::passing);
        const QPoint place = plot.placeOf(0, 0.5);
        mouse(plot, QEvent::MouseButtonPress, place);
        mouse(plot, QEvent::MouseMove, place + QPoint(0, 1));
        mouse(plot, QEvent::MouseButtonRelease, place + QPoint(0, 1));
        QCOMPARE(passing.count(), 0);
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::QueueTableTest)

#include "queue_table_test.moc"
