// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/corpus_facts.h"
#include "app/studio/sequences/sequence_facts.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/warnings.h"
#include "editor/work/latest_work.h"
#include "engine/data/download.h"

#include <QCoreApplication>
#include <QStackedWidget>
#include <QWidget>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace studio {

class ColumnList;
class SequenceFields;
class SequencePreview;
class SourceBox;

/// The sequences that the net learns from: which, how they are cut, what is held out, how some of them look.
class SequencePanel : public QWidget {
    Q_OBJECT

public:
    explicit SequencePanel(Workspace& workspace, QWidget* parent = nullptr);

    const SequenceFacts& facts() const { return m_facts; } ///< of the sequences that were read last
    bool isReading() const { return m_reader.isBusy(); }

public slots:
    void use(const QString& fileOrFolder);      ///< as what it looks like; a file as lines where the net reads such
    void useMade(const engine::DataKind& kind); ///< what Hamnet makes of this kind
    void useKnownSet(const engine::DownloadRequest& request); ///< the one that is there, or fetches it first

signals:
    void factsChanged();

private:
    void buildSource(QVBoxLayout& rows);
    void buildReading(QVBoxLayout& rows);
    void buildContents(QVBoxLayout& rows);
    void buildSets();
    void refresh();
    void useAs(const QString& fileOrFolder, const engine::DataKind& kind);
    void read(const std::filesystem::path& source, const engine::SampleSettings& settings);
    void show(const SequenceFacts& facts);
    void showFigures();
    void showColumns();
    void showAdvice();
    const engine::Column* twoWays() const; ///< whose dates can be read in two ways; null: there is none
    std::vector<engine::Column> columnsWithOpenGaps() const;
    void fillGaps(const std::vector<engine::Column>& columns, engine::GapRule rule);

    Workspace& m_workspace;
    SequenceFacts m_facts;
    std::string m_wanted;              ///< what the facts were read for; empty: nothing was
    engine::SampleSettings m_settings; ///< as the drawing has them

    SourceBox* m_source;
    SequenceFields* m_form;
    QLabel *m_columnsTitle, *m_figures;
    ColumnList* m_columns;
    SequencePreview* m_preview;
    editor::LatestWork m_reader; // last, so that it ends before what it uses goes
};

class DataPanel;

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
