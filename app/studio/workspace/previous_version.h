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

/// Puts drawing, solver, data and the choice for the next run in the place of the present ones, as one step that can
/// be undone. No run and no text goes: those that only the previous version has are added. What it names in other
/// folders is left out as on opening it. Gives the sentence about that; empty: nothing was.
QString restorePrevious(Workspace& workspace, Project previous);

} // namespace studio
