// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/measures.h"
#include "app/studio/plots/series.h"
#include "app/studio/session/run_record.h"
#include "engine/training/run/run_log.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace studio {

/// What is marked along the curves of a run: its validations and its checkpoints, in the order of iterations.
class RunMarks {
public:
    void append(const engine::ValidationEvent& point);
    void append(const engine::CheckpointEvent& mark);

    const std::vector<engine::ValidationEvent>& validations() const { return m_validations; }
    const std::vector<engine::CheckpointEvent>& checkpoints() const { return m_checkpoints; }
    std::vector<std::string> metrics(Measure measure) const; ///< names, of a pane of metrics, as they came up
    const engine::ValidationEvent* best() const;             ///< the validation with the lowest loss; null without any

private:
    std::vector<engine::ValidationEvent> m_validations;
    std::vector<engine::CheckpointEvent> m_checkpoints;
};

/// Where a run's points lie along a horizontal axis. Places along LogIteration are logarithms to the base 10. A view:
/// it lives no longer than the run.
class RunPlaces {
public:
    RunPlaces(const engine::RunLog& run, Along along) : m_run(&run), m_along(along) {}

    bool areKnown() const; ///< a run may not know its epochs

    double at(std::size_t index) const;
    double of(std::int64_t iteration) const; ///< in a line between the points around it

    /// Searches from a position on that lies before it, near ones quickly; the curve's size where there is none.
    std::size_t firstAtOrAfter(double place, std::size_t from = 0) const;
    std::size_t nearest(double place) const; ///< of at least one point

private:
    const engine::RunLog* m_run;
    Along m_along;
};

float valueOf(const engine::RunLog& run, Measure measure, std::size_t index); ///< of a measure of steps

/// The values of one measure at each point of a run, as they are or smoothed. A view: it lives no longer than the run.
class Column {
public:
    Column(const engine::RunLog& run, Measure measure, const Pyramid& pyramid);
    explicit Column(const Series& smoothed) : m_smoothed(&smoothed) {}

    std::size_t size() const { return m_smoothed ? m_smoothed->size() : m_pyramid->size(); }
    float at(std::size_t index) const { return m_smoothed ? m_smoothed->at(index) : valueOf(*m_run, m_measure, index); }
    std::optional<Pyramid::Extremes> extremes(std::size_t first, std::size_t last) const;
    const std::vector<Pyramid::Range>& notFinite() const; ///< no numbers, in order

private:
    const Series* m_smoothed = nullptr; ///< null: the values of m_run
    const engine::RunLog* m_run = nullptr;
    Measure m_measure = Measure::Loss;
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
    const engine::DataKind& kind() const { return *m_run.start.kind; } ///< of what it reads
    bool empty() const { return m_run.curve.empty() && m_marks.validations().empty(); }

    /// What the run's curve has become; costs by what is new where that goes on from what is known.
    void follow(const engine::RunLog& run);

    /// Makes what there is ready to be drawn; follow() does it itself. Costs by what is new.
    void update();

    /// Whether `run` is the same one, with nothing or more points behind those of this, ready to be drawn or not.
    bool shows(const RunCurves& run) const;

    void setSmoothing(int points); ///< whose mean is drawn; 0: off; shown from the next update() on

    /// Only measures that are drawn are smoothed; all are at first.
    void setDrawn(const std::array<bool, measures.size()>& drawn);

    const engine::Curve& points() const { return m_run.curve; }
    RunPlaces places(Along along) const { return {m_run, along}; }

    // Of what each iteration tells.
    Column raw(Measure measure) const;
    Column smoothed(Measure measure) const; ///< the raw one where nothing is smoothed

    /// After a rollback the marks of repeated iterations stay until new ones replace them: a checkpoint's file is still
    /// there.
    const RunMarks& marks() const { return m_marks; }
    RunMarks& marks() { return m_marks; }

private:
    bool smooths(Measure measure) const;
    void forget(std::size_t from);

    int m_id = 0;
    std::string m_name;
    int m_points = 0; ///< whose mean is drawn
    std::array<bool, measures.size()> m_drawn = everyPane;
    engine::RunLog m_run; ///< its start and its curve
    std::array<Pyramid, stepMeasures> m_pyramids;
    std::array<Series, stepMeasures> m_smoothed;
    std::array<Smoother, stepMeasures> m_smoothers;
    RunMarks m_marks;
};

} // namespace studio
