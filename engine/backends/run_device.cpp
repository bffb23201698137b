// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/run_device.h"

#include "engine/backends/engine_choices.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace engine {
namespace {

bool isAuto(const DeviceWish& wish)
{
    return folded(wish.name) == "auto";
}

/// The one kind of device that the engine runs on; "auto" where there are several, or no such engine.
std::string deviceOf(const EngineWish& engine)
{
    std::string device = "auto";
    std::optional<Sentence> refusal;
    bool usable = false;
    for (const EngineChoice& choice : engineChoices(Model())) {
        if (!engine || choice.name != *engine || choice.device.empty()) {
            continue;
        }
        device = device == "auto" ? choice.device : "several";
        usable = usable || !choice.refusal;
        refusal = choice.refusal;
    }
    if (refusal && !usable) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "engine %1 is not available: %2"), *engine, *refusal));
    }
    return device == "several" ? "auto" : device;
}

} // namespace

DeviceWish deviceFor(const DeviceWish& wish, const EngineWish& engine)
{
    DeviceWish device = wish;
    device.engine = engine.value_or("");
    if (isAuto(wish) && engine && *engine != "DEFAULT") {
        device.name = deviceOf(engine);
    }
    return device;
}

DeviceWish deviceAgain(const DeviceWish& wish, const EngineWish& engine, const Checkpoint& checkpoint)
{
    const EngineWish before = checkpoint.engine.empty() ? EngineWish() : checkpoint.engine;
    DeviceWish again = deviceFor(wish, engine ? engine : before);
    const bool onGpu = folded(checkpoint.device).starts_with("cuda");
    if (isAuto(again) && (!onGpu || defaultDevice() == "cuda")) {
        again.name = onGpu ? "cuda" : "cpu";
    }
    again.before = {.device = checkpoint.device, .precision = checkpoint.precision};
    return again;
}

std::string defaultDevice()
{
    const std::vector<DeviceChoice> devices = deviceChoices();
    return std::ranges::any_of(
               devices, [](const DeviceChoice& choice) { return choice.name.starts_with("CUDA") && !choice.refusal; })
               ? "cuda"
               : "cpu";
}

} // namespace engine
