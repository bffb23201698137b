// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

// The engine's sentences as lupdate needs them: it reads QT_TRANSLATE_NOOP only, not sentence("input x is ", shape).

namespace editor {

/// The patterns of all sentence(...), refuse(...) and Error(...) in a source, by the rule of engine::Sentence::put:
/// string literals belong to the pattern, any other argument is the next %1, %2, ... The literals that an argument
/// chooses between with ?: are patterns of their own; so is a literal behind return. Without those that have no words.
std::set<std::string> sentencePatterns(std::string_view source);

/// What resources/translations/engine_sentences.h must hold for the sources in `root`/engine.
std::string engineSentences(const std::filesystem::path& root);

} // namespace editor
