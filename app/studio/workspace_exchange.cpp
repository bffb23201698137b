// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace's part in other programs' files: nets and weights that come in, and those that go out.
#include "app/studio/project/named_files.h"
#include "app/studio/session/checkpoint_past.h"
#include "app/studio/session/will_it_fit.h"
#include "app/studio/workspace.h"
#include "editor/document/layout.h"
#include "engine/data/corpus.h"
#include "engine/data/places.h"
#include "engine/devices/cpu/memory.h"
#include "engine/formats/caffemodel.h"
#include "engine/formats/curves.h"
#include "engine/formats/file_bytes.h"
#include "engine/formats/net_file.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/training/open_source.h"
#include "engine/training/run.h"
#include "engine/training/solver_run.h"

#include <algorithm>
#include <QDateTime>
#include <set>
#include <system_error>

namespace studio {
namespace {

namespace fs = std::filesystem;

/// How many tensors the model learns. Takes no memory by their sizes, which may be a stranger's words.
std::size_t weightCount(const engine::Model& model)
{
    return engine::missingWeights({.model = model}).size();
}

/// All weights of the model, once each, with zeros in place of what a filler would draw. Throws Error where there is no
/// room for them and for the copy of them that takes what a file has.
std::vector<engine::NamedTensor> emptyWeights(const engine::Model& model)
{
    std::set<std::string> known;
    std::vector<engine::NamedTensor> weights;
    double bytes = 0; // not whole: what a drawing asks for may go beyond 64 bits
    for (const engine::LayerPlaces& layer : engine::weightPlaces(model)) {
        for (const engine::LayerWeight& place : layer.weights) {
            if (known.insert(place.name).second) {
                weights.push_back({place.name, place.spec.shape, {}});
                bytes += 2.0 * sizeof(float) * static_cast<double>(place.spec.shape.count());
            }
        }
    }
    const std::int64_t free = engine::processMemory().available;
    if (bytes > static_cast<double>(free)) {
        const auto most = static_cast<std::int64_t>(std::min(bytes, 9e18));
        throw engine::Error(
            Workspace::tr("The weights of this net take %1 while they are read, but only %2 of memory are free.")
                .arg(bytesInWords(most), bytesInWords(free))
                .toStdString());
    }
    for (engine::NamedTensor& weight : weights) {
        weight.values.resize(static_cast<std::size_t>(weight.shape.count()));
    }
    return weights;
}

bool tellsVocabulary(const fs::path& file)
{
    try {
        return engine::netFileKind(file) != engine::NetFileKind::Caffemodel &&
               engine::readVocabulary(file, engine::Encoding::Bytes).size() > 0;
    } catch (const engine::Error&) {
        return false; // what else is wrong with it, says who reads its weights
    }
}

/// The drawing as a run would settle it.
struct Settled {
    engine::Model model;
    engine::Vocabulary characters; ///< none where a step is numbers
};

/// By what the net is to be trained on; by the characters of the file where the text is not to be had.
Settled settledFor(const Workspace& workspace, const engine::Model& drawn, const fs::path& file)
{
    try {
        const std::unique_ptr<engine::BatchSource> source = engine::openSource(workspace.corpusFile(), drawn);
        std::vector<std::string> told; // by the run
        return {source->settled(drawn, told), engine::charactersOf(*source)};
    } catch (const engine::Error&) {
        if (engine::learnsSequences(drawn) || !tellsVocabulary(file)) {
            throw;
        }
        const engine::Vocabulary characters = engine::readVocabulary(file, engine::dataSettings(drawn).encoding);
        return {engine::withVocabulary(drawn, characters.size()), characters};
    }
}

/// A file of these bytes in the folder: the one that is there, or a new one under a name that none has.
fs::path copiedInto(const fs::path& folder, const fs::path& file)
{
    const std::vector<std::byte> bytes = engine::readFileBytes(file);
    requireOwnFolder(folder);
    fs::create_directories(folder);
    fs::path target = folder / file.filename();
    for (int number = 2; fs::exists(fs::symlink_status(target)); ++number) {
        if (fs::is_regular_file(fs::symlink_status(target)) && fs::file_size(target) == bytes.size() &&
            engine::readFileBytes(target) == bytes) {
            return target;
        }
        target = folder / (file.stem().string() + "-" + std::to_string(number) + file.extension().string());
    }
    engine::writeFileBytes(target, bytes);
    return target;
}

engine::FirstWeights takenOver(const fs::path& file, const engine::PortableNet& net, const engine::Model& model,
                               const engine::Vocabulary& characters)
{
    try {
        return engine::firstWeights(net, model, characters, emptyWeights(model));
    } catch (const engine::CharactersWanted& error) {
        throw engine::Error(engine::sentence(file.string(), ": ", error.what(), "; File › Import… asks for it"));
    }
}

void requireAnother(const fs::path& source, const fs::path& target)
{
    std::error_code unknown;
    if (fs::equivalent(source, target, unknown)) {
        throw engine::Error(target.string() + " is the file that is read; another name is wanted for what is written");
    }
}

/// Seconds since 1970 at which the run began; 0 where its record does not say.
double beginOf(const RunRecord& run)
{
    const QDateTime begun = QDateTime::fromString(QString::fromStdString(run.started), Qt::ISODate);
    return begun.isValid() ? static_cast<double>(begun.toMSecsSinceEpoch()) / 1000 : 0;
}

} // namespace

std::optional<QString> Workspace::openForeign(const fs::path& file)
{
    if (!engine::bringsItsNet(file)) {
        return m_open && !m_document.content().nodes.empty()
                   ? importWeights(file)
                   : tr("%1 holds weights without their net. Open or draw the net first, then import the weights.")
                         .arg(QString::fromStdString(file.string()));
    }
    engine::PortableNet net = engine::readNet(file);
    const std::size_t wanted = weightCount(net.model), missing = engine::missingWeights(net).size();
    Project project;
    project.content = editor::arranged(editor::contentOf(net.model));
    project.content.solver = engine::usualSolver();
    project.choice.seed = engine::seedOf(project.content.solver);
    project.choice.firstWeights = missing < wanted ? file.string() : std::string();
    rememberNamed(file);
    begin(std::move(project), {.home = fs::absolute(file).parent_path()});
    emit transferred({.kind = Transfer::Kind::Opened,
                      .file = file,
                      .taken = wanted - missing,
                      .wanted = wanted,
                      .report = std::move(net.report)});
    return std::nullopt;
}

bool Workspace::bringsNet(const fs::path& file) const
{
    try {
        return !isSolverState(file) && engine::bringsItsNet(file);
    } catch (const engine::Error&) {
        return false; // who reads it says why
    }
}

bool Workspace::lacksCharacters(const fs::path& file) const
{
    const engine::Model& drawn = m_document.derived().model;
    const bool readsCharacters = !engine::learnsSequences(drawn) || !engine::sampleVocabularyWidths(drawn).empty();
    return readsCharacters && isForeign(file) && !isSolverState(file) && !tellsVocabulary(file);
}

std::optional<QString> Workspace::importWeights(const fs::path& file, Characters characters)
{
    try {
        if (m_document.content().nodes.empty()) {
            throw engine::Error(
                tr("The drawing has no layers that weights could go to. Open or draw the net first.").toStdString());
        }
        if (!m_document.derived().problems.empty()) {
            throw engine::Error(m_document.derived().problems.front().sentence);
        }
        if (isSolverState(file)) {
            takeSolverState(file);
        } else {
            takeWeights(file, characters);
        }
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
    return std::nullopt;
}

void Workspace::takeWeights(const fs::path& file, Characters known)
{
    const engine::Model& drawn = m_document.derived().model;
    const auto [model, characters] = settledFor(*this, drawn, file);
    engine::NetFileHints hints{.model = model};
    const bool ofText = known == Characters::OfTheText && lacksCharacters(file);
    if (ofText) {
        hints.characters = [&ours = characters](const engine::Model&) { return ours; };
    }
    const engine::PortableNet net = engine::readNet(file, hints);
    const engine::FirstWeights first = takenOver(file, net, model, characters);
    emit transferred({.kind = Transfer::Kind::Imported,
                      .file = file,
                      .taken = first.taken,
                      .wanted = first.weights.size(),
                      .report = first.report});
    engine::requireAny(file, first);
    RunChoice choice = m_choice;
    choice.firstWeights = file.string();
    choice.firstText = ofText ? corpusFile().string() : std::string();
    choice.solverState.clear();
    rememberNamed(file);
    setChoice(choice);
}

void Workspace::takeSolverState(const fs::path& file)
{
    if (m_choice.firstWeights.empty()) {
        throw engine::Error(
            tr("%1 holds a solver's state without the weights that belong to it. Import its .caffemodel first.")
                .arg(QString::fromStdString(file.string()))
                .toStdString());
    }
    const engine::Model& drawn = m_document.derived().model;
    const engine::Model model = settledFor(*this, drawn, file).model;
    const engine::CaffeSolverState state = engine::readCaffeSolverState(file);
    const std::size_t found = engine::historyFromCaffe(state.history, model).size();
    const auto copies = static_cast<std::size_t>(engine::ruleTensors(m_document.content().solver));
    const std::size_t wanted = copies * weightCount(model);
    if (found != wanted) {
        throw engine::Error(engine::sentence(file.string(), " has ", found, " tensors, but the solver keeps ", wanted));
    }
    RunChoice choice = m_choice;
    choice.solverState = file.string();
    rememberNamed(file);
    setChoice(choice);
    emit noted(tr("The next run goes on from iteration %1 of %2.")
                   .arg(QLocale().toString(static_cast<qlonglong>(state.iteration)),
                        QString::fromStdString(file.filename().string())));
}

void Workspace::forgetFirstWeights()
{
    RunChoice choice = m_choice;
    choice.firstWeights.clear();
    choice.firstText.clear();
    choice.solverState.clear();
    setChoice(choice);
}

NetSource Workspace::netSource(const fs::path& file) const
{
    NetSource source{.file = file};
    if (!isForeign(file)) {
        return source;
    }
    if (!bringsNet(file) && m_document.derived().problems.empty()) {
        source.model = m_document.derived().model;
    }
    if (!tellsVocabulary(file)) {
        try {
            source.corpus = corpusFile();
        } catch (const engine::Error&) {
            source.corpus.clear(); // who needs the characters asks for the text
        }
    }
    return source;
}

std::optional<QString> Workspace::exportWeights(const fs::path& source, const fs::path& file)
{
    try {
        requireAnother(source, file);
        const engine::PortableNet net = readNet(netSource(source));
        Transfer transfer{.kind = Transfer::Kind::Exported, .file = file, .taken = net.weights.size()};
        transfer.wanted = weightCount(net.model);
        transfer.report = {.moved = {}, .skipped = net.report.skipped, .notes = net.report.notes};
        if (isSolverState(file)) {
            writeSolverState(file, source, net);
        } else {
            const std::optional<engine::NetFileKind> kind = engine::netFileKind(file);
            if (!kind || *kind == engine::NetFileKind::Checkpoint) {
                throw engine::Error(engine::sentence(file.string(),
                                                     " has none of the endings of other programs' nets: .onnx, ",
                                                     ".safetensors, .caffemodel, .mycaffemodel, .solverstate"));
            }
            engine::requireAllWeights(net);
            engine::writeNet(file, *kind, net, transfer.report);
        }
        emit transferred(transfer);
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
    return std::nullopt;
}

void Workspace::writeSolverState(const fs::path& file, const fs::path& source, const engine::PortableNet& net)
{
    if (!net.checkpoint) {
        throw engine::Error(source.string() + " knows no solver's state; a checkpoint of Hamnet is wanted");
    }
    engine::writeCaffeSolverState(file, {.iteration = net.iteration,
                                         .learnedNet = fs::path(file).replace_extension(".caffemodel").string(),
                                         .history = engine::historyToCaffe(net.model, net.checkpoint->history),
                                         .currentStep = 0});
}

std::optional<QString> Workspace::exportCurve(int id, const fs::path& file)
{
    try {
        const std::optional<engine::CurveFormat> format = engine::curveFormat(file);
        if (!format) {
            throw engine::Error(file.string() +
                                " has none of the endings of curves: .csv, .jsonl, or tfevents in the name");
        }
        const RunRecord* record = run(id);
        if (!record || record->curve.empty()) {
            throw engine::Error(tr("The run has no curve yet.").toStdString());
        }
        engine::writeCurve(file, engineCurve(*record), *format, beginOf(*record));
    } catch (const std::exception& error) {
        return QString::fromStdString(error.what());
    }
    return std::nullopt;
}

/// The files that runs start from come to the project's own: what they were read from may be a download that goes.
void Workspace::keepFirstWeights(const fs::path& project, RunChoice& choice)
{
    for (std::string* file : {&choice.firstWeights, &choice.solverState}) {
        if (file->empty() || engine::liesBelow(fs::absolute(project).parent_path(), *file)) {
            continue;
        }
        try {
            *file = copiedInto(runsFolder(project), *file).string();
        } catch (const std::exception& error) {
            emit noted(tr("%1 stays where it is: %2")
                           .arg(QString::fromStdString(*file), QString::fromStdString(error.what())));
        }
    }
}

} // namespace studio
