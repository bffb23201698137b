// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/plotted_runs.h"
#include "engine/formats/exchange/provenance.h"

#include <array>
#include <filesystem>
#include <functional>
#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QSlider;

namespace studio {

class CurveView;

/// The curves with their controls. Knows nothing of threads: its runs are fed.
class LossPlot : public QWidget {
    Q_OBJECT

public:
    explicit LossPlot(QWidget* parent = nullptr);

    PlottedRuns& runs();
    CurveView& view() { return *m_view; }

    void setIteration(qint64 iteration); ///< a line where the diary stands

    /// What a run under way does before its first iteration, as a sentence; empty: there is no such run.
    void setWaiting(const QString& sentence);

    /// Asked for what made the curves as a picture of them is saved.
    void setProvenance(std::function<engine::Provenance()> made) { m_made = std::move(made); }

    /// Throws engine::Error for a file that no picture and no table may replace.
    void setFileCheck(std::function<void(const std::filesystem::path& file)> check) { m_check = std::move(check); }

private:
    void makeActions();
    QWidget* makeTools();
    void change(const std::function<void(CurveOptions&)>& edit);
    void showOptions();
    void fillRunMenu();

    std::function<engine::Provenance()> m_made;
    std::function<void(const std::filesystem::path& file)> m_check;
    CurveView* m_view;
    QComboBox* m_along;
    QSlider* m_smoothing;
    QLabel* m_points; ///< that are averaged
    QMenu* m_runMenu;
    QAction* m_runs; ///< whose curves are drawn
    QAction* m_follow;
    QAction* m_fit;
    QAction* m_logarithmic;
    QAction* m_export;
    QAction* m_copy;
    QAction* m_bits;
    std::array<QAction*, measures.size()> m_panes{};
};

} // namespace studio
