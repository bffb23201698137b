// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/results.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace contest {
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
    return engine::metricSpec(metric).moreIsBetter ? -1 : 1;
}

/// What was validated after the last epoch.
Spread afterLast(const std::vector<SeedResult>& seeds, const std::function<double(const Validated&)>& value)
{
    Spread spread;
    for (const SeedResult& seed : seeds) {
        if (const auto& validated = seed.epochs.back().validated) {
            spread.values.push_back(value(*validated));
        }
    }
    return spread;
}

} // namespace

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

double Result::firstStep() const
{
    return seeds.front().curve.seconds(0);
}

double Result::stepSeconds() const
{
    std::vector<double> all = rows;
    for (const SeedResult& seed : seeds) {
        const std::vector<double> steps = typicalSteps(seed.curve);
        all.insert(all.end(), steps.begin(), steps.end());
    }
    return median(std::move(all)).value_or(0);
}

double Result::epochSeconds() const
{
    return stepSeconds() * loaded.stepsPerEpoch;
}

double Result::unitsPerSecond() const
{
    return static_cast<double>(loaded.batchUnits) / stepSeconds();
}

std::optional<double> Result::utilisation() const
{
    double sum = 0, watched = 0;
    for (const Effort& effort : efforts) {
        if (effort.percent) {
            sum += *effort.percent * effort.seconds;
            watched += effort.seconds;
        }
    }
    return watched > 0 ? std::optional(sum / watched) : std::nullopt;
}

std::optional<double> Result::joulesPerThousandUnits() const
{
    double joules = 0, units = 0;
    for (const Effort& effort : efforts) {
        if (effort.joules) {
            joules += *effort.joules;
            units += static_cast<double>(effort.characters);
        }
    }
    return units > 0 ? std::optional(1000 * joules / units) : std::nullopt;
}

Spread Result::trainingLoss() const
{
    Spread spread;
    for (const SeedResult& seed : seeds) {
        spread.values.push_back(seed.epochs.back().trainingLoss);
    }
    return spread;
}

Spread Result::validationLoss() const
{
    return afterLast(seeds, [](const Validated& last) { return last.loss; });
}

Spread Result::metric(const std::string& name) const
{
    return afterLast(seeds, [&](const Validated& last) { return engine::valueOf(last.metrics, name); });
}

std::vector<std::string> Result::metrics() const
{
    std::vector<std::string> names;
    if (const auto& validated = seeds.back().epochs.back().validated) {
        std::ranges::transform(validated->metrics, std::back_inserter(names), &engine::Metric::name);
    }
    return names;
}

engine::Curve Result::course(const std::string& name) const
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
                      .loss = signOf(name) * meanOf(values)});
    }
    return curve;
}

std::vector<std::string> devicesOf(const Results& results)
{
    std::set<std::string> devices;
    for (const Result& result : results) {
        devices.insert(result.loaded.device + ": " + result.loaded.description);
    }
    return {devices.begin(), devices.end()};
}

LossAgreement agreementOf(const Results& results)
{
    std::vector<const engine::Curve*> curves;
    for (const Result& result : results) {
        curves.push_back(&result.seeds.front().curve);
    }
    return agreementOf(curves);
}

std::string mainMetric(const Results& results)
{
    const std::vector<std::string> names = results.front().metrics();
    return names.empty() ? std::string() : names.front();
}

bool haveSameNet(const Result& one, const Result& other)
{
    return one.entrant.run.model == other.entrant.run.model;
}

std::optional<double> firstLossDistance(const Result& result, const Results& results)
{
    const auto same = [&](const Result& other) { return haveSameNet(other, result); };
    const auto first = std::ranges::find_if(results, same);
    if (first == results.end() || &*first == &result) {
        return std::nullopt;
    }
    const engine::Curve* const both[] = {&first->seeds.front().curve, &result.seeds.front().curve};
    return agreementOf(both, 10).difference;
}

double commonLevel(const Results& results, const std::string& metric)
{
    std::vector<engine::Curve> courses;
    std::vector<const engine::Curve*> curves;
    for (const Result& result : results) {
        courses.push_back(result.course(metric));
    }
    for (const engine::Curve& course : courses) {
        if (!course.empty() && std::isfinite(course.loss(course.size() - 1))) { // one without a number sets no level
            curves.push_back(&course);
        }
    }
    return signOf(metric) * commonLoss(curves, 1).value_or(notANumber);
}

std::optional<double> secondsToLevel(const Result& result, const std::string& metric, double level)
{
    return secondsToLoss(result.course(metric), signOf(metric) * level, 1);
}

std::optional<double> metricAtTime(const Result& result, const std::string& metric, double seconds)
{
    const engine::Curve course = result.course(metric);
    std::optional<double> last;
    for (std::size_t epoch = 0; epoch < course.size() && course.seconds(epoch) <= seconds; ++epoch) {
        last = signOf(metric) * course.loss(epoch);
    }
    return last;
}

double commonTime(const Results& results)
{
    double shortest = std::numeric_limits<double>::infinity();
    for (const Result& result : results) {
        const engine::Curve course = result.course({});
        shortest = std::min(shortest, course.seconds(course.size() - 1));
    }
    return shortest;
}

} // namespace contest
