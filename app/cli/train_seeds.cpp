// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_seeds.h"

#include "app/cli/seeds_view.h"
#include "app/cli/sources.h"
#include "app/cli/train_plan.h"
#include "engine/backends/device_group.h"
#include "engine/backends/runs_together.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run_plan.h"
#include "engine/training/run/seed_files.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace cli {
namespace {

namespace fs = std::filesystem;

/// Where the nets of new runs are saved; empty: nowhere.
fs::path folderOfSeeds(const TrainOptions& options)
{
    if (options.withoutCheckpoint) {
        return {};
    }
    const fs::path folder = !options.checkpoint.empty()
                                ? fs::path(options.checkpoint)
                                : engine::unusedFolder(modelOf(options).stem().string() + "_seeds");
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw engine::Error(engine::say("the folder %1 for the checkpoints of the seeds cannot be made: %2",
                                        folder.string(), error.message()));
    }
    return folder;
}

/// The options as they are for one of the nets.
TrainOptions optionsFor(const TrainOptions& options, std::uint64_t seed, const fs::path& folder)
{
    TrainOptions one = options;
    if (options.resume.empty()) {
        one.run.set("seed", static_cast<std::int64_t>(seed));
    } else {
        one.resume = engine::seedCheckpoint(options.resume, seed).string();
    }
    if (!folder.empty()) {
        one.checkpoint = engine::seedCheckpoint(folder, seed).string();
    }
    return one;
}

std::vector<std::uint64_t> seedsOf(const TrainOptions& options, const SeedsWish& wish)
{
    if (!options.resume.empty()) {
        const std::vector<std::uint64_t> seeds = engine::seedsIn(options.resume);
        if (seeds.empty()) {
            throw engine::Error(options.resume + " has no checkpoint seed1.hamnet, seed2.hamnet, ... in it, but "
                                                 "--resume FOLDER continues those; name the checkpoint itself");
        }
        return seeds;
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
    SeedsTraining(Interrupt& interrupt, const std::vector<TrainPlan>& plans, SeedsView& view, SeedsFacts facts,
                  bool everyStep)
        : m_interrupt(interrupt), m_plans(plans), m_view(view), m_facts(std::move(facts)), m_everyStep(everyStep)
    {}

    engine::RunSettings begins(std::size_t index, const engine::StartedRun& run) override
    {
        m_interrupt.hasSomethingToSave();
        shown([&] {
            RunFacts facts = factsOf(m_plans[index], run);
            facts.ofSeeds = m_facts;
            facts.ofSeeds->seed = m_plans[index].start.plan.seed;
            m_view.begins(index, facts);
        });
        engine::RunSettings settings = run.settings;
        settings.checkpoint = m_plans[index].files.checkpoint();
        settings.checkpointAtEnd = true;
        if (m_everyStep) {
            settings.reportEvery = 1;
        }
        return settings;
    }

    void show(std::size_t index, const engine::Event& event) override
    {
        shown([&] { m_view.show(index, event); });
    }

    void ended(std::size_t index, const std::exception_ptr& failure) override
    {
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
    const std::vector<TrainPlan>& m_plans;
    SeedsView& m_view;
    SeedsFacts m_facts;
    bool m_everyStep; ///< is reported
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

/// A plan for each seed.
std::vector<TrainPlan> plansOf(const TrainOptions& options, const SeedsWish& wish)
{
    const std::vector<std::uint64_t> seeds = seedsOf(options, wish);
    const fs::path folder = options.resume.empty() ? folderOfSeeds(options) : fs::path(options.checkpoint);
    std::vector<TrainPlan> plans;
    for (const std::uint64_t seed : seeds) {
        plans.push_back(planOf(optionsFor(options, seed, folder)));
    }
    return plans;
}

/// Each on one of the devices in turn.
std::vector<engine::RunStart> startsOf(const std::vector<TrainPlan>& plans, int threads)
{
    const std::vector<std::string> devices = engine::devicesIn(plans.front().start.plan.device.name);
    std::vector<engine::RunStart> starts;
    for (const TrainPlan& plan : plans) {
        engine::RunStart start = plan.start;
        start.plan.device.threads = threads;
        start.plan.device.name = devices[starts.size() % devices.size()];
        starts.push_back(std::move(start));
    }
    return starts;
}

} // namespace

ExitCode trainSeeds(Console& console, Interrupt& interrupt, const TrainOptions& options, const SeedsWish& wish)
{
    const std::vector<TrainPlan> plans = plansOf(options, wish);
    std::vector<NetOfSeed> nets;
    for (const TrainPlan& plan : plans) {
        nets.push_back({.seed = plan.start.plan.seed, .checkpoint = plan.files.checkpoint().string()});
    }
    const engine::TogetherPlan together = engine::togetherPlan(
        plans.front().start.plan.device, static_cast<int>(plans.size()), static_cast<int>(wish.atOnce));
    SeedsView view(console, formOf(console, options), nets);
    SeedsTraining training(interrupt, plans, view,
                           {.first = nets.front().seed,
                            .last = nets.back().seed,
                            .nets = static_cast<std::int64_t>(nets.size()),
                            .atOnce = together.atOnce,
                            .folder = fs::path(nets.front().checkpoint).parent_path().string()},
                           options.json && !options.run.has("every"));
    engine::trainTogether(startsOf(plans, together.threads), together.atOnce, interrupt.token(), training);
    training.finish();
    return codeOf(console, interrupt, view.nets());
}

} // namespace cli
