// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/net_box.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/text/writing_form.h"
#include "app/studio/text/written_view.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <cmath>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLayout>
#include <QScrollBar>
#include <QSignalSpy>

using namespace studio;

namespace {

const std::string longVerse =
    "ROMEO:\nThat I had look'd the fear of thee to the world,\nAnd they shall be the sea of this the "
    "sun\nThat should be stay'd the prince, and I will speak.\n\nJULIET:\nO, what a man that we "
    "would have the crown\nOf all the county's son and stand the land!\n";

engine::Vocabulary letters()
{
    std::vector<char32_t> characters;
    for (char32_t character = U' '; character < U'{'; ++character) {
        characters.push_back(character);
    }
    characters.push_back(U'\n');
    return {engine::Encoding::Utf8, characters};
}

} // namespace

class TextPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_panel = std::make_unique<TextPanel>();
        m_panel->resize(720, 560);
        m_panel->form().setSources(
            {{.checkpoint = {}, .iteration = 2'000},
             {.checkpoint = "/runs/bard.1500.hamnet", .iteration = 1'500, .loss = 1.52},
             {.checkpoint = "/runs/bard.best.hamnet", .iteration = 1'750, .loss = 1.4539, .best = true}});
        m_panel->form().setVocabulary(letters());
        expose(*m_panel);
    }

    void cleanup() { m_panel.reset(); }

    void aLongNameOfTheNetLosesItsMiddle()
    {
        auto* box = m_panel->findChild<NetBox*>();
        m_panel->form().setSources({{.run = "A run with quite a long name",
                                     .checkpoint = "/runs/run-1.best.hamnet",
                                     .iteration = 1'750,
                                     .loss = 1.6039,
                                     .best = true}});
        box->resize(200, box->height());
        QVERIFY2(box->shown().contains(QStringLiteral("…")), qPrintable(box->shown()));
        QVERIFY2(box->shown().endsWith(QStringLiteral("1,750")), qPrintable(box->shown()));
    }

    void theFirstSourceIsTakenUntilTheUserChooses()
    {
        const auto* box = m_panel->findChild<QComboBox*>();
        const TextSource before{.checkpoint = "/runs/run-1.hamnet", .iteration = 100};
        const TextSource net{.checkpoint = {}, .iteration = 1, .trains = true};
        m_panel->form().setSources({before});
        m_panel->form().setSources({net, before}); // another run has begun
        QCOMPARE(box->currentIndex(), 0);
        QCOMPARE(box->currentText(), QStringLiteral("Net in training"));
        TextSource left = net;
        left.trains = false;
        m_panel->form().setSources({left, before});
        QCOMPARE(box->currentText(), QStringLiteral("Net of the last run"));
        m_panel->form().setSource(before.checkpoint);
        m_panel->form().setSources({net, before});
        QCOMPARE(box->currentIndex(), 1);
        m_panel->form().setSources({net}); // its file was removed
        QCOMPARE(box->currentIndex(), 0);
    }

    void theBestOfTheLastRunComesFirst()
    {
        const auto* box = m_panel->findChild<QComboBox*>();
        TextSource net{.run = "Run 2", .iteration = 900, .trains = true};
        const TextSource last{.run = "Run 2", .checkpoint = "/runs/run-2.hamnet", .iteration = 900},
            best{.run = "Run 2", .checkpoint = "/runs/run-2.best.hamnet", .iteration = 310, .best = true},
            older{.run = "Run 1", .checkpoint = "/runs/run-1.best.hamnet", .iteration = 100, .best = true};
        m_panel->form().setSources({net, last, best, older});
        QCOMPARE(box->currentText(), QStringLiteral("Net in training"));
        net.trains = false;
        m_panel->form().setSources({net, last, best, older});
        QCOMPARE(box->currentText(), QStringLiteral("Best of Run 2, iteration 310"));
        m_panel->form().setSources({net, last, older}); // of another run
        QCOMPARE(box->currentText(), QStringLiteral("Net of the last run"));
    }

    void theNetInTrainingIsChosenNoLongerThanItTrains()
    {
        const auto* box = m_panel->findChild<QComboBox*>();
        const TextSource saved{.checkpoint = "/runs/run-2.hamnet", .iteration = 100};
        TextSource net{.checkpoint = {}, .iteration = 1, .trains = true};
        m_panel->form().setSources({saved, net});
        m_panel->form().setSource({});
        QCOMPARE(box->currentText(), QStringLiteral("Net in training"));
        net.trains = false;
        m_panel->form().setSources({saved, net});
        QCOMPARE(box->currentIndex(), 0);
    }

    void asksWithItsSettingsAndADrawnSeed()
    {
        QSignalSpy asked(m_panel.get(), &TextPanel::generateRequested);
        m_panel->form().setPrompt(QStringLiteral("ROMEO:"));
        called<QAction>(*m_panel, QStringLiteral("Generate"))->trigger();
        QCOMPARE(asked.size(), 1);
        const auto wish = asked.at(0).at(0).value<WrittenText>();
        QCOMPARE(wish.prompt, std::string("ROMEO:"));
        QCOMPARE(wish.length, 500);
        QVERIFY(wish.seed > 0);
        QVERIFY(m_panel->isBusy());
        QVERIFY(!called<QAction>(*m_panel, QStringLiteral("Generate"))->isEnabled());
        QVERIFY(called<QAction>(*m_panel, QStringLiteral("Stop"))->isEnabled());
    }

    void showsWhatIsWrittenInBatchesAndKeepsItInTheHistory()
    {
        QSignalSpy kept(m_panel.get(), &TextPanel::textFinished);
        m_panel->generate();
        m_panel->begun(2'345);
        auto* view = m_panel->findChild<WrittenView*>(QStringLiteral("written"));
        for (const char character : longVerse) {
            m_panel->written({std::string(&character, 1), std::vector{1.0f}});
        }
        QCOMPARE(view->toPlainText(), QString());
        TRY_COMPARE(view->toPlainText().toStdString(), longVerse);
        m_panel->finished(1'000);
        QVERIFY(!m_panel->isBusy());
        QCOMPARE(kept.size(), 1);
        QCOMPARE(m_panel->history().texts().size(), std::size_t{1});
        QCOMPARE(m_panel->history().texts()[0].text, longVerse);
        QCOMPARE(m_panel->history().texts()[0].iteration, 2'345);
        QCOMPARE(m_panel->history().texts()[0].bits.size(), longVerse.size());
    }

    void continuesFromWhereTheTextEnds()
    {
        QSignalSpy asked(m_panel.get(), &TextPanel::generateRequested);
        m_panel->form().setPrompt(QStringLiteral("A"));
        m_panel->generate();
        m_panel->written({"bc", {}});
        m_panel->finished(0);
        called<QAction>(*m_panel, QStringLiteral("Continue"))->trigger();
        QCOMPARE(asked.at(1).at(0).value<WrittenText>().prompt, std::string("Abc"));
        m_panel->written({"de", {}});
        m_panel->finished(0);
        QCOMPARE(m_panel->findChild<WrittenView*>(QStringLiteral("written"))->toPlainText(), QStringLiteral("Abcde"));
        called<QAction>(*m_panel, QStringLiteral("Copy"))->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Abcde"));
    }

    void aFailureIsSaidAndKeepsWhatIsThere()
    {
        m_panel->generate();
        m_panel->written({"half a te", {}});
        m_panel->failed(QStringLiteral("The checkpoint vanished."));
        QVERIFY(!m_panel->isBusy());
        QCOMPARE(m_panel->shown().text, std::string("half a te"));
        QVERIFY(says(*m_panel, QStringLiteral("The checkpoint vanished.")));
    }

    void replaysAnEntryOfTheHistoryExactly()
    {
        WrittenText old{{.iteration = 1'500,
                         .seed = 18'446'744'073'709'551'615u,
                         .text = "Ay me",
                         .prompt = "JULIET:",
                         .length = 123,
                         .temperature = 0.35,
                         .topK = 7,
                         .topP = 0.9}};
        old.checkpoint = "/runs/bard.1500.hamnet";
        m_panel->history().setTexts({old});
        auto* history = m_panel->findChild<TextHistory*>();
        QSignalSpy asked(m_panel.get(), &TextPanel::generateRequested);
        history->setCurrentItem(history->topLevelItem(0));
        QCOMPARE(m_panel->shown().text, old.text);
        emit history->itemActivated(history->topLevelItem(0), 0);
        const auto wish = asked.at(0).at(0).value<WrittenText>();
        QCOMPARE(wish.seed, old.seed);
        QCOMPARE(wish.temperature, old.temperature);
        QCOMPARE(wish.topK, old.topK);
        QCOMPARE(wish.checkpoint, old.checkpoint);
        QVERIFY(wish.text.empty());
    }

    void heldUnitsAreTold()
    {
        for (const auto& [unit, words] :
             {std::pair("lstm:h:0=0@3", "unit 0 of lstm's h held at 0 from character 2 on"),
              std::pair("lstm:h:0=0@1-5", "unit 0 of lstm's h held at 0 from character 1 to 4"),
              std::pair("lstm:c1:7=-0.5@5-5", "unit 7 of lstm's c in layer 2 set to -0.5 at character 4"),
              std::pair("lstm:h:0=2", "unit 0 of lstm's h held at 2 from the end of the prompt on")}) {
            WrittenText text{{.text = "s here", .prompt = "\u00e9"}}; // of two bytes
            text.held = {engine::heldUnit(unit)};
            QVERIFY2(settingsOf(text).endsWith(QLatin1String(words)), qPrintable(settingsOf(text)));
        }
    }

    void flagsCharactersThatTheNetDoesNotKnow()
    {
        auto* prompt = m_panel->findChild<PromptEdit*>();
        m_panel->form().setPrompt(QStringLiteral("caf\u00e9 \u20ac\u20ac"));
        QCOMPARE(prompt->unknown().size(), 2);
        QVERIFY(prompt->unknown().at(0).contains(QStringLiteral("\u00e9")));
        QCOMPARE(prompt->extraSelections().size(), 3);
        m_panel->form().setPrompt(QStringLiteral("cafe"));
        QVERIFY(prompt->unknown().isEmpty());
    }

    void asksForTheSurpriseOfATextThatHasNone()
    {
        QSignalSpy wanted(m_panel.get(), &TextPanel::surpriseRequested);
        called<QAction>(*m_panel, QStringLiteral("Surprise"))->setChecked(false);
        WrittenText text;
        text.text = "To be";
        m_panel->history().setTexts({text});
        m_panel->history().setCurrentItem(m_panel->history().topLevelItem(0));
        QCOMPARE(wanted.size(), 0);
        called<QAction>(*m_panel, QStringLiteral("Surprise"))->setChecked(true);
        QCOMPARE(wanted.size(), 1);
        m_panel->surprised({"To be", std::vector{1.f, 2.f, 3.f, 4.f, 5.f}});
        QCOMPARE(m_panel->findChild<WrittenView*>(QStringLiteral("written"))->bitsAt(1), std::optional(2.f));
    }

    void followsTheEndUnlessTheUserScrolledUp()
    {
        WrittenView view;
        view.resize(300, 120);
        expose(view);
        const std::string lines = longVerse + longVerse + longVerse;
        view.append(lines, {});
        view.flush();
        QVERIFY(view.verticalScrollBar()->maximum() > 0);
        QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
        view.verticalScrollBar()->setValue(2);
        view.append(lines, {});
        view.flush();
        QCOMPARE(view.verticalScrollBar()->value(), 2);
    }

    void bitsStayWithTheirCharacters()
    {
        const TintedText byCharacter = tinted("a\u00e9\U0001F600\r", std::vector{1.f, 2.f, 3.f, 4.f});
        QCOMPARE(byCharacter.text, QStringLiteral("a\u00e9\U0001F600\u240d"));
        QCOMPARE(byCharacter.bits, (std::vector{1.f, 2.f, 3.f, 3.f, 4.f}));
        QVERIFY(std::isnan(tinted("a", {}).bits.at(0)));
    }

    void keepsTheTextAsItWasWritten()
    {
        m_panel->form().setPrompt(QStringLiteral("\u00c9tude "));
        m_panel->generate();
        m_panel->written({"a\tb\r\n", {}});
        m_panel->finished(0);
        QCOMPARE(m_panel->all(), std::string("\xc3\x89tude a\tb\r\n"));
    }

    void presetsAndOwnSettingsShowInOnePlace()
    {
        WritingForm form;
        WrittenText settings;
        settings.length = 10;
        settings.seed = 5;
        auto* preset = form.findChild<QComboBox*>(QStringLiteral("preset"));
        QVERIFY(preset->currentText().startsWith(QStringLiteral("Balanced")));
        settings.temperature = 0.33;
        form.setWish(settings);
        QCOMPARE(preset->currentText(), QStringLiteral("Own settings"));
        QCOMPARE(form.wish().seed, quint64{5});
        settings.temperature = 1.2;
        form.setWish(settings);
        QVERIFY(preset->currentText().startsWith(QStringLiteral("Wild")));
    }

    void theFormCanBeBroughtBackWhereThePanelIsNarrow()
    {
        m_panel->layout()->setSizeConstraint(QLayout::SetNoConstraint); // a dock's neighbours make it so narrow
        m_panel->resize(480, 560);
        expose(*m_panel);
        QTRY_VERIFY(!m_panel->form().isVisible());
        QAction* const prompt = called<QAction>(*m_panel, QStringLiteral("Prompt"));
        QAction* const history = called<QAction>(*m_panel, QStringLiteral("History"));
        QVERIFY(prompt->isVisible() && !history->isVisible()); // as in the palette
        prompt->trigger();
        QVERIFY(m_panel->form().isVisible());
        prompt->trigger();
        QVERIFY(!m_panel->form().isVisible());
        activate(*m_panel);
        m_panel->view().setFocus();
        QTest::keyClick(&m_panel->view(), Qt::Key_O, Qt::AltModifier); // as where the form is beside the text
        QVERIFY(m_panel->form().isVisible());
        QVERIFY(m_panel->form().isAncestorOf(QApplication::focusWidget()));
        m_panel->resize(900, 560);
        QTRY_VERIFY(m_panel->form().isVisible());
        QTRY_VERIFY(!prompt->isVisible() && history->isVisible());
    }

private:
    std::unique_ptr<TextPanel> m_panel;
};

HAMNET_QT_TEST(TextPanelTest)
#include "text_panel_test.moc"
