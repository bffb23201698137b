// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/panels/palette.h"

#include <functional>
#include <optional>
#include <QColor>
#include <QFrame>
#include <QGraphicsView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTimer>

class QLabel;

namespace editor {

class CanvasView;

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

/// Words that are edited where they stand. Enter keeps them (Ctrl+Enter where there may be several lines), and so does
/// a click elsewhere. Escape forgets a line, but keeps several: they may be much work, and undo takes them back.
class InlineEditor : public QPlainTextEdit {
    Q_OBJECT

public:
    enum class Lines { One, Several };
    using Keep = std::function<void(const QString& text)>;
    InlineEditor(const QString& text, Lines lines, Keep keep, QWidget* canvas);

    void open(const QRect& window); ///< in the canvas's window
    enum class Then { Keep, Forget };
    void finish(Then then = Then::Keep); ///< what to do with what stands there; it deletes itself

private:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    const Lines m_lines;
    const Keep m_keep;
    bool m_closing = false;
};

/// The palette's list of what can be added, where the pointer is. Enter takes the chosen kind of layer, Escape closes.
class QuickAdd : public Plate {
public:
    using Choose = std::function<void(const QString& type)>;

    /// `offered`: see LayerList::offer(). It has closed when `choose` hears of the choice, and may open another.
    QuickAdd(std::map<QString, QString> offered, const QString& title, const Choose& choose, QWidget* canvas);

    void open(QPoint window, const QString& typed);
    void leave(); ///< without a choice; it deletes itself
    LayerList& list() const { return *m_list; }

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    LayerList* m_list;
    bool m_closing = false;
};

/// The corner of the canvas where a widget of that size covers the fewest layers and not the other widget; nothing
/// where it would cover more than `maxLayers` of them in each.
std::optional<QPoint> calmCorner(CanvasView& view, QSize size, const QWidget* other, std::size_t maxLayers);

/// The whole drawing in a corner of the canvas that has no layer, with what is shown of it; not shown where there is no
/// such corner, where all of the drawing is in view, or where the canvas's action says so. Dragging pushes the canvas.
class Minimap : public QGraphicsView {
    Q_OBJECT

public:
    explicit Minimap(CanvasView& view);

    void place();

private:
    void drawForeground(QPainter* painter, const QRectF& area) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

    CanvasView& m_view;
};

/// In the corner of the canvas where it covers least of the drawing: what the drawing is coloured by, and which colour
/// stands for which number.
class HeatLegend : public QLabel {
    Q_OBJECT

public:
    explicit HeatLegend(CanvasView& view);

    /// `max` is the number with its unit that the hottest colour stands for, as it is read; the coolest is 0. Without
    /// a name nothing is coloured, and nothing is shown.
    void show(const QString& name, const QString& max);
    void place();

private:
    void dress();

    CanvasView& m_view;
    QString m_name, m_max;
};

} // namespace editor
