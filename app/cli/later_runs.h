// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/train_options.h"
#include "app/queue/queued_run.h"
#include "app/queue/variation.h"
#include "engine/training/run/batch_source.h"

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace cli {

/// The options of `train` in a command that has runs trained later: all but those on names of checkpoints and on what
/// is printed.
class LaterOptions {
public:
    void addTo(CLI::App& command); ///< this must outlive the command

    const TrainOptions& train() const { return m_train; }
    std::vector<const CLI::Option*> given() const; ///< those that are there

private:
    TrainOptions m_train;
    std::vector<const CLI::Option*> m_options;
};

/// What such a command's runs have in common. Reads model, solver and data once, and throws Error where a run could not
/// begin with them.
class LaterRuns {
public:
    explicit LaterRuns(const LaterOptions& options);

    const queue::Varied& asGiven() const { return m_given; }
    std::int64_t seed() const { return m_seed; }             ///< of the first run
    std::int64_t iterations() const { return m_iterations; } ///< that a run takes; engine::endless where none are said
    bool validates() const;                                  ///< whether data are held out

    /// The run with these values in place of the model's and the solver's. Throws Error where they do not fit.
    queue::Job job(std::span<const queue::Variation> variations, const queue::Choice& choice, std::int64_t seed) const;

private:
    engine::Model asTrained(const queue::Varied& varied) const;

    const TrainOptions* m_options;
    std::filesystem::path m_model; ///< its file
    std::filesystem::path m_data;
    queue::Varied m_given;
    queue::Job m_base;
    std::int64_t m_seed = 1, m_iterations = 0;
    std::unique_ptr<engine::BatchSource> m_source;
};

} // namespace cli
