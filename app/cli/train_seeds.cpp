// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_seeds.h"

#include "app/cli/recorded_run.h"
#include "app/cli/seeds_view.h"
#include "app/cli/sources.h"
#include "app/cli/train_plan.h"
#include "app/watch/seed_folders.h"
#include "engine/backends/device_group.h"
#include "engine/backends/run_device.h"
#include "engine/backends/runs_together.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace cli {
namespace {

namespace fs = std::filesystem;

/// The device that the run takes, or that which "auto" stands for.
engine::DeviceWish deviceOf(const TrainPlan& plan)
{
    const engine::RunSettings settled = engine::runSettings(plan.run.settings, plan.run.solver);
    engine::DeviceWish device = settled.device;
    const std::string taken = (plan.resumed ? engine::deviceAgain(settled.device, settled.engine, *plan.resumed)
                                            : engine::deviceFor(settled.device, settled.engine))
                                  .name;
    device.name = engine::folded(taken) == "auto" ? engine::defaultDevice() : taken;
    return device;
}

/// As options on a net that was not saved before its run was killed: it begins again.
TrainOptions begunAgain(TrainOptions options, const watch::RunFolder& folder)
{
    if (!isThere(folder.description())) {
        throw engine::Error(
            engine::say("%1 has neither a checkpoint nor a run.json to begin with again; start all anew "
                        "with --seeds and --overwrite",
                        folder.path().string()));
    }
    const engine::RunDescription given = options.run;
    options.model = folder.description().string();
    takeDescription(options, {});
    for (const auto& [key, value] : given.settings) {
        options.run.settings.insert_or_assign(key, value);
    }
    options.run.data = given.data.empty() ? options.run.data : given.data;
    options.overwrite = true; // what it wrote beside checkpoints
    return options;
}

/// `folder`: of all; empty: nothing is written.
PlannedRun runOf(const TrainOptions& options, std::uint64_t seed, const fs::path& folder)
{
    PlannedRun run{.options = options};
    if (options.run.resume.empty()) {
        run.options.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(seed));
    } else {
        const watch::RunFolder before = watch::seedFolder(options.run.resume, seed);
        engine::requireOwnFolder(before.path());
        run.options.run.resume = before.path();
        if (!isThere(before.checkpoint())) {
            run.options = begunAgain(options, before);
        }
    }
    if (!folder.empty()) {
        run.options.runFolder = watch::seedFolder(folder, seed).path().string();
        engine::requireOwnFolder(run.options.runFolder);
    }
    run.place = takeRunFolder(run.options);
    run.plan = planOf(run.options);
    return run;
}

std::vector<std::uint64_t> seedsOf(const TrainOptions& options, const SeedsWish& wish)
{
    if (!options.run.resume.empty()) {
        return watch::seedsIn(options.run.resume);
    }
    const engine::SolverSettings solver =
        options.isDescribed ? options.run.solver : solverFor(modelOf(options), options.solver).settings;
    return engine::seedsFrom(engine::runSettings(options.run.settings, solver).seed, wish.seeds);
}

/// Throws Error where nets of other seeds would stay among those that replace a run's.
void requireNoOthers(const fs::path& folder, const std::vector<std::uint64_t>& seeds)
{
    for (const std::uint64_t other : watch::seedsIn(folder)) {
        if (std::ranges::find(seeds, other) == seeds.end()) {
            throw engine::Error(engine::say("%1 has a net of seed %2 too, which --overwrite would leave among the new "
                                            "ones; remove %3, or choose another folder",
                                            folder.string(), other, watch::seedFolder(folder, other).path().string()));
        }
    }
}

/// What the device takes, it takes for all nets.
void forgetJoules(engine::Event& event)
{
    if (auto* const end = std::get_if<engine::EndEvent>(&event)) {
        end->joules.reset();
        end->joulesPerThousand.reset();
    } else if (auto* const meters = std::get_if<engine::MetersEvent>(&event)) {
        for (engine::Vitals& device : meters->devices) {
            device.joules.reset();
        }
    }
}

/// Empty where it was asked to stop before it began.
std::string sentenceOf(const std::exception_ptr& failure)
{
    try {
        if (failure) {
            std::rethrow_exception(failure);
        }
    } catch (const engine::CancelledError&) {
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

class SeedsTraining final : public engine::TogetherView {
public:
    SeedsTraining(Interrupt& interrupt, const std::vector<PlannedRun>& runs, SeedsView& view, int atOnce)
        : m_interrupt(interrupt),
          m_runs(runs),
          m_view(view),
          m_atOnce(atOnce),
          m_stops(runs.size()),
          m_outputs(runs.size()),
          m_showing(interrupt)
    {}

    Go begins(std::size_t index, const engine::StartedRun& run) override
    {
        m_interrupt.hasSomethingToSave();
        std::call_once(m_described, [&] { std::ranges::for_each(m_runs, writeDown); }); // for who goes on with them
        m_outputs[index] = std::make_unique<RunOutput>(
            m_runs[index], run,
            RunOutput::Reader{
                .show = [this, index](const engine::Event& event) { m_showing([&] { m_view.show(index, event); }); },
                .stop = [this, index] { m_stops[index].request_stop(); }});
        RunOutput& output = *m_outputs[index];
        Go go{.settings = output.settings(), .control = output.control(), .stop = m_stops[index].get_token()};
        go.settings.averageLoss = std::max(go.settings.averageLoss, output.every());
        go.settings.reportEvery = 1; // the log takes ten a second, the view each of so many
        return go;
    }

    void show(std::size_t index, const engine::Event& given) override
    {
        engine::Event event = given;
        if (m_atOnce > 1) {
            forgetJoules(event);
        }
        m_outputs[index]->show(event);
    }

    void ended(std::size_t index, const std::exception_ptr& given) override
    {
        std::exception_ptr failure = given;
        try {
            if (m_outputs[index]) {
                m_outputs[index]->finish();
            }
            if (given && m_outputs[index] && m_runs[index].place) { // so that nobody waits for it, though we live
                watch::writeDown({.process = {}, .host = watch::thisHost()}, m_runs[index].place->folder);
            }
        } catch (...) {
            failure = failure ? failure : std::current_exception();
        }
        m_outputs[index].reset();
        m_showing([&] {
            const std::string sentence = sentenceOf(failure);
            m_view.ended(index, sentence);
            m_failure = m_failure || sentence.empty() ? m_failure : failure;
        });
    }

    /// Shows what all came to. Throws what kept the output from being written, or else a net from its end.
    void finish()
    {
        m_showing([&] { m_view.finish(); });
        m_showing.finish();
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
    }

private:
    Interrupt& m_interrupt;
    const std::vector<PlannedRun>& m_runs;
    SeedsView& m_view;
    int m_atOnce;
    std::vector<std::stop_source> m_stops; ///< of each run alone, through its folder
    std::vector<std::unique_ptr<RunOutput>> m_outputs;
    std::once_flag m_described;
    Showing m_showing; ///< of the view and this:
    std::exception_ptr m_failure;
};

SeedsView::Form formOf(const Console& console, const TrainOptions& options)
{
    return options.json               ? SeedsView::Form::Events
           : console.out.isTerminal() ? SeedsView::Form::Live
                                      : SeedsView::Form::Lines;
}

ExitCode codeOf(Console& console, const Interrupt& interrupt, const std::vector<SeedNet>& nets)
{
    bool diverged = false, stopped = interrupt.requested();
    for (const SeedNet& net : nets) {
        const std::optional<engine::EndEvent>& end = net.log.end;
        stopped = stopped || (end && end->reason == engine::EndReason::Stopped);
        if (end && end->reason == engine::EndReason::Diverged) {
            diverged = true;
            console.note(engine::say("hamnet: the training of seed %1 diverged: %2", net.seed, end->detail));
        }
    }
    return diverged ? ExitCode::Diverged : stopped ? ExitCode::Interrupted : ExitCode::Done;
}

/// Of all nets; empty where nothing is written.
fs::path folderOfAll(const TrainOptions& options)
{
    return options.withoutCheckpoint     ? fs::path()
           : !options.runFolder.empty()  ? fs::path(options.runFolder)
           : !options.run.resume.empty() ? options.run.resume
                                         : makeUnusedFolder(modelOf(options).stem().string() + "-seeds");
}

/// Each on one of the devices in turn, the first of which the first takes where none is named.
std::vector<engine::RunDescription> descriptionsOf(const std::vector<PlannedRun>& runs, const std::string& device,
                                                   int threads)
{
    const std::vector<std::string> devices = engine::devicesIn(device);
    std::vector<engine::RunDescription> descriptions;
    for (const PlannedRun& run : runs) {
        engine::RunDescription one = run.plan.run;
        if (threads > 0) {
            one.settings.insert_or_assign("threads", std::int64_t{threads});
        }
        one.settings.insert_or_assign("device", devices[descriptions.size() % devices.size()]);
        descriptions.push_back(std::move(one));
    }
    return descriptions;
}

} // namespace

ExitCode trainSeeds(Console& console, Interrupt& interrupt, const TrainOptions& options, const SeedsWish& wish)
{
    const fs::path folder = folderOfAll(options);
    const std::vector<std::uint64_t> all = seedsOf(options, wish);
    if (options.overwrite && options.run.resume.empty()) {
        requireNoOthers(folder, all);
    }
    std::vector<PlannedRun> runs;
    std::vector<SeedNet> nets;
    for (const std::uint64_t seed : all) {
        runs.push_back(runOf(options, seed, folder));
        nets.push_back({.seed = seed});
        const std::optional<engine::Checkpoint>& resumed = runs.back().plan.resumed;
        if (resumed && std::isfinite(resumed->bestValidationLoss)) {
            nets.back().bestBefore = resumed->bestValidationLoss;
        }
    }
    const engine::DeviceWish device = deviceOf(runs.front().plan);
    const engine::TogetherPlan together =
        engine::togetherPlan(device, static_cast<int>(runs.size()), static_cast<int>(wish.atOnce));
    const SeedsFacts seeds{.first = nets.front().seed,
                           .last = nets.back().seed,
                           .nets = static_cast<std::int64_t>(nets.size()),
                           .atOnce = together.atOnce,
                           .folder = folder.string()};
    SeedsView view(console, formOf(console, options), seeds, nets);
    SeedsTraining training(interrupt, runs, view, together.atOnce);
    engine::trainTogether(descriptionsOf(runs, device.name, together.threads), together.atOnce, interrupt.token(),
                          training, {.howToTellCharacters = howToTellCharacters});
    training.finish();
    return codeOf(console, interrupt, view.nets());
}

} // namespace cli
