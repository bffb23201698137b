// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/tokens.h"

#include <QSet>
#include <QStringList>
#include <string_view>
#include <vector>

namespace editor {

/// The tokens of a line as far as it reads: up to what the notation does not have.
std::vector<engine::cells::Token> readableTokens(std::string_view line);

/// The names that equations of the text give, whether or not the rest of it reads.
QSet<QString> givenNames(const QString& text);

/// All that can be typed into the text as a word: functions, and the names that are there.
QStringList cellWords(const QString& text);

} // namespace editor
