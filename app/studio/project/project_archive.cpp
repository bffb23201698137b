// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project_archive.h"

#include "app/studio/project/drawing_archive.h"
#include "engine/formats/checkpoint/curve_archive.h"
#include "engine/formats/prototxt/earlier_gates.h"
#include "engine/training/run/run_specs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace studio {

/// Class versions need a class.
struct Runs {
    std::vector<RunRecord> all;
};

} // namespace studio

// The version of each class. Raise one when its fields change, or what they mean, let serialize() take the older ones
// too, and raise projectReader to the release that this goes into: older ones then name it as what the file needs.
BOOST_CLASS_VERSION(studio::Project, 13)
BOOST_CLASS_VERSION(studio::Runs, 9)
BOOST_CLASS_VERSION(studio::ProjectSummary, 1)

// Nothing is shared by pointers, so nothing that an archive says can point anywhere.
BOOST_CLASS_TRACKING(studio::Project, boost::serialization::track_never)
BOOST_CLASS_TRACKING(studio::Runs, boost::serialization::track_never)
BOOST_CLASS_TRACKING(studio::ProjectSummary, boost::serialization::track_never)

namespace studio {
namespace {

using namespace archive;

/// The choice as files had it until version 6: 0 stood for what was not given.
struct EarlierChoice {
    std::optional<std::string> engine = {};
    std::string device = "auto", precision = "auto";
    std::int64_t threads = 0, iterations = 0, epochs = 0, validateEvery = 0, sampleEvery = 0;
    std::uint64_t seed = 1;
    std::optional<double> seconds = {}, targetLoss = {};
};

template <typename Archive>
void earlierChoice(Archive& archive, EarlierChoice& value)
{
    perhaps(archive, value.engine, [&](std::string& name) { elements(archive, name); });
    elements(archive, value.device);
    archive& value.threads& value.seed& value.iterations;
    perhaps(archive, value.seconds, [&](double& number) { archive& number; });
    perhaps(archive, value.targetLoss, [&](double& number) { archive& number; });
    archive& value.validateEvery& value.sampleEvery;
}

/// The seed that the solver gives a run; nothing where each run has another one.
std::optional<std::int64_t> seedOf(const engine::SolverSettings& solver)
{
    const auto found = solver.params.find("random_seed");
    const auto* const seed = found == solver.params.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    const std::int64_t given = seed ? *seed : 1;
    return given < 0 ? std::nullopt : std::optional(given);
}

/// What was given, under the keys of engine::runSpecs().
engine::Params settingsOf(const EarlierChoice& choice, const engine::SolverSettings& solver)
{
    engine::Params settings;
    const auto take = [&](const char* key, const engine::ParamValue& value, bool given) {
        if (given) {
            settings.emplace(key, value);
        }
    };
    take("engine", choice.engine.value_or(""), choice.engine.has_value());
    take("device", choice.device, choice.device != "auto");
    take("precision", choice.precision, choice.precision != "auto");
    take("threads", choice.threads, choice.threads > 0);
    take("iterations", choice.iterations, choice.iterations > 0);
    take("epochs", choice.epochs, choice.epochs > 0);
    take("validate_every", choice.validateEvery, choice.validateEvery > 0);
    take("sample_every", choice.sampleEvery, choice.sampleEvery > 0);
    take("seconds", choice.seconds.value_or(0), choice.seconds.value_or(0) > 0);
    take("target_loss", choice.targetLoss.value_or(0), choice.targetLoss.value_or(0) > 0);
    // The seed was always stored, and was the solver's unless the user chose it.
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    const auto seed = static_cast<std::int64_t>(std::min(choice.seed, most));
    const std::optional<std::int64_t> solvers = seedOf(solver);
    take("seed", seed, solvers && seed != *solvers);
    return settings;
}

template <typename Archive>
void view(Archive& archive, ViewState& value)
{
    archive& value.zoom;
    if constexpr (!writes<Archive>) {
        value.zoom = std::isfinite(value.zoom) && value.zoom > 0 ? value.zoom : 1;
    }
    coordinate(archive, value.middleX);
    coordinate(archive, value.middleY);
    choice(archive, value.phase, engine::Phase::Run, "the phase that is shown");
    elements(archive, value.docks);
}

// The runs
// -----------------------------------------------------------------------------------------------------------------

/// Until version 4 the one metric was the accuracy; the rest of them stand behind the record.
template <typename Archive>
void validations(Archive& archive, std::vector<engine::ValidationEvent>& all)
{
    columns(archive, all, &engine::ValidationEvent::iteration, &engine::ValidationEvent::loss);
    std::vector<double> accuracies;
    for (const engine::ValidationEvent& point : all) {
        accuracies.push_back(engine::valueOf(point.metrics, "accuracy"));
    }
    elements(archive, accuracies);
    if (accuracies.size() != all.size()) {
        throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "it has %1 validations, but %2 accuracies"),
                                        all.size(), accuracies.size()));
    }
    for (std::size_t index = 0; index < all.size(); ++index) {
        truth(archive, all[index].best);
        if (!writes<Archive> && !std::isnan(accuracies[index])) {
            all[index].metrics = {{"accuracy", accuracies[index]}};
        }
    }
}

template <typename Archive>
void metrics(Archive& archive, std::vector<engine::ValidationEvent>& all)
{
    for (engine::ValidationEvent& point : all) {
        things(archive, point.metrics, [&](engine::Metric& metric) {
            elements(archive, metric.name);
            archive& metric.value;
        });
    }
}

template <typename Archive>
void written(Archive& archive, WrittenText& value)
{
    archive& value.iteration;
    elements(archive, value.checkpoint);
    elements(archive, value.prompt);
    archive& value.temperature& value.topP& value.topK& value.length& value.seed;
    elements(archive, value.text);
    elements(archive, value.bits);
}

/// Where a text starts and what was set in the net's state.
template <typename Archive>
void changedState(Archive& archive, WrittenText& value)
{
    elements(archive, value.state);
    archive& value.drawn;
    things(archive, value.held, [&](engine::HeldUnit& unit) {
        std::string words = engine::toText(unit);
        elements(archive, words);
        if constexpr (!writes<Archive>) {
            unit = engine::heldUnit(words);
        }
    });
}

/// What versions 7 and 8 kept of a sentence: its text, whether it is a name, the pattern and the parts that it was made
/// from, sentences themselves, 16 deep.
template <typename Archive>
void earlierSentence(Archive& archive, std::string& text, int depth = 0)
{
    constexpr int most = 16;
    if (depth > most) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "it has a sentence of more than %1 sentences in each other"), most));
    }
    std::string pattern;
    std::vector<std::string> parts;
    bool isName = false;
    elements(archive, text);
    truth(archive, isName);
    elements(archive, pattern);
    things(archive, parts, [&](std::string& part) { earlierSentence(archive, part, depth + 1); });
}

template <typename Archive>
void record(Archive& archive, RunRecord& run, unsigned version)
{
    whole(archive, run.id);
    for (std::string* words : {&run.name, &run.model, &run.solver, &run.corpus, &run.engine, &run.device}) {
        elements(archive, *words);
    }
    archive& run.seed;
    elements(archive, run.started);
    elements<Archive, std::string>(archive, run.ending);
    engine::Curve points = run.curve.points();
    curveInPieces(archive, points);
    double characters = run.curve.facts().characters;
    archive& characters;
    run.curve = RunCurve(points, {.characters = characters, .epochs = run.curve.facts().epochs});
    validations(archive, run.validations);
    things(archive, run.checkpoints, [&](engine::CheckpointEvent& mark) {
        archive& mark.iteration;
        elements(archive, mark.file);
        truth(archive, mark.best);
    });
    things(archive, run.diary, [&](WrittenText& some) { written(archive, some); });
    if (version == 7 || version == 8) {
        things(archive, run.notes, [&](engine::Sentence& note) { earlierSentence(archive, note); });
    } else if (version >= 2) {
        things(archive, run.notes, [&](engine::Sentence& note) { elements<Archive, std::string>(archive, note); });
    }
    if (version >= 4) {
        truth(archive, run.readsText);
        metrics(archive, run.validations);
    }
    if (version >= 5) {
        elements(archive, run.remark);
        elements(archive, run.origin.file);
        whole(archive, run.origin.run);
        truth(archive, run.origin.goesOn);
        double epochs = run.curve.facts().epochs;
        archive& epochs;
        run.curve.setEpochs(epochs);
    }
    if (version >= 6) {
        elements(archive, run.precision);
        perhaps(archive, run.settings, [&](engine::Params& given) {
            params(archive, given);
            if constexpr (!writes<Archive>) {
                engine::checkRunParams(given);
            }
        });
    }
    if (version == 8) {
        std::string again;
        earlierSentence(archive, again);
    }
    if (!writes<Archive> && version < 3) {
        run.model = engine::withEarlierGates(run.model);
    }
}

/// Curves are told apart by their runs' ids.
void checkIds(const std::vector<RunRecord>& runs)
{
    std::set<int> ids;
    for (const RunRecord& run : runs) {
        if (run.id < 1 || !ids.insert(run.id).second) {
            throw engine::Error(engine::say(
                ENGINE_TEXT("Sentences", "it has a run with the number %1, but runs are numbered from 1, each once"),
                run.id));
        }
    }
}

} // namespace

// Boost finds these by the type of their second argument.

template <typename Archive>
void serialize(Archive& archive, Project& project, unsigned version)
{
    requireKnown<Project>(version);
    drawing(archive, project.content);
    nextNumber(archive, project.nextRun);
    things(archive, project.texts, [&](WrittenText& some) { written(archive, some); });
    EarlierChoice earlier;
    if (version < 7) {
        earlierChoice(archive, earlier);
    } else {
        params(archive, project.choice.settings);
    }
    view(archive, project.view);
    if (version >= 2) {
        elements(archive, project.choice.firstWeights);
        elements(archive, project.choice.solverState);
    }
    if (version >= 4 && version < 7) {
        archive& earlier.epochs;
    }
    if (version >= 5 && version < 7) {
        elements(archive, earlier.precision);
    }
    if constexpr (!writes<Archive>) {
        if (version < 7) {
            project.choice.settings = settingsOf(earlier, project.content.solver);
        }
        engine::checkRunParams(project.choice.settings);
    }
    if (version >= 6) {
        for (WrittenText& some : project.texts) {
            whole(archive, some.id);
            whole(archive, some.parent);
            archive& some.branchPlace;
        }
    }
    if (version >= 9) {
        for (WrittenText& some : project.texts) {
            changedState(archive, some);
        }
    }
    if (version >= 10) {
        for (WrittenText& some : project.texts) {
            elements(archive, some.net);
        }
    }
    if (version >= 11) {
        perhaps(archive, project.view.runs,
                [&](std::vector<int>& ids) { things(archive, ids, [&](int& id) { whole(archive, id); }); });
    }
    if (version >= 12) {
        elements(archive, project.view.prompt);
    }
    if (version >= 13) {
        std::vector<std::pair<std::string, std::string>> panels(project.view.panels.begin(), project.view.panels.end());
        things(archive, panels, [&](auto& panel) {
            elements(archive, panel.first);
            elements(archive, panel.second);
        });
        project.view.panels = {panels.begin(), panels.end()};
    }
    if (!writes<Archive> && version < 3) {
        for (editor::Node& node : project.content.nodes) {
            engine::giveEarlierGates(node.layer);
        }
    }
}

template <typename Archive>
void serialize(Archive& archive, Runs& runs, unsigned version)
{
    requireKnown<Runs>(version);
    things(archive, runs.all, [&](RunRecord& run) { record(archive, run, version); });
    if constexpr (!writes<Archive>) {
        checkIds(runs.all);
    }
}

template <typename Archive>
void serialize(Archive& archive, ProjectSummary& summary, unsigned version)
{
    requireKnown<ProjectSummary>(version);
    std::string file = summary.file.string();
    elements(archive, summary.name);
    elements(archive, file);
    elements(archive, summary.written);
    archive& summary.layers& summary.runs;
    summary.file = file;
}

std::string toArchive(const Project& project)
{
    return archived(project);
}

std::string toArchive(const std::vector<RunRecord>& runs)
{
    return archived(Runs{runs});
}

std::string toArchive(const ProjectSummary& summary)
{
    return archived(summary);
}

void fromArchive(std::span<const std::byte> bytes, Project& project)
{
    project = {};
    unarchive(bytes, project);
}

void fromArchive(std::span<const std::byte> bytes, std::vector<RunRecord>& runs)
{
    Runs read;
    unarchive(bytes, read);
    runs = std::move(read.all);
}

void fromArchive(std::span<const std::byte> bytes, ProjectSummary& summary)
{
    summary = {};
    unarchive(bytes, summary);
}

} // namespace studio
