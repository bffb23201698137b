// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <exception>
#include <QString>

namespace editor {

/// The sentence in the window's language; in English where its pattern is not translated. Names and numbers stay.
QString inWords(const engine::Sentence& sentence);

/// What went wrong, as a sentence.
QString inWords(const std::exception& error);

/// The sentence of an engine::Error; what() of any other.
engine::Sentence sentenceOf(const std::exception& error);

/// Without its beginning "layer NAME: " in the window's language; as it is where it begins otherwise.
QString withoutLayer(const QString& sentence, const QString& layer);

/// To be part of another sentence.
QString withoutFullStop(QString sentence);

} // namespace editor
