// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"
#include "tests/app/workshop.h"

#include <map>
#include <string>
#include <vector>

/// What one iteration said of itself, as the JSON line has it: to the last digit.
struct Step {
    std::string loss, gradientNorm, learningRate;

    bool operator==(const Step&) const = default;
};

/// A workshop whose training saves after every iteration, so that much of its time goes into saving.
class CrashWorkshop : public Workshop {
protected:
    CrashWorkshop(); ///< its programs put temporary files below its folder
    ~CrashWorkshop() override;

    static constexpr std::int64_t validateEvery = 10;

    /// The words of a training up to so many iterations: a new one, or from the checkpoint if there is one.
    std::vector<std::string> training(std::int64_t iterations, const std::string& checkpoint = "run.hamnet") const;

    /// Temporaries that writers left behind, sorted by name.
    std::vector<std::string> temporaries() const;

    /// What was rescued to the folder of temporary files; empty: nothing.
    std::string rescued() const;

    engine::Checkpoint load(const std::string& name) const { return engine::loadCheckpoint(folder() / name); }
};

/// The iterations that a run told of; a last line that was cut short does not count.
std::map<std::int64_t, Step> stepsOf(const std::string& out);

/// The iteration of the last checkpoint that a run said it had saved where it was to, 0 where it said so of none.
std::int64_t lastAnnounced(const std::string& out);

/// Whether two checkpoints are equal to the bit in all but the clock.
testing::AssertionResult sameRunToTheBit(engine::Checkpoint a, engine::Checkpoint b);
