// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/curves_link.h"

#include "app/studio/window/run_words.h"

#include <algorithm>
#include <cmath>

namespace studio {

CurvesLink::CurvesLink(Workspace& workspace, LossPlot& plot, Diary& diary)
    : QObject(&plot), m_workspace(workspace), m_plot(plot), m_diary(diary)
{
    TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::curveGrew, this,
            [this](const std::vector<CurvePoint>& points) { m_plot.append(points); });
    connect(&training, &TrainingSession::validated, this,
            [this](const ValidationPoint& point) { m_plot.append(point); });
    connect(&training, &TrainingSession::checkpointed, this,
            [this](const CheckpointMark& mark) { m_plot.append(mark); });
    connect(&training, &TrainingSession::sampled, this, [this](const WrittenText& sample) {
        // The loss of its iteration, as the diary takes it from a run that is opened again.
        const std::vector<CurvePoint>& curve = m_workspace.training().record().curve;
        const auto point = std::find_if(curve.rbegin(), curve.rend(), [&](const CurvePoint& candidate) {
            return candidate.iteration <= sample.iteration;
        });
        m_diary.add(sample, point == curve.rend() ? std::nan("") : static_cast<double>(point->loss));
    });
    connect(&workspace, &Workspace::opened, this, [this] {
        m_shown = 0;
        showRuns();
    });
    connect(&workspace, &Workspace::runsMoved, this, [this] { m_shown = 0; }); // its marks name their files
    connect(&workspace, &Workspace::runsChanged, this, &CurvesLink::showRuns);
    connect(&workspace.document(), &editor::Document::changed, this, &CurvesLink::showWhetherItWrites);
    showRuns();
    showWhetherItWrites();
}

void CurvesLink::showWhetherItWrites()
{
    m_diary.setRefusal(whyItWritesNothing(m_workspace.document().derived().model));
}

void CurvesLink::showRuns()
{
    const RunRecord* front = m_workspace.shownRun();
    const int id = front ? front->id : 0;
    if (id != m_shown || id == 0) {
        m_shown = id;
        if (front) {
            m_plot.setCurrent(*front);
            m_diary.setRun(*front);
        } else {
            m_plot.clearCurrent();
            m_diary.clear();
        }
    }
    std::vector<RunRecord> earlier = m_workspace.runs();
    std::erase_if(earlier, [&](const RunRecord& run) { return run.id == id; });
    m_plot.setEarlier(earlier);
}

} // namespace studio
