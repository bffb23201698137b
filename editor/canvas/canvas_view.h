// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/canvas_words.h"
#include "editor/canvas/gesture.h"
#include "editor/canvas/paint_state.h"
#include "editor/canvas/snapping.h"
#include "editor/canvas/value_marks.h"

#include <memory>
#include <QGraphicsView>
#include <QTimer>
#include <variant>

class QMenu;
class QMimeData;

namespace engine {
struct LayerType;
}

namespace editor {

class Banner;
class Bubble;
class CanvasActions;
class CanvasScene;
class Document;
class HeatLegend;
class InlineEditor;
class KeyboardWiring;
class Minimap;
class QuickAdd;
struct Hit;
struct QuickAddEntry;

inline constexpr double leastZoom = 0.01, mostZoom = 4;

/// The drawing, to look at and to work on. See README.md for what mouse and keys do.
class CanvasView : public QGraphicsView {
    Q_OBJECT

public:
    explicit CanvasView(Document& document, QWidget* parent = nullptr);
    ~CanvasView() override;

    Document& document() { return m_document; }
    CanvasScene& canvas() { return *m_canvas; }
    CanvasActions& actions() { return *m_actions; } ///< for menu bar and toolbar; see canvas_actions.h
    void setWords(CanvasWords words);
    /// 0 .. 1 for each layer, and what the legend says of it: the quantity's name and the number at 1. An empty
    /// function: no colouring.
    void setHeat(std::function<std::optional<double>(Id)> heat, const QString& name = {}, const QString& most = {});

    void setValues(ValuesOf values); ///< of a training step; an empty function: none are shown

    double zoom() const { return transform().m11(); }
    void setZoom(double zoom);                ///< about the middle
    void zoomBy(double factor, QPoint about); ///< the point stays where it is in the window
    void showArea(const QRectF& area);        ///< as large as it fits, at most 1:1
    void fitAll();
    void fitSelection();
    void reveal(Id id);        ///< scrolls as little as needed
    QRectF shownArea() const;  ///< in the scene
    void panBy(QPoint pixels); ///< the drawing moves with them

    void setSnapping(bool on);
    void setGridShown(bool on);
    void setMinimapShown(bool on);
    SnapOptions snapOptions() const;

    /// One undoable step. Where the edit refuses, its sentence is shown on the canvas, nothing changes and false comes
    /// back.
    bool change(const QString& label, const std::function<void(Content&)>& edit, const QString& mergeKey = {});
    void say(const QString& sentence);                       ///< a banner at the upper edge
    QString said() const;                                    ///< what it says now
    void showReason(const QString& sentence, QPoint window); ///< beside the pointer; empty: nothing

    /// What can be added here: at the loose end of a wire, behind the selected node, or anything.
    void quickAddFor(std::variant<Output, Input> loose, QPoint window);
    void quickAdd(QPoint window, const QString& typed = {});
    QuickAdd* openQuickAdd() const { return m_quickAdd; } ///< null: none is open
    void connectByKeys(Id from);                          ///< arrows choose the input, Enter connects
    Id append(const engine::LayerType& type); ///< behind the selected layer where it fits, else on its own; 0: refused
    void pasteAt(const QMimeData& copy, QPointF at);

    void editText(Id id);        ///< in place: a node's name, a note's words; anything else: nothing
    void goTo(Id id);            ///< selects it alone, puts the keyboard there and brings it into view
    Id current() const;          ///< where the keyboard is: a node or note; 0: nowhere
    QPointF placeForNew() const; ///< under the pointer, or in the middle of what is shown

signals:
    void zoomChanged(double zoom);
    void viewportMoved(); ///< another part of the scene is shown
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
    std::unique_ptr<Gesture> gestureFor(const QMouseEvent& event);
    std::unique_ptr<Gesture> gestureOn(const Hit& hit, const Pointer& pointer);
    std::unique_ptr<Gesture> gestureOnWire(const Wire& wire, const Pointer& pointer);
    void pick(Id id, Qt::KeyboardModifiers modifiers);
    void finishGesture(const Pointer& pointer);
    void cancelGesture();
    QPoint edgePush(QPoint window) const;
    void pushAtEdge();
    void hover(const Pointer& pointer);
    void hoverOver(const Hit& hit); ///< nothing: the pointer has left
    QString helpAt(const Hit& hit) const;
    QString portHelp(const Hit& hit) const;
    void refreshCursor();
    void applyZoom(double zoom);

    bool handleKey(const QKeyEvent& event);
    bool moveByKeys(const QKeyEvent& event);
    void nudge(QPointF offset);
    bool walk(int step);
    bool walkAlongWires(int key);
    bool wireByKeys(int key);

    void openQuickAdd(std::vector<QuickAddEntry> entries, const QString& title, QPoint window,
                      const std::function<Id(Content&, const engine::LayerType&)>& add, const QString& typed);
    void quickAddBehind(Output from, QPoint window, QPointF at, const QString& typed);
    void quickAddOn(const Wire& wire, QPoint window);
    void quickAddBefore(Input to, QPoint window, QPointF at);
    bool takesOutputOf(Id node, const engine::LayerType& type) const;
    void dropLayer(const engine::LayerType& type, QPointF at);
    void dropFile(const QString& name, QPointF at);
    void fillMenu(QMenu& menu, const Hit& hit);
    void fillNodeMenu(QMenu& menu);
    void paintDrop(QPainter& painter) const;
    void paintInvitation(QPainter& painter) const;
    double reach() const { return 9 / zoom(); } ///< 9 pixels, in canvas units

    Document& m_document;
    CanvasScene* m_canvas;
    CanvasActions* m_actions;
    Banner* m_banner;
    Bubble* m_reason;
    Minimap* m_minimap;
    HeatLegend* m_heatLegend;
    QuickAdd* m_quickAdd = nullptr;
    InlineEditor* m_inlineEditor = nullptr;
    std::unique_ptr<Gesture> m_gesture;
    std::unique_ptr<KeyboardWiring> m_keyboardWiring;
    QPoint m_pressedAt;
    Pointer m_lastPointer{};
    QTimer m_edgeTimer;
    bool m_dragging = false;     ///< the pointer has left the place of the press
    bool m_spaceHeld = false;    ///< the left button pushes the canvas
    bool m_cameByTab = false;    ///< then Tab on an empty canvas goes on
    bool m_fitWhenSynced = true; ///< another drawing has come: show all of it
    bool m_snapping = true;
    bool m_gridShown = true;
    std::optional<QPointF> m_pointer;    ///< in the scene, while it is over the canvas
    std::optional<QRectF> m_dropOutline; ///< of the layer that is dragged in
};

} // namespace editor
