// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/words.h"
#include "app/studio/session/run_record.h"
#include "engine/training/run/run_log.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace studio {

/// The mean of the last `count` values, or of all while there are fewer. Values that are no numbers leave it as it is.
///
/// Values come in blocks of `count`. A whole block is turned into the sums of each value and those behind it: what the
/// window still has of it is one of them, so nothing is ever subtracted, and no spike leaves its rounding behind.
class Smoother {
public:
    explicit Smoother(int count = 0) : m_count(static_cast<std::size_t>(std::max(1, count))) {}

    double next(double value)
    {
        if (std::isfinite(value)) {
            if (m_block.size() == m_count) {
                for (std::size_t at = m_count - 1; at > 0; --at) {
                    m_block[at - 1] += m_block[at];
                }
                m_before.swap(m_block);
                m_block.clear();
                m_sum = 0;
            }
            m_block.push_back(value);
            m_sum += value;
        }
        const std::size_t size = m_block.size();
        const bool isFull = !m_before.empty() || size == m_count;
        const double older = size < m_before.size() ? m_before[size] : 0;
        return (m_sum + older) / static_cast<double>(isFull ? m_count : size); // NaN of none
    }

private:
    std::size_t m_count;
    std::vector<double> m_block, m_before; ///< values; sums of the block before
    double m_sum = 0;                      ///< of m_block
};

/// A column of values that grows, with the extremes over it: the least and the greatest of any range are found without
/// a look at each value. Filing a value costs the same for the first and the millionth.
class Series {
public:
    /// Where the finite least and greatest of a range stand.
    struct Extremes {
        std::size_t least, most;
    };
    /// Positions first .. last - 1.
    struct Range {
        std::size_t first, last;
        bool operator==(const Range&) const = default;
    };

    void append(float value);

    std::size_t size() const { return m_values.size(); }
    float at(std::size_t index) const { return m_values[index]; }
    std::optional<Extremes> extremes(std::size_t first, std::size_t last) const; ///< nothing where no value is finite
    const std::vector<Range>& notFinite() const { return m_notFinite; }          ///< no numbers, in order

private:
    static constexpr std::array<std::size_t, 3> blockSizes = {32, 1024, 32'768};
    void include(std::optional<Extremes>& extremes, std::size_t index) const;

    std::vector<float> m_values;
    std::array<std::vector<std::optional<Extremes>>, 3> m_blocks; ///< of so many values each
    std::vector<Range> m_notFinite;
};

/// Where a run's points lie along a horizontal axis. Places along LogIteration are logarithms to the base 10. A view:
/// it lives no longer than the run.
class RunPlaces {
public:
    RunPlaces(const engine::RunLog& run, Along along) : m_run(&run), m_along(along) {}

    bool areKnown() const; ///< a run may not know its epochs

    double at(std::size_t index) const;
    double of(std::int64_t iteration) const; ///< in a line between the points around it

    /// Searches from a position on that lies before it; the curve's size where there is none.
    std::size_t firstAtOrAfter(double place, std::size_t from = 0) const;
    std::size_t nearest(double place) const; ///< of at least one point

private:
    const engine::RunLog* m_run;
    Along m_along;
};

/// The curves of one run, ready to be drawn: its points, which it shares with the run's record, and of the measures
/// that are drawn a column as it is and one smoothed. It has every point; thinning is the view's, so that no smoothing
/// and no export depends on the zoom.
class RunCurves {
public:
    RunCurves() = default;
    explicit RunCurves(const RunRecord& run); ///< costs the same for a curve of any length; see update()

    int id() const { return m_id; }
    const std::string& name() const { return m_name; }
    const std::string& shortName() const { return m_shortName.empty() ? m_name : m_shortName; } ///< for the key
    const engine::DataKind& kind() const { return *m_run.start.kind; }                          ///< of what it reads
    bool empty() const { return m_run.curve.empty() && m_run.validations.empty(); }

    /// What the run has become; costs by what is new where its curve goes on from what is known.
    void follow(const engine::RunLog& run);

    /// Makes what there is ready to be drawn; follow() does it itself. Costs by what is new.
    void update();

    bool isBeginningOf(const RunRecord& run) const; ///< the same run, with no more points than it has

    void setSmoothing(int points); ///< whose mean is drawn; 0: off; shown from the next update() on

    /// Only measures that are drawn have columns; all are at first.
    void setDrawn(const std::array<bool, measures.size()>& drawn);

    const engine::Curve& points() const { return m_run.curve; }
    RunPlaces places(Along along) const { return {m_run, along}; }

    // Of what each iteration tells.
    float value(Measure measure, std::size_t index) const; ///< drawn or not
    const Series& raw(Measure measure) const { return m_raw[static_cast<std::size_t>(measure)]; }
    const Series& smoothed(Measure measure) const; ///< the raw one where nothing is smoothed

    // What is marked along the curves; of a file the checkpoint that was written last.
    const std::vector<engine::ValidationEvent>& validations() const { return m_run.validations; }
    const std::vector<engine::CheckpointEvent>& checkpoints() const { return m_run.checkpoints; }
    std::vector<std::string> metrics(Measure measure) const; ///< names, of a pane of metrics, as they came up
    const engine::ValidationEvent* lowestLoss() const;       ///< null without any

private:
    bool smooths(Measure measure) const;
    void take(const engine::RunLog& run);

    int m_id = 0;
    std::string m_name, m_shortName;
    int m_points = 0; ///< whose mean is drawn
    std::array<bool, measures.size()> m_drawn = everyPane;
    engine::RunLog m_run;    ///< its start, its curve and its marks
    std::size_t m_saved = 0; ///< checkpoints that it told, some in the same file
    std::array<Series, stepMeasures> m_raw, m_smoothed;
    std::array<Smoother, stepMeasures> m_smoothers;
};

struct PlotPoint {
    double place, value; ///< a value that is no number breaks the line
    bool operator==(const PlotPoint&) const = default;
};

/// The part of the horizontal axis that is seen, and the number of pixel columns that it has.
struct Window {
    double from = 0, to = 1;
    int columns = 1;
};

/// What of a column is worth drawing. Where there are few points, all of them; otherwise each pixel column's least and
/// greatest in their order, and the first and the last point. Either way with one point beyond each edge. Costs by the
/// columns, not by the points.
std::vector<PlotPoint> thinned(const RunPlaces& places, const Series& values, const Window& window);

/// Where the values that are no numbers lie: one place for each pixel column that has any.
std::vector<double> placesNotFinite(const RunPlaces& places, const Series& values, const Window& window);

} // namespace studio
