// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_job.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/net_states.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_plan.h"
#include "engine/training/run/run_specs.h"

#include <memory>
#include <QCoreApplication>
#include <system_error>

namespace studio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view dataOption = "--data=";

std::string absolutely(const fs::path& file)
{
    std::error_code unknown;
    const fs::path found = fs::absolute(file, unknown);
    return unknown ? file.string() : found.lexically_normal().string();
}

bool hasEnd(const engine::RunLimits& limits)
{
    return limits.iterations != engine::endless || limits.epochs || limits.seconds || limits.targetLoss;
}

/// The value of an argument "--iterations=500"; nothing where it is another option's.
std::optional<std::string> valueIn(const std::string& argument, const std::string& option)
{
    const std::string begin = option + "=";
    return argument.starts_with(begin) ? std::optional(argument.substr(begin.size())) : std::nullopt;
}

} // namespace

queue::Job jobOf(const RunForQueue& run)
{
    const TrainingRequest& request = run.request;
    if (!request.solverState.empty()) {
        throw engine::Error(
            QCoreApplication::translate("QueueJob", "a run that goes on from a solver state of Caffe's is trained in "
                                                    "this window alone; train it here, or start from the weights alone")
                .toStdString());
    }
    queue::Job job;
    job.folder = absolutely(run.home);
    job.model = engine::writeModel(request.model);
    job.solver = engine::writeSolver(request.solver);
    job.seed = static_cast<std::int64_t>(engine::planRun(request.settings, request.solver).seed);
    if (!request.corpus.empty()) {
        job.atStart.push_back(std::string(dataOption) + (engine::isMadeData(request.corpus)
                                                             ? request.corpus.string()
                                                             : absolutely(request.corpus)));
    }
    if (!request.firstWeights.empty()) {
        job.atStart.push_back("--init-weights=" + absolutely(request.firstWeights));
    }
    if (!request.firstText.empty()) {
        job.atStart.push_back("--init-data=" + absolutely(request.firstText));
    }
    job.settings.emplace_back("model", run.title);
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        const auto given = run.given.find(spec.param.key);
        if (given == run.given.end() || spec.param.key == "seed") {
            continue;
        }
        const std::string text = engine::optionText(given->second), option = engine::optionOf(spec);
        job.always.push_back(option + "=" + (spec.param.key == "engine" ? engine::folded(text) : text));
        job.settings.emplace_back(option.substr(2), text);
    }
    return job;
}

queue::SweepBase sweepBaseOf(const RunForQueue& run)
{
    const TrainingRequest& request = run.request;
    queue::Job job = jobOf(run);
    const engine::RunLimits limits = engine::planRun(request.settings, request.solver).run.limits;
    if (!hasEnd(limits)) {
        throw engine::Error(
            QCoreApplication::translate("QueueJob", "this run has no end, so that no other run of the queue would come "
                                                    "after it; give it iterations, epochs or a time under Training")
                .toStdString());
    }
    const std::int64_t seed = job.seed;
    return {.model = run.title,
            .given = {.model = request.model, .solver = request.solver},
            .job = std::move(job),
            .seed = seed,
            .iterations = limits.iterations > 0 ? limits.iterations : engine::endless};
}

void readData(queue::SweepBase& base, const fs::path& data)
{
    base.asRead = [](const queue::Varied& varied) { return engine::withStates(varied.model, varied.solver); };
    base.data = engine::openSource(data, base.asRead(base.given));
}

RunRecord recordOf(const queue::Job& job)
{
    RunRecord record;
    record.model = job.model;
    record.solver = job.solver;
    record.seed = static_cast<std::uint64_t>(job.seed);
    for (const std::string& argument : job.atStart) {
        record.corpus = argument.starts_with(dataOption) ? argument.substr(dataOption.size()) : record.corpus;
    }
    engine::Params given;
    for (const std::string& argument : job.always) {
        for (const engine::RunSpec& spec : engine::runSpecs()) {
            if (const auto value = valueIn(argument, engine::optionOf(spec))) {
                given.insert_or_assign(std::string(spec.param.key), engine::optionValue(spec, *value));
            }
        }
    }
    const auto said = [&](const char* key) {
        const auto found = given.find(key);
        return found == given.end() ? std::string() : engine::optionText(found->second);
    };
    record.device = said("device");
    record.engine = said("engine");
    record.precision = said("precision");
    record.settings = given;
    record.readsText = !engine::learnsSequences(engine::readModel(job.model, "the run's model"));
    return record;
}

} // namespace studio
