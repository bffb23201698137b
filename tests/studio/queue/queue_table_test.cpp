// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a queue and the plot beside it, while the queue changes.
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/queue_table.h"
#include "editor/looks/theme.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/support/qt_tests.h"

#include <QApplication>
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
        table.show(runs(3, {units}));
        table.sortByColumn(QueueModel::firstSetting, Qt::DescendingOrder);
        table.setCurrentIndex(table.model()->index(0, QueueModel::firstSetting));
        table.show(runs(3, {solver, units}));
        QCOMPARE(table.horizontalHeader()->sortIndicatorSection(), QueueModel::firstSetting + 1);
        QCOMPARE(table.horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
        QCOMPARE(table.model()->index(0, 0).data(QueueModel::idRole).toInt(), 3);
        QCOMPARE(table.currentIndex().data(QueueModel::idRole).toInt(), 3);
        QCOMPARE(table.currentIndex().column(), QueueModel::firstSetting + 1);
        table.show(runs(3, {solver}));
        QVERIFY2(!table.isSorted(), "that column is gone");
    }

    void itKeepsTheWidthsThatTheUserGave()
    {
        QueueTable table;
        table.show(runs(3, {units}));
        table.horizontalHeader()->resizeSection(QueueModel::firstSetting, 222);
        table.show(runs(3, {solver, units}));
        QCOMPARE(table.columnWidth(QueueModel::firstSetting + 1), 222);
        QVERIFY(table.columnWidth(QueueModel::firstSetting) != 222);
    }

    void aRefreshDoesNotScroll()
    {
        QueueTable table;
        table.resize(300, 150);
        table.QTableView::show();
        table.show(runs(60, {units}));
        table.choose({2, 1});
        QSignalSpy chosen(&table, &QueueTable::chosenByUser);
        table.verticalScrollBar()->setValue(30);
        table.show(runs(60, {units}));
        table.choose({1, 2});
        QCOMPARE(table.verticalScrollBar()->value(), 30);
        QCOMPARE(chosen.count(), 0);
        table.scrollToChosen();
        QVERIFY(table.verticalScrollBar()->value() < 2);
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
