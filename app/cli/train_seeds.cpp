// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_seeds.h"

#include "app/cli/recorded_run.h"
#include "app/cli/seeds_view.h"
#include "app/cli/sources.h"
#include "app/cli/train_plan.h"
#include "app/watch/seed_folders.h"
#include "engine/backends/device_group.h"
#include "engine/backends/runs_together.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run_plan.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
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
    run.place = takeRunFolder(run.options);
    run.plan = planOf(run.options);
    return run;
}

std::vector<std::uint64_t> seedsOf(const TrainOptions& options, const SeedsWish& wish)
{
    if (!options.resume.empty()) {
        return watch::seedsIn(options.resume);
    }
    const SolverSource solver = solverFor(modelOf(options), options.solver);
    const std::uint64_t first = engine::planRun(options.run.given(), solver.settings).seed;
    std::vector<std::uint64_t> seeds;
    for (std::int64_t i = 0; i < wish.seeds; ++i) {
        seeds.push_back(first + static_cast<std::uint64_t>(i));
    }
    return seeds;
}

class SeedsTraining final : public engine::TogetherView {
public:
    SeedsTraining(Interrupt& interrupt, const std::vector<SeedRun>& runs, SeedsView& view, SeedsFacts facts)
        : m_interrupt(interrupt),
          m_runs(runs),
          m_view(view),
          m_facts(std::move(facts)),
          m_stops(runs.size()),
          m_records(runs.size()),
          m_shown(runs.size())
    {}

    Go begins(std::size_t index, const engine::StartedRun& run) override
    {
        const SeedRun& one = m_runs[index];
        m_interrupt.hasSomethingToSave();
        RunFacts facts = factsOf(one.plan, run);
        Go go{.settings = run.settings, .stop = m_stops[index].get_token()};
        go.settings.checkpoint = one.plan.files.checkpoint();
        go.settings.checkpointAtEnd = true;
        const bool hasEvery = one.options.run.has("every");
        if (one.options.json && !hasEvery) {
            go.settings.reportEvery = 1;
        }
        m_shown[index] = Thinning(go.settings.reportEvery);
        if (one.place) {
            m_records[index] = std::make_unique<RecordedRun>(
                *one.place, *run.trainer, facts, hasEvery ? m_shown[index] : Thinning(),
                [this, index] { m_stops[index].request_stop(); }, [](std::int64_t, watch::Pause) {});
            go.control = &m_records[index]->control();
            go.settings.averageLoss = std::max(go.settings.averageLoss, go.settings.reportEvery);
            go.settings.reportEvery = 1; // of which the log takes ten a second
        }
        facts.ofSeeds = m_facts;
        facts.ofSeeds->seed = one.plan.start.plan.seed;
        shown([&] { m_view.begins(index, facts); });
        return go;
    }

    void show(std::size_t index, const engine::Event& event) override
    {
        if (m_records[index]) {
            m_records[index]->show(event);
        }
        if (m_shown[index].takes(event)) {
            shown([&] { m_view.show(index, event); });
        }
    }

    void ended(std::size_t index, const std::exception_ptr& given) override
    {
        std::exception_ptr failure = given;
        try {
            if (m_records[index]) {
                m_records[index]->finish();
            }
        } catch (...) {
            failure = failure ? failure : std::current_exception();
        }
        m_records[index].reset();
        shown([&] { m_view.ended(index, sentenceOf(failure)); });
        if (failure && !m_failure) {
            m_failure = failure;
        }
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
        if (m_failure && !m_interrupt.requested()) {
            std::rethrow_exception(m_failure);
        }
    }

private:
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
    SeedsFacts m_facts;
    std::vector<std::stop_source> m_stops; ///< of each run alone, through its folder
    std::vector<std::unique_ptr<RecordedRun>> m_records;
    std::vector<Thinning> m_shown;
    std::exception_ptr m_unwritten, m_failure;
};

SeedsView::Form formOf(const Console& console, const TrainOptions& options)
{
    return options.json               ? SeedsView::Form::Events
           : console.out.isTerminal() ? SeedsView::Form::Live
                                      : SeedsView::Form::Lines;
}

ExitCode codeOf(Console& console, const Interrupt& interrupt, const std::vector<NetOfSeed>& nets)
{
    bool diverged = false;
    for (const NetOfSeed& net : nets) {
        if (net.end && net.end->reason == engine::EndReason::Diverged) {
            diverged = true;
            console.note(engine::say("hamnet: the training of seed %1 diverged: %2", net.seed, net.end->detail));
        }
    }
    return diverged ? ExitCode::Diverged : interrupt.requested() ? ExitCode::Interrupted : ExitCode::Done;
}

/// Of all nets; empty where nothing is written, or a resumed net goes on in its own.
fs::path folderOfAll(const TrainOptions& options)
{
    if (options.withoutCheckpoint || !options.runFolder.empty() || !options.resume.empty()) {
        return options.runFolder;
    }
    return makeUnusedFolder(modelOf(options).stem().string() + "-seeds");
}

/// Each on one of the devices in turn.
std::vector<engine::RunStart> startsOf(const std::vector<SeedRun>& runs, int threads)
{
    const std::vector<std::string> devices = engine::devicesIn(runs.front().plan.start.plan.device.name);
    std::vector<engine::RunStart> starts;
    for (const SeedRun& run : runs) {
        engine::RunStart start = run.plan.start;
        start.plan.device.threads = threads;
        start.plan.device.name = devices[starts.size() % devices.size()];
        starts.push_back(std::move(start));
    }
    return starts;
}

} // namespace

ExitCode trainSeeds(Console& console, Interrupt& interrupt, const TrainOptions& options, const SeedsWish& wish)
{
    const std::vector<std::uint64_t> seeds = seedsOf(options, wish);
    const fs::path folder = folderOfAll(options);
    std::vector<SeedRun> runs;
    std::vector<NetOfSeed> nets;
    for (const std::uint64_t seed : seeds) {
        runs.push_back(runOf(options, seed, folder));
        const TrainPlan& plan = runs.back().plan;
        nets.push_back({.seed = plan.start.plan.seed, .checkpoint = plan.files.checkpoint().string()});
    }
    const engine::TogetherPlan together = engine::togetherPlan(
        runs.front().plan.start.plan.device, static_cast<int>(runs.size()), static_cast<int>(wish.atOnce));
    SeedsView view(console, formOf(console, options), nets);
    SeedsTraining training(interrupt, runs, view,
                           {.first = nets.front().seed,
                            .last = nets.back().seed,
                            .nets = static_cast<std::int64_t>(nets.size()),
                            .atOnce = together.atOnce,
                            .folder = folder.empty() && !options.withoutCheckpoint ? options.resume : folder.string()});
    engine::trainTogether(startsOf(runs, together.threads), together.atOnce, interrupt.token(), training);
    training.finish();
    return codeOf(console, interrupt, view.nets());
}

} // namespace cli
