// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/gpu_watch.h"
#include "engine/training/run/starvation.h"

#include <optional>
#include <QLabel>

namespace studio {

class Workspace;

/// Says that the GPU of the run under way waits for work, and what helps; hidden while it does not.
class StarvationNotice : public QLabel {
public:
    explicit StarvationNotice(Workspace& workspace, QWidget* parent = nullptr);

    void showStarvation(const std::optional<engine::Starvation>& starvation); ///< nothing: none
    void setHasFused(bool has) { m_hasFused = has; }                          ///< FUSED could train the drawing

private:
    void noteReading(const engine::DeviceReading& reading);
    std::optional<engine::GpuUse> useOfGpu() const;

    Workspace& m_workspace;
    GpuWatch m_gpu;
    bool m_hasFused = false;    ///< of the drawing
    bool m_runHasFused = false; ///< of the run under way
};

} // namespace studio
