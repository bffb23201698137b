// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_seeds.h"

#include "app/cli/recorded_run.h"
#include "app/cli/seeds_view.h"
#include "app/cli/sources.h"
#include "app/cli/train_plan.h"
#include "app/watch/event_lines.h"
#include "app/watch/log_reader.h"
#include "app/watch/seed_folders.h"
#include "engine/backends/device_group.h"
#include "engine/backends/run_device.h"
#include "engine/backends/runs_together.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/training/run/run_plan.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <map>
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

/// One of the nets: the options as they are for it, where it is written to, what is trained.
struct SeedRun {
    TrainOptions options;
    std::optional<RunPlace> place = {}; ///< nothing: nowhere
    TrainPlan plan = {};
};

/// `folder`: of all; empty: nothing is written.
SeedRun runOf(const TrainOptions& options, std::uint64_t seed, const fs::path& folder)
{
    SeedRun run{.options = options};
    if (options.resume.empty()) {
        run.options.run.set("seed", static_cast<std::int64_t>(seed));
    } else {
        run.options.resume = watch::seedFolder(options.resume, seed).path().string();
    }
    if (!folder.empty()) {
        run.options.runFolder = watch::seedFolder(folder, seed).path().string();
    }
    for (const std::string& own : {run.options.resume, run.options.runFolder}) {
        engine::requireOwnFolder(own);
    }
    run.place = takeRunFolder(run.options);
    run.plan = planOf(run.options);
    return run;
}

bool isSaved(const fs::path& folder, std::uint64_t seed)
{
    return isThere(watch::seedFolder(folder, seed).checkpoint());
}

/// The device that the run takes, or "auto".
engine::DeviceWish wishOf(const TrainPlan& plan)
{
    const engine::RunPlan settled = engine::planRun(plan.run.settings, plan.run.solver);
    return plan.resumed ? engine::deviceAgain(settled.device, settled.engine, *plan.resumed)
                        : engine::deviceFor(settled.device, settled.engine);
}

/// A net that was not saved before its run was killed begins as the run `saved` did, which differs in its seed alone.
SeedRun newRunLike(const SeedRun& saved, const TrainOptions& options, std::uint64_t seed, const fs::path& folder)
{
    SeedRun run{.options = options};
    run.options.model = watch::RunFolder(saved.plan.run.resume.parent_path()).description().string();
    takeDescription(run.options, {});
    if (!run.options.described->resume.empty()) {
        throw engine::Error(engine::say("%1 goes on from %2, so that the net of seed %3, which was not saved, cannot "
                                        "begin like it; remove %4",
                                        run.options.model, run.options.resume, seed,
                                        watch::seedFolder(options.resume, seed).path().string()));
    }
    run.options.resume.clear();
    run.options.described->data = saved.plan.run.data;
    for (const auto& [key, value] : options.run.given()) {
        run.options.run.set(key, value);
    }
    run.options.run.set("seed", static_cast<std::int64_t>(seed));
    run.options.overwrite = true; // what it wrote beside checkpoints
    if (!options.withoutCheckpoint) {
        run.options.runFolder =
            watch::seedFolder(folder.empty() ? fs::path(options.resume) : folder, seed).path().string();
    }
    engine::requireOwnFolder(run.options.runFolder);
    run.place = takeRunFolder(run.options);
    run.plan = planOf(run.options);
    return run;
}

std::vector<std::uint64_t> seedsOf(const TrainOptions& options, const SeedsWish& wish)
{
    if (!options.resume.empty()) {
        return watch::seedsIn(options.resume);
    }
    const engine::SolverSettings solver =
        options.described ? options.described->solver : solverFor(modelOf(options), options.solver).settings;
    return engine::seedsFrom(engine::planRun(options.run.given(), solver).seed, wish.seeds);
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

/// In the order of the seeds.
std::vector<SeedRun> runsOf(const TrainOptions& options, const std::vector<std::uint64_t>& seeds,
                            const fs::path& folder)
{
    if (options.resume.empty()) {
        if (options.overwrite) {
            requireNoOthers(folder, seeds);
        }
        std::vector<SeedRun> runs;
        for (const std::uint64_t seed : seeds) {
            runs.push_back(runOf(options, seed, folder));
        }
        return runs;
    }
    std::map<std::uint64_t, SeedRun> runs;
    for (const std::uint64_t seed : seeds) {
        if (isSaved(options.resume, seed)) {
            runs.emplace(seed, runOf(options, seed, folder));
        }
    }
    if (runs.empty()) {
        throw engine::Error(engine::say("no net in %1 was saved yet, so none goes on; start them anew with --seeds "
                                        "and --overwrite",
                                        options.resume));
    }
    const SeedRun& saved = runs.begin()->second;
    for (const std::uint64_t seed : seeds) {
        if (!runs.contains(seed)) {
            runs.emplace(seed, newRunLike(saved, options, seed, folder));
        }
    }
    std::vector<SeedRun> inOrder;
    for (auto& [seed, run] : runs) {
        inOrder.push_back(std::move(run));
    }
    return inOrder;
}

class SeedsTraining final : public engine::TogetherView {
public:
    SeedsTraining(Interrupt& interrupt, const std::vector<SeedRun>& runs, SeedsView& view, int atOnce)
        : m_interrupt(interrupt),
          m_runs(runs),
          m_view(view),
          m_atOnce(atOnce),
          m_stops(runs.size()),
          m_started(runs.size()),
          m_records(runs.size()),
          m_shown(runs.size())
    {}

    Go begins(std::size_t index, const engine::StartedRun& run) override
    {
        const SeedRun& one = m_runs[index];
        m_interrupt.hasSomethingToSave();
        m_started[index] = &run;
        Go go{.settings = run.settings, .stop = m_stops[index].get_token()};
        go.settings.checkpoint = one.plan.files.checkpoint();
        go.settings.checkpointAtEnd = true;
        const bool hasEvery = one.options.run.has("every");
        const bool showsAll = one.options.json && !hasEvery;
        m_shown[index] = Thinning(showsAll ? 1 : go.settings.reportEvery);
        if (one.place) {
            m_records[index] = std::make_unique<RecordedRun>(*one.place, hasEvery ? m_shown[index] : Thinning(),
                                                             [this, index] { m_stops[index].request_stop(); });
            go.control = &m_records[index]->control();
            writeDown(one.plan, *one.place);
        }
        if (!showsAll) {
            go.settings.averageLoss = std::max(go.settings.averageLoss, go.settings.reportEvery);
        }
        go.settings.reportEvery = 1; // the log takes ten a second, the view each of so many
        return go;
    }

    void show(std::size_t index, const engine::Event& event) override
    {
        if (const auto* const start = std::get_if<engine::StartEvent>(&event)) {
            return showOne(index, withPlan(*start, m_runs[index].plan, *m_started[index]));
        }
        if (const auto* const end = std::get_if<engine::EndEvent>(&event); end != nullptr && m_atOnce > 1) {
            engine::EndEvent without = *end; // what the device took, it took for all nets
            without.joules.reset();
            without.joulesPerThousand.reset();
            return showOne(index, without);
        }
        if (const auto* const meters = std::get_if<engine::MetersEvent>(&event); meters && m_atOnce > 1) {
            engine::MetersEvent without = *meters;
            for (engine::Vitals& device : without.devices) {
                device.joules.reset();
            }
            return showOne(index, without);
        }
        showOne(index, event);
    }

    void ended(std::size_t index, const std::exception_ptr& given) override
    {
        std::exception_ptr failure = given;
        try {
            if (m_records[index]) {
                m_records[index]->finish();
            }
            if (given && m_records[index]) { // so that nobody waits for it, though this process lives
                watch::writeDown({.process = {}, .host = watch::thisHost()}, m_runs[index].place->folder);
            }
        } catch (...) {
            failure = failure ? failure : std::current_exception();
        }
        m_records[index].reset();
        shown([&] {
            m_view.ended(index, sentenceOf(failure));
            m_failure = m_failure || isCancelled(failure) ? m_failure : failure;
        });
    }

    /// Shows what all came to. Throws what kept the output from being written, or else a net from its end.
    void finish()
    {
        shown([&] { m_view.finish(); });
        try {
            if (m_unwritten) {
                std::rethrow_exception(m_unwritten);
            }
        } catch (const ReaderGone&) {}
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
    }

private:
    void showOne(std::size_t index, const engine::Event& event)
    {
        if (m_records[index]) {
            m_records[index]->show(event);
        }
        if (m_shown[index].takes(event)) {
            shown([&] { m_view.show(index, event); });
        }
    }

    /// Where it was asked to stop before it began.
    static bool isCancelled(const std::exception_ptr& failure)
    {
        try {
            if (failure) {
                std::rethrow_exception(failure);
            }
        } catch (const engine::CancelledError&) {
            return true;
        } catch (...) {}
        return false;
    }

    static std::string sentenceOf(const std::exception_ptr& failure)
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

    /// Shows as long as the output is read; then the runs are stopped, so that they still save.
    template <typename Show>
    void shown(const Show& show)
    {
        const std::lock_guard lock(m_showing);
        if (m_unwritten) {
            return;
        }
        try {
            show();
        } catch (...) {
            m_unwritten = std::current_exception();
            m_interrupt.request();
        }
    }

    Interrupt& m_interrupt;
    const std::vector<SeedRun>& m_runs;
    SeedsView& m_view;
    int m_atOnce;
    std::vector<std::stop_source> m_stops;            ///< of each run alone, through its folder
    std::vector<const engine::StartedRun*> m_started; ///< while they train
    std::vector<std::unique_ptr<RecordedRun>> m_records;
    std::vector<Thinning> m_shown;
    std::mutex m_showing; ///< of the view and these:
    std::exception_ptr m_unwritten, m_failure;
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

/// Of all nets; empty where nothing is written, or a resumed net goes on in its own.
fs::path folderOfAll(const TrainOptions& options)
{
    if (options.withoutCheckpoint || !options.runFolder.empty() || !options.resume.empty()) {
        return options.runFolder;
    }
    return makeUnusedFolder(modelOf(options).stem().string() + "-seeds");
}

/// Each on one of the devices in turn, the first of which the first takes where none is named.
std::vector<engine::RunDescription> descriptionsOf(const std::vector<SeedRun>& runs, const std::string& device,
                                                   int threads)
{
    const std::vector<std::string> devices = engine::devicesIn(device);
    std::vector<engine::RunDescription> descriptions;
    for (const SeedRun& run : runs) {
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
    const std::vector<SeedRun> runs = runsOf(options, seedsOf(options, wish), folder);
    std::vector<SeedNet> nets;
    for (const auto& [own, place, plan] : runs) {
        nets.push_back({.seed = plan.seed()});
        if (plan.resumed && std::isfinite(plan.resumed->bestValidationLoss)) {
            nets.back().bestBefore = plan.resumed->bestValidationLoss;
        }
    }
    const TrainPlan& first = runs.front().plan;
    engine::DeviceWish device = engine::planRun(first.run.settings, first.run.solver).device;
    const std::string taken = wishOf(first).name;
    device.name = engine::folded(taken) == "auto" ? engine::usualDevice() : taken;
    const engine::TogetherPlan together =
        engine::togetherPlan(device, static_cast<int>(runs.size()), static_cast<int>(wish.atOnce));
    const SeedsFacts seeds{.first = nets.front().seed,
                           .last = nets.back().seed,
                           .nets = static_cast<std::int64_t>(nets.size()),
                           .atOnce = together.atOnce,
                           .folder = folder.empty() && !options.withoutCheckpoint ? options.resume : folder.string()};
    SeedsView view(console, formOf(console, options), seeds, nets);
    SeedsTraining training(interrupt, runs, view, together.atOnce);
    engine::trainTogether(descriptionsOf(runs, device.name, together.threads), together.atOnce, interrupt.token(),
                          training, {.howToTellCharacters = howToTellCharacters});
    training.finish();
    return codeOf(console, interrupt, view.nets());
}

} // namespace cli
