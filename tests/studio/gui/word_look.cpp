// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/gui/word_look.h"

#include "app/studio/plots/custom_plot.h"
#include "tests/studio/gui/drawn_words.h"

#include <algorithm>
#include <QAbstractItemView>
#include <QAction>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QHeaderView>
#include <QLayout>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

namespace studio {
namespace {

/// The part itself or what is in it, but not what is in a dock in it.
bool belongsTo(const QWidget& widget, const QWidget& part)
{
    for (const QWidget* one = &widget; one && one != &part; one = one->parentWidget()) {
        if (qobject_cast<const QDockWidget*>(one)) {
            return false;
        }
    }
    return widget.isVisible();
}

/// A run that trains changes words at any time, and the layouts follow in a later turn of the event loop.
void layOutNow(QWidget& part)
{
    QList<QWidget*> widgets = part.findChildren<QWidget*>(); // parents before their children
    widgets.prepend(&part);
    const auto activate = [](const QWidget* widget) {
        if (widget->layout()) {
            widget->layout()->activate();
        }
    };
    std::for_each(widgets.rbegin(), widgets.rend(), activate); // what they need goes up
    std::ranges::for_each(widgets, activate);                  // what they get comes down
}

} // namespace

void settle()
{
    for (int turn = 0; turn < 4; ++turn) {
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents();
    }
}

void resizeTo(QWidget& window, QSize size)
{
    constexpr int soon = 30'000;
    settle(); // what was just shown may ask for more
    window.resize(size);
    QTRY_COMPARE_WITH_TIMEOUT(window.size(), size, soon);
    settle();
}

void WordLook::at(QWidget& part, const QString& where)
{
    settle();
    layOutNow(part);
    note(part, where);
    for (QAbstractItemView* list : part.findChildren<QAbstractItemView*>()) {
        if (belongsTo(*list, part) && !qobject_cast<QHeaderView*>(list)) {
            atList(*list, where);
        }
    }
    for (QTabWidget* tabs : part.findChildren<QTabWidget*>()) {
        if (belongsTo(*tabs, part)) {
            atTabs(*tabs, where);
        }
    }
    for (QCustomPlot* plot : part.findChildren<QCustomPlot*>()) {
        if (belongsTo(*plot, part)) {
            atPlot(*plot, where);
        }
    }
}

void WordLook::note(QWidget& part, const QString& where)
{
    const QStringList found = wordsThatDoNotFit(part);
    for (const QString& words : found) {
        m_found << where + QStringLiteral(": ") + words;
    }
    if (const QString folder = qEnvironmentVariable("HAMNET_PICTURES"); !found.isEmpty() && !folder.isEmpty()) {
        part.grab().save(QDir(folder).filePath(where + QStringLiteral(".png")));
    }
}

/// Page by page, as a list paints only the rows that are seen.
void WordLook::atList(QAbstractItemView& list, const QString& where)
{
    QScrollBar& bar = *list.verticalScrollBar();
    const int before = bar.value();
    bar.setValue(0);
    while (bar.value() < bar.maximum()) {
        settle();
        note(list, where);
        bar.setValue(bar.value() + std::max(1, bar.pageStep() / 2));
    }
    settle();
    note(list, where);
    bar.setValue(before);
}

void WordLook::atTabs(QTabWidget& tabs, const QString& where)
{
    const int before = tabs.currentIndex();
    for (int tab = 0; tab < tabs.count(); ++tab) {
        if (tab != before) {
            tabs.setCurrentIndex(tab);
            at(*tabs.currentWidget(), where + QStringLiteral(", ") + tabs.tabText(tab));
        }
    }
    tabs.setCurrentIndex(before);
}

/// Plots paint their axes into pictures that they keep; here they paint once more, on a sheet.
void WordLook::atPlot(QCustomPlot& plot, const QString& where)
{
    const std::vector<DrawnWords> words = wordsPaintedBy(plot, [&plot](QPaintDevice& sheet) {
        QCPPainter painter(&sheet);
        plot.toPainter(&painter, plot.width(), plot.height());
    });
    m_plotWords += words.size();
    for (std::size_t one = 0; one < words.size(); ++one) {
        const QString found = where + QStringLiteral(": ") + plot.objectName() + QLatin1String(": ");
        if (!(words[one].clip & words[one].sheet).adjusted(-2, -2, 2, 2).contains(words[one].place)) {
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

void WordLook::atPanel(MainWindow& window, const QString& panel, const QString& where)
{
    goTo(window, activityOf(panel));
    auto* dock = window.findChild<QDockWidget*>(panel);
    if (!dock) {
        at(*window.centre().currentWidget(), where + QLatin1Char(' ') + panel);
        return;
    }
    dock->show();
    dock->raise();
    at(*dock, where + QLatin1Char(' ') + panel);
}

void WordLook::atDialog(MainWindow& window, const QString& action, const std::function<void(QDialog&)>& work)
{
    auto* open = window.findChild<QAction*>(action);
    QVERIFY2(open, qPrintable(action));
    TRY_VERIFY2(open->isEnabled(), qPrintable(action)); // once what was edited is told
    bool seen = false;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            auto* dialog = qobject_cast<QDialog*>(widget);
            if (dialog && dialog->isVisible() && !seen) {
                seen = true;
                timer.stop();
                if (work) {
                    work(*dialog);
                }
                at(*dialog, action);
                dialog->close();
            }
        }
    });
    timer.start(100);
    open->trigger();
    TRY_VERIFY2(seen, qPrintable(action));
}

void WordLook::atDialog(QDialog& dialog, const QString& where)
{
    expose(dialog);
    at(dialog, where);
    dialog.close();
}

void WordLook::forHiddenTabs(const MainWindow& window, const QString& where)
{
    settle();
    for (const QTabBar* tabs : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        const auto arrows = tabs->findChildren<QToolButton*>();
        if (tabs->isVisible() && std::ranges::any_of(arrows, [](const auto* arrow) { return arrow->isVisible(); })) {
            m_found << where + QStringLiteral(": tabs hidden beside ") + tabs->tabText(0);
        }
    }
}

void WordLook::verify()
{
    m_found.removeDuplicates();
    for (const QString& words : m_found) {
        qInfo().noquote() << words; // the message of a check has no room for many
    }
    QCOMPARE(m_found.size(), 0);
}

} // namespace studio
