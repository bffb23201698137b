// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/forecast.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>

namespace engine {
namespace {

/// The place of the predicted column among those that are read; nothing where it is not one of them.
std::optional<std::size_t> targetInput(const SampleFacts& facts)
{
    const auto found = std::ranges::find(facts.inputs, facts.target);
    if (!facts.classes.empty() || found == facts.inputs.end()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - facts.inputs.begin());
}

/// A number as the net reads it.
float scaled(double value, const SampleFacts& facts, std::size_t input)
{
    const Standardisation scale = input < facts.inputScales.size() ? facts.inputScales[input] : Standardisation();
    return static_cast<float>((value - scale.mean) / scale.deviation);
}

} // namespace

std::int64_t maxForecasts(const SampleFacts& facts, std::int64_t horizon, std::int64_t wanted)
{
    return targetInput(facts) ? wanted : std::min(wanted, horizon);
}

std::optional<std::vector<double>> forecast(StepReader& reader, const SampleFacts& facts, const ForecastWish& wish,
                                            const GoOn& goOn)
{
    const std::int64_t width = facts.width, known = std::ssize(wish.rows) / width;
    if (wish.horizon < 1) {
        throw Error(ENGINE_TEXT("Sentences", "the net predicts from the same row (a horizon of 0), so it forecasts "
                                             "nothing; train it with a horizon of 1 or more"));
    }
    const std::int64_t least = facts.steps + wish.horizon - 1;
    if (known < least) {
        throw Error(say(ENGINE_TEXT("Sentences", "the series has %1 rows up to here, but a forecast needs %2; choose a "
                                                 "later row"),
                        known, least));
    }
    const std::optional<std::size_t> target = targetInput(facts);
    std::vector<float> rows(wish.rows.begin(), wish.rows.end());
    std::vector<double> said;
    for (std::int64_t row = known; std::ssize(said) < maxForecasts(facts, wish.horizon, wish.count); ++row) {
        const auto first = static_cast<std::size_t>((row - wish.horizon - facts.steps + 1) * width);
        const auto read =
            reader.readWhole(std::span(rows).subspan(first, static_cast<std::size_t>(facts.steps * width)), goOn);
        if (!read) {
            return std::nullopt;
        }
        said.push_back(read->predicted.front());
        const std::int64_t like = wish.period > 0 ? std::max<std::int64_t>(row - wish.period, 0) : known - 1;
        for (std::int64_t column = 0; column < width; ++column) {
            const float before = rows[static_cast<std::size_t>(like * width + column)];
            const bool isTarget = target && static_cast<std::size_t>(column) == *target;
            rows.push_back(isTarget ? scaled(said.back(), facts, *target) : before);
        }
    }
    return said;
}

std::vector<double> naiveForecast(std::span<const double> series, std::int64_t period, std::int64_t count)
{
    std::vector<double> said;
    const std::int64_t known = std::ssize(series), step = std::max<std::int64_t>(period, 1);
    for (std::int64_t ahead = 0; ahead < count && known >= step; ++ahead) {
        said.push_back(series[static_cast<std::size_t>(known - step + ahead % step)]);
    }
    return said;
}

} // namespace engine
