// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/measure/sample_evaluation.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace engine {

/// What a net says of one sequence, read further and further: what it would say if the sequence ended there.
struct StepReading {
    std::vector<std::int64_t> ends = {}; ///< how many steps were read, ascending; the last one is the whole sequence
    std::vector<double> predicted = {};  ///< of each: the likeliest class, or the number in its own unit
    std::vector<float> chances = {};     ///< [ends, classes]; empty where the answer is a number
    std::int64_t classes = 0;            ///< 0 where the answer is a number

    std::span<const float> chancesAt(std::size_t end) const;
};

/// Asks a net's phase TEST about single sequences, without dropout. Each of them starts at zero state.
class StepReader {
public:
    /// The store must outlive it. Throws Error as SampleEvaluator does.
    StepReader(const Model& model, WeightStore& store, const SampleFacts& facts, const EngineWish& wish);
    StepReader(const StepReader&) = delete;
    StepReader& operator=(const StepReader&) = delete;

    /// values [steps, I] as the net reads them: scaled, or numbers of characters. What it says after each of the
    /// steps. Nothing where `goOn` ended it. Throws Error for a sequence of another length than the net can read.
    std::optional<StepReading> read(std::span<const float> values, const GoOn& goOn = {});

    /// The same after the last step only.
    std::optional<StepReading> readWhole(std::span<const float> values, const GoOn& goOn = {});

private:
    /// The phase TEST, in which every layer that takes the end or the mean of the steps knows where a sequence ends.
    struct ByLengths {
        Model model, single; ///< for several sequences at a time, and for one
        bool anyLength;
        std::optional<Model> everyStep; ///< the whole sequence once, where no step depends on a later one
    };
    static ByLengths byLengths(const Model& model);
    StepReader(const ByLengths& net, WeightStore& store, const SampleFacts& facts, const EngineWish& wish);
    std::optional<StepReading> readUpTo(std::span<const float> values, std::vector<std::int64_t> ends,
                                        const GoOn& goOn);
    void readOnce(const std::function<void(const Prediction&)>& each);

    /// Whether a sequence may end before all T steps: the net takes the end or the mean of the steps by a LAST or a
    /// MEANOVERSTEPS. Else it is only asked about whole sequences.
    bool m_anyLength;
    Device* m_device;
    Samples m_samples; ///< the sequence, once for each end; before the evaluator, which refers to it
    std::int64_t m_readings = 0;
    SampleEvaluator m_evaluator;
    SampleEvaluator m_single; ///< of whole sequences: a long forecast asks about one after the other
    std::optional<Net> m_everyStep;
};

} // namespace engine
