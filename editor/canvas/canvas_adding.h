// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <map>
#include <memory>
#include <QMimeData>
#include <QPoint>
#include <QPointer>
#include <set>

namespace editor {

class CanvasView;
class Document;
class QuickAdd;

/// What comes onto a canvas: by quick add, dropped or pasted. Each is one undoable step, and what is refused is said on
/// the canvas. `window` is a place in the canvas's viewport in pixels, `at` one in the scene.
class CanvasAdding {
public:
    explicit CanvasAdding(CanvasView& view);

    /// Offers what can be added here: behind the selected node, or anything.
    void quickAdd(QPoint window, const QString& typed = {});
    void quickAddFor(const End& loose, QPoint window); ///< at the loose end of a wire
    void quickAddOn(const Wire& wire, QPoint window);
    QuickAdd* openQuickAdd() const; ///< null: none is open

    Id append(const engine::LayerType& type); ///< behind the selected layer where it fits, else on its own; 0: refused

    enum class Connects { No, Yes };
    /// Into the wire, if there is one; else where there is room near the place, behind the layer that it would read.
    void addAt(const engine::LayerType& type, QPointF at, std::optional<Wire> wire, Connects connects = Connects::Yes);

    void pasteAt(const QMimeData& copy, QPointF at);
    void pasteFile(const QString& name, QPointF at); ///< of prototxt

private:
    void open(std::map<QString, QString> offered, const QString& title, QPoint window,
              const std::function<Id(Content&, const engine::LayerType&)>& add, const QString& typed);
    void quickAddBehind(Output from, QPoint window, QPointF at, const QString& typed);
    void quickAddBefore(Input to, QPoint window, QPointF at);
    std::optional<Output> freeOutputAbove(QPointF at, const engine::LayerType& type) const;
    bool takesOutputOf(Id node, const engine::LayerType& type) const;

    CanvasView& m_view;
    Document& m_document;
    QPointer<QuickAdd> m_open;
};

bool canStandInWire(const engine::LayerType& type);

/// Nodes as prototxt in text/plain, so that they paste into a letter and back; where they stood, and the notes among
/// them, in a type of our own beside it.
std::unique_ptr<QMimeData> copied(const Content& content, const std::set<Id>& ids);

bool canPaste(const QMimeData& data);

/// What was pasted, its upper left corner at that point. Throws engine::ParseError for text that is no net.
std::set<Id> pasted(Content& content, const QMimeData& data, QPointF at);

} // namespace editor
