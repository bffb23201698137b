// SPDX-License-Identifier: GPL-3.0-or-later
// The equations of a cell, typed as a user would.
#include "editor/equations/equation_edit.h"
#include "editor/looks/theme.h"
#include "engine/cells/library.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <memory>
#include <QAbstractItemView>
#include <QCompleter>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextLayout>
#include <QUndoStack>

using namespace editor;

namespace {

QString library(std::string_view name)
{
    const std::string_view text = engine::cells::libraryCell(name);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The colour of the last letter of the first place where these stand; invalid where it has none of its own.
QColor colourOf(const CodeEdit& edit, const QString& word)
{
    const QTextCursor found = edit.document()->find(word);
    const int column = found.selectionEnd() - 1 - found.block().position();
    for (const QTextLayout::FormatRange& range : found.block().layout()->formats()) {
        if (range.start <= column && column < range.start + range.length) {
            return range.format.foreground().color();
        }
    }
    return {};
}

/// What is underlined as wrong.
QString underlined(const CodeEdit& edit)
{
    for (const QTextEdit::ExtraSelection& selection : edit.extraSelections()) {
        if (selection.format.underlineStyle() == QTextCharFormat::WaveUnderline) {
            return selection.cursor.selectedText();
        }
    }
    return {};
}

} // namespace

class EquationEditTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_edit = std::make_unique<EquationEdit>();
        m_edit->resize(420, 260);
        m_edit->setFocus();
        activate(*m_edit);
    }

    void aTextThatIsRightIsACell()
    {
        QVERIFY(!m_edit->cell());
        const QSignalSpy changed(m_edit.get(), &EquationEdit::cellChanged);
        m_edit->setText(library("janet"));
        QCOMPARE(changed.size(), 1);
        QVERIFY(m_edit->cell());
        QCOMPARE(m_edit->cell()->learned.size(), 6U);
        QCOMPARE(m_edit->problem(), QString());
        QCOMPARE(underlined(*m_edit->edit()), QString());
    }

    void whatIsWrongIsMarkedWhereItStands()
    {
        m_edit->setText(QStringLiteral("h = tanh(W x + k)\nk = b"));
        QVERIFY(!m_edit->cell());
        QCOMPARE(m_edit->problem(), QStringLiteral("Line 1: \"k\" is used before its equation (line 1, column 16)"));
        QCOMPARE(underlined(*m_edit->edit()), QStringLiteral("k)"));
        m_edit->setText(QStringLiteral("h = tanh(W x\n"));
        QVERIFY2(m_edit->problem().startsWith(QStringLiteral("Line 1, column 13: the line ends")),
                 qPrintable(m_edit->problem()));
        QCOMPARE(underlined(*m_edit->edit()), QStringLiteral("x"));
        m_edit->setText(QStringLiteral("h = b # größer\nh = ä"));
        QVERIFY2(m_edit->problem().startsWith(QStringLiteral("Line 2, column 5")), qPrintable(m_edit->problem()));
        QCOMPARE(underlined(*m_edit->edit()), QStringLiteral("ä"));
    }

    void theSentenceGoesWhenTheTextIsRightAgain()
    {
        type(QStringLiteral("h = tanh(W x"));
        QVERIFY(!m_edit->problem().isEmpty());
        type(QStringLiteral(")"));
        QCOMPARE(m_edit->problem(), QString());
        QVERIFY(m_edit->cell());
    }

    void eachKeyIsToldRightOrWrong()
    {
        const QSignalSpy edited(m_edit.get(), &EquationEdit::edited);
        type(QStringLiteral("h=b+"));
        QCOMPARE(edited.size(), 4);
        QCOMPARE(edited[2].first().toString(), QStringLiteral("h=b"));
        QCOMPARE(edited[3].first().toString(), QStringLiteral("h=b+"));
    }

    void aRestBeginsAnotherStep()
    {
        type(QStringLiteral("h"));
        const int before = m_edit->step();
        TRY_VERIFY(m_edit->step() != before);
    }

    void leavingBeginsAnotherStep()
    {
        type(QStringLiteral("h"));
        const int before = m_edit->step();
        m_edit->edit()->clearFocus();
        QVERIFY(m_edit->step() != before);
    }

    void aTextFromOutsideLeavesTheCursorAndIsNotTold()
    {
        m_edit->setText(QStringLiteral("f = sigmoid(b)\nh = f * x"));
        m_edit->edit()->moveCursor(QTextCursor::End);
        m_edit->edit()->moveCursor(QTextCursor::Left); // before x
        const QSignalSpy edited(m_edit.get(), &EquationEdit::edited);
        m_edit->setText(QStringLiteral("# JANET\nf = sigmoid(Wf x + b)\nh = f * x"));
        QCOMPARE(edited.size(), 0);
        type(QStringLiteral("b * "));
        QCOMPARE(m_edit->text(), QStringLiteral("# JANET\nf = sigmoid(Wf x + b)\nh = f * b * x"));
    }

    void theOwnerUndoes()
    {
        QUndoStack history;
        history.push(new QUndoCommand);
        m_edit->edit()->setHistory(&history);
        m_edit->setText(QStringLiteral("h = b"));
        type(QStringLiteral(" "));
        QTest::keyClick(m_edit->edit(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(history.index(), 0);
        QCOMPARE(m_edit->text(), QStringLiteral("h = b "));
    }

    void sizesAreHeldAgainstTheText()
    {
        m_edit->setText(QStringLiteral("h = tanh(W x + U[2] h[t-1])"));
        m_edit->setSizes(engine::cells::CellSizes{.width = 3, .units = 5});
        QVERIFY(!m_edit->cell());
        QCOMPARE(m_edit->problem(),
                 QStringLiteral("Line 1: \"U\" has 2 heads, which do not divide the 5 units (line 1, column 16)"));
        m_edit->setSizes(engine::cells::CellSizes{.width = 3, .units = 6});
        QVERIFY(m_edit->cell());
    }

    void wordsAreOfferedWhileTyping()
    {
        m_edit->setText(QStringLiteral("memory = b\n"));
        m_edit->edit()->moveCursor(QTextCursor::End);
        type(QStringLiteral("h = si"));
        QVERIFY(popup()->isVisible());
        QCOMPARE(popup()->currentIndex().data().toString(), QStringLiteral("sigmoid("));
        QTest::keyClick(popup(), Qt::Key_Return);
        QVERIFY(!popup()->isVisible());
        type(QStringLiteral("me"));
        QTest::keyClick(popup(), Qt::Key_Down);
        QTest::keyClick(popup(), Qt::Key_Return);
        QCOMPARE(m_edit->text(), QStringLiteral("memory = b\nh = sigmoid(memory[t-1]"));
    }

    void oneLetterOffersNothingUnlessAsked()
    {
        m_edit->setText(QStringLiteral("c = b\n"));
        m_edit->edit()->moveCursor(QTextCursor::End);
        type(QStringLiteral("h = c"));
        QVERIFY(!popup()->isVisible());
        QTest::keyClick(m_edit->edit(), Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(popup()->isVisible());
        QTest::keyClick(popup(), Qt::Key_Tab);
        QCOMPARE(m_edit->text(), QStringLiteral("c = b\nh = c[t-1]"));
    }

    void escapeClosesTheOffer()
    {
        type(QStringLiteral("h = ta"));
        QVERIFY(popup()->isVisible());
        QTest::keyClick(popup(), Qt::Key_Escape);
        QVERIFY(!popup()->isVisible());
        QCOMPARE(m_edit->text(), QStringLiteral("h = ta"));
    }

    void namesHaveTheColourOfWhatTheyAre()
    {
        m_edit->setText(QStringLiteral("gate = sigmoid(Wf x + bf)\nh = gate * h[t-1] + 0.5 # half"));
        const CodeEdit& edit = *m_edit->edit();
        using engine::LayerGroup;
        QCOMPARE(colourOf(edit, QStringLiteral("sigmoid")), theme().group(LayerGroup::Activation));
        QCOMPARE(colourOf(edit, QStringLiteral("Wf")), theme().group(LayerGroup::Common));
        QCOMPARE(colourOf(edit, QStringLiteral("bf")), theme().group(LayerGroup::Common));
        QCOMPARE(colourOf(edit, QStringLiteral("f x")), theme().group(LayerGroup::Source));
        QCOMPARE(colourOf(edit, QStringLiteral("h[t")), theme().group(LayerGroup::Recurrent));
        QCOMPARE(colourOf(edit, QStringLiteral("0.5")), theme().group(LayerGroup::Loss));
        QCOMPARE(colourOf(edit, QStringLiteral("# half")), theme().mutedText);
        QVERIFY(!colourOf(edit, QStringLiteral("= gate")).isValid());
    }

    void coloursFollowWhatIsGiven()
    {
        m_edit->setText(QStringLiteral("h = gate"));
        QCOMPARE(colourOf(*m_edit->edit(), QStringLiteral("gate")), theme().group(engine::LayerGroup::Common));
        m_edit->setText(QStringLiteral("gate = b $\nh = gate")); // from what does not read, too
        QVERIFY(!colourOf(*m_edit->edit(), QStringLiteral("= gate")).isValid());
    }

private:
    void type(const QString& text) { QTest::keyClicks(m_edit->edit(), text); }
    QAbstractItemView* popup() { return m_edit->edit()->completer()->popup(); }

    std::unique_ptr<EquationEdit> m_edit;
};

HAMNET_QT_TEST(EquationEditTest)
#include "equation_edit_test.moc"
