// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/start/sample.h"
#include "app/studio/start/start_page.h"
#include "editor/looks/theme.h"
#include "tests/editor/made_language.h"
#include "tests/support/paths.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <QAction>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

namespace studio {

class StartTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets

    void everyDescriptionIsTranslated()
    {
        const std::vector<Sample> english = samplesIn(sourceRoot() / "models");
        const MadeLanguage made;
        const std::vector<Sample> translated = samplesIn(sourceRoot() / "models");
        QCOMPARE(english.size(), std::size_t{24});
        QCOMPARE(translated.size(), english.size());
        for (std::size_t index = 0; index < english.size(); ++index) {
            QCOMPARE(translated[index].description, QStringLiteral("«") + english[index].description + u'»');
        }
    }

    void everyGroupIsSeenWithoutScrolling()
    {
        StartPage page({});
        page.setSamples(samplesIn(sourceRoot() / "models"));
        expose(page);
        const auto titles = page.findChildren<QLabel*>(QStringLiteral("groupTitle"));
        QCOMPARE(titles.size(), 5);
        for (const QSize size : {QSize(1280, 640), QSize(1440, 780), QSize(1920, 960)}) { // a window's, less its bars
            page.resize(size);
            for (const QLabel* title : titles) {
                const auto isSeen = [&] {
                    return title->isVisible() && page.rect().contains({title->mapTo(&page, QPoint()), title->size()});
                };
                TRY_VERIFY2(isSeen(), qPrintable(title->text()));
            }
        }
    }

    /// The left column scrolls where the page is too low for it.
    void nothingIsCutOnALowPage()
    {
        QAction create(QStringLiteral("New drawing")), open(QStringLiteral("Open…"));
        StartPage page({&create, &open});
        page.setRecent({QStringLiteral("/nets/mine.hamnet")});
        expose(page);
        const QWidget& left = *page.findChild<QScrollArea*>()->widget();
        const auto& recent = *left.findChild<QListWidget*>();
        for (const int height : {300, 340, 360, 380, 400, 420, 440}) {
            page.resize(820, height);
            for (const QLabel* label : left.findChildren<QLabel*>()) {
                const int wanted =
                    label->hasHeightForWidth() ? label->heightForWidth(label->width()) : label->sizeHint().height();
                QVERIFY2(!label->isVisible() || label->height() >= wanted, qPrintable(label->text()));
            }
            QVERIFY2(recent.height() >= recent.minimumSizeHint().height(), qPrintable(QString::number(height)));
            QVERIFY2(left.rect().contains(recent.geometry()), qPrintable(QString::number(height)));
        }
    }

    void whatIsDiscardedIsNamedByItsFileAndAskedFor()
    {
        StartPage page({});
        Recoverable copy;
        copy.summary.file = "/nets/play.hamnet"; // whose net has no name
        page.setRecoverable({copy});
        expose(page);
        QSignalSpy discarded(&page, &StartPage::discardChosen);
        const auto buttons = page.findChildren<QPushButton*>();
        const auto discard = std::ranges::find(buttons, QStringLiteral("Discard"), &QPushButton::text);
        QVERIFY(discard != buttons.end());
        QString question;
        const auto answer = [&](QMessageBox::StandardButton wanted) {
            QTimer look;
            connect(&look, &QTimer::timeout, &page, [&] {
                if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                    question = box->text();
                    box->button(wanted)->click();
                }
            });
            look.start(10);
            (*discard)->click();
        };
        answer(QMessageBox::Cancel);
        QCOMPARE(discarded.count(), 0);
        QVERIFY2(question.contains(QStringLiteral("play")), qPrintable(question));
        answer(QMessageBox::Discard);
        QCOMPARE(discarded.count(), 1);
        QVERIFY(says(page, QStringLiteral("play ("), Qt::MatchStartsWith));
    }

    void aGroupOpensAndCloses()
    {
        StartPage page({});
        page.resize(1440, 780);
        page.setSamples(samplesIn(sourceRoot() / "models"));
        expose(page);
        const auto shown = [&] {
            const auto cards = page.findChildren<SampleCard*>();
            return std::ranges::count_if(cards, [](const SampleCard* card) { return card->isVisible(); });
        };
        QCOMPARE(shown(), 5); // one of each group
        const auto all = std::ranges::count_if(samplesIn(sourceRoot() / "models"),
                                               [](const Sample& sample) { return sample.group == SampleGroup::Text; });
        auto* more = page.findChild<QToolButton*>(QStringLiteral("moreSamples"));
        QTest::mouseClick(more, Qt::LeftButton);
        QCOMPARE(shown(), 4 + all);
        QTest::mouseClick(more, Qt::LeftButton);
        QCOMPARE(shown(), 5);
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::StartTest)
#include "start_test.moc"
