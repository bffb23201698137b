// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <QString>

/// Tooltips as HTML.
namespace editor {

/// A kind of layer: what it does, its formula, its ports.
QString typeTip(const engine::LayerType& type);

/// A setting: its help, range, unit, default and name in files. `context` is "Layers" or "Solver".
QString settingTip(const engine::ParamSpec& spec, const char* context);

/// "1 to 65,536" or "at least 1", for settings with a range; else empty.
QString rangeText(const engine::ParamSpec& spec);

} // namespace editor
