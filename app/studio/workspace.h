// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "app/studio/project/project_file.h"
#include "app/studio/session/generation_session.h"
#include "app/studio/session/net_source.h"
#include "app/studio/session/training_session.h"
#include "app/studio/session/transfer.h"
#include "editor/document/document.h"
#include "engine/formats/prototxt.h"

#include <filesystem>
#include <optional>
#include <QObject>
#include <vector>

namespace studio {

/// One project that is open: its drawing, its runs, its file, and the threads that train and write for it. Everything
/// that the window does, without the window.
class Workspace : public QObject {
    Q_OBJECT

public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override; ///< stops and saves what trains

    editor::Document& document() { return m_document; }
    TrainingSession& training() { return m_training; }
    GenerationSession& writing() { return m_writing; }

    /// Earlier runs and the one under way, by id.
    const std::vector<RunRecord>& runs() const { return m_runs; }
    const RunRecord* run(int id) const;
    const RunRecord* shownRun() const; ///< the one under way, or the newest
    void renameRun(int id, const std::string& name);
    void removeRun(int id); ///< its curves and texts; its checkpoint files stay

    /// Texts that the user asked for, oldest first.
    const std::vector<WrittenText>& texts() const { return m_texts; }
    void setTexts(std::vector<WrittenText> texts);

    const RunChoice& choice() const { return m_choice; }
    void setChoice(const RunChoice& choice);
    ViewState& view() { return m_view; } ///< what the window shows; not worth asking to save

    // Files. Each gives the sentence of what went wrong; then everything is as it was.

    bool isOpen() const { return m_open; }                              ///< false: nothing has been begun yet
    const std::filesystem::path& file() const { return m_file.path(); } ///< empty: never saved
    QString title() const;                                              ///< the file's, or else the net's name
    bool isModified() const;

    void startNew();

    /// A project, a checkpoint, another program's net, a net's or a solver's prototxt, or a text to learn from. A
    /// solver, a text or weights without their net join what is open.
    std::optional<QString> open(const std::filesystem::path& file);
    bool joins(const std::filesystem::path& file) const; ///< whether open() would leave the drawing in its place
    void restore(const Project& project, const std::filesystem::path& file); ///< of a copy that survived a crash
    std::optional<QString> save(const std::filesystem::path& file);
    std::optional<QString> exportModel(const std::filesystem::path& file, engine::WriteStyle style,
                                       std::vector<std::string>* dropped);
    void close();

    /// The user does not want to save. The checkpoints of a project that never had a file go as the project is left,
    /// and not before: what was to be opened in its place may turn out to be damaged.
    void discardUnsaved();

    Project project() const; ///< all of it, as a file would hold it

    // Other programs' files. Each gives the sentence of what went wrong; transferred() tells what went where.

    bool bringsNet(const std::filesystem::path& file) const; ///< whether the file is more than weights

    /// Which characters the rows of imported weights stand for, where their file does not tell.
    enum class Characters { Unknown, OfTheText };

    /// Whether importWeights() needs to be told.
    bool lacksCharacters(const std::filesystem::path& file) const;

    /// The next runs start from the weights in the file, matched by name with the drawing; a .solverstate adds the
    /// solver's. The drawing stays as it is. Where nothing was taken all does.
    std::optional<QString> importWeights(const std::filesystem::path& file,
                                         Characters characters = Characters::Unknown);
    void forgetFirstWeights();

    /// A checkpoint, or what weights were imported from, with all that it does not tell itself.
    NetSource netSource(const std::filesystem::path& file) const;

    /// Writes the weights in `source` as the ending of `file` says: .onnx, .safetensors, .caffemodel, .mycaffemodel, or
    /// the solver's state as .solverstate.
    std::optional<QString> exportWeights(const std::filesystem::path& source, const std::filesystem::path& file);

    /// The same of a run's curve: .csv, .jsonl, or tfevents in the name.
    std::optional<QString> exportCurve(int run, const std::filesystem::path& file);

    // Training.

    /// What training would read now: a text, or the file, the folder or the name of sequences. Throws engine::Error
    /// where the bundled text is not to be found, and where the file that was opened names data outside its folder that
    /// the user has not named himself.
    std::filesystem::path corpusFile() const;
    bool asksForText() const; ///< whether it is the latter

    /// The user names the text to learn from, which may be the one that corpusFile() refused.
    std::optional<QString> chooseText(const std::filesystem::path& file);

    /// What F5 starts. Throws engine::Error for a drawing that has problems.
    TrainingRequest request() const;

    /// Whether the drawing and its solver are as in the files that they came from, which a terminal can then name.
    bool hasModelFile() const;

    std::optional<QString> train(); ///< a new run, from new weights or those that were imported
    std::optional<QString> resumeFrom(const std::filesystem::path& checkpoint); ///< a run goes on
    bool isStale() const; ///< whether the drawing or its solver is no longer what trains

    bool hasNet() const; ///< whether the net in training, or the one that the last run left, is of this project

    /// The newest checkpoint of the shown run that is still there; empty: none.
    std::filesystem::path newestCheckpoint() const;

signals:
    void opened();      ///< another project, or none
    void fileChanged(); ///< its name, or whether it is modified
    void runsChanged(); ///< one came, went or was renamed
    void runsMoved();   ///< their checkpoints lie elsewhere now
    void choiceChanged();
    void staleChanged();
    void noted(const QString& sentence);                ///< worth showing for a while
    void warned(const QString& sentence);               ///< worth showing until it was read
    void textChosen();                                  ///< with chooseText()
    void transferred(const studio::Transfer& transfer); ///< also where nothing was taken

private:
    /// Where a project comes from.
    struct Origin {
        ProjectFile file = {};
        std::filesystem::path home = {}; ///< the folder of what was opened that is no project; empty: nothing was
        std::string strangersText = {};  ///< that waits for the user's word; empty: none
    };
    void begin(Project project, Origin origin);
    void beginCarefully(Project project, Origin origin);
    TrainingRequest requestOn(std::filesystem::path corpus) const;
    void takeFromSolver(TrainingRequest& request) const;
    std::filesystem::path home() const; ///< where what the net or its solver names is looked for, and nowhere else
    void followSeed();
    std::optional<QString> openModel(const std::filesystem::path& file);
    std::optional<QString> openCheckpoint(const std::filesystem::path& file);
    std::optional<QString> openText(const std::filesystem::path& file);
    std::optional<QString> openForeign(const std::filesystem::path& file);
    void takeWeights(const std::filesystem::path& file, Characters characters);
    void takeSolverState(const std::filesystem::path& file);
    static void writeSolverState(const std::filesystem::path& file, const std::filesystem::path& source,
                                 const engine::PortableNet& net);
    void keepFirstWeights(const std::filesystem::path& project, RunChoice& choice);
    std::optional<QString> start(TrainingRequest request);
    std::filesystem::path folderOfRuns() const;
    void follow();
    void noteStale();
    bool isWhatTrains() const; ///< whether the drawing and its solver are those of the run under way
    void setModified();
    void adoptUnsavedRuns(); ///< finds the folder that runs of an earlier session were left in
    void removeDiscarded();

    editor::Document m_document;
    std::vector<RunRecord> m_runs;
    int m_nextRun = 1;
    std::vector<WrittenText> m_texts;
    RunChoice m_choice;
    ViewState m_view;
    ProjectFile m_file;
    std::filesystem::path m_home;               ///< see Origin
    std::optional<std::int64_t> m_seedOfSolver; ///< as it was when the next run's seed was taken from it
    std::string m_strangersText;                ///< the same
    std::filesystem::path m_modelFile;          ///< that the drawing came from; empty: none
    engine::Model m_modelOfFile;
    std::optional<engine::SolverSettings> m_solverOfFile; ///< nothing: none lies beside the model
    std::filesystem::path m_unsavedRuns;                  ///< where checkpoints lie until the project has a file
    bool m_discarded = false;                             ///< the user has said that nothing of this need be kept
    bool m_open = false;
    bool m_runsModified = false;
    bool m_stale = false;
    int m_trainedRun = 0; ///< id of the run under way or the last one of this session; 0: none
    TrainingSession m_training;
    GenerationSession m_writing; // after the training, whose net it asks for
};

} // namespace studio
