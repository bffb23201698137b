// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/words.h"
#include "editor/document/edits.h"
#include "editor/panels/memory_view.h"
#include "editor/panels/size_table.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/editor/samples.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QSignalSpy>
#include <QSplitter>
#include <QTableView>
#include <QTemporaryDir>

using namespace editor;

namespace {

QString cell(const SizeTable& table, int row, SizeColumn column)
{
    return table.view()->model()->index(row, static_cast<int>(column)).data().toString();
}

QString total(const SizeTable& table, SizeColumn column)
{
    return table.totals()->model()->index(0, static_cast<int>(column)).data().toString();
}

int rows(const SizeTable& table)
{
    return table.view()->model()->rowCount();
}

} // namespace

class SizeTableTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theModelKeepsQtsRules();
    void everyLayerHasARowAndTheTotalsOneBelow();
    void everyCountOpensItsArithmetic();
    void anEditChangesTheNumbersAtOnce();
    void whatDoesNotFitSaysSo();
    void sortingGoesByTheNumbers();
    void theTotalsAreAlwaysInSight();
    void theNumbersOfMemoryAreNotCut();
    void selectionGoesBothWays();
    void aDoubleClickOnACountAsksForItsArithmetic();
    void heatIsAShareOfTheHottest();
    void theHottestNumberIsNamedWithItsUnit();
    void heatGoesWithTheDrawing();
    void heatFollowsEditsWhileHidden();
    void csvHoldsExactNumbersInAnyLanguage();
    void markdownHoldsTheTerminalsWords();
    void namesThatWouldBreakAFileAreQuoted();
    void exportsByEnding();
    void memoryIsHeldAgainstWhatThereIs();

private:
    std::unique_ptr<Document> m_document;
};

void SizeTableTest::init()
{
    m_document = std::make_unique<Document>();
    m_document->load(sample("char_rnn_caffe.prototxt"));
}

void SizeTableTest::theModelKeepsQtsRules()
{
    SizeTableModel model(*m_document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_document->change("Delete", [&](Content& content) { remove(content, {content.nodes[4].id}, Bypass::Yes); });
    model.refresh();
    m_document->load({});
    model.refresh();
    QCOMPARE(model.rowCount(), 1);
}

void SizeTableTest::everyCountOpensItsArithmetic()
{
    const SizeTableModel model(*m_document);
    const auto tip = [&](SizeColumn column) {
        return model.index(2, static_cast<int>(column)).data(Qt::ToolTipRole).toString();
    };
    QVERIFY(tip(SizeColumn::Parameters).startsWith(QStringLiteral("4 × 512 × (15 + 512) + 4 × 512 = 1,081,344")));
    QVERIFY(tip(SizeColumn::Forward).endsWith(QStringLiteral("= 4,059,840,000")));
    QVERIFY(tip(SizeColumn::Kept).startsWith(QStringLiteral("4 × 75 × 25 × 512 + ")));
}

void SizeTableTest::everyLayerHasARowAndTheTotalsOneBelow()
{
    SizeTable table(*m_document);
    table.show();
    QCOMPARE(rows(table), 9);
    QCOMPARE(cell(table, 2, SizeColumn::Layer), QStringLiteral("lstm1"));
    QCOMPARE(cell(table, 2, SizeColumn::Output), QStringLiteral("75 × 25 × 512"));
    QCOMPARE(cell(table, 2, SizeColumn::Parameters), QStringLiteral("1,081,344"));
    QCOMPARE(table.totals()->model()->rowCount(), 1);
    QCOMPARE(total(table, SizeColumn::Layer), QStringLiteral("Total"));
    QCOMPARE(total(table, SizeColumn::Parameters), QStringLiteral("3,248,143"));
}

void SizeTableTest::anEditChangesTheNumbersAtOnce()
{
    SizeTable table(*m_document);
    table.show();
    const Id lstm = m_document->nodeNamed("lstm2");
    m_document->change("Units", [&](Content& content) { setParam(content, lstm, "num_output", std::int64_t{1}); });
    QCOMPARE(cell(table, 4, SizeColumn::Output), QStringLiteral("75 × 25 × 1"));
}

void SizeTableTest::whatDoesNotFitSaysSo()
{
    SizeTable table(*m_document);
    table.show();
    const Id reshape = m_document->nodeNamed("Reshape_lstm2");
    m_document->change("Shape", [&](Content& content) {
        setParam(content, reshape, "shape", std::vector<std::int64_t>{7, 11});
    });
    QCOMPARE(cell(table, 6, SizeColumn::Output), QStringLiteral("does not fit"));
    QVERIFY(cell(table, 6, SizeColumn::Parameters).isEmpty());
    const QModelIndex index = table.view()->model()->index(6, 0);
    QVERIFY(index.data(Qt::ToolTipRole).toString().contains(QLatin1String("Reshape_lstm2")));
}

void SizeTableTest::sortingGoesByTheNumbers()
{
    SizeTable table(*m_document);
    table.show();
    table.view()->sortByColumn(static_cast<int>(SizeColumn::Parameters), Qt::AscendingOrder);
    QCOMPARE(cell(table, 8, SizeColumn::Layer), QStringLiteral("lstm2"));
    table.view()->sortByColumn(static_cast<int>(SizeColumn::Parameters), Qt::DescendingOrder);
    QCOMPARE(cell(table, 0, SizeColumn::Layer), QStringLiteral("lstm2"));
    QCOMPARE(total(table, SizeColumn::Layer), QStringLiteral("Total"));
}

/// Whole, at every height and width that the table gets.
void SizeTableTest::theTotalsAreAlwaysInSight()
{
    SizeTable table(*m_document);
    table.show();
    for (const int width : {300, 600, 1400}) {
        for (int height = 200; height < 340; height += 7) {
            table.resize(width, height);
            QCoreApplication::processEvents();
            const QTableView& totals = *table.totals();
            const QRect row = totals.visualRect(totals.model()->index(0, 0));
            const QString where = QStringLiteral("%1 x %2").arg(width).arg(height);
            QVERIFY2(totals.viewport()->rect().top() <= row.top() && row.bottom() <= totals.viewport()->rect().bottom(),
                     qPrintable(where));
            // Another width may ask for a second pass of the layout.
            QTRY_VERIFY2_WITH_TIMEOUT(table.rect().contains(QRect(totals.mapTo(&table, QPoint()), totals.size())),
                                      qPrintable(where), 2000);
        }
    }
}

/// However far the table is drawn over them, and beside a scroll bar.
void SizeTableTest::theNumbersOfMemoryAreNotCut()
{
    SizeTable table(*m_document);
    table.resize(1400, 200);
    table.show();
    table.findChild<QSplitter*>()->setSizes({1400, 1}); // 0 would fold them away
    QCoreApplication::processEvents();
    const auto* memory = table.findChild<MemoryView*>();
    const QWidget* viewport = memory->parentWidget();
    QVERIFY(memory->height() > viewport->height());
    QVERIFY2(viewport->width() >= memory->minimumSizeHint().width(),
             qPrintable(QStringLiteral("%1 < %2").arg(viewport->width()).arg(memory->minimumSizeHint().width())));
}

void SizeTableTest::selectionGoesBothWays()
{
    SizeTable table(*m_document);
    table.show();
    m_document->select({m_document->nodeNamed("lstm1"), m_document->nodeNamed("ip1")});
    QCOMPARE(table.view()->selectionModel()->selectedRows().size(), 2);
    table.view()->selectRow(4);
    QCOMPARE(m_document->selection(), std::set<Id>{m_document->nodeNamed("lstm2")});
}

void SizeTableTest::aDoubleClickOnACountAsksForItsArithmetic()
{
    SizeTable table(*m_document);
    table.resize(1400, 500);
    table.show();
    QSignalSpy asked(&table, &SizeTable::arithmeticRequested);
    const QModelIndex index = table.view()->model()->index(2, static_cast<int>(SizeColumn::Parameters));
    const QPoint middle = table.view()->visualRect(index).center();
    QTest::mouseClick(table.view()->viewport(), Qt::LeftButton, {}, middle);
    QTest::mouseDClick(table.view()->viewport(), Qt::LeftButton, {}, middle);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked[0][0].toInt(), m_document->nodeNamed("lstm1"));
}

void SizeTableTest::theHottestNumberIsNamedWithItsUnit()
{
    Document document;
    SizeTable table(document);
    document.load(sample("char_rnn_best.prototxt"));
    table.show();
    QVERIFY(table.heatName().isEmpty() && table.hottest().isEmpty());
    table.setHeatColumn(SizeColumn::Kept);
    QCOMPARE(table.heatName(), columnName(SizeColumn::Kept));
    QStringList numbers;
    for (int row = 0; row < rows(table); ++row) {
        numbers << cell(table, row, SizeColumn::Kept);
    }
    QVERIFY2(numbers.contains(table.hottest()) && table.hottest().endsWith(QLatin1Char('B')),
             qPrintable(table.hottest()));
    for (const Node& node : document.content().nodes) { // it is that of the layer at 1
        if (table.heat(node.id) == 1.0) {
            return;
        }
    }
    QFAIL("no layer is the hottest");
}

void SizeTableTest::heatGoesWithTheDrawing()
{
    SizeTable table(*m_document);
    table.setHeatColumn(SizeColumn::Parameters);
    QSignalSpy requested(&table, &SizeTable::heatRequested);
    m_document->load(Content(m_document->content()));
    QVERIFY(!table.heatColumn());
    QVERIFY(!requested.isEmpty());
}

void SizeTableTest::heatIsAShareOfTheHottest()
{
    SizeTable table(*m_document);
    QVERIFY(!table.heat(m_document->nodeNamed("lstm1")));
    QSignalSpy requested(&table, &SizeTable::heatRequested);
    table.setHeatColumn(SizeColumn::Parameters);
    QCOMPARE(requested.count(), 1);
    QCOMPARE(table.heat(m_document->nodeNamed("lstm2")), std::optional(1.0));
    QCOMPARE(table.heat(m_document->nodeNamed("lstm1")), std::optional(1'081'344.0 / 2'099'200.0));
    QCOMPARE(table.heat(m_document->nodeNamed("Drop1")), std::optional(0.0));
    QVERIFY(!table.heat(12345));
    table.setHeatColumn(std::nullopt);
    QVERIFY(!table.heat(m_document->nodeNamed("lstm2")));
}

void SizeTableTest::heatFollowsEditsWhileHidden()
{
    SizeTable table(*m_document);
    table.setHeatColumn(SizeColumn::Parameters);
    QSignalSpy requested(&table, &SizeTable::heatRequested);
    const Id lstm = m_document->nodeNamed("lstm2");
    m_document->change("Units", [&](Content& content) { setParam(content, lstm, "num_output", std::int64_t{1}); });
    QCOMPARE(requested.count(), 1);
    QCOMPARE(table.heat(m_document->nodeNamed("lstm1")), std::optional(1.0));
}

void SizeTableTest::csvHoldsExactNumbersInAnyLanguage()
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    const std::string text = SizeTable(*m_document).textFor(SizeTable::Format::Csv);
    QLocale::setDefault(before);
    const QStringList lines = QString::fromStdString(text).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 12); // head, nine layers, all, and the end of the last line
    const engine::LayerSizes& lstm = m_document->derived().report.layers[2];
    QCOMPARE(lines[3], QStringLiteral("lstm1,LSTM,75×25×512,1081344,%1,%2,%3,%4")
                           .arg(lstm.activationBytes)
                           .arg(lstm.gradientBytes)
                           .arg(lstm.sizes.flopsForward)
                           .arg(lstm.sizes.flopsBackward));
    QVERIFY(lines[10].startsWith(QLatin1String("all,,,3248143,")));
}

void SizeTableTest::markdownHoldsTheTerminalsWords()
{
    SizeTable table(*m_document);
    table.copyAsMarkdown();
    const QString text = QApplication::clipboard()->text();
    const engine::LayerSizes& lstm = m_document->derived().report.layers[2];
    const std::string start =
        "| lstm1 | LSTM | 75×25×512 | 1,081,344 | " + cli::bytesInWords(lstm.activationBytes) + " | ";
    QVERIFY(text.contains(QString::fromStdString(start)));
    QVERIFY(text.contains(QLatin1String("| training memory |")));
    table.copyAsCsv();
    QVERIFY(QApplication::clipboard()->text().startsWith(QLatin1String("layer,type,output,")));
}

void SizeTableTest::namesThatWouldBreakAFileAreQuoted()
{
    m_document->load(contentOf({.layers = {{.name = "a,\"b|\n", .type = "INPUT", .tops = {"x"}}}}));
    const SizeTable table(*m_document);
    QVERIFY(table.textFor(SizeTable::Format::Csv).find("\n\"a,\"\"b|\n\",INPUT,") != std::string::npos);
    QVERIFY(table.textFor(SizeTable::Format::Markdown).find("| a,\"b\\|\\n | INPUT |") != std::string::npos);
}

void SizeTableTest::exportsByEnding()
{
    const QTemporaryDir folder;
    SizeTable table(*m_document);
    QVERIFY(!table.exportTo(folder.filePath("sizes.md")));
    QFile file(folder.filePath("sizes.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("| layer |"));
    QVERIFY(table.exportTo(folder.filePath("no/such/folder.csv")).has_value());
}

void SizeTableTest::memoryIsHeldAgainstWhatThereIs()
{
    MemoryView view;
    view.show({.weights = 1024}, engine::Phase::Train);
    QVERIFY(view.verdict().contains(QLatin1String("not known")));
    view.setAvailable(2048, QStringLiteral("this computer"));
    QVERIFY(view.verdict().startsWith(QLatin1String("Fits: 50 %")));
    view.setAvailable(512, QStringLiteral("this computer"));
    QVERIFY(view.verdict().startsWith(QLatin1String("Does not fit")));
}

HAMNET_QT_TEST(SizeTableTest)
#include "size_table_test.moc"
