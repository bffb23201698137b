// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/solver_settings.h"

#include <optional>
#include <QPointF>
#include <QString>
#include <vector>

namespace editor {

/// A setting as it is given, where it has the right kind, or else by default; whatever the others are.
engine::ParamValue solverValue(const engine::SolverSettings& settings, std::string_view key);

/// The value of a setting that turns it off, for which people read "off"; nothing: it has none.
std::optional<engine::ParamValue> offValue(std::string_view key);

/// Why a setting has no effect with the others as they are, as a sentence; empty where it has one.
QString whyUnused(const engine::SolverSettings& settings, std::string_view key);

/// What is wrong with the settings together, as a sentence; empty where nothing is.
QString solverProblem(const engine::SolverSettings& settings);

/// The learning rate over the whole run as points (iteration, rate); empty where the settings give none. A run without
/// an end is drawn to ten thousand iterations or twice through what the policy speaks of.
std::vector<QPointF> ratePoints(const engine::SolverSettings& settings);

/// Settings that go well together, and where they come from.
struct SolverPreset {
    QString name;
    QString explanation;
    engine::Params params; ///< method, pace, decay and clipping; with how long it takes
};
std::vector<SolverPreset> solverPresets();

/// The settings with the preset's; what a preset does not speak of (the seed, validation, files) stays.
engine::SolverSettings withPreset(const engine::SolverSettings& settings, const SolverPreset& preset);

/// A part of the panel.
struct SolverGroup {
    QString title;
    std::vector<std::string_view> keys;
    bool isOfPreset = true; ///< a preset says all of it
    bool isOpen = true;
};
std::vector<SolverGroup> solverGroups(); ///< all settings, each in one

} // namespace editor
