// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QStringList>

namespace editor {

/// Every icon at 16, 24 and 48 pixels, disabled and selected, with its name: for people to look at.
QImage contactSheet(const QStringList& names);

/// The controls of a working window in one picture: for people to look at.
QImage gallery();

} // namespace editor
