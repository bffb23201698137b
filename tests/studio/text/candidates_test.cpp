// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/candidates.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/text/written_view.h"
#include "editor/looks/theme.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <QAction>
#include <QHelpEvent>
#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTreeWidgetItemIterator>
#include <utility>

using namespace studio;

namespace {

const std::string shortVerse = "To be,\nor not\u00E9 to be";

/// The written one first with a probability that tells its place, then three others.
std::vector<Candidates> candidatesFor(const std::string& text)
{
    std::vector<Candidates> all;
    for (const uint character : QString::fromStdString(text).toUcs4()) {
        Candidates& one = all.emplace_back();
        const float share = 0.5f + 0.01f * static_cast<float>(all.size());
        one.all = {{{character, share}, {U'Z', 0.125f}, {U'\n', 0.0625f}, {U' ', 0.03125f}}};
        one.count = 4;
    }
    return all;
}

std::vector<float> candidateBits(const std::string& text)
{
    return std::vector<float>(static_cast<std::size_t>(QString::fromStdString(text).toUcs4().size()), 1.5f);
}

} // namespace

class CandidatesTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_panel = std::make_unique<TextPanel>();
        m_panel->resize(720, 560);
        m_panel->form().setSources({{.checkpoint = {}, .iteration = 2'000}, {.checkpoint = "/runs/bard.hamnet"}});
        expose(*m_panel);
        m_view = m_panel->findChild<WrittenView*>(QStringLiteral("written"));
        m_popup = m_panel->findChild<CandidatePopup*>();
        QVERIFY(m_view != nullptr && m_popup != nullptr);
    }

    void cleanup() { m_panel.reset(); }

    void restingOnACharacterShowsWhatWasLikely()
    {
        write(shortVerse);
        rest(at(5)); // prompt "Hi " has three characters
        QVERIFY(m_popup->isVisible());
        QCOMPARE(rows(), (QStringList{"space", "Z", "new line", "space"}));
        QVERIFY(title().startsWith(QStringLiteral("space: 1.50 bits")));
        const QRect popup(m_popup->mapToGlobal(QPoint()), m_popup->size());
        const QRect character(m_view->viewport()->mapToGlobal(m_view->rectOf(5).topLeft()), m_view->rectOf(5).size());
        QVERIFY(!popup.intersects(character));
        QCOMPARE(popup.top(), character.bottom() + 1); // so that the mouse crosses no other on its way
    }

    void aClickShowsWhatWasLikelyBelowTheLineAndStays()
    {
        write(manyLines());
        m_view->verticalScrollBar()->setValue(5);
        const int position = m_view->document()->findBlockByNumber(8).position() + 4;
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, at(position));
        QVERIFY(m_popup->isVisible());
        const QPoint below = m_view->viewport()->mapToGlobal(m_view->rectOf(position).bottomLeft()) + QPoint(0, 1);
        QCOMPARE(m_popup->mapToGlobal(QPoint()), below); // what the net read before stays in sight
        const QString first = title();
        move(at(position + 2));
        QVERIFY(m_popup->isVisible());
        QCOMPARE(title(), first);
        QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, at(position)); // it selects the word
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, at(position));
        QVERIFY(!m_popup->isVisible());
    }

    void theMouseMovesTheOpenPopupAtOnce()
    {
        write(shortVerse);
        move(at(4));
        QVERIFY(!m_popup->isVisible()); // nothing opens while a hand passes
        rest(at(4));
        QCOMPARE(rows().constFirst(), QStringLiteral("o"));
        move(at(6));
        QCOMPARE(rows().constFirst(), QStringLiteral("b"));
        move(at(15)); // on the second line
        QCOMPARE(rows().constFirst(), QStringLiteral("t"));
        QTest::keyClick(m_view, Qt::Key_Escape);
        QVERIFY(!m_popup->isVisible());
    }

    void placesAreCountedInCodePoints()
    {
        QString wide;
        for (int turn = 0; turn < 40; ++turn) {
            wide += QStringLiteral("\U0001F600x\n");
        }
        m_panel->form().setPrompt(QString());
        m_panel->generate();
        for (int turn = 0; turn < 40; ++turn) { // in pieces that end within lines
            const std::string piece = (turn == 0 ? "\U0001F600" : "x\n\U0001F600");
            m_panel->written({piece, {}});
            if (turn % 7 == 0) {
                m_view->flush();
            }
        }
        m_panel->written({"x\n", {}});
        m_panel->finished(0);
        QCOMPARE(m_view->toPlainText(), wide);
        QCOMPARE(m_view->placeAt(0), 0);
        QCOMPARE(m_view->placeAt(2), 1); // behind the two units of the face
        QCOMPARE(m_view->placeAt(4), 3);
        QCOMPARE(m_view->placeAt(4 * 39 + 2), 3 * 39 + 1);
    }

    void aClickWritesOnFromThere()
    {
        QSignalSpy asked(m_panel.get(), &TextPanel::generateRequested);
        write(shortVerse);
        const auto first = asked.at(0).at(0).value<WrittenText>();
        rest(at(16)); // the é
        take(1);
        QVERIFY(!m_popup->isVisible());
        QCOMPARE(asked.size(), 2);
        const auto branch = asked.at(1).at(0).value<WrittenText>();
        QCOMPARE(branch.prompt, std::string("Hi To be,\nor not\u00E9 to be").substr(0, 16) + "Z");
        QCOMPARE(branch.seed, first.seed);
        QCOMPARE(branch.drawn, 14); // bytes behind "Hi ": the seed's numbers are not used again
        QCOMPARE(branch.temperature, first.temperature);
        QCOMPARE(branch.length, first.length);
        QCOMPARE(branch.parent, 1);
        QCOMPARE(branch.branchPlace, 16);
        m_panel->begun(2'000);
        writeOn("ounds");
        QCOMPARE(m_view->toPlainText(), QStringLiteral("Hi To be,\nor notZounds"));
        QCOMPARE(m_panel->history().texts().size(), std::size_t{2});
        QCOMPARE(m_panel->history().texts()[1].id, 2);
        rest(at(17)); // what was written now can branch again
        QCOMPARE(rows().constFirst(), QStringLiteral("o"));
        rest(at(1));
        QVERIFY(!m_popup->isVisible()); // the prompt
    }

    void aBranchBeforeTheBranchIsOneOfTheParent()
    {
        QSignalSpy asked(m_panel.get(), &TextPanel::generateRequested);
        write(shortVerse);
        takeSecondAt(16);
        m_panel->begun(2'000);
        writeOn("ounds");
        rest(at(16));
        QCOMPARE(rows(), (QStringList{"\u00E9", "Z", "new line", "space"})); // Z instead of the parent's
        takeSecondAt(6);
        QCOMPARE(asked.size(), 3);
        const auto branch = asked.at(2).at(0).value<WrittenText>();
        QCOMPARE(branch.prompt, std::string("Hi To Z"));
        QCOMPARE(branch.parent, 1);
        QCOMPARE(branch.branchPlace, 6);
        QCOMPARE(branch.drawn, 4); // behind "Hi "
        writeOn("!");
        QCOMPARE(m_view->toPlainText(), QStringLiteral("Hi To Z!"));
        rest(at(4));
        QCOMPARE(rows().constFirst(), QStringLiteral("o"));
    }

    void aBranchWhoseParentWasRemovedHasAPlainPrompt()
    {
        const auto [parent, branch] = parentAndBranch();
        m_panel->history().setTexts({branch});
        m_panel->showText(branch);
        rest(at(4));
        QVERIFY(!m_popup->isVisible());
        WrittenText other = parent; // of the same number, from another project
        other.text = "something else";
        m_panel->history().setTexts({other, branch});
        m_panel->showText(branch);
        rest(at(4));
        QVERIFY(!m_popup->isVisible());
    }

    void everyTextOfAChainHasItsPart()
    {
        const auto [parent, branch] = parentAndBranch();
        WrittenText more; // continues the branch, whose beginning its prompt leaves out
        more.id = 9;
        more.parent = branch.id;
        more.branchPlace = 22;
        more.prompt = "notZounds";
        more.text = "!!";
        const TextInView inView(more, {parent, branch, more});
        QCOMPARE(inView.partAt(1).text.id, parent.id);
        QCOMPARE(inView.partAt(3).text.id, parent.id); // Z, where the parent had another character
        QCOMPARE(inView.partAt(4).text.id, branch.id);
        QCOMPARE(inView.partAt(10).text.id, more.id);
        const WrittenText start = inView.upTo(1);
        QCOMPARE(start.prompt, std::string("Hi To be,\nor n"));
        QCOMPARE(start.branchPlace, 14);
    }

    void theViewStaysAtTheBranchWhileTheTextHasRoom()
    {
        const std::string lines = "two\nlines\n";
        const int position = writeManyLinesAndShow(65);
        const int value = m_view->verticalScrollBar()->value();
        const QPoint corner = m_view->rectOf(position).topLeft();
        takeSecondAt(position);
        QCOMPARE(m_view->verticalScrollBar()->value(), value);
        QCOMPARE(m_view->rectOf(position).topLeft(), corner);
        QCOMPARE(marked(), QStringLiteral("Z"));
        QVERIFY(m_view->bitsAt(position - 1).has_value());
        writeOn(lines);
        QCOMPARE(m_view->verticalScrollBar()->value(), value);
        QCOMPARE(m_view->rectOf(position).topLeft(), corner);
        QCOMPARE(marked(), QStringLiteral("Z"));
    }

    void theKeyboardDoesTheSame()
    {
        QSignalSpy asked(m_panel.get(), &TextPanel::generateRequested);
        activate(*m_panel);
        write(shortVerse);
        m_view->setFocus();
        QTextCursor cursor = m_view->textCursor();
        cursor.setPosition(9); // the end of the first line: its new line
        m_view->setTextCursor(cursor);
        QTest::keyClick(m_view, Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(m_popup->isVisible());
        QCOMPARE(rows().constFirst(), QStringLiteral("new line"));
        auto* list = m_popup->findChild<QListWidget*>();
        QTest::keyClick(list, Qt::Key_Escape);
        QVERIFY(!m_popup->isVisible());
        QTest::keyClick(m_view, Qt::Key_Space, Qt::ControlModifier);
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(asked.size(), 2);
        QCOMPARE(asked.at(1).at(0).value<WrittenText>().prompt, std::string("Hi To be,Z"));
        QVERIFY(m_view->hasFocus());
    }

    void aBranchOfAContinuationKeepsWhatWentBefore()
    {
        QSignalSpy asked(m_panel.get(), &TextPanel::generateRequested);
        write("abc");
        called<QAction>(*m_panel, QStringLiteral("Continue"))->trigger();
        writeOn("def");
        QCOMPARE(m_panel->history().texts()[1].parent, 1);
        rest(at(7));
        QCOMPARE(rows().constFirst(), QStringLiteral("e"));
        rest(at(4)); // of the text before the continuation
        QCOMPARE(rows().constFirst(), QStringLiteral("b"));
        take(1);
        QCOMPARE(asked.at(2).at(0).value<WrittenText>().prompt, std::string("Hi aZ"));
        QCOMPARE(asked.at(2).at(0).value<WrittenText>().parent, 1);
    }

    void anOldTextIsReadAgainWhenItIsPointedAt()
    {
        QSignalSpy wanted(m_panel.get(), &TextPanel::surpriseRequested);
        m_panel->history().setTexts({oldText()});
        m_panel->history().setCurrentItem(m_panel->history().topLevelItem(0));
        QCOMPARE(wanted.size(), 0);
        rest(at(4));
        QCOMPARE(wanted.size(), 1);
        QVERIFY(m_popup->isVisible());
        QVERIFY(rows().isEmpty());
        m_panel->surprised({"another text", candidateBits("another text"), candidatesFor("another text")});
        QVERIFY(rows().isEmpty());
        m_panel->surprised({shortVerse, candidateBits(shortVerse), candidatesFor(shortVerse)});
        QVERIFY(m_popup->isVisible());
        QCOMPARE(rows().constFirst(), QStringLiteral("o"));
        rest(at(6));
        QCOMPARE(wanted.size(), 1); // they are kept
    }

    void whatIsNotKnownIsAskedForOnce()
    {
        const QString gone = QStringLiteral("The net has changed.");
        QSignalSpy wanted(m_panel.get(), &TextPanel::surpriseRequested);
        m_panel->setText(oldText());
        rest(at(4));
        QVERIFY(!says(gone));
        m_panel->notSurprised("another text", gone);
        QVERIFY(!says(gone));
        m_panel->notSurprised(shortVerse, gone);
        QVERIFY(m_popup->isVisible() && says(gone));
        rest(at(6));
        QVERIFY(says(gone));
        QCOMPARE(wanted.size(), 1);
        m_panel->setText(oldText()); // later again
        rest(at(4));
        QCOMPARE(wanted.size(), 2);
    }

    void whoRefusesAtOnceIsHeard()
    {
        const QString busy = QStringLiteral("Something is being written.");
        connect(m_panel.get(), &TextPanel::surpriseRequested, this,
                [&](const WrittenText& text) { m_panel->notSurprised(text.text, busy); });
        m_panel->setText(oldText());
        rest(at(4));
        QVERIFY(m_popup->isVisible() && says(busy));
    }

    void anAnswerWithoutThePlaceSaysSo()
    {
        m_panel->setText(oldText());
        rest(at(4));
        std::vector<Candidates> some = candidatesFor(shortVerse);
        some[1] = {}; // the net does not know the character
        m_panel->surprised({shortVerse, candidateBits(shortVerse), some});
        QVERIFY(says(QStringLiteral("not known")));
    }

    void partsOfCharactersCanNotBeTaken()
    {
        std::vector<Candidates> candidates(3);
        for (Candidates& one : candidates) {
            one.all[0] = {0xC3, 0.9f};
            one.all[1] = {U'a', 0.1f};
            one.count = 2;
            one.encoding = engine::Encoding::Bytes;
        }
        QSignalSpy asked(m_panel.get(), &TextPanel::generateRequested);
        write("xyz", candidates);
        rest(at(4));
        QCOMPARE(rows(), (QStringList{"byte 0xC3", "a"}));
        take(0);
        QCOMPARE(asked.size(), 1);
    }

    void nothingCanBeTakenWhileATextIsWritten()
    {
        QSignalSpy asked(m_panel.get(), &TextPanel::generateRequested);
        m_panel->form().setPrompt(QStringLiteral("Hi "));
        m_panel->generate();
        m_panel->written({"abc", candidateBits("abc"), candidatesFor("abc")});
        m_view->flush();
        rest(at(4));
        QVERIFY(m_popup->isVisible());
        take(1);
        QCOMPARE(asked.size(), 1);
    }

    void branchesStandBelowTheirTexts()
    {
        const auto text = [](int id, int parent, const char* words) {
            WrittenText one;
            one.id = id;
            one.parent = parent;
            one.text = words;
            return one;
        };
        TextHistory history;
        history.setTexts({text(1, 0, "one"), text(2, 0, "two"), text(3, 1, "one a"), text(4, 3, "one a a"),
                          text(5, 1, "one b"), text(6, 77, "orphan"), text(7, 7, "own parent")});
        QStringList shown;
        for (QTreeWidgetItemIterator row(&history); *row; ++row) {
            shown << ((*row)->parent() ? firstLine((*row)->parent()) + QStringLiteral(" > ") : QString()) +
                         firstLine(*row);
        }
        QCOMPARE(shown,
                 (QStringList{"own parent", "orphan", "two", "one", "one > one b", "one > one a", "one a > one a a"}));
        history.setCurrentItem(history.topLevelItem(3)->child(1));
        called<QAction>(history, QStringLiteral("Remove from the list"))->trigger();
        QCOMPARE(history.texts().size(), std::size_t{6});
        QCOMPARE(history.texts()[2].text, std::string("one a a"));
        QCOMPARE(history.add(text(0, 2, "two a")), 8);
        QCOMPARE(firstLine(history.currentItem()), QStringLiteral("two a"));
    }

private:
    static QString firstLine(const QTreeWidgetItem* row) { return row->text(0).section(QLatin1Char('\n'), 0, 0); }

    void write(const std::string& text, const std::vector<Candidates>& candidates)
    {
        m_panel->form().setPrompt(QStringLiteral("Hi "));
        m_panel->generate();
        m_panel->begun(2'000);
        m_panel->written({text, candidateBits(text), candidates});
        m_panel->finished(10);
    }
    void write(const std::string& text) { write(text, candidatesFor(text)); }

    /// What the net answers where it was asked to go on.
    void writeOn(const std::string& text)
    {
        m_panel->written({text, candidateBits(text), candidatesFor(text)});
        m_panel->finished(10);
    }

    /// Both of a history: "Hi " and the verse, and a branch of it at the é.
    static std::pair<WrittenText, WrittenText> parentAndBranch()
    {
        WrittenText parent;
        parent.id = 3;
        parent.seed = 42;
        parent.prompt = "Hi ";
        parent.text = shortVerse;
        parent.bits = candidateBits(shortVerse);
        WrittenText branch = parent;
        branch.id = 5;
        branch.parent = 3;
        branch.branchPlace = 16;
        branch.prompt = "Hi To be,\nor notZ";
        branch.text = "ounds";
        branch.bits = candidateBits("ounds");
        return {parent, branch};
    }

    static std::string manyLines()
    {
        std::string lines;
        for (int line = 0; line < 200; ++line) {
            lines += "a line of the text\n";
        }
        return lines;
    }

    /// Gives the position of a letter in the sixth line of the view, whose number is `line`.
    int writeManyLinesAndShow(int line)
    {
        write(manyLines());
        m_view->verticalScrollBar()->setValue(line - 5);
        return m_view->document()->findBlockByNumber(line).position() + 4;
    }

    /// Clicks on a row of the popup.
    void take(int row)
    {
        auto* list = m_popup->findChild<QListWidget*>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(row)).center());
    }

    void takeSecondAt(int position)
    {
        rest(at(position));
        take(1);
    }

    /// A text of the history, of which nothing is known but its bits.
    static WrittenText oldText()
    {
        WrittenText old;
        old.prompt = "Hi ";
        old.text = shortVerse;
        old.bits = candidateBits(shortVerse);
        return old;
    }

    QString marked() const
    {
        const QList<QTextEdit::ExtraSelection> marks = m_view->extraSelections();
        return marks.size() == 1 ? marks[0].cursor.selectedText() : QString();
    }

    QPoint at(int position) const { return m_view->rectOf(position).center(); }

    void rest(const QPoint& point)
    {
        move(point);
        QHelpEvent help(QEvent::ToolTip, point, m_view->viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(m_view->viewport(), &help); // as the application does after its wake-up delay
    }

    void move(const QPoint& point) { QTest::mouseMove(m_view->viewport(), point); }

    QStringList rows() const
    {
        QStringList names;
        const auto* list = m_popup->findChild<QListWidget*>();
        for (int row = 0; row < list->count(); ++row) {
            names << list->item(row)->text();
        }
        return names;
    }

    bool says(const QString& sentence) const
    {
        const QList<QLabel*> labels = m_popup->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text().contains(sentence); });
    }

    QString title() const { return m_popup->findChild<QLabel*>()->text(); }

    std::unique_ptr<TextPanel> m_panel;
    WrittenView* m_view = nullptr;
    CandidatePopup* m_popup = nullptr;
};

HAMNET_QT_TEST(CandidatesTest)
#include "candidates_test.moc"
