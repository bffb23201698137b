// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/plate.h"

#include <QTimer>

class QLabel;

namespace editor {

/// One sentence at the upper edge of the canvas, below what one clicks or types in there, that goes away by itself:
/// what could not be done, and why.
class Banner : public Plate {
    Q_OBJECT

public:
    explicit Banner(QWidget* canvas);

    void say(const QString& sentence); ///< long ones stay longer; screen readers are told
    void comeForward();                ///< over a page that has come, clear of its controls
    QString sentence() const;

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void dress();
    void place();
    int freeHeight(QSize size) const;

    QLabel* m_icon;
    QLabel* m_words;
    QTimer m_timer;
};

} // namespace editor
