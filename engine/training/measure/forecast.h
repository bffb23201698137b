// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/measure/step_reading.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine {

/// The rows of a series up to the one from which it is forecast, and how far.
struct ForecastWish {
    std::span<const float> rows; ///< [rows, I] as the net reads them, at least T + horizon - 1 of them
    std::int64_t horizon = 1;    ///< rows from the last one that the net reads to the one that it predicts, 1 or more
    std::int64_t count = 1;      ///< rows to forecast
    std::int64_t period = 0;     ///< columns that are not predicted are as so many rows before; 0: as in the last row
};

/// How many rows a net can forecast: any number where it reads the column that it predicts, so that its forecasts are
/// what it reads next; else `horizon` of them.
std::int64_t maxForecasts(const SampleFacts& facts, std::int64_t horizon, std::int64_t wanted);

/// The rows behind the last one, in the unit of the target, or classes; maxForecasts() at most. Nothing where `goOn`
/// ended it. Throws Error for fewer rows than the net reads, and for a horizon of 0: such a net forecasts nothing.
std::optional<std::vector<double>> forecast(StepReader& reader, const SampleFacts& facts, const ForecastWish& wish,
                                            const GoOn& goOn = {});

/// The value that came `period` rows before, or the newest multiple of it that is known; with a period of 0 the last
/// value: what any forecast has to be better than. [count]
std::vector<double> naiveForecast(std::span<const double> series, std::int64_t period, std::int64_t count);

} // namespace engine
