// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/sequences/sequence_facts.h"
#include "app/studio/session/latest_work.h"
#include "app/studio/workspace.h"
#include "engine/data/known_sets.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QVBoxLayout;

namespace studio {

class ReadingForm;
class SamplePictures;
class SeriesPlot;
class SourceBox;

/// The sequences that the net learns from: which, how they are cut, what is held out, how some of them look.
class SequencePanel : public QWidget {
    Q_OBJECT

public:
    explicit SequencePanel(Workspace& workspace, QWidget* parent = nullptr);
    ~SequencePanel() override;

    const SequenceFacts& facts() const { return m_facts; } ///< of the sequences that were read last
    bool isReading() const { return m_reader.isBusy(); }

public slots:
    void chooseFile(); ///< asks for one
    void chooseFolder();
    void use(const QString& fileOrFolder);
    void useMade(const char* name);                      ///< see engine::madeDigitsName
    void useKnownSet(const engine::SetRequest& request); ///< the one that is there, or fetches it first

signals:
    void factsChanged();

private:
    void buildSource(QVBoxLayout& rows);
    void buildReading(QVBoxLayout& rows);
    void buildContents(QVBoxLayout& rows);
    void buildKnownSets();
    void refresh();
    void read(const std::filesystem::path& source, const engine::SampleSettings& settings);
    void show(const SequenceFacts& facts);
    void showFigures();
    void showTargets();
    void showPictures();
    void showSeries();

    Workspace& m_workspace;
    SequenceFacts m_facts;
    std::string m_wanted; ///< what the facts were read for; empty: nothing was

    SourceBox* m_source;
    QPushButton* m_known;
    ReadingForm* m_form;
    QComboBox* m_target;
    QSpinBox *m_steps, *m_horizon;
    QLabel *m_figures, *m_previewTitle;
    QStackedWidget* m_preview;
    SamplePictures* m_pictures;
    SeriesPlot* m_series;
    LatestWork m_reader; // last, so that it ends before what it uses goes
};

} // namespace studio
