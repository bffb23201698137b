// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/guide/guide_steps.h"

#include <QFrame>
#include <QPointer>

class QLabel;
class QPushButton;

namespace studio {

/// What the guide says now, in a bubble above the window's parts, with an arrow to what it speaks of.
class GuideBubble : public QFrame {
    Q_OBJECT

public:
    explicit GuideBubble(QWidget* window);

    void say(const GuideWish& wish); ///< screen readers are told
    void withdrawNext();
    void offerNext(); ///< where what was to be watched has happened: the button asks to go on
    void show(const GuideSight& sight);
    void takeKeyboard();     ///< Escape gives it back
    void giveKeyboardBack(); ///< to who had it before

signals:
    void doItWanted();
    void leaveWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void findSize();
    void moveTo(const BubblePlace& place);
    QPolygon arrow() const; ///< in its own coordinates
    QRect plate() const;    ///< the same: without the room for the arrow

    QLabel *m_count, *m_title, *m_text;
    QPushButton *m_doIt, *m_leave;
    GuideSight m_sight;
    BubblePlace m_place;
    QPointer<QWidget> m_keyboardBefore; ///< who had the keyboard
};

/// A ring around what is marked. Mouse and keys go through it.
class GuideRing : public QWidget {
    Q_OBJECT

public:
    explicit GuideRing(QWidget* window);
    void surround(const QRect& mark);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace studio
