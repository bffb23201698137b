// SPDX-License-Identifier: GPL-3.0-or-later
// Alt and a letter mean one thing: of what is seen together, no two words have the same letter.
#include "app/studio/start/start_page.h"
#include "editor/looks/language.h"
#include "tests/studio/gui/stage.h"

#include <QAbstractButton>
#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QMenuBar>

namespace studio {
namespace {

/// Words by their letters, and those that share one.
class Letters {
public:
    void note(const QString& words)
    {
        const QKeySequence key = QKeySequence::mnemonic(words);
        const QString before = key.isEmpty() ? QString() : m_words.value(key.toString());
        if (!key.isEmpty() && !before.isEmpty() && before != words) {
            clashes << QStringLiteral("%1: %2 and %3").arg(key.toString(), before, words);
        }
        m_words.insert(key.toString(), words);
    }

    QStringList clashes;

private:
    QMap<QString, QString> m_words;
};

QStringList clashesInMenu(const QList<QAction*>& actions, const QString& name)
{
    Letters letters;
    QStringList inside;
    for (const QAction* action : actions) {
        if (action->isVisible()) {
            letters.note(action->text());
        }
        if (action->menu()) {
            inside += clashesInMenu(action->menu()->actions(), action->text());
        }
    }
    for (const QString& clash : letters.clashes) {
        inside << name + QStringLiteral(" › ") + clash;
    }
    return inside;
}

QStringList clashesIn(const QWidget& window, const QMenuBar* bar = nullptr)
{
    Letters letters;
    for (const QAction* menu : bar ? bar->actions() : QList<QAction*>()) {
        letters.note(menu->text());
    }
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (widget->window() != &window || widget->visibleRegion().isEmpty()) {
            continue;
        }
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const auto* box = qobject_cast<const QGroupBox*>(widget);
        letters.note(label && label->buddy() ? label->text()
                     : button                ? button->text()
                     : box                   ? box->title()
                                             : QString());
    }
    return letters.clashes;
}

} // namespace

class MnemonicsTest : public QObject {
    Q_OBJECT

private slots:
    void eachLetterMeansOneThing_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("German") << QStringLiteral("de");
    }

    void eachLetterMeansOneThing()
    {
        QFETCH(const QString, language);
        editor::installTranslations(*qApp, language);
        Stage stage;
        stage.start().setRecoverable({Recoverable(), Recoverable()});
        QCoreApplication::processEvents();
        MainWindow& window = stage.window();
        QStringList all = clashesInMenu(window.menuBar()->actions(), {}) + clashesIn(window, window.menuBar());
        stage.openFirstSample();
        stage.shrink();
        for (const Activity activity : activities) {
            stage.go(activity);
            QCoreApplication::processEvents();
            all += clashesIn(window, window.menuBar());
        }
        for (const QDockWidget* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            stage.showPanel(dock->objectName());
            all += clashesIn(window, window.menuBar());
        }
        stage.go(Activity::Train);
        for (const char* const name : {"raceEngines", "whichCell", "trySettings", "trainSeeds", "export"}) {
            const Answer answer({[&](QDialog& dialog) {
                all += clashesIn(dialog);
                dialog.reject();
            }});
            window.findChild<QAction*>(QLatin1String(name))->trigger();
            TRY_VERIFY2(answer.given(), name);
        }
        all.removeDuplicates();
        QVERIFY2(all.isEmpty(), qPrintable(all.join(QLatin1Char('\n'))));
    }
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::MnemonicsTest)

#include "mnemonics_test.moc"
