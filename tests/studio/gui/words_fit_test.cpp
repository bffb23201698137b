// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/device_plot.h"
#include "app/studio/start/start_page.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/text/writing_form.h"
#include "app/studio/workspace/next_run.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/overlays.h"
#include "editor/document/content.h"
#include "editor/looks/language.h"
#include "editor/panels/size_table.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/studio/gui/stage.h"
#include "tests/studio/gui/word_look.h"

#include <QDockWidget>
#include <QLabel>
#include <QScrollArea>
#include <QSpinBox>

// Every panel and the start page at three sizes of the window: no word is elided, cut, or on top of another.

namespace studio {
namespace {

constexpr QSize sizes[] = {{1280, 800}, {1440, 900}, {1920, 1080}};

} // namespace

class WordsFitTest : public QObject {
    Q_OBJECT

public:
    explicit WordsFitTest(const Home& home) : m_home(home) {}

private slots:
    void whatDoesNotFitIsFound()
    {
        QWidget window;
        window.resize(300, 200);
        auto* whole = new QLabel(QStringLiteral("Whole"), &window);
        whole->setGeometry(10, 10, 200, 30);
        window.show();
        QVERIFY(wordsThatDoNotFit(window).isEmpty());
        whole->setGeometry(10, 10, 20, 30);
        QCOMPARE(wordsThatDoNotFit(window).size(), 1);
        whole->setGeometry(10, 10, 200, 5);
        QCOMPARE(wordsThatDoNotFit(window).size(), 1);
        whole->setGeometry(10, 10, 200, 30);
        auto* other = new QLabel(QStringLiteral("Other"), &window);
        other->setGeometry(30, 12, 200, 30);
        other->show();
        QVERIFY(wordsThatDoNotFit(window).join(QLatin1Char(' ')).contains(QStringLiteral("overlap")));
        other->setGeometry(10, 60, 200, 30);
        QVERIFY(wordsThatDoNotFit(window).isEmpty());
        other->setText(other->fontMetrics().elidedText(QStringLiteral("Quite a long sentence"), Qt::ElideRight, 60));
        QVERIFY(wordsThatDoNotFit(window).isEmpty()); // was given so
    }

    /// The text of a line may be scrolled with the cursor, but nobody does so to read a number.
    void aNumberThatItsFieldCutsIsFound()
    {
        QWidget window;
        window.resize(300, 200);
        QSpinBox box(&window);
        box.setMaximum(1'000'000'000);
        box.setValue(123'456'789);
        box.setGeometry(10, 10, 200, 30);
        window.show();
        QVERIFY2(wordsThatDoNotFit(window).isEmpty(), qPrintable(wordsThatDoNotFit(window).join(u'|')));
        box.resize(60, 30);
        QVERIFY(!wordsThatDoNotFit(window).isEmpty());
    }

    void whatIsOutOfReachIsFound()
    {
        QWidget window;
        window.resize(300, 200);
        QScrollArea area(&window);
        area.resize(150, 150);
        auto* content = new QWidget;
        content->setFixedSize(400, 400);
        auto* label = new QLabel(QStringLiteral("Far to the right"), content);
        label->setGeometry(250, 300, 150, 30);
        area.setWidget(content);
        window.show();
        settle();
        QVERIFY2(wordsThatDoNotFit(window).isEmpty(), qPrintable(wordsThatDoNotFit(window).join(u'|')));
        area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        settle();
        QVERIFY(!wordsThatDoNotFit(window).isEmpty());
    }

    void aMetersNameAndItsNumberStandBesideEachOther()
    {
        MeterStrip strip(QStringLiteral("This program's memory"), MeterUnit::Bytes);
        strip.add(0, 3.5e9, 16e9);
        strip.show();
        for (const int width : {190, 240, 300, 500}) {
            strip.resize(width, strip.sizeHint().height());
            const QStringList found = wordsThatDoNotFit(strip);
            QVERIFY2(found.isEmpty(), qPrintable(QString::number(width) + u' ' + found.join(u'|')));
        }
    }

    void noTabIsHidden_data() { languages(); }

    /// As on a screen of that width: docks are as wide as they are made.
    void noTabIsHidden()
    {
        QFETCH(const QString, language);
        editor::installTranslations(*qApp, language);
        WordLook look;
        for (const QSize size : sizes) {
            Stage stage;
            resizeTo(stage.window(), size);
            stage.openFirstSample();
            for (const Activity activity : activities) {
                goTo(stage.window(), activity);
                look.forHiddenTabs(stage.window(), at(size));
            }
        }
        look.verify();
    }

    void theStartPageFitsWithAllThatItMayHave_data() { languages(); }

    void theStartPageFitsWithAllThatItMayHave()
    {
        QFETCH(const QString, language);
        editor::installTranslations(*qApp, language);
        const QString there = QString::fromStdString(
            m_home.write("Two layers of 512 units on all of the plays, dropout 0.3.hamnet", "").string());
        Recoverable saved, unsaved, broken;
        saved.summary = {.name = "char-rnn small", .file = there.toStdString(), .written = "2026-05-17T14:31:07Z"};
        unsaved.summary.written = "2026-12-24T23:59:59Z";
        broken.problem = "/home/someone/.local/state/hamnet/autosave/3f2a9c51.hamnet ends in the middle of a section";
        Stage stage;
        stage.start().setRecent({there, QStringLiteral("/gone/char_rnn_small.hamnet"), QStringLiteral("/a/b.hamnet")});
        stage.start().setRecoverable({saved, unsaved, broken});
        stage.start().setNotice(QStringLiteral("/home/someone/nets/broken.prototxt:2: unknown field \"layer_param\" of "
                                               "layer; expected one of name, type, bottom, top, include"));
        WordLook look;
        for (const QSize size : sizes) {
            resizeTo(stage.window(), size);
            look.at(stage.window(), at(size));
        }
        look.verify();
    }

    void allWordsFit_data() { languages(); }

    void allWordsFit()
    {
        QFETCH(const QString, language);
        editor::installTranslations(*qApp, language);
        Stage stage;
        MainWindow& window = stage.window();
        WordLook look;
        stage.openFirstSample();
        stage.shrink();
        engine::RunDescription few = stage.workspace().nextRun().choice();
        few.settings["iterations"] = std::int64_t{3};
        stage.workspace().nextRun().setChoice(few);
        press(Qt::Key_F5);
        QVERIFY(stage.waitForIteration(3));
        QVERIFY(stage.waitForState(TrainingSession::State::Idle));
        stage.writing().findChild<PromptEdit*>()->setPlainText(QStringLiteral("ЖЩ€☃")); // none of them in the text
        stage.document().change(QStringLiteral("scores"), [](editor::Content& content) {
            content.find(content.findNamed("loss")->id)->layer.params["axis"] = std::int64_t{7};
        });
        for (const QSize size : sizes) {
            resizeTo(window, size);
            for (const QDockWidget* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
                look.atPanel(window, dock->objectName(), at(size));
            }
            for (const Activity activity : activities) {
                goTo(window, activity);
                look.at(window, at(size) + QStringLiteral(" window %1").arg(static_cast<int>(activity)));
            }
            goTo(window, Activity::Draw);
            stage.canvas().adding().quickAdd(QPoint(20, 20));
            look.at(*stage.canvas().adding().openQuickAdd(), at(size) + QStringLiteral(" quick-add"));
            stage.canvas().adding().openQuickAdd()->leave();
        }
        stage.document().change(QStringLiteral("scores"), [](editor::Content& content) {
            content.find(content.findNamed("loss")->id)->layer.params["axis"] = std::int64_t{2}; // a net that may race
        });
        for (const char* name : {"raceEngines", "keysAndGestures", "findCommand", "about", "export"}) {
            look.atDialog(window, QLatin1String(name));
        }
        look.verify();
        QVERIFY2(look.plotWords() > 5, qPrintable(QString::number(look.plotWords())));
    }

private:
    static void languages()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("German") << QStringLiteral("de");
    }

    static QString at(QSize size) { return QString::number(size.width()); }

    const Home& m_home;
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::WordsFitTest)

#include "words_fit_test.moc"
