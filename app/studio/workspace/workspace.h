// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "editor/document/document.h"
#include "engine/formats/exchange/weight_places.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <QObject>
#include <vector>

namespace studio {

class DataChoice;
class Exporter;
class Importer;
class NextRun;
class ProjectFiles;
class RunList;
struct ReachedLimit;

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

    RunList& runs() { return *m_runs; }
    const RunList& runs() const { return *m_runs; }
    DataChoice& data() { return *m_data; } ///< what is learned from
    const DataChoice& data() const { return *m_data; }
    NextRun& nextRun() { return *m_nextRun; }
    const NextRun& nextRun() const { return *m_nextRun; }
    ProjectFiles& files() { return *m_files; }
    const ProjectFiles& files() const { return *m_files; }
    Importer& importer() { return *m_importer; }
    Exporter& exporter() { return *m_exporter; }

    /// Texts that the user asked for, oldest first.
    const std::vector<WrittenText>& texts() const { return m_texts; }
    void setTexts(std::vector<WrittenText> texts);

    ViewState& view() { return m_view; } ///< what the window showed last; not worth asking to save
    const ViewState& view() const { return m_view; }
    const ViewState& viewNow(); ///< after viewWanted()

signals:
    void opened();      ///< another project, or none
    void fileChanged(); ///< its name, or what it would hold, besides the drawing and the view
    void viewWanted();  ///< who shows something of the project puts it into view()
    void runsChanged(); ///< one came, went or was renamed
    void runsMoved();   ///< their checkpoints lie elsewhere now
    void choiceChanged();
    void staleChanged();
    void limitReached(const studio::ReachedLimit& limit);       ///< a run was to go on, but would train nothing
    void noted(const QString& sentence);                        ///< worth showing for a while
    void warned(const QString& sentence);                       ///< worth showing until it was read
    void textChosen();                                          ///< by DataChoice::choose()
    void writingStateOpened(const std::filesystem::path& file); ///< to write on from
    void transferred(const studio::Transfer& transfer);         ///< also where nothing was taken

private:
    void passOn();
    void follow();

    editor::Document m_document;
    std::vector<WrittenText> m_texts;
    ViewState m_view;
    TrainingSession m_training;
    GenerationSession m_writing; // after the training, whose net it asks for

    // In the order in which they need each other.
    std::unique_ptr<RunList> m_runs;
    std::unique_ptr<DataChoice> m_data;
    std::unique_ptr<NextRun> m_nextRun;
    std::unique_ptr<ProjectFiles> m_files;
    std::unique_ptr<Importer> m_importer;
    std::unique_ptr<Exporter> m_exporter;
};

} // namespace studio
