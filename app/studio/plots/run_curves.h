// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/series.h"
#include "app/studio/plots/smoothing.h"
#include "app/studio/session/run_record.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace studio {

/// What is drawn upwards, each in its own pane: what each iteration tells, then metrics of validations.
enum class Measure { Loss, LearningRate, GradientNorm, Speed, Accuracy, Errors };
inline constexpr std::array<Measure, 6> measures = {Measure::Loss,  Measure::LearningRate, Measure::GradientNorm,
                                                    Measure::Speed, Measure::Accuracy,     Measure::Errors};
inline constexpr std::size_t stepMeasures = 4; ///< the first of them, with a value of each iteration

constexpr bool isOfSteps(Measure measure)
{
    return static_cast<std::size_t>(measure) < stepMeasures;
}

/// Whether a pane of metrics draws this one: accuracies share one, as do errors in the unit of the targets.
bool draws(Measure measure, const std::string& metric);

/// What is drawn to the right.
enum class Along { Iteration, Time, Characters, LogIteration, Epoch };
inline constexpr std::array<Along, 5> axes = {Along::Iteration, Along::LogIteration, Along::Epoch, Along::Time,
                                              Along::Characters};

class RunCurves;

/// The values of one measure at each point of a run, as they are or smoothed. A view: it lives no longer than the run.
class Column {
public:
    Column(const RunCurve& curve, Measure measure, const Pyramid& pyramid);
    explicit Column(const Series& smoothed) : m_smoothed(&smoothed) {}

    std::size_t size() const { return m_smoothed ? m_smoothed->size() : m_pyramid->size(); }
    float at(std::size_t index) const { return m_smoothed ? m_smoothed->at(index) : (m_curve->*m_value)(index); }
    std::optional<Pyramid::Extremes> extremes(std::size_t first, std::size_t last) const;
    const std::vector<Pyramid::Range>& notFinite() const; ///< no numbers, in order

private:
    const Series* m_smoothed = nullptr; ///< null: the values of m_curve
    const RunCurve* m_curve = nullptr;
    float (RunCurve::*m_value)(std::size_t) const = nullptr;
    const Pyramid* m_pyramid = nullptr;
};

/// The curves of one run, ready to be drawn: its points, which it shares with the run's record, smoothed copies, and
/// pyramids over both. It has every point; thinning is the view's, so that no smoothing and no export depends on the
/// zoom.
class RunCurves {
public:
    RunCurves() = default;
    explicit RunCurves(const RunRecord& run); ///< costs the same for any length; see update()

    int id() const { return m_id; }
    const std::string& name() const { return m_name; }
    bool readsText() const { return m_readsText; } ///< false: its batches are of sequences, and its loss is in no nats

    /// In the order of iterations. A point at or before the last one is a run that went back to a checkpoint: what
    /// stood from there on is forgotten first, so that no curve runs backwards.
    void append(std::span<const CurvePoint> points);

    /// What the run's curve has become; costs by what is new where that goes on from what is known.
    void follow(const RunCurve& curve);

    /// Makes what there is ready to be drawn; append() and follow() do it themselves. Costs by what is new.
    void update();

    /// Whether both are the same run at the same iteration, ready to be drawn or not.
    bool shows(const RunCurves& run) const;

    void append(const ValidationPoint& point);
    void append(const CheckpointMark& mark);

    void setSmoothing(double strength); ///< 0: off, below 1; shown from the next update() on
    double smoothing() const { return m_strength; }

    /// Only measures that are drawn are smoothed; all are at first.
    void setDrawn(const std::array<bool, measures.size()>& drawn);

    std::size_t size() const { return m_curve.size(); }
    bool empty() const { return m_curve.empty() && m_validations.empty(); }
    std::int64_t iteration(std::size_t index) const { return m_curve.iteration(index); }
    std::optional<std::int64_t> lastIteration() const;

    /// Whether it is known where its points lie: a run may not know its epochs.
    bool hasPlaces(Along along) const;

    /// Of LogIteration the logarithm to the base 10.
    double place(std::size_t index, Along along) const;
    double place(const ValidationPoint& point, Along along) const;

    /// Where an iteration lies, in a line between the points around it.
    double placeOf(std::int64_t iteration, Along along) const;

    /// Searches from a position on that lies before it, near ones quickly; size() where there is none.
    std::size_t firstAtOrAfter(double place, Along along, std::size_t from = 0) const;
    std::size_t nearest(double place, Along along) const; ///< of at least one point

    // Of what each iteration tells.
    Column raw(Measure measure) const;
    Column smoothed(Measure measure) const; ///< the raw one where nothing is smoothed

    const std::vector<ValidationPoint>& validations() const { return m_validations; }
    const std::vector<CheckpointMark>& checkpoints() const { return m_checkpoints; }
    std::vector<std::string> metrics(Measure measure) const; ///< names, of a pane of metrics, as they came up
    const ValidationPoint* best() const;                     ///< the validation with the least loss; null without any

    static bool isSmoothed(Measure measure) { return measure != Measure::LearningRate; } ///< a schedule has no noise

private:
    bool smooths(Measure measure) const;
    void goBackTo(std::int64_t iteration);
    void forget(std::size_t from);

    int m_id = 0;
    std::string m_name;
    bool m_readsText = true;
    double m_strength = 0;
    std::array<bool, measures.size()> m_drawn = {true, true, true, true, true, true};
    RunCurve m_curve;
    std::array<Pyramid, stepMeasures> m_pyramids;
    std::array<Series, stepMeasures> m_smoothed;
    std::array<Smoother, stepMeasures> m_smoothers = {Smoother(0), Smoother(0), Smoother(0), Smoother(0)};
    std::vector<ValidationPoint> m_validations;
    std::vector<CheckpointMark> m_checkpoints;
};

} // namespace studio
