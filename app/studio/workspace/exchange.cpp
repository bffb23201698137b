// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/exchange.h"

#include "app/studio/session/net_source.h"
#include "app/studio/session/run_record.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/words/numbers.h"
#include "engine/data/places.h"
#include "engine/devices/cpu/memory.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/code/code.h"
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/curves.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_settings.h"

#include <algorithm>
#include <QLocale>
#include <set>
#include <utility>

namespace studio {

namespace fs = std::filesystem;

std::optional<QString> Exporter::exportModel(const fs::path& file, engine::WriteStyle style,
                                             std::vector<engine::Sentence>* dropped)
{
    return refusalOf([&] {
        requireNotInUse(m_workspace, file);
        requireNotInUse(m_workspace, engine::solverBeside(file));
        engine::Model model = m_workspace.document().derived().model;
        if (style == engine::WriteStyle::StrictBvlc) {
            model = engine::strictBvlcModel(model, dropped);
        }
        engine::writeFileBytes(file, engine::writeModel(model, style, dropped));
        engine::writeFileBytes(engine::solverBeside(file),
                               engine::writeSolver(engine::withSettings(m_workspace.document().content().solver,
                                                                        m_workspace.nextRun().choice().settings,
                                                                        style == engine::WriteStyle::Hamnet
                                                                            ? engine::SolverReader::Hamnet
                                                                            : engine::SolverReader::AnotherProgram),
                                                   style, dropped));
    });
}

NetSource Exporter::netSource(const fs::path& file) const
{
    NetSource source{.file = file};
    if (!isForeign(file)) {
        return source;
    }
    if (!m_workspace.importer().bringsNet(file) && m_workspace.document().derived().problems.empty()) {
        source.model = m_workspace.document().derived().model;
    }
    if (!tellsVocabulary(file)) {
        try {
            source.corpus = m_workspace.data().file();
        } catch (const engine::Error&) {
            source.corpus.clear(); // who needs the characters asks for the text
        }
    }
    return source;
}

GenerationRequest Exporter::writingRequest(const WrittenText& wish) const
{
    GenerationRequest request;
    request.source = netSource(wish.checkpoint);
    request.wish = wish;
    request.onlyByItsNet = !wish.net.empty();
    const engine::RunSettings machine = m_workspace.nextRun().machine();
    request.engine = machine.engine;
    // Beside a training that has all cores, more threads would only make both wait for each other.
    request.threads = m_workspace.training().isBusy() ? 1 : machine.device.threads;
    return request;
}

std::optional<QString> Exporter::exportWeights(const fs::path& source, const fs::path& file)
{
    return refusalOf([&] {
        requireNotInUse(m_workspace, file);
        engine::requireNoInput(file, {{source, "the input"}});
        const engine::PortableNet net = readNet(netSource(source));
        Transfer transfer{.kind = Transfer::Kind::Exported, .file = file, .taken = net.weights.size()};
        transfer.wanted = weightCount(net.model);
        transfer.report = {.moved = {}, .skipped = net.report.skipped, .notes = net.report.notes};
        if (isSolverState(file)) {
            engine::writeCaffeSolverState(file, net, source.string());
        } else {
            if (!isForeign(file)) {
                throw engine::Error(engine::say(
                    ENGINE_TEXT("Sentences", "%1 has none of the endings of other programs' nets: %2"), file.string(),
                    engine::endingsOf({engine::Content::Weights, engine::Content::SolverState},
                                      engine::FileUse::Write)));
            }
            engine::requireAllWeights(net);
            if (const std::string_view beside = engine::formatByName(file)->beside; !beside.empty()) {
                const fs::path second = fs::path(file).replace_extension(beside);
                requireNotInUse(m_workspace, second);
                engine::requireNoInput(second, {{source, "the input"}});
            }
            engine::writeNet(file, net, transfer.report);
        }
        emit m_workspace.transferred(transfer);
    });
}

std::optional<QString> Exporter::codeOf(const fs::path& source, const engine::FileFormat& format,
                                        const std::string& stem, QString& code) const
{
    return refusalOf([&] {
        const engine::PortableNet net = readNet(netSource(source));
        engine::requireAllWeights(net);
        code = QString::fromStdString(engine::code::withoutWeights(format.net.code(net, stem)));
    });
}

std::optional<QString> Exporter::exportCurve(int run, const fs::path& file)
{
    const RunRecord* const record = m_workspace.runs().find(run);
    return exportCurve(record ? *record : RunRecord(), file);
}

std::optional<QString> Exporter::exportCurve(const RunRecord& run, const fs::path& file)
{
    return refusalOf([&] {
        if (run.curve.empty()) {
            throw engine::Error(Workspace::tr("The run has no curve yet.").toStdString());
        }
        requireNotInUse(m_workspace, file);
        engine::writeCurve(file, engineCurve(run), run.start.time);
    });
}

namespace {

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
                .arg(editor::bytesText(most), editor::bytesText(free))
                .toStdString());
    }
    for (engine::NamedTensor& weight : weights) {
        weight.values.resize(static_cast<std::size_t>(weight.shape.count()));
    }
    return weights;
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
        const std::unique_ptr<engine::BatchSource> source = engine::openSource(workspace.data().file(), drawn);
        std::vector<engine::Sentence> told; // by the run
        return {source->settled(drawn, told), source->vocabulary()};
    } catch (const engine::Error&) {
        if (!engine::dataKindOf(drawn).writes || !tellsVocabulary(file)) {
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
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1: %2; File › Import… asks for it"), file.string(),
                                        error.sentence()));
    }
}

} // namespace

std::size_t weightCount(const engine::Model& model)
{
    return engine::missingWeights({.model = model}).size();
}

bool tellsVocabulary(const fs::path& file)
{
    try {
        const engine::FileFormat* const format = engine::formatOf(file);
        return format != nullptr && format->net.vocabulary != nullptr &&
               engine::readVocabulary(file, engine::Encoding::Bytes).size() > 0;
    } catch (const engine::Error&) {
        return false; // what else is wrong with it, says who reads its weights
    }
}

bool Importer::bringsNet(const fs::path& file) const
{
    try {
        return !isSolverState(file) && engine::bringsItsNet(file);
    } catch (const engine::Error&) {
        return false; // who reads it says why
    }
}

bool Importer::lacksCharacters(const fs::path& file) const
{
    const engine::Model& drawn = m_workspace.document().derived().model;
    const bool readsCharacters = engine::dataKindOf(drawn).writes || !engine::sampleVocabularyWidths(drawn).empty();
    return readsCharacters && isForeign(file) && !isSolverState(file) && !tellsVocabulary(file);
}

std::optional<QString> Importer::importWeights(const fs::path& file, Characters characters)
{
    return refusalOf([&] {
        if (m_workspace.document().content().nodes.empty()) {
            throw engine::Error(
                Workspace::tr("The drawing has no layers to load weights into. Open or draw the net first.")
                    .toStdString());
        }
        if (!m_workspace.document().derived().problems.empty()) {
            throw engine::Error(m_workspace.document().derived().problems.front().sentence);
        }
        if (isSolverState(file)) {
            takeSolverState(file);
        } else {
            takeWeights(file, characters);
        }
    });
}

void Importer::takeWeights(const fs::path& file, Characters known)
{
    const engine::Model& drawn = m_workspace.document().derived().model;
    const auto [model, characters] = settledFor(m_workspace, drawn, file);
    engine::NetFileHints hints{.model = model};
    const bool ofText = known == Characters::OfTheText && lacksCharacters(file);
    if (ofText) {
        hints.characters = [&ours = characters](const engine::Model&) { return ours; };
    }
    const engine::PortableNet net = engine::readNet(file, hints);
    const engine::FirstWeights first = takenOver(file, net, model, characters);
    emit m_workspace.transferred({.kind = Transfer::Kind::Imported,
                                  .file = file,
                                  .taken = first.taken,
                                  .wanted = first.weights.size(),
                                  .report = first.report});
    engine::requireAny(file, first);
    engine::RunDescription choice = m_workspace.nextRun().choice();
    choice.first.file = file;
    choice.first.text = ofText ? m_workspace.data().file() : fs::path();
    choice.first.solverState.clear();
    m_workspace.nextRun().setChoice(choice);
}

void Importer::takeSolverState(const fs::path& file)
{
    if (m_workspace.nextRun().choice().first.file.empty()) {
        throw engine::Error(
            Workspace::tr(
                "%1 holds a solver's state without the weights that belong to it. Import its .caffemodel first.")
                .arg(QString::fromStdString(file.string()))
                .toStdString());
    }
    const engine::Model& drawn = m_workspace.document().derived().model;
    const engine::Model model = settledFor(m_workspace, drawn, file).model;
    const engine::CaffeSolverState state = engine::readCaffeSolverState(file);
    const std::size_t found = engine::historyFromCaffe(state.history, model).size();
    const auto copies = static_cast<std::size_t>(engine::ruleTensors(m_workspace.document().content().solver));
    const std::size_t wanted = copies * weightCount(model);
    if (found != wanted) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 has %2 tensors, but the solver keeps %3"),
                                        file.string(), found, wanted));
    }
    engine::RunDescription choice = m_workspace.nextRun().choice();
    choice.first.solverState = file;
    m_workspace.nextRun().setChoice(choice);
    emit m_workspace.noted(Workspace::tr("The next run continues from iteration %1 of %2.")
                               .arg(QLocale().toString(static_cast<qlonglong>(state.iteration)),
                                    QString::fromStdString(file.filename().string())));
}

void Importer::forgetFirstWeights()
{
    engine::RunDescription choice = m_workspace.nextRun().choice();
    choice.first = {};
    m_workspace.nextRun().setChoice(choice);
}

void Importer::keepFirstWeights(const fs::path& project, engine::RunDescription& choice)
{
    for (fs::path* const file : {&choice.first.file, &choice.first.solverState}) {
        if (file->empty() || engine::liesBelow(fs::absolute(project).parent_path(), *file)) {
            continue;
        }
        try {
            *file = copiedInto(runsFolder(project), *file);
        } catch (const std::exception& error) {
            emit m_workspace.noted(Workspace::tr("%1 could not be moved: %2")
                                       .arg(QString::fromStdString(file->string()), editor::inWords(error)));
        }
    }
}

namespace {

using engine::CheckpointUsed;
using engine::Provenance;

/// The file as it is now; without a digest where it cannot be read.
CheckpointUsed usedCheckpoint(const std::string& file)
{
    CheckpointUsed used{.file = engine::shortPath(file), .digest = {}, .iteration = {}};
    try {
        used.digest = engine::netDigest(file);
        while (!isForeign(file)) { // again where a training has replaced the file meanwhile
            used.iteration = engine::readSummary(file).iteration;
            const std::string now = engine::netDigest(file);
            if (std::exchange(used.digest, now) == now) {
                break;
            }
        }
    } catch (const engine::Error&) {
        used.digest.clear();
        used.iteration.reset();
    }
    return used;
}

/// The run's checkpoint of that iteration, or else the newest that is there; empty: none is.
std::string checkpointOf(const RunRecord& run, std::optional<std::int64_t> iteration = {})
{
    const std::vector<engine::CheckpointEvent> marks = checkpointsThere(run);
    for (const engine::CheckpointEvent& mark : marks) {
        try {
            if (iteration && mark.iteration == *iteration && engine::readSummary(mark.file).iteration == *iteration) {
                return mark.file;
            }
        } catch (const engine::Error&) {
            continue; // it is damaged, and made nothing that can be made again
        }
    }
    return marks.empty() ? std::string() : marks.front().file;
}

/// Whether the checkpoint is of the net that is drawn.
bool isOf(const engine::Model& drawn, const std::string& checkpointFile)
{
    try {
        const engine::Checkpoint checkpoint = engine::loadStructure(checkpointFile);
        const std::int64_t vocabulary = checkpoint.vocabulary.size();
        const engine::Model settled =
            engine::dataKindOf(checkpoint).writes
                ? engine::withVocabulary(drawn, vocabulary)
                : engine::withSamples(drawn, engine::sizesOf(checkpoint.sequences, vocabulary));
        return engine::writeModel(settled) == checkpoint.model;
    } catch (const engine::Error&) {
        return false;
    }
}

/// The solver as a file for other programs has it, with what the training form says.
std::string solverOf(const Workspace& workspace)
{
    return engine::writeSolver(engine::withSettings(
        workspace.document().content().solver, workspace.nextRun().choice().settings, engine::SolverReader::Hamnet));
}

std::optional<std::uint64_t> seedOfNextRun(const Workspace& workspace)
{
    try {
        return workspace.nextRun().runSettings().seed;
    } catch (const engine::Error&) {
        return std::nullopt; // a setting out of range, which the training form shows
    }
}

/// The net that wrote a text, with its solver.
void takeNet(Workspace& workspace, const WrittenText& text, Provenance& made)
{
    const RunRecord* const run =
        text.checkpoint.empty() ? workspace.runs().shown() : workspace.runs().savedBy(text.checkpoint);
    if (run != nullptr && !run->start.model.empty()) {
        made.model = run->start.model;
        made.solver = run->start.solver;
    } else if (isForeign(text.checkpoint) && workspace.importer().bringsNet(text.checkpoint)) {
        made.model = engine::writeModel(readNet(workspace.exporter().netSource(text.checkpoint)).model);
    } else if (!text.checkpoint.empty() && !isForeign(text.checkpoint) && isThere(text.checkpoint)) {
        const engine::Checkpoint checkpoint = engine::loadStructure(text.checkpoint);
        made.model = checkpoint.model;
        made.solver = checkpoint.solver;
    } else {
        made.model = engine::writeModel(workspace.document().derived().model);
        made.solver = solverOf(workspace);
    }
}

} // namespace

Provenance provenanceOfDrawing(const Workspace& workspace)
{
    const editor::Content& content = workspace.document().content();
    const engine::Model model = editor::model(content);
    Provenance made{.model = engine::writeModel(model), .solver = solverOf(workspace)};
    for (const editor::Node& node : content.nodes) {
        made.positions.push_back({node.position.x(), node.position.y()});
    }
    for (const editor::Note& note : content.notes) {
        made.notes.push_back({.area = {note.area.x(), note.area.y(), note.area.width(), note.area.height()},
                              .text = note.text.toStdString(),
                              .frame = note.kind == editor::Note::Kind::Frame});
    }
    const RunRecord* const run = workspace.runs().shown();
    const std::string file = run != nullptr ? checkpointOf(*run) : std::string();
    if (!file.empty() && isOf(model, file)) {
        made.seed = run->start.seed;
        made.checkpoint = usedCheckpoint(file);
        made.iteration = made.checkpoint->iteration;
    } else {
        made.seed = seedOfNextRun(workspace);
    }
    return made;
}

Provenance provenanceOfRun(const Workspace& workspace, const RunRecord* run)
{
    if (run == nullptr || run->start.model.empty()) {
        Provenance made = provenanceOfDrawing(workspace);
        made.kind = Provenance::Kind::Curves;
        return made;
    }
    Provenance made{.kind = Provenance::Kind::Curves,
                    .model = run->start.model,
                    .solver = run->start.solver,
                    .seed = run->start.seed};
    if (!run->curve.empty()) {
        made.iteration = run->curve.back().iteration;
    }
    if (const std::string file = checkpointOf(*run); !file.empty()) {
        made.checkpoint = usedCheckpoint(file);
    }
    return made;
}

Provenance provenanceOfRace(const TrainingRequest& request)
{
    Provenance made{.kind = Provenance::Kind::Race,
                    .model = engine::writeModel(request.run.model),
                    .solver = engine::writeSolver(
                        engine::withSettings(request.run.solver, request.run.settings, engine::SolverReader::Hamnet)),
                    .seed = runSettingsOf(request).seed};
    if (!request.run.first.file.empty()) {
        made.checkpoint = usedCheckpoint(request.run.first.file.string());
    }
    return made;
}

Provenance provenanceOfState(Workspace& workspace, const WrittenText& text)
{
    Provenance made{.kind = Provenance::Kind::State, .seed = text.seed, .iteration = text.iteration};
    takeNet(workspace, text, made);
    const RunRecord* const run = workspace.runs().shown();
    const std::string file = !text.checkpoint.empty() ? text.checkpoint
                             : run != nullptr         ? checkpointOf(*run, text.iteration)
                                                      : std::string();
    if (!file.empty()) {
        made.checkpoint = usedCheckpoint(file);
    }
    return made;
}

} // namespace studio
