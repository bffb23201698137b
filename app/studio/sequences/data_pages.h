// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/corpus_facts.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/warnings.h"

#include <QCoreApplication>
#include <QStackedWidget>
#include <vector>

namespace studio {

class DataPanel;
class SequencePanel;

/// What the net learns from: the panel of texts or that of sequences, as the drawing asks for one or the other. Tells
/// the drawing which sizes the data settle, and the workspace what is wrong with them.
class DataPages : public QStackedWidget {
    Q_DECLARE_TR_FUNCTIONS(studio::DataPages)

public:
    explicit DataPages(Workspace& workspace, QWidget* parent = nullptr);

private:
    void showPage();
    void tellFacts();
    void settleSizes();
    std::vector<editor::Warning> problems() const;
    bool showsSequences() const;
    CorpusFacts
    facts() const; ///< of the text; where sequences are learned, nothing but what keeps them from being read

    Workspace& m_workspace;
    DataPanel* m_text;
    SequencePanel* m_sequences;
};

} // namespace studio
