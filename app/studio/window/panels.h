// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/exchange/export_formats.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/window/centre.h"
#include "app/studio/window/dock_area.h"
#include "app/studio/workspace/workspace.h"
#include "editor/canvas/value_marks.h"
#include "editor/panels/unroll_view.h"
#include "engine/data/known_sets.h"
#include "engine/devices/monitor/device_reading.h"
#include "engine/training/run/starvation.h"

#include <functional>
#include <optional>
#include <QObject>

namespace editor {
class CanvasScene;
class Inspector;
class LayerTree;
class Palette;
class ProblemsPanel;
class SizeTable;
} // namespace editor

namespace studio {

class DataPages;
class InsideLink;
class LossPlot;
class QueuePanel;
class TextPanel;
class TrainingPanel;

/// The pages of the middle that are not the drawing, the panels around, each in its dock, and what they tell each
/// other.
class Panels : public QObject {
    Q_OBJECT

public:
    Panels(QMainWindow& window, Centre& centre, editor::CanvasScene& drawing, Workspace& workspace,
           TrainingActions& actions);

    DockArea& docks() { return m_docks; }

    const editor::ProblemsPanel& problems() const { return *m_problems; }
    void showProblems();
    void showSizes();
    QAction* lookInside() const; ///< whether values are shown while a net trains
    void showInspector();
    editor::Palette& palette() { return *m_palette; }
    void searchLayers();
    void showData(const engine::KnownSet& set); ///< offers to fetch it
    void write(const std::string& file);        ///< shows Writing, with the net in the file
    QList<QAction*> queueActions() const;       ///< what puts runs into the queue, and shows what came of them
    bool isQueueWorking() const;                ///< in processes that end with the window
    QString plannedQueueStart() const;          ///< which the window's end cancels, as a sentence; empty: none
    void showWhatItSays();                      ///< a net of texts writes samples, one of sequences has results

    /// How much of what the sizes are coloured by a layer takes, 0 to 1; empty: nothing is coloured.
    using Heat = std::function<std::optional<double>(editor::Id)>;

signals:
    void wanted(studio::Activity activity);                  ///< what follows is seen there
    void said(const QString& sentence);                      ///< where the user looks
    void noted(const QString& sentence);                     ///< for a while
    void runBlocked(const QString& why);                     ///< the first of the errors in Problems; empty: none
    void starved(const engine::Starvation& starvation);      ///< the GPU of the run under way
    void readingTaken(const engine::DeviceReading& reading); ///< of the machine's meters
    void openRequested(const QString& file);                 ///< a checkpoint
    void addRequested(const QString& layerType);
    void importRequested();
    void exportRequested(studio::ExportContent content, int run);
    void heatChanged(const studio::Panels::Heat& heat, const QString& name,
                     const QString& most); ///< as CanvasView has it
    void valuesChanged(const editor::ValuesOf& values);
    void stepsChanged(const editor::UnrollView::StepValues& values);

private:
    void makeDrawingPanels();
    void makeRunPanels();
    void makeCurves();
    void makeWriting();
    void makeSizes();
    void makeProblems();
    void makeRuns();
    void makeNet(editor::CanvasScene& drawing);
    void makeValues();
    void makeQueue();
    void makeTrying();
    void show(const char* dock);

    Workspace& m_workspace;
    TrainingActions& m_actions;
    QMainWindow& m_window;
    Centre& m_centre;
    DockArea m_docks;
    editor::Palette* m_palette;
    editor::Inspector* m_inspector;
    editor::LayerTree* m_tree;
    editor::SizeTable* m_sizes;
    editor::ProblemsPanel* m_problems;
    TrainingPanel* m_training;
    DataPages* m_data;
    TextPanel* m_text;
    InsideLink* m_inside;
    LossPlot* m_curves;
    QueuePanel* m_queue;
};

} // namespace studio
