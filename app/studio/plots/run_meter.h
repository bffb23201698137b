// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <QString>
#include <QWidget>
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
    Point m_sum;                ///< of the readings for the next point
    std::size_t m_inSum = 0;    ///< readings in it
    std::size_t m_perPoint = 1; ///< readings that make a point
};

class CurveView;

/// A strip under the curves: how busy the device of the run in front was, and how full its memory, on the curves' own
/// horizontal axis. Where that axis is no time, a reading lies where the run's curve was at its second. Zoom and cursor
/// are the curves': mouse and wheel over the strip go to them.
class RunMeter : public QWidget {
    Q_OBJECT

public:
    explicit RunMeter(CurveView& view, QWidget* parent = nullptr);

    /// A reading while this run trains. Kept as long as the project is open.
    void add(int runId, const QString& device, const MeterTrack::Point& point);
    void clear(); ///< another project

    QString words() const; ///< "Tesla T4: utilisation 98 %, memory 45 %", at the cursor or of the newest reading

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Meters {
        QString device;
        MeterTrack track;
    };
    struct Column {
        double x = 0, first = 0; ///< pixels; when its first reading was made
        MeterTrack::Point point; ///< mean of its readings; the seconds are the last one's
        int count = 0;
    };
    const Meters* shown() const;
    std::vector<Column> columns(const MeterTrack& track) const;
    QRect paneAbove() const;
    QRect area() const; ///< as wide as the panes above
    double pixelOf(double place) const;
    double placeOf(const MeterTrack::Point& point) const;
    const MeterTrack::Point* pointNow() const; ///< at the cursor, or the newest; null: none
    void paintTrack(QPainter& painter, const MeterTrack& track) const;
    void refresh();

    CurveView& m_view;
    std::map<int, Meters> m_runs; ///< by the run's id
};

} // namespace studio
