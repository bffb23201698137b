// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/panels/size_table.h"
#include "editor/widgets/report_table.h"
#include "tests/editor/samples.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_tests.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QSignalSpy>
#include <QTreeView>

using namespace editor;

namespace {

enum Column { Layer, Type, Made, Parameters, Kept, Gradients, Forward };
enum Heat { None, OfParameters, OfKept };

QString cell(const SizeTable& table, int row, Column column)
{
    return table.table()->text(row, column);
}

QString tip(const SizeTable& table, int row, Column column)
{
    return table.table()->figures().model()->index(row, column).data(Qt::ToolTipRole).toString();
}

} // namespace

class SizeTableTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(sample("char_rnn_caffe.prototxt"));
        m_table = std::make_unique<SizeTable>(*m_document);
        m_table->show();
    }
    void cleanup() { m_table.reset(); }

    void everyLayerHasARowAndTheTotalsStandBelow()
    {
        QCOMPARE(m_table->table()->figures().model()->rowCount(), 9);
        QCOMPARE(cell(*m_table, 2, Layer), QStringLiteral("lstm1"));
        QCOMPARE(cell(*m_table, 2, Made), QStringLiteral("75 × 25 × 512"));
        QCOMPARE(cell(*m_table, 2, Parameters), QStringLiteral("1,081,344"));
        QVERIFY(says(*m_table, QStringLiteral("Parameters: 3,248,143"), Qt::MatchContains));
    }

    void anEditChangesTheNumbersAtOnce()
    {
        const Id lstm = m_document->nodeNamed("lstm2");
        m_document->change("Units", [&](Content& content) { setParam(content, lstm, "num_output", std::int64_t{1}); });
        QCOMPARE(cell(*m_table, 4, Made), QStringLiteral("75 × 25 × 1"));
    }

    void whatDoesNotFitSaysSo()
    {
        const Id reshape = m_document->nodeNamed("Reshape_lstm2");
        m_document->change("Shape", [&](Content& content) {
            setParam(content, reshape, "shape", std::vector<std::int64_t>{7, 11});
        });
        QCOMPARE(cell(*m_table, 6, Made), QStringLiteral("does not fit"));
        QVERIFY(cell(*m_table, 6, Parameters).isEmpty());
        QVERIFY(tip(*m_table, 6, Layer).contains(QLatin1String("Reshape_lstm2")));
    }

    void sortingGoesByTheNumbers()
    {
        m_table->table()->figures().model()->sort(Parameters, Qt::DescendingOrder);
        QCOMPARE(cell(*m_table, 0, Layer), QStringLiteral("lstm2"));
    }

    void selectionGoesBothWays()
    {
        m_document->select({m_document->nodeNamed("lstm1"), m_document->nodeNamed("ip1")});
        QCOMPARE(m_table->table()->selected().size(), 2);
        QTreeView& names = m_table->table()->names();
        names.setCurrentIndex(names.model()->index(4, 0));
        QCOMPARE(m_document->selection(), std::set<Id>{m_document->nodeNamed("lstm2")});
    }

    void whatWasSelectedWhileHiddenIsSelected()
    {
        SizeTable table(*m_document);
        const Id lstm = m_document->nodeNamed("lstm2");
        m_document->select({lstm});
        table.show();
        QCOMPARE(table.table()->selected(), QList<qint64>{lstm});
    }

    void theMenuOfTheKeyboardHasColumnsAndFiles()
    {
        const QList<QAction*> actions = m_table->table()->actions();
        QMenu* menu = (*std::ranges::find(actions, QStringLiteral("Table"), &QAction::text))->menu();
        emit menu->aboutToShow();
        QStringList texts;
        for (const QAction* action : menu->actions()) {
            texts << action->text();
        }
        QVERIFY(texts.contains(QStringLiteral("Gradients")) && texts.contains(QStringLiteral("Save as CSV…")));
        menu->actions().front()->trigger(); // Type
        QVERIFY(m_table->table()->figures().isColumnHidden(Type));
    }

    void enterAsksForTheArithmetic()
    {
        QSignalSpy asked(m_table.get(), &SizeTable::arithmeticRequested);
        QTreeView& names = m_table->table()->names();
        names.setCurrentIndex(names.model()->index(2, 0));
        QTest::keyClick(&names, Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toInt(), m_document->nodeNamed("lstm1"));
    }

    void heatIsAShareOfTheHottest()
    {
        SizeTable table(*m_document);
        QVERIFY(!table.heat(m_document->nodeNamed("lstm1")));
        QSignalSpy requested(&table, &SizeTable::heatRequested);
        table.heatBox()->setCurrentIndex(OfParameters);
        QCOMPARE(requested.count(), 1);
        QCOMPARE(table.heat(m_document->nodeNamed("lstm2")), std::optional(1.0));
        QCOMPARE(table.heat(m_document->nodeNamed("lstm1")), std::optional(1'081'344.0 / 2'099'200.0));
        QCOMPARE(table.heat(m_document->nodeNamed("Drop1")), std::optional(0.0));
        QVERIFY(!table.heat(12345));
        table.heatBox()->setCurrentIndex(None);
        QVERIFY(!table.heat(m_document->nodeNamed("lstm2")));
    }

    void theHottestNumberIsNamedWithItsUnit()
    {
        QVERIFY(m_table->heatName().isEmpty() && m_table->hottest().isEmpty());
        m_table->heatBox()->setCurrentIndex(OfKept);
        QCOMPARE(m_table->heatName(), QStringLiteral("Activations"));
        QVERIFY2(m_table->hottest().endsWith(QLatin1Char('B')), qPrintable(m_table->hottest()));
        const std::vector<Node>& nodes = m_document->content().nodes; // it is that of the layer at 1
        QVERIFY(std::ranges::any_of(nodes, [&](const Node& node) { return m_table->heat(node.id) == 1.0; }));
    }

    void heatGoesWithTheDrawing()
    {
        SizeTable table(*m_document);
        table.heatBox()->setCurrentIndex(OfParameters);
        QSignalSpy requested(&table, &SizeTable::heatRequested);
        m_document->load(Content(m_document->content()));
        QVERIFY(table.heatName().isEmpty());
        QVERIFY(!requested.isEmpty());
    }

    void heatFollowsEditsWhileHidden()
    {
        SizeTable table(*m_document);
        table.heatBox()->setCurrentIndex(OfParameters);
        QSignalSpy requested(&table, &SizeTable::heatRequested);
        const Id lstm = m_document->nodeNamed("lstm2");
        m_document->change("Units", [&](Content& content) { setParam(content, lstm, "num_output", std::int64_t{1}); });
        QCOMPARE(requested.count(), 1);
        QCOMPARE(table.heat(m_document->nodeNamed("lstm1")), std::optional(1.0));
    }

    void memoryIsHeldAgainstWhatThereIs()
    {
        MemoryView view;
        view.show({.weights = 1024});
        QVERIFY(view.verdict().contains(QLatin1String("not known")));
        view.setAvailable(2048, QStringLiteral("this computer"));
        QVERIFY(view.verdict().startsWith(QLatin1String("Fits: 50 %")));
        view.setAvailable(512, QStringLiteral("this computer"));
        QVERIFY(view.verdict().startsWith(QLatin1String("Does not fit")));
    }

private:
    std::unique_ptr<Document> m_document;
    std::unique_ptr<SizeTable> m_table;
};

HAMNET_QT_TEST(SizeTableTest)
#include "size_table_test.moc"
