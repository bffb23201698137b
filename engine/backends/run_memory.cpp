// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/run_memory.h"

#include "engine/backends/backends.h"
#include "engine/backends/cpu_backend.h"
#include "engine/backends/engine_choices.h"
#include "engine/backends/without_memory.h"
#include "engine/devices/cpu/memory.h"
#include "engine/devices/shortage.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/net/engine_names.h"

#include <algorithm>
#include <set>

namespace engine {
namespace {

/// A layer as engines are asked about it: without memory.
LayerSetup setupOf(const RunPlace& place, const LayerType& type, const LayerRequest& request, const Sizes& sizes)
{
    LayerSetup setup;
    setup.type = &type;
    setup.name = request.name;
    setup.params = request.params;
    setup.sizes = sizes;
    setup.inputs = withoutMemory(request.inputs);
    setup.outputs = withoutMemory(sizes.outputs);
    setup.device = place.opened;
    setup.meantPrecision = place.precision;
    return setup;
}

/// What was asked about a model's layers.
struct Answers {
    std::set<std::string> recurrent, all; ///< names of engines
    bool anyRecurrent = false;            ///< also where no engine runs it
    std::vector<Uncounted> uncounted;
};

LayerMemory asked(const RunPlace& place, const EngineWish& wish, Answers& answers, const LayerType& type,
                  const LayerRequest& request, const Sizes& sizes)
{
    if (type.group == LayerGroup::Source) {
        return {};
    }
    const LayerSetup setup = setupOf(place, type, request, sizes);
    answers.anyRecurrent = answers.anyRecurrent || isRecurrent(type);
    try {
        const Engine& engine = engineFor(setup, place.preferred(setup), wish);
        answers.all.emplace(engine.name());
        if (isRecurrent(type)) {
            answers.recurrent.emplace(engine.name());
        }
        return engine.memory(setup);
    } catch (const Error& why) {
        answers.uncounted.push_back({.layer = std::string(request.name), .why = why.sentence()});
        return memoryByFormula(type, request, sizes);
    }
}

std::vector<Room> roomsOf(const TrainingMemory& memory, const RunPlace& place)
{
    std::vector<Room> rooms;
    const std::int64_t elsewhere = place.host ? memory.program : 0;
    if (place.memory) {
        rooms.push_back({place.device, memory.total() - elsewhere + place.toOpen, *place.memory});
    }
    if (place.host) {
        rooms.push_back({"CPU", elsewhere, *place.host});
    }
    return rooms;
}

RunPlace cpuPlace(const DeviceWish& wish, const EngineWish& engine)
{
    const DeviceInfo cpu = cpuBackend().devices().front();
    return {.precision = precisionOn(cpuBackend().name(), wish).value_or(automaticPrecision(cpu, engine.value_or(""))),
            .refusal = cpuRefusal,
            .preferred = [](const LayerSetup& layer) { return cpuBackend().preferred(layer); },
            .memory = processMemory()};
}

RunPlace gpuPlace(const Backend& backend, const DeviceInfo& gpu, const DeviceWish& wish, const EngineWish& engine)
{
    const GpuRoom room = gpuRoom(gpu);
    RunPlace place{.device = room.device,
                   .name = gpu.model,
                   .precision =
                       precisionOn(backend.name(), wish).value_or(automaticPrecision(gpu, engine.value_or(""))),
                   .preferred = [&backend, gpu](const LayerSetup& layer) { return backend.preferredOn(gpu, layer); },
                   .toOpen = bytesToOpenGpu,
                   .host = processMemory()};
    if (room.free && room.total) {
        place.memory = Device::Memory{.total = *room.total, .available = *room.free};
    }
    return place;
}

/// The kind of device that alone has an engine of that name: "CPU", "CUDA"; empty where several have, or none is
/// named.
std::string onlyKindWith(const EngineWish& engine)
{
    std::set<std::string> kinds;
    for (const EngineChoice& choice : engineChoices({})) {
        if (engine && !choice.device.empty() && folded(choice.name) == folded(*engine)) {
            kinds.insert(choice.device);
        }
    }
    return kinds.size() == 1 ? *kinds.begin() : std::string();
}

} // namespace

RunPlace placeOf(Device& device)
{
    RunPlace place{.device = device.name(),
                   .name = device.description(),
                   .precision = device.precision(),
                   .opened = &device,
                   .preferred = [&device](const LayerSetup& layer) { return device.backend().preferred(layer); },
                   .memory = device.memory()};
    if (!device.busId().empty()) {
        place.host = processMemory();
    }
    return place;
}

RunPlace placeFor(const DeviceWish& wish, const EngineWish& engine)
{
    const std::string ofFirst = folded(wish.name.substr(0, wish.name.find(',')));
    const std::string named = ofFirst == "cuda:all" ? "cuda" : ofFirst;
    const std::string kind = named == folded("auto") ? folded(onlyKindWith(engine)) : named;
    if (kind == folded("CPU")) {
        return cpuPlace(wish, engine);
    }
    const bool any = kind.empty();
    Sentence refusal = ENGINE_TEXT("Sentences", "there is no such GPU that can be taken");
    for (const KnownBackend& one : backends()) {
        if (one.name == "CPU") {
            continue;
        }
        if (one.backend == nullptr) {
            refusal = one.refusal;
            continue;
        }
        try {
            for (const DeviceInfo& gpu : one.backend->devices()) {
                const bool first = any || kind == folded(one.name);
                if (first ? !gpu.refusal : kind == folded(gpu.name)) {
                    return gpuPlace(*one.backend, gpu, wish, engine);
                }
            }
        } catch (const UnavailableError&) {
            if (!any) {
                throw; // no driver
            }
        }
    }
    if (any) {
        return cpuPlace(wish, engine);
    }
    throw UnavailableError(say(ENGINE_TEXT("Sentences", "device \"%1\" is not available: %2"), wish.name, refusal));
}

std::optional<Sentence> refusedPrecision(const RunPlace& place)
{
    const std::optional<Sentence> why = place.refusal ? place.refusal(place.precision) : std::nullopt;
    return why ? std::optional(
                     say(ENGINE_TEXT("Sentences", "the precision is %1, but %2"), nameOf(place.precision), *why))
               : std::nullopt;
}

const Room* RunMemory::lacking() const
{
    const auto most =
        std::ranges::max_element(rooms, {}, [](const Room& room) { return room.needed - room.memory.available; });
    return most == rooms.end() || most->isEnough() ? nullptr : &*most;
}

RunMemory runMemory(const Model& model, SizeOptions options, const RunPlace& place, const EngineWish& wish)
{
    Answers answers;
    options.memory = [&](const LayerType& type, const LayerRequest& request, const Sizes& sizes) {
        return asked(place, wish, answers, type, request, sizes);
    };
    RunMemory memory{.sizes = sizeReport(model, options), .device = place.device, .engine = {}};
    memory.engine = withPluses(answers.anyRecurrent ? answers.recurrent : answers.all);
    memory.uncounted = std::move(answers.uncounted);
    memory.rooms = roomsOf(memory.sizes.memory, place);
    return memory;
}

MemoryOf memoryAt(const RunPlace& place, const EngineWish& wish)
{
    return [place, wish](const LayerType& type, const LayerRequest& request, const Sizes& sizes) {
        Answers answers;
        return asked(place, wish, answers, type, request, sizes);
    };
}

std::optional<Sentence> whyItDoesNotFit(const RunMemory& memory)
{
    const Room* const room = memory.lacking();
    if (room == nullptr) {
        return std::nullopt;
    }
    return say(ENGINE_TEXT("Sentences", "training %1on %2 needs %3 of memory%4, but only %5 of %6 are free: fewer "
                                        "streams, steps or units need less"),
               memory.engine.empty() ? Sentence() : say(ENGINE_TEXT("Sentences", "with %1 "), memory.engine),
               memory.device, bytesInWords(room->needed),
               room->of == memory.device ? Sentence() : say(ENGINE_TEXT("Sentences", " on the %1"), room->of),
               bytesInWords(room->memory.available), bytesInWords(room->memory.total));
}

} // namespace engine
