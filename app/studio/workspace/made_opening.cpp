// SPDX-License-Identifier: GPL-3.0-or-later
// How a picture, a text or a state is opened: by what made it.
#include "app/studio/project/named_files.h"
#include "app/studio/session/net_source.h"
#include "app/studio/workspace/checkpoint_search.h"
#include "app/studio/workspace/opened_project.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "engine/data/places.h"
#include "engine/formats/prototxt.h"
#include "engine/formats/provenance_file.h"
#include "engine/training/solver_run.h"

#include <algorithm>
#include <QLocale>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;

/// The net where its layers and notes were, or laid out where that is not known.
editor::Content drawingOf(const engine::Provenance& made, const std::string& name)
{
    const engine::SolverSettings solver =
        made.solver.empty() ? engine::usualSolver() : engine::readSolver(made.solver, name);
    const engine::Model model = engine::readModel(made.model, name);
    if (made.positions.size() != model.layers.size() || model.layers.empty()) {
        return laidOut(model, solver);
    }
    editor::Content content = editor::contentOf(model);
    for (std::size_t index = 0; index < content.nodes.size(); ++index) {
        content.nodes[index].position = {made.positions[index].x, made.positions[index].y};
    }
    for (const engine::CanvasNote& note : made.notes) {
        content.notes.push_back({.id = content.nextId++,
                                 .kind = note.frame ? editor::Note::Kind::Frame : editor::Note::Kind::Comment,
                                 .text = QString::fromStdString(note.text),
                                 .area = {note.x, note.y, note.width, note.height}});
    }
    content.solver = solver;
    return content;
}

/// The text in the file, as the net in `checkpoint` has written it.
WrittenText textOf(const engine::Provenance& made, const fs::path& file, const fs::path& checkpoint)
{
    const engine::TextSampling sampling = made.sampling.value_or(engine::TextSampling{});
    const std::string whole = engine::textWithoutNote(file);
    const auto from = static_cast<std::size_t>(std::clamp<std::int64_t>(sampling.from, 0, std::ssize(whole)));
    const bool isWhole = whole.substr(0, from).ends_with(sampling.prompt); // else somebody has edited it
    WrittenText text;
    text.iteration = made.iteration.value_or(0);
    text.checkpoint = checkpoint.string();
    text.prompt = isWhole ? sampling.prompt : std::string();
    text.temperature = sampling.temperature;
    text.topP = sampling.topP;
    text.topK = sampling.topK;
    text.length = sampling.length;
    text.drawn = sampling.drawn;
    text.seed = made.seed.value_or(0);
    text.text = isWhole ? whole.substr(from) : whole;
    for (const std::string& unit : sampling.held) {
        text.held.push_back(engine::heldUnit(unit));
    }
    return text;
}

/// What is missing of what made the file; empty: nothing is.
QString missingOf(const engine::Provenance& made, const CheckpointSearch& found)
{
    const auto fileName = [](const fs::path& file) { return QString::fromStdString(file.filename().string()); };
    const QLocale locale;
    if (!made.checkpoint) {
        return made.kind == engine::Provenance::Kind::Text || made.kind == engine::Provenance::Kind::State
                   ? Workspace::tr("No checkpoint was kept of the net that wrote it: the net is here without what it "
                                   "had learned.")
                   : QString();
    }
    const engine::CheckpointUsed& wanted = *made.checkpoint;
    const QString name = fileName(engine::longPath(wanted.file));
    if (found.file.empty() && !found.another.empty()) {
        return Workspace::tr("%1 is no longer the checkpoint that made this: its digest is not %2. The net is here "
                             "without what it had learned.")
            .arg(QString::fromStdString(found.another.string()), QString::fromStdString(wanted.digest));
    }
    if (found.file.empty()) {
        return Workspace::tr("The checkpoint %1 (digest %2) that made this was not found where it was, beside the file "
                             "or among the runs of the project that was open. The net is here without what it had "
                             "learned.")
            .arg(name, QString::fromStdString(wanted.digest));
    }
    if (made.iteration && wanted.iteration && *made.iteration != *wanted.iteration) {
        return Workspace::tr("This was made at iteration %1; the nearest checkpoint that was kept is of iteration %2.")
            .arg(locale.toString(static_cast<qlonglong>(*made.iteration)),
                 locale.toString(static_cast<qlonglong>(*wanted.iteration)));
    }
    return {};
}

} // namespace

/// A state joins a project that has its net; pictures and texts are opened for what made them.
bool ProjectFiles::hasNetOf(const engine::Provenance& made) const
{
    return m_open && made.kind == engine::Provenance::Kind::State &&
           std::ranges::any_of(m_workspace.runs().all(), [&](const RunRecord& run) {
               return m_workspace.runs().find(run.id)->model == made.model;
           });
}

std::optional<QString> ProjectFiles::openWhatMade(const fs::path& file, const engine::Provenance& made)
{
    using Kind = engine::Provenance::Kind;
    const bool isWritten = made.kind == Kind::Text || made.kind == Kind::State; // then the seed is of its characters
    const CheckpointSearch found =
        made.checkpoint ? findCheckpoint(*made.checkpoint,
                                         {.beside = file,
                                          .runs = m_file.path().empty() ? m_unsavedRuns : runsFolder(m_file.path())})
                        : CheckpointSearch{};
    Project project;
    project.content = drawingOf(made, file.string());
    fs::path home = fs::absolute(file).parent_path();
    if (!found.file.empty() && !isForeign(found.file)) {
        addRun(project, engine::loadCheckpoint(found.file), found.file);
        rememberNamed(found.file); // its digest was named
        home = fs::absolute(found.file).parent_path();
    } else if (made.seed && std::in_range<std::int64_t>(*made.seed) && !isWritten) {
        project.choice.settings.emplace("seed", static_cast<std::int64_t>(*made.seed));
    }
    if (isForeign(found.file)) {
        project.choice.firstWeights = found.file.string();
        rememberNamed(found.file);
    }
    std::optional<WrittenText> text;
    if (made.kind == Kind::Text) {
        text = textOf(made, file, found.file);
        project.texts.push_back(*text);
    }
    // Runs of a project that was never saved, which the user may not have wanted to keep, have a use now.
    const fs::path unsaved =
        found.file.empty() || m_unsavedRuns.empty() || !engine::liesBelow(m_unsavedRuns, found.file) ? fs::path()
                                                                                                     : m_unsavedRuns;
    m_discarded = m_discarded && unsaved.empty();
    beginCarefully(std::move(project), {.home = home});
    m_unsavedRuns = unsaved;
    if (const QString missing = missingOf(made, found); !missing.isEmpty()) {
        emit m_workspace.warned(missing);
    }
    if (text) {
        emit m_workspace.textOpened(*text);
    } else if (made.kind == Kind::State) {
        emit m_workspace.writingStateOpened(file);
    }
    return std::nullopt;
}

} // namespace studio
