// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"

#include <QDateTime>
#include <QString>

namespace studio {

class Workspace;

/// The open project as it was before it was last saved.
struct PreviousVersion {
    Project project;
    QDateTime saved; ///< when that version was written
};

bool hasPreviousVersion(const Workspace& workspace);

/// Throws engine::Error where there is none, or where it is damaged.
PreviousVersion readPreviousVersion(const Workspace& workspace);

/// What it has that the present project has not, and the other way round: layers, solver, data, runs, as a sentence.
QString differences(const Project& previous, const Project& present);

} // namespace studio
