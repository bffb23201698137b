// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/project_archive.h"

#include "engine/formats/archive.h"
#include "engine/formats/earlier_gates.h"

#include <cmath>
#include <set>

namespace studio {

/// Class versions need a class.
struct Runs {
    std::vector<RunRecord> all;
};

} // namespace studio

// The version of each class. Raise one when its fields change, or what they mean, let serialize() take the older ones
// too, and raise projectReader to the release that this goes into: older ones then name it as what the file needs.
BOOST_CLASS_VERSION(studio::Project, 5)
BOOST_CLASS_VERSION(studio::Runs, 4)
BOOST_CLASS_VERSION(studio::ProjectSummary, 1)

// Nothing is shared by pointers, so nothing that an archive says can point anywhere.
BOOST_CLASS_TRACKING(studio::Project, boost::serialization::track_never)
BOOST_CLASS_TRACKING(studio::Runs, boost::serialization::track_never)
BOOST_CLASS_TRACKING(studio::ProjectSummary, boost::serialization::track_never)

namespace studio {
namespace {

using namespace engine::archive;

// Small values
// -------------------------------------------------------------------------------------------------------------------

template <typename Archive>
void truth(Archive& archive, bool& value)
{
    std::uint8_t byte = value ? 1 : 0;
    archive& byte;
    value = byte != 0;
}

/// An int, with 64 bits in the file.
template <typename Archive>
void whole(Archive& archive, int& value)
{
    std::int64_t number = value;
    archive& number;
    if (!std::in_range<int>(number)) {
        throw engine::Error("it has the number " + std::to_string(number) + " where a small one belongs");
    }
    value = static_cast<int>(number);
}

/// The number that comes next: counting goes on from it, and must not come to an end.
template <typename Archive>
void nextNumber(Archive& archive, int& value)
{
    constexpr int most = 1'000'000'000;
    whole(archive, value);
    if (!writes<Archive> && (value < 1 || value > most)) {
        throw engine::Error("it counts on from " + std::to_string(value) + ", but numbers are from 1 to " +
                            std::to_string(most));
    }
}

template <typename Archive>
void text(Archive& archive, QString& value)
{
    std::string bytes = value.toStdString();
    elements(archive, bytes);
    value = QString::fromStdString(bytes);
}

template <typename Archive, typename Value, typename One>
void perhaps(Archive& archive, std::optional<Value>& value, const One& one)
{
    bool given = value.has_value();
    truth(archive, given);
    if (!given) {
        value.reset();
        return;
    }
    if (!value) {
        value.emplace();
    }
    one(*value);
}

template <typename Archive>
void texts(Archive& archive, std::vector<std::string>& all)
{
    things(archive, all, [&](std::string& some) { elements(archive, some); });
}

/// A place on the canvas. One that is no number would keep the drawing from being shown.
template <typename Archive>
void coordinate(Archive& archive, double& value)
{
    archive& value;
    if constexpr (!writes<Archive>) {
        value = std::isfinite(value) ? value : 0;
    }
}

// Settings
// -----------------------------------------------------------------------------------------------------------------

template <typename Archive>
void shape(Archive& archive, engine::Shape& value)
{
    std::vector<std::int64_t> extents = value.extents();
    elements(archive, extents);
    value = engine::Shape(std::move(extents));
}

template <typename Archive>
void filler(Archive& archive, engine::Filler& value)
{
    elements(archive, value.type);
    archive& value.value& value.min& value.max& value.mean& value.std;
    elements(archive, value.varianceNorm);
}

template <typename Archive>
void content(Archive& archive, bool& value)
{
    truth(archive, value);
}
template <typename Archive>
void content(Archive& archive, std::int64_t& value)
{
    archive& value;
}
template <typename Archive>
void content(Archive& archive, double& value)
{
    archive& value;
}
template <typename Archive>
void content(Archive& archive, std::string& value)
{
    elements(archive, value);
}
template <typename Archive, typename Number>
void content(Archive& archive, std::vector<Number>& value)
{
    elements(archive, value);
}
template <typename Archive>
void content(Archive& archive, std::vector<engine::Shape>& value)
{
    things(archive, value, [&](engine::Shape& some) { shape(archive, some); });
}
template <typename Archive>
void content(Archive& archive, engine::Filler& value)
{
    filler(archive, value);
}

/// The alternative with this number, made.
template <std::size_t... numbers>
engine::ParamValue valueOfKind(std::size_t kind, std::index_sequence<numbers...>)
{
    engine::ParamValue value;
    (void) ((kind == numbers && (value.emplace<numbers>(), true)) || ...);
    return value;
}

template <typename Archive>
void param(Archive& archive, engine::ParamValue& value)
{
    constexpr std::size_t kinds = std::variant_size_v<engine::ParamValue>;
    auto kind = static_cast<std::int64_t>(value.index());
    archive& kind;
    if (kind < 0 || kind >= static_cast<std::int64_t>(kinds)) {
        throw engine::Error("a setting is of the kind " + std::to_string(kind) + ", but only 0 to " +
                            std::to_string(kinds - 1) + " are known");
    }
    if constexpr (!writes<Archive>) {
        value = valueOfKind(static_cast<std::size_t>(kind), std::make_index_sequence<kinds>());
    }
    std::visit([&](auto& some) { content(archive, some); }, value);
}

template <typename Archive>
void params(Archive& archive, engine::Params& all)
{
    std::vector<std::pair<std::string, engine::ParamValue>> entries(all.begin(), all.end());
    things(archive, entries, [&](auto& entry) {
        elements(archive, entry.first);
        param(archive, entry.second);
    });
    if constexpr (!writes<Archive>) {
        all = engine::Params(entries.begin(), entries.end());
    }
}

// The drawing
// --------------------------------------------------------------------------------------------------------------

template <typename Archive>
void rule(Archive& archive, engine::PhaseRule& value)
{
    perhaps(archive, value.phase,
            [&](engine::Phase& phase) { choice(archive, phase, engine::Phase::Run, "the phase of a rule"); });
    perhaps(archive, value.minLevel, [&](int& level) { whole(archive, level); });
    perhaps(archive, value.maxLevel, [&](int& level) { whole(archive, level); });
    texts(archive, value.stages);
    texts(archive, value.notStages);
}

template <typename Archive>
void weights(Archive& archive, std::vector<engine::WeightSettings>& all)
{
    things(archive, all, [&](engine::WeightSettings& weight) {
        elements(archive, weight.name);
        perhaps(archive, weight.lrMult, [&](double& number) { archive& number; });
        perhaps(archive, weight.decayMult, [&](double& number) { archive& number; });
    });
}

template <typename Archive>
void layer(Archive& archive, engine::Layer& value)
{
    elements(archive, value.name);
    elements(archive, value.type);
    texts(archive, value.bottoms);
    texts(archive, value.tops);
    params(archive, value.params);
    weights(archive, value.weights);
    elements(archive, value.lossWeights);
    flags(archive, value.propagateDown);
    things(archive, value.include, [&](engine::PhaseRule& some) { rule(archive, some); });
    things(archive, value.exclude, [&](engine::PhaseRule& some) { rule(archive, some); });
    elements(archive, value.comment);
    elements(archive, value.unknown);
    whole(archive, value.line);
}

template <typename Archive>
void node(Archive& archive, editor::Node& value)
{
    whole(archive, value.id);
    layer(archive, value.layer);
    coordinate(archive, value.position.rx());
    coordinate(archive, value.position.ry());
}

template <typename Archive>
void note(Archive& archive, editor::Note& value)
{
    double x = value.area.x(), y = value.area.y(), width = value.area.width(), height = value.area.height();
    whole(archive, value.id);
    choice(archive, value.kind, editor::Note::Kind::Frame, "the kind of a note");
    text(archive, value.text);
    coordinate(archive, x);
    coordinate(archive, y);
    coordinate(archive, width);
    coordinate(archive, height);
    value.area = {x, y, width, height};
}

template <typename Archive>
void solver(Archive& archive, engine::SolverSettings& value)
{
    choice(archive, value.dialect, engine::Dialect::MyCaffe, "the solver's dialect");
    params(archive, value.params);
    elements(archive, value.comment);
    elements(archive, value.unknown);
}

/// Every edit finds nodes and notes by their ids: two of one id, or one that comes again, would be a trap.
void checkIds(const editor::Content& drawing)
{
    std::set<editor::Id> ids;
    const auto take = [&](editor::Id id) {
        if (id < 1 || id >= drawing.nextId || !ids.insert(id).second) {
            throw engine::Error("its drawing has a part with the number " + std::to_string(id) +
                                ", but the parts are numbered from 1 to " + std::to_string(drawing.nextId - 1) +
                                ", each once");
        }
    };
    for (const editor::Node& some : drawing.nodes) {
        take(some.id);
    }
    for (const editor::Note& some : drawing.notes) {
        take(some.id);
    }
}

template <typename Archive>
void drawing(Archive& archive, editor::Content& value)
{
    elements(archive, value.name);
    choice(archive, value.dialect, engine::Dialect::MyCaffe, "the dialect");
    elements(archive, value.comment);
    elements(archive, value.unknown);
    things(archive, value.nodes, [&](editor::Node& some) { node(archive, some); });
    things(archive, value.notes, [&](editor::Note& some) { note(archive, some); });
    solver(archive, value.solver);
    elements(archive, value.corpus);
    nextNumber(archive, value.nextId);
    if constexpr (!writes<Archive>) {
        checkIds(value);
    }
}

template <typename Archive>
void runChoice(Archive& archive, RunChoice& value)
{
    perhaps(archive, value.engine, [&](std::string& name) { elements(archive, name); });
    elements(archive, value.device);
    archive& value.threads& value.seed& value.iterations;
    perhaps(archive, value.seconds, [&](double& number) { archive& number; });
    perhaps(archive, value.targetLoss, [&](double& number) { archive& number; });
    archive& value.validateEvery& value.sampleEvery;
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
void validations(Archive& archive, std::vector<ValidationPoint>& all)
{
    columns(archive, all, &ValidationPoint::iteration, &ValidationPoint::seconds, &ValidationPoint::characters,
            &ValidationPoint::loss);
    std::vector<double> accuracies;
    for (const ValidationPoint& point : all) {
        accuracies.push_back(engine::valueOf(point.metrics, "accuracy"));
    }
    elements(archive, accuracies);
    if (accuracies.size() != all.size()) {
        throw engine::Error("it has " + std::to_string(all.size()) + " validations, but " +
                            std::to_string(accuracies.size()) + " accuracies");
    }
    for (std::size_t index = 0; index < all.size(); ++index) {
        truth(archive, all[index].best);
        if (!writes<Archive> && !std::isnan(accuracies[index])) {
            all[index].metrics = {{"accuracy", accuracies[index]}};
        }
    }
}

template <typename Archive>
void metrics(Archive& archive, std::vector<ValidationPoint>& all)
{
    for (ValidationPoint& point : all) {
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

template <typename Archive>
void record(Archive& archive, RunRecord& run, unsigned version)
{
    whole(archive, run.id);
    for (std::string* words : {&run.name, &run.model, &run.solver, &run.corpus, &run.engine, &run.device}) {
        elements(archive, *words);
    }
    archive& run.seed;
    elements(archive, run.started);
    elements(archive, run.ending);
    columns(archive, run.curve, &CurvePoint::iteration, &CurvePoint::seconds, &CurvePoint::characters,
            &CurvePoint::loss, &CurvePoint::learningRate, &CurvePoint::gradientNorm, &CurvePoint::charsPerSecond);
    validations(archive, run.validations);
    things(archive, run.checkpoints, [&](CheckpointMark& mark) {
        archive& mark.iteration;
        elements(archive, mark.file);
        truth(archive, mark.best);
    });
    things(archive, run.diary, [&](WrittenText& some) { written(archive, some); });
    if (version >= 2) {
        texts(archive, run.notes);
    }
    if (version >= 4) {
        truth(archive, run.readsText);
        metrics(archive, run.validations);
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
            throw engine::Error("it has a run with the number " + std::to_string(run.id) +
                                ", but runs are numbered from 1, each once");
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
    runChoice(archive, project.choice);
    view(archive, project.view);
    if (version >= 2) {
        elements(archive, project.choice.firstWeights);
        elements(archive, project.choice.solverState);
    }
    if (version >= 4) {
        archive& project.choice.epochs;
    }
    if (version >= 5) {
        elements(archive, project.choice.precision);
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
