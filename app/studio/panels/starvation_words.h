// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/run/starvation.h"

#include <QString>

namespace studio {

QString starvationWords(const engine::Starvation& starvation); ///< one sentence: that the GPU waits, and why
QString remedyWords(engine::Starvation::Remedy remedy);        ///< one sentence: what to change, and what it does

} // namespace studio
