// SPDX-License-Identifier: GPL-3.0-or-later
// What the window tells of a cell: its summary, its check, the library's cells beside the LSTM.
#include "editor/equations/cell_check.h"
#include "editor/equations/cell_gallery.h"
#include "editor/equations/equation_views.h"
#include "engine/cells/library.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <atomic>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTextDocumentFragment>
#include <thread>

using namespace editor;
using engine::cells::define;
using engine::cells::Definition;

namespace {

constexpr engine::cells::CellSizes someSizes{.width = 3, .units = 5};

Definition libraryDefinition(std::string_view name)
{
    return define(engine::cells::libraryCell(name));
}

/// Finds what a check says.
QString saidOf(CellCheck& check, std::string_view text, engine::cells::CellSizes sizes = someSizes)
{
    QSignalSpy finished(&check, &CellCheck::finished);
    check.setCell(define(text), QString::fromUtf8(text), sizes);
    check.start();
    if (finished.isEmpty() && !finished.wait(patience)) {
        return QStringLiteral("it never ended");
    }
    return check.sentence();
}

} // namespace

class EquationViewsTest : public QObject {
    Q_OBJECT

private slots:
    void theSummaryTellsWhatIsLearnedItsWorkAndItsStages()
    {
        const auto said = [](const Definition& cell) {
            return QTextDocumentFragment::fromHtml(summaryHtml(cell, someSizes)).toPlainText();
        };
        const QString janet = said(libraryDefinition("janet"));
        for (const char* const words : {"[H, I] = 5 × 3", "[H, H] = 5 × 5", "weight filler", "90", "States: h"}) {
            QVERIFY2(janet.contains(QString::fromUtf8(words)), words); // 90: 2·15 + 2·25 + 2·5
        }
        const QString stateless = said(define("h = tanh(W x + b)"));
        for (const char* const words : {"2·(H·I) + 2·H = 40 FLOP", "1·H numbers = 20 byte", "no state"}) {
            QVERIFY2(stateless.contains(QString::fromUtf8(words)), words);
        }
        const QString rnn = said(libraryDefinition("rnn")), mingru = said(libraryDefinition("mingru"));
        QVERIFY(rnn.contains(QString::fromUtf8("Once, over all steps: Product W\n")));
        QVERIFY(rnn.contains(QString::fromUtf8("Each step: Product U → Elements 3 operations")));
        QCOMPARE(said(libraryDefinition("mgu")).count(QStringLiteral("Product")),
                 3); // by x; for f; for n, which waits for f
        QVERIFY(!mingru.mid(mingru.indexOf(QStringLiteral("Each step"))).contains(QStringLiteral("Product")));
    }

    void equationsAreSetLineByLine()
    {
        const QString html = mathematicsHtml(libraryDefinition("lstm"));
        QCOMPARE(html.count(QStringLiteral("<tr>")), 6);
        QVERIFY(html.contains(QStringLiteral("⊙")));
        QVERIFY(html.contains(QStringLiteral("<i>t</i>−1")));
    }

    void figuresAreThoseOfTheEquations()
    {
        const CellFigures lstm = figuresOf(libraryDefinition("lstm"), someSizes);
        QCOMPARE(lstm.parameters, 4 * (15 + 25 + 5));
        QCOMPARE(lstm.matrices, 8);
        QCOMPARE(lstm.vectors, 4);
        QCOMPARE(lstm.waits, 1);
        QCOMPARE(lstm.states, (QStringList{QStringLiteral("h"), QStringLiteral("c")}));
        QCOMPARE(figuresOf(libraryDefinition("mgu"), someSizes).waits, 2);
        QCOMPARE(figuresOf(libraryDefinition("mingru"), someSizes).waits, 0);
    }

    void theSentenceTellsWhatACellAddsAndLeavesOut()
    {
        const QString janet = comparisonSentence(libraryDefinition("janet"));
        QVERIFY2(janet.startsWith(QStringLiteral("50 % of the LSTM's parameters")), qPrintable(janet));
        QVERIFY2(janet.contains(QStringLiteral("leaves out the state c")), qPrintable(janet));
        QVERIFY2(!janet.contains(QStringLiteral("adds")), qPrintable(janet));
        const QString slstm = comparisonSentence(libraryDefinition("slstm"));
        QVERIFY2(slstm.contains(QStringLiteral("adds the state m, n")), qPrintable(slstm));
        QCOMPARE(comparisonSentence(libraryDefinition("lstm")), QString());
        QVERIFY(comparisonSentence(libraryDefinition("mgu")).contains(QStringLiteral("2 products wait")));
        QVERIFY(comparisonSentence(libraryDefinition("indrnn")).contains(QStringLiteral("no product waits")));
    }

    void theGalleryHasTheWholeLibrary()
    {
        const CellGallery gallery({});
        QCOMPARE(gallery.list()->count(), static_cast<int>(engine::cells::libraryCells().size()));
        QCOMPARE(gallery.list()->item(0)->text(), QStringLiteral("cfc"));
        for (int row = 0; row < gallery.list()->count(); ++row) {
            gallery.list()->setCurrentRow(row);
            QVERIFY(gallery.findChild<QLabel*>(QStringLiteral("mathematics"))->text().contains(QStringLiteral("<tr>")));
        }
    }

    void wordsFilterTheGallery()
    {
        CellGallery gallery({});
        gallery.filter()->setText(QStringLiteral("lasenby JANET"));
        QCOMPARE(gallery.list()->currentItem()->text(), QStringLiteral("janet"));
        const auto shown = [&] {
            int count = 0;
            for (int row = 0; row < gallery.list()->count(); ++row) {
                count += gallery.list()->item(row)->isHidden() ? 0 : 1;
            }
            return count;
        };
        QCOMPARE(shown(), 1);
        gallery.filter()->setText(QStringLiteral("transformer"));
        QCOMPARE(shown(), 0);
        const QList<QPushButton*> buttons = gallery.findChildren<QPushButton*>();
        QVERIFY(std::ranges::none_of(buttons, &QPushButton::isEnabled));
        gallery.filter()->clear();
        QVERIFY(gallery.list()->currentItem() && std::ranges::all_of(buttons, &QPushButton::isEnabled));
    }

    void aCellIsUsedOrCopied()
    {
        QStringList used, copied;
        CellGallery gallery([&](const QString& name, const QString& equations) {
            (name.isEmpty() ? copied : used) << name + equations;
        });
        gallery.filter()->setText(QStringLiteral("mingru"));
        const QList<QPushButton*> buttons = gallery.findChildren<QPushButton*>();
        buttons.at(0)->click();
        QTest::keyClick(gallery.list(), Qt::Key_Return);
        QCOMPARE(used, QStringList(2, QStringLiteral("mingru")));
        buttons.at(1)->click();
        QCOMPARE(copied, QStringList{QString::fromUtf8(engine::cells::libraryCell("mingru"))});
    }

    void theCheckOfAGoodCellIsCalm()
    {
        CellCheck check;
        const QString said = saidOf(check, engine::cells::libraryCell("lstm"));
        QVERIFY2(said.startsWith(QStringLiteral("The gradient agrees")), qPrintable(said));
        QVERIFY2(said.endsWith(QStringLiteral("stay within bounds over 1,000 steps.")), qPrintable(said));
        QCOMPARE(check.table()->rowCount(), 6);
        QCOMPARE(check.table()->item(0, 0)->text(), QStringLiteral("i"));
        QVERIFY(!check.table()->item(0, 3)->text().isEmpty()); // i is a sigmoid
        QVERIFY(check.table()->item(4, 3)->text().isEmpty());  // c is not
    }

    void theCheckTellsWhatExplodes()
    {
        CellCheck check;
        const QString said = saidOf(check, "h = 10 * h[t-1] + 1");
        QVERIFY2(said.endsWith(QStringLiteral("at step 40: the cell explodes.")), qPrintable(said));
        QCOMPARE(check.table()->item(0, 4)->text(), QStringLiteral("no number at step 40"));
    }

    void theCheckTellsWhyACellCannotBe()
    {
        CellCheck check;
        const QString said = saidOf(check, "h = tanh(x + b)");
        QVERIFY2(said.contains(QStringLiteral("x stands there element by element")), qPrintable(said));
        QCOMPARE(check.table()->rowCount(), 0);
    }

    void anotherCellTakesTheResultAway()
    {
        CellCheck check;
        QVERIFY(!saidOf(check, "h = tanh(W x)").isEmpty());
        check.setCell(define("h = sigmoid(W x)"), QStringLiteral("h = sigmoid(W x)"), someSizes);
        QCOMPARE(check.sentence(), QString());
        QCOMPARE(check.table()->rowCount(), 0);
    }

    void theSpeedIsToldBehindTheCheck()
    {
        CellCheck check;
        check.setMeasure([](const std::string& equations, const engine::GoOn&) -> CellSpeeds {
            return {.engines = {{QStringLiteral("CPU/FUSED"), 1.5}, {QString::fromStdString(equations), 12.25}},
                    .steps = 28,
                    .streams = 16,
                    .units = 64};
        });
        QVERIFY(!saidOf(check, "h = tanh(W x)").isEmpty());
        TRY_COMPARE(check.speed(), QStringLiteral("A training step here, of 64 units over 28 steps of 16 sequences: "
                                                  "CPU/FUSED 1.5 ms, h = tanh(W x) 12.3 ms."));
        check.setCell(define("h = sigmoid(W x)"), QStringLiteral("h = sigmoid(W x)"), someSizes);
        QCOMPARE(check.speed(), QString());
    }

    void theMeasurementStopsByTheButton()
    {
        CellCheck check;
        std::atomic<bool> measures = false, stopped = false;
        check.setMeasure([&](const std::string&, const engine::GoOn& goOn) -> CellSpeeds {
            measures = true;
            while (goOn()) {
                std::this_thread::yield();
            }
            stopped = true;
            throw engine::CancelledError("it was stopped");
        });
        auto& button = *check.findChild<QPushButton*>();
        saidOf(check, "h = tanh(W x)");
        TRY_VERIFY(measures);
        QCOMPARE(button.text(), QStringLiteral("Stop"));
        button.click();
        TRY_VERIFY(stopped);
        QCOMPARE(button.text(), QStringLiteral("Check"));
        QCOMPARE(check.speed(), QString());
        QVERIFY(!check.sentence().isEmpty());
    }

    void withoutACellNothingIsChecked()
    {
        CellCheck check;
        QVERIFY(!check.findChild<QPushButton*>()->isEnabled());
        check.setCell(define("h = W x"), QStringLiteral("h = W x"), someSizes);
        QVERIFY(check.findChild<QPushButton*>()->isEnabled());
        check.setCell(std::nullopt, {}, someSizes);
        QVERIFY(!check.findChild<QPushButton*>()->isEnabled());
    }
};

HAMNET_QT_TEST(EquationViewsTest)
#include "equation_views_test.moc"
