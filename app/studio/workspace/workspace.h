// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/exchange.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/document.h"
#include "engine/devices/monitor/device_reading.h"
#include "engine/formats/exchange/weight_places.h"
#include "engine/training/run/starvation.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <QObject>
#include <string>
#include <vector>

namespace studio {

/// What went where as a net crossed between programs, for the user to read.
struct Transfer {
    enum class Kind {
        Opened,   ///< a net of its own, with its weights
        Imported, ///< weights for the drawing
        Exported,
    };
    Kind kind = Kind::Imported;
    std::filesystem::path file;
    std::size_t taken = 0, wanted = 0; ///< weights of the net that found something in the file, and all of them
    engine::TransferReport report = {};

    bool hasRemarks() const
    {
        return !report.skipped.empty() || !report.notes.empty();
    } ///< more to tell than a headline
};

/// What may have changed in a workspace; several at once: Changes(Change::File) | Change::Runs.
enum class Change {
    Project = 1, ///< another one is open, or none: then all the others too
    File = 2,    ///< its name, or what it would hold, besides the drawing and the view
    Drawing = 4,
    Choice = 8,       ///< of the next run
    Stale = 16,       ///< whether the drawing is what trains
    Runs = 32,        ///< one came, went or was renamed
    RunFiles = 64,    ///< their checkpoints lie elsewhere now
    Training = 128,   ///< its state
    Checkpoint = 256, ///< the run under way has another one
    Data = 512,       ///< which data are learned from
    Facts = 1024,     ///< what was read in them
    Fit = 2048,       ///< how the next run fits its device
    Blocked = 4096,   ///< what keeps a run from starting
};
Q_DECLARE_FLAGS(Changes, Change)

/// What shows something of a workspace. Who makes the panels lets each know.
class Panel {
public:
    virtual ~Panel() = default;
    virtual void showOpened() {}         ///< another project, or none; at once
    virtual void showChanges(Changes) {} ///< once a turn of the event loop; all of them as it is made
};

/// One project that is open: its drawing, its runs, its file, and the threads that train and write for it. Everything
/// that the window does, without the window. Each part does its own; what changes is told here.
class Workspace : public QObject {
    Q_OBJECT

public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override; ///< stops and saves what trains

    editor::Document& document() { return m_document; }
    const editor::Document& document() const { return m_document; }
    TrainingSession& training() { return m_training; }
    const TrainingSession& training() const { return m_training; }
    GenerationSession& writing() { return m_writing; }

    RunList& runs() { return m_runs; }
    const RunList& runs() const { return m_runs; }
    DataChoice& data() { return m_data; } ///< what is learned from
    const DataChoice& data() const { return m_data; }
    NextRun& nextRun() { return m_nextRun; }
    const NextRun& nextRun() const { return m_nextRun; }
    ProjectFiles& files() { return m_files; }
    const ProjectFiles& files() const { return m_files; }
    Importer& importer() { return m_importer; }
    Exporter& exporter() { return m_exporter; }

    /// Texts that the user asked for, oldest first.
    const std::vector<WrittenText>& texts() const { return m_texts; }
    void setTexts(std::vector<WrittenText> texts);

    ViewState& view() { return m_view; } ///< what the window showed last; not worth asking to save
    const ViewState& view() const { return m_view; }
    const ViewState& viewNow(); ///< after viewWanted()

    /// What is written, all that is in view; who shows it tells.
    std::string textInView() const { return m_textInView ? m_textInView() : std::string(); }
    void setTextInView(std::function<std::string()> text) { m_textInView = std::move(text); }

    /// The checkpoint whose net was asked to write last, maybe one of a queue; empty: none.
    const std::string& wantedNet() const { return m_wantedNet; }

    void tell(Changes changes);                                          ///< changed() follows
    void onChange(QObject* who, Changes of, std::function<void()> then); ///< as long as they live
    void tellOpened();                                                   ///< opened() now, changed() for all follows

signals:
    void changed(studio::Changes changes);                ///< once a turn of the event loop: all that changed in it
    void opened();                                        ///< another project, or none; at once
    void viewWanted();                                    ///< who shows something of the project puts it into view()
    void limitReached(const studio::ReachedLimit& limit); ///< a run was to go on, but would train nothing
    void noted(const QString& sentence);                  ///< worth showing for a while
    void warned(const QString& sentence);                 ///< worth showing until it was read; empty: no longer
    void writingStateOpened(const std::filesystem::path& file); ///< to write on from
    void transferred(const studio::Transfer& transfer);         ///< also where nothing was taken

    // What one of the panels wants of another, whichever that is.
    void panelWanted(const QString& panel);            ///< by its name in the list of panels: it comes to the front
    void writingWanted(const std::string& checkpoint); ///< by that net
    void rewritingWanted(const studio::WrittenText& sample); ///< its prompt and settings
    void unitWanted(const engine::HeldUnit& unit);           ///< in the state of the text in view
    void runsChosen(const std::vector<int>& runs);           ///< to see their curves, by ids
    void importWanted();                                     ///< of weights to start from, or of a net
    void startAsked();                                       ///< who tells why a run cannot start looks again at once
    void readingTaken(const engine::DeviceReading& reading); ///< of the machine's meters
    void starved(const engine::Starvation& starvation);      ///< the GPU of the run under way, again and again

private:
    editor::Document m_document;
    std::vector<WrittenText> m_texts;
    ViewState m_view;
    std::function<std::string()> m_textInView;
    std::string m_wantedNet;
    Changes m_changes; ///< that were not told yet
    TrainingSession m_training;
    GenerationSession m_writing; // after the training, whose net it asks for

    // In the order in which they need each other.
    RunList m_runs;
    DataChoice m_data;
    NextRun m_nextRun;
    ProjectFiles m_files;
    Importer m_importer;
    Exporter m_exporter;
};

} // namespace studio
