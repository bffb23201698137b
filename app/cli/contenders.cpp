// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/contenders.h"

#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "engine/backends/run_device.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/solver_settings.h"

#include <algorithm>

namespace cli {
namespace {

Contender contenderNamed(const std::string& name, const MachineOptions& machine)
{
    MachineOptions own = machine;
    const std::size_t slash = name.rfind('/');
    own.engine = slash == std::string::npos ? name : name.substr(slash + 1);
    if (slash != std::string::npos) {
        own.device = name.substr(0, slash);
    }
    Contender contender{.name = name};
    try {
        contender.device = own.deviceFor(own.wish());
    } catch (const engine::UnavailableError& error) {
        contender.refusal = error.sentence();
    }
    if (engine::folded(contender.device.name) == "auto") {
        contender.device.name = engine::defaultDevice();
    }
    if (!contender.onGpu() && slash != std::string::npos) {
        contender.device.precision.reset(); // --precision is of the GPUs where processors are compared with them
    }
    return contender;
}

std::string defaultEngines(const MachineOptions& machine)
{
    const std::string device = engine::folded(machine.device) == "auto" ? engine::defaultDevice() : machine.device;
    return engine::folded(device).starts_with("cuda") ? "caffe,cudnn,fused" : "caffe,onednn,fused";
}

} // namespace

std::vector<Contender> contenders(const std::string& list, const MachineOptions& machine, Graphs graphs)
{
    std::vector<Contender> all;
    for (const std::string& name : separated(list.empty() ? defaultEngines(machine) : list)) {
        Contender contender = contenderNamed(name, machine);
        contender.device.graphs = graphs != Graphs::Off;
        contender.asked = !list.empty();
        if (graphs == Graphs::Both && contender.onGpu()) {
            Contender without = contender;
            without.device.graphs = false;
            without.name += ", no graph";
            all.push_back(without);
            contender.name += ", graph";
        }
        all.push_back(contender);
    }
    return all;
}

void ComparedOptions::addNet(CLI::App& app, CLI::Option* needed)
{
    addValue(app, "--engines", engines, "NAME,NAME",
             "The engines to compare, separated by commas, also with their device, as cuda:0/cudnn. Default: "
             "those that run the net, of caffe,onednn,fused on the CPU and of caffe,cudnn,fused on a GPU.");
    addValue(app, "--data", data, dataFile,
             "The text to train on. Default: the one that the model names, or the bundled play. For a net on "
             "sequences: a folder of images or a CSV file. Default: data that Hamnet generates.");
    table.addTo(app, needed);
    addValue(app, "--solver", solver, "SOLVER.prototxt",
             "The solver, as prototxt. Default: <model>_solver.prototxt or solver.prototxt beside the model, or "
             "the built-in one.");
}

void ComparedOptions::addOutput(CLI::App& app, const std::string& aboutOfJson)
{
    machine.addDeviceTo(app);
    app.add_flag("--markdown", markdown, "Print the table for a README.");
    app.add_flag("--json", json, aboutOfJson)->excludes("--markdown");
}

engine::RunDescription ComparedOptions::read(Console& console) const
{
    const SolverSource found = solverFor(model, solver);
    const engine::Model net = engine::withStates(withColumns(modelIn(model), model, data, table), found.settings);
    console.remarks(found.notes);
    return {.model = net, .solver = found.settings, .data = dataFor(net, model, data).file};
}

void ComparedOptions::print(Console& console, const engine::Report& report) const
{
    if (json) {
        std::ranges::for_each(jsonRows(report), [&](const Json& row) { printLine(console.out, row); });
    } else {
        console.out.write(markdown ? engine::markdown(report) : engine::aligned(report));
    }
}

} // namespace cli
