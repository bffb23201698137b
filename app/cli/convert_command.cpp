// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/backends/cpu_backend.h"
#include "engine/data/batches.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/code/code.h"
#include "engine/formats/exchange/caffemodel.h"
#include "engine/formats/exchange/curves.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/solvers/solver.h"
#include "engine/training/measure/evaluation.h"
#include "engine/training/run/run.h"
#include "engine/training/run/solver_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

namespace cli {
namespace {

namespace fs = std::filesystem;

struct ConvertOptions {
    std::string in, out, model, solver, vocabulary, data, solverState;
    std::string style = "hamnet";
    bool fill = false, verbose = false, json = false, int8 = false;
    engine::GoOn goOn = {}; ///< false once a stop is requested
};

/// What the file is to hold, by its name.
engine::Content targetOf(const fs::path& file)
{
    using engine::Content;
    const engine::FileFormat* const format = engine::formatByName(file);
    if (!format || !format->writes || format->content == Content::Picture) { // hamnet draw makes pictures
        throw engine::Error(engine::say("%1 has none of the endings that can be written: %2", file.string(),
                                        engine::endingsOf({Content::Project, Content::Weights, Content::SolverState,
                                                           Content::Model, Content::Curve},
                                                          engine::FileUse::Write)));
    }
    return format->content;
}

/// Throws Error where the output is one of the files that are read, or may be.
void requireNoInput(const ConvertOptions& options)
{
    const fs::path text = options.data.empty() ? fs::path() : dataNamed(options.data, engine::kinds::text);
    const fs::path given = options.solver,
                   beside = engine::solverOf(options.model.empty() ? options.in : options.model);
    const std::vector<engine::InputFile> inputs = {{options.in, "the input"},
                                                   {options.model, "the model"},
                                                   {options.vocabulary, "the vocabulary"},
                                                   {text, "the text"},
                                                   {given.empty() ? beside : given, "the solver"},
                                                   {options.solverState, "the solver's state"}};
    engine::requireNoInput(options.out, inputs);
    if (const std::string_view second = engine::formatByName(options.out)->beside; !second.empty()) {
        engine::requireNoInput(fs::path(options.out).replace_extension(second), inputs);
    }
}

/// Throws Error where a checkpoint would replace what no conversion made: a run's, a project or anything else.
void requireNoRun(const fs::path& out)
{
    std::error_code unknown;
    if (!engine::holds(out, engine::Content::Project) || !fs::exists(out, unknown)) {
        return;
    }
    if (engine::isNoCheckpoint(out)) {
        throw engine::Error(out.string() + " exists and is no checkpoint, so no checkpoint replaces it; the output "
                                           "needs another name");
    }
    if (fs::file_size(out, unknown) > 0 && !engine::loadStructure(out).curve.empty()) {
        throw engine::Error(out.string() + " exists and is the checkpoint of a run, which is not replaced; the output "
                                           "needs another name");
    }
}

/// No option may be given in vain.
void requireUseful(const ConvertOptions& options)
{
    const bool fromCheckpoint = isCheckpoint(options.in);
    const std::pair<bool, std::string> inVain[] = {
        {options.int8 && engine::formatByName(options.out) != engine::formatByName("net.c"),
         "--int8 is for C, but OUT is " + options.out + "; it needs the ending .c"},
        {options.int8 && !fromCheckpoint,
         "--int8 is for checkpoints, but " + options.in + " is none; convert it to one first"},
        {options.int8 && options.data.empty(),
         "--int8 tells what it costs in loss and needs data for that: --data FILE, as hamnet evaluate takes it"},
        {fromCheckpoint && !(options.model + options.vocabulary).empty(),
         options.in + " is a checkpoint and has its net and vocabulary; --model and --vocabulary are for files that do "
                      "not"},
        {fromCheckpoint && !options.data.empty() && !options.int8,
         options.in + " is a checkpoint and has its text; --data is for files that do not, and for --int8"},
        {!engine::holds(options.out, engine::Content::Project) && !(options.solver + options.solverState).empty(),
         "--solver and --solverstate are for a checkpoint, but " + options.out + " is none"}};
    for (const auto& [isInVain, sentence] : inVain) {
        if (isInVain) {
            throw engine::Error(sentence);
        }
    }
}

// Reading
// -----------------------------------------------------------------------------------------------------------------

engine::PortableNet readSource(const ConvertOptions& options)
{
    engine::NetFileHints hints;
    if (!options.model.empty()) {
        hints.model = isCheckpoint(options.model)
                          ? engine::readModel(engine::loadCheckpoint(options.model).model, options.model)
                          : modelInStates(options.model, options.solver);
    }
    if (!options.vocabulary.empty()) {
        hints.vocabulary = engine::readVocabulary(
            options.vocabulary, hints.model ? engine::dataSettings(*hints.model).encoding : engine::Encoding::Bytes);
    }
    if (!options.data.empty()) {
        hints.characters = [text = dataNamed(options.data, engine::kinds::text),
                            goOn = options.goOn](const engine::Model& model) {
            return engine::Corpus(text, engine::dataSettings(model).encoding, goOn).vocabulary();
        };
    }
    try {
        return engine::readNet(options.in, hints);
    } catch (const engine::ModelWanted& error) {
        throw engine::Error(std::string(error.what()) + ": --model FILE");
    }
}

// Rounding to 8 bits
// ---------------------------------------------------------------------------------------------------------------

/// What rounding costs, on the part of the data that hamnet evaluate takes.
struct Int8Cost {
    engine::code::Int8Matrices matrices;
    std::string split;
    double before = 0, after = 0;
};

/// Rounds the net's weights, and measures the loss that `lossOf` tells before and after.
template <typename Measure>
Int8Cost costOf(engine::PortableNet& net, const TrainedModel& trained, const std::string& split, const Measure& lossOf)
{
    Int8Cost cost{.matrices = {}, .split = split, .before = lossOf()};
    cost.matrices = engine::code::roundToInt8(net);
    trained.weights->write(net.weights);
    cost.after = lossOf();
    return cost;
}

/// The net is the one in the file.
Int8Cost roundWeights(Console& console, engine::PortableNet& net, const ConvertOptions& options)
{
    static_cast<void>(engine::code::printC(net, "net")); // refuses before the data are read
    const TrainedModel trained = loadTrained(options.in, {.engine = "default"});
    console.remarks(trained.notes);
    if (!engine::dataKindOf(trained.checkpoint).answersEachStep) {
        const SequencePart part = readPart(
            trained, {.data = options.data, .splits = heldOutSplits(), .answers = engine::Answers::Read}, options.goOn);
        console.remarks(part.samples().remarks);
        remarkOnSplit(console, {}, part.split);
        return costOf(net, trained, part.split, [&] { return measure(trained, part, options.goOn).loss; });
    }
    const TextPart part = textPart(console, trained.checkpoint, options.data, {}, options.goOn);
    remarkOnOtherText(console, part, trained.checkpoint);
    return costOf(net, trained, part.split, [&] {
        engine::Evaluator evaluator(trained.model, *trained.weights, trained.checkpoint.vocabulary.size(), trained.wish,
                                    engine::Evaluator::batchFor(part.text, part.range, engine::Evaluator::all));
        const engine::EvaluationReport report =
            orStopped(evaluator.evaluate(part.text, part.range, engine::Evaluator::all, options.goOn));
        requireFinite(report, part);
        return report.loss;
    });
}

// Writing checkpoints
// -----------------------------------------------------------------------------------------------------

/// As training draws them, for what the file lacks.
void fillMissing(engine::PortableNet& net, engine::Device& device)
{
    const std::vector<std::string> missing = engine::missingWeights(net);
    for (engine::NamedTensor& tensor : engine::WeightStore(net.model, device, 1).read()) {
        if (std::ranges::find(missing, tensor.name) != missing.end()) {
            net.report.notes.push_back("weight " + tensor.name + " is initialized by its filler");
            net.weights.push_back(std::move(tensor));
        }
    }
}

/// Of a run before its first iteration, which knows no text yet; what it remembers is all zero.
engine::Checkpoint untrained(const engine::PortableNet& net, const engine::SolverSettings& settings,
                             engine::Device& device)
{
    engine::WeightStore store(net.model, device, 1);
    store.write(net.weights);
    const engine::DataSettings data = engine::dataSettings(net.model);
    return {.model = engine::writeModel(net.model),
            .solver = engine::writeSolver(settings),
            .vocabulary = net.vocabulary.value_or(engine::Vocabulary()),
            .corpus = {.file = {}, .digest = {}, .bytes = 0, .fractions = data.fractions, .order = data.order},
            .engine = {},
            .device = device.name(),
            .precision = std::string(engine::nameOf(device.precision())),
            .seed = engine::seedOf(settings),
            .weights = store.read(),
            .history = engine::Solver(settings, store).history(),
            .state = {},
            .cursor = {},
            .bestValidationLoss = std::numeric_limits<double>::quiet_NaN(),
            .curve = {},
            .samples = {},
            .sequences = net.sequences.value_or(engine::SampleFacts())};
}

/// So that hamnet train --resume starts at the text's beginning.
void addText(engine::Checkpoint& checkpoint, const engine::Model& model, const engine::Corpus& corpus)
{
    const engine::DataSettings data = engine::dataSettings(model);
    const engine::DataWiring input = engine::requiredWiring(model, engine::Phase::Train, engine::kinds::text);
    checkpoint.corpus.file = corpus.file().string();
    checkpoint.corpus.digest = corpus.digest();
    checkpoint.corpus.bytes = corpus.bytes();
    checkpoint.cursor =
        engine::Batches(corpus, corpus.range(engine::Split::Train, data.fractions),
                        {.order = data.order, .steps = input.steps, .streams = input.streams, .seed = checkpoint.seed})
            .cursor();
}

engine::Checkpoint checkpointOf(engine::PortableNet& net, const ConvertOptions& options, engine::Device& device)
{
    const SolverSource solver = solverFor(options.model.empty() ? options.in : options.model, options.solver);
    net.report.notes.insert(net.report.notes.end(), solver.notes.begin(), solver.notes.end());
    engine::Checkpoint checkpoint = untrained(net, solver.settings, device);
    if (!options.data.empty() && !net.sequences) {
        addText(checkpoint, net.model,
                engine::Corpus(dataNamed(options.data, engine::kinds::text), *net.vocabulary, options.goOn));
    }
    checkpoint.iteration = net.iteration;
    if (!options.solverState.empty()) {
        engine::takeSolverState(checkpoint, net.model, options.solverState);
    }
    return checkpoint;
}

engine::WriteStyle styleNamed(const std::string& name)
{
    return name == "bvlc"      ? engine::WriteStyle::StrictBvlc
           : name == "mycaffe" ? engine::WriteStyle::MyCaffe
                               : engine::WriteStyle::Hamnet;
}

std::int64_t numbersIn(const engine::PortableNet& net)
{
    std::int64_t numbers = 0;
    for (const engine::NamedTensor& tensor : net.weights) {
        numbers += static_cast<std::int64_t>(tensor.values.size());
    }
    return numbers;
}

class ConvertCommand : public Command {
public:
    explicit ConvertCommand(CLI::App& app) : Command(app)
    {
        using engine::Content;
        const auto endings = [](std::initializer_list<Content> contents,
                                engine::FileUse use = engine::FileUse::Write) -> std::string {
            return engine::endingsOf(contents, use);
        };
        addValue(app, "IN", m_options.in, "FILE",
                 "The input: a net with its weights, or weights alone (" +
                     endings({Content::Project, Content::Weights}, engine::FileUse::Read) + ").")
            ->required();
        addValue(app, "OUT", m_options.out, "FILE",
                 "The output, by its ending: a net (" + endings({Content::Project, Content::Weights}) +
                     "), the net without its weights (" + endings({Content::Model}) + "), the solver's state (" +
                     endings({Content::SolverState}) + "), the curves (" + endings({Content::Curve}) + ").")
            ->required();
        addValue(app, "--model", m_options.model, "MODEL.prototxt|FILE.hamnet",
                 "The net of the weights, if IN does not contain it.");
        addValue(app, "--vocabulary", m_options.vocabulary, "FILE",
                 "The net's vocabulary, if IN does not contain it: a file with each character once, in the order "
                 "of their indices, or another file of Hamnet that contains it.");
        addValue(app, "--data", m_options.data, dataFile,
                 "The text that the net was trained on: gives the vocabulary, and with a checkpoint as OUT, "
                 "hamnet train --resume continues training on it. With --int8 the data to evaluate on.");
        addValue(app, "--solver", m_options.solver, "SOLVER.prototxt",
                 "The solver to resume a checkpoint with. Default: the one that hamnet train finds for the model.");
        addValue(app, "--solverstate", m_options.solverState, "FILE",
                 "Caffe's .solverstate of IN: its iteration and history go into the checkpoint.");
        addChoice(app, "--style", m_options.style, "The dialect of the prototxt to write.",
                  {"hamnet", "bvlc", "mycaffe"});
        app.add_flag("--fill", m_options.fill, "Initialize weights that IN lacks by their fillers.");
        app.add_flag("--int8", m_options.int8,
                     "Of a C file: write matrices as integers of 8 bits, each row with a scale, and tell what that "
                     "costs in loss on --data.");
        app.add_flag("--verbose", m_options.verbose, "One line for each tensor: from where, to where, its shape.");
        app.add_flag("--json", m_options.json, "Print the report as one JSON object.");
    }

    ExitCode run(Console& console) override
    {
        const Interrupt interrupt;
        m_options.goOn = interrupt.goOn();
        const engine::Content target = targetOf(m_options.out);
        requireNoInput(m_options);
        requireNoRun(m_options.out);
        requireUseful(m_options);
        engine::PortableNet net = readSource(m_options);
        const std::optional<Int8Cost> cost =
            m_options.int8 ? std::optional(roundWeights(console, net, m_options)) : std::nullopt;
        engine::TransferReport report;
        const std::string written = write(target, net, report);
        report.notes.insert(report.notes.begin(), net.report.notes.begin(), net.report.notes.end());
        report.skipped.insert(report.skipped.begin(), net.report.skipped.begin(), net.report.skipped.end());
        if (report.moved.empty()) {
            report.moved = net.report.moved;
        }
        print(console, net, report, written, cost);
        return ExitCode::Done;
    }

private:
    /// What it wrote, in words.
    std::string write(engine::Content target, engine::PortableNet& net, engine::TransferReport& report) const
    {
        using engine::Content;
        switch (target) {
        case Content::Model:
            engine::writeFileBytes(m_options.out,
                                   engine::writeModel(net.model, styleNamed(m_options.style), &report.notes));
            return fmt::format("{} layers", net.model.layers.size());
        case Content::SolverState:
            engine::writeCaffeSolverState(m_options.out, net, m_options.in);
            return fmt::format("{} tensors of the solver, iteration {}", net.checkpoint->history.size(),
                               grouped(net.iteration));
        case Content::Curve: {
            if (!net.checkpoint) {
                throw engine::Error(m_options.in + " has no curves; use a checkpoint of Hamnet");
            }
            const auto saved = std::chrono::file_clock::to_sys(fs::last_write_time(m_options.in)).time_since_epoch();
            const double end = std::chrono::duration<double>(saved).count();
            engine::writeCurve(m_options.out, net.checkpoint->curve.points(), end - net.checkpoint->seconds);
            return fmt::format("{} points", grouped(static_cast<std::int64_t>(net.checkpoint->curve.size())));
        }
        default:
            writeNet(net, report);
            return fmt::format("{} tensors, {} numbers", net.weights.size(), grouped(numbersIn(net)));
        }
    }

    void writeNet(engine::PortableNet& net, engine::TransferReport& report) const
    {
        engine::CpuDevice device(engine::cpuBackend(), 1);
        if (m_options.fill) {
            fillMissing(net, device);
        }
        engine::requireAllWeights(net, "; with --fill they are initialized by their fillers");
        if (engine::holds(m_options.out, engine::Content::Project)) {
            writeCheckpoint(net, device);
        } else if (m_options.int8) {
            engine::writeFileBytes(m_options.out,
                                   engine::code::printInt8C(net, fs::path(m_options.out).stem().string()));
        } else {
            engine::writeNet(m_options.out, net, report);
        }
    }

    void writeCheckpoint(engine::PortableNet& net, engine::Device& device) const
    {
        if (net.checkpoint) {
            throw engine::Error(m_options.in + " is already a checkpoint");
        }
        requireKnown(net);
        engine::saveCheckpoint(m_options.out, checkpointOf(net, m_options, device));
        if (net.sequences) {
            net.report.notes.push_back("the checkpoint has no data: hamnet evaluate and predict can use it, hamnet "
                                       "train --init-weights starts from it");
        } else if (m_options.data.empty()) {
            net.report.notes.push_back("the checkpoint has no text: hamnet generate and evaluate can use it, hamnet "
                                       "train --init-weights starts from it; with --data FILE it could be resumed");
        }
    }

    /// Throws Error where a checkpoint could not tell what its net reads.
    void requireKnown(const engine::PortableNet& net) const
    {
        const bool writes = engine::dataKindOf(net.model).writes;
        if (!writes && !net.sequences) {
            throw engine::Error(m_options.in +
                                " does not say which sequences its net was trained on, as files written by Hamnet "
                                "do; hamnet train --init-weights starts from its weights");
        }
        if (!writes && !m_options.data.empty()) {
            throw engine::Error("--data is the text that a net was trained on, but that of " + m_options.in +
                                " learned sequences");
        }
        if (writes && !net.vocabulary) {
            throw engine::Error(m_options.in +
                                " does not contain its vocabulary; give --vocabulary FILE or --data FILE");
        }
    }

    void print(Console& console, const engine::PortableNet& net, const engine::TransferReport& report,
               const std::string& written, const std::optional<Int8Cost>& cost) const
    {
        if (m_options.json) {
            printJson(console, net, report, cost);
            return;
        }
        for (const engine::TensorMove& move : m_options.verbose ? report.moved : std::vector<engine::TensorMove>()) {
            console.out.line(oneLine(fmt::format("{} -> {}  {}", move.from, move.to, engine::toString(move.shape))));
        }
        console.out.line(oneLine(fmt::format("{}: {}, from {}", m_options.out, written, m_options.in)));
        if (cost) {
            console.out.line(fmt::format(
                "loss on the split \"{}\": {:.4f} with float weights, {:.4f} with {} of {} matrices in 8 bits",
                cost->split, cost->before, cost->after, cost->matrices.rounded, cost->matrices.all));
        }
        console.out.flush();
        console.remarks(report.notes);
        for (const std::string& skipped : report.skipped) {
            console.note("skipped: " + skipped);
        }
    }

    void printJson(Console& console, const engine::PortableNet& net, const engine::TransferReport& report,
                   const std::optional<Int8Cost>& cost) const
    {
        Json json = {{"in", m_options.in},           {"out", m_options.out},     {"iteration", net.iteration},
                     {"parameters", numbersIn(net)}, {"tensors", Json::array()}, {"notes", report.notes},
                     {"skipped", report.skipped}};
        for (const engine::TensorMove& move : report.moved) {
            json["tensors"].push_back({{"from", move.from}, {"to", move.to}, {"shape", move.shape.extents()}});
        }
        if (cost) {
            json["split"] = cost->split;
            json["loss"] = cost->before;
            json["loss_int8"] = cost->after;
            json["int8_matrices"] = cost->matrices.rounded;
            json["matrices"] = cost->matrices.all;
        }
        printLine(console.out, json);
    }

    ConvertOptions m_options;
};

} // namespace

extern const CommandSpec convertCommand = {"convert", "Import nets and weights from other programs, and export them.",
                                           R"(  hamnet convert my.hamnet my.caffemodel
  hamnet convert my.hamnet my_net.prototxt --style bvlc
  hamnet convert my.hamnet my.safetensors --verbose
  hamnet convert my.hamnet my.onnx
  hamnet convert my.hamnet my.c
  hamnet convert my.hamnet my.c --int8 --data my_text.txt
  hamnet convert my.hamnet curves.csv
  hamnet convert their.caffemodel mine.hamnet --model their.prototxt --vocabulary vocabulary_62.txt
  hamnet convert their.mycaffemodel mine.hamnet --model their.prototxt --data their_text.txt)",
                                           make<ConvertCommand>};

} // namespace cli
