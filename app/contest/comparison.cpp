// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/comparison.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <utility>

namespace contest {
namespace {

constexpr std::int64_t turns = 5; ///< that engines take, but where they learn for epochs

/// The step after which an epoch is over.
std::int64_t endOf(std::int64_t epoch, double stepsPerEpoch)
{
    constexpr double rounding = 1e-9;
    return std::max<std::int64_t>(1, std::llround(std::ceil(static_cast<double>(epoch) * stepsPerEpoch - rounding)));
}

/// A comparison under way.
class Trainings {
public:
    Trainings(const std::vector<Entrant>& entrants, const Trial& trial, const engine::GoOn& goOn)
        : m_trial(trial), m_field(entrants, goOn)
    {}

    Comparison run()
    {
        for (const std::uint64_t seed : engine::seedsFrom(m_trial.firstSeed, m_trial.seeds)) {
            m_field.start(seed);
            m_field.inTurns([&](Result& result, const EngineProcess&) { result.seeds.push_back({.seed = seed}); });
            m_field.requireSameStart();
            if (m_trial.order == Order::AtOnce) {
                m_field.requireOwnDevices();
            }
            train();
            finish();
            m_field.requireAny();
        }
        return m_field.take();
    }

private:
    void inOrder(const Field::Turn& turn)
    {
        if (m_trial.order == Order::AtOnce) {
            m_field.atOnce(turn);
        } else {
            m_field.inTurns(turn);
        }
    }

    void train()
    {
        std::atomic<bool> isOver = false;
        for (std::int64_t turn = 1; !isOver; ++turn) {
            isOver = true;
            inOrder([&](Result& result, EngineProcess& process) {
                trainUntil(endOfTurn(turn, result.loaded), process, result);
                if (endOfTurn(turn, result.loaded) < lastStep(result.loaded)) {
                    isOver = false; // only ever this way, as turns may be taken at once
                }
            });
        }
    }

    std::int64_t lastStep(const Loaded& loaded) const
    {
        return m_trial.iterations ? *m_trial.iterations : endOf(m_trial.epochs.value(), loaded.stepsPerEpoch);
    }

    std::int64_t endOfTurn(std::int64_t turn, const Loaded& loaded) const
    {
        return m_trial.epochs ? std::min(endOf(turn, loaded.stepsPerEpoch), lastStep(loaded))
                              : lastStep(loaded) * std::min(turn, turns) / turns;
    }

    void trainUntil(std::int64_t end, EngineProcess& process, Result& result) const
    {
        SeedResult& seed = result.seeds.back();
        const auto begin = static_cast<std::int64_t>(seed.curve.size());
        if (end <= begin) {
            return;
        }
        if (m_trial.epochs && m_trial.tell) {
            m_trial.tell(engine::say("%1: seed %2, epoch %3", result.entrant.name, seed.seed, seed.epochs.size() + 1));
        }
        process.train(end - begin);
        seed.curve = process.curve();
        if (!m_trial.epochs) {
            return;
        }
        const auto size = static_cast<std::int64_t>(seed.curve.size());
        if (size < end || !std::isfinite(seed.curve.back().loss)) {
            throw engine::Error(engine::say("it diverged at iteration %1 with seed %2", size, seed.seed));
        }
        double sum = 0;
        for (std::int64_t step = begin; step < end; ++step) {
            sum += seed.curve.loss(static_cast<std::size_t>(step));
        }
        seed.epochs.push_back({.seconds = seed.curve.back().seconds,
                               .trainingLoss = sum / static_cast<double>(end - begin),
                               .validated = process.validate()});
        if (const std::optional<Validated>& validated = seed.epochs.back().validated) {
            result.validating.push_back(validated->seconds);
            if (result.loaded.dataKind().writes) {
                result.evaluating.push_back(validated->seconds);
            }
        }
    }

    /// What is measured behind the training. Texts come first: in efforts the quick get further in the same time, and
    /// their nets differ by that.
    void finish()
    {
        m_field.inTurns([&](Result& result, EngineProcess& process) {
            if (m_trial.textLength > 0 && process.loaded().writes) {
                result.text = process.write(m_trial.textLength, m_trial.firstSeed);
            }
        });
        for (std::int64_t turn = 0; turn < turns && m_trial.seconds > 0; ++turn) {
            inOrder([&](Result& result, EngineProcess& process) {
                result.efforts.push_back(process.work(m_trial.seconds / static_cast<double>(turns)));
            });
        }
        m_field.inTurns([&](Result& result, EngineProcess& process) {
            const Memory now = process.memory();
            result.memory = {.process = std::max(result.memory.process, now.process),
                             .device = std::max(result.memory.device, now.device),
                             .byDriver = std::max(result.memory.byDriver, now.byDriver)};
            SeedResult& seed = result.seeds.back();
            if (m_trial.epochs && process.curve().size() == 1) { // which also made what later steps use
                process.train(1);
                engine::CurvePoint second = process.curve().back(); // of which only the time counts
                second.loss = seed.curve.loss(0);
                seed.curve.append(second);
            }
            if (const std::optional<UseTimes> use = m_trial.epochs ? process.useTimes() : std::nullopt) {
                result.evaluating.push_back(use->evaluate);
                result.predicting.push_back(use->predict);
            }
        });
    }

    const Trial& m_trial;
    Field m_field;
};

// How fast they are

constexpr std::int64_t charactersARound = 100;
constexpr std::int64_t maxStepsAtOnce = 1000;

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
void measureRound(EngineProcess& process, double seconds, Result& result)
{
    constexpr double rows = 4;
    const double one = process.train(1);
    const std::int64_t count =
        std::clamp<std::int64_t>(std::llround(seconds / rows / std::max(one, 1e-9)), 1, maxStepsAtOnce);
    const double first = process.train(count);
    for (double used = one + first; used < seconds;) {
        const double took = process.train(count);
        result.rows.push_back(took / static_cast<double>(count));
        used += took;
    }
    if (result.rows.empty()) {
        result.rows.push_back(first / static_cast<double>(count));
    }
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds / 2) {
        const std::optional<double> took = useOnce(process);
        if (!took) {
            return;
        }
        result.uses.push_back(*took);
    }
}

} // namespace

Comparison compare(const std::vector<Entrant>& entrants, const Trial& trial, const engine::GoOn& goOn)
{
    return Trainings(entrants, trial, goOn).run();
}

Comparison measurePaces(const std::vector<Entrant>& entrants, double seconds, const engine::GoOn& goOn)
{
    Field field(entrants, goOn);
    field.start();
    field.inTurns([&](Result&, EngineProcess& process) { // to warm up
        process.train(3);
        static_cast<void>(useOnce(process));
    });
    for (std::int64_t turn = 0; turn < turns; ++turn) {
        field.inTurns([&](Result& result, EngineProcess& process) {
            measureRound(process, seconds / static_cast<double>(turns), result);
        });
    }
    field.inTurns([&](Result& result, EngineProcess& process) { result.memory = process.memory(); });
    return field.take();
}

} // namespace contest
