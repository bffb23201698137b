// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/console.h"
#include "app/cli/json.h"
#include "app/cli/recorded_run.h"
#include "app/cli/sources.h"
#include "app/cli/train_plan.h"
#include "app/cli/words.h"
#include "app/contest/results.h"
#include "app/watch/run_folder.h"
#include "engine/backends/device_group.h"
#include "engine/backends/run_device.h"
#include "engine/backends/runs_together.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/training/run/run_log.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/solver_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// One of several nets that train side by side.
struct SeedNet {
    std::uint64_t seed = 0;
    std::optional<double> bestBefore = {}; ///< validation loss, of a run that goes on
    engine::RunLog log = {};
    std::string failure = {}; ///< a sentence
    bool over = false;
};

/// "2.3104 ± 0.0210"; "-" of none.
std::string inWords(const contest::Spread& spread)
{
    if (spread.values.empty()) {
        return "-";
    }
    const std::optional<double> deviation = spread.deviation();
    return lossInWords(spread.mean()) + (deviation ? " ± " + lossInWords(*deviation) : "");
}

Json toJson(const contest::Spread& spread)
{
    return {{"mean", spread.values.empty() ? Json() : Json(spread.mean())}, {"deviation", orNull(spread.deviation())}};
}

std::optional<double> lossOf(const SeedNet& net)
{
    return net.log.newest ? std::optional(net.log.newest->smoothedLoss) : std::nullopt;
}

std::optional<double> validationOf(const SeedNet& net)
{
    const engine::ValidationEvent* const last = net.log.lastValidation();
    return last ? std::optional(last->loss) : std::nullopt;
}

std::optional<double> bestOf(const SeedNet& net)
{
    const engine::ValidationEvent* const best = net.log.bestValidation();
    return best ? std::optional(best->loss) : net.bestBefore;
}

std::string stateOf(const SeedNet& net)
{
    return !net.failure.empty() ? "failed"
           : net.log.end        ? std::string(engine::toString(net.log.end->reason))
           : net.over           ? "did not begin"
           : net.log.paused     ? "paused"
           : net.log.hasBegun() ? "trains"
                                : "waits";
}

contest::Spread spreadOf(std::span<const SeedNet> nets, std::optional<double> (*value)(const SeedNet&))
{
    contest::Spread spread;
    for (const SeedNet& net : nets) {
        if (const std::optional<double> one = value(net)) {
            spread.values.push_back(*one);
        }
    }
    return spread;
}

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

/// Trains several nets and shows them side by side: each loss as the mean of all with the standard deviation, and at
/// the end a table.
class SeedsTraining final : public engine::TogetherView {
public:
    SeedsTraining(Console& console, Interrupt& interrupt, const std::vector<PlannedRun>& runs,
                  std::vector<SeedNet> nets, SeedsFacts seeds)
        : m_console(console),
          m_interrupt(interrupt),
          m_runs(runs),
          m_nets(std::move(nets)),
          m_seeds(std::move(seeds)),
          m_isJson(runs.front().options.json),
          m_isLive(!m_isJson && console.out.isTerminal()),
          m_stops(runs.size()),
          m_outputs(runs.size()),
          m_live(console.out),
          m_showing(interrupt)
    {}

    Go begins(std::size_t index, const engine::StartedRun& run) override
    {
        m_interrupt.hasSomethingToSave();
        std::call_once(m_described, [&] { std::ranges::for_each(m_runs, writeDown); }); // for who goes on with them
        m_outputs[index] = std::make_unique<RunOutput>(
            m_runs[index], run,
            RunOutput::Reader{
                .show = [this, index](const engine::Event& event) { m_showing([&] { show(m_nets[index], event); }); },
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
        if (m_seeds.atOnce > 1) {
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
            SeedNet& net = m_nets[index];
            net.over = true;
            net.failure = sentenceOf(failure);
            net.log.samples.clear(); // a thousand nets may follow
            m_failure = m_failure || net.failure.empty() ? m_failure : failure;
            printComplete();
            if (isLines()) {
                say(fmt::format("seed {:>4}  {} after iteration {}: loss {}, best validation loss {}", net.seed,
                                stateOf(net), grouped(net.log.iteration()), inWords(spreadOf({&net, 1}, lossOf)),
                                inWords(spreadOf({&net, 1}, bestOf))));
            }
            drawIfDue(true);
        });
    }

    /// Shows what all came to. Throws what kept the output from being written, or else a net from its end.
    ExitCode finish()
    {
        m_showing([&] {
            if (m_first) { // else none has begun
                m_isJson ? printJson() : printTable();
            }
        });
        m_showing.finish();
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
        bool diverged = false, stopped = m_interrupt.requested();
        for (const SeedNet& net : m_nets) {
            const std::optional<engine::EndEvent>& end = net.log.end;
            stopped = stopped || (end && end->reason == engine::EndReason::Stopped);
            if (end && end->reason == engine::EndReason::Diverged) {
                diverged = true;
                m_console.note(engine::say("hamnet: the training of seed %1 diverged: %2", net.seed, end->detail));
            }
        }
        return diverged ? ExitCode::Diverged : stopped ? ExitCode::Interrupted : ExitCode::Done;
    }

private:
    /// Losses of one iteration by net, until all have come that will.
    using Losses = std::map<std::int64_t, std::vector<double>>;

    bool isLines() const { return !m_isJson && !m_isLive; }

    void show(SeedNet& net, const engine::Event& event)
    {
        net.log.take(event);
        if (const auto* const train = std::get_if<engine::TrainEvent>(&event); train && isLines()) {
            m_training[train->iteration].push_back(train->smoothedLoss);
        } else if (const auto* const one = std::get_if<engine::ValidationEvent>(&event); one && isLines()) {
            m_validation[one->iteration].push_back(one->loss);
        }
        const bool isFirst = !m_first && net.log.hasBegun();
        if (isFirst) {
            m_first = net.log.start;
        }
        if (m_isJson) {
            printEvent(m_console, event, net.seed);
            return;
        }
        if (isFirst) {
            makeRunView(m_console, 0, m_seeds)->show(event);
        }
        printComplete();
        const auto* const pause = std::get_if<engine::PauseEvent>(&event);
        if (pause && isLines()) {
            say(fmt::format("seed {:>4}  {} after iteration {}", net.seed, pause->paused ? "paused" : "goes on",
                            grouped(pause->iteration)));
        }
        drawIfDue(pause != nullptr);
    }

    void say(const std::string& line)
    {
        m_console.out.line(line);
        m_console.out.flush();
    }

    void printComplete()
    {
        if (!isLines()) {
            return;
        }
        printComplete(m_training, "loss", [](const engine::RunLog& log) { return log.iteration(); });
        printComplete(m_validation, "validation loss", [](const engine::RunLog& log) {
            return log.lastValidation() ? log.lastValidation()->iteration : -1;
        });
    }

    /// `told`: up to which iteration a net has told its own.
    void printComplete(Losses& losses, const char* name, std::int64_t (*told)(const engine::RunLog&))
    {
        const auto trains = [](const SeedNet& net) { return net.log.hasBegun() && !net.over; };
        const auto left = std::ranges::count(m_nets, false, &SeedNet::over);
        if (m_first && // none where no net could begin
            std::ranges::count_if(m_nets, trains) < std::min<std::ptrdiff_t>(m_seeds.atOnce, left)) {
            return; // one is about to begin
        }
        const auto isComplete = [&](std::int64_t iteration) { // no net that trains now will tell its loss of it
            return std::ranges::none_of(m_nets,
                                        [&](const SeedNet& net) { return trains(net) && told(net.log) < iteration; });
        };
        while (!losses.empty() && isComplete(losses.begin()->first)) {
            const auto& [iteration, values] = *losses.begin();
            say(fmt::format("iteration {:>7}  {} {}  ({} {})", grouped(iteration), name,
                            inWords(contest::Spread{values}), values.size(),
                            plural(std::ssize(values), "net", "nets")));
            losses.erase(losses.begin());
        }
    }

    void drawIfDue(bool always)
    {
        if (m_isLive && m_first && (always || m_live.due())) {
            m_live.draw(linesIn(engine::aligned(report())));
        }
    }

    void printTable()
    {
        if (!m_isLive) {
            m_console.out.write(engine::aligned(report()));
        }
        say(fmt::format("{} nets in {}", m_nets.size(), durationInWords(seconds())));
        for (const SeedNet& net : m_nets) {
            if (!net.failure.empty()) {
                say(m_console.paint.bold(fmt::format("seed {}: {}", net.seed, oneLine(net.failure))));
            }
        }
        const bool allHave = std::ranges::all_of(m_nets, [](const SeedNet& net) { return net.log.end.has_value(); });
        if (!m_seeds.folder.empty() && allHave) {
            say("all together: hamnet evaluate --ensemble " + engine::shellFile(m_seeds.folder) + " --data " +
                engine::shellFile(m_first->data));
        }
    }

    engine::Report report() const
    {
        const std::vector<engine::ColumnOf<SeedNet>> columns = {
            {{"seed", "seed"}, [](const SeedNet& net) { return net.seed; }},
            {{"iteration", "iterations", engine::grouped}, [](const SeedNet& net) { return net.log.iteration(); }},
            {{"loss", "loss", lossInWords}, lossOf},
            {{"validation", "validation_loss", lossInWords}, validationOf},
            {{"best", "best_loss", lossInWords}, bestOf},
            {{"state", "state"}, stateOf},
            {{"", "failure"},
             [](const SeedNet& net) {
                 return net.failure.empty() ? engine::ReportCell() : engine::ReportCell(net.failure);
             }},
            {{"", "checkpoint"}, [this](const SeedNet& net) {
                 return m_seeds.folder.empty()
                            ? engine::ReportCell()
                            : engine::ReportCell(watch::seedFolder(m_seeds.folder, net.seed).checkpoint().string());
             }}};
        engine::Report report = engine::reportOf(columns, m_nets);
        double perSecond = 0;
        for (const SeedNet& net : m_nets) {
            perSecond += net.over || !net.log.newest ? 0 : net.log.newest->perSecond;
        }
        report.total = {"mean",
                        "",
                        inWords(spreadOf(m_nets, lossOf)),
                        inWords(spreadOf(m_nets, validationOf)),
                        inWords(spreadOf(m_nets, bestOf)),
                        perSecond > 0 ? fmt::format("{} {}/s in all", countInWords(perSecond), m_first->kind->shortUnit)
                                      : "",
                        "",
                        ""};
        return report;
    }

    void printJson() const
    {
        printLine(m_console.out, {{"event", "seeds"},
                                  {"seconds", seconds()},
                                  {"loss", toJson(spreadOf(m_nets, lossOf))},
                                  {"validation_loss", toJson(spreadOf(m_nets, validationOf))},
                                  {"best_loss", toJson(spreadOf(m_nets, bestOf))},
                                  {"nets", jsonRows(report())}});
    }

    double seconds() const { return std::chrono::duration<double>(Clock::now() - m_began).count(); }

    Console& m_console;
    Interrupt& m_interrupt;
    const std::vector<PlannedRun>& m_runs;
    std::vector<SeedNet> m_nets;
    SeedsFacts m_seeds;
    bool m_isJson, m_isLive;
    std::vector<std::stop_source> m_stops; ///< of each run alone, through its folder
    std::vector<std::unique_ptr<RunOutput>> m_outputs;
    std::once_flag m_described;
    std::optional<engine::StartEvent> m_first; ///< of the first that began
    Losses m_training, m_validation;
    LiveLine m_live;
    Clock::time_point m_began = Clock::now();
    Showing m_showing; ///< of the nets and this:
    std::exception_ptr m_failure;
};

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
    SeedsTraining training(console, interrupt, runs, nets, seeds);
    engine::trainTogether(descriptionsOf(runs, device.name, together.threads), together.atOnce, interrupt.token(),
                          training, {.howToTellCharacters = howToTellCharacters});
    return training.finish();
}

} // namespace cli
