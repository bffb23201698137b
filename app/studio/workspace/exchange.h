// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/formats/prototxt/prototxt.h"

#include <filesystem>
#include <optional>
#include <QString>
#include <string>
#include <vector>

namespace engine {
struct FileFormat;
}

namespace studio {

class Workspace;

/// What goes out to other programs. Each gives the sentence of what went wrong.
class Exporter {
public:
    explicit Exporter(Workspace& workspace) : m_workspace(workspace) {}

    /// The drawing as a model's prototxt, its solver beside it. `dropped` gets a sentence for each thing that the style
    /// cannot say.
    std::optional<QString> exportModel(const std::filesystem::path& file, engine::WriteStyle style,
                                       std::vector<engine::Sentence>* dropped);

    /// A checkpoint, or what weights were imported from, with all that it does not tell itself.
    NetSource netSource(const std::filesystem::path& file) const;

    /// What the net of that checkpoint is to write; only the very net that the wish names, where it names one.
    GenerationRequest writingRequest(const WrittenText& wish) const;

    /// Writes the weights in `source`, or the solver's state, as the ending of `file` says. transferred() tells what
    /// was written.
    std::optional<QString> exportWeights(const std::filesystem::path& source, const std::filesystem::path& file);

    /// The same net as code, as the format writes it: all before its weights.
    std::optional<QString> codeOf(const std::filesystem::path& source, const engine::FileFormat& format,
                                  const std::string& stem, QString& code) const;

    /// The same of a run's curve; by the id of one of the project's.
    std::optional<QString> exportCurve(const RunRecord& run, const std::filesystem::path& file);
    std::optional<QString> exportCurve(int run, const std::filesystem::path& file);

private:
    Workspace& m_workspace;
};

/// Other programs' nets and weights that come in. Each gives the sentence of what went wrong, with everything as it
/// was; transferred() tells what went where.
class Importer {
public:
    explicit Importer(Workspace& workspace) : m_workspace(workspace) {}

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

    /// The files that runs start from come to the project's own: what they were read from may be a download that goes.
    void keepFirstWeights(const std::filesystem::path& project, engine::RunDescription& choice);

private:
    void takeWeights(const std::filesystem::path& file, Characters characters);
    void takeSolverState(const std::filesystem::path& file);

    Workspace& m_workspace;
};

/// Whether the file tells its net's characters.
bool tellsVocabulary(const std::filesystem::path& file);

/// How many tensors the model learns. Takes no memory by their sizes, which may be a stranger's words.
std::size_t weightCount(const engine::Model& model);

// What the studio's pictures and states say of what made them.

/// The drawing with its solver, positions and notes; where the shown run trained this very net, its seed and newest
/// checkpoint too, else the seed of the next run.
engine::Provenance provenanceOfDrawing(const Workspace& workspace);

/// A run, for its curves: its net as it was trained, solver, seed, and its newest checkpoint. The drawing's where there
/// is no run.
engine::Provenance provenanceOfRun(const Workspace& workspace, const RunRecord* run);

/// The net and the seed of all who take part, and the file whose weights they start from, if there is one.
engine::Provenance provenanceOfRace(const TrainingRequest& request);

/// The net that wrote the text, for a state in it.
engine::Provenance provenanceOfState(Workspace& workspace, const WrittenText& text);

} // namespace studio
