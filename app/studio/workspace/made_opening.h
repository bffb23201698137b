// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/provenance.h"

#include <filesystem>
#include <QString>

namespace studio {

class UnsavedRuns;
class Workspace;

/// A picture or a state that says what made it.
struct MadeFile {
    std::filesystem::path file;
    engine::Provenance made;
};

/// Whether a run of the open project trains or trained the net of a state, which then joins the project. Pictures
/// never do: they are opened for what made them.
bool hasNetOf(const Workspace& workspace, const engine::Provenance& made);

/// Puts a project with what made the file in the place of the open one: its net with solver, places and notes, and its
/// checkpoint where that is found. `unsaved` are the runs of the open project. Gives the sentence of what is
/// missing; empty: nothing. Throws engine::Error; then everything is as it was.
QString openWhatMade(Workspace& workspace, UnsavedRuns& unsaved, const MadeFile& opened);

} // namespace studio
