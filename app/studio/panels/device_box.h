// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/engine_choices.h"

#include <QComboBox>
#include <QStringList>
#include <vector>

namespace studio {

class Workspace;

/// Where the next run computes, whatever its engine: automatically, on a device of this machine, or on several GPUs
/// together.
class DeviceBox : public QComboBox {
    Q_OBJECT

public:
    DeviceBox(Workspace& workspace, QWidget* parent);

    void offer(const std::vector<engine::DeviceChoice>& devices); ///< those of them that can be taken
    bool isNeeded() const; ///< there are several devices, or one is chosen; else a form need not show it

private:
    void offerGroups();
    void choose();
    void chooseSome();
    void showChosen();

    Workspace& m_workspace;
    int m_usable = 0;
    QStringList m_gpus; ///< those that can be taken
};

} // namespace studio
