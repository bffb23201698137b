// SPDX-License-Identifier: GPL-3.0-or-later
// Tab goes through every form from top to bottom and from left to right, and Shift+Tab back; it misses nothing.
#include "tests/studio/gui/stage.h"

#include <algorithm>
#include <QAbstractSpinBox>
#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QTabBar>
#include <QTextEdit>
#include <set>

namespace studio {
namespace {

using Way = QList<QPointer<QWidget>>;

bool isStop(const QWidget& widget)
{
    const auto* const radio = qobject_cast<const QRadioButton*>(&widget);
    return widget.isVisible() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy() &&
           !(radio && !radio->isChecked());
}

/// Tab is a letter there.
bool writesTabs(const QWidget& widget)
{
    const auto* const plain = qobject_cast<const QPlainTextEdit*>(&widget);
    const auto* const rich = qobject_cast<const QTextEdit*>(&widget);
    return (plain && !plain->tabChangesFocus() && !plain->isReadOnly()) ||
           (rich && !rich->tabChangesFocus() && !rich->isReadOnly());
}

QList<QWidget*> stopsOf(const QWidget& form)
{
    QList<QWidget*> stops;
    for (QWidget* widget : form.findChildren<QWidget*>()) {
        if (isStop(*widget)) {
            stops.append(widget);
        }
    }
    return stops;
}

QRect placeOf(const QWidget& widget)
{
    return {widget.mapToGlobal(QPoint(0, 0)), widget.size()};
}

bool isInSight(const QWidget& widget)
{
    return placeOf(widget).intersects(placeOf(*widget.window()));
}

bool isReadAfter(const QWidget& next, const QWidget& before)
{
    const QRect there = placeOf(next), here = placeOf(before);
    return before.isAncestorOf(&next) || there.left() > here.right() || there.top() >= here.center().y();
}

QString nameOf(const QWidget& widget)
{
    return QStringLiteral("%1 %2 “%3”")
        .arg(QLatin1String(widget.metaObject()->className()), widget.objectName(), widget.accessibleName());
}

/// Where the key leads from there, until it leaves the form or comes back.
Way walk(const QWidget& form, QWidget* from, int key, Qt::KeyboardModifiers modifiers)
{
    Way seen;
    for (QWidget* now = from; now && form.isAncestorOf(now) && !seen.contains(now) && !writesTabs(*now);
         now = QApplication::focusWidget()) {
        seen.append(now);
        press(key, modifiers);
    }
    return seen;
}

/// False where there is nothing to walk: fewer than two stops, or one in which Tab is a letter.
bool isWalkable(const QList<QWidget*>& stops)
{
    return stops.size() >= 2 &&
           std::none_of(stops.begin(), stops.end(), [](QWidget* stop) { return writesTabs(*stop); });
}

void lookAt(QWidget& form, const QString& name)
{
    const QList<QWidget*> stops = stopsOf(form);
    if (!isWalkable(stops)) {
        return;
    }
    form.activateWindow();
    TRY_VERIFY2(isInSight(form), qPrintable(name)); // Tab goes only there
    stops.back()->setFocus(Qt::TabFocusReason);
    TRY_VERIFY2(stops.back()->hasFocus(), qPrintable(name));
    const bool goesRound = form.isWindow();
    Way back = walk(form, stops.back(), Qt::Key_Backtab, Qt::ShiftModifier);
    QWidget* first = back.back();
    if (goesRound) { // it begins anywhere: the first is where the way back goes from the end
        for (QWidget* stop : back) {
            first = !stop ? first : placeOf(*stop).top() < placeOf(*first).top() ? stop : first;
        }
    }
    first->setFocus(Qt::TabFocusReason);
    TRY_VERIFY2(first->hasFocus(), qPrintable(name));
    const Way way = walk(form, first, Qt::Key_Tab, {});
    int turns = 0;
    for (int stop = 1; stop < way.size(); ++stop) {
        if (!way[stop] || !way[stop - 1]) {
            continue;
        }
        const bool inOrder = isReadAfter(*way[stop], *way[stop - 1]);
        turns += inOrder ? 0 : 1;
        QVERIFY2(inOrder || (goesRound && turns == 1),
                 qPrintable(QStringLiteral("%1: from %2 to %3").arg(name, nameOf(*way[stop - 1]), nameOf(*way[stop]))));
    }
    for (QWidget* stop : stopsOf(form)) { // some went meanwhile, as buttons of fixes do
        QVERIFY2(!stops.contains(stop) || way.contains(stop),
                 qPrintable(name + QStringLiteral(" misses ") + nameOf(*stop)));
    }
    if (!goesRound && stopsOf(form) == stops) {
        std::reverse(back.begin(), back.end());
        QVERIFY2(back == way.mid(0, back.size()), qPrintable(name + QStringLiteral(": another way back")));
    }
}

} // namespace

class TabOrderTest : public QObject {
    Q_OBJECT

private slots:
    void panels()
    {
        Stage stage(Stage::With::SmallSample);
        std::set<editor::Id> all;
        for (const editor::Node& node : stage.document().content().nodes) {
            all.insert(node.id);
        }
        int looked = 0;
        for (const QDockWidget* dock :
             stage.window().findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            stage.showPanel(dock->objectName());
            const std::vector<std::set<editor::Id>> selections =
                dock->objectName() == QLatin1String("inspector")
                    ? std::vector<std::set<editor::Id>>{{}, {stage.document().nodeNamed("lstm")}, all}
                    : std::vector<std::set<editor::Id>>{{}};
            for (const std::set<editor::Id>& selection : selections) {
                stage.document().select(selection);
                QCoreApplication::processEvents();
                lookAt(*dock->widget(), dock->objectName());
                if (QTest::currentTestFailed()) {
                    return;
                }
                looked += isWalkable(stopsOf(*dock->widget())) ? 1 : 0;
            }
        }
        QVERIFY(looked > 8);
    }

    void passesOverPanelsBehindOthers()
    {
        Stage stage(Stage::With::SmallSample);
        goTo(stage.window(), Activity::Train);
        stage.showPanel(QStringLiteral("training"));
        stage.showPanel(QStringLiteral("solver")); // in tabs before it
        QCoreApplication::processEvents();
        QTRY_VERIFY(QApplication::focusWidget());
        int inDocks = 0;
        for (int stop = 0; stop < 80; ++stop) {
            press(stop < 40 ? Qt::Key_Tab : Qt::Key_Backtab, stop < 40 ? Qt::NoModifier : Qt::ShiftModifier);
            QWidget& now = *QApplication::focusWidget();
            QVERIFY2(!now.visibleRegion().isEmpty() || !qobject_cast<QTabBar*>(&now), qPrintable(nameOf(now)));
            for (const QDockWidget* dock : stage.window().findChildren<QDockWidget*>()) {
                const bool isThere = dock->isAncestorOf(&now);
                QVERIFY2(!isThere || isInSight(*dock), qPrintable(dock->objectName()));
                inDocks += isThere ? 1 : 0;
            }
        }
        QVERIFY(inDocks > 10);
        auto* const solver = stage.window().findChild<QDockWidget*>(QStringLiteral("solver"));
        solver->widget()->findChild<QAbstractSpinBox*>()->setFocus();
        stage.showPanel(QStringLiteral("training"));
        QTRY_VERIFY(!isInSight(*solver));
        QTRY_VERIFY(!solver->isAncestorOf(QApplication::focusWidget()));
    }

    void ctrlAndF6LeadThroughThePanelsInSight()
    {
        Stage stage(Stage::With::SmallSample);
        goTo(stage.window(), Activity::Train);
        QTRY_VERIFY(QApplication::focusWidget());
        const QList<QDockWidget*> docks = stage.window().findChildren<QDockWidget*>();
        std::set<QDockWidget*> inSight, reached;
        for (QDockWidget* dock : docks) {
            if (isInSight(*dock) && !stopsOf(*dock->widget()).empty()) {
                inSight.insert(dock);
            }
        }
        QVERIFY(inSight.size() > 1);
        for (int panel = 0; panel < 20; ++panel) {
            press(Qt::Key_F6, Qt::ControlModifier);
            for (QDockWidget* dock : docks) {
                if (dock->isAncestorOf(QApplication::focusWidget())) {
                    reached.insert(dock);
                }
            }
        }
        QCOMPARE(reached, inSight);
    }

    void dialogs()
    {
        Stage stage(Stage::With::SmallSample);
        QVERIFY(stage.trains(3));
        for (const char* const name : {"raceEngines", "whichCell", "trySettings", "trainSeeds", "export"}) {
            auto* const action = stage.window().findChild<QAction*>(QLatin1String(name));
            QVERIFY2(action, name);
            const Answer answer({[&](QDialog& dialog) {
                if (auto* more = dialog.findChild<QPushButton*>(QStringLiteral("sweepMore"))) {
                    click(*more);
                }
                QCoreApplication::processEvents();
                lookAt(dialog, QLatin1String(name));
                dialog.reject();
            }});
            action->trigger();
            TRY_VERIFY2(answer.given(), name);
        }
    }
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::TabOrderTest)

#include "tab_order_test.moc"
