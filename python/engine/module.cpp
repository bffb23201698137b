// SPDX-License-Identifier: GPL-3.0-or-later
// The module hamnet._engine, which the package's Python calls. Values cross as JSON where the engine writes them so.
#include "python/engine/sequences.h"
#include "python/engine/trained.h"
#include "python/engine/training.h"

#include "engine/backends/device_group.h"
#include "engine/drawing/net_drawing.h"
#include "engine/drawing/svg.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/curve.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/size_report.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_description.h"
#include "engine/training/run/run_specs.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace python {
namespace {

using Json = nlohmann::ordered_json;

template <typename Number, std::size_t axes>
using Array = nb::ndarray<const Number, nb::ndim<axes>, nb::c_contig, nb::device::cpu>;

template <typename Number>
nb::ndarray<nb::numpy, Number> toNumpy(std::vector<Number> numbers, const std::vector<std::size_t>& shape)
{
    auto* const owned = new std::vector<Number>(std::move(numbers));
    const nb::capsule owner(owned, [](void* memory) noexcept { delete static_cast<std::vector<Number>*>(memory); });
    return {owned->data(), shape.size(), shape.data(), owner};
}

std::string text(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// True until Ctrl-C, which is looked for ten times a second; then it throws KeyboardInterrupt, or what else a handler
/// of signals has raised.
engine::GoOn untilInterrupted()
{
    return [next = std::chrono::steady_clock::time_point()]() mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now >= next) {
            next = now + std::chrono::milliseconds(100);
            const nb::gil_scoped_acquire held;
            if (PyErr_CheckSignals() != 0) {
                throw nb::python_error();
            }
        }
        return true;
    };
}

/// Settings of a run as JSON.
engine::Params settingsIn(const std::string& json)
{
    return engine::runIn("{\"settings\":" + json + "}", "settings").settings;
}

// Nets
// ---------------------------------------------------------------------------------------------------------------------

/// The net as it is written, and the solver beside its file; without a file, that of a new net.
std::pair<std::string, std::string> readNet(const std::string& netText, const std::string& file)
{
    const engine::Model model = file.empty() ? engine::readModel(netText, "the net") : engine::readModelFile(file);
    if (model.layers.empty()) {
        throw engine::Error(engine::say("%1: has no layers, but a net with layer { ... } is wanted",
                                        file.empty() ? std::string("the net") : file));
    }
    const std::filesystem::path solver = file.empty() ? std::filesystem::path() : engine::solverOf(file);
    return {engine::writeModel(model),
            engine::writeSolver(solver.empty() ? engine::solverOfNewNet() : engine::readSolverFile(solver))};
}

std::string readSolver(const std::string& solver, const std::string& file)
{
    return engine::writeSolver(file.empty() ? engine::readSolver(solver, "the solver") : engine::readSolverFile(file));
}

std::string inOneLine(std::string text)
{
    std::ranges::replace(text, '\n', ' ');
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

/// Of what was typed in Python. Throws Error for a setting that its layer, or the solver, does not have: a prototxt
/// file may be another program's and keeps it. Either may be empty.
void requireKnown(const std::string& net, const std::string& solver)
{
    for (const engine::Layer& layer : engine::readModel(net, "the net").layers) {
        if (!layer.unknown.empty()) {
            throw engine::Error(
                engine::say("layer %1: %2 has no setting %3", layer.name, layer.type, inOneLine(layer.unknown)));
        }
    }
    if (const std::string unknown = engine::readSolver(solver, "the solver").unknown; !unknown.empty()) {
        throw engine::Error(engine::say("a solver has no setting %1", inOneLine(unknown)));
    }
}

/// What the net learns from: "text" or "sequences", and of sequences whether an answer is a class.
std::pair<std::string, bool> learnsFrom(const std::string& net)
{
    const engine::Model model = engine::readModel(net, "the net");
    const engine::DataKind& kind = engine::dataKindOf(model);
    return {std::string(kind.writes ? engine::kinds::text.name : engine::kinds::sequences.name),
            !kind.writes && engine::sampleWiring(model, engine::Phase::Train).answer == engine::Answer::Classes};
}

std::string ownData(const std::string& net, const std::string& folder)
{
    const engine::Model model = engine::readModel(net, "the net");
    const std::filesystem::path named = engine::dataNamedBy(model, folder);
    return (named.empty() ? engine::ownDataFor(model) : named).string();
}

std::string withTarget(const std::string& net, const std::string& column)
{
    return engine::writeModel(engine::withTableSetting(engine::readModel(net, "the net"), "target", column));
}

std::string svg(const std::string& net)
{
    return engine::svgOf(engine::netDrawing(engine::readModel(net, "the net")));
}

std::string sizes(const std::string& net)
{
    const engine::SizeReport report = engine::sizeReport(engine::readModel(net, "the net"));
    Json layers = Json::array();
    for (const engine::LayerSizes& layer : report.layers) {
        Json outputs = Json::array();
        for (const engine::Shape& shape : layer.sizes.outputs) {
            outputs.push_back(shape.extents());
        }
        layers.push_back({{"layer", layer.name},
                          {"type", layer.type},
                          {"output", std::move(outputs)},
                          {"parameters", layer.parameters},
                          {"problem", layer.problem}});
    }
    return text({{"layers", std::move(layers)}, {"parameters", report.parameters}, {"problems", report.problems}});
}

std::vector<std::pair<std::string, std::string>> runSettings()
{
    std::vector<std::pair<std::string, std::string>> all;
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        all.emplace_back(spec.param.key, engine::trainHelpOf(spec));
    }
    return all;
}

// Sequences
// ---------------------------------------------------------------------------------------------------------------------

/// Arrays that Python keeps until the net has read them.
struct Sequences {
    Array<float, 2> values;
    Array<std::int32_t, 1> lengths;
    Array<double, 1> answers;
    std::vector<std::string> classes;

    Arrays arrays() const
    {
        return {.values = {values.data(), values.size()},
                .width = static_cast<std::int64_t>(values.shape(1)),
                .lengths = {lengths.data(), lengths.size()},
                .answers = {answers.data(), answers.size()},
                .classes = classes};
    }
};

std::unique_ptr<Training> startTraining(const std::string& description, const Sequences* sequences)
{
    engine::RunDescription run = engine::runIn(description, "train()");
    if (const auto device = run.settings.find("device"); device != run.settings.end()) {
        const std::string& names = std::get<std::string>(device->second);
        if (names.find(',') != std::string::npos || engine::devicesIn(names).size() > 1) {
            throw engine::Error("one device trains a net from Python; hamnet train takes several");
        }
    }
    std::optional<engine::Samples> samples;
    if (sequences != nullptr) {
        samples = samplesFor(run.model, sequences->arrays());
    }
    return std::make_unique<Training>(std::move(run), std::move(samples));
}

/// Nothing: no event has come yet. Empty: the run has ended.
std::optional<std::string> nextEvent(Training& training)
{
    if (PyErr_CheckSignals() != 0) { // before an event is taken, which would be lost
        throw nb::python_error();
    }
    Training::Next next;
    {
        const nb::gil_scoped_release released;
        next = training.next();
    }
    return next == Training::Next::NotYet  ? std::nullopt
           : next == Training::Next::Event ? std::optional(training.event())
                                           : std::optional(std::string());
}

// Trained nets
// ---------------------------------------------------------------------------------------------------------------------

/// What a checkpoint knows besides its numbers.
std::string facts(const Trained& trained)
{
    const engine::Checkpoint& checkpoint = trained.checkpoint();
    Json characters = Json::array();
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(checkpoint.vocabulary.size()); ++id) {
        characters.push_back(checkpoint.vocabulary.textOf(id));
    }
    return text({{"iteration", checkpoint.iteration},
                 {"seconds", checkpoint.seconds},
                 {"seed", checkpoint.seed},
                 {"device", checkpoint.device},
                 {"precision", checkpoint.precision},
                 {"best_loss", checkpoint.bestValidationLoss},
                 {"best_iteration", checkpoint.bestIteration},
                 {"kind", engine::dataKindOf(checkpoint).name},
                 {"classes", checkpoint.sequences.classes},
                 {"steps", checkpoint.sequences.steps},
                 {"width", checkpoint.sequences.width},
                 {"characters", characters}});
}

nb::dict curve(const Trained& trained)
{
    const engine::Checkpoint& checkpoint = trained.checkpoint();
    const engine::Curve& curve = checkpoint.curve;
    const std::size_t size = curve.size();
    nb::dict columns;
    std::vector<std::int64_t> iterations(size);
    for (std::size_t index = 0; index < size; ++index) {
        iterations[index] = curve.iteration(index);
    }
    columns["iteration"] = toNumpy(std::move(iterations), {size});
    for (std::size_t column = 0; column < engine::curveColumns; ++column) {
        std::vector<double> numbers(size);
        for (std::size_t index = 0; index < size; ++index) {
            numbers[index] = curve.at(column, index);
        }
        columns[std::string(engine::curveFields[column].key).c_str()] = toNumpy(std::move(numbers), {size});
    }
    const auto empty = [&] { return std::vector<double>(size, std::numeric_limits<double>::quiet_NaN()); };
    std::map<std::string, std::vector<double>> measured = {{"validation_loss", empty()}};
    for (const engine::Curve::Validation& validation : curve.validations()) {
        measured["validation_loss"][validation.index] = validation.loss;
    }
    for (const engine::MetricPoint& point : checkpoint.metrics) {
        const std::size_t before = curve.countUntil(point.iteration);
        if (before > 0) {
            measured.try_emplace(point.name, empty()).first->second[before - 1] = point.value;
        }
    }
    for (auto& [name, numbers] : measured) {
        columns[name.c_str()] = toNumpy(std::move(numbers), {size});
    }
    return columns;
}

nb::dict weights(const Trained& trained)
{
    nb::dict all;
    for (const engine::NamedTensor& tensor : trained.checkpoint().weights) {
        const std::vector<std::int64_t>& extents = tensor.shape.extents();
        all[tensor.name.c_str()] = toNumpy(tensor.values, {extents.begin(), extents.end()});
    }
    return all;
}

void save(const Trained& trained, const std::string& file)
{
    if (engine::isNoCheckpoint(file)) {
        throw engine::Error(file + " exists and is no checkpoint, and only a checkpoint is replaced; choose another "
                                   "name");
    }
    engine::saveCheckpoint(file, trained.checkpoint());
}

/// As `hamnet convert` does: the name says the language.
void writeCode(const Trained& trained, const std::string& file)
{
    const engine::Checkpoint& checkpoint = trained.checkpoint();
    engine::PortableNet net{.model = trained.model(), .weights = checkpoint.weights, .iteration = checkpoint.iteration};
    if (checkpoint.vocabulary.size() > 0) {
        net.vocabulary = checkpoint.vocabulary;
    }
    if (!checkpoint.sequences.kind.empty()) {
        net.sequences = checkpoint.sequences;
    }
    engine::TransferReport report;
    engine::writeNet(file, net, report);
}

nb::bytes writeText(Trained& trained, const std::string& settings)
{
    const Json json = Json::parse(settings);
    engine::SamplingSettings sampling{.prompt = json.at("prompt"),
                                      .length = json.at("length"),
                                      .temperature = json.at("temperature"),
                                      .topK = json.at("top_k"),
                                      .topP = json.at("top_p"),
                                      .seed = json.at("seed"),
                                      .stop = json.at("stop")};
    std::string written;
    {
        const nb::gil_scoped_release released;
        written = trained.write(sampling, untilInterrupted());
    }
    return nb::bytes(written.data(), written.size());
}

AskedSamples asked(const Trained& trained, const nb::object& data, const std::string& split)
{
    if (nb::isinstance<Sequences>(data)) {
        return trained.read(samplesOf(nb::cast<const Sequences&>(data).arrays()), split);
    }
    const std::string file = nb::cast<std::string>(data);
    const nb::gil_scoped_release released;
    return trained.read(file, split, untilInterrupted());
}

std::string evaluate(Trained& trained, const nb::object& data, const std::string& split)
{
    if (engine::dataKindOf(trained.checkpoint()).writes && !nb::isinstance<Sequences>(data)) {
        const std::string file = nb::cast<std::string>(data);
        const nb::gil_scoped_release released;
        return trained.evaluateText(file, split, untilInterrupted());
    }
    const AskedSamples samples = asked(trained, data, split);
    const nb::gil_scoped_release released;
    return trained.evaluate(samples, untilInterrupted());
}

/// Predictions, chances of the classes, and of what a file holds where each is from: names and texts.
nb::tuple predict(Trained& trained, const nb::object& data, const std::string& split)
{
    const AskedSamples samples = asked(trained, data, split);
    Predictions result;
    {
        const nb::gil_scoped_release released;
        result = trained.predict(samples, untilInterrupted());
    }
    nb::dict origins;
    for (const engine::OriginColumn& origin : samples.data.origins) {
        std::vector<std::string> texts;
        for (const std::int32_t sample : samples.chosen) {
            texts.push_back(origin.text(sample));
        }
        origins[origin.name.c_str()] = nb::make_tuple(origin.ofNumbers, texts);
    }
    const std::size_t count = result.predicted.size(), classes = count > 0 ? result.chances.size() / count : 0;
    return nb::make_tuple(toNumpy(std::move(result.predicted), {count}),
                          toNumpy(std::move(result.chances), {count, classes}), origins);
}

} // namespace
} // namespace python

NB_MODULE(_engine, module)
{
    using namespace python;
    nb::exception<engine::Error> error(module, "Error");
    error.doc() = "What the engine refuses, or fails at: one sentence that says what was found and what is wanted.";

    module.def("read_net", readNet, "text"_a, "file"_a);
    module.def("read_solver", readSolver, "text"_a, "file"_a);
    module.def("require_known", requireKnown, "net"_a, "solver"_a);
    module.def("learns_from", learnsFrom, "net"_a);
    module.def("own_data", ownData, "net"_a, "folder"_a);
    module.def("with_target", withTarget, "net"_a, "column"_a);
    module.def("svg", svg, "net"_a);
    module.def("sizes", sizes, "net"_a);
    module.def("run_settings", runSettings);

    nb::class_<Sequences>(module, "Sequences")
        .def(
            "__init__",
            [](Sequences* self, Array<float, 2> values, Array<std::int32_t, 1> lengths, Array<double, 1> answers,
               std::vector<std::string> classes) {
                new (self) Sequences{std::move(values), std::move(lengths), std::move(answers), std::move(classes)};
            },
            "values"_a, "lengths"_a, "answers"_a, "classes"_a);

    nb::class_<Training>(module, "Training")
        .def("next", nextEvent)
        .def("stop", &Training::stop)
        .def_prop_ro("warning", &Training::warning);
    module.def("start", startTraining, "description"_a, "sequences"_a.none());

    nb::class_<Trained>(module, "Trained")
        .def_static(
            "load",
            [](const std::string& file, const std::string& settings) {
                return std::make_unique<Trained>(engine::loadCheckpoint(file), settingsIn(settings));
            },
            "file"_a, "settings"_a)
        .def_static(
            "of",
            [](Training& training, const std::string& settings) {
                return std::make_unique<Trained>(training.result(), settingsIn(settings));
            },
            "training"_a, "settings"_a)
        .def_prop_ro("net", [](const Trained& trained) { return trained.checkpoint().model; })
        .def_prop_ro("solver", [](const Trained& trained) { return trained.checkpoint().solver; })
        .def_prop_ro("facts", facts)
        .def(
            "data",
            [](const Trained& trained, const std::string& file) {
                return engine::dataOfCheckpoint(trained.checkpoint(), file).string();
            },
            "file"_a)
        .def("curve", curve)
        .def("weights", weights)
        .def("save", save, "file"_a)
        .def("write_code", writeCode, "file"_a)
        .def("write", writeText, "settings"_a)
        .def("evaluate", evaluate, "data"_a, "split"_a)
        .def("predict", predict, "data"_a, "split"_a);
}
