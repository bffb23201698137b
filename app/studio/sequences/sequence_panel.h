// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/sequences/sequence_facts.h"
#include "app/studio/workspace.h"

#include <QThreadPool>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QVBoxLayout;

namespace studio {

class SamplePictures;
class SeriesPlot;
class SplitBar;

/// The sequences that the net learns from: which, how they are cut, what is held out, how some of them look.
class SequencePanel : public QWidget {
    Q_OBJECT

public:
    explicit SequencePanel(Workspace& workspace, QWidget* parent = nullptr);
    ~SequencePanel() override;

    const SequenceFacts& facts() const { return m_facts; } ///< of the sequences that were read last
    bool isReading() const { return m_reader.activeThreadCount() > 0; }

public slots:
    void chooseFile(); ///< asks for one
    void chooseFolder();
    void use(const QString& fileOrFolder);
    void useMade(const char* name); ///< see engine::madeDigitsName

signals:
    void factsChanged();

private:
    void buildSource(QVBoxLayout& rows);
    void buildReading(QVBoxLayout& rows);
    void buildContents(QVBoxLayout& rows);
    QSpinBox* countBox(const char* key);
    QDoubleSpinBox* shareBox(const char* key);
    void refresh();
    void read();
    void show(const SequenceFacts& facts);
    void showFigures();
    void showTargets();
    void showPictures();
    void showSeries();
    void setReading(const std::string& key, const engine::ParamValue& value);
    void setKind(const std::string& kind);
    editor::Id sequenceNode() const; ///< the drawing's SEQUENCEDATA layer; 0: it has none

    Workspace& m_workspace;
    SequenceFacts m_facts;
    std::string m_wanted; ///< what the facts were read for
    int m_reading = 0;    ///< number of the reading under way: an older one's result is thrown away

    QLabel *m_name, *m_figures, *m_problem, *m_readingNote, *m_previewTitle;
    QPushButton *m_digits, *m_weather, *m_file, *m_folder, *m_accept;
    QFormLayout* m_form;
    QComboBox* m_target;
    QSpinBox *m_steps, *m_horizon;
    QDoubleSpinBox *m_validation, *m_test;
    SplitBar* m_split;
    QStackedWidget* m_preview;
    SamplePictures* m_pictures;
    SeriesPlot* m_series;
    QThreadPool m_reader; // one thread; last, so that it ends before what it uses goes
};

} // namespace studio
