// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/corpus_facts.h"
#include "app/studio/workspace/workspace.h"

#include <QStackedWidget>

namespace studio {

class DataPanel;
class SequencePanel;

/// What the net learns from: the panel of texts or that of sequences, as the drawing asks for one or the other.
class DataPages : public QStackedWidget {
    Q_OBJECT

public:
    explicit DataPages(Workspace& workspace, QWidget* parent = nullptr);

    /// Of the text; where sequences are learned, nothing but what keeps them from being read.
    CorpusFacts facts() const;

    DataPanel& text() { return *m_text; }
    SequencePanel& sequences() { return *m_sequences; }

signals:
    void factsChanged();

private:
    void showPage();
    bool showsSequences() const;

    Workspace& m_workspace;
    DataPanel* m_text;
    SequencePanel* m_sequences;
};

} // namespace studio
