// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/later_runs.h"

#include "app/cli/sources.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/learning_rate.h"
#include "engine/graph/net_states.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
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
constexpr std::array<std::string_view, 7> readHere = {"MODEL",        "--solver",    "--data", "--init-weights",
                                                      "--vocabulary", "--init-data", "--seed"};

std::string nameOf(const CLI::Option& option)
{
    return option.nonpositional() ? "--" + option.get_lnames().front() : option.get_name(true);
}

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
        const std::string name = nameOf(*option);
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
    m_given = {.model = modelIn(m_model), .solver = solver.settings};
    const engine::Model model = asTrained(m_given);
    m_data = dataFor(model, m_model, train.data).file;
    m_source = engine::openSource(m_data, model);
    const engine::RunPlan plan = engine::planRun(train.run.given(), solver.settings);
    m_seed = static_cast<std::int64_t>(plan.seed);
    m_iterations = plan.run.limits.iterations > 0 ? plan.run.limits.iterations : engine::endless;
    m_base.folder = fs::current_path().string();
    m_base.atStart = {"--data=" + absoluteData(m_data)};
    const fs::path weights = engine::takenFrom(solver.settings, {.folders = {.solvers = solver.file.parent_path()},
                                                                 .firstWeights = train.initWeights})
                                 .firstWeights;
    if (!weights.empty()) {
        m_base.atStart.push_back("--init-weights=" + absoluteName(weights));
    }
    if (!train.vocabulary.empty()) {
        m_base.atStart.push_back("--vocabulary=" + absoluteName(train.vocabulary));
    }
    if (!train.initData.empty()) {
        m_base.atStart.push_back("--init-data=" + absoluteName(textNamed(train.initData)));
    }
    takeOptions(m_base, options.given());
}

engine::Model LaterRuns::asTrained(const queue::Varied& varied) const
{
    return engine::withStates(withColumns(varied.model, m_model, m_options->data, m_options->columns), varied.solver);
}

bool LaterRuns::validates() const
{
    std::vector<engine::Sentence> notes;
    return m_source->holdsOut(m_source->settled(asTrained(m_given), notes));
}

queue::Job LaterRuns::job(std::span<const queue::Variation> variations, const queue::Choice& choice,
                          std::int64_t seed) const
{
    queue::Varied varied = m_given;
    queue::Job job = m_base;
    std::string settings;
    for (std::size_t index = 0; index < variations.size(); ++index) {
        queue::set(varied, variations[index], choice[index]);
        job.settings.emplace_back(variations[index].name(), choice[index]);
        settings += (index > 0 ? ", " : "with ") + variations[index].name() + " " + choice[index];
    }
    engine::learningRate(engine::completeParams(varied.solver), 0); // which throws what its policy lacks
    std::vector<engine::Sentence> notes;
    const engine::SizeReport sizes = engine::sizeReport(m_source->settled(asTrained(varied), notes));
    if (!sizes.fits()) {
        throw engine::Error(engine::say("%1%2 does not fit together: %3", m_model.string(),
                                        settings.empty() ? "" : " " + settings, sizes.problems.front()));
    }
    job.model = engine::writeModel(varied.model);
    job.solver = engine::writeSolver(varied.solver);
    job.seed = seed;
    return job;
}

} // namespace cli
