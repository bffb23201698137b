// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/named_tensor.h"
#include "engine/training/run/events.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

// What an engine that is measured is to do, and what it answers. What is not known is empty.

namespace contest {

/// What all entrants do, each in its turns.
struct Trial {
    enum class Form {
        Compare, ///< trains the iterations, writes, and trains the seconds for utilisation and energy
        Learn,   ///< an epoch a turn, each validated
        Pace,    ///< trains for the seconds, and writes or answers for half of that
        Race,    ///< trains until the first of iterations and seconds, a tenth of a second a turn, under the meters
    };
    Form form = Form::Compare;
    std::int64_t epochs = 0;                     ///< to learn for
    std::optional<std::int64_t> iterations = {}; ///< where it learns, in place of that many epochs
    std::optional<double> seconds = {};
    std::int64_t textLength = 0; ///< characters that each writes after its iterations
    std::uint64_t firstSeed = 1; ///< the others follow it
    std::int64_t seeds = 1;
    bool atOnce = false;                               ///< else one after the other
    std::function<void(const std::string&)> tell = {}; ///< hears what learns; may be empty
};

/// The net when it can train: what its run tells as it begins, but for words and what no comparison asks for.
struct Loaded : engine::StartEvent {
    double startSeconds = 0;               ///< from the start of the process until then
    double deviceSeconds = 0;              ///< of that, until the device was open
    double netSeconds = 0;                 ///< of that, for the net: weights, kernels and their memory
    std::int64_t streams = 0;              ///< N
    int threads = 0;                       ///< of the processor, where it computes there; else 0
    std::string weights = {};              ///< digest of the first weights
    std::int64_t flops = 0;                ///< of one training step, forward and backward
    std::int64_t flopsOfOne = 0;           ///< of writing one character, or of saying one sequence's answer
    std::vector<std::string> remarks = {}; ///< on the data, as a run says them
};

/// After an epoch of one seed.
struct EpochResult {
    double seconds; ///< of training since the start
    /// The mean "training loss" of its steps; where something is held out, "validation loss" and the metrics there.
    std::vector<engine::Metric> figures;
};

/// What some time of training costs.
struct Effort {
    std::optional<double> joules = {};            ///< of the whole device
    std::optional<double> joulesPerThousand = {}; ///< for 1,000 characters or sequences
    std::optional<double> percent = {};           ///< mean utilisation: of the GPU, or this process's of the processors

    std::optional<double> processPercent = {},
                          machinePercent = {}; ///< of the processors: what this process and what all took
};

/// Those of several turns.
class Efforts {
public:
    Effort add(const Effort& effort, double seconds, std::int64_t units); ///< what all cost so far

private:
    double m_percent = 0, m_watched = 0; ///< percent times seconds, and these seconds
    double m_joules = 0, m_units = 0;
};

/// Bytes that were held at once so far.
struct Memory {
    std::int64_t process = 0;                  ///< of the machine's memory
    std::int64_t device = 0;                   ///< of the GPU's, by the device's own account; 0 without a GPU
    std::optional<std::int64_t> byDriver = {}; ///< of the GPU's, as the driver counts it at the end

    std::int64_t whereItTrains() const { return device > 0 ? device : process; }
};

/// What a net on an engine has come to with one seed.
struct SeedResult {
    std::uint64_t seed = 0;
    engine::Curve curve = {}; ///< of each step; where it learned by one step alone also the time of one more
    std::vector<EpochResult> epochs = {};
    Effort effort = {}; ///< of all turns; of a race since the end of the first step
    Memory memory = {};
    std::string text = {};
    engine::Sentence divergence = {}; ///< where a race ended by it; empty: it did not
    bool isOver = false;              ///< it has had its last turn

    // Seconds, measured several times:
    std::vector<double> rows = {};       ///< of a step, a mean over a row of them, where the pace alone is measured
    std::vector<double> uses = {};       ///< of a character written or a sequence answered; empty: it does neither
    std::vector<double> validating = {}; ///< what is held out, and of sequences those trained on
    std::vector<double> evaluating = {}; ///< what is held out; of a text the same
    std::vector<double> predicting = {}; ///< all sequences that are held out

    std::vector<engine::CurvePoint> steps = {}; ///< on their way into the curve: those of the last turn
};

/// FNV-1a over the bits of all weights, as 16 digits: tells whether two nets start from the same.
std::string digestOf(std::span<const engine::NamedTensor> weights);

/// How many iterations of a race to train before looking again, a tenth of a second of them, after so many iterations
/// and seconds with steps that take so long; 0 where the limit is reached.
std::int64_t nextLap(const Trial& trial, std::int64_t iterations, double seconds, double stepSeconds);

} // namespace contest
