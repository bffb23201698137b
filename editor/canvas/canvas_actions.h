// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/edits.h"
#include "editor/document/layout.h"

#include <QObject>
#include <utility>
#include <vector>

class QAction;

namespace editor {

class CanvasView;
class Document;

/// All that can be done on the canvas, as actions with icon, text, key and tooltip: the same objects in the menu bar,
/// the toolbar and the canvas's own menus. Each is enabled while it can do something. Keys work while the canvas or
/// something in it has the focus.
class CanvasActions : public QObject {
    Q_OBJECT

public:
    explicit CanvasActions(CanvasView& view);

    QAction *cut, *copy, *paste, *duplicate;
    QAction* remove;        ///< joins what the node stood between
    QAction* removeCutting; ///< leaves the ends open
    QAction *selectAll, *selectUpstream, *selectDownstream;
    QAction *add, *addComment, *addFrame;
    QAction *rename, *inspect, *unroll, *connectOutput, *freeze, *addOutput;
    QAction* disconnectInputs; ///< what a mouse does at the ends of wires
    QAction *arrange, *arrangeSelection;
    QAction *oneColumn, *severalColumns; ///< how both arrange; choosing arranges all
    QAction *zoomIn, *zoomOut, *zoomOne, *zoomFit, *zoomSelection;
    QAction *snap, *grid, *minimap; ///< checkable

    void refresh(); ///< enabled, checked: it is called after each change

private:
    struct Situation;
    void makeAll();

    void selectEverything();
    void copySelection();
    void pasteClipboard();
    void duplicateSelection();
    void takeAway(const QString& label, Bypass bypass);
    void addNoteHere(Note::Kind kind);
    void toggleFrozen();
    void disconnectNodes();
    void layOut(const QString& label, const std::set<Id>& only);
    void arrangeIn(Columns columns);

    std::set<Id> selectedNodes() const;
    QRectF selectedArea() const; ///< in the scene; empty where nothing is selected
    Id oneNode() const;          ///< the selected node, or where the keyboard is; 0: none or several

    CanvasView& m_view;
    Document& m_document;
    std::vector<std::pair<QAction*, bool (*)(const Situation&)>> m_possible; ///< each, and when it can do something
};

} // namespace editor
