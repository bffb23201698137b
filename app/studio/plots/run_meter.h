// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_panes.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <QCoreApplication>
#include <QPointer>
#include <vector>

namespace studio {

/// How busy a run's device was over the time of the run, in bounded memory: where there are too many points, two
/// neighbours become their mean, and later readings are gathered to the same width.
class MeterTrack {
public:
    static constexpr std::size_t maxPoints = 4096;

    struct Point {
        double seconds = 0;                     ///< of training, as engine::CurvePoint::seconds
        double clock = 0;                       ///< seconds, as time passes: a long step is one jump of the others
        float utilisation = 0, memoryShare = 0; ///< percent; NaN: not told
    };

    /// In the order of time; a point that is earlier than the last one is a run that went back, and replaces what lies
    /// after it.
    void add(const Point& point);

    const std::vector<Point>& points() const { return m_points; }
    double gap() const; ///< of the clock; where two points lie farther apart, nothing is known between them

private:
    void halve();

    std::vector<Point> m_points;
    Point m_next;               ///< the mean of the readings for the next point
    std::size_t m_gathered = 0; ///< readings in it
    std::size_t m_perPoint = 1; ///< readings that make a point
};

/// A pane of a few pixels under the curves: how busy the device of the run in front was, and how full its memory, on
/// the curves' own horizontal axis. Where that axis is no time, a reading lies where the run's curve was at its second.
class RunMeter {
    Q_DECLARE_TR_FUNCTIONS(studio::RunMeter)

public:
    RunMeter(QCustomPlot& plot, const PlottedRuns& runs) : m_plot(plot), m_runs(runs) {}

    /// A reading while this run trains. Kept as long as the project is open.
    void add(int runId, const QString& device, const MeterTrack::Point& point);
    void clear() { m_meters.clear(); } ///< another project

    bool hasReadings() const;                                   ///< of the run in front, where that is shown
    bool isMade() const { return !m_rect.isNull(); }            ///< it goes with the panes
    void make(QCPMarginGroup& margins, const PaneLooks& looks); ///< below the panes that are there
    void fill(const QCPRange& places);                          ///< with what was read, the newest in words

    std::optional<PaneReadout> at(std::int64_t iteration) const; ///< nothing where it is not made

private:
    struct Meters {
        QString device;
        MeterTrack track;
    };
    double placeOf(const MeterTrack::Point& point) const;

    QCustomPlot& m_plot;
    const PlottedRuns& m_runs;
    std::map<int, Meters> m_meters; ///< by the run's id
    QPointer<QCPAxisRect> m_rect;   ///< the plot's, as are those below
    QCPGraph *m_busy = nullptr, *m_memory = nullptr;
    QCPTextElement *m_busyWords = nullptr, *m_memoryWords = nullptr;
};

} // namespace studio
