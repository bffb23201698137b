// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/pace.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>

namespace contest {
namespace {

constexpr std::int64_t charactersARound = 100;
constexpr std::int64_t maxStepsAtOnce = 1000;
constexpr int rounds = 5; ///< in which the engines take turns

/// Seconds of writing a character, or of answering a sequence that is held out; nothing where it can do neither.
std::optional<double> useOnce(EngineProcess& process)
{
    if (process.loaded().writes) {
        return process.generate(charactersARound) / static_cast<double>(charactersARound);
    }
    if (process.loaded().dataKind().writes) {
        return std::nullopt;
    }
    const std::optional<Validated> validated = process.validate();
    return validated ? std::optional(validated->seconds / static_cast<double>(validated->units)) : std::nullopt;
}

/// Trains, and writes or answers, for about a fifth of the time each. An asynchronous device is at its
/// pace only in a long row of steps, so steps are asked for in a few rows, and each row is one sample, but not the
/// first where there are more: a GPU that had nothing to do raises its clock only then.
void measureRound(EngineProcess& process, double seconds, Pace& row)
{
    constexpr double rows = 4;
    const auto train = [&](std::int64_t count) {
        const Steps steps = process.train(count);
        return std::accumulate(steps.seconds.begin(), steps.seconds.end(), 0.0);
    };
    const double one = train(1);
    const std::int64_t count =
        std::clamp<std::int64_t>(std::llround(seconds / rows / std::max(one, 1e-9)), 1, maxStepsAtOnce);
    const double first = train(count);
    double used = one + first;
    while (used < seconds) {
        const double took = train(count);
        row.stepSeconds.push_back(took / static_cast<double>(count));
        used += took;
    }
    if (row.stepSeconds.empty()) {
        row.stepSeconds.push_back(first / static_cast<double>(count));
    }
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds / 2) {
        const std::optional<double> took = useOnce(process);
        if (!took) {
            return;
        }
        row.useSeconds.push_back(*took);
    }
}

void warmUp(EngineProcess& process)
{
    static_cast<void>(process.train(3));
    static_cast<void>(useOnce(process));
}

} // namespace

void addPaces(const std::string& net, std::vector<Entrant> entrants, double seconds, Paces& paces)
{
    Field field(std::move(entrants));
    std::vector<Pace> rows;
    for (const Entrant& entrant : field.entrants()) {
        rows.push_back({.net = net, .engine = entrant.name});
    }
    field.start();
    field.inTurns([&](std::size_t index, EngineProcess& process) {
        rows[index].loaded = process.loaded();
        warmUp(process);
    });
    for (int round = 0; round < rounds; ++round) {
        field.inTurns(
            [&](std::size_t index, EngineProcess& process) { measureRound(process, seconds / rounds, rows[index]); });
    }
    field.inTurns([&](std::size_t index, EngineProcess& process) { rows[index].memory = process.memory(); });
    for (std::size_t index = 0; index < rows.size(); ++index) {
        if (field.isLeft(index)) {
            paces.rows.push_back(std::move(rows[index]));
        }
    }
    for (const Refusal& refusal : field.refusals()) {
        paces.refusals.emplace_back(net, refusal);
    }
    paces.firstFailure = paces.firstFailure ? paces.firstFailure : field.firstFailure();
}

} // namespace contest
