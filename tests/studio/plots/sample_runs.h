// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace studio {

/// A point of a run that learns as char-RNNs do: fast at first, then slowly, with noise.
inline engine::CurvePoint samplePoint(std::int64_t iteration, std::mt19937& random, double level = 1.35)
{
    std::normal_distribution<double> noise;
    const auto step = static_cast<double>(iteration);
    const double loss = level + 2.9 * std::exp(-step / 400) / (1 + step / 900) + 0.4 / (1 + step / 2000);
    return {.iteration = iteration,
            .seconds = step * 0.0135,
            .loss = loss + 0.05 * noise(random),
            .learningRate = 0.002 * std::pow(0.97, step / 500),
            .gradientNorm = 0.6 * std::exp(0.35 * noise(random)) + 3 * std::exp(-step / 150)};
}

inline RunRecord sampleRun(int id, std::int64_t iterations, unsigned seed = 1, double level = 1.35)
{
    std::mt19937 random(seed);
    RunRecord run;
    run.id = id;
    run.name = "Run " + std::to_string(id);
    run.start.batchUnits = 2500;
    for (std::int64_t iteration = 1; iteration <= iterations; ++iteration) {
        run.curve.append(samplePoint(iteration, random, level));
    }
    const std::int64_t every = std::max<std::int64_t>(iterations / 12, 1);
    double least = 99;
    for (std::int64_t iteration = every; iteration <= iterations; iteration += every) {
        const engine::CurvePoint point = run.curve[static_cast<std::size_t>(iteration - 1)];
        const double loss = point.loss + 0.08 + 0.02 * static_cast<double>(iteration) / static_cast<double>(iterations);
        const bool best = loss < least;
        least = std::min(least, loss);
        run.validations.push_back(
            {.iteration = iteration, .loss = loss, .metrics = {{"accuracy", 0.55}}, .best = best});
        if (iteration % (3 * every) == 0) {
            run.checkpoints.push_back(
                {iteration, "run" + std::to_string(id) + "." + std::to_string(iteration) + ".hamnet", best});
        }
    }
    return run;
}

} // namespace studio
