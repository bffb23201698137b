// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFrame>

class QLabel;

namespace editor {

/// What lies above the drawing: a ground with round corners and an edge, in the theme's colours.
class Plate : public QFrame {
    Q_OBJECT

public:
    explicit Plate(QWidget* canvas);
    void setEdge(const QColor& colour); ///< invalid: the one that nodes have

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QColor m_edge;
};

/// A plate with a sentence, beside the pointer.
class Bubble : public Plate {
    Q_OBJECT

public:
    explicit Bubble(QWidget* canvas);
    void say(const QString& sentence, QPoint window); ///< empty: goes away

private:
    QLabel* m_words;
    QString m_said; ///< to screen readers
};

/// With a capital letter: the engine's sentences start with the word "layer".
QString sentenceCase(const QString& sentence);

} // namespace editor
