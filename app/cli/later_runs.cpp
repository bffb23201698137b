// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/later_runs.h"

#include "app/cli/sources.h"
#include "app/cli/train_plan.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_specs.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cli {
namespace {

/// Options of `train` that say nothing to a run in a queue, which has files of its own.
constexpr std::array notLater = {"--checkpoint", "--no-checkpoint", "--overwrite", "--resume",          "--json",
                                 "--seeds",      "--run-folder",    "--detach",    "--batch-per-device"};

} // namespace

void LaterOptions::addTo(CLI::App& command)
{
    const std::vector<CLI::Option*> before = command.get_options(); // that are no options of train
    cli::addTo(command, m_train);
    for (const char* const name : notLater) {
        if (CLI::Option* const option = command.get_option_no_throw(name)) {
            command.remove_option(option);
        }
    }
    for (CLI::Option* const option : command.get_options()) {
        if (std::ranges::find(before, option) == before.end()) {
            m_options.push_back(option);
        }
    }
}

std::vector<const CLI::Option*> LaterOptions::given() const
{
    std::vector<const CLI::Option*> there;
    std::ranges::copy_if(m_options, std::back_inserter(there),
                         [](const CLI::Option* option) { return option->count() > 0; });
    return there;
}

queue::SweepBase laterRuns(const LaterOptions& options)
{
    TrainOptions train = options.train();
    takeDescription(train, options.given());
    const std::filesystem::path model = modelOf(train);
    if (!train.run.resume.empty()) {
        throw engine::Error(engine::say("%1 goes on from a checkpoint, but a queue trains new runs; give one of those",
                                        model.string()));
    }
    const TrainPlan plan = newRun(train);
    queue::SweepBase base{.model = model.string(), .job = {.run = plan.run, .settings = {}}};
    base.data = engine::openSource(plan.run.data, plan.run.model);
    for (const auto& [key, value] : train.isDescribed ? train.run.settings : engine::Params()) {
        if (key != "seed") {
            base.job.settings.emplace_back(key, engine::optionText(value));
        }
    }
    for (const CLI::Option* const option : options.given()) {
        const std::string name = optionName(*option);
        if (name != "--seed") {
            base.job.settings.emplace_back(name == "MODEL" ? "model" : name.substr(2),
                                           option->get_items_expected_max() == 0 ? "on" : option->results().back());
        }
    }
    return base;
}

} // namespace cli
