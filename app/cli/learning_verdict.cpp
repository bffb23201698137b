// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/learning_verdict.h"

#include "app/cli/net_variants.h"
#include "app/cli/words.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/go_on.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace cli {
namespace {

using Results = std::vector<LearningResult>;

/// A number from 0 with two digits, or all digits before the point where it has more: never "1e+02".
std::string twoDigits(double number)
{
    return number < 10 ? fmt::format("{:.2g}", number) : fmt::format("{:.0f}", number);
}

const LearningResult& quickest(const std::vector<const LearningResult*>& some)
{
    return **std::ranges::min_element(some, {}, [](const LearningResult* one) { return one->stepSeconds(); });
}

std::vector<const LearningResult*> onGpu(const Results& results, bool wanted)
{
    std::vector<const LearningResult*> some;
    for (const LearningResult& result : results) {
        if (result.learner.contender.onGpu() == wanted) {
            some.push_back(&result);
        }
    }
    return some;
}

/// The standard deviation that seeds make in both; nothing where there is one seed.
std::optional<double> spreadOf(const Spread& one, const Spread& other)
{
    const std::optional<double> mine = one.deviation(), theirs = other.deviation();
    return mine && theirs ? std::optional(std::sqrt((*mine * *mine + *theirs * *theirs) / 2)) : std::nullopt;
}

std::string accuracyVerdict(const LearningResult& first, const LearningResult& other, const std::string& metric)
{
    constexpr std::size_t enoughSeeds = 5;
    const Spread mine = other.metric(metric), theirs = first.metric(metric);
    const double apart = std::abs(mine.mean() - theirs.mean());
    const std::size_t seeds = mine.values.size();
    if (mine.values == theirs.values) {
        return fmt::format("{} and {} reach the same {}, {}", other.learner.name, first.learner.name, metric,
                           scoreInWords(mine.mean()));
    }
    std::string sentence =
        fmt::format("{} reaches {} {}, {} reaches {}: {} apart", other.learner.name, metric, scoreInWords(mine.mean()),
                    first.learner.name, scoreInWords(theirs.mean()), twoDigits(apart));
    const std::optional<double> spread = spreadOf(mine, theirs);
    if (!spread) {
        return sentence + ", with one seed, which cannot separate the engine's effect from chance; use --seeds 5";
    }
    const bool isBetter = engine::moreIsBetter(metric) == (mine.mean() > theirs.mean());
    sentence += apart <= *spread ? fmt::format(", less than the standard deviation between seeds, {}: the engine "
                                               "changes it by less than the seed does",
                                               twoDigits(*spread))
                                 : fmt::format(", more than the standard deviation between seeds, {}: {} is {} here",
                                               twoDigits(*spread), other.learner.name, isBetter ? "better" : "worse");
    if (seeds < enoughSeeds) {
        // Twice the standard error of a difference between two means.
        sentence += fmt::format("; with {} seeds a difference below {} may be chance", seeds,
                                twoDigits(2 * *spread * std::sqrt(2.0 / static_cast<double>(seeds))));
    }
    return sentence;
}

/// The results from best to worst by what `score` tells of each.
template <typename Score>
std::vector<const LearningResult*> ranked(const Results& results, const std::string& metric, const Score& score)
{
    std::vector<const LearningResult*> order;
    for (const LearningResult& result : results) {
        order.push_back(&result);
    }
    std::ranges::stable_sort(order, [&](const LearningResult* one, const LearningResult* other) {
        return engine::moreIsBetter(metric) ? score(*one) > score(*other) : score(*one) < score(*other);
    });
    return order;
}

std::string bestAfterEpochs(const Results& results, const std::string& metric)
{
    const auto order = ranked(results, metric, [&](const LearningResult& one) { return one.metric(metric).mean(); });
    const LearningResult &best = *order[0], &second = *order[1];
    const Spread mine = best.metric(metric), theirs = second.metric(metric);
    const double apart = std::abs(mine.mean() - theirs.mean());
    const std::optional<double> spread = spreadOf(mine, theirs);
    const std::string against = !spread ? "; with one seed this may be chance"
                                        : fmt::format(", {} than the standard deviation between seeds, {}",
                                                      apart <= *spread ? "no more" : "more", twoDigits(*spread));
    return fmt::format("after the same epochs {} is best with {} {}, {} before {}{}", best.learner.name, metric,
                       scoreInWords(mine.mean()), twoDigits(apart), second.learner.name, against);
}

std::string bestAfterTime(const Results& results, const std::string& metric)
{
    const double seconds = commonTime(results);
    Results reached;
    for (const LearningResult& result : results) {
        if (metricAtTime(result, metric, seconds)) {
            reached.push_back(result);
        }
    }
    const auto score = [&](const LearningResult& one) { return *metricAtTime(one, metric, seconds); };
    const LearningResult& best = *ranked(reached, metric, score).front();
    return fmt::format("after the same time, {} of training, {} is best with {} {}", timeInWords(seconds),
                       best.learner.name, metric, scoreInWords(score(best)));
}

bool hasSeveralBatches(const Results& results)
{
    return std::ranges::any_of(
        results, [&](const LearningResult& one) { return one.loaded.streams != results.front().loaded.streams; });
}

Learner learnerWith(Learner learner, std::int64_t streams)
{
    learner.model = engine::writeModel(withBatchSize(engine::readModel(learner.model, "the model"), streams));
    return learner;
}

/// One batch of a net and an engine under measurement.
class BatchRunner {
public:
    BatchRunner(const LearningResult& result, std::int64_t streams, Measurement measurement)
        : m_process(measurementOf(learnerWith(result.learner, streams), std::move(measurement)))
    {
        m_count = std::clamp<std::int64_t>(std::llround(secondsARound / std::max(run(warmUp), 1e-6)), 3, 500);
        m_steps.clear();
    }

    void round() { m_steps.push_back(run(m_count)); }
    double step() const { return median(m_steps); }

private:
    static constexpr double secondsARound = 0.2;
    static constexpr std::int64_t warmUp = 3;

    double run(std::int64_t steps) { return median(m_process.train(steps).seconds); }

    EngineProcess m_process;
    std::int64_t m_count = 0;
    std::vector<double> m_steps;
};

/// The steps of the same net and engine with another batch, in turns with its own; nothing where the data or the engine
/// do not allow it.
std::optional<BatchProbe> measuredWith(const LearningResult& result, std::int64_t streams, const Measurement& common)
{
    constexpr int rounds = 5;
    try {
        BatchRunner own(result, result.loaded.streams, common), other(result, streams, common);
        for (int round = 0; round < rounds; ++round) {
            own.round();
            other.round();
        }
        return BatchProbe{.name = result.learner.name,
                          .streams = result.loaded.streams,
                          .otherStreams = streams,
                          .seconds = own.step(),
                          .otherSeconds = other.step()};
    } catch (const engine::CancelledError&) {
        throw;
    } catch (const engine::Error&) {
        return std::nullopt;
    }
}

std::string deviceOf(const LearningResult& result)
{
    return result.learner.contender.onGpu() ? "the GPU" : "the CPU";
}

std::string unitsOf(const LearningResult& result)
{
    return result.loaded.isText ? "streams" : "sequences";
}

/// What of a step no batch changes, where it can be seen: "; 75 % of a step does not depend on the batch".
std::string fixedPart(const BatchProbe& probe)
{
    constexpr double visible = 0.03;
    return probe.fixedShare() < visible
               ? std::string()
               : fmt::format("{:.0f} % of a step does not depend on the batch", 100 * probe.fixedShare());
}

/// What the device's time goes into, and what helps: a sentence.
std::string advice(const LearningResult& result, const BatchProbe& probe)
{
    const bool starves = probe.fixedShare() > 0.5;
    const bool larger = probe.otherStreams > probe.streams;
    const double mine = static_cast<double>(probe.streams) / probe.seconds;
    const double others = static_cast<double>(probe.otherStreams) / probe.otherSeconds;
    const std::string batch = grouped(larger ? probe.otherStreams : probe.streams);
    const double gain = larger ? others / mine : mine / others;
    const std::string fixed = fixedPart(probe);
    const std::string because = fixed.empty() ? fixed : " (" + fixed + ")";
    const bool onGpu = result.learner.contender.onGpu();
    if (!starves) {
        return fmt::format(
            "{} spends most of its time computing{}: a smaller net{} shortens a step, while a batch of {} trains "
            "{:.2f} times as many {} per second",
            deviceOf(result), because,
            onGpu && result.loaded.precision != "bf16" ? " or --precision bf16, which this run did not measure," : "",
            batch, gain, unitsOf(result));
    }
    return fmt::format("{} spends most of its time between small pieces of work{}: a batch of {} trains {:.2f} times "
                       "as many {} per second, and fewer steps{} help, too",
                       deviceOf(result), because, batch, gain, unitsOf(result),
                       onGpu && engine::folded(result.loaded.engine) != "FUSED"
                           ? " or FUSED, an engine that runs all steps in one call,"
                           : "");
}

/// A step of a GPU by its launches, by how much of the GPU they fill, and by the bytes that it moves: what was measured
/// of it. Empty where the step was not recorded.
std::string launchesOf(const LearningResult& result)
{
    const auto& recorded = result.work.recorded;
    if (!recorded || recorded->kernels == 0) {
        return {};
    }
    const double step = result.stepSeconds();
    std::string words = fmt::format("its step launches {} kernels, one every {}", grouped(recorded->kernels),
                                    timeInWords(step / static_cast<double>(recorded->kernels)));
    if (recorded->sized > 0) {
        words += fmt::format(", which on average fill {:.0f} % of the multiprocessors and {} % of their threads",
                             100 * recorded->processorShare, twoDigits(100 * recorded->threadShare));
    }
    if (result.work.memoryRate) {
        const double moving = static_cast<double>(result.work.bytes) / *result.work.memoryRate;
        words += fmt::format(", and moves {}, {} % of the step at the memory's speed", bytesInWords(result.work.bytes),
                             twoDigits(100 * moving / step));
    }
    return words;
}

/// The processor's quickest row of the same net; null where there is none.
const LearningResult* processorBeside(const LearningResult& gpu, const Results& results)
{
    std::vector<const LearningResult*> same = onGpu(results, false);
    std::erase_if(same, [&](const LearningResult* one) { return !haveSameNet(*one, gpu); });
    return same.empty() ? nullptr : &quickest(same);
}

/// The GPU's quickest row that a processor stands beside; else its quickest.
const LearningResult& toldGpu(const Results& results)
{
    const std::vector<const LearningResult*> gpus = onGpu(results, true);
    std::vector<const LearningResult*> beside = gpus;
    std::erase_if(beside, [&](const LearningResult* one) { return !processorBeside(*one, results); });
    return quickest(beside.empty() ? gpus : beside);
}

/// How a GPU's row stands beside the processor's.
std::string standing(const LearningResult& gpu, const Results& results)
{
    const LearningResult* const processor = processorBeside(gpu, results);
    if (!processor) {
        return gpu.learner.name + " takes " + timeInWords(gpu.stepSeconds()) +
               " per step, and no CPU was measured with the same net";
    }
    const double ratio = gpu.stepSeconds() / processor->stepSeconds();
    return fmt::format("{} takes {} per step, {} {}, so the GPU is {} times as {}", gpu.learner.name,
                       timeInWords(gpu.stepSeconds()), processor->learner.name, timeInWords(processor->stepSeconds()),
                       twoDigits(ratio > 1 ? ratio : 1 / ratio), ratio > 1 ? "slow" : "fast");
}

} // namespace

std::string scoreInWords(double score)
{
    constexpr double large = 10;
    return std::abs(score) < large ? fmt::format("{:.4f}", score) : amountInWords(score);
}

std::string timeInWords(double seconds)
{
    return seconds < 1e-3 ? amountInWords(1e6 * seconds) + " µs"
           : seconds < 1  ? amountInWords(1e3 * seconds) + " ms"
                          : amountInWords(seconds) + " s";
}

std::string inWords(const Spread& spread)
{
    if (spread.values.empty()) {
        return "-";
    }
    const std::optional<double> deviation = spread.deviation();
    return scoreInWords(spread.mean()) + (deviation ? " ± " + scoreInWords(*deviation) : "");
}

std::optional<std::string> speedVerdict(const Results& results)
{
    if (results.size() < 2) {
        return std::nullopt;
    }
    const auto rate = [](const LearningResult& one) { return one.unitsPerSecond(); };
    const LearningResult& fastest = *std::ranges::max_element(results, {}, rate);
    const LearningResult& slowest = *std::ranges::min_element(results, {}, rate);
    return fmt::format("{} trains {:.2f} times as fast as {}", fastest.learner.name, rate(fastest) / rate(slowest),
                       slowest.learner.name);
}

std::vector<std::string> accuracyVerdicts(const Results& results)
{
    const std::string metric = mainMetric(results);
    std::vector<std::string> sentences;
    for (const LearningResult& result : results) {
        const auto same = [&](const LearningResult& one) { return haveSameNet(one, result); };
        const LearningResult& first = *std::ranges::find_if(results, same);
        if (&first != &result && !metric.empty()) {
            sentences.push_back(accuracyVerdict(first, result, metric));
        }
    }
    return sentences;
}

std::vector<std::string> bestVerdicts(const Results& results)
{
    const std::string metric = mainMetric(results);
    const bool differ =
        std::ranges::any_of(results, [&](const LearningResult& one) { return !haveSameNet(one, results.front()); });
    if (!differ || metric.empty()) {
        return {};
    }
    std::vector<std::string> sentences = {bestAfterEpochs(results, metric), bestAfterTime(results, metric)};
    if (hasSeveralBatches(results)) {
        sentences.emplace_back(
            "all batches use the solver's learning rate, and a larger one makes fewer updates per epoch");
    }
    return sentences;
}

double BatchProbe::fixedShare() const
{
    const auto mine = static_cast<double>(streams), other = static_cast<double>(otherStreams);
    const double fixed = (seconds * other - otherSeconds * mine) / (other - mine);
    return std::clamp(fixed / seconds, 0.0, 1.0);
}

std::optional<BatchProbe> probeBatch(const Results& results, const Measurement& common)
{
    auto some = onGpu(results, true);
    some = some.empty() ? onGpu(results, false) : some;
    const LearningResult& result = quickest(some);
    const std::int64_t streams = result.loaded.streams;
    const LearningResult* largest = nullptr;
    for (const LearningResult* one : some) {
        const bool isOther = one->learner.contender.name == result.learner.contender.name &&
                             one->learner.cell == result.learner.cell && one->loaded.streams != streams;
        if (isOther && (!largest || one->loaded.streams > largest->loaded.streams)) {
            largest = one;
        }
    }
    if (largest) {
        return BatchProbe{.name = result.learner.name,
                          .streams = streams,
                          .otherStreams = largest->loaded.streams,
                          .seconds = result.stepSeconds(),
                          .otherSeconds = largest->stepSeconds()};
    }
    for (const std::int64_t other : {4 * streams, streams / 4}) {
        if (const auto probe = other > 0 ? measuredWith(result, other, common) : std::nullopt) {
            return probe;
        }
    }
    return std::nullopt;
}

std::vector<std::string> gpuVerdicts(const Results& results, const std::optional<BatchProbe>& probe)
{
    std::vector<std::string> sentences;
    if (onGpu(results, true).empty()) {
        sentences.emplace_back("no GPU was measured here, so this applies to the CPU only");
    } else {
        const LearningResult& gpu = toldGpu(results);
        const std::string launches = launchesOf(gpu);
        sentences.push_back(standing(gpu, results) + (launches.empty() ? "" : "; " + launches));
    }
    if (probe) {
        const auto named = [&](const LearningResult& one) { return one.learner.name == probe->name; };
        sentences.push_back(advice(*std::ranges::find_if(results, named), *probe));
    }
    return sentences;
}

} // namespace cli
