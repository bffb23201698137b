// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/corpus_facts.h"
#include "app/studio/panels/text_download.h"
#include "app/studio/workspace.h"

#include <QThreadPool>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace studio {

class SplitBar;

/// The text that the net learns from: which, its characters, what of it is held out, how it begins.
class DataPanel : public QWidget {
    Q_OBJECT

public:
    explicit DataPanel(Workspace& workspace, QWidget* parent = nullptr);
    ~DataPanel() override;

    const CorpusFacts& facts() const { return m_facts; } ///< of the text that was read last
    bool isReading() const { return m_reader.activeThreadCount() > 0; }

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
    void setReading(const std::string& key, const engine::ParamValue& value);
    editor::Id textNode() const; ///< the drawing's TEXTDATA layer; 0: it has none

    Workspace& m_workspace;
    CorpusFacts m_facts;
    engine::DataSettings m_wanted; ///< what the facts were read for
    int m_reading = 0;             ///< number of the reading under way: an older one's result is thrown away
    TextDownload m_download;

    QLabel *m_name, *m_figures, *m_problem, *m_readingNote;
    QPushButton *m_bundled, *m_known, *m_choose, *m_accept;
    QWidget* m_progressRow;
    QProgressBar* m_progress;
    QComboBox *m_encoding, *m_order;
    QDoubleSpinBox *m_validation, *m_test;
    SplitBar* m_split;
    QListWidget* m_vocabulary;
    QLabel* m_vocabularyTitle;
    QPlainTextEdit* m_beginning;
    QThreadPool m_reader; // one thread; last, so that it ends before what it uses goes
};

} // namespace studio
