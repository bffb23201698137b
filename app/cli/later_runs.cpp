// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/later_runs.h"

#include "app/cli/sources.h"
#include "app/cli/train_plan.h"
#include "engine/graph/error.h"
#include "engine/graph/net_states.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_plan.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

namespace cli {
namespace {

namespace fs = std::filesystem;

/// Options of `train` that say nothing to a run in a queue, which has files of its own.
constexpr std::array notLater = {"--checkpoint", "--no-checkpoint", "--overwrite",  "--resume",
                                 "--json",       "--seeds",         "--run-folder", "--detach"};

/// Those that name what LaterRuns reads: it says them in its own way.
constexpr std::array<std::string_view, 8> readHere = {"MODEL",        "--solver",    "--data", "--init-weights",
                                                      "--vocabulary", "--init-data", "--seed", "--best-by"};

std::string absoluteName(const fs::path& file)
{
    std::error_code unknown;
    const fs::path found = fs::absolute(file, unknown);
    return unknown ? file.string() : found.lexically_normal().string();
}

/// Data as every folder names them: those that Hamnet makes have a name alone.
std::string absoluteData(const fs::path& data)
{
    return engine::isMadeData(data) ? data.string() : absoluteName(data);
}

/// The options that a run takes as they are, and all as settings that tell it from others.
void takeOptions(queue::Job& job, const std::vector<const CLI::Option*>& given)
{
    for (const CLI::Option* const option : given) {
        const std::string name = optionName(*option);
        const bool isFlag = option->get_items_expected_max() == 0;
        const std::string value = isFlag ? "on" : option->results().back();
        if (name != "--seed") {
            job.settings.emplace_back(name == "MODEL" ? "model" : name.substr(2), value);
        }
        if (std::ranges::find(readHere, name) == readHere.end()) {
            job.always.push_back(isFlag ? name : name + "=" + value);
        }
    }
}

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

LaterRuns::LaterRuns(const LaterOptions& options) : m_options(&options.train())
{
    const TrainOptions& train = *m_options;
    m_model = modelOf(train);
    if (isCheckpoint(m_model)) {
        throw engine::Error(m_model.string() + " is a checkpoint, but a queue trains models; give a prototxt, and "
                                               "--init-weights to start from this checkpoint's weights");
    }
    const SolverSource solver = solverFor(m_model, train.solver);
    m_base.model = m_model.string();
    m_base.given = {.model = modelIn(m_model), .solver = solver.settings};
    if (!train.bestBy.empty()) {
        m_base.given.solver.params.insert_or_assign("best_by", metricNamed(train.bestBy, m_base.given.model));
    }
    m_base.asRead = [this](const queue::Varied& varied) {
        return engine::withStates(withColumns(varied.model, m_model, m_options->data, m_options->columns),
                                  varied.solver);
    };
    const engine::Model model = m_base.asRead(m_base.given);
    const fs::path data = dataFor(model, m_model, train.data).file;
    m_base.data = engine::openSource(data, model);
    const engine::RunPlan plan = engine::planRun(train.run.given(), solver.settings);
    m_base.seed = static_cast<std::int64_t>(plan.seed);
    m_base.iterations = plan.run.limits.iterations > 0 ? plan.run.limits.iterations : engine::endless;
    queue::Job& job = m_base.job;
    job.folder = fs::current_path().string();
    job.atStart = {"--data=" + absoluteData(data)};
    const fs::path weights = engine::takenFrom(solver.settings, {.folders = {.solvers = solver.file.parent_path()},
                                                                 .firstWeights = train.initWeights})
                                 .firstWeights;
    if (!weights.empty()) {
        job.atStart.push_back("--init-weights=" + absoluteName(weights));
    }
    if (!train.vocabulary.empty()) {
        job.atStart.push_back("--vocabulary=" + absoluteName(train.vocabulary));
    }
    if (!train.initData.empty()) {
        job.atStart.push_back("--init-data=" + absoluteName(textNamed(train.initData)));
    }
    takeOptions(job, options.given());
}

} // namespace cli
