// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/measure/evaluation.h"
#include "engine/training/measure/sample_evaluation.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

// An ensemble predicts the mean of the probabilities of several nets. They predict the same thing, but may differ in
// everything else, also in the device that they run on.

/// How well each net of an ensemble does, and all together.
struct TextEnsembleReport {
    std::vector<EvaluationReport> members;
    EvaluationReport ensemble;
};

/// Reads a text with all members side by side. They have the same vocabulary and batch, and predict the same
/// characters. Asks before each batch whether to go on; nothing where it was not to. Throws Error for a range of fewer
/// than 2 characters.
std::optional<TextEnsembleReport> evaluateTogether(std::span<Evaluator* const> members, const Corpus& corpus,
                                                   const TextRange& range, std::int64_t characters, const GoOn& goOn);

/// How well a net classifies.
struct ClassesReport {
    double loss = 0; ///< nats per sequence: of the probability of the class that came
    double accuracy = 0;
    std::int64_t samples = 0; ///< that were measured: those with a known answer
};

/// Gathers the probabilities that nets give the classes of samples, one net after the other.
class ClassEnsemble {
public:
    /// Measures a net and adds what it says. Asks before each batch whether to go on; nothing where it was not to.
    /// Throws Error where the answers are numbers, or where no answer is known, or where `chosen` have other answers
    /// than those of the first net: `name` is then the sentence's subject.
    std::optional<ClassesReport> add(const std::string& name, SampleEvaluator& net, const Samples& samples,
                                     const std::vector<std::int32_t>& chosen, const GoOn& goOn);

    ClassesReport report() const; ///< of the mean of the probabilities that were added

private:
    struct First {
        std::string name;
        std::vector<std::string> classes;
        std::vector<std::int32_t> samples;
    };

    void requireSame(const std::string& name, const Samples& samples, const std::vector<std::int32_t>& chosen) const;
    void requireSameTruth(const std::string& name, std::size_t place, std::size_t truth) const;

    std::optional<First> m_first;      ///< of the nets, and what it was measured on
    std::vector<std::size_t> m_truths; ///< of each sample whose class is known
    std::vector<double> m_sums;        ///< of probabilities, [samples, classes]
};

} // namespace engine
