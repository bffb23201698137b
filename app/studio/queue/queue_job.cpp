// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_job.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_specs.h"

#include <QCoreApplication>
#include <utility>

namespace studio {
namespace {

bool hasEnd(const engine::RunLimits& limits)
{
    return limits.iterations != engine::endless || limits.epochs || limits.seconds || limits.targetLoss;
}

} // namespace

queue::SweepBase sweepBaseOf(const engine::RunDescription& run, const std::string& title)
{
    if (!hasEnd(engine::runSettings(run.settings, run.solver).limits)) {
        throw engine::Error(
            QCoreApplication::translate("QueueJob", "this run has no end, so that no other run of the queue would come "
                                                    "after it; give it iterations, epochs or a time under Training")
                .toStdString());
    }
    queue::Job job{.run = run, .settings = {{"model", title}}};
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        const auto given = run.settings.find(spec.param.key);
        if (given != run.settings.end() && spec.param.key != "seed") {
            job.settings.emplace_back(engine::optionOf(spec).substr(2), engine::optionText(given->second));
        }
    }
    return {.model = title, .job = std::move(job)};
}

void readData(queue::SweepBase& base)
{
    base.data = engine::openSource(base.job.run.data, base.job.run.model);
}

RunRecord recordOf(const queue::Job& job)
{
    RunRecord record;
    record.run = job.run;
    record.run.settings.erase("seed");
    record.start = {.seed = static_cast<std::uint64_t>(queue::seedOf(job)),
                    .kind = &engine::dataKindOf(job.run.model),
                    .model = engine::writeModel(job.run.model),
                    .solver = engine::writeSolver(job.run.solver),
                    .data = job.run.data.string()};
    return record;
}

} // namespace studio
