// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "engine/graph/size_report.h"

#include <map>
#include <memory>
#include <QObject>
#include <QUndoStack>
#include <set>

namespace editor {

/// One thing that keeps the net from running.
struct Problem {
    Id node = 0; ///< 0: the model as a whole
    engine::Sentence sentence;
    bool follows = false; ///< only because a layer before it has a problem
};

/// What follows from a drawing's content, worked out once after each edit.
struct Derived {
    engine::Model model;
    engine::Model settled; ///< the same with the sizes that the data give it (Document::setSettling): it is trained so
    std::vector<Wire> wires;
    engine::SizeReport report;              ///< of the phase that is shown
    std::map<Id, engine::LayerSizes> sizes; ///< of every node, in the shown phase or else in its own
    std::map<Output, engine::Shape> shapes; ///< of every tensor that has one
    std::vector<Problem> problems;          ///< of the shown phase first, then of the others; each once
    std::set<Id> outsidePhase;              ///< nodes that the shown phase leaves out
};

/// The model with the sizes that data give it. Throws engine::Error where they do not fit it.
using Settling = std::function<engine::Model(const engine::Model&)>;

/// A drawing that is being edited: its content, what follows from it, undo, and the selection that canvas and tree
/// share. Lives on the GUI thread.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);

    const Content& content() const { return *m_content; }
    const Derived& derived() const { return m_derived; }
    QUndoStack& undoStack() { return m_undo; }
    const QUndoStack& undoStack() const { return m_undo; }

    /// One undoable step from what is there to `after`. Steps in a row with the same key (not empty) become one: a
    /// drag, a spin box. Nothing happens where nothing changes.
    void edit(const QString& label, Content after, const QString& mergeKey = {});

    /// The same for an edit of edits.h: change(tr("Delete"), [&](Content& content) { remove(content, ids, ...); }).
    /// Returns the sentence of an engine::Error that the edit threw; then nothing has changed.
    std::optional<QString> change(const QString& label, const std::function<void(Content&)>& edit,
                                  const QString& mergeKey = {});

    /// Undoes the newest step where it has this key, and leaves no redo: a number whose first digits were taken while
    /// it was typed turned out to be none. Otherwise nothing happens.
    void takeBack(const QString& mergeKey);

    /// Another drawing: no undo leads back.
    void load(Content content);

    engine::Phase shownPhase() const { return m_phase; }
    void showPhase(engine::Phase phase);

    /// Whose memory the size report counts: "ONEDNN on CPU"; empty: no engine's, but what the formulas need.
    const QString& countedFor() const { return m_countedFor; }
    const engine::MemoryOf& memoryOf() const { return m_memoryOf; }

    /// From whoever knows the engines. `countedFor` names them: the same name is the same memory.
    void setMemoryOf(const QString& countedFor, engine::MemoryOf memoryOf);

    /// From whoever has read the data: all sizes are those that training will have. `from` names the data for a
    /// sentence, "the text"; empty: none are known. The same `key` is the same data.
    void setSettling(const QString& key, const QString& from, Settling settling);
    const QString& settledFrom() const { return m_settledFrom; }
    const engine::Layer* settledLayer(Id node) const; ///< null: there is no such node

    const std::set<Id>& selection() const { return m_selection; } ///< nodes and notes
    void select(const std::set<Id>& ids);

    std::optional<engine::Shape> shape(Output output) const;
    const engine::LayerSizes* sizes(Id node) const;
    Id nodeNamed(const std::string& layer) const; ///< 0: none

    /// Another number, also than those of other documents, whenever derived() has been worked out again.
    int revision() const { return m_revision; }

signals:
    void changed();                                    ///< content, and with it all that follows
    void loaded();                                     ///< another drawing; comes before changed()
    void stepped(const std::set<editor::Id>& changed); ///< undone or redone: nodes that one would like to see
    void recounted();                                  ///< the same content; its memory is counted for another engine
    void selectionChanged(); ///< or what is selected may be another: comes after changed() and recounted(), too
    void focusRequested(editor::Id node); ///< this node should be shown
    void faultRequested(editor::Id node); ///< the cursor should be where this cell's equations are wrong

public slots:
    void focus(editor::Id node);     ///< selects it and emits focusRequested
    void showFault(editor::Id node); ///< the same, then faultRequested

private:
    friend class EditCommand;
    void apply(std::shared_ptr<const Content> content);
    void derive();
    void tellChanged();

    std::shared_ptr<const Content> m_content = std::make_shared<Content>();
    Derived m_derived;
    int m_revision = 0;
    QUndoStack m_undo;
    std::set<Id> m_selection;
    bool m_takesBack = false;
    engine::Phase m_phase = engine::Phase::Train;
    QString m_countedFor, m_settledFrom, m_settlingKey;
    Settling m_settling; ///< empty: no data are known
    engine::MemoryOf m_memoryOf = engine::memoryByFormula;
};

} // namespace editor
