// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/graph/solver_settings.h"

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Caffe's prototxt, for nets and for solvers, as BVLC Caffe and as MyCaffe write it.
///
/// read(write(x)) is x, and write(read(text)) is a fixed point: comments at the head and before a layer are kept (those
/// inside a layer move before it), and so are unknown fields and layer types.
namespace engine {

/// How a model is spelled.
enum class WriteStyle {
    Hamnet,     ///< everything that Hamnet knows; a line "# dialect: MyCaffe" where the text alone would not say so
    StrictBvlc, ///< what BVLC Caffe can parse and run
    MyCaffe,    ///< Lstm, True, words without quotes; what only Hamnet has is written as well
};

/// How its files' names end; the first is written.
inline constexpr std::array<std::string_view, 2> prototxtEndings = {".prototxt", ".pbtxt"};

/// Whose text it is, and by which sign.
struct DialectFinding {
    Dialect dialect = Dialect::Bvlc;
    Sentence reason;
};

/// A line "# dialect: BVLC" or "# dialect: MyCaffe" at the head of the file decides; else MyCaffe's text shows itself
/// by what BVLC Caffe could not read: words without quotes, the phase RUN, Lstm for LSTM, an engine in recurrent_param,
/// ... Throws ParseError.
DialectFinding detectDialect(std::string_view text, const std::string& fileName);

/// A net. Without a `dialect` it is found as above. What a reader should hear of (the dialect found, what is kept
/// without being understood) is one sentence each in `notes`. Throws ParseError with file:line:column for what cannot
/// be read, a value of another kind or out of its range; whether the layers fit together is checkModel's.
Model readModel(std::string_view text, const std::string& fileName, std::optional<Dialect> dialect = std::nullopt,
                std::vector<Sentence>* notes = nullptr);
Model readModelFile(const std::filesystem::path& file, std::optional<Dialect> dialect = std::nullopt,
                    std::vector<Sentence>* notes = nullptr);

/// The net as text. What the style cannot hold is one sentence each in `dropped`; where the style's dialect has other
/// defaults than the model's, they are written out, so that the text trains as the model does.
std::string writeModel(const Model& model, WriteStyle style = WriteStyle::Hamnet,
                       std::vector<Sentence>* dropped = nullptr);

/// The settings of a layer as its text has them: RNN's `activation` is always written, as it tells the layer from
/// Caffe's of the same name.
Params writtenParams(const Layer& layer);

/// The same for solvers.
SolverSettings readSolver(std::string_view text, const std::string& fileName,
                          std::optional<Dialect> dialect = std::nullopt, std::vector<Sentence>* notes = nullptr);
SolverSettings readSolverFile(const std::filesystem::path& file, std::optional<Dialect> dialect = std::nullopt,
                              std::vector<Sentence>* notes = nullptr);
/// The file that holds a model's solver by custom: "net.prototxt" -> "net_solver.prototxt" beside it.
std::filesystem::path solverBeside(const std::filesystem::path& model);
/// The file's solver; nothing where it cannot be read or holds something else, such as a net.
std::optional<SolverSettings> solverIn(const std::filesystem::path& file, std::vector<Sentence>* notes = nullptr);
/// The file that a model is trained with where none is named: solverBeside(), or MyCaffe's solver.prototxt in the same
/// folder, where that is a solver and names no other net. Empty: there is none.
std::filesystem::path solverOf(const std::filesystem::path& model);
/// What reading it has reported of unknown fields, without their lines.
std::vector<Sentence> notesOnUnknown(const SolverSettings& settings);
std::string writeSolver(const SolverSettings& settings, WriteStyle style = WriteStyle::Hamnet,
                        std::vector<Sentence>* dropped = nullptr);

/// What keeps the model from running, as the size report finds it: "file:line: sentence", or "file: sentence" for what
/// belongs to no line. Empty where all fits.
std::vector<Sentence> checkModel(const Model& model, const std::string& fileName, const SizeOptions& options = {});

/// The net as BVLC Caffe can have it: without extensions, stacked LSTMs as single ones with DROPOUT between, a text
/// source as INPUT. Each thing that is lost or changed is one sentence in `dropped`.
Model strictBvlcModel(const Model& model, std::vector<Sentence>* dropped = nullptr);

/// The names of the single LSTMs that stacked ones become there, by the layer's.
std::map<std::string, std::vector<std::string>> strictStacks(const Model& model);

} // namespace engine
