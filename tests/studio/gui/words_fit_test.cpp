// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/custom_plot.h"
#include "app/studio/plots/meter_strip.h"
#include "app/studio/start/start_page.h"
#include "app/studio/text/prompt_edit.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/workspace/next_run.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/quick_add.h"
#include "editor/document/content.h"
#include "editor/looks/language.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/studio/gui/stage.h"

#include <algorithm>
#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

// Every panel and the start page at three sizes of the window: no word is elided, cut, or on top of another.

namespace studio {
namespace {

constexpr QSize sizes[] = {{1280, 800}, {1440, 900}, {1920, 1080}};

/// What was laid out by timers and by layouts is settled.
void settle()
{
    for (int turn = 0; turn < 4; ++turn) {
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents();
    }
}

} // namespace

class WordsFitTest : public QObject {
    Q_OBJECT

public:
    explicit WordsFitTest(const Home& home) : m_home(home) {}

private slots:
    void whatDoesNotFitIsFound();
    void aMetersNameAndItsNumberStandBesideEachOther();
    void noTabIsHidden_data() { allWordsFit_data(); }
    void noTabIsHidden();
    void allWordsFit_data();
    void allWordsFit();

private:
    void look(QWidget& part, const QString& where);
    void lookForHiddenTabs(const MainWindow& window, const QString& where);
    void lookAtPlots(QWidget& part, const QString& where);
    void lookAtList(editor::QuickAdd& popup, const QString& where);
    void lookAtDialog(MainWindow& window, const QString& action);

    const Home& m_home;
    QStringList m_found;
    std::size_t m_plotWords = 0; ///< that were looked at
};

void WordsFitTest::whatDoesNotFitIsFound()
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

void WordsFitTest::aMetersNameAndItsNumberStandBesideEachOther()
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

void WordsFitTest::allWordsFit_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << QStringLiteral("en");
    QTest::newRow("German") << QStringLiteral("de");
}

void WordsFitTest::look(QWidget& part, const QString& where)
{
    settle();
    for (const QString& words : wordsThatDoNotFit(part)) {
        m_found << where + QStringLiteral(": ") + words;
    }
}

/// Plots paint their axes into pictures that they keep; here they paint once more, on a sheet.
void WordsFitTest::lookAtPlots(QWidget& part, const QString& where)
{
    for (QCustomPlot* plot : part.findChildren<QCustomPlot*>()) {
        if (!plot->isVisible()) {
            continue;
        }
        const std::vector<DrawnWords> words = wordsPaintedBy(*plot, [plot](QPaintDevice& sheet) {
            QCPPainter painter(&sheet);
            plot->toPainter(&painter, plot->width(), plot->height());
        });
        m_plotWords += words.size();
        for (std::size_t one = 0; one < words.size(); ++one) {
            const QString found = where + QStringLiteral(": ") + plot->objectName() + QLatin1String(": ");
            if (!words[one].allowed.adjusted(-2, -2, 2, 2).contains(words[one].place)) {
                m_found << found + QStringLiteral("cut: \"") + words[one].text + QLatin1Char('"');
            }
            for (std::size_t other = one + 1; other < words.size(); ++other) {
                const QRectF both = words[one].place & words[other].place;
                if (both.width() > 2 && both.height() > 4 && words[one].text != words[other].text) {
                    m_found << found + QStringLiteral("overlap: \"") + words[one].text + QStringLiteral("\" and \"") +
                                   words[other].text + QLatin1Char('"');
                }
            }
        }
    }
}

/// Page by page, as a list paints only the rows that are seen.
void WordsFitTest::lookAtList(editor::QuickAdd& popup, const QString& where)
{
    QScrollBar& bar = *popup.list()->verticalScrollBar();
    int value = -1;
    while (value != bar.value()) {
        value = bar.value();
        look(popup, where);
        bar.setValue(value + popup.list()->viewport()->height() / 2);
    }
}

/// The action's dialog, whether it stops the window or not.
void WordsFitTest::lookAtDialog(MainWindow& window, const QString& action)
{
    auto* open = window.findChild<QAction*>(action);
    QVERIFY2(open, qPrintable(action));
    bool seen = false;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
        for (QWidget* dialog : QApplication::topLevelWidgets()) {
            const bool counts = dialog->isVisible() && dialog != &window && qobject_cast<QDialog*>(dialog);
            if (counts && !seen) {
                seen = true;
                timer.stop();
                look(*dialog, action);
                dialog->close();
            }
        }
    });
    timer.start(100);
    open->trigger();
    QTRY_VERIFY2_WITH_TIMEOUT(seen, qPrintable(action), patience);
}

/// A tab bar without room for all of its tabs hides some behind two arrows.
void WordsFitTest::lookForHiddenTabs(const MainWindow& window, const QString& where)
{
    settle();
    for (const QTabBar* tabs : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        const auto arrows = tabs->findChildren<QToolButton*>();
        if (tabs->isVisible() && std::ranges::any_of(arrows, [](const auto* arrow) { return arrow->isVisible(); })) {
            m_found << where + QStringLiteral(": tabs hidden beside ") + tabs->tabText(0);
        }
    }
}

/// As on a screen of that width: docks are as wide as they are made.
void WordsFitTest::noTabIsHidden()
{
    QFETCH(const QString, language);
    editor::installTranslations(*qApp, language);
    m_found.clear();
    for (const QSize size : sizes) {
        Stage stage;
        stage.window().resize(size);
        stage.openFirstSample();
        lookForHiddenTabs(stage.window(), QString::number(size.width()));
    }
    QVERIFY2(m_found.isEmpty(), qPrintable(m_found.join(QLatin1Char('\n'))));
}

void WordsFitTest::allWordsFit()
{
    QFETCH(const QString, language);
    editor::installTranslations(*qApp, language);
    Stage stage;
    MainWindow& window = stage.window();
    m_found.clear();
    const auto atSize = [](QSize size) { return QStringLiteral("%1 ").arg(size.width()); };
    for (const QSize size : sizes) {
        window.resize(size);
        look(window, atSize(size) + QStringLiteral("start page"));
    }
    stage.openFirstSample();
    stage.shrink();
    RunChoice few = stage.workspace().nextRun().choice();
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
        window.resize(size);
        for (QDockWidget* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            dock->show();
            dock->raise();
            look(*dock, atSize(size) + dock->objectName());
            lookAtPlots(*dock, atSize(size) + dock->objectName());
        }
        look(window, atSize(size) + QStringLiteral("window"));
        stage.canvas().quickAdd(QPoint(20, 20));
        lookAtList(*stage.canvas().openQuickAdd(), atSize(size) + QStringLiteral("quick-add"));
        stage.canvas().openQuickAdd()->leave();
    }
    stage.document().change(QStringLiteral("scores"), [](editor::Content& content) {
        content.find(content.findNamed("loss")->id)->layer.params["axis"] = std::int64_t{2}; // a net that may race
    });
    for (const char* name : {"raceEngines", "keysAndGestures", "findCommand", "about", "export"}) {
        lookAtDialog(window, QLatin1String(name));
    }
    m_found.removeDuplicates();
    for (const QString& words : m_found) {
        qInfo().noquote() << words; // the message of a check has no room for many
    }
    QCOMPARE(m_found.size(), 0);
    QVERIFY2(m_plotWords > 5, qPrintable(QString::number(m_plotWords)));
}

} // namespace studio

int main(int argc, char** argv)
{
    return studio::runOnStage(argc, argv, [](const studio::Home& home, int count, char** words) {
        studio::WordsFitTest test(home);
        return QTest::qExec(&test, count, words);
    });
}

#include "words_fit_test.moc"
