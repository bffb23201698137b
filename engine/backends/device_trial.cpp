// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/device_trial.h"

#include "engine/backends/backends.h"
#include "engine/backends/device_group.h"
#include "engine/backends/run_device.h"
#include "engine/devices/backend.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/shared_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace engine {
namespace {

constexpr double shortRun = 60; ///< seconds, below which a trial is not worth its own

/// Whether nobody computes on the GPU: who says nothing takes none from another.
bool isFree(const GpuReading& gpu)
{
    constexpr double maxPercent = 5; // a screen
    return gpu.present && gpu.processes && gpu.processes->empty() && gpu.utilisationPercent.value_or(0) <= maxPercent;
}

/// The first of the devices, "cuda:0", and those others that are free.
std::vector<std::string> freeOnes(std::vector<std::string> devices)
{
    const std::vector<GpuReading> gpus = Nvml("libnvidia-ml.so.1").read();
    std::map<std::string, std::string> buses; // by name
    for (const KnownBackend& kind : backends()) {
        for (const DeviceInfo& info : kind.backend ? kind.backend->devices() : std::vector<DeviceInfo>()) {
            buses[folded(info.name)] = info.busId;
        }
    }
    const std::string first = devices.front();
    std::erase_if(devices, [&](const std::string& device) {
        return device != first && std::ranges::none_of(gpus, [&](const GpuReading& gpu) {
                   return isSameBus(gpu.busId, buses[device]) && isFree(gpu);
               });
    });
    return devices;
}

/// The GPUs of this machine that nobody uses, where there are several and the run may take any.
std::vector<std::string> candidates(const RunDescription& run, const StartPlace& place)
{
    if (!run.resume.empty() || place.group) {
        return {};
    }
    const RunSettings settings = runSettings(run.settings, run.solver);
    const DeviceWish wish = deviceFor(settings.device, settings.engine);
    const bool isOpen = folded(settings.device.name) == "auto" && folded(wish.name) != "cpu";
    if (!isOpen || defaultDevice() != "cuda") {
        return {};
    }
    const std::vector<std::string> devices = freeOnes(devicesIn("cuda:all"));
    if (devices.size() < 2 || whyNotShared(run.model, static_cast<int>(devices.size()))) {
        return {};
    }
    return devices;
}

double secondsOf(Trainer& trainer, std::int64_t steps, const GoOn& goOn)
{
    using Clock = std::chrono::steady_clock;
    if (!goesOn(goOn)) {
        throw CancelledError("the run was stopped before it began");
    }
    const Clock::time_point begin = Clock::now();
    trainer.steps(steps, [](const TrainingSteps::Step&) {});
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Of one step, the least of three means: other work on the machine can only lengthen it. Of long steps one is enough.
double secondsOfStep(Trainer& trainer, const GoOn& goOn)
{
    constexpr double measured = 0.2, longStep = 1; // seconds
    constexpr std::int64_t most = 500;
    secondsOf(trainer, 1, goOn);                // kernels allocate
    double least = secondsOf(trainer, 1, goOn); // the step is recorded
    if (least > longStep) {
        return least;
    }
    secondsOf(trainer, 2, goOn);
    const double about = secondsOf(trainer, 2, goOn) / 2;
    const std::int64_t steps = std::clamp<std::int64_t>(std::llround(measured / std::max(about, 1e-9)), 2, most);
    least = about;
    for (int turn = 0; turn < 3; ++turn) {
        least = std::min(least, secondsOf(trainer, steps, goOn) / static_cast<double>(steps));
    }
    return least;
}

struct Trial {
    double secondsOfStep;
    double secondsOfRun; ///< at most, as its limits say
};

/// Of the run as it would begin on these devices; what it changes is thrown away.
Trial tried(RunDescription described, const StartPlace& place, const std::string& devices, const GoOn& goOn)
{
    described.settings.insert_or_assign("device", devices);
    const StartedRun run = startRun(described, place, goOn);
    Trainer& trainer = *run.trainer;
    const double step = secondsOfStep(trainer, goOn);
    const RunLimits& limits = run.settings.limits;
    std::int64_t iterations = limits.epochs ? trainer.iterationsOf(*limits.epochs) : trainer.solver().maxIterations();
    if (limits.iterations > 0) {
        iterations = limits.epochs ? std::min(iterations, limits.iterations) : limits.iterations;
    }
    const double seconds = step * static_cast<double>(iterations);
    return {.secondsOfStep = step, .secondsOfRun = limits.seconds ? std::min(seconds, *limits.seconds) : seconds};
}

std::string milliseconds(double seconds)
{
    return toText(std::round(seconds * 1e5) / 100);
}

/// Names the devices in the run, and says why these; nothing where the run is too short to ask.
std::optional<Sentence> choose(RunDescription& run, const StartPlace& place, const std::vector<std::string>& devices,
                               const GoOn& goOn)
{
    std::string all = devices.front();
    for (std::size_t index = 1; index < devices.size(); ++index) {
        all += "," + devices[index];
    }
    std::optional<Trial> one;
    Sentence whyNotOne;
    try {
        one = tried(run, place, devices.front(), goOn);
    } catch (const CancelledError&) {
        throw;
    } catch (const Error& error) { // no room
        whyNotOne = error.sentence();
    }
    if (one) {
        run.settings.insert_or_assign("device", devices.front());
        if (one->secondsOfRun < shortRun) {
            return std::nullopt;
        }
    }
    try {
        const Trial several = tried(run, place, all, goOn);
        if (one && !severalPay(one->secondsOfStep, several.secondsOfStep)) {
            return say(ENGINE_TEXT("Sentences", "device auto is %1: a step takes %2 ms on it and %3 ms on %4 GPUs "
                                                "together"),
                       devices.front(), milliseconds(one->secondsOfStep), milliseconds(several.secondsOfStep),
                       devices.size());
        }
        run.settings.insert_or_assign("device", all);
        return one ? say(ENGINE_TEXT("Sentences",
                                     "device auto is %1: a step takes %2 ms on them together and %3 ms on one; name "
                                     "them when the run is resumed, as auto then takes one"),
                         all, milliseconds(several.secondsOfStep), milliseconds(one->secondsOfStep))
                   : say(ENGINE_TEXT("Sentences", "device auto is %1, as one is not enough: %2; name them when the "
                                                  "run is resumed, as auto then takes one"),
                         all, whyNotOne);
    } catch (const CancelledError&) {
        throw;
    } catch (const Error& error) {
        if (!one) {
            return std::nullopt; // "auto" says what is wrong, or finds another device
        }
        return say(ENGINE_TEXT("Sentences", "device auto is %1, as %2 GPUs cannot train together: %3"), devices.front(),
                   devices.size(), error.sentence());
    }
}

} // namespace

bool severalPay(double secondsOnOne, double secondsOnSeveral)
{
    constexpr double worth = 1.15;
    return secondsOnOne > worth * secondsOnSeveral;
}

StartedRun startWhereItPays(const RunDescription& described, const StartPlace& place, const GoOn& goOn)
{
    RunDescription there = described;
    const std::vector<std::string> devices = candidates(described, place);
    std::optional<Sentence> why;
    if (!devices.empty()) {
        why = choose(there, place, devices, goOn);
    }
    StartedRun run = startRun(there, place, goOn);
    if (why) {
        run.notes.push_back(*why);
    }
    return run;
}

} // namespace engine
