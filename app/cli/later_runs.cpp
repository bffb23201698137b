// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/later_runs.h"

#include "app/cli/train_plan.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_specs.h"

#include <array>
#include <string>
#include <vector>

namespace cli {
namespace {

/// Options of `train` that say nothing to a run in a queue, which has files of its own.
constexpr std::array notLater = {"--checkpoint", "--no-checkpoint", "--overwrite", "--resume",          "--json",
                                 "--seeds",      "--run-folder",    "--detach",    "--batch-per-device"};

} // namespace

void addLater(CLI::App& command, TrainOptions& options)
{
    addTo(command, options);
    for (const char* const name : notLater) {
        if (CLI::Option* const option = command.get_option_no_throw(name)) {
            command.remove_option(option);
        }
    }
}

queue::SweepBase laterRuns(const CLI::App& command, TrainOptions options)
{
    const std::vector<const CLI::Option*> given = givenOf(command);
    takeDescription(options, given);
    if (!options.run.resume.empty()) {
        throw engine::Error(
            engine::say("%1 goes on from a checkpoint, but a queue trains new runs; give one of those", options.model));
    }
    const TrainPlan plan = newRun(options);
    queue::SweepBase base{.model = plan.modelName, .job = {.run = plan.run, .settings = {}}};
    base.data = engine::openSource(plan.run.data, plan.run.model);
    for (const auto& [key, value] : options.isDescribed ? options.run.settings : engine::Params()) {
        if (key != "seed") {
            base.job.settings.emplace_back(key, engine::optionText(value));
        }
    }
    for (const CLI::Option* const option : given) {
        const std::string name = optionName(*option);
        if (name != "--seed") {
            base.job.settings.emplace_back(name == "MODEL" ? "model" : name.substr(2),
                                           option->get_items_expected_max() == 0 ? "on" : option->results().back());
        }
    }
    return base;
}

} // namespace cli
