// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace editor {

/// Lets Tab go through each panel of the window, or through the dialog, in the order of reading: from top to bottom, in
/// a row from left to right. Qt's own order is that in which the fields were made.
void orderTabs(QWidget& window);

} // namespace editor
