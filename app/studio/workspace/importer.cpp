// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/importer.h"

#include "app/studio/session/net_source.h"
#include "app/studio/session/will_it_fit.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/layout.h"
#include "editor/document/sentence_words.h"
#include "engine/data/places.h"
#include "engine/devices/cpu/memory.h"
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/open_source.h"

#include <algorithm>
#include <QLocale>
#include <set>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;

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

std::optional<QString> Importer::open(const fs::path& file)
{
    if (!engine::bringsItsNet(file)) {
        return m_workspace.files().isOpen() && !m_workspace.document().content().nodes.empty()
                   ? importWeights(file)
                   : Workspace::tr(
                         "%1 holds weights without their net. Open or draw the net first, then import the weights.")
                         .arg(QString::fromStdString(file.string()));
    }
    engine::PortableNet net = engine::readNet(file);
    const std::size_t wanted = weightCount(net.model), missing = engine::missingWeights(net).size();
    Project project;
    project.content = editor::arranged(editor::contentOf(net.model), {}, editor::roomByChoice());
    project.content.solver = engine::solverOfNewNet();
    project.choice.first.file = missing < wanted ? file : fs::path();
    m_workspace.files().begin(std::move(project), {.home = fs::absolute(file).parent_path()});
    emit m_workspace.transferred({.kind = Transfer::Kind::Opened,
                                  .file = file,
                                  .taken = wanted - missing,
                                  .wanted = wanted,
                                  .report = std::move(net.report)});
    return std::nullopt;
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

} // namespace studio
