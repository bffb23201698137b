// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/learning_comparison.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

namespace cli {
namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

double meanOf(const std::vector<double>& values)
{
    return values.empty() ? notANumber
                          : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// By which a metric becomes a loss.
double signOf(const std::string& metric)
{
    return engine::moreIsBetter(metric) ? -1 : 1;
}

/// One row while one seed is trained.
struct Runner {
    LearningResult* result;
    std::unique_ptr<EngineProcess> process;
    std::int64_t done = 0; ///< steps
};

/// The step after which an epoch is over.
std::int64_t endOf(std::int64_t epoch, double stepsPerEpoch)
{
    constexpr double rounding = 1e-9;
    return std::max<std::int64_t>(1, std::llround(std::ceil(static_cast<double>(epoch) * stepsPerEpoch - rounding)));
}

/// Trains rows, seed after seed; those that fail are left out of the next seeds.
class Lessons {
public:
    Lessons(const std::vector<Learner>& learners, const LearningTrial& trial) : m_trial(trial)
    {
        for (const Learner& learner : learners) {
            m_results.push_back({.learner = learner});
        }
        m_fails.resize(m_results.size(), false);
    }

    LearningComparison run()
    {
        for (std::int64_t number = 0; number < m_trial.seeds; ++number) {
            teach(m_trial.firstSeed + static_cast<std::uint64_t>(number));
            m_refusals.requireAny(std::ranges::find(m_fails, false) != m_fails.end());
        }
        LearningComparison comparison{.results = {}, .refusals = m_refusals.told()};
        for (std::size_t row = 0; row < m_results.size(); ++row) {
            if (!m_fails[row]) {
                comparison.results.push_back(std::move(m_results[row]));
            }
        }
        return comparison;
    }

private:
    void teach(std::uint64_t seed)
    {
        std::vector<Runner> runners(m_results.size());
        eachRow([&](std::size_t row) { runners[row] = start(m_results[row], seed); });
        requireSameStart(runners, seed);
        for (std::int64_t epoch = 1; !isOver(runners); ++epoch) {
            eachRow([&](std::size_t row) {
                if (!isOver(runners[row])) {
                    say(m_results[row].learner.name, seed, epoch);
                    trainEpoch(runners[row], epoch);
                }
            });
        }
        eachRow([&](std::size_t row) {
            noteMemory(runners[row]);
            timeASecondStep(runners[row]);
            m_results[row].seeds.back().use = runners[row].process->useTimes();
        });
    }

    void eachRow(const std::function<void(std::size_t)>& work)
    {
        for (std::size_t row = 0; row < m_results.size(); ++row) {
            const Learner& learner = m_results[row].learner;
            m_fails[row] = m_fails[row] || !m_refusals.attempt(learner.contender, learner.name, [&] { work(row); });
        }
    }

    Runner start(LearningResult& result, std::uint64_t seed) const
    {
        Measurement measurement = measurementOf(result.learner, m_trial.common);
        measurement.seed = seed;
        Runner runner{.result = &result, .process = std::make_unique<EngineProcess>(measurement)};
        result.loaded = runner.process->loaded();
        result.seeds.push_back({.seed = seed});
        return runner;
    }

    /// Throws Error where engines made different first weights of one net.
    void requireSameStart(const std::vector<Runner>& runners, std::uint64_t seed) const
    {
        for (std::size_t row = 0; row < runners.size(); ++row) {
            for (std::size_t other = 0; other < row; ++other) {
                const LearningResult &one = m_results[row], &first = m_results[other];
                if (!m_fails[row] && !m_fails[other] && haveSameNet(one, first) &&
                    one.loaded.weights != first.loaded.weights) {
                    throw engine::Error(engine::say(
                        "%1 and %2 did not start from the same weights with seed %3, so they cannot be compared",
                        one.learner.name, first.learner.name, seed));
                }
            }
        }
    }

    std::int64_t lastStep(const Runner& runner) const
    {
        return m_trial.iterations.value_or(endOf(m_trial.epochs, runner.process->loaded().stepsPerEpoch));
    }

    bool isOver(const Runner& runner) const { return runner.done >= lastStep(runner); }

    bool isOver(const std::vector<Runner>& runners) const
    {
        for (std::size_t row = 0; row < runners.size(); ++row) {
            if (!m_fails[row] && !isOver(runners[row])) {
                return false;
            }
        }
        return true;
    }

    void trainEpoch(Runner& runner, std::int64_t epoch) const
    {
        const std::int64_t last = std::min(endOf(epoch, runner.process->loaded().stepsPerEpoch), lastStep(runner));
        const EngineProcess::Steps steps = runner.process->train(last - runner.done);
        SeedResult& seed = runner.result->seeds.back();
        contest::append(seed.curve, steps.seconds, steps.losses);
        if (std::ssize(steps.losses) < last - runner.done || !std::isfinite(steps.losses.back())) {
            throw engine::Error(engine::say("it diverged at iteration %1 with seed %2", seed.curve.size(), seed.seed));
        }
        runner.done = last;
        seed.epochs.push_back({.seconds = seed.curve.seconds(seed.curve.size() - 1),
                               .trainingLoss = meanOf(steps.losses),
                               .validated = runner.process->validate()});
    }

    static void noteMemory(Runner& runner)
    {
        const EngineProcess::Memory memory = runner.process->memory();
        EngineProcess::Memory& most = runner.result->memory;
        most.process = std::max(most.process, memory.process);
        most.device = std::max(most.device, memory.device);
    }

    /// After a run of a single step, which also made what later steps use: the time of one more. Only its time counts.
    static void timeASecondStep(Runner& runner)
    {
        engine::Curve& curve = runner.result->seeds.back().curve;
        if (curve.size() == 1) {
            const EngineProcess::Steps steps = runner.process->train(1);
            contest::append(curve, steps.seconds, steps.losses);
        }
    }

    void say(const std::string& name, std::uint64_t seed, std::int64_t epoch) const
    {
        if (m_trial.tell) {
            m_trial.tell(engine::say("%1: seed %2, epoch %3", name, seed, epoch));
        }
    }

    const LearningTrial& m_trial;
    std::vector<LearningResult> m_results;
    std::vector<bool> m_fails;
    Refusals m_refusals;
};

std::vector<std::string> namesOf(const std::vector<engine::Metric>& metrics)
{
    std::vector<std::string> names;
    for (const engine::Metric& metric : metrics) {
        names.push_back(metric.name);
    }
    return names;
}

std::optional<double> medianUse(const std::vector<SeedResult>& seeds, double EngineProcess::UseTimes::*time)
{
    std::vector<double> all;
    for (const SeedResult& seed : seeds) {
        if (seed.use) {
            all.push_back((*seed.use).*time);
        }
    }
    return all.empty() ? std::nullopt : std::optional(contest::median(std::move(all)));
}

} // namespace

Measurement measurementOf(const Learner& learner, Measurement common)
{
    common.model = learner.model;
    common.solver = learner.solver.empty() ? common.solver : learner.solver;
    common.engine = learner.contender.engine.value_or("");
    common.device = learner.contender.device;
    return common;
}

double Spread::mean() const
{
    return meanOf(values);
}

std::optional<double> Spread::deviation() const
{
    if (values.size() < 2) {
        return std::nullopt;
    }
    double sum = 0;
    for (const double value : values) {
        sum += (value - mean()) * (value - mean());
    }
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double LearningResult::stepSeconds() const
{
    std::vector<double> all;
    for (const SeedResult& seed : seeds) {
        const std::vector<double> steps = contest::typicalSteps(seed.curve);
        all.insert(all.end(), steps.begin(), steps.end());
    }
    return contest::median(std::move(all));
}

double LearningResult::epochSeconds() const
{
    return stepSeconds() * loaded.stepsPerEpoch;
}

double LearningResult::unitsPerSecond() const
{
    return static_cast<double>(loaded.batchUnits) / stepSeconds();
}

std::optional<double> LearningResult::validationSeconds() const
{
    std::vector<double> all;
    for (const SeedResult& seed : seeds) {
        for (const EpochResult& epoch : seed.epochs) {
            if (epoch.validated) {
                all.push_back(epoch.validated->seconds);
            }
        }
    }
    return all.empty() ? std::nullopt : std::optional(contest::median(std::move(all)));
}

std::optional<double> LearningResult::evaluateSeconds() const
{
    return loaded.isText ? validationSeconds() : medianUse(seeds, &EngineProcess::UseTimes::evaluate);
}

std::optional<double> LearningResult::predictSeconds() const
{
    return medianUse(seeds, &EngineProcess::UseTimes::predict);
}

Spread LearningResult::trainingLoss() const
{
    Spread spread;
    for (const SeedResult& seed : seeds) {
        spread.values.push_back(seed.epochs.back().trainingLoss);
    }
    return spread;
}

Spread LearningResult::validationLoss() const
{
    Spread spread;
    for (const SeedResult& seed : seeds) {
        if (const auto& validated = seed.epochs.back().validated) {
            spread.values.push_back(validated->loss);
        }
    }
    return spread;
}

std::vector<std::string> LearningResult::metrics() const
{
    const auto& validated = seeds.back().epochs.back().validated;
    return validated ? namesOf(validated->metrics) : std::vector<std::string>();
}

Spread LearningResult::metric(const std::string& name) const
{
    Spread spread;
    for (const SeedResult& seed : seeds) {
        if (const auto& validated = seed.epochs.back().validated) {
            spread.values.push_back(engine::valueOf(validated->metrics, name));
        }
    }
    return spread;
}

engine::Curve LearningResult::course(const std::string& name) const
{
    engine::Curve curve;
    for (std::size_t epoch = 0; epoch < seeds.front().epochs.size(); ++epoch) {
        std::vector<double> values, seconds;
        for (const SeedResult& seed : seeds) {
            const auto& validated = seed.epochs[epoch].validated;
            values.push_back(validated ? engine::valueOf(validated->metrics, name) : notANumber);
            seconds.push_back(seed.epochs[epoch].seconds);
        }
        curve.append({.iteration = static_cast<std::int64_t>(epoch) + 1,
                      .seconds = meanOf(seconds),
                      .loss = signOf(name) * meanOf(values),
                      .validationLoss = notANumber});
    }
    return curve;
}

LearningComparison compareLearning(const std::vector<Learner>& learners, const LearningTrial& trial)
{
    return Lessons(learners, trial).run();
}

std::string mainMetric(const std::vector<LearningResult>& results)
{
    const std::vector<std::string> names = results.front().metrics();
    return names.empty() ? std::string() : names.front();
}

bool haveSameNet(const LearningResult& one, const LearningResult& other)
{
    return one.learner.model == other.learner.model;
}

std::optional<double> firstLossDistance(const LearningResult& result, const std::vector<LearningResult>& results)
{
    constexpr std::size_t most = 10;
    const auto same = [&](const LearningResult& other) { return haveSameNet(other, result); };
    const auto first = std::ranges::find_if(results, same);
    if (first == results.end() || &*first == &result) {
        return std::nullopt;
    }
    engine::Curve mine = result.seeds.front().curve, others = first->seeds.front().curve;
    mine.cut(most);
    others.cut(most);
    const engine::Curve* const both[] = {&others, &mine};
    return contest::LossDistances().of(both).difference;
}

double commonLevel(const std::vector<LearningResult>& results, const std::string& metric)
{
    std::vector<engine::Curve> courses;
    std::vector<const engine::Curve*> curves;
    for (const LearningResult& result : results) {
        courses.push_back(result.course(metric));
    }
    for (const engine::Curve& course : courses) {
        curves.push_back(&course);
    }
    return signOf(metric) * contest::commonLoss(curves, 1).value_or(notANumber);
}

std::optional<double> secondsToLevel(const LearningResult& result, const std::string& metric, double level)
{
    return contest::TimeToLoss().first(result.course(metric), signOf(metric) * level, 1);
}

std::optional<double> metricAtTime(const LearningResult& result, const std::string& metric, double seconds)
{
    const engine::Curve course = result.course(metric);
    std::optional<double> last;
    for (std::size_t epoch = 0; epoch < course.size() && course.seconds(epoch) <= seconds; ++epoch) {
        last = signOf(metric) * course.loss(epoch);
    }
    return last;
}

double commonTime(const std::vector<LearningResult>& results)
{
    double shortest = std::numeric_limits<double>::infinity();
    for (const LearningResult& result : results) {
        const engine::Curve course = result.course({});
        shortest = std::min(shortest, course.seconds(course.size() - 1));
    }
    return shortest;
}

namespace {

/// Whether the means lie farther apart than the seeds' standard deviation.
std::string accuracySentence(const LearningResult& one, const LearningResult& first, const std::string& metric)
{
    const Spread mine = one.metric(metric), theirs = first.metric(metric);
    const std::string sentence = fmt::format("{} reaches {} {:.4g}, {} {:.4g}: ", one.learner.name, metric, mine.mean(),
                                             first.learner.name, theirs.mean());
    if (!mine.deviation() || !theirs.deviation()) {
        return sentence + "one seed cannot separate the engine's effect from chance";
    }
    const double apart = std::abs(mine.mean() - theirs.mean());
    const double spread = std::hypot(*mine.deviation(), *theirs.deviation()) / std::sqrt(2.0);
    return sentence + fmt::format("{:.4g} apart, {} than the standard deviation of {} seeds, {:.4g}", apart,
                                  apart > spread ? "more" : "no more", mine.values.size(), spread);
}

std::string bestAfterTime(const std::vector<LearningResult>& results, const std::string& metric)
{
    const double seconds = commonTime(results);
    const auto lossThen = [&](const LearningResult& one) {
        const std::optional<double> value = metricAtTime(one, metric, seconds);
        return value && !std::isnan(*value) ? signOf(metric) * *value : std::numeric_limits<double>::infinity();
    };
    const LearningResult& best = *std::ranges::min_element(results, {}, lossThen);
    return fmt::format("after the same time, {:.3g} s of training, {} is best with {} {:.4g}", seconds,
                       best.learner.name, metric, metricAtTime(best, metric, seconds).value_or(notANumber));
}

} // namespace

std::vector<std::string> sentencesOf(const std::vector<LearningResult>& results)
{
    std::vector<std::string> sentences;
    if (results.size() > 1) {
        const auto& fastest = *std::ranges::max_element(results, {}, &LearningResult::unitsPerSecond);
        const auto& slowest = *std::ranges::min_element(results, {}, &LearningResult::unitsPerSecond);
        sentences.push_back(fmt::format("{} trains {:.2f} times as fast as {}", fastest.learner.name,
                                        fastest.unitsPerSecond() / slowest.unitsPerSecond(), slowest.learner.name));
    }
    const std::string metric = mainMetric(results);
    if (metric.empty()) {
        return sentences;
    }
    for (const LearningResult& result : results) {
        const auto same = [&](const LearningResult& one) { return haveSameNet(one, result); };
        const LearningResult& first = *std::ranges::find_if(results, same);
        if (&first != &result) {
            sentences.push_back(accuracySentence(result, first, metric));
        }
    }
    const auto isOther = [&](const LearningResult& one) { return !haveSameNet(one, results.front()); };
    if (std::ranges::any_of(results, isOther)) {
        sentences.push_back(bestAfterTime(results, metric));
    }
    return sentences;
}

} // namespace cli
