// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "editor/panels/problems_panel.h"
#include "tests/editor/samples.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <QAction>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QTreeWidget>

using namespace editor;

namespace {

void breakReshape(Document& document)
{
    document.change(QStringLiteral("Break"), [](Content& content) {
        setParam(content, content.findNamed("Reshape_lstm2")->id, "shape", std::vector<std::int64_t>{-1, 1, 511});
    });
}

} // namespace

class ProblemsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { Looks::instance(); } // sets its style, which must not happen while something is painted

    void aSoundNetHasNothingToSay()
    {
        Opened document("char_rnn_caffe.prototxt");
        const ProblemsPanel panel(document);
        QVERIFY(panel.findChild<QTreeWidget*>()->isHidden());
        QVERIFY(!panel.findChild<QLabel*>()->isHidden());
        QCOMPARE(panel.errors() + panel.doubts(), 0);
    }

    void aBrokenReshapeIsListedFocusedAndMendedByAButton()
    {
        Opened document("char_rnn_caffe.prototxt");
        ProblemsPanel panel(document);
        QSignalSpy counted(&panel, &ProblemsPanel::countChanged);
        breakReshape(document);
        QCOMPARE(panel.errors(), 1);
        QVERIFY(!counted.isEmpty());
        auto* list = panel.findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("Reshape_lstm2"));
        QVERIFY(list->topLevelItem(1)->text(0).contains(QStringLiteral("no sizes yet")));

        QSignalSpy focused(&document, &Document::focusRequested);
        panel.show();
        list->setCurrentItem(list->topLevelItem(0));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(focused.size(), 1);
        QVERIFY(document.selection() == std::set{document.nodeNamed("Reshape_lstm2")});

        const QList<QPushButton*> buttons = panel.findChildren<QPushButton*>();
        QVERIFY(!buttons.isEmpty());
        QTest::mouseClick(buttons.first(), Qt::LeftButton);
        TRY_COMPARE(panel.errors(), 0);
        QVERIFY(list->isHidden());
        document.undoStack().undo();
        QCOMPARE(panel.errors(), 1);
    }

    void aFixIsSeenBeforeItsProblemIsChosen()
    {
        Opened document("char_rnn_caffe.prototxt");
        ProblemsPanel panel(document);
        breakReshape(document);
        panel.setRunProblems({{.sentence = QStringLiteral("Memory is tight.")}}); // nothing mends it
        TRY_VERIFY(panel.findChild<QPushButton*>());
        QVERIFY(!panel.findChild<QTreeWidget*>()->currentItem());
        auto* const fix = panel.findChild<QPushButton*>();
        QVERIFY(fix->isVisibleTo(&panel));
        QVERIFY2(fix->text().startsWith(QStringLiteral("Reshape_lstm2: ")), qPrintable(fix->text()));
        fix->click();
        TRY_COMPARE(panel.errors(), 0);
    }

    void aDoubtIsListedToo()
    {
        Opened document("char_rnn_caffe.prototxt");
        ProblemsPanel panel(document);
        document.change(QStringLiteral("remove"),
                        [](Content& content) { remove(content, {content.findNamed("Loss")->id}, Bypass::No); });
        QCOMPARE(panel.errors(), 1);
        QCOMPARE(panel.firstError(), lossWanted());
        document.undoStack().undo();
        document.change(QStringLiteral("add"), [](Content& content) {
            addAfter(content, engine::layerType("TANH"), {content.nodes.front().id, 0}, {});
        });
        QVERIFY(panel.doubts() > 0);
    }

    void theVocabularyOfTheCorpusGivesHintsThatDoNotCount()
    {
        Opened document("char_rnn_caffe.prototxt");
        ProblemsPanel panel(document);
        panel.setVocabulary(65);
        QCOMPARE(panel.findChild<QTreeWidget*>()->topLevelItemCount(), 2);
        QCOMPARE(panel.doubts(), 0);
        QCOMPARE(panel.hints(), 2);
    }

    void whatKeepsARunFromStartingIsListedAndCountedToo()
    {
        Opened document("char_rnn_caffe.prototxt");
        ProblemsPanel panel(document);
        QSignalSpy counted(&panel, &ProblemsPanel::countChanged);
        panel.setRunProblems({{.severity = Warning::Severity::Error, .sentence = QStringLiteral("The text is empty.")},
                              {.severity = Warning::Severity::Doubt, .sentence = QStringLiteral("Memory is tight.")}});
        QCOMPARE(panel.errors(), 1);
        QCOMPARE(panel.doubts(), 1);
        QVERIFY(!counted.isEmpty());
        QCOMPARE(panel.findChild<QTreeWidget*>()->topLevelItem(0)->text(0), QStringLiteral("The text is empty."));
        document.load({}); // a drawing that has not been begun wants nothing yet
        QCOMPARE(panel.errors() + panel.doubts(), 0);
        panel.setRunProblems({});
        QCOMPARE(panel.errors() + panel.doubts(), 0);
    }

    void anErrorComesBeforeWhatIsOnlyInDoubt()
    {
        Opened document("char_rnn_caffe.prototxt");
        ProblemsPanel panel(document);
        panel.setRunProblems(
            {{.severity = Warning::Severity::Doubt, .sentence = QStringLiteral("Memory is tight.")},
             {.severity = Warning::Severity::Error, .sentence = QStringLiteral("The text is empty.")}});
        QCOMPARE(panel.firstError(), QStringLiteral("The text is empty."));
        const auto* list = panel.findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItem(0)->text(0), panel.firstError());
        QVERIFY(!list->currentItem());
        panel.select(panel.firstError());
        QCOMPARE(list->currentItem(), list->topLevelItem(0));
        panel.setRunProblems({});
        QVERIFY(panel.firstError().isEmpty());
    }

    void aFixThatIsNoStepOfUndoSaysWhatItHasChanged()
    {
        Opened document("char_rnn_caffe.prototxt");
        ProblemsPanel panel(document);
        bool acted = false;
        panel.setRunProblems({{.severity = Warning::Severity::Error,
                               .sentence = QStringLiteral("No such engine."),
                               .fixes = {{.label = QStringLiteral("Take another"),
                                          .edit = nullptr,
                                          .act =
                                              [&] {
                                                  acted = true;
                                                  panel.setRunProblems({});
                                              },
                                          .done = QStringLiteral("Another one is taken.")}}}});
        QSignalSpy noted(&panel, &ProblemsPanel::noted);
        panel.quickFix()->trigger();
        QVERIFY(acted);
        QCOMPARE(noted.count(), 1);
        QCOMPARE(noted.front().front().toString(), QStringLiteral("Another one is taken."));
        QVERIFY(!document.undoStack().canUndo());
    }

    void aFixThatIsShownIsNotMadeAgainUnderThePointer()
    {
        Opened document("char_rnn_caffe.prototxt");
        ProblemsPanel panel(document);
        const std::vector<Warning> problems = {{.severity = Warning::Severity::Error,
                                                .sentence = QStringLiteral("No such engine."),
                                                .fixes = {{.label = QStringLiteral("Take another"), .edit = nullptr}}}};
        panel.setRunProblems(problems);
        panel.select(QStringLiteral("No such engine."));
        const QPointer<QPushButton> fix = panel.findChild<QPushButton*>();
        QVERIFY(fix);
        QVERIFY(!panel.findChild<QTimer*>()->isActive()); // which would make it again
        panel.setRunProblems(problems);
        QVERIFY(fix);
        panel.setRunProblems({});
        QVERIFY(!fix);
    }
};

HAMNET_QT_TEST(ProblemsTest)
#include "problems_test.moc"
