// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/sweep_cost.h"

#include "app/queue/halving.h"
#include "app/studio/queue/queue_words.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/words/numbers.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/run_settings.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QStringList>

namespace studio {
namespace {

/// Combinations whose arithmetic is counted, spread over all; the others are taken to be like them.
constexpr std::size_t maxSized = 64;

struct SweepCost {
    Q_DECLARE_TR_FUNCTIONS(SweepCost)
};

/// Of one iteration, forward and backward.
double flopsOf(const engine::Model& model)
{
    const engine::SizeReport sizes = engine::sizeReport(model);
    return static_cast<double>(sizes.flopsForward) + static_cast<double>(sizes.flopsBackward);
}

/// How many times the arithmetic of the measured net the combinations have, on average.
double meanWork(const queue::Sweep& sweep, const engine::RunDescription& given, std::span<const queue::Choice> choices,
                double measured)
{
    double sum = 0;
    std::size_t counted = 0;
    const std::size_t sized = std::min(choices.size(), maxSized);
    for (std::size_t place = 0; place < sized; ++place) {
        const queue::Choice& choice = choices[place * choices.size() / sized];
        engine::RunDescription varied = given;
        for (std::size_t index = 0; index < choice.size(); ++index) {
            queue::set(varied, sweep.variations[index], choice[index]);
        }
        sum += flopsOf(varied.model);
        ++counted;
    }
    return measured > 0 && sum > 0 ? sum / static_cast<double>(counted) / measured : 1;
}

/// Of one run with steps of so many seconds; nothing where its end cannot be told before.
std::optional<double> iterationsOf(const engine::RunLimits& limits, const StepCost& step, double seconds)
{
    std::optional<double> min;
    const auto limit = [&](double iterations) { min = min ? std::min(*min, iterations) : iterations; };
    if (limits.iterations > 0 && limits.iterations != engine::endless) {
        limit(static_cast<double>(limits.iterations));
    }
    if (limits.epochs && step.epochs > 0) {
        limit(static_cast<double>(*limits.epochs) / step.epochs);
    }
    if (limits.seconds && seconds > 0) {
        limit(*limits.seconds / seconds);
    }
    return min;
}

/// What so many runs cost one after another, of steps that take so many times the arithmetic of the measured one; or
/// why that cannot be told.
QString timeInWords(const engine::RunDescription& each, std::int64_t runs, double work, bool stopsEarly,
                    const std::optional<StepCost>& step)
{
    if (!step) {
        return SweepCost::tr(
            "Time and energy are not measured yet: train this net for a moment, and they are told here.");
    }
    const double seconds = step->seconds * work;
    const std::optional<double> iterations =
        iterationsOf(engine::runSettings(each.settings, each.solver).limits, *step, seconds);
    if (!iterations) {
        return SweepCost::tr("How long they take cannot be told before, as they end at a "
                             "training loss.");
    }
    const double part = stopsEarly ? partTrained(runs, std::llround(*iterations)) : 1;
    const double steps = static_cast<double>(runs) * *iterations * part;
    const QString time = SweepCost::tr("About %1 in all, one after the other, by the steps of %2")
                             .arg(spanInWords(steps * seconds), step->run);
    return step->joules ? SweepCost::tr("%1, and %2.").arg(time, energyInWords(steps * *step->joules * work))
                        : SweepCost::tr("%1; its energy was not measured.").arg(time);
}

QString runsInWords(std::int64_t runs, std::int64_t seeds)
{
    const auto combinations = static_cast<int>(runs / seeds);
    const QString all = SweepCost::tr("%n run(s)", nullptr, static_cast<int>(runs));
    return seeds == 1
               ? all
               : SweepCost::tr("%1: %n combination(s), %2 seeds each", nullptr, combinations).arg(all).arg(seeds);
}

} // namespace

std::optional<StepCost> measuredStep(const Workspace& workspace)
{
    const std::vector<RunRecord> runs = workspace.runs().asTheyAre();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const engine::Curve& curve = run->curve;
        const double iterations = curve.empty() ? 0 : static_cast<double>(curve.back().iteration - curve.iteration(0));
        if (iterations <= 0) {
            continue;
        }
        StepCost cost{.run = QString::fromStdString(run->name),
                      .seconds = (curve.back().seconds - curve.seconds(0)) / iterations,
                      .epochs = run->start.stepsPerEpoch > 0 ? 1 / run->start.stepsPerEpoch : 0};
        const RunRecord& last = workspace.training().run();
        if (last.id == run->id && last.end && last.end->joules && curve.back().iteration > last.start.iteration) {
            cost.joules = *last.end->joules / static_cast<double>(curve.back().iteration - last.start.iteration);
        }
        try {
            cost.flops = flopsOf(engine::readModel(run->start.model, run->name));
        } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): then all nets count as alike
        }
        return cost;
    }
    return std::nullopt;
}

double partTrained(std::int64_t runs, std::int64_t iterations)
{
    const std::int64_t rungs = queue::rungsFor(runs, iterations);
    double trained = 0;
    std::int64_t alive = runs, before = 0;
    for (std::int64_t rung = 0; rung <= rungs; ++rung) {
        const std::int64_t until = queue::iterationsAt(rung, rungs, iterations);
        trained += static_cast<double>(alive) * static_cast<double>(until - before);
        before = until;
        alive = queue::goOnFrom(alive);
    }
    return trained / (static_cast<double>(runs) * static_cast<double>(iterations));
}

QString costInWords(const queue::Sweep& sweep, const queue::Job& job, const std::optional<StepCost>& step)
{
    const std::int64_t asked = queue::runsOf(sweep);
    if (asked > queue::maxRuns) {
        throw engine::Error(SweepCost::tr("These are %1 runs, but more than %2 are rarely meant; give "
                                          "fewer values, trials or seeds.")
                                .arg(editor::countText(asked), editor::countText(queue::maxRuns))
                                .toStdString());
    }
    const std::vector<queue::Choice> choices =
        sweep.trials
            ? queue::trials(sweep.variations, job.run, *sweep.trials, static_cast<std::uint64_t>(queue::seedOf(job)))
            : queue::grid(sweep.variations);
    const std::int64_t runs = static_cast<std::int64_t>(choices.size()) * sweep.seeds;
    QStringList sentences = {runsInWords(runs, sweep.seeds) + QLatin1Char('.')};
    if (runs < asked) {
        sentences.append(SweepCost::tr("There are no more different combinations."));
    }
    const double work = step ? meanWork(sweep, job.run, choices, step->flops) : 1;
    sentences.append(timeInWords(job.run, runs, work, sweep.stopsEarly, step));
    return sentences.join(QLatin1Char(' '));
}

} // namespace studio
