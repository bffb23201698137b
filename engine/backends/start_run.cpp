// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/start_run.h"

#include "engine/backends/device_group.h"
#include "engine/backends/launched_group.h"
#include "engine/backends/open_device.h"
#include "engine/backends/run_device.h"
#include "engine/devices/backend.h"
#include "engine/devices/cpu/memory.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shared_model.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/shared_run.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace engine {
namespace {

/// What a run is made from here.
struct Start {
    RunDescription run = {}; ///< with the model and the solver of what it goes on from
    RunSettings settings = {};
    StartPlace place = {};
    std::optional<Checkpoint> resumed = {}; ///< the run that goes on
};

void append(std::vector<Sentence>& notes, const std::vector<Sentence>& more)
{
    notes.insert(notes.end(), more.begin(), more.end());
}

std::unique_ptr<BatchSource> sourceOf(const Start& start, const GoOn& goOn)
{
    const Vocabulary* const known = start.resumed ? &start.resumed->vocabulary : nullptr;
    const std::filesystem::path data =
        start.run.data.empty() && start.resumed ? dataOfCheckpoint(*start.resumed, start.run.resume) : start.run.data;
    return openSource(data, start.run.model, known, goOn);
}

/// What tells the characters of the first weights, where their file does not.
NetFileHints hintsOf(const Start& start, const Model& model, const Vocabulary& characters, const GoOn& goOn)
{
    NetFileHints hints{.model = model};
    if (!start.run.first.vocabulary.empty()) {
        hints.vocabulary = readVocabulary(start.run.first.vocabulary, characters.encoding());
    }
    if (!start.run.first.text.empty()) {
        hints.characters = [&start, goOn](const Model&) {
            return openSource(start.run.first.text, start.run.model, nullptr, goOn)->vocabulary();
        };
    }
    return hints;
}

/// What the file of first weights has for a new run, in place of what the fillers have drawn.
std::vector<NamedTensor> readFirstWeights(const Start& start, const Trainer& trainer, const GoOn& goOn,
                                          std::vector<Sentence>& notes)
{
    const Vocabulary& characters = trainer.source().vocabulary();
    const PortableNet net = readNet(start.run.first.file, hintsOf(start, trainer.model(), characters, goOn));
    const Samples* const samples = trainer.source().samples();
    FirstWeights first;
    try {
        first = firstWeights(net, trainer.model(), characters, trainer.weights().read(),
                             samples ? samples->facts : SampleFacts());
    } catch (const CharactersWanted& error) {
        if (start.place.howToTellCharacters.empty()) {
            throw;
        }
        throw Error(say("%1: %2%3", start.run.first.file.string(), error.sentence(), start.place.howToTellCharacters));
    }
    append(notes, first.report.skipped);
    append(notes, first.report.notes);
    notes.push_back(requireAny(start.run.first.file, first));
    return std::move(first.weights);
}

/// The run as the solver's state in a file has it, which goes on there.
Checkpoint withSolverState(const Start& start, const BatchSource& source, Device& device, const GoOn& goOn,
                           std::vector<Sentence>& notes)
{
    Trainer trainer(start.run, openSource(start.run.data, start.run.model, &source.vocabulary(), goOn), device);
    trainer.startFrom(readFirstWeights(start, trainer, goOn, notes));
    Checkpoint begun = trainer.checkpoint();
    takeSolverState(begun, trainer.model(), start.run.first.solverState);
    notes.push_back(say(ENGINE_TEXT("Sentences", "the solver continues from iteration %1 with the state in %2"),
                        begun.iteration, start.run.first.solverState.string()));
    return begun;
}

std::unique_ptr<Trainer> trainerOf(const Start& start, std::unique_ptr<BatchSource> source, Device& device,
                                   const GoOn& goOn, std::vector<Sentence>& notes)
{
    ProcessGroup* const group = start.place.group.get();
    if (start.resumed) {
        return std::make_unique<Trainer>(*start.resumed, std::move(source), device, start.settings.engine, group);
    }
    const bool hasFirst = !start.run.first.file.empty();
    if (hasFirst && !start.run.first.solverState.empty()) {
        const Checkpoint begun = withSolverState(start, *source, device, goOn, notes);
        return std::make_unique<Trainer>(begun, std::move(source), device, start.settings.engine, group);
    }
    auto trainer = std::make_unique<Trainer>(start.run, std::move(source), device, group);
    if (hasFirst) {
        trainer->startFrom(readFirstWeights(start, *trainer, goOn, notes));
    }
    return trainer;
}

RunMemory memoryOf(const Start& start, const BatchSource& source, Device& device)
{
    std::vector<Sentence> told; // by the trainer
    Model model = source.settled(start.run.model, told);
    const StartPlace& at = start.place;
    if (at.group && !whyNotShared(model, at.group->size())) { // else the trainer says why
        model = withShare(model, shareOf(0, at.group->size(), streamsOf(model)));
    }
    RunPlace place = placeOf(device);
    if (std::optional<Device::Memory>& host = place.host ? place.host : place.memory; host && at.hostRoom) {
        host->available = std::clamp<std::int64_t>(*at.hostRoom, 0, host->available);
    }
    RunMemory memory =
        runMemory(model, {.historyTensors = historyTensors(start.run.solver)}, place, start.settings.engine);
    if (const std::optional<Sentence> why = whyItDoesNotFit(memory); why && memory.sizes.fits()) {
        throw UnavailableError(*why);
    }
    // The data and a device's libraries, even those of an unused device, are in memory by now: measured, not estimated.
    memory.sizes.memory.program += std::max<std::int64_t>(0, residentBytes() - programBytes);
    return memory;
}

/// "cuda:0, cuda:1"; of processes that take their own, "cpu" or "cuda".
std::string namesOf(const std::vector<std::string>& devices, const std::string& kind)
{
    std::string names;
    for (const std::string& device : devices) {
        names += (names.empty() ? "" : ", ") + device;
    }
    return devices.front().empty() ? kind : names;
}

/// What the others read.
std::filesystem::path dataFor(const BatchSource& source)
{
    const std::filesystem::path data = source.file();
    return isMadeData(data) ? data : fromAnywhere(data);
}

/// The others get the run as it begins here: with the first weights and the engines of this process.
void joinOthers(const Start& start, StartedRun& run, const std::vector<std::string>& devices, const DeviceWish& wish)
{
    SharedRun shared{.version = HAMNET_VERSION,
                     .devices = devices,
                     .kind = folded(run.device->backend().name()),
                     .wish = wish,
                     .data = dataFor(run.trainer->source()),
                     .begin = start.resumed ? *start.resumed : run.trainer->checkpoint()};
    if (!start.resumed) {
        shared.begin.state.clear(); // that of a part of the batch
    }
    shared.wish.precision = run.device->precision();
    shared.begin.engine = run.settings.engine.value_or("");
    shared.begin.engines = run.trainer->net().recurrentEngines();
    invite(*run.group, shared);
    run.trainer->join();
    const std::string names = namesOf(devices, shared.kind);
    const std::int64_t whole = run.trainer->net().share().whole;
    run.notes.push_back(
        run.trainer->source().samples()
            ? say(ENGINE_TEXT("Sentences", "%1 processes share out the %2 sequences of each batch, each on a device of "
                                           "its own: %3"),
                  run.group->size(), whole, names)
            : say(ENGINE_TEXT("Sentences", "%1 processes share out the %2 streams of each batch, each on a device of "
                                           "its own: %3"),
                  run.group->size(), whole, names));
}

/// Where energy and temperature are read: all GPUs of this machine that train.
GaugedDevice gaugedGroup(const Device& device, const std::vector<std::string>& devices)
{
    GaugedDevice gauged = gaugedDevice(device);
    if (gauged.busId.empty() || devices.size() < 2) {
        return gauged;
    }
    for (const DeviceInfo& info : device.backend().devices()) {
        if (std::ranges::find(devices, folded(info.name)) != devices.end() && info.busId != gauged.busId) {
            gauged.moreBusIds.push_back(info.busId);
        }
    }
    return gauged;
}

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// `notes` get sentences on what of a checkpoint's solver has no effect.
Start startOf(const RunDescription& run, const StartPlace& place, std::vector<Sentence>& notes)
{
    Start start{.run = run, .place = place};
    if (run.resume.empty()) {
        start.settings = runSettings(run.settings, run.solver);
        start.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(start.settings.seed)); // drawn but once
        return start;
    }
    start.resumed = loadCheckpoint(run.resume);
    start.run.model = readModel(start.resumed->model, run.resume.string());
    start.run.solver = readSolver(start.resumed->solver, run.resume.string());
    start.run.settings.insert_or_assign("seed", std::int64_t{1}); // none is drawn: it is the checkpoint's
    start.settings = runSettings(start.run.settings, start.run.solver);
    start.settings.seed = start.settings.sample.seed = start.resumed->seed; // also beyond 63 bits
    append(notes, notesOnUnknown(start.run.solver));
    append(notes, notesOnUnused(start.run.solver));
    return start;
}

} // namespace

StartedRun startRun(const RunDescription& described, const StartPlace& place, const GoOn& goOn,
                    std::unique_ptr<BatchSource> source)
{
    StartedRun run;
    Start start = startOf(described, place, run.notes);
    requireMakers(start.run.model, Phase::Train);
    run.settings = start.settings;
    std::shared_ptr<ProcessGroup>& group = start.place.group;
    if (start.resumed && !run.settings.engine && !start.resumed->engine.empty()) {
        run.settings.engine = start.resumed->engine;
    }
    std::vector<std::string> devices;
    if (group) {
        devices.assign(static_cast<std::size_t>(group->size()), "");
        start.settings.device = deviceInGroup(start.settings.device, *group);
    } else {
        devices = devicesIn(start.settings.device.name);
        start.settings.device.name = devices.front();
    }
    const DeviceWish wish = start.resumed ? deviceAgain(start.settings.device, start.settings.engine, *start.resumed)
                                          : deviceFor(start.settings.device, start.settings.engine);
    auto begin = std::chrono::steady_clock::now();
    run.device = openDevice(wish, &run.notes);
    run.deviceSeconds = secondsSince(begin);
    run.precisionFrom = precisionFrom(*run.device, wish);
    if (start.resumed && start.resumed->device != run.device->name()) {
        run.notes.push_back(say(ENGINE_TEXT("Sentences", "the run was trained on %1 and continues on %2"),
                                start.resumed->device, run.device->name()));
    }
    run.gauge = makeGauge(gaugedGroup(*run.device, devices));
    if (source && devices.size() > 1) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 devices train in a process each, which would have to read the data "
                                         "from a file, but they lie in memory; train on one device"),
                devices.size()));
    }
    source = source ? std::move(source) : sourceOf(start, goOn);
    if (devices.size() > 1 && !group) {
        group = startGroup(devices);
    }
    run.memory = memoryOf(start, *source, *run.device);
    run.group = group;
    begin = std::chrono::steady_clock::now();
    run.trainer = trainerOf(start, std::move(source), *run.device, goOn, run.notes);
    run.device->finish();
    run.trainerSeconds = secondsSince(begin);
    if (run.group) {
        joinOthers(start, run, devices, wish);
    }
    const bool saysWhen =
        start.run.settings.contains("validate_every") || start.run.solver.params.contains("test_interval");
    if (run.trainer->source().kind().inEpochs && !saysWhen) { // after each epoch, then
        run.settings.validateEvery = run.trainer->iterationsOf(1);
    }
    return run;
}

} // namespace engine
