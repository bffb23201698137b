// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/starvation_notice.h"

#include "app/studio/panels/starvation_words.h"
#include "app/studio/workspace/workspace.h"

#include <QStringList>

namespace studio {

StarvationNotice::StarvationNotice(Workspace& workspace, QWidget* parent) : QLabel(parent), m_workspace(workspace)
{
    setWordWrap(true);
    setObjectName(QStringLiteral("starved"));
    hide();
    connect(&workspace, &Workspace::readingTaken, this, &StarvationNotice::noteReading);
    connect(&workspace.training(), &TrainingSession::started, this, [this](const engine::StartEvent& start) {
        m_gpu.begin(start.busId);
        m_runHasFused = m_hasFused; // the drawing may change while the run goes on
    });
}

void StarvationNotice::noteReading(const engine::DeviceReading& reading)
{
    const TrainingSession& training = m_workspace.training();
    // While it rests to cool, the GPU waits as it is told to.
    if (training.state() != TrainingSession::State::Running || training.run().pacing) {
        m_gpu.forget();
        showStarvation({});
        return;
    }
    const engine::Curve& curve = training.run().curve;
    m_gpu.add(reading, {.elapsed = training.progressNow().elapsed,
                        .trained = curve.empty() ? 0 : curve.seconds(curve.size() - 1)});
    if (const std::optional<engine::GpuUse> use = useOfGpu()) {
        const std::optional<engine::Starvation> found = engine::starvation(*use);
        showStarvation(found);
        if (found) {
            emit m_workspace.starved(*found);
        }
    }
}

/// With what only the run's settings tell.
std::optional<engine::GpuUse> StarvationNotice::useOfGpu() const
{
    const TrainingSession& training = m_workspace.training();
    std::optional<engine::GpuUse> use = m_gpu.use();
    if (use) {
        use->hasFused = m_runHasFused && training.run().start.engine != "FUSED";
        use->recordsSteps = runSettingsOf(training.request()).device.graphs;
        use->secondsLeft = training.progressNow().secondsLeft;
    }
    return use;
}

void StarvationNotice::showStarvation(const std::optional<engine::Starvation>& starvation)
{
    setVisible(starvation.has_value());
    if (!starvation) {
        return;
    }
    QStringList words = {starvationWords(*starvation)};
    for (const engine::Starvation::Remedy remedy : starvation->remedies) {
        words += remedyWords(remedy);
    }
    setText(words.join(QLatin1Char(' ')));
}

} // namespace studio
