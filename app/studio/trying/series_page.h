// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/sequences/series_plot.h"
#include "app/studio/trying/try_page.h"
#include "engine/data/read_samples.h"

#include <cstdint>
#include <map>
#include <optional>
#include <QString>
#include <string>
#include <vector>

class QComboBox;
class QSlider;
class QSpinBox;

namespace studio {

/// The numbers of the column of that name in a table that is written in that format; NaN where a row has none.
std::vector<double> columnOf(const std::filesystem::path& file, const std::string& name,
                             const engine::TableFormat& format);

/// The predicted column of a table, row by row, as a net's samples have it.
class TableSeries {
public:
    /// The rows of one group; of a table without groups all of them.
    struct Part {
        QString name = {};
        std::int64_t first = 0, last = 0; ///< rows [first, last)
    };

    TableSeries() = default;
    TableSeries(const engine::NamedSamples& named, const engine::SampleSettings& settings);

    const std::vector<Part>& parts() const { return m_parts; }     ///< groups that are too short for a window are none
    const std::vector<double>& values() const { return m_values; } ///< in their own unit; NaN: not known
    std::optional<std::size_t> targetInput() const { return m_target; } ///< the place of the column among those read
    /// Rows [first, last) as the net reads them.
    std::vector<float> rowsOf(std::int64_t first, std::int64_t last) const;
    float scaled(double value) const; ///< a number of the column as the net reads it
    /// The rows of a part up to `last` as CSV: time, group, the columns that the net reads and the predicted one, in
    /// their own units, written as the net's table: with a row of names, or each column in its place. `dragged` are
    /// other values of the predicted column, by row.
    std::string table(const Part& part, std::int64_t last, const std::map<std::int64_t, double>& dragged) const;

    /// The predicted column of a part up to `last`, as dragged; of a gap the value before.
    std::vector<double> known(const Part& part, std::int64_t last, const std::map<std::int64_t, double>& dragged) const;

    /// Of a row on an axis: its time; behind the part's last row, by how many; before the first one empty.
    QString nameOf(const Part& part, std::int64_t row) const;
    QString timeOf(std::int64_t row) const; ///< as the file has it; empty behind the last one and without a time column

private:
    std::vector<float> m_rows;
    std::vector<double> m_values;
    std::vector<Part> m_parts;
    engine::NamedRows m_named;
    std::optional<std::size_t> m_target;
    std::vector<std::string> m_columns;            ///< the inputs, then the predicted one where it is none of them
    std::vector<engine::Standardisation> m_scales; ///< of the inputs
    std::string m_time, m_group;                   ///< the columns of times and groups; empty: none
    engine::TableFormat m_format;
};

/// A plot of series, one curve of which has points that the mouse drags up and down. By keys: left and right choose a
/// point, Home and End the first and the last one, up and down move it, with Shift farther.
class DraggedSeries : public SeriesPlot {
    Q_OBJECT

public:
    using SeriesPlot::SeriesPlot;

    /// Curve number `held` has the points; -1: none has. The ranges stay while a point is dragged.
    void setCurves(std::vector<Curve> curves, int held);

    QPoint placeOf(int point) const; ///< of the held curve, in the widget

signals:
    void dragged(int point, double value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    int points() const; ///< that can be dragged
    std::optional<int> pointAt(QPoint at) const;

    int m_held = -1;
    int m_chosen = 0;           ///< by keys; at first the last one, which matters most
    std::optional<int> m_point; ///< that is dragged
};

/// The series of a table, from a row of the user's choice on: its forecast of many rows, beside the naive ones. What
/// the net reads before that row can be dragged. Of a net that predicts a class: that of the row, as it reads on.
class SeriesPage : public TryPage {
    Q_OBJECT

public:
    explicit SeriesPage(QWidget* parent = nullptr);

    void setNet(const TrialNet& net) override;
    void setSamples(const engine::NamedSamples* samples) override;
    void setAnswer(const TrialAnswer& answer) override;
    bool take(const std::filesystem::path& file) override;
    std::string made() const override; ///< "series row", then each row that was dragged with its value
    void makeAgain(const std::string& made) override;
    void ask() override;

    void save(const std::filesystem::path& file);

private:
    QWidget* makeTools();
    const TableSeries::Part& part() const;
    std::int64_t origin() const;    ///< the first row that is forecast
    std::int64_t firstRead() const; ///< of the rows that can be dragged
    bool isOfClasses() const { return !m_net.facts.classes.empty(); }
    void showPart();
    void dragAgain();
    void askClass();
    void drag(int point, double value);
    void draw();
    void setAxes();
    void showErrors(const std::vector<double>& last, const std::vector<double>& period);
    void refresh();

    TableSeries m_series;                     ///< made of m_samples
    std::map<std::int64_t, double> m_dragged; ///< values by row
    std::string m_wanted;                     ///< to make again once the table is read
    std::vector<double> m_forecast;
    QComboBox* m_group;
    QSlider* m_origin;
    QSpinBox *m_row, *m_count, *m_period;
    QToolButton *m_reset, *m_save;
    DraggedSeries* m_plot;
    QLabel *m_from, *m_errors;
};

} // namespace studio
