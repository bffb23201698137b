// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <memory>
#include <QMimeData>

namespace editor {

/// Nodes as prototxt in text/plain, so that they paste into a letter and back; where they stood, and the notes among
/// them, in a type of our own beside it.
std::unique_ptr<QMimeData> copied(const Content& content, const std::set<Id>& ids);

bool canPaste(const QMimeData& data);

/// What was pasted, its upper left corner at that point. Throws engine::ParseError for text that is no net.
std::set<Id> pasted(Content& content, const QMimeData& data, QPointF at);

} // namespace editor
