// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/provenance.h"

#include <filesystem>

namespace studio {

class UnsavedRuns;
class Workspace;

/// A picture, a text or a state that says what made it.
struct MadeFile {
    std::filesystem::path file;
    engine::Provenance made;
};

/// Whether a run of the open project trains or trained the net of a state, which then joins the project. Pictures and
/// texts never do: they are opened for what made them.
bool hasNetOf(const Workspace& workspace, const engine::Provenance& made);

/// Puts a project with what made the file in the place of the open one: its net with solver, places and notes, and its
/// checkpoint where that is found. What is missing is told by Workspace::warned(). `unsaved` are the runs of the open
/// project. Throws engine::Error; then everything is as it was.
void openWhatMade(Workspace& workspace, UnsavedRuns& unsaved, const MadeFile& opened);

} // namespace studio
