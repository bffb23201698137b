// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lens/patterns.h"
#include "engine/lens/unit_values.h"

#include <QString>

namespace studio {

QString layerWords(const engine::UnitValues& layer);                           ///< "lstm1 · layer 2 · backward"
QString quantityWords(const engine::UnitValues& layer, std::int64_t quantity); ///< "Forget gate f"
QString patternWords(engine::TextPattern pattern);
QString whyAbsent(engine::TextPattern pattern); ///< of a text in which it does not occur

} // namespace studio
