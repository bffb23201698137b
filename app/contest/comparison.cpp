// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/comparison.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace contest {
namespace {

constexpr std::int64_t turns = 5; ///< of entrants that do not learn for epochs

/// The step after which an epoch is over.
std::int64_t endOf(std::int64_t epoch, double stepsPerEpoch)
{
    constexpr double rounding = 1e-9;
    return std::max<std::int64_t>(1, std::llround(std::ceil(static_cast<double>(epoch) * stepsPerEpoch - rounding)));
}

/// A comparison under way.
class Trainings {
public:
    Trainings(std::vector<Entrant> entrants, const Trial& trial) : m_trial(trial), m_field(std::move(entrants))
    {
        for (const Entrant& entrant : m_field.entrants()) {
            m_results.push_back({.entrant = entrant});
        }
    }

    Comparison run()
    {
        for (const std::uint64_t seed : engine::seedsFrom(m_trial.firstSeed, m_trial.seeds)) {
            start(seed);
            train();
            finish();
            m_field.requireAny();
        }
        Comparison comparison{.results = {}, .refusals = m_field.refusals()};
        for (std::size_t index = 0; index < m_results.size(); ++index) {
            if (m_field.isLeft(index)) {
                comparison.results.push_back(std::move(m_results[index]));
            }
        }
        return comparison;
    }

private:
    void start(std::uint64_t seed)
    {
        m_field.start(seed);
        m_field.inTurns([&](std::size_t index, const EngineProcess& process) {
            m_results[index].loaded = process.loaded();
            m_results[index].seeds.push_back({.seed = seed});
        });
        m_field.requireSameStart();
        if (m_trial.order == Order::AtOnce) {
            m_field.requireOwnDevices();
        }
    }

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
        bool isOver = false;
        for (std::int64_t turn = 1; !isOver; ++turn) {
            std::vector<char> goesOn(m_results.size(), 0); // each its own byte: turns may be taken at once
            inOrder([&](std::size_t index, EngineProcess& process) {
                Result& result = m_results[index];
                trainUntil(endOfTurn(turn, result.loaded), process, result);
                goesOn[index] = endOfTurn(turn, result.loaded) < lastStep(result.loaded);
            });
            isOver = std::ranges::count(goesOn, 1) == 0;
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
        const std::int64_t count = end - static_cast<std::int64_t>(seed.curve.size());
        if (count <= 0) {
            return;
        }
        if (m_trial.epochs && m_trial.tell) {
            m_trial.tell(engine::say("%1: seed %2, epoch %3", result.entrant.name, seed.seed, seed.epochs.size() + 1));
        }
        const Steps steps = process.train(count);
        append(seed.curve, steps.seconds, steps.losses);
        if (!m_trial.epochs) {
            return;
        }
        if (std::ssize(steps.losses) < count || !std::isfinite(steps.losses.back())) {
            throw engine::Error(engine::say("it diverged at iteration %1 with seed %2", seed.curve.size(), seed.seed));
        }
        seed.epochs.push_back({.seconds = seed.curve.seconds(seed.curve.size() - 1),
                               .trainingLoss = std::accumulate(steps.losses.begin(), steps.losses.end(), 0.0) /
                                               static_cast<double>(steps.losses.size()),
                               .validated = process.validate()});
    }

    /// What is measured behind the training. Texts come first: in efforts the quick get further in the same time, and
    /// their nets differ by that.
    void finish()
    {
        if (m_trial.textLength > 0) {
            m_field.inTurns([&](std::size_t index, EngineProcess& process) {
                if (process.loaded().writes) {
                    m_results[index].text = process.write(m_trial.textLength, m_trial.firstSeed);
                }
            });
        }
        for (std::int64_t turn = 0; turn < turns && m_trial.seconds > 0; ++turn) {
            inOrder([&](std::size_t index, EngineProcess& process) {
                m_results[index].efforts.push_back(process.work(m_trial.seconds / static_cast<double>(turns)));
            });
        }
        m_field.inTurns([&](std::size_t index, EngineProcess& process) {
            noteMemory(process.memory(), m_results[index].memory);
            if (m_trial.epochs) {
                SeedResult& seed = m_results[index].seeds.back();
                timeASecondStep(process, seed.curve);
                seed.use = process.useTimes();
            }
        });
    }

    static void noteMemory(const Memory& memory, Memory& most)
    {
        most = {.process = std::max(most.process, memory.process),
                .device = std::max(most.device, memory.device),
                .byDriver = std::max(most.byDriver, memory.byDriver)};
    }

    /// After a run of a single step, which also made what later steps use: one more, of which only the time counts.
    static void timeASecondStep(EngineProcess& process, engine::Curve& curve)
    {
        if (curve.size() == 1) {
            const Steps steps = process.train(1);
            const double before = curve.loss(0);
            append(curve, steps.seconds, std::span(&before, 1));
        }
    }

    const Trial& m_trial;
    Field m_field;
    Results m_results;
};

} // namespace

Comparison compare(std::vector<Entrant> entrants, const Trial& trial)
{
    return Trainings(std::move(entrants), trial).run();
}

} // namespace contest
