// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a queue and the plot beside it, while the queue changes.
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/queue_table.h"
#include "editor/looks/theme.h"
#include "tests/studio/gui/drawn_words.h"
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

/// So many runs with units from 10 on, of which only the last is trained by another solver.
QueueView runs(int count, const QStringList& differing)
{
    QueueView view{.differing = differing};
    for (int run = 1; run <= count; ++run) {
        QueueRow row{.id = run, .state = queue::RunState::Done, .seed = 1, .result = {.bestLoss = 3.0 - 0.01 * run}};
        row.settings = std::make_shared<const std::vector<RunSetting>>(
            std::vector<RunSetting>{{units, QString::number(10 * run)},
                                    {solver, run == count ? QStringLiteral("SGD") : QStringLiteral("Adam")}});
        view.rows.push_back(row);
    }
    return view;
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
        QueueTable table;
        table.showQueue(runs(3, {units}));
        table.figures().header()->setSortIndicator(table.columnOf(units), Qt::DescendingOrder);
        table.select({2});
        table.showQueue(runs(3, {solver, units}));
        QCOMPARE(table.names().header()->sortIndicatorSection(), table.columnOf(units));
        QCOMPARE(table.figures().header()->sortIndicatorSection(), table.columnOf(units));
        QCOMPARE(table.figures().header()->sortIndicatorOrder(), Qt::DescendingOrder);
        QCOMPARE(table.text(0, 0), QStringLiteral("3"));
        QCOMPARE(table.selected(), QList<qint64>{2});
        table.showQueue(runs(3, {solver}));
        QVERIFY2(!table.isSorted(), "that column is gone");
    }

    void itKeepsTheWidthsThatTheUserGave()
    {
        QueueTable table;
        table.showQueue(runs(3, {units}));
        table.figures().header()->resizeSection(table.columnOf(units), 222);
        table.showQueue(runs(3, {solver, units}));
        QCOMPARE(table.figures().columnWidth(table.columnOf(units)), 222);
        QVERIFY(table.figures().columnWidth(table.columnOf(solver)) != 222);
    }

    void aRefreshDoesNotScroll()
    {
        QueueTable table;
        table.resize(300, 150);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        table.showQueue(runs(60, {units}));
        table.select({2, 1});
        QSignalSpy chosen(&table, &QueueTable::selectionChanged);
        QScrollBar& bar = *table.names().verticalScrollBar();
        bar.setValue(bar.maximum());
        QVERIFY(bar.value() > 10);
        table.showQueue(runs(60, {units}));
        table.select({1, 2});
        QCOMPARE(bar.value(), bar.maximum());
        QCOMPARE(chosen.count(), 0);
        table.scrollToSelected();
        QCOMPARE(bar.value(), 0);
    }

    void itCopiesWhatIsSelectedInTheColumnsThatAreShown()
    {
        QueueTable table;
        table.showQueue(runs(3, {units}));
        table.showColumn(table.columnOf(QStringLiteral("State")), false);
        table.showQueue(runs(3, {solver, units}));
        QVERIFY2(table.figures().isColumnHidden(table.columnOf(QStringLiteral("State"))), "the choice is kept");
        table.select({3});
        for (QAction* action : table.actions()) {
            action->trigger();
        }
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].startsWith(QStringLiteral("Run\tSolver\t") + units));
        QVERIFY(lines[1].startsWith(QStringLiteral("3\tSGD\t30\t1\t")));
    }

    void aRefreshOfThePlotIsNotTheUsersAct()
    {
        ParallelPlot plot;
        plot.resize(500, 200);
        plot.setQueue(runs(4, {units}));
        QSignalSpy brushed(&plot, &ParallelPlot::brushed), passing(&plot, &ParallelPlot::passing);
        mouse(plot, QEvent::MouseButtonPress, plot.placeOf(0, 0.5));
        mouse(plot, QEvent::MouseMove, plot.placeOf(0, 1));
        mouse(plot, QEvent::MouseButtonRelease, plot.placeOf(0, 1));
        QCOMPARE(brushed.count(), 1);
        plot.setQueue(runs(4, {units}));
        QCOMPARE(brushed.count(), 1);
        QCOMPARE(passing.count(), 2);
    }

    void namesAndLabelsOfManyAxesStandBesideEachOther()
    {
        QueueView view = runs(2, {});
        for (int axis = 0; axis < 9; ++axis) {
            view.differing.append(QStringLiteral("layer %1: Forget bias").arg(axis));
        }
        for (QueueRow& row : view.rows) {
            std::vector<RunSetting> settings;
            for (const QString& name : view.differing) {
                settings.push_back({name, row.id == 1 ? QStringLiteral("layernorm_lstm") : QStringLiteral("lstm")});
            }
            row.settings = std::make_shared<const std::vector<RunSetting>>(settings);
        }
        ParallelPlot plot;
        plot.setQueue(view);
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
        plot.setQueue(runs(4, {units}));
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
