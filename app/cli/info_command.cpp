// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/backends/layer_engines.h"
#include "engine/backends/run_memory.h"
#include "engine/cells/unrolled.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/solver_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace cli {
namespace {

/// What is to be reported on.
struct Subject {
    engine::Model model = {};
    std::string fileName;
    int historyTensors = 1;
    std::vector<engine::Sentence> notes = {};
    std::optional<engine::Checkpoint> checkpoint = {};
    std::string digest = {};                       ///< of the checkpoint
    std::optional<engine::Provenance> made = {};   ///< of a picture
    std::vector<engine::LayerEngine> engines = {}; ///< of the recurrent layers
    bool isSettled = true;                         ///< its sizes are those that training gives it
};

// The inner nets
// -------------------------------------------------------------------------------------------------------

struct InnerNet {
    std::string layer;
    std::int64_t layers, withSplits; ///< of one layer of the stack, in all its directions
    engine::RecurrentStack stack;
};

/// How a layer of the report is built; nothing where it is not recurrent.
std::optional<engine::RecurrentStack> stackOf(const engine::LayerSizes& layer, const engine::Model& model)
{
    const auto known = std::find_if(model.layers.begin(), model.layers.end(),
                                    [&](const engine::Layer& some) { return some.name == layer.name; });
    if (!layer.problem.empty() || known == model.layers.end()) {
        return std::nullopt;
    }
    return engine::recurrentStack(engine::layerType(layer.type), engine::completeParams(*known, model.dialect));
}

/// "RNN with TANH, 2 layers, bidirectional"; of other layers the type.
std::string kindOf(const engine::LayerSizes& layer, const engine::Model& model)
{
    const std::optional<engine::RecurrentStack> stack = stackOf(layer, model);
    if (!stack || stack->rows) {
        return layer.type;
    }
    return std::string(stack->cell->name) + (stack->layers > 1 ? fmt::format(", {} layers", stack->layers) : "") +
           (stack->isBidirectional() ? ", bidirectional" : "");
}

std::vector<InnerNet> innerNets(const engine::SizeReport& report, const engine::Model& model)
{
    std::vector<InnerNet> nets;
    for (const engine::LayerSizes& layer : report.layers) {
        const std::optional<engine::RecurrentStack> stack = stackOf(layer, model);
        if (!stack || stack->rows) {
            continue;
        }
        const engine::Shape& x = layer.inputs.front();
        const std::int64_t units = layer.sizes.outputs.front().extents().back() / stack->directions;
        const engine::Model inner = engine::cells::unroll(*stack->cell, {.steps = x[0],
                                                                         .streams = x[1],
                                                                         .width = x.count(2, x.axes()),
                                                                         .units = units,
                                                                         .directions = stack->directions})
                                        .model;
        nets.push_back({.layer = layer.name,
                        .layers = static_cast<std::int64_t>(inner.layers.size()),
                        .withSplits = static_cast<std::int64_t>(engine::withSplits(inner).layers.size()),
                        .stack = *stack});
    }
    return nets;
}

// In words
// -------------------------------------------------------------------------------------------------------------

/// Whose memory was counted, and what is free of it.
void printRooms(Console& console, const engine::RunMemory& run)
{
    console.out.line(run.engine.empty() ? fmt::format("counted by formula: no engine of {} runs this net", run.device)
                                        : fmt::format("counted for {} on {}", run.engine, run.device));
    for (const engine::Room& room : run.rooms) {
        console.out.line(fmt::format("{} needs {} of the {} that are free, of its {}", room.of,
                                     bytesInWords(room.needed), bytesInWords(room.memory.available),
                                     bytesInWords(room.memory.total)));
    }
    if (run.sizes.memory.inPieces > 0) {
        console.out.line(
            fmt::format("more, once a sequence starts inside a batch: {}", bytesInWords(run.sizes.memory.inPieces)));
    }
}

/// What the net reads, and what it says of it.
void printSequences(Console& console, const engine::SampleFacts& facts)
{
    console.out.line(fmt::format("data        {}: {}, {} steps of {} number{}, digest {}", oneLine(facts.file),
                                 facts.kind, grouped(facts.steps), grouped(facts.width), facts.width == 1 ? "" : "s",
                                 oneLine(facts.digest)));
    if (!facts.inputs.empty()) {
        console.out.line("inputs      " + oneLine(joined(facts.inputs, " ")));
    }
    if (facts.classes.empty()) {
        console.out.line(fmt::format("target      {}", facts.target.empty() ? "a number" : oneLine(facts.target)));
    } else {
        console.out.line(fmt::format("classes     {}: {}", facts.classes.size(), oneLine(joined(facts.classes, " "))));
    }
}

void printCheckpoint(Console& console, const engine::Checkpoint& checkpoint, const std::string& digest)
{
    console.out.line("digest      " + digest);
    const engine::DataKind& kind = engine::dataKindOf(checkpoint);
    console.out.line(fmt::format("trained     {} iterations, {}, on {}", grouped(checkpoint.iteration),
                                 durationInWords(checkpoint.seconds), oneLine(checkpoint.device)));
    if (std::isnan(checkpoint.bestValidationLoss)) {
        console.out.line("best        nothing was validated");
    } else {
        const double loss = checkpoint.bestValidationLoss;
        console.out.line(
            fmt::format("best        loss {:.4f}{}, at iteration {}", loss,
                        kind.lossPerUnit ? fmt::format(", {:.4f} bits per character", loss / std::numbers::ln2) : "",
                        grouped(checkpoint.bestIteration)));
    }
    if (kind.writes) {
        const engine::CorpusIdentity& text = checkpoint.corpus;
        console.out.line(fmt::format("text        {}, {} bytes, digest {}", oneLine(text.file), grouped(text.bytes),
                                     oneLine(text.digest)));
    } else {
        printSequences(console, checkpoint.sequences);
    }
    if (checkpoint.vocabulary.size() > 0) {
        console.out.line(fmt::format("vocabulary  {} characters: {}", checkpoint.vocabulary.size(),
                                     inWords(charactersOf(checkpoint.vocabulary))));
    }
    console.out.line("");
}

// As JSON
// --------------------------------------------------------------------------------------------------------------

Json toJson(const engine::LayerSizes& layer, const engine::Model& model)
{
    Json json = {{"name", layer.name}, {"type", layer.type}, {"line", layer.line}};
    json["inputs"] = jsonList(layer.inputs, &engine::Shape::extents);
    if (!layer.problem.empty()) {
        json["problem"] = layer.problem;
        return json;
    }
    json["outputs"] = jsonList(layer.sizes.outputs, &engine::Shape::extents);
    json["weights"] = jsonList(layer.sizes.weights, [](const engine::WeightSpec& weight) -> Json {
        return {{"name", weight.name}, {"shape", weight.shape.extents()}, {"axes", weight.axes}};
    });
    json["parameters"] = layer.parameters;
    json["activation_bytes"] = layer.activationBytes;
    json["gradient_bytes"] = layer.gradientBytes;
    json["flops_forward"] = layer.sizes.flopsForward;
    json["flops_backward"] = layer.sizes.flopsBackward;
    if (const std::optional<engine::RecurrentStack> stack = stackOf(layer, model)) {
        json["cell"] = stack->cell->name;
        json["stacked_layers"] = stack->layers;
        json["directions"] = stack->directions;
    }
    return json;
}

Json wireToJson(const engine::WireSizes& wire)
{
    return {{"blob", wire.blob},  {"from", wire.from},   {"output", wire.output},
            {"to", wire.to},      {"input", wire.input}, {"shape", wire.known ? Json(wire.shape.extents()) : Json()},
            {"bytes", wire.bytes}};
}

Json toJson(const engine::TrainingMemory& memory)
{
    return {{"weights", memory.weights},
            {"gradients", memory.gradients},
            {"history", memory.history},
            {"activations", memory.activations},
            {"activation_gradients", memory.activationGradients},
            {"workspace", memory.workspace},
            {"program", memory.program},
            {"total", memory.total()}};
}

Json dataOf(const engine::Checkpoint& checkpoint)
{
    const engine::SampleFacts& facts = checkpoint.sequences;
    if (facts.kind.empty()) {
        const engine::CorpusIdentity& text = checkpoint.corpus;
        return {{"file", text.file}, {"bytes", text.bytes}, {"digest", text.digest}};
    }
    return {{"file", facts.file},   {"digest", facts.digest}, {"kind", facts.kind},       {"steps", facts.steps},
            {"width", facts.width}, {"inputs", facts.inputs}, {"classes", facts.classes}, {"target", facts.target}};
}

Json toJson(const engine::Checkpoint& checkpoint)
{
    return {{"iteration", checkpoint.iteration},
            {"seconds", checkpoint.seconds},
            {"best_loss", checkpoint.bestValidationLoss},
            {"best_iteration", checkpoint.bestIteration},
            {"seed", checkpoint.seed},
            {"device", checkpoint.device},
            {"data", dataOf(checkpoint)},
            {"vocabulary", checkpoint.vocabulary.size()},
            {"characters", charactersOf(checkpoint.vocabulary)}};
}

/// What a picture says of what made it, apart from the net.
Json toJson(const engine::Provenance& made)
{
    Json json = Json::object();
    if (made.seed) {
        json["seed"] = *made.seed;
    }
    if (made.iteration) {
        json["iteration"] = *made.iteration;
    }
    if (made.checkpoint) {
        json["checkpoint"] = made.checkpoint->file;
        json["checkpoint_digest"] = made.checkpoint->digest;
    }
    return json;
}

Json toJson(const engine::RunMemory& run, const Subject& subject, const std::vector<engine::Sentence>& problems)
{
    const engine::SizeReport& report = run.sizes;
    Json json = {{"name", subject.model.name},
                 {"parameters", subject.isSettled ? Json(report.parameters) : Json()}, // as they will be trained
                 {"flops_forward", report.flopsForward},
                 {"flops_backward", report.flopsBackward},
                 {"memory", toJson(report.memory)},
                 {"memory_in_pieces", report.memory.inPieces},
                 {"device", run.device},
                 {"engine", run.engine},
                 {"engines", jsonList(subject.engines,
                                      [](const engine::LayerEngine& one) -> Json {
                                          return {{"layer", one.layer}, {"engine", one.engine}, {"why", one.why}};
                                      })},
                 {"rooms", jsonList(run.rooms,
                                    [](const engine::Room& room) -> Json {
                                        return {{"of", room.of},
                                                {"needed", room.needed},
                                                {"available", room.memory.available},
                                                {"total", room.memory.total}};
                                    })},
                 {"layers", jsonList(report.layers,
                                     [&](const engine::LayerSizes& layer) { return toJson(layer, subject.model); })},
                 {"wires", jsonList(report.wires, wireToJson)},
                 {"problems", problems},
                 {"notes", subject.notes}};
    if (subject.checkpoint) {
        json["checkpoint"] = toJson(*subject.checkpoint);
        json["checkpoint"]["digest"] = subject.digest;
    }
    if (subject.made) {
        json["made_by"] = toJson(*subject.made);
    }
    return json;
}

class InfoCommand : public Command {
public:
    explicit InfoCommand(CLI::App& app) : Command(app)
    {
        addValue(app, "FILE", m_file, "MODEL.prototxt|FILE.hamnet|PICTURE",
                 "A net as prototxt, a checkpoint, or a picture or text that Hamnet saved.")
            ->transform(fileOrSample)
            ->required();
        m_sizes.addTo(app, "the data that hamnet train would read.");
        addValue(app, "--solver", m_sizes.solver, "SOLVER.prototxt",
                 "The solver whose history counts in the memory. Default: <model>_solver.prototxt or "
                 "solver.prototxt beside the model, or the built-in one.");
        m_machine.addTo(app);
        app.add_flag("--unroll", m_unroll, "Also show how many layers each recurrent layer has when it is unrolled.");
        app.add_flag("--json", m_json, "Print all of it as one JSON object.");
    }

    ExitCode run(Console& console) override
    {
        Subject subject = subjectIn();
        const engine::SizeOptions sizes{.phase = m_sizes.layers(), .historyTensors = subject.historyTensors};
        const engine::RunMemory memory = memoryOf(subject, sizes);
        const engine::SizeReport& report = memory.sizes;
        const std::vector<engine::Sentence> problems = engine::checkModel(subject.model, subject.fileName, sizes);
        const std::vector<InnerNet> inner = m_unroll ? innerNets(report, subject.model) : std::vector<InnerNet>();
        if (m_json) {
            Json json = toJson(memory, subject, problems);
            if (m_unroll) {
                json["inner_nets"] = jsonList(inner, [](const InnerNet& net) -> Json {
                    return {{"layer", net.layer},           {"stack", net.stack.layers},
                            {"cell", net.stack.cell->name}, {"directions", net.stack.directions},
                            {"layers", net.layers},         {"layers_with_splits", net.withSplits}};
                });
            }
            printLine(console.out, json);
        } else {
            print(console, memory, subject, inner);
        }
        console.out.flush();
        for (const std::string& problem : problems) {
            console.note(problem);
        }
        return problems.empty() ? ExitCode::Done : ExitCode::BadInput;
    }

private:
    Subject subjectIn() const
    {
        Subject subject{.fileName = m_file};
        if (isCheckpoint(m_file)) {
            requireOwnSizes(m_file, m_sizes);
            subject.checkpoint = engine::loadCheckpoint(m_file);
            subject.digest = engine::netDigest(m_file);
            subject.model = engine::readModel(subject.checkpoint->model, m_file, std::nullopt, &subject.notes);
            subject.historyTensors = engine::historyTensors(engine::readSolver(subject.checkpoint->solver, m_file));
            return subject;
        }
        subject.model = sizedModel(m_file, m_sizes, &subject.notes);
        if (!m_sizes.vocabulary && m_sizes.data.empty()) {
            settle(subject);
        }
        const SolverSource solver = solverFor(m_file, m_sizes.solver);
        subject.historyTensors = engine::historyTensors(solver.settings);
        subject.made = provenanceOf(m_file);
        for (const std::vector<engine::Sentence>& notes :
             {solver.notes, engine::notesOnUnused(solver.settings), engine::notesOnCaffesDefaults(solver.settings)}) {
            subject.notes.insert(subject.notes.end(), notes.begin(), notes.end());
        }
        return subject;
    }

    /// Sizes the net as training does. Where the data are not there, or the net is no whole one, its sizes stay as
    /// written.
    void settle(Subject& subject) const
    {
        try {
            subject.model = sizedAsTrained(subject.model, m_file, &subject.notes);
        } catch (const engine::Error& error) {
            subject.isSettled = false;
            if (engine::checkModel(subject.model, subject.fileName, {}).empty()) { // else it says what is wrong
                subject.notes.push_back(
                    engine::say("sizes are as written, not as training sets them: %1; --data FILE names "
                                "other data",
                                error.sentence()));
            }
        }
    }

    /// By the engines of the device that training would take. One that is named is opened, so that its library tells.
    engine::RunMemory memoryOf(Subject& subject, const engine::SizeOptions& sizes) const
    {
        const MachineOptions& machine = m_machine;
        const engine::EngineWish wish = machine.wish();
        const auto on = [&](const engine::RunPlace& place) {
            engine::RunMemory memory = engine::runMemory(subject.model, sizes, place, wish);
            subject.engines = engine::layerEngines(subject.model, place, wish);
            for (const engine::Uncounted& layer : memory.uncounted) {
                subject.notes.push_back("only what the formula keeps is counted: " + layer.why);
            }
            return memory;
        };
        if (engine::folded(machine.device) != engine::folded("auto")) {
            const std::unique_ptr<engine::Device> device = machine.makeDevice(wish, &subject.notes);
            return on(engine::placeOf(*device));
        }
        try {
            return on(engine::placeFor(machine.deviceFor(wish), wish));
        } catch (const engine::UnavailableError& why) {
            subject.notes.push_back(std::string("the memory is counted for the CPU: ") + why.what());
            return on(engine::placeFor({.name = "cpu"}, wish));
        }
    }

    void print(Console& console, const engine::RunMemory& run, const Subject& subject,
               const std::vector<InnerNet>& inner) const
    {
        const engine::SizeReport& report = run.sizes;
        console.out.line(console.paint.bold(
            oneLine(engine::shortSentence(subject.model.name.empty() ? subject.fileName : subject.model.name))));
        for (const engine::Sentence& note : subject.notes) {
            console.out.line("note: " + oneLine(note));
        }
        if (subject.checkpoint) {
            printCheckpoint(console, *subject.checkpoint, subject.digest);
        }
        if (subject.made) {
            const Json json = toJson(*subject.made);
            std::vector<std::string> made;
            for (const auto& [key, value] : json.items()) {
                if (value != "") {
                    made.push_back(CLI::detail::find_and_replace(key, "_", " ") + " " +
                                   (value.is_string()    ? value.get<std::string>()
                                    : key == "iteration" ? grouped(value.get<std::int64_t>())
                                                         : value.dump()));
                }
            }
            console.out.write(made.empty() ? "" : "made with   " + oneLine(joined(made)) + "\n\n");
        }
        console.out.write(engine::aligned(engine::layersReport(
            report, [&](const engine::LayerSizes& layer) { return kindOf(layer, subject.model); })));
        console.out.line("");
        console.out.write(engine::aligned(engine::memoryReport(report.memory)));
        for (const std::string& line : engine::inWords(subject.engines)) {
            console.out.line("engine of " + oneLine(line));
        }
        printRooms(console, run);
        for (const InnerNet& net : inner) {
            console.out.line(fmt::format(
                "{}{} unrolls to {} layers, {} with its splits{}{}", &net == inner.data() ? "\n" : "",
                oneLine(net.layer), net.layers, net.withSplits, net.stack.isBidirectional() ? ", bidirectional" : "",
                net.stack.layers > 1 ? fmt::format(", for each of {} stacked layers", net.stack.layers) : ""));
        }
    }

    std::string m_file;
    SizedFor m_sizes;
    MachineOptions m_machine;
    bool m_unroll = false, m_json = false;
};

} // namespace

extern const CommandSpec infoCommand = {"info", "Show shapes, parameters, memory and work of a net.",
                                        R"(  hamnet info models/char_rnn_caffe.prototxt --vocabulary 65
  hamnet info models/char_rnn_caffe.prototxt --engine caffe --unroll
  hamnet info models/rows_lstm.prototxt --data mnist
  hamnet info my.hamnet --json)",
                                        make<InfoCommand>};

} // namespace cli
