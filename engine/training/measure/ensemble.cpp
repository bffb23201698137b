// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/ensemble.h"

#include "engine/graph/error.h"
#include "engine/graph/not_finite.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace engine {
namespace {

/// Adds to `sums` the probabilities that scores of V classes stand for.
void addProbabilities(std::span<const float> scores, std::span<double> sums, std::span<double> room)
{
    const auto largest = static_cast<double>(*std::ranges::max_element(scores));
    double total = 0;
    for (std::size_t k = 0; k < scores.size(); ++k) {
        room[k] = std::exp(static_cast<double>(scores[k]) - largest);
        total += room[k];
    }
    for (std::size_t k = 0; k < scores.size(); ++k) {
        sums[k] += room[k] / total;
    }
}

/// Probabilities of several nets for each place of a batch.
class MeanScores {
public:
    MeanScores(std::size_t places, std::size_t classes)
        : m_sums(places * classes), m_room(classes), m_scores(places * classes)
    {}

    void clear() { std::ranges::fill(m_sums, 0.0); }

    void add(std::span<const float> scores)
    {
        const std::size_t V = m_room.size();
        for (std::size_t first = 0; first < scores.size(); first += V) {
            addProbabilities(scores.subspan(first, V), std::span(m_sums).subspan(first, V), m_room);
        }
    }

    /// The logarithm of the sum: scores whose softmax is the mean of the probabilities.
    std::span<const float> scores()
    {
        std::ranges::transform(m_sums, m_scores.begin(), [](double sum) { return static_cast<float>(std::log(sum)); });
        return m_scores;
    }

private:
    std::vector<double> m_sums, m_room;
    std::vector<float> m_scores;
};

/// Adds up what probabilities say of the classes that came.
class ClassTally {
public:
    /// `chances` add up to `total`.
    template <typename Number>
    void add(std::span<const Number> chances, double total, std::size_t truth)
    {
        constexpr auto least = static_cast<double>(std::numeric_limits<float>::min()); // as the loss layer has it
        m_nats -= std::log(std::max(static_cast<double>(chances[truth]) / total, least));
        m_right += static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin()) == truth;
        ++m_count;
    }

    ClassesReport report() const
    {
        const auto count = static_cast<double>(m_count);
        return {.loss = m_nats / count, .accuracy = static_cast<double>(m_right) / count, .samples = m_count};
    }

private:
    double m_nats = 0;
    std::int64_t m_right = 0, m_count = 0;
};

} // namespace

std::optional<TextEnsembleReport> evaluateTogether(std::span<Evaluator* const> members, const Corpus& corpus,
                                                   const TextRange& range, std::int64_t characters, const GoOn& goOn)
{
    TextStreams text = members.front()->streams(corpus, range, characters);
    MeanScores mean(text.targets().size(), static_cast<std::size_t>(corpus.vocabulary().size()));
    std::vector<TextTally> own(members.size());
    TextTally together;
    for (Evaluator* const member : members) {
        assert(member->target() == members.front()->target());
        member->clearState();
    }
    while (true) {
        if (!goesOn(goOn)) {
            return std::nullopt;
        }
        if (!text.next()) {
            break;
        }
        mean.clear();
        for (std::size_t member = 0; member < members.size(); ++member) {
            const std::span<const float> scores = members[member]->scores(text);
            own[member].add(scores, text.targets());
            mean.add(scores);
        }
        together.add(mean.scores(), text.targets());
    }
    TextEnsembleReport report{.members = {}, .ensemble = together.report(corpus, range)};
    for (const TextTally& tally : own) {
        report.members.push_back(tally.report(corpus, range));
    }
    return report;
}

void ClassEnsemble::requireSame(const std::string& name, const Samples& samples,
                                const std::vector<std::int32_t>& chosen) const
{
    const std::size_t classes = samples.facts.classes.size();
    if (samples.facts.classes != m_first->classes) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "an ensemble: %1 tells %2 classes and %3 %4%5, but all of its nets must tell the same"),
                name, classes, m_first->name, m_first->classes.size(),
                classes == m_first->classes.size() ? ENGINE_TEXT("Sentences", " others or in another order") : ""));
    }
    if (chosen != m_first->samples) {
        throw Error(say(ENGINE_TEXT("Sentences", "an ensemble: %1 is measured on %2 sequences and %3 on %4%5, but all "
                                                 "of its nets must have held out the same ones"),
                        name, std::ssize(chosen), m_first->name, std::ssize(m_first->samples),
                        std::ssize(chosen) == std::ssize(m_first->samples) ? ENGINE_TEXT("Sentences", " others") : ""));
    }
}

std::optional<ClassesReport> ClassEnsemble::add(const std::string& name, SampleEvaluator& net, const Samples& samples,
                                                const std::vector<std::int32_t>& chosen, const GoOn& goOn)
{
    const std::size_t classes = samples.facts.classes.size();
    if (classes == 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "an ensemble: %1 predicts numbers, but its nets must predict "
                                                 "probabilities, of characters or of classes"),
                        name));
    }
    const bool isFirst = !m_first;
    if (isFirst) {
        m_first = {name, samples.facts.classes, chosen};
    }
    requireSame(name, samples, chosen);
    ClassTally tally;
    std::size_t place = 0;
    const std::optional<SampleReport> done =
        net.evaluate(samples, chosen, SampleEvaluator::all, goOn, [&](const Prediction& said) {
            const auto truth = static_cast<std::size_t>(said.target);
            if (isFirst) {
                m_truths.push_back(truth);
                m_sums.resize(m_sums.size() + classes);
            }
            requireSameTruth(name, place, truth);
            for (std::size_t k = 0; k < classes; ++k) {
                m_sums[place * classes + k] += static_cast<double>(said.chances[k]);
            }
            ++place;
            tally.add(said.chances, 1, truth);
        });
    if (done && done->notFinite) {
        throw NotFiniteError(
            say(ENGINE_TEXT("Sentences", "%1, on sequence %2 of %3"), name, *done->notFinite, samples.facts.file));
    }
    if (done && place != m_truths.size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 and %2 do not measure the same sequences: one of them ignores a "
                                                 "class (ignore_label); an ensemble wants nets of the same target"),
                        name, m_first->name));
    }
    return done ? std::optional(tally.report()) : std::nullopt;
}

/// The nets read the same data, but each takes the column of its own settings for what is predicted.
void ClassEnsemble::requireSameTruth(const std::string& name, std::size_t place, std::size_t truth) const
{
    if (place >= m_truths.size() || m_truths[place] != truth) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 and %2 do not predict the same: at sample %3 of the part %4 is to find "
                                         "\"%5\", and %6 something else; an ensemble wants nets of the same target"),
                name, m_first->name, place, name, m_first->classes.at(truth), m_first->name));
    }
}

ClassesReport ClassEnsemble::report() const
{
    const std::size_t classes = m_first->classes.size();
    ClassTally tally;
    for (std::size_t place = 0; place < m_truths.size(); ++place) {
        const std::span<const double> chances = std::span(m_sums).subspan(place * classes, classes);
        double total = 0; // the number of nets, up to rounding
        for (const double chance : chances) {
            total += chance;
        }
        tally.add(chances, total, m_truths[place]);
    }
    return tally.report();
}

} // namespace engine
