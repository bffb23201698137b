// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/panels/text_twin.h"
#include "editor/widgets/code_edit.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/editor/samples.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTextBlock>
#include <random>

using namespace editor;

namespace {

/// Puts the cursor behind the first place where `text` stands.
void moveBehind(CodeEdit& edit, const QString& text)
{
    edit.moveCursor(QTextCursor::Start);
    QVERIFY(edit.find(text));
    QTextCursor cursor = edit.textCursor();
    cursor.clearSelection();
    edit.setTextCursor(cursor);
}

} // namespace

class TextTwinTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_twin.reset(); // before what it shows
        m_document = std::make_unique<Document>();
        m_document->load(sample("char_rnn_caffe.prototxt"));
        m_twin = std::make_unique<TextTwin>(*m_document);
        m_edit = m_twin->edit();
        m_twin->resize(500, 600);
        m_edit->setFocus();
        activate(*m_twin);
    }

    void showsTheModelsText()
    {
        QCOMPARE(m_edit->toPlainText().toStdString(), engine::writeModel(model(m_document->content())));
        QVERIFY(m_twin->message().isEmpty());
    }

    void whatIsTypedReachesTheDrawing()
    {
        moveBehind(*m_edit, QStringLiteral("name: \"lstm1"));
        QTest::keyClicks(m_edit, QStringLiteral("st"));
        QVERIFY(!m_document->nodeNamed("lstm1st")); // not with every key
        TRY_VERIFY(m_document->nodeNamed("lstm1st") != 0);
        QCOMPARE(steps(), 1);
    }

    void aBurstOfTypingIsOneStep()
    {
        const Content before = m_document->content();
        moveBehind(*m_edit, QStringLiteral("name: \"ip1"));
        for (const char* key : {"a", "b", "c"}) {
            QTest::keyClicks(m_edit, QString::fromLatin1(key));
            m_twin->applyNow();
        }
        QVERIFY(m_document->nodeNamed("ip1abc") != 0);
        QCOMPARE(steps(), 1);
        m_document->undoStack().undo();
        QVERIFY(m_document->content() == before);
    }

    void anEditElsewhereReachesTheText()
    {
        renameScores();
        QVERIFY(m_edit->toPlainText().contains(QLatin1String("name: \"scores\"")));
        QVERIFY(!m_edit->toPlainText().contains(QLatin1String("name: \"ip1\"")));
    }

    void positionsSurviveTyping()
    {
        Content moved = m_document->content();
        moved.nodes[3].position = {120, 240};
        m_document->edit("Move", moved);
        const Id id = moved.nodes[3].id;
        moveBehind(*m_edit, QStringLiteral("dropout_ratio: 0."));
        QTest::keyClicks(m_edit, QStringLiteral("1"));
        m_twin->applyNow();
        QCOMPARE(m_document->content().find(id)->position, QPointF(120, 240));
    }

    void whatDoesNotReadLeavesTheDrawing()
    {
        const Content before = m_document->content();
        moveBehind(*m_edit, QStringLiteral("num_output: "));
        const int line = m_edit->textCursor().blockNumber();
        QTest::keyClicks(m_edit, QStringLiteral("x"));
        TRY_VERIFY(!m_twin->message().isEmpty());
        QVERIFY(m_document->content() == before);
        QVERIFY2(m_twin->message().startsWith(QStringLiteral("Line %1, column ").arg(line + 1)),
                 qPrintable(m_twin->message()));
        QVERIFY(!m_twin->message().contains(QLatin1String("text:")));
        QTest::keyClick(m_edit, Qt::Key_Backspace);
        TRY_VERIFY(m_twin->message().isEmpty());
    }

    void theDrawingsTextComesBack()
    {
        const QString before = m_edit->toPlainText();
        m_edit->setPlainText(QStringLiteral("layer {"));
        m_twin->applyNow();
        auto* button = m_twin->findChild<QPushButton*>();
        QVERIFY(button->isVisible());
        button->click();
        QCOMPARE(m_edit->toPlainText(), before);
        QVERIFY(m_twin->message().isEmpty());
    }

    void anEditElsewhereLeavesTheBrokenText()
    {
        m_edit->setPlainText(QStringLiteral("layer { mine"));
        m_twin->applyNow();
        renameScores();
        QCOMPARE(m_edit->toPlainText(), QStringLiteral("layer { mine"));
        QVERIFY(m_twin->message().contains(QLatin1String("drawing has changed")));
    }

    void aDrawingThatIsNotDoneIsWritten()
    {
        m_document->change("Cut wire", [&](Content& content) {
            removeWire(content, {content.findNamed("lstm1")->id, 1});
        });
        QVERIFY(m_edit->toPlainText().contains(QLatin1String("bottom: \"(nothing)\"")));
        const Content before = m_document->content();
        moveBehind(*m_edit, QStringLiteral("name: \"ip1"));
        QTest::keyClicks(m_edit, QStringLiteral("x"));
        m_twin->applyNow();
        QVERIFY2(m_document->nodeNamed("ip1x") != 0, qPrintable(m_twin->message()));
        QCOMPARE(m_document->content().findNamed("lstm1")->layer.bottoms, before.findNamed("lstm1")->layer.bottoms);
    }

    void theCursorSelectsItsLayer()
    {
        moveBehind(*m_edit, QStringLiteral("name: \"lstm2"));
        QCOMPARE(m_document->selection(), std::set<Id>{m_document->nodeNamed("lstm2")});
    }

    void theSelectionIsLit()
    {
        m_twin->search()->setFocus();
        m_document->select({m_document->nodeNamed("ip1")});
        const int line = m_edit->textCursor().blockNumber();
        QVERIFY(m_edit->document()->findBlockByNumber(line).text().startsWith(QLatin1String("layer {")));
        QVERIFY(m_edit->document()->findBlockByNumber(line + 1).text().contains(QLatin1String("ip1")));
        QVERIFY(!m_edit->extraSelections().isEmpty());
        m_document->select({});
        QVERIFY(m_edit->extraSelections().isEmpty());
    }

    void aNumberThatTheTextSetsIsMarkedAndStays()
    {
        const Id embed = m_document->nodeNamed("EmbedLayer");
        const QString before = m_edit->toPlainText();
        QVERIFY(m_edit->notes().empty());
        m_document->setSettling(QStringLiteral("61"), QStringLiteral("the text"),
                                [](const engine::Model& model) { return engine::withVocabulary(model, 61); });
        QCOMPARE(m_edit->toPlainText(), before);
        const int drawn =
            static_cast<int>(engine::intParam(m_document->content().find(embed)->layer.params, "input_dim"));
        QVERIFY(drawn != 61);
        QVERIFY(!m_edit->notes().empty());
        bool isMarked = false;
        for (const auto& [line, note] : m_edit->notes()) {
            const QString text = m_edit->document()->findBlockByNumber(line).text().trimmed();
            QVERIFY2(note.startsWith(QStringLiteral("61, from the text")), qPrintable(text));
            isMarked = isMarked || text == QStringLiteral("input_dim: %1").arg(drawn);
        }
        QVERIFY(isMarked);
    }

    void defaultsChangeOnlyWithASign()
    {
        QVERIFY(m_document->content().dialect == engine::Dialect::MyCaffe);
        m_edit->setPlainText(QStringLiteral("name: \"bare\"\n"));
        m_twin->applyNow();
        QVERIFY(m_document->content().dialect == engine::Dialect::MyCaffe);
        QVERIFY(m_twin->message().isEmpty());
        m_edit->setPlainText(QStringLiteral("# dialect: BVLC\nname: \"bare\"\n"));
        m_twin->applyNow();
        QVERIFY(m_document->content().dialect == engine::Dialect::Bvlc);
        QVERIFY(m_twin->message().contains(QLatin1String("BVLC Caffe's defaults")));
        m_edit->setPlainText(QStringLiteral(
            "name: \"bare\"\nlayer { name: \"a\" type: \"Input\" top: \"a\" include { phase: RUN } }\n"));
        m_twin->applyNow();
        QVERIFY(m_document->content().dialect == engine::Dialect::MyCaffe);
        QVERIFY(m_twin->message().contains(QLatin1String("MyCaffe's defaults")));
    }

    void undoGoesThroughTheDocument()
    {
        const QString before = m_edit->toPlainText();
        renameScores();
        QTest::keyClick(m_edit, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_edit->toPlainText(), before);
        QVERIFY(m_document->nodeNamed("ip1") != 0);
    }

    void findGoesRound()
    {
        QTest::keyClick(m_twin.get(), Qt::Key_F, Qt::ControlModifier);
        QLineEdit* search = m_twin->search();
        QVERIFY(search->hasFocus());
        QTest::keyClicks(search, QStringLiteral("Loss\""));
        const int first = m_edit->textCursor().position();
        const int count = m_edit->foundCount();
        QVERIFY(count >= 2);
        for (int index = 0; index < count; ++index) {
            QTest::keyClick(search, Qt::Key_Return);
        }
        QCOMPARE(m_edit->textCursor().position(), first);
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(m_edit->hasFocus());
    }

    /// Letters, braces and deletions at random places: the drawing is what reads, or what it was before.
    void typingAnythingNeverHarms()
    {
        std::mt19937 random(5);
        const QString keys = QStringLiteral("{}:\"#\n abl0x");
        for (int round = 0; round < 300; ++round) {
            const Content before = m_document->content();
            QTextCursor cursor(m_edit->document());
            cursor.setPosition(
                static_cast<int>(random() % static_cast<unsigned>(m_edit->document()->characterCount())));
            if (random() % 3 == 0) {
                cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, static_cast<int>(random() % 30));
                cursor.removeSelectedText();
            } else {
                cursor.insertText(keys.mid(static_cast<qsizetype>(random() % 12), 1));
            }
            m_twin->applyNow();
            QVERIFY(m_twin->message().isEmpty() || m_document->content() == before);
            if (round % 10 == 9) {
                m_document->undoStack().undo();
                m_twin->findChild<QPushButton*>()->click();
            }
        }
    }

private:
    void renameScores()
    {
        m_document->change("Rename", [](Content& content) { rename(content, content.findNamed("ip1")->id, "scores"); });
    }

    int steps() { return m_document->undoStack().count(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<TextTwin> m_twin; // after what it shows
    CodeEdit* m_edit = nullptr;
};

HAMNET_QT_TEST(TextTwinTest)
#include "text_twin_test.moc"
