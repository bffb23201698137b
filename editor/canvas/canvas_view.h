// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/gesture.h"
#include "editor/canvas/items.h"
#include "editor/canvas/value_marks.h"
#include "editor/document/content.h"

#include <memory>
#include <QGraphicsView>
#include <QObject>
#include <QPointer>
#include <QTimer>

class QMenu;

namespace editor {

class CanvasScene;
class Banner;
class Bubble;
class CanvasActions;
class CanvasAdding;
class Document;
class HeatLegend;
class InlineEditor;
class KeyboardWiring;
class Minimap;
struct Hit;

inline constexpr double minZoom = 0.01, maxZoom = 4;

/// Which part of the drawing a canvas shows, and how large. Areas are in the scene, places in the window in pixels.
class Camera : public QObject {
    Q_OBJECT

public:
    Camera(QGraphicsView& view, const CanvasScene& scene) : m_view(view), m_scene(scene) {}

    double zoom() const { return m_view.transform().m11(); }
    void setZoom(double zoom);                ///< about the middle
    void zoomBy(double factor, QPoint about); ///< the point stays where it is in the window
    void panBy(QPoint pixels);                ///< the drawing moves with them
    void showArea(const QRectF& area);        ///< as large as it fits, at most 1:1
    void fitAll();
    void fitWhenReady() { m_fitsWhenReady = true; } ///< at the next ready(), where no zoom is chosen before
    void ready();                                   ///< the drawing is complete and the window has a size
    void reveal(Id id);                             ///< scrolls as little as needed
    QRectF shownArea() const;

signals:
    void zoomChanged(double zoom);

private:
    void applyZoom(double zoom);

    QGraphicsView& m_view;
    const CanvasScene& m_scene;
    bool m_fitsWhenReady = true;
};

/// The drawing, to look at and to work on. See README.md for what mouse and keys do.
class CanvasView : public QGraphicsView {
    Q_OBJECT

public:
    explicit CanvasView(Document& document, QWidget* parent = nullptr);
    ~CanvasView() override;

    Document& document() { return m_document; }
    CanvasScene& canvas() { return *m_canvas; }
    CanvasActions& actions() { return *m_actions; } ///< for menu bar and toolbar; see canvas_actions.h
    CanvasAdding& adding() { return *m_adding; }
    Camera& camera() { return m_camera; }

    /// 0 .. 1 for each layer, and what the legend says of it: the quantity's name and the number at 1. An empty
    /// function: no colouring.
    void setHeat(std::function<std::optional<double>(Id)> heat, const QString& name = {}, const QString& max = {});

    SnapOptions snapOptions() const;

    /// One undoable step. Where the edit refuses, its sentence is shown on the canvas, nothing changes and false comes
    /// back.
    bool change(const QString& label, const std::function<void(Content&)>& edit, const QString& mergeKey = {});
    void say(const QString& sentence);                       ///< a banner at the upper edge
    QString said() const;                                    ///< what it says now
    void showReason(const QString& sentence, QPoint window); ///< beside the pointer; empty: nothing

    void connectByKeys(Id from); ///< arrows choose the input, Enter connects
    void editText(Id id);        ///< in place: a node's name, a note's words; anything else: nothing
    void goTo(Id id);            ///< selects it alone, puts the keyboard there and brings it into view
    Id current() const;          ///< where the keyboard is: a node or note; 0: nowhere
    QPointF placeForNew() const; ///< under the pointer, or in the middle of what is shown

    void placeOverlays(); ///< overview and legend, where they cover no layer that is shown now

signals:
    void inspectRequested(editor::Id node);
    void unrollRequested(editor::Id node);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& area) override;
    void drawForeground(QPainter* painter, const QRectF& area) override;

private:
    Pointer pointerAt(QPointF window, Qt::KeyboardModifiers modifiers) const;
    void finishGesture(const Pointer& pointer);
    void cancelGesture();
    QPoint edgePush(QPoint window) const;
    void pushAtEdge();
    void hoverOver(const Hit& hit); ///< nothing: the pointer has left
    QString helpAt(const Hit& hit) const;
    QString portHelp(const Hit& hit) const;
    void refreshCursor();

    bool handleKey(const QKeyEvent& event);
    bool moveByKeys(const QKeyEvent& event);
    void nudge(QPointF offset);
    bool walk(int step);
    bool walkAlongWires(int key);
    bool wireByKeys(int key);

    void fillMenu(QMenu& menu, const Hit& hit);
    void fillNodeMenu(QMenu& menu);
    void fillReplacing(QMenu& menu);
    void paintDrop(QPainter& painter) const;
    void paintInvitation(QPainter& painter) const;
    double reach() const { return 9 / m_camera.zoom(); } ///< 9 pixels, in canvas units

    Document& m_document;
    CanvasScene* m_canvas;
    Camera m_camera;
    std::unique_ptr<CanvasAdding> m_adding;
    CanvasActions* m_actions;
    Banner* m_banner;
    Bubble* m_reason;
    Minimap* m_minimap = nullptr;
    HeatLegend* m_heatLegend = nullptr;
    QPointer<InlineEditor> m_inlineEditor;
    std::unique_ptr<Gesture> m_gesture;
    std::unique_ptr<KeyboardWiring> m_keyboardWiring;
    QPoint m_pressedAt;
    Pointer m_lastPointer{};
    QTimer m_edgeTimer;
    bool m_dragging = false;             ///< the pointer has left the place of the press
    bool m_spaceHeld = false;            ///< the left button pushes the canvas
    bool m_cameByTab = false;            ///< then Tab on an empty canvas goes on
    QSize m_size;                        ///< that it had last
    std::optional<QPointF> m_pointer;    ///< in the scene, while it is over the canvas
    std::optional<QRectF> m_dropOutline; ///< of the layer that is dragged in
};

/// From now on screen readers find the canvas's layers and notes as its children; once in a program is enough.
void makeCanvasAccessible();

/// The keyboard is at another layer or note now: screen readers say which.
void announceCurrent(CanvasView& view);

} // namespace editor
