// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/contenders.h"

#include "engine/backends/run_device.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

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
    Contender contender{.name = name, .engine = own.wish(), .device = {}};
    try {
        contender.device = own.deviceFor(own.wish());
    } catch (const engine::UnavailableError& error) {
        contender.refusal = error.sentence();
    }
    if (engine::folded(contender.device.name) == "auto") {
        contender.device.name = engine::usualDevice();
    }
    if (!contender.onGpu() && slash != std::string::npos) {
        contender.device.precision.reset(); // --precision is of the GPUs where processors are compared with them
    }
    return contender;
}

std::string usualEngines(const MachineOptions& machine)
{
    const std::string device = engine::folded(machine.device) == "auto" ? engine::usualDevice() : machine.device;
    return engine::folded(device).starts_with("cuda") ? "caffe,cudnn,fused" : "caffe,onednn";
}

} // namespace

std::vector<Contender> contenders(const std::string& list, const MachineOptions& machine, Graphs graphs)
{
    std::vector<Contender> all;
    for (const std::string& name : separated(list.empty() ? usualEngines(machine) : list)) {
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

} // namespace cli
