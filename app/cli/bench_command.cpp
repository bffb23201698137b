// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/comparison_report.h"
#include "app/cli/contenders.h"
#include "app/cli/interrupt.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "app/contest/comparison.h"
#include "app/contest/net_variants.h"
#include "engine/backends/layer_engines.h"
#include "engine/devices/device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/open_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace cli {
namespace {

/// A char-RNN of a size that others publish figures for.
struct StandardShape {
    std::int64_t steps, streams, layers, units;
};
constexpr StandardShape standardShapes[] = {{75, 25, 2, 512}, {50, 50, 2, 128}};

constexpr std::int64_t embedWidth = 15;

/// EMBED, LSTM, INNERPRODUCT, without dropout: what tests/bench/peers measures too.
std::string standardText(const StandardShape& shape)
{
    return fmt::format(R"(layer {{ name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param {{ time_steps: {} batch_size: {} }} }}
layer {{ name: "embed" type: "Embed" bottom: "data" top: "embed" embed_param {{ input_dim: 1 num_output: {} weight_filler {{ type: "xavier" }} }} }}
layer {{ name: "memory" type: "LSTM" bottom: "embed" bottom: "clip" top: "memory"
  recurrent_param {{ num_output: {} num_layers: {} weight_filler {{ type: "uniform" min: -0.05 max: 0.05 }} }} }}
layer {{ name: "scores" type: "InnerProduct" bottom: "memory" top: "scores"
  inner_product_param {{ num_output: 1 axis: 2 weight_filler {{ type: "xavier" }} }} }}
layer {{ name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param {{ axis: 2 }} }}
)",
                       shape.steps, shape.streams, embedWidth, shape.units, shape.layers);
}

/// The standard net with another cell. One that reads backward has seen the next character, so it is asked for the
/// characters that it reads, window by window: the same work.
engine::Model standardModel(const StandardShape& shape, const std::string& cell)
{
    engine::Model model = contest::withCell(engine::readModel(standardText(shape), "the standard net"), cell);
    if (std::ranges::any_of(model.layers, engine::readsBackwardToo)) {
        engine::Layer& text = model.layers.front();
        text.params.insert_or_assign("order", std::string("WINDOWS"));
        model.layers.back().bottoms.back() = text.tops.front();
    }
    return model;
}

struct BenchOptions : ComparedOptions {
    std::string cell = "lstm";
    double seconds = 4;
    bool choose = false;
};

class BenchCommand : public Command {
public:
    explicit BenchCommand(CLI::App& app) : Command(app)
    {
        CLI::Option* const model = addValue(app, "MODEL", m_options.model, modelFile,
                                            "The net, as prototxt. Default: char-RNNs of two standard sizes (2 x "
                                            "512 units, 25 streams of 75 characters; 2 x 128 units, 50 of 50).")
                                       ->transform(fileOrSample);
        addValue(app, "--cell", m_options.cell, braced(contest::cellNames()),
                 "The cell of the built-in nets; rnn is the one with tanh. One that is "
                 "bidirectional restores the characters that it reads and "
                 "writes no text; cell:NAME: a cell of the library or a file with equations.")
            ->capture_default_str()
            ->excludes(model)
            ->transform(CLI::Validator(
                [](std::string& name) {
                    try {
                        name = contest::cellName(name);
                        return std::string();
                    } catch (const engine::Error& error) {
                        return std::string(error.what());
                    }
                },
                ""));
        m_options.addNet(app, model);
        addValue(app, "--seconds", m_options.seconds, "S",
                 "How long to train each net on each engine; writing a text, or predicting the held-out "
                 "sequences, takes half of it more.")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .lowerEnd = LowerEnd::Open}));
        app.add_flag("--choose", m_options.choose,
                     "Print for each recurrent layer which engine DEFAULT chooses on the device, and how long each "
                     "engine takes for it forward and backward. On a GPU, engines are timed at the first use of a "
                     "class of shapes and the times are kept; unknown ones are measured now.")
            ->excludes("--engines");
        m_options.addOutput(app, "Print one JSON object for each net and engine.");
    }

    ExitCode run(Console& console) override
    {
        const Interrupt interrupt;
        if (m_options.choose) {
            return choose(console);
        }
        contest::Comparison paces;
        for (contest::Entrant net : nets(console)) {
            std::vector<contest::Entrant> entrants;
            for (const Contender& one : contenders(m_options.engines, m_options.machine, Graphs::On)) {
                net.name = one.name;
                net.contender = one;
                entrants.push_back(net);
            }
            paces.add(contest::compare(entrants, {.form = contest::Trial::Form::Pace, .seconds = m_options.seconds},
                                       interrupt.goOn()));
        }
        if (!m_options.json) {
            paces.requireAny();
        }
        m_options.print(console, withRefusals(reportOf(paces.results), paces.refusals));
        paces.requireAny();
        if (!m_options.json) {
            console.out.line("");
            std::ranges::for_each(contest::devicesOf(paces.results), [&](const auto& line) { console.out.line(line); });
        }
        return ExitCode::Done;
    }

private:
    /// "25 x 75, 2 x 512", and the cell where it is another than an LSTM.
    std::string nameOf(const StandardShape& shape) const
    {
        const std::string size = fmt::format("{} x {}, {} x {}", shape.streams, shape.steps, shape.layers, shape.units);
        return m_options.cell == "lstm" ? size : m_options.cell + " " + size;
    }

    /// Those that are measured, each before an engine is chosen for it.
    std::vector<contest::Entrant> nets(Console& console) const
    {
        std::vector<contest::Entrant> all;
        if (!m_options.model.empty()) {
            all.push_back(
                {.run = m_options.read(console), .net = std::filesystem::path(m_options.model).stem().string()});
            return all;
        }
        for (const StandardShape& shape : standardShapes) {
            all.push_back({.run = {.model = standardModel(shape, m_options.cell),
                                   .solver = engine::solverOfNewNet(),
                                   .data = dataFor({}, {}, m_options.data).file},
                           .net = nameOf(shape)});
        }
        return all;
    }

    /// What DEFAULT takes for each recurrent layer, and what is known of each engine.
    ExitCode choose(Console& console) const
    {
        std::vector<engine::Sentence> notes, settling; // the latter are of sizes, which no time hangs on
        const std::unique_ptr<engine::Device> device = m_options.machine.makeDevice({}, &notes);
        const engine::Backend& backend = device->backend();
        const auto milliseconds = [](double value) { return fmt::format("{:.3f} ms", value); };
        engine::Report report{.columns = {{"net", "net"},
                                          {"layer", "layer"},
                                          {"engine", "engine"},
                                          {"", "device"},
                                          {"", "precision"},
                                          {"forward and backward", "milliseconds", milliseconds, "not timed"},
                                          {"", "default"},
                                          {"", "refusal"},
                                          {"DEFAULT"}}};
        for (const contest::Entrant& subject : nets(console)) {
            const engine::Model& model = subject.run.model;
            for (engine::LayerSetup layer :
                 engine::recurrentLayers(engine::openSource(subject.run.data, model)->settled(model, settling))) {
                layer.device = device.get();
                const std::vector<const engine::Engine*> order = backend.timed(layer);
                const std::map<std::string, double> times = backend.millisecondsKnown(layer);
                bool taken = false;
                for (const engine::Engine* engine : order) {
                    const std::string name(engine->name());
                    const auto time = times.find(name);
                    const std::optional<std::string> refusal = engine->refusal(layer);
                    const bool takes = !refusal && !taken;
                    taken = taken || takes;
                    report.rows.push_back(
                        {subject.net, layer.name, name, device->name(), engine::nameOf(device->precision()),
                         time == times.end() ? engine::ReportCell() : engine::ReportCell(time->second), takes, refusal,
                         refusal ? "no: it " + *refusal
                         : takes ? "takes it"
                                 : ""});
                }
            }
        }
        m_options.print(console, report);
        if (!m_options.json) {
            console.out.line("");
            console.out.line(device->name() + ": " + device->description());
        }
        std::vector<engine::Sentence> told = device->notes();
        told.insert(told.begin(), notes.begin(), notes.end());
        console.remarks(told);
        return ExitCode::Done;
    }

    static engine::Report reportOf(const contest::Results& results)
    {
        using contest::Result;
        const engine::DataKind& kind = results.empty() ? engine::kinds::text : *results.front().loaded.kind;
        const std::string rate = std::string(kind.shortUnit) + "/s";
        const std::string use = std::string(kind.writes ? "write a " : "predict a ") + std::string(kind.oneUnit);
        const auto milliseconds = [](int places) {
            return [places](double value) { return fmt::format("{:.{}f} ms", value, places); };
        };
        const auto gigaflops = [](double value) { return fmt::format("{:.1f}", value); };
        const auto perSecond = [](double value) { return grouped(std::llround(value)); };
        const auto ofUse = [](const std::function<double(const Result&, double seconds)>& value) {
            return [=](const Result& row) {
                const std::optional<double> typical = row.typical(&contest::SeedResult::uses);
                return typical ? engine::ReportCell(value(row, *typical)) : engine::ReportCell();
            };
        };
        return engine::reportOf<Result>(
            {{{"net", "net"}, [](const Result& row) { return row.entrant.net; }},
             {{"engine", "engine"}, [](const Result& row) { return row.entrant.name; }},
             {{"", "ran"}, [](const Result& row) { return row.loaded.engine; }},
             {{"", "device"}, [](const Result& row) { return row.loaded.device; }},
             {{"", "precision"}, [](const Result& row) { return engine::nameOf(row.loaded.precision); }},
             {{"", "threads"}, [](const Result& row) { return row.loaded.threads; }},
             {{"", "parameters"}, [](const Result& row) { return row.loaded.parameters; }},
             {{"", "load_seconds"}, [](const Result& row) { return row.loaded.startSeconds; }},
             {{"train step", "train_step_ms", milliseconds(2)},
              [](const Result& row) { return 1e3 * row.stepSeconds(); }},
             {{"", "train_steps"}, [](const Result& row) { return row.seeds.front().rows.size(); }},
             {{rate, "train_per_second", perSecond}, [](const Result& row) { return row.unitsPerSecond(); }},
             {{"GFLOP/s", "train_gflops", gigaflops},
              [](const Result& row) { return static_cast<double>(row.loaded.flops) / row.stepSeconds() / 1e9; }},
             {{"", "unit"}, [](const Result& row) { return row.loaded.kind->unit; }},
             {{"", "batch_units"}, [](const Result& row) { return row.loaded.batchUnits; }},
             {{"", "vocabulary"}, [](const Result& row) { return row.loaded.vocabulary; }},
             {{use, "use_ms", milliseconds(4)}, ofUse([](const Result&, double seconds) { return 1e3 * seconds; })},
             {{rate, "use_per_second", perSecond}, ofUse([](const Result&, double seconds) { return 1 / seconds; })},
             {{"GFLOP/s", "use_gflops", gigaflops}, ofUse([](const Result& row, double seconds) {
                  return static_cast<double>(row.loaded.flopsOfOne) / seconds / 1e9;
              })},
             {{"peak memory", "peak_memory", bytesInWords},
              [](const Result& row) { return row.memory().whereItTrains(); }}},
            results);
    }

    BenchOptions m_options;
};

} // namespace

extern const CommandSpec benchCommand = {"bench", "Time training and writing on this machine's engines.",
                                         R"(  hamnet bench
  hamnet bench --engines onednn --threads 2 --markdown
  hamnet bench models/char_rnn_small.prototxt --json
  hamnet bench models/char_rnn_fast.prototxt --choose
  hamnet bench models/rows_lstm.prototxt --data mnist-folder)",
                                         make<BenchCommand>};

} // namespace cli
