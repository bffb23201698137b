// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/corpus_facts.h"
#include "app/studio/workspace/workspace.h"
#include "editor/work/latest_work.h"

#include <optional>
#include <QWidget>

class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QVBoxLayout;

namespace studio {

class ReadingForm;
class SourceBox;

/// The text that the net learns from: which, its characters, what of it is held out, how it begins.
class DataPanel : public QWidget {
    Q_OBJECT

public:
    explicit DataPanel(Workspace& workspace, QWidget* parent = nullptr);
    ~DataPanel() override;

    const CorpusFacts& facts() const { return m_facts; } ///< of the text that was read last
    bool isReading() const { return m_reader.isBusy(); }

public slots:
    void chooseFile(); ///< asks for one
    void useFile(const QString& file);
    void useBundled();
    void fetchKnownText(); ///< tiny Shakespeare: uses the one that is there, or fetches it first

signals:
    void factsChanged();

private:
    void buildSource(QVBoxLayout& rows);
    void buildReading(QVBoxLayout& rows);
    void buildContents(QVBoxLayout& rows);
    void refresh();
    void read();
    void show(const CorpusFacts& facts);
    void showVocabulary();

    Workspace& m_workspace;
    CorpusFacts m_facts;
    std::optional<engine::DataSettings> m_wanted; ///< what the facts were read for

    SourceBox* m_source;
    ReadingForm* m_form;
    QComboBox *m_encoding, *m_order;
    QLabel *m_figures, *m_vocabularyTitle;
    QListWidget* m_vocabulary;
    QPlainTextEdit* m_beginning;
    editor::LatestWork m_reader; // last, so that it ends before what it uses goes
};

} // namespace studio
