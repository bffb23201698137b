// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/patience.h"

#include <QCoreApplication>
#include <QImage>
#include <QTest>
#include <QTimer>
#include <QTimerEvent>
#include <QWidget>

// QVERIFY, QVERIFY2 and QCOMPARE of what comes true in the event loop: looked at five times as often as by QTRY_VERIFY.
#define TRY_FIRST(condition, check)                                                                                    \
    do {                                                                                                               \
        static_cast<void>(QTest::qWaitFor([&] { return static_cast<bool>(condition); }, patience));                    \
        check;                                                                                                         \
    } while (false)
#define TRY_VERIFY(condition) TRY_FIRST(condition, QVERIFY(condition))
#define TRY_VERIFY2(condition, words) TRY_FIRST(condition, QVERIFY2(condition, words))
#define TRY_COMPARE(computed, expected) TRY_FIRST((computed) == (expected), QCOMPARE(computed, expected))

/// Shows the widget, until the window system does.
inline void expose(QWidget& widget)
{
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget, patience));
}

/// The same of one that gets the keyboard.
inline void activate(QWidget& widget)
{
    widget.show();
    widget.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&widget, patience));
}

/// Lets the event loop go on where a test or a benchmark is about time itself. Never to wait for something.
inline void passTurns(int milliseconds)
{
    QTest::qWait(milliseconds);
}

/// Ends the pauses of what belongs to `whole`, as between two copies: where a test is not about how long they are.
inline void skipPauses(const QObject& whole)
{
    for (QTimer* const timer : whole.findChildren<QTimer*>()) {
        if (timer->isActive()) {
            QTimerEvent due(timer->timerId());
            QCoreApplication::sendEvent(timer, &due);
        }
    }
}

/// Until the widget looks the same for some turns of the event loop: what glides and fades has come to rest. What never
/// does, as a run's figures, is left after a second.
inline void letComeToRest(QWidget& widget)
{
    constexpr int restingTurns = 5, restlessTime = 1'000;
    QImage before;
    int same = 0;
    static_cast<void>(QTest::qWaitFor(
        [&] {
            const QImage now = widget.grab().toImage();
            same = now == before ? same + 1 : 0;
            before = now;
            return same >= restingTurns;
        },
        restlessTime));
}
