// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/later_runs.h"
#include "app/cli/options.h"
#include "app/cli/words.h"
#include "app/queue/array_job.h"
#include "app/queue/halving.h"
#include "app/queue/run_queue.h"
#include "app/queue/sweep.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace cli {
namespace {

class SweepCommand : public Command {
public:
    explicit SweepCommand(CLI::App& app) : Command(app)
    {
        addLater(app, m_train);
        addValue(app, "--queue", m_folder, folderName, "The folder of the queue; it is made where there is none.")
            ->required();
        addValue(
            app, "--vary", m_varied, "SETTING",
            "A setting that varies: LAYER.SETTING=A,B,C for these values, or LAYER.SETTING=A..B for those between, "
            "evenly, or with :log behind evenly in their logarithm. The solver's are solver.SETTING, and "
            "cell=drawn,gru,... is that of all recurrent layers. May be given several times.")
            ->expected(1)
            ->take_all();
        addWhole(app, "--trials", m_trials,
                 "Draw so many combinations at random, by --seed. Default: every combination of the values.", {1});
        addValue(app, "--seeds", m_seeds, "K", "Train each combination from so many seeds, which follow the first.")
            ->capture_default_str()
            ->check(wholeFrom(1));
        CLI::Option* const early = app.add_flag("--stop-early", m_stopEarly,
                                                "Train all runs for a part of their iterations, the third that "
                                                "validates best for three times as many, and so on; only the "
                                                "best are trained to their end.");
        app.add_flag("--again", m_again, "Queue runs that are in the queue already once more.");
        app.add_flag("--yes", m_yes, "Queue more than 10,000 runs without refusing.");
        app.add_flag(
               "--slurm", m_slurm,
               "Write a job array for sbatch into the folder, which all machines have to see, instead of a queue.")
            ->excludes(early);
    }

    ExitCode run(Console& console) override
    {
        queue::Sweep sweep{.trials = m_trials, .seeds = m_seeds, .stopsEarly = m_stopEarly};
        const queue::SweepBase base = laterRuns(options(), m_train);
        std::ranges::transform(m_varied, std::back_inserter(sweep.variations), variationIn);
        requireNotTooMany(queue::runsOf(sweep));
        const std::vector<queue::Job> jobs = queue::jobsOf(sweep, base);
        if (!m_again && !m_slurm && queue::isQueue(m_folder)) {
            requireNew(jobs);
        }
        tell(console, sweep.variations, jobs);
        if (m_slurm) {
            const std::filesystem::path script = queue::writeArray(m_folder, jobs);
            console.out.line(fmt::format("sbatch {} trains them", engine::shellFile(script)));
        } else {
            queue::RunQueue(m_folder, queue::Database::Open::OrMake).add(jobs);
            console.out.line(fmt::format("hamnet queue run --queue {} trains them", engine::shellFile(m_folder)));
        }
        return ExitCode::Done;
    }

private:
    static queue::Variation variationIn(const std::string& text)
    {
        const std::size_t equals = std::min(text.find('='), text.size() - 1);
        const auto variation = queue::variationOf(text.substr(0, equals), text.substr(equals + 1));
        if (!variation) {
            throw engine::Error(engine::say(
                ENGINE_TEXT("Sentences",
                            "--vary is %1, but LAYER.SETTING=A,B,C or LAYER.SETTING=A..B, also with :log behind, is "
                            "wanted; the solver's settings are solver.SETTING"),
                engine::shown(text)));
        }
        return *variation;
    }

    void requireNotTooMany(std::int64_t runs) const
    {
        if (runs > queue::maxRuns && !m_yes) {
            throw engine::Error(
                engine::say("this sweep has %1 runs, but more than %2 are rarely meant; give fewer values, "
                            "--trials N, fewer --seeds, or --yes",
                            grouped(runs), grouped(queue::maxRuns)));
        }
    }

    void requireNew(const std::vector<queue::Job>& jobs) const
    {
        std::set<std::string> texts; // a model that was read from a text has other lines
        for (const queue::Job& job : jobs) {
            texts.insert(queue::textOf(job));
        }
        for (const queue::QueuedRun& run : queue::RunQueue(m_folder, queue::Database::Open::Existing).runs()) {
            if (texts.contains(queue::textOf(run.job))) {
                throw engine::Error(engine::say("run %1 of the queue in %2 is one of this sweep already; --again "
                                                "queues all of them once more",
                                                run.id, m_folder));
            }
        }
    }

    void tell(Console& console, const std::vector<queue::Variation>& variations,
              const std::vector<queue::Job>& jobs) const
    {
        const auto runs = static_cast<std::int64_t>(jobs.size()), choices = runs / m_seeds;
        std::vector<std::string> names;
        std::ranges::transform(variations, std::back_inserter(names), &queue::Variation::name);
        std::string line = fmt::format("{} {}: {} {}", grouped(runs), plural(runs, "run", "runs"), grouped(choices),
                                       plural(choices, "combination", "combinations"));
        line += names.empty() ? "" : " of " + joined(names);
        line += fmt::format(", {} {} each", m_seeds, plural(m_seeds, "seed", "seeds"));
        if (m_trials && choices < *m_trials) {
            line += fmt::format("; there are not {} different ones", grouped(*m_trials));
        }
        if (!jobs.empty() && jobs.front().rungs > 0) {
            const queue::Job& job = jobs.front();
            line += fmt::format("; the first {} iterations of each, up to {} of the best",
                                grouped(queue::iterationsAt(0, job.rungs, job.iterations)), grouped(job.iterations));
        }
        console.out.line(oneLine(line));
    }

    TrainOptions m_train;
    std::string m_folder;
    std::vector<std::string> m_varied;
    std::optional<std::int64_t> m_trials;
    std::int64_t m_seeds = 1;
    bool m_stopEarly = false, m_again = false, m_yes = false, m_slurm = false;
};

} // namespace

extern const CommandSpec sweepCommand = {
    "sweep", "Queue runs of a net with settings that vary.",
    R"(  hamnet sweep models/char_rnn_small.prototxt --vary lstm1.num_output=64,128 --seeds 3 --queue night
  hamnet sweep net.prototxt --vary solver.base_lr=1e-3..1e-2:log --trials 20 --stop-early --queue night
  hamnet sweep net.prototxt --vary solver.base_lr=1e-3,1e-2 --slurm --queue /shared/night)",
    make<SweepCommand>};

} // namespace cli
