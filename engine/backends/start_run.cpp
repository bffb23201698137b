// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/start_run.h"

#include "engine/backends/device_group.h"
#include "engine/backends/launched_group.h"
#include "engine/backends/open_device.h"
#include "engine/backends/run_device.h"
#include "engine/devices/backend.h"
#include "engine/devices/cpu/memory.h"
#include "engine/formats/exchange/net_file.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/left_out.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shared_model.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/shared_run.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <utility>

namespace engine {
namespace {

void append(std::vector<Sentence>& notes, const std::vector<Sentence>& more)
{
    notes.insert(notes.end(), more.begin(), more.end());
}

std::unique_ptr<BatchSource> sourceOf(const RunStart& start, const GoOn& goOn)
{
    const Vocabulary* const known = start.resumed ? &start.resumed->vocabulary : nullptr;
    const std::filesystem::path data =
        start.data.empty() && start.resumed ? dataOfCheckpoint(*start.resumed, start.resumedFrom) : start.data;
    return openSource(data, start.model, known, goOn);
}

/// What tells the characters of the first weights, where their file does not.
NetFileHints hintsOf(const RunStart& start, const Model& model, const Vocabulary& characters, const GoOn& goOn)
{
    NetFileHints hints{.model = model};
    if (!start.first.vocabulary.empty()) {
        hints.vocabulary = readVocabulary(start.first.vocabulary, characters.encoding());
    }
    if (!start.first.text.empty()) {
        hints.characters = [&start, goOn](const Model&) {
            return charactersOf(*openSource(start.first.text, start.model, nullptr, goOn));
        };
    }
    return hints;
}

/// What the file of first weights has for the model that is to be trained on these data.
std::vector<NamedTensor> readFirstWeights(const RunStart& start, const Model& model, const BatchSource& source,
                                          Device& device, const GoOn& goOn, std::vector<Sentence>& notes)
{
    const Vocabulary& characters = charactersOf(source);
    const PortableNet net = readNet(start.first.file, hintsOf(start, model, characters, goOn));
    const SampleFacts facts = source.samples() ? source.samples()->facts : SampleFacts();
    FirstWeights first;
    try {
        first = firstWeights(net, model, characters, WeightStore(model, device, start.plan.seed).read(), facts);
    } catch (const CharactersWanted& error) {
        if (start.howToTellCharacters.empty()) {
            throw;
        }
        throw Error(say("%1: %2%3", start.first.file.string(), error.sentence(), start.howToTellCharacters));
    }
    append(notes, first.report.skipped);
    append(notes, first.report.notes);
    notes.push_back(requireAny(start.first.file, first));
    return std::move(first.weights);
}

/// The run as the solver's state in a file has it, which goes on there.
Checkpoint withSolverState(const RunStart& start, const TrainingJob& job, const Model& model, const BatchSource& source,
                           Device& device, const GoOn& goOn, std::vector<Sentence>& notes)
{
    const Vocabulary* const known = source.text() ? &charactersOf(source) : nullptr;
    Checkpoint begun = Trainer(job, openSource(start.data, start.model, known, goOn), device).checkpoint();
    takeSolverState(begun, model, start.first.solverState);
    notes.push_back(say(ENGINE_TEXT("Sentences", "the solver continues from iteration %1 with the state in %2"),
                        begun.iteration, start.first.solverState.string()));
    return begun;
}

} // namespace

std::unique_ptr<Trainer> makeTrainer(const RunStart& start, std::unique_ptr<BatchSource> source, Device& device,
                                     const GoOn& goOn, std::vector<Sentence>& notes)
{
    if (start.resumed) {
        return std::make_unique<Trainer>(*start.resumed, std::move(source), device, start.plan.engine,
                                         start.group.get());
    }
    TrainingJob job{.model = start.model,
                    .solver = start.solver,
                    .engine = start.plan.engine,
                    .seed = start.plan.seed,
                    .group = start.group.get()};
    if (start.first.file.empty()) {
        return std::make_unique<Trainer>(job, std::move(source), device);
    }
    std::vector<Sentence> told; // by the trainer
    const Model model = source->settled(start.model, told);
    job.firstWeights = readFirstWeights(start, model, *source, device, goOn, notes);
    if (start.first.solverState.empty()) {
        return std::make_unique<Trainer>(job, std::move(source), device);
    }
    TrainingJob alone = job;
    alone.group = nullptr;
    const Checkpoint begun = withSolverState(start, alone, model, *source, device, goOn, notes);
    return std::make_unique<Trainer>(begun, std::move(source), device, job.engine, job.group);
}

RunMemory memoryOfRun(const RunStart& start, const BatchSource& source, Device& device)
{
    std::vector<Sentence> told; // by the trainer
    Model model = source.settled(start.model, told);
    if (start.group && !whyNotShared(model, start.group->size())) { // else the trainer says why
        model = withShare(model, shareOf(0, start.group->size(), streamsOf(model)));
    }
    RunPlace place = placeOf(device);
    if (std::optional<Device::Memory>& host = place.host ? place.host : place.memory; host && start.hostRoom) {
        host->available = std::clamp<std::int64_t>(*start.hostRoom, 0, host->available);
    }
    RunMemory memory = runMemory(model, {.historyTensors = historyTensors(start.solver)}, place, start.plan.engine);
    if (const std::optional<Sentence> why = whyItDoesNotFit(memory); why && memory.sizes.fits()) {
        throw UnavailableError(*why);
    }
    // The data and a device's libraries, even those of an unused device, are in memory by now: measured, not estimated.
    memory.sizes.memory.program += std::max<std::int64_t>(0, residentBytes() - programBytes);
    return memory;
}

namespace {

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
    const std::filesystem::path data =
        source.samples() ? std::filesystem::path(source.samples()->facts.file) : source.text()->file();
    return isMadeData(data) ? data : fromAnywhere(data);
}

/// The others get the run as it begins here: with the first weights and the engines of this process.
void joinOthers(const RunStart& start, StartedRun& run, const std::vector<std::string>& devices, const DeviceWish& wish)
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
    shared.begin.engine = run.engine.value_or("");
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

} // namespace

std::vector<Sentence> resume(RunStart& start, Params given, Checkpoint checkpoint, const std::filesystem::path& file)
{
    start.model = readModel(checkpoint.model, file.string());
    start.solver = readSolver(checkpoint.solver, file.string());
    given.insert_or_assign("seed", std::int64_t{1}); // none is drawn: it is the checkpoint's, also beyond 63 bits
    start.plan = planRun(given, start.solver);
    start.plan.seed = checkpoint.seed;
    start.plan.run.sample.seed = checkpoint.seed;
    start.resumed = std::move(checkpoint);
    start.resumedFrom = file;
    std::vector<Sentence> notes = notesOnUnknown(start.solver);
    for (Sentence& note : notesOnUnused(start.solver)) {
        notes.push_back(std::move(note));
    }
    return notes;
}

StartedRun startRun(RunStart start, const GoOn& goOn)
{
    requireMakers(start.model, Phase::Train);
    StartedRun run{.engine = start.plan.engine, .settings = start.plan.run};
    if (start.resumed && !run.engine && !start.resumed->engine.empty()) {
        run.engine = start.resumed->engine;
    }
    std::vector<std::string> devices;
    if (start.group) {
        devices.assign(static_cast<std::size_t>(start.group->size()), "");
        start.plan.device = deviceInGroup(start.plan.device, *start.group);
    } else {
        devices = devicesIn(start.plan.device.name);
        start.plan.device.name = devices.front();
    }
    const DeviceWish wish = start.resumed ? deviceAgain(start.plan.device, start.plan.engine, *start.resumed)
                                          : deviceFor(start.plan.device, start.plan.engine);
    run.device = openDevice(wish, &run.notes);
    run.precisionFrom = precisionFrom(*run.device, wish);
    if (start.resumed && start.resumed->device != run.device->name()) {
        run.notes.push_back(say(ENGINE_TEXT("Sentences", "the run was trained on %1 and continues on %2"),
                                start.resumed->device, run.device->name()));
    }
    run.gauge = makeGauge(gaugedGroup(*run.device, devices));
    std::unique_ptr<BatchSource> source = sourceOf(start, goOn);
    if (devices.size() > 1 && !start.group) {
        start.group = startGroup(devices);
    }
    run.memory = memoryOfRun(start, *source, *run.device);
    run.group = start.group;
    run.trainer = makeTrainer(start, std::move(source), *run.device, goOn, run.notes);
    if (run.group) {
        joinOthers(start, run, devices, wish);
    }
    if (start.plan.mayValidateEachEpoch && run.trainer->source().samples()) {
        run.settings.validateEvery = run.trainer->iterationsOf(1);
    }
    return run;
}

} // namespace engine
