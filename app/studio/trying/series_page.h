// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/sequences/series_plot.h"
#include "app/studio/trying/table_series.h"
#include "app/studio/trying/try_page.h"

#include <map>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QSlider;
class QSpinBox;
class QToolButton;

namespace studio {

/// A plot of series, one curve of which has points that the mouse drags up and down. By keys: left and right choose a
/// point, up and down move it, with Shift farther.
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
    int m_chosen = 0;           ///< by keys
    std::optional<int> m_point; ///< that is dragged
};

class VerdictView;

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

    TrialNet m_net;
    const engine::NamedSamples* m_samples = nullptr; ///< that m_series is made of
    TableSeries m_series;
    std::map<std::int64_t, double> m_dragged; ///< values by row
    std::string m_wanted;                     ///< to make again once the table is read
    std::vector<double> m_forecast;
    QComboBox* m_group;
    QSlider* m_origin;
    QSpinBox *m_row, *m_count, *m_period;
    QToolButton *m_reset, *m_save;
    DraggedSeries* m_plot;
    VerdictView* m_verdict; ///< of a net that predicts a class
    QLabel *m_from, *m_errors;
};

} // namespace studio
